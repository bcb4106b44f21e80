"""The guided first game: which rule is explained when. docs/lessons.md.

A game's guide.toml lists steps. Each is shown once, at its time for this player: when a decision comes for the first (or the
nth) time, or when an event happens for the first time. Nothing of it is stored: it follows from the history.
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

STEPS_AT_ONCE = 2  # further ones wait, so that there is not too much to read at a time


@dataclass(frozen=True)
class Step:
    """One sentence of the guide: `guide.<id>.text` in the words of the game."""

    id: str
    rules: tuple[str, ...]
    question: str = ""  # shown at this decision,
    time: int = 1  # in the nth turn with this decision;
    event: str = ""  # or when this happens,
    mine: bool = False  # to the player
    lit: tuple[str, ...] = ()  # highlighted pieces; `choice.0`: the first choice; SEAT: the viewer's own


@dataclass(frozen=True)
class Guide:
    """The first game of a kind: the deal, and its steps."""

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
    """Steps for a player who has seen so many actions."""

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
    """Return the guide of a guided table, which its seed identifies."""
    guide = guide_of(load_game(table.setup.game))
    return guide if guide and table.setup.seed == guide.seed else None


def asked_at(table: Table, seat: int) -> Iterator[tuple[int, str, int]]:
    """Yield each new decision of a seat: the number of actions before, the question, and the number of its turns with this
    question so far. Forced moves are left out."""
    position, history, times = table.position.initial_copy(), table.history, dict[str, int]()
    last_turn: dict[str, int] = {}  # by question: the number of others' actions before it
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
    """Return the number of actions at the first event of each kind, of any seat or of this one."""
    table.listen()
    first: dict[tuple[str, bool], int] = {}
    for place in range(len(table.history)):
        for event in events_for(table, place, seat):
            first.setdefault((event.key, False), place + 1)
            if event.seat == seat:
                first.setdefault((event.key, True), place + 1)
    return first


def met(guide: Guide, table: Table, seat: int) -> dict[str, int]:
    """Return the steps that are due, each with the number of actions at that time, in order."""
    happened, questions = happened_at(table, seat), dict[tuple[str, int], int]()
    for answers, question, time in asked_at(table, seat):
        questions.setdefault((question, time), answers)
    when = {
        step.id: questions.get((step.question, step.time)) if step.question else happened.get((step.event, step.mine))
        for step in guide.steps
    }
    return dict(sorted(((id, answers) for id, answers in when.items() if answers is not None), key=lambda one: one[1]))


def steps_by_question(guide: Guide, table: Table, seat: int) -> list[GuideStep]:
    """Return the steps at each decision of a seat: those of the decision, and then a few of the events since the decision
    before; the rest was shown during playback. All decisions of sealed moves count as one."""
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
    """Yield the number of actions at each decision that a page shows."""
    last = None
    for answers, *what in asked_at(table, seat):
        if not table.game.type.sealed or what != last:
            yield answers
        last = what


def met_between(guide: Guide, table: Table, seat: int, after: int, until: int) -> list[Step]:
    """Return the steps for a player who watches these actions."""
    moments = met(guide, table, seat)
    return [step for step in guide.steps if step.event and after < moments.get(step.id, 0) <= until]


def things_of(step: Step, table: Table, seat: int, answers: int) -> list[str]:
    """Return the things of the sheet that a step is about: those it names, or those that the event touched."""
    if step.lit or not step.event or not answers:
        return [thing.replace("SEAT", str(seat)) for thing in step.lit]
    return [thing for event in events_for(table, answers - 1, seat) if event.key == step.event for thing in event.things]
