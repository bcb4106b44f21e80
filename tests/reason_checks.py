"""Checks whether what a reason says is true: by what lies on the table when other luck follows, without events."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from inventorium.core.position import DEALER, Fields, Position, View, copied
from inventorium.review.explanations import FALLS, GROWS, INSTEAD, LATER, LESS, MORE, NOW, OTHERWISE, Clause, logs_of
from inventorium.review.turns import Turn, start_of

FRESH = 24  # pairs with other luck, by which a clause is checked
FAR = 0.3  # so far a frequency that is said may be off
Holdings = Mapping[tuple[int, str], int]


class Board:
    """What a line of play changed on the table, seen in what `holdings` counts: no events."""

    def __init__(self, position: Position, turn: Turn, actions: tuple[int, ...], log: np.ndarray) -> None:
        self.game, self.seat = position.game, turn.seat
        self.up, self.down = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
        states, box = position.states, position.box
        before = self.holdings(states, box)
        self.kept, self.up_in_turn = before, Counter[tuple[int, str]]()
        self.marks, self.marks_in_turn = set[tuple[str, int, str]](), set[tuple[str, int, str]]()
        steps = [(turn.seat, action) for action in actions] + [tuple(one) for one in log.tolist()]
        for number, (seat, action) in enumerate(steps):
            if seat < DEALER:
                break
            states = copied(states)
            self.game.rules.apply(states[0], box.array[0], seat, action)
            now = self.holdings(states, box)
            for key in {*before, *now}:
                by = now.get(key, 0) - before.get(key, 0)
                (self.up if by > 0 else self.down)[key] += abs(by)
            before = now
            self.marks |= marks(self.game.type.sealed, box, Fields(states), now)
            if number == len(actions) - 1 or self.game.type.sealed:
                self.kept, self.up_in_turn, self.marks_in_turn = now, self.up.copy(), self.marks.copy()
        self.last = before
        self.winners = Position(self.game, box, position.players, "default", position.options, None, states).winners

    def holdings(self, states: np.ndarray, box: Any) -> Holdings:
        return self.game.events.holdings(box, Fields(states))


def marks(is_sealed: bool, box: Any, state: Any, now: Holdings) -> set[tuple[str, int, str]]:
    """Return who has the most cubes where, and who chooses a reward first."""
    if is_sealed or "choosers" not in box.tables.FIELDS:
        return set()
    found, ids = set(), box.ids("inventions")
    for slot, card in enumerate(state.layout.tolist()):
        if card >= 0:
            row = [now.get((seat, f"cubes.{ids[card]}"), 0) for seat in range(state.players)]
            if max(row) > 0 and row.count(max(row)) == 1:
                found.add(("leads", row.index(max(row)), ids[card]))
            if slot == state.site and state.choosers[0] >= 0:
                found.add(("first", int(state.choosers[0]), ids[card]))
    return found


def shows(board: Board, clause: Clause) -> bool:
    """Return whether a line of play shows what a clause tells of it."""
    seat, values = clause.seat, clause.values
    is_now = clause.kind in (NOW, INSTEAD)
    up = board.up_in_turn if is_now else board.up
    key, things = clause.key.removesuffix("-it").removesuffix("-any").removesuffix("-instead"), values.get("thing", [])
    won = {good: number for number, good in values.get("won", ())}
    gained = all(up[seat, good] >= number for good, number in won.items())
    if key in GAINED:
        return all(up[seat, GAINED[key].format(**{**values, "thing": thing})] > 0 for thing in things)
    lies = {what.split(".")[1] for who, what in board.down if who < 0 and what.startswith("reward.")}
    if key == "takes-points" and not lies.issuperset(things):
        return False
    if key in POINTS:
        parts = [POINTS[key].format(thing=thing) for thing in values.get("discipline", values.get("part", [""]))]
        return sum(up[seat, part.replace("parts.", "")] for part in parts) >= values.get("points", 1)
    if key == "takes-token":
        return all(up[seat, f"token.{token}"] > 0 for token in values["token"])
    if key in ("unfinished", "empty-handed"):
        return all(board.down[seat, f"cubes.{thing}"] > 0 for thing in things)
    if key in ("leads", "first"):
        return all((key, seat, thing) in (board.marks_in_turn if is_now else board.marks) for thing in things)
    if key == "ready":
        return all(board.down[seat, f"busy.{man}"] > 0 for man in values["inventor"])
    if key == "buy":
        return gained
    if key == "runs-shrink":
        return board.down[seat, "points.runs"] > 0
    if key == "refreshes":
        return any(who == seat and what.startswith("busy.") and by for (who, what), by in board.down.items())
    if key in ("produce", "copy", "run", "benefit", "royalty"):
        return gained
    if key == "patent":
        return up[seat, "patents"] >= len(values["field"])
    if key == "overtaken":
        return board.down[seat, values["part"][0].replace("parts.", "points.")] > 0
    if key in ("wins-game", "winner", "won", "shares-victory") or (key == "wins" and not things):
        return seat in board.winners
    assert key == "lost", key
    return bool(board.down[seat, "cards"])


GAINED = {
    "takes-patent": "patent.{thing}",
    "build": "factory.{thing}",
    "make-gold": "made.{thing}-gold",
    "make-silver": "made.{thing}-silver",
    "wins": "geniuses.{thing}",
}
POINTS = {
    "takes-points": "points.tokens",
    "runs-grow": "points.runs",
    "reaches-target": "points.inventors",
    "ahead": "points.{thing}",
    "scores": "points.{thing}",
    "renown": "points.bonus",
}


def boards(turn: Turn, better: tuple[int, ...], other: tuple[int, ...], thread: Any) -> list[tuple[Board, Board]]:
    """Return what happens after two turns, with luck that no reason has seen."""
    starts, logs = logs_of(replace(turn, actions=better), other, thread, FRESH, "fresh")
    is_sealed = turn.view.game.type.sealed
    found = []
    for number in range(FRESH):
        start = starts[number % len(starts)]
        one, two = (
            Board(start, turn, () if is_sealed else plan, logs[number, which]) for which, plan in enumerate((better, other))
        )
        found.append((one, two))
    return found


def holds(clause: Clause, found: list[tuple[Board, Board]]) -> bool:
    """Return whether a clause is true in these pairs: with half the sureness at which it was found, since luck is another."""
    if clause.kind in (GROWS, FALLS):
        what, sign = clause.key.replace("points-", "points."), 1 if clause.kind == GROWS else -1
        by = [sign * (total(one, clause.seat, what) - total(two, clause.seat, what)) for one, two in found]
        return bool(np.mean(by) >= 0.4 * clause.values["number"])
    if clause.key == "kept":
        more = [
            [one.kept.get((clause.seat, what), 0) - two.kept.get((clause.seat, what), 0) for one, two in found]
            for _, what in clause.values["won"]
        ]
        return all(np.mean(by) > 0 for by in more)
    one, two = (np.mean([shows(pair[which], clause) for pair in found]) for which in range(2))
    if clause.kind in (MORE, LESS):
        told = clause.values["times"] / 10, clause.values["rarely"] / 10
        is_near = abs(one - told[0]) <= FAR and abs(two - told[1]) <= FAR
        return bool(is_near and (one > two if told[0] > told[1] else two > one))
    share, less = (two, one) if clause.kind in (OTHERWISE, INSTEAD) else (one, two)
    if clause.kind == INSTEAD or (clause.kind == NOW and clause.is_sure):
        return bool(share == 1)
    return bool(share >= 0.5 and (share > less or amount_is_more(clause, found)))


def total(board: Board, seat: int, what: str) -> int:
    """Return what a seat has in the end; of cubes, how many it has placed."""
    if what == "cubes":
        return sum(by for (who, key), by in board.up.items() if who == seat and key.startswith("cubes."))
    return board.last.get((seat, what), 0)


def amount_is_more(clause: Clause, found: list[tuple[Board, Board]]) -> bool:
    """Return whether goods or points grow more, where both lines bring some."""
    return clause.kind in (NOW, LATER, OTHERWISE) and bool({"won", "points", "field"} & clause.values.keys())


def mutations(clause: Clause) -> Iterator[Clause]:
    """Yield what would be false: the same of a thing that does not exist, or a number that is too high."""
    if "thing" in clause.values:
        yield replace(clause, values={**clause.values, "thing": ["nothing"]})
    if "points" in clause.values:
        yield replace(clause, values={**clause.values, "points": 1000})
    if clause.kind in (GROWS, FALLS):
        yield replace(clause, values={**clause.values, "number": 1000})
    if clause.kind in (MORE, LESS):
        yield replace(clause, values={**clause.values, "times": clause.values["rarely"], "rarely": clause.values["times"]})
    if "won" in clause.values and clause.key != "kept":
        yield replace(clause, values={**clause.values, "won": ((1000, clause.values["won"][0][1]),)})


# ---------------------------------------------------------------- other boards


def changed(turn: Turn, other: tuple[int, ...], random: Random) -> Turn | None:
    """Return the same decision on a board where something else lies; None where one of the moves is impossible there."""
    states, view = copied(turn.view.states), turn.view
    CHANGES[view.game.name](states[0], turn.seat, view.players, random)
    view = View(view.game, view.box, view.options, states, view.seat)
    if states.tobytes() == turn.view.states.tobytes() or not all(fits(view, plan) for plan in (turn.actions, other)):
        return None
    return replace(turn, view=view)


def fits(view: View, plan: tuple[int, ...]) -> bool:
    position = start_of(view, 0)
    for action in plan:
        if view.seat not in position.to_act or action not in position.actions(view.seat):
            return False
        position.act(action, view.seat)
    return True


def change_inventors(state: Any, seat: int, players: int, random: Random) -> None:
    """Another seat gets cubes on all inventions, or rewards change places."""
    slots = [slot for slot, card in enumerate(state.layout.tolist()) if card >= 0]
    if random.random() < 0.5:
        for slot in slots:
            state.cubes[slot, random.choice([one for one in range(players) if one != seat])] += 3
    else:
        state.reward[slots] = state.reward[random.sample(slots, len(slots))]


def change_era(state: Any, seat: int, players: int, random: Random) -> None:
    """Goods change hands."""
    state.goods[:players] = state.goods[random.sample(range(players), players)]


def change_genies(state: Any, seat: int, players: int, random: Random) -> None:
    """Geniuses lie in other positions, or the others have fewer chips."""
    if random.random() < 0.5:
        state.offer[:] = state.offer[random.sample(range(len(state.offer)), len(state.offer))]
    else:
        for other in range(players):
            state.purse[other] //= 1 if other == seat else 3


CHANGES = {"legendary-inventors": change_inventors, "era-of-inventions": change_era, "genies": change_genies}
