"""The layers of docs/architecture.md: who may import whom, and that no code probes a game."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "inventorium"

PLAN = Path(__file__).parents[1] / "docs" / "architecture.md"
LINE = re.compile(
    r"^ *\d+  (\w+(?: \w+)*)  ", re.MULTILINE
)  # a line of the drawing: its number, its packages, then what they are

# Each package may import itself and those of earlier sets. The drawing begins with the top.
LAYERS = [set(line.split()) for line in reversed(LINE.findall(PLAN.read_text(encoding="utf-8")))]
GAMES = sorted(path.parent.name for path in (SOURCE / "games").glob("*/rules.py"))
PROBE = re.compile(r"\b(?:hasattr|getattr)\(\s*(?:\w+\.)*(?:rules|tables|notation|rulings|board|value|things|game|account)\b")


def layer_of() -> dict[str, int]:
    return {package: layer for layer, packages in enumerate(LAYERS) for package in packages}


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that import from our own package when it is imported, or later."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inventorium"):
            if node.module == "inventorium":
                yield from ((node.lineno, f"inventorium.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module or ""
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.startswith("inventorium."))


def test_every_package_is_in_the_plan_and_has_its_line_in_the_table() -> None:
    there = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert there == layer_of().keys()
    assert sorted(re.findall(r"^\| `(\w+)` \|", PLAN.read_text(encoding="utf-8"), re.MULTILINE)) == sorted(there)


@pytest.mark.parametrize("package", sorted(layer_of()))
def test_packages_import_downwards_only(package: str) -> None:
    layers, wrong = layer_of(), []
    for file in (SOURCE / package).rglob("*.py"):
        for line, module in imports(file):
            other = module.split(".")[1]
            if other in layers and other != package and layers[other] >= layers[package] and (package, other) not in ALLOWED:
                wrong.append(f"{file.relative_to(SOURCE)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)


# A game's rules are built on core; core/library.py looks only where the games lie; tests that the skeleton brings use the kit.
ALLOWED = {("games", "core"), ("core", "games"), ("games", "testing")}


def test_the_community_is_optional() -> None:
    """Other code imports it in functions at most, where it looks first whether it is there."""
    found = [
        f"{file.relative_to(SOURCE)}:{node.lineno}"
        for file in SOURCE.rglob("*.py")
        if "community" not in file.relative_to(SOURCE).parts
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom) and re.search(r"\.community\b(?<!http\.community)", ast.unparse(node))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_no_game_imports_another(game: str) -> None:
    for file in (SOURCE / "games" / game).rglob("*.py"):
        for line, module in imports(file):
            assert not module.startswith("inventorium.games.") or module.split(".")[2] == game, f"{file}:{line}: {module}"


def test_only_the_contract_looks_whether_a_game_has_something() -> None:
    found = [
        f"{file.relative_to(SOURCE)}: {line.strip()}"
        for file in SOURCE.rglob("*.py")
        if file.name != "contract.py"
        for line in file.read_text(encoding="utf-8").splitlines()
        if PROBE.search(line) or "globals().get" in line
    ]
    assert not found, "\n".join(found)


def test_nothing_outside_a_game_names_it() -> None:
    """Docstrings that show a call may: whoever copies it wants it to run. (The documentation, which `make docs` builds, does.)"""
    names = [name for folder in GAMES for name in (folder, folder.replace("_", "-"), folder.title().replace("_", ""))]
    found = []
    for file in SOURCE.rglob("*"):
        is_ours = not {"games", "site"} & {*file.relative_to(SOURCE).parts}
        if is_ours and file.suffix in (".py", ".html", ".js", ".css", ".toml", ".svg"):
            text = without_docstrings(file) if file.suffix == ".py" else file.read_text(encoding="utf-8")
            found += [f"{file.relative_to(SOURCE)}: {name}" for name in names if re.search(rf"\b{name}\b", text)]
    assert not found, "\n".join(found)


def test_art_that_one_game_draws_is_in_its_folder() -> None:
    """A symbol of all is named by the templates of all, or by two games at least; what a game brings, it names."""
    games = {game: quoted(SOURCE / "games" / game) for game in GAMES}
    of_all = quoted(SOURCE / "web" / "templates")
    shared = symbols(SOURCE / "web" / "static")
    wrong = [name for name in shared if name not in of_all and sum(name in names for names in games.values()) < 2]
    for game, names in games.items():
        wrong += [f"{game}: {name}" for name in symbols(SOURCE / "games" / game) if name not in names]
    assert shared and not wrong, wrong


def symbols(folder: Path) -> list[str]:
    return [
        re.sub("^(d|cameo)-", "", name)
        for file in folder.glob("art.svg")
        for name in re.findall(r'<symbol id="([^"]+)"', file.read_text(encoding="utf-8"))
    ]


def quoted(folder: Path) -> set[str]:
    """What stands in quotes or behind a `#` in templates, pages and component files; also put together, as `'class-' ~ kind`."""
    files = [*folder.glob("*.html"), *folder.glob("page.py"), *folder.glob("components.toml")]
    found = {name for file in files for name in re.findall(r"""['"#]([\w-]+)['"]""", file.read_text(encoding="utf-8"))}
    return found | {before + after for before in found if before.endswith("-") for after in found}


def without_docstrings(file: Path) -> str:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def is_compiled(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator) in ("rule", "njit", "numba.njit") for decorator in function.decorator_list)


def is_annotated(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    others = [one for one in (function.args.vararg, function.args.kwarg) if one]
    return function.returns is not None and all(one.annotation or one.arg in ("self", "cls") for one in given + others)


def test_only_compiled_functions_have_no_annotations() -> None:
    """mypy asks every function for annotations but those of the modules that pyproject.toml lists."""
    root = SOURCE.parents[1]
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["disallow_untyped_defs"]
    assert not [one for one in settings["overrides"] if one.get("ignore_errors")]
    listed = [name for one in settings["overrides"] if one.get("disallow_untyped_defs") is False for name in one["module"]]
    compiled, wrong = set(), []
    for file in [*SOURCE.rglob("*.py"), *(root / "tests").rglob("*.py"), *(root / "dev").rglob("*.py")]:
        module = ".".join(file.relative_to(SOURCE.parent if file.is_relative_to(SOURCE) else root).with_suffix("").parts)
        patterns = {pattern for pattern in listed if fnmatch(module, pattern)}
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if patterns else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if is_compiled(node):
                    compiled |= patterns
                elif not is_annotated(node):
                    wrong.append(f"{file.relative_to(root)}:{node.lineno}: {node.name} is not compiled and has no annotations")
    assert not wrong, "\n".join(wrong)
    assert compiled == set(listed), f"nothing is compiled in {', '.join(set(listed) - compiled)}"
