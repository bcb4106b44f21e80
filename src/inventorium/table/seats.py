"""The seats of a table."""

from dataclasses import dataclass

KINDS = PERSON, BOT, OPEN = "person", "bot", "open"


@dataclass(frozen=True, slots=True)
class Seat:
    """A person, a bot of some level, or empty. A bot that plays for a person keeps the person's name."""

    kind: str = OPEN
    name: str = ""
    level: str = ""
