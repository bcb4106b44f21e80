"""Examples for `--help`: those of examples.md, which people can read as well."""

import re
from functools import cache
from pathlib import Path


@cache
def examples() -> dict[str, list[tuple[str, str]]]:
    """Return the examples of every command, each with what it does; those of the program itself have no name."""
    text = (Path(__file__).parent / "examples.md").read_text(encoding="utf-8")
    parts = re.split(r"^## inventorium ?(.*)$", text, flags=re.MULTILINE)[1:]
    return {
        command: re.findall(r"^- `(.+)`: (.+)$", lines, re.MULTILINE)
        for command, lines in zip(parts[::2], parts[1::2], strict=True)
    }


def epilog(command: str) -> str:
    """Return the examples of a command as they are shown, one under the other."""
    lines = [f"  {line}\n      {meaning}" for line, meaning in examples().get(command, [])]
    return "\n".join(["\b", "Examples:", *lines]) if lines else ""
