"""Entries: what happens at a table, numbered. They are all that is stored of a game."""

from dataclasses import dataclass
from operator import attrgetter

KINDS = ACTION, UNDO, SEAT, CHAT = "answer", "undo", "seat", "chat"
PLANNED = "planned"  # the text of a conditional move
HINTED = "hinted"  # the text of an action that followed a hint
CHANGES = SAT_DOWN, HANDED_OVER, REPLACED, CAME_BACK, RESIGNED = (  # of a seat; entries know them by their place
    "sat-down",
    "handed-over",
    "replaced",
    "came-back",
    "resigned",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. Numbers begin with 1 and have no gaps.

    `answer`: `seat` (-1: the dealer) took `action`; `automatic`, where it was the only one; `text` is PLANNED
              for a conditional move, HINTED where a hint had been shown.
    `undo`:   `seat` undid its action of the entry number `action`, and what followed from it without a choice.
    `seat`:   another player or bot acts for `seat` from now on; `text` is the name, `action` the place in CHANGES: a player sat
              down, handed over to a bot, was replaced by one because the others waited too long, came back, or resigned.
    `chat`:   `seat` says `text`.
    """

    number: int
    kind: str
    seat: int
    action: int = 0
    automatic: bool = False
    text: str = ""
    time: float = 0.0  # seconds since 1970

    @property
    def is_play(self) -> bool:
        """Whether it changes the position."""
        return self.kind in (ACTION, UNDO)

    @property
    def row(self) -> tuple[object, ...]:
        """Everything in it, in this order: `Entry(*row)` is the same entry."""
        return FIELDS(self)


FIELDS = attrgetter(*Entry.__dataclass_fields__)
