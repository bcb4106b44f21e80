"""Run a command of this folder: `python -m dev` lists them, `python -m dev NAME --help` says what one takes.

A command is a module or package here with `main(wanted)`, and with `options(parser)` if it takes any. The first line of its
docstring is its line in the list.
"""

import argparse
import ast
import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
EXTRAS = {"audit": "lint", "bench": "bench", "release": "release", "site": "docs", "wheels": "release"}  # else `test`


def commands() -> dict[str, str]:
    """Return the docstring of every command, without importing any: what one of them needs may be missing."""
    found = {}
    for file in sorted([*HERE.glob("*.py"), *HERE.glob("*/__init__.py")]):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if file.name != "__main__.py" and any(isinstance(one, ast.FunctionDef) and one.name == "main" for one in tree.body):
            name = file.parent.name if file.name == "__init__.py" else file.stem
            found[name.replace("_", "-")] = ast.get_docstring(tree) or ""
    return dict(sorted(found.items()))


def run(name: str, arguments: list[str]) -> object:
    """Run a command; return what it hands to `sys.exit`."""
    try:
        module = importlib.import_module(f"dev.{name.replace('-', '_')}")
    except ModuleNotFoundError as missing:
        return f"{name} needs {missing.name}: `make .venv/{EXTRAS.get(name, 'test')}.ready` installs it"
    parser = argparse.ArgumentParser(
        prog=f"python -m dev {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if hasattr(module, "options"):
        module.options(parser)
    return module.main(parser.parse_args(arguments))


def main(arguments: list[str]) -> object:
    known = commands()
    if not arguments or arguments[0] in ("-h", "--help"):
        print("python -m dev NAME [--help]\n")
        for name, text in known.items():
            print(f"  {name:{max(map(len, known))}}  {text.splitlines()[0]}")
        return 0
    if arguments[0] not in known:
        return f"there is no command {arguments[0]}; `python -m dev` lists them"
    return run(arguments[0], arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))  # type: ignore[arg-type]
