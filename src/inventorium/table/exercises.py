"""Tables that are no ordinary games: lessons, puzzles and the deal of the day. The seed of a table begins with what it is."""

from datetime import date

from inventorium.table.table import Setup

LESSON, PUZZLE, DAILY = "lesson ", "puzzle ", "daily "  # how the seeds of their tables begin


def is_lesson(setup: Setup) -> bool:
    """Return whether a table is a lesson."""
    return setup.given > 0 and setup.seed.startswith(LESSON)


def is_puzzle(setup: Setup) -> bool:
    """Return whether a table is a puzzle."""
    return setup.given > 0 and setup.seed.startswith(PUZZLE)


def is_exercise(setup: Setup) -> bool:
    """Return whether a table is a lesson or a puzzle, which no list of games shows."""
    return is_lesson(setup) or is_puzzle(setup)


def day_of(setup: Setup) -> date | None:
    """Return the day of whose deal a table is."""
    if setup.given or not setup.seed.startswith(DAILY):
        return None
    try:
        return date.fromisoformat(setup.seed.split()[1])
    except (ValueError, IndexError):
        return None
