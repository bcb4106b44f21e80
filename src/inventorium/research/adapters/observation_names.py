"""Tables of a game's action space and planes for people (docs/spaces.md has them)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from inventorium.core.game import Game
from inventorium.core.planes import Plane, planes_of


def actions_table(game: Game) -> str:
    """Return each family of actions: its numbers, and the axes that index them."""
    space = game.tables.SPACE
    firsts = [*space.firsts.values(), space.size]
    rows = [
        (f"`{family}`", numbers(first, after), " × ".join(f"{axis} {space.sizes[axis]}" for axis in axes))
        for (family, axes), (first, after) in zip(space.families.items(), pairwise(firsts), strict=True)
    ]
    return table(("answers", "numbers", "counted by"), rows)


def planes_table(game: Game) -> str:
    """Return each plane: its place in an observation, and the axes that index it."""
    chat_messages = dict(remarks_of(game))
    return table(
        ("plane", "numbers", "by", "what it is"),
        [
            (f"`{plane.name}`", numbers(plane.start, plane.stop), axes_of(plane, game), chat_messages.get(plane.name, ""))
            for plane in planes_of(game).planes
        ],
    )


def axes_of(plane: Plane, game: Game) -> str:
    """invention 36 × seat 5"""
    one_of = game.tables.CATEGORICAL.get(plane.name)
    names = [("which seat" if one_of == "seat" else "which one") if axis == "holds" else axis for axis in plane.axes]
    return " × ".join(f"{name} {size}" for name, size in zip(names, plane.shape, strict=True))


def remarks_of(game: Game) -> Iterator[tuple[str, str]]:
    """Yield what the comments in `tables.FIELDS` say about the field before them."""
    source = (game.folder / "tables.py").read_text(encoding="utf-8").partition("\nFIELDS")[2].partition("\n}")[0]
    for line in source.splitlines():
        names, remark = re.findall(r'"(\w+)": \(', line.partition("#")[0]), line.partition("#")[2].strip()
        if names and remark:
            yield names[-1], remark.rstrip(",")


def numbers(first: int, after: int) -> str:
    return str(first) if after == first + 1 else f"{first} to {after - 1}"


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in (heads, ("---",) * len(heads), *rows))
