"""Lessons: scenarios that somebody plays, docs/lessons.md.

`given` leads to the position, by answers alone, so that the store can replay it. `when` is a solution, and whoever acts first
in it is the pupil. `then` is the goal; where a line of `never` comes true, the lesson is lost. `most:` is how many answers the
pupil may use; without it, as many as the solution has.
"""
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.position import Position
from inventorium.core.scenarios import Scenario, answer, files, holds, play, read
from inventorium.table.table import Setup, Table

SEED = "lesson "                                    # the seed of a lesson's table is this and its name: so it is known again
MOST_STARS = 3


class State(Enum):
    """How far somebody is."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


@dataclass(frozen=True)
class Judgement:
    """What became of a lesson, after how many answers, and what it is worth."""

    state: State
    used: int
    stars: int = 0


@dataclass(frozen=True)
class Lesson:
    """One lesson of a game. Its name is the scenario's; its words are `lessons.<name>`."""

    game: str
    scenario: Scenario

    @property
    def name(self) -> str:
        return self.scenario.name

    @property
    def rules(self) -> list[str]:
        return self.scenario.rules

    @cached_property
    def pupil(self) -> int:
        """The seat that the lesson is for."""
        return answer(self.scenario.part("when")[0])[0]

    def begin(self) -> Position:
        """Return the position where it begins."""
        position = self.scenario.begin()
        for line in self.scenario.part("given"):
            self.scenario.give(position, line)
        return position

    def table(self) -> Table:
        """Return a new table for somebody who takes this lesson. What is dealt from there on is the same for everybody."""
        return Table.going_on(self.begin(), f"{SEED}{self.name}", dealt=False)

    @cached_property
    def fewest(self) -> int:
        """How many answers the solution needs, without those that a table gives by itself because there is no other."""
        position, used = self.begin(), 0
        for line in self.scenario.part("when"):
            seat, moves = answer(line)
            for move in moves.split(";") if seat == self.pupil else ():
                before, choices = position.answers_given, len(position.actions(seat))
                play(position, f"{seat} {move}")
                used += position.answers_given - before if choices > 1 or position.game.type.secrets else 0
            if seat != self.pupil:
                play(position, line)
        return used

    @property
    def most(self) -> int:
        return int(self.scenario.heads.get("most", self.fewest))

    def is_reached(self, position: Position) -> bool:
        """Return whether the goal is reached."""
        return all(holds(position, line) for line in self.scenario.part("then"))

    def is_lost(self, position: Position) -> bool:
        return any(holds(position, line) for line in self.scenario.part("never"))

    def judge(self, table: Table) -> Judgement:
        """Return how the pupil is doing: the goal counts when it is reached after an answer of theirs, or by what follows."""
        position, used = table.at(table.setup.given), 0
        for one in table.told[table.setup.given:]:
            position.act(one.entry.action, one.entry.seat)
            used += one.entry.seat == self.pupil and not one.entry.automatic
            if used and self.is_reached(position):
                return Judgement(State.SOLVED, used, max(1, MOST_STARS - max(0, used - self.fewest)))
            if used and self.is_lost(position):
                return Judgement(State.FAILED, used)
        is_done = table.over or used >= self.most or self.pupil not in table.asked
        return Judgement(State.FAILED if used and is_done and not self.waits(table) else State.OPEN, used)

    def waits(self, table: Table) -> bool:
        """Return whether others have yet to answer before it shows what the pupil's answers led to."""
        others = any(answer(line)[0] != self.pupil for line in self.scenario.part("when"))
        return others and self.pupil not in table.asked and not table.over


@cache
def lessons_of(game: Game) -> dict[str, Lesson]:
    """Return the lessons of a game by their names, in the order of their files."""
    folder = game.folder / "lessons"
    found = [Lesson(game.name, one) for file in (files([folder]) if folder.is_dir() else ()) for one in read(file)]
    for lesson in found:
        if not lesson.scenario.part("when") or not lesson.scenario.part("then"):
            raise InventoriumError(f"{lesson.scenario.path}: {lesson.name}: a lesson has a solution (when) and a goal (then)")
    return {lesson.name: lesson for lesson in found}


def is_lesson(setup: Setup) -> bool:
    """Return whether a table is somebody's exercise, and no game that is listed."""
    return setup.given > 0 and setup.seed.startswith(SEED)


def lesson_at(table: Table) -> Lesson | None:
    """Return the lesson that a table was set up for."""
    name = table.setup.seed.removeprefix(SEED)
    return lessons_of(load_game(table.setup.game)).get(name) if is_lesson(table.setup) else None
