"""Tricks: what others may know of the answers."""

from inventorium.core.position import DEALER, Answer, Position


def answers_as_seen(position: Position, answers: list[Answer], seat: int) -> list[Answer]:
    """Cards are dealt face down, one to each in turn: a seat knows its own."""
    return [
        answer if answer.seat != DEALER or number % position.players == seat else Answer(DEALER, "deal ?", answer.question)
        for number, answer in enumerate(answers)
    ]
