"""Tables that are no ordinary games: lessons, puzzles, positions to practise and the deal of the day. The seed of a table begins
with what it is."""

from dataclasses import dataclass
from datetime import date

from inventorium.table.table import Setup

LESSON, PUZZLE, PRACTICE, DAILY = "lesson ", "puzzle ", "practice ", "daily "  # how the seeds of their tables begin
EXERCISES = (LESSON, PUZZLE, PRACTICE)  # which no list of games shows


@dataclass(frozen=True)
class Practice:
    """A turn of a reviewed game to try again: the table of that game, the seat, and the number of actions before."""

    table_id: str
    seat: int
    answers: int

    @property
    def seed(self) -> str:
        return f"{PRACTICE}{self.table_id} {self.seat} {self.answers}"


def is_lesson(setup: Setup) -> bool:
    """Return whether a table is a lesson."""
    return setup.given > 0 and setup.seed.startswith(LESSON)


def is_puzzle(setup: Setup) -> bool:
    """Return whether a table is a puzzle."""
    return setup.given > 0 and setup.seed.startswith(PUZZLE)


def is_exercise(setup: Setup) -> bool:
    """Return whether a table is a lesson, a puzzle or a position to practise."""
    return setup.given > 0 and setup.seed.startswith(EXERCISES)


def practice_of(setup: Setup) -> Practice | None:
    """Return the turn that a table is there to practise."""
    if not setup.given or not setup.seed.startswith(PRACTICE):
        return None
    try:
        table_id, seat, answers = setup.seed.removeprefix(PRACTICE).split()
        return Practice(table_id, int(seat), int(answers))
    except ValueError:
        return None


def day_of(setup: Setup) -> date | None:
    """Return the day of whose deal a table is."""
    if setup.given or not setup.seed.startswith(DAILY):
        return None
    try:
        return date.fromisoformat(setup.seed.split()[1])
    except (ValueError, IndexError):
        return None
