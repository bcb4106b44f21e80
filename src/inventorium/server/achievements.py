"""Achievements of a guest: wins by level of the bots, and the best score, from finished tables."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import DoesNotReplay, replayed
from inventorium.table.problems import SettingUp
from inventorium.table.seats import BOT, PERSON

REMEMBERED = 4_096  # tables; a result is a few numbers


@dataclass
class Achieved:
    """At one game."""

    games: int = 0
    best: int = 0
    played: Counter[str] = field(default_factory=Counter)  # games by the level of the strongest bot
    won: Counter[str] = field(default_factory=Counter)  # the same of those that were won


@dataclass(frozen=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Achievements:
    """Results are not in the store: a table is replayed once, and its result is remembered."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.result = lru_cache(REMEMBERED)(self._result)

    def of(self, owner: str, tables: Sequence[TableRow]) -> dict[str, Achieved]:
        """Return what an owner has achieved at each game."""
        found: dict[str, Achieved] = {}
        for stored in tables:
            if (seat := own_seat(owner, stored)) is not None and (result := self.result_so_far(stored)):
                achieved = found.setdefault(stored.setup.game, Achieved())
                achieved.games += 1
                achieved.best = max(achieved.best, result.scores[seat])
                if level := strongest(stored):
                    achieved.played[level] += 1
                    achieved.won[level] += seat in result.winners
        return found

    def stronger(self, owner: str, tables: Sequence[TableRow]) -> tuple[str, str] | None:
        """Return the game that an owner played last and the level above that of its bots, if it was won and there is one."""
        last = next((stored for stored in tables if own_seat(owner, stored) is not None), None)
        result = self.result_so_far(last) if last else None
        level = strongest(last) if last else None
        if last is None or result is None or level is None or own_seat(owner, last) not in result.winners:
            return None
        game = load_game(last.setup.game)
        weaker = bots.known_levels(game).index(level) + 1
        above = [one for one in bots.known_levels(game)[weaker:] if one in bots.levels_of(game)]
        return (last.setup.game, above[0]) if above else None

    def result_so_far(self, stored: TableRow) -> Result | None:
        """Return how a table ended; nothing as long as its game is being compiled."""
        with suppress(SettingUp):
            return self.result(stored.id, stored.changed)
        return None

    def _result(self, table_id: str, changed: float) -> Result | None:
        """Return how a table ended; nothing if that is no longer known. (What has changed since is another question.)"""
        stored = self.store.load(table_id)
        try:
            view = replayed(stored, self.store.entries(table_id)).view(-1) if stored else None
        except DoesNotReplay:
            return None
        return Result(tuple(view.scores), tuple(view.winners)) if view else None


def own_seat(owner: str, stored: TableRow) -> int | None:
    """Return the seat where an owner has played a whole game alone: not at several seats, and from its beginning."""
    mine = [seat for seat, who in enumerate(stored.owners) if who == owner and stored.seats[seat].kind == PERSON]
    return mine[0] if stored.over and len(mine) == 1 and not stored.setup.given else None


def strongest(stored: TableRow) -> str | None:
    levels = [who.level for who in stored.seats if who.kind == BOT]
    known = bots.known_levels(load_game(stored.setup.game))
    return max((level for level in levels if level in known), key=known.index, default=None)
