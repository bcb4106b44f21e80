"""Tricks: what others may know of the answers."""

from inventorium.core.position import DEALER, Position, RecordedMove


def moves_as_seen(position: Position, answers: list[RecordedMove], seat: int) -> list[RecordedMove]:
    """Cards are dealt face down, one to each in turn: a seat knows its own."""
    return [
        answer if answer.seat != DEALER or number % position.players == seat else RecordedMove(DEALER, "deal ?", answer.question)
        for number, answer in enumerate(answers)
    ]
