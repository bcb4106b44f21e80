"""The action space of a game: families of actions, each counted by its axes.

>>> space = Space({"card": 3, "seat": 2}, play=("card",), give=("card", "seat"), rest=())
>>> space.size, space.acts.GIVE, space.numbers("give").tolist()
(10, <Act.GIVE: 3>, [[3, 4], [5, 6], [7, 8]])
>>> space.family(6), space.parts[6].tolist()
('give', [1, 1])

Rules write an action as `GIVE[card, seat]`, where `GIVE = SPACE.numbers("give")`, and read it as `PARTS[action, 0]`, where
`PARTS = SPACE.parts`: plain arrays, which compiled code takes as constants.
"""

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

NO_PART = -1
make_enum: Any = IntEnum  # with names that are known only when the program runs


class Space:
    """All actions of a game, numbered from 0. `sizes` says how many things there are on each axis."""

    def __init__(self, sizes: Mapping[str, int], **families: tuple[str, ...]) -> None:
        self.sizes, self.families = dict(sizes), families
        self.firsts: dict[str, int] = {}
        self.size = 0
        for name, axes in families.items():
            self.firsts[name] = self.size
            self.size += int(np.prod([sizes[axis] for axis in axes], dtype=int))
        members = {name.upper(): first for name, first in self.firsts.items()} | {"END": self.size}
        self.acts = make_enum("Act", members)
        self.parts = np.full((self.size, max((len(axes) for axes in families.values()), default=1) or 1), NO_PART, np.int64)
        for name, axes in families.items():
            for place in np.ndindex(*(sizes[axis] for axis in axes)):
                self.parts[self.numbers(name)[place], : len(place)] = place
        self._split = [
            (name, dict(zip(axes, self.parts[first + number, : len(axes)].tolist(), strict=True)))
            for (name, axes), first in zip(families.items(), self.firsts.values(), strict=True)
            for number in range(int(np.prod([sizes[axis] for axis in axes], dtype=int)))
        ]

    def numbers(self, family: str) -> np.ndarray:
        """Return the numbers of a family of actions, by its axes; of a family without axes, an array of one number."""
        shape = tuple(self.sizes[axis] for axis in self.families[family])
        return np.arange(self.firsts[family], self.firsts[family] + int(np.prod(shape, dtype=int))).reshape(shape or (1,))

    def family(self, action: int) -> str:
        """Return the name of the family that an action belongs to."""
        return self.split(action)[0]

    def split(self, action: int) -> tuple[str, Mapping[str, int]]:
        """Return the family of an action and its part on each axis."""
        return self._split[action]


def forms_of(written: Mapping[str, str], **shown: str) -> dict[str, str]:
    """Return how moves are written, by their first words, for people: `send <inventor> <invention>`. `written` has a pattern for
    every family, `shown` what stands for an axis where its name would puzzle; ` | ` is between ways that begin alike.

    >>> forms_of({"send": "send {inventor} {slot}", "use_token": "use {token}", "use_nothing": "use nothing"}, slot="<invention>")
    {'send': 'send <inventor> <invention>', 'use': 'use <token> | use nothing'}
    """
    found: dict[str, list[str]] = {}
    for pattern in written.values():
        form = re.sub(r"{(\w+)}", lambda axis: shown.get(axis[1], f"<{axis[1]}>"), pattern)
        ways = found.setdefault(form.split()[0], [])
        if form not in ways:
            ways.append(form)
    return {first: " | ".join(ways) for first, ways in found.items()}
