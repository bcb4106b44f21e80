"""Lessons: scenarios that a player solves. docs/lessons.md.

`given` leads to the position, by actions alone, so that the store can replay it. `when` is a solution, and its first player is
the pupil. `then` is the goal; where a line of `never` comes true, the lesson is lost. It is lost too when the pupil has taken
as many steps as the solution and cannot reach the goal any more before the turn ends. A step is a move that had an alternative.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.position import Position
from inventorium.core.scenarios import Scenario, answer, files, holds, play, read
from inventorium.table.exercises import LESSON, is_lesson
from inventorium.table.table import Table

MOST_STARS = 3
MOST_AHEAD = 2000  # positions searched to see whether the goal can still be reached


class State(Enum):
    """The progress of a pupil."""

    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


@dataclass(frozen=True)
class Judgement:
    """The result of a lesson, after how many actions, and its stars."""

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
        """Return a new table for this lesson. Later deals are the same for all pupils."""
        return Table.going_on(self.begin(), f"{LESSON}{self.name}", dealt=False)

    @cached_property
    def fewest(self) -> int:
        """How many steps the solution has."""
        position = self.begin()
        start = position.actions_taken
        for line in self.scenario.part("when"):
            play(position, line)
        return max(used for used, _ in self.follow(position.log[start:]))

    def follow(self, answers: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Position]]:
        """Yield, after each of these actions, the pupil's steps so far and the position. A forced move is no step."""
        position, used = self.begin(), 0
        for seat, action in answers:
            used += seat == self.pupil and len(position.actions(seat)) > 1
            position.act(action, seat)
            yield used, position

    def is_reached(self, position: Position) -> bool:
        """Return whether the goal is reached."""
        return all(holds(position, line) for line in self.scenario.part("then"))

    def is_lost(self, position: Position) -> bool:
        return any(holds(position, line) for line in self.scenario.part("never"))

    def judge(self, table: Table) -> Judgement:
        """Return how the pupil is doing: the goal counts when it is reached after a move of theirs, or by its consequences."""
        used, position = 0, table.position
        for used, position in self.follow((one.entry.seat, one.entry.action) for one in table.history[table.setup.given :]):
            if used and self.is_reached(position):
                return Judgement(State.SOLVED, used, max(1, MOST_STARS - max(0, used - self.fewest)))
            if used and self.is_lost(position):
                return Judgement(State.FAILED, used)
        is_done = used and (
            table.over or self.pupil not in table.asked or (used >= self.fewest and not self.is_in_reach(position))
        )
        return Judgement(State.FAILED if is_done and not self.waits(table) else State.OPEN, used)

    def is_in_reach(self, position: Position) -> bool:
        """Return whether the pupil can still reach the goal before another seat moves; also where there are too many positions
        to search. After sealed moves only forced moves are followed."""
        seen, ahead = set[bytes](), [position]
        while ahead and len(seen) < MOST_AHEAD:
            one = ahead.pop()
            here = one.states.tobytes()
            if here in seen or self.is_lost(one):
                continue
            if self.is_reached(one):
                return True
            seen.add(here)
            choices = one.actions(self.pupil) if one.to_act == (self.pupil,) else ()
            for action in choices if len(choices) == 1 or not one.game.type.sealed else ():
                after = one.copy()
                after.act(action, self.pupil)
                ahead.append(after)
        return bool(ahead)

    def waits(self, table: Table) -> bool:
        """Return whether others have yet to move before the pupil's moves take effect."""
        others = any(answer(line)[0] != self.pupil for line in self.scenario.part("when"))
        return others and self.pupil not in table.asked and not table.over


@cache
def lessons_of(game: Game) -> dict[str, Lesson]:
    """Return the lessons of a game by their names, in the order of their files."""
    folder = game.folder / "lessons"
    found = [Lesson(game.name, one) for file in (files([folder]) if folder.is_dir() else ()) for one in read(file)]
    for lesson in found:
        if not lesson.scenario.part("when") or not lesson.scenario.part("then"):
            raise InventoriumError(f"{lesson.scenario.path}: {lesson.name}: a lesson needs a solution (when) and a goal (then)")
    return {lesson.name: lesson for lesson in found}


def lesson_at(table: Table) -> Lesson | None:
    """Return the lesson that a table was set up for."""
    name = table.setup.seed.removeprefix(LESSON)
    return lessons_of(load_game(table.setup.game)).get(name) if is_lesson(table.setup) else None
