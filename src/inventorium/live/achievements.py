"""What somebody has achieved: games won by the level of the bots, and the best score, from the tables that are over."""
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.store.loading import DoesNotReplay, replayed
from inventorium.store.store import Store, Stored
from inventorium.table.problems import SettingUp
from inventorium.table.seats import BOT, PERSON

REMEMBERED = 4_096                                      # tables; a result is a few numbers


@dataclass
class Achieved:
    """At one game."""

    games: int = 0
    best: int = 0
    won: Counter[str] = field(default_factory=Counter)  # by the level of the strongest bot that was beaten


@dataclass(frozen=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Achievements:
    """Results are not kept in the store: a table is replayed once, and its result is remembered."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.result = lru_cache(REMEMBERED)(self._result)

    def of(self, holder: str, tables: Sequence[Stored]) -> dict[str, Achieved]:
        """Return what a holder has achieved at each game. Whoever played several seats has played for nobody in particular."""
        found: dict[str, Achieved] = {}
        for stored in tables:
            mine = [seat for seat, who in enumerate(stored.holders) if who == holder and stored.seats[seat].kind == PERSON]
            result = None
            with suppress(SettingUp):                       # it is told as soon as the game can be played
                result = self.result(stored.id, stored.changed) if stored.over and len(mine) == 1 else None
            if result:
                achieved = found.setdefault(stored.setup.game, Achieved())
                achieved.games += 1
                achieved.best = max(achieved.best, result.scores[mine[0]])
                if mine[0] in result.winners and (level := strongest(stored)):
                    achieved.won[level] += 1
        return found

    def _result(self, table_id: str, changed: float) -> Result | None:
        """Return how a table ended; nothing if that cannot be told any more. (What has changed since is another question.)"""
        stored = self.store.load(table_id)
        try:
            view = replayed(stored, self.store.entries(table_id)).view(-1) if stored else None
        except DoesNotReplay:
            return None
        return Result(tuple(view.scores), tuple(view.winners)) if view else None


def strongest(stored: Stored) -> str | None:
    levels = [who.level for who in stored.seats if who.kind == BOT]
    known = bots.levels_of(load_game(stored.setup.game))
    return max((level for level in levels if level in known), key=known.index, default=None)
