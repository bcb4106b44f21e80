"""Era of Inventions: which rule forbids an answer. The rules only know what is legal; here a person learns why not."""
from typing import TYPE_CHECKING

from inventorium.core.errors import Ruling

if TYPE_CHECKING:
    from inventorium.core.game import Position


def why_not(position: "Position", seat: int, move: str) -> Ruling:
    """The ruling on a move that is not among the legal ones."""
    return Ruling("NO-09", "number")
