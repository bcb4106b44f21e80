"""What a player can have or do in a game: the game's own account of it (`things.py` in its folder).

This is the one place that knows the names of such a file, and what stands for a name that it leaves out.
"""
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from inventorium.core.game import Box, Game, View
from inventorium.core.words import Words

Thing = tuple[str, str]                             # kind and name
SHARE, MEAN = "share", "mean"                       # what a row of a tally is


@dataclass(frozen=True)
class Account:
    """An account of the things in a game. States are records of positions; `before` and `after` are those around an answer."""

    things: Callable[[Box], dict[str, list[str]]]   # everything there is, by kinds
    # (seat, kind, thing): who got what by an answer; seat -1: it lies open. Arguments: box, before, after, seat, action
    gains: Callable[[Box, Any, Any, int, int], Iterable[tuple[int, str, str]]]
    name: Callable[[Box, str, str, Words], str]     # the name of a thing of a kind for people
    # what an answer is after, where it takes a thing only later, as a bid does. Arguments: box, state, seat, action
    aims: Callable[[Box, Any, int, int], Iterable[Thing]] | None
    sides: str | None                               # the kind of which everybody has one, as teams
    instead: Mapping[str, Sequence[str]]            # kinds that one takes instead of each other
    uses: Sequence[str]                             # kinds that are uses of something everybody has equally many of
    # a table of the game's own: its rows, each a share or a mean, and the values that an answer adds to them
    tally_rows: Mapping[str, str]
    tally: Callable[[Box, Any, Any], Iterable[tuple[str, float]]]
    prices: Callable[[Box, Any, Any], Iterable[tuple[str, str, float]]]     # (kind, thing, price) of what an answer sold

    def measured(self, box: Box) -> dict[str, list[str]]:
        """What is measured as a thing: all kinds but the sides, which everybody has one of."""
        return {kind: names for kind, names in self.things(box).items() if kind != self.sides}


def nothing(*_: Any) -> tuple[()]:
    return ()


@cache
def account_of(game: Game) -> Account:
    """The account of a game; of a game without one nothing is known."""
    has_one = (game.folder / "things.py").exists()
    own = vars(importlib.import_module(f"{game.rules.__package__}.things")) if has_one else {}
    return Account(things=own.get("things", lambda box: {}), gains=own.get("gains", nothing),
                   name=own.get("name", lambda box, kind, thing, words: thing), aims=own.get("aims"),
                   sides=own.get("SIDES"), instead=own.get("INSTEAD", {}), uses=own.get("USES", ()),
                   tally_rows=own.get("TALLY", {}), tally=own.get("tally", nothing), prices=own.get("prices", nothing))


def aims_of(view: View, answer: int) -> list[Thing]:
    """What an answer of the seat takes: at once, or, where the game says what an answer is after, when it is carried out. Uses of
    what everybody has anyway and sides are not taken."""
    account = account_of(view.game)
    if account.aims:
        return list(account.aims(view.box, view.state, view.seat, answer))
    if not account.things(view.box):
        return []
    after = view.after(answer, view.seat)
    return [(kind, thing) for who, kind, thing in account.gains(view.box, view.state, after.state, view.seat, answer)
            if who == view.seat and kind not in (*account.uses, account.sides)]
