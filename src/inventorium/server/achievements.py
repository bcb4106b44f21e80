"""Achievements of a guest: wins by level of the bots, and the best score, from finished tables; and the level to play next."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import DoesNotReplay, replayed
from inventorium.table.entries import ACTION, HINTED
from inventorium.table.problems import SettingUp
from inventorium.table.seats import BOT, PERSON
from inventorium.table.table import Table

REMEMBERED = 4_096  # tables; a result is a few numbers
CLEAR_WIN, CLEAR_LOSS = 0.1, 0.25  # by what part of the winner's points the next is behind; or the last of all


@dataclass
class Achieved:
    """At one game."""

    games: int = 0
    best: int = 0
    played: Counter[str] = field(default_factory=Counter)  # games by the level of the strongest bot
    won: Counter[str] = field(default_factory=Counter)  # the same of those that were won
    hinted: int = 0  # games in which hints were used; they count neither as played nor as won


@dataclass(frozen=True)
class Result:
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    hinted: frozenset[int] = frozenset()  # seats that used hints


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
                if seat in result.hinted:
                    achieved.hinted += 1
                elif level := strongest(stored):
                    achieved.played[level] += 1
                    achieved.won[level] += seat in result.winners
        return found

    def stronger(self, owner: str, tables: Sequence[TableRow]) -> tuple[str, str] | None:
        """Return the game that an owner played last and the next level up, if the game was clearly won."""
        last = next((stored for stored in tables if own_seat(owner, stored) is not None), None)
        result = self.result_so_far(last) if last else None
        seat = own_seat(owner, last) if last else None
        if last is None or result is None or seat is None:
            return None
        up, level = next_level(last, seat, result)
        return (last.setup.game, level) if level and up else None

    def result_so_far(self, stored: TableRow) -> Result | None:
        """Return how a table ended; nothing as long as its game is being compiled."""
        with suppress(SettingUp):
            return self.result(stored.id, stored.changed)
        return None

    def _result(self, table_id: str, changed: float) -> Result | None:
        """Return how a table ended; nothing if that is no longer known. (What has changed since is another question.)"""
        stored = self.store.load(table_id)
        try:
            return result_of(replayed(stored, self.store.entries(table_id))) if stored else None
        except DoesNotReplay:
            return None


def result_of(table: Table) -> Result:
    """Return how the game at a table ended."""
    view = table.view(-1)
    hinted = frozenset(entry.seat for entry in table.entries if entry.kind == ACTION and entry.text == HINTED)
    return Result(tuple(view.scores), tuple(view.winners), hinted)


def next_level(stored: TableRow, seat: int, result: Result) -> tuple[bool, str]:
    """Return whether a stronger or a weaker level suits a seat better after a game against bots, and which; "" where the result
    is not clear, there is none, or hints were used."""
    level, ahead = strongest(stored), lead(seat, result.scores)
    if level is None or seat in result.hinted or len({who.level for who in stored.seats if who.kind == BOT}) != 1:
        return False, ""
    known = bots.levels_of(load_game(stored.setup.game))
    is_won = seat in result.winners and ahead >= CLEAR_WIN
    is_lost = result.scores[seat] == min(result.scores) and ahead <= -CLEAR_LOSS
    if level not in known or not (is_won or is_lost):
        return False, ""
    place = known.index(level) + (1 if is_won else -1)
    return is_won, known[place] if 0 <= place < len(known) and known[place] != "random" else ""


def lead(seat: int, scores: Sequence[int]) -> float:
    """Return the points of a seat more than those of the best other one, as a part of the most points."""
    return float(scores[seat] - max(points for other, points in enumerate(scores) if other != seat)) / max(1, *scores)


def own_seat(owner: str, stored: TableRow) -> int | None:
    """Return the seat where an owner has played a whole game alone: not at several seats, and from its beginning."""
    mine = [seat for seat, who in enumerate(stored.owners) if who == owner and stored.seats[seat].kind == PERSON]
    return mine[0] if stored.over and len(mine) == 1 and not stored.setup.given else None


def strongest(stored: TableRow) -> str | None:
    levels = [who.level for who in stored.seats if who.kind == BOT]
    known = bots.known_levels(load_game(stored.setup.game))
    return max((level for level in levels if level in known), key=known.index, default=None)
