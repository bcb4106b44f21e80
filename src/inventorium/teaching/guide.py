"""The guided first game: which rule is explained when. docs/lessons.md.

A game's guide.toml lists steps. Each is told once, when its moment comes for this player: a question is put for the first (or
the nth) time, or something happens for the first time. Nothing of it is stored: it follows from the answers that stand.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.options import Value
from inventorium.core.position import Fields
from inventorium.table.table import Setup, Table
from inventorium.table.turn_log import events_for

STEPS_AT_ONCE = 2  # what happened meanwhile waits, so that nobody has to read more at a time


@dataclass(frozen=True)
class Step:
    """One sentence of the guide: `guide.<id>.text` in the words of the game."""

    id: str
    rules: tuple[str, ...]
    question: str = ""  # told when this is asked,
    time: int = 1  # in the nth turn in which it is asked;
    event: str = ""  # or when this happens,
    mine: bool = False  # to the player
    lit: tuple[str, ...] = ()  # things of the sheet; `choice.0`: what is chosen first; SEAT: one's own


@dataclass(frozen=True)
class Guide:
    """The first game of a kind: the deal, and what is told in it."""

    game: str
    players: int
    level: str
    seed: str
    options: Mapping[str, Value] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()

    def table(self, edition: str = "default") -> Table:
        return Table.new(Setup(self.game, self.players, edition, self.options, seed=self.seed))


@dataclass(frozen=True)
class GuideStep:
    """Steps that are told to a player who has seen so many answers."""

    answers: int
    steps: list[Step]


@cache
def guide_of(game: Game) -> Guide | None:
    """Return the guide of a game, if it has one."""
    file = game.folder / "guide.toml"
    if not file.exists():
        return None
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    try:
        return Guide(game.name, steps=tuple(map(read_step, found.pop("steps"))), **found)
    except (KeyError, TypeError) as error:
        raise InventoriumError(f"{file}: {error}") from None


def read_step(row: dict[str, Any]) -> Step:
    return Step(**{**row, "rules": tuple(row["rules"]), "lit": tuple(row.get("lit", ()))})


def guide_at(table: Table) -> Guide | None:
    """Return the guide of a table that was set up to be guided; its deal tells."""
    guide = guide_of(load_game(table.setup.game))
    return guide if guide and table.setup.seed == guide.seed else None


def asked_at(table: Table, seat: int) -> Iterator[tuple[int, str, int]]:
    """Yield after how many answers a seat is asked something new, which question that is, and in how many of its turns it was
    asked so far. What the table answers by itself is not asked."""
    position, history, times = table.position.initial_copy(), table.history, dict[str, int]()
    last_turn: dict[str, int] = {}  # of each question: how many others had answered when it was asked
    others, was_asked = 0, False
    for place in range(len(history) + 1):
        after = history[place].entry if place < len(history) else None
        asked = seat in position.to_act
        by_itself = after is not None and after.automatic and after.seat == seat
        before = history[place - 1].entry if place else None
        if asked and not by_itself and not (was_asked and before and before.seat != seat):
            question = position.game.notation.question(Fields(position.states))
            if last_turn.get(question) != others:
                times[question], last_turn[question] = times.get(question, 0) + 1, others
            yield place, question, times[question]
        was_asked = asked
        if after:
            others += after.seat != seat and not asked  # who seals first at the same time does not begin a new turn
            position.act(after.action, after.seat)


def happened_at(table: Table, seat: int) -> dict[tuple[str, bool], int]:
    """Return after how many answers each kind of event, of anybody or of this seat itself, happened first."""
    table.listen()
    first: dict[tuple[str, bool], int] = {}
    for place in range(len(table.history)):
        for event in events_for(table, place, seat):
            first.setdefault((event.key, False), place + 1)
            if event.seat == seat:
                first.setdefault((event.key, True), place + 1)
    return first


def met(guide: Guide, table: Table, seat: int) -> dict[str, int]:
    """Return the steps whose moment has come, and after how many answers it came, in that order."""
    happened, questions = happened_at(table, seat), dict[tuple[str, int], int]()
    for answers, question, time in asked_at(table, seat):
        questions.setdefault((question, time), answers)
    when = {
        step.id: questions.get((step.question, step.time)) if step.question else happened.get((step.event, step.mine))
        for step in guide.steps
    }
    return dict(sorted(((id, answers) for id, answers in when.items() if answers is not None), key=lambda one: one[1]))


def steps_by_question(guide: Guide, table: Table, seat: int) -> list[GuideStep]:
    """Return what is told at each question that is put to a seat: what belongs to the question, and then a little of what has
    happened since the question before; the rest was told when it happened, and would not fit later. The questions of a sheet are
    one."""
    moments, steps = met(guide, table, seat), {step.id: step for step in guide.steps}
    found, before = list[GuideStep](), -1
    for answers in first_of_sealed(table, seat):
        new = [steps[id] for id, moment in moments.items() if before < moment <= answers]
        now = [step for step in new if step.question]
        now += [step for step in new if step.event][: max(0, STEPS_AT_ONCE - len(now))]
        found.append(GuideStep(answers, now))
        before = answers
    return found


def first_of_sealed(table: Table, seat: int) -> Iterator[int]:
    """Yield after how many answers a seat is asked something that a page shows."""
    last = None
    for answers, *what in asked_at(table, seat):
        if not table.game.type.sealed or what != last:
            yield answers
        last = what


def met_between(guide: Guide, table: Table, seat: int, after: int, until: int) -> list[Step]:
    """Return what is told to somebody who watches some answers."""
    moments = met(guide, table, seat)
    return [step for step in guide.steps if step.event and after < moments.get(step.id, 0) <= until]


def things_of(step: Step, table: Table, seat: int, answers: int) -> list[str]:
    """Return the things of the sheet that a step is about: those it names, or those that the event touched."""
    if step.lit or not step.event or not answers:
        return [thing.replace("SEAT", str(seat)) for thing in step.lit]
    return [thing for event in events_for(table, answers - 1, seat) if event.key == step.event for thing in event.things]
