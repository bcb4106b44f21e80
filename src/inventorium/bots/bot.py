"""The base class of bots: a bot gets a view of a position, never more, and returns the number of an action."""

import hashlib
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.position import View


class Fault(TypedDict):
    """A mistake of a bot that is a program of its own. `errors` is the end of its error output, where the fault is a new one."""

    question: int  # from 1; 0 before the first
    fault: str
    errors: list[str]


class Bot:
    """A bot has no memory: the same view and the same seed give the same action, whatever happened before."""

    def __init__(self, name: str, game: Game, seed: int | str = 0) -> None:
        self.name, self.game, self.seed = name, game, seed
        self.faults: list[Fault] = []  # what went wrong in a bot that is a program of its own
        self.network: Path | None = None  # the file of the network it plays with; none: the one beside the components

    def choose(self, view: View) -> int:
        """Return the number of the bot's action. A forced move needs no search."""
        answers = legal_count(view)
        return answers[0] if len(answers) == 1 else self.think(view)

    def think(self, view: View) -> int:
        """Return the number of the bot's action where there are several. A bot of your own overrides this method."""
        raise NotImplementedError

    def stream(self, view: View) -> np.ndarray:
        """Return the bot's own random numbers for this decision; they have nothing to do with the dealer's."""
        seen = hashlib.sha256(view.states.tobytes()).hexdigest()
        return new_stream(f"bot {self.seed} seat {view.seat} sees {seen}")

    def buffer(self) -> np.ndarray:
        """Return an array with space for the numbers of all actions."""
        return np.empty(self.game.actions, np.int64)

    def prepare(self, view: View) -> None:
        """Compile what the bot needs, so that its first choice takes no longer."""
        self.choose(view)

    def end(self, view: View) -> None:
        """Hear that the game is over; this is how it ended."""

    def close(self) -> None:
        """Release what the bot holds; it is no longer needed."""

    def __enter__(self) -> "Bot":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def legal_count(view: View) -> list[int]:
    """Return the actions between which a bot chooses; there is at least one."""
    if view.over:
        raise InventoriumError("the game is over; there is no move to choose")
    if view.seat not in view.to_act:
        asked = ", ".join("the dealer" if seat < 0 else f"seat {seat}" for seat in view.to_act)
        raise InventoriumError(f"seat {view.seat} does not have to move, so its bot cannot choose; to move: {asked}")
    answers = view.actions()
    if not answers:
        raise InventoriumError(f"seat {view.seat} has to move but has no legal action: no game leads to this position")
    return answers
