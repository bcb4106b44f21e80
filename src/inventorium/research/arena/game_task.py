"""One game between bots: from a task to a result. A result follows from its task alone, wherever it is played."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import numpy as np

from inventorium import bots, review
from inventorium.core.position import Position
from inventorium.research.arena.variant import Variant
from inventorium.research.arena.workers import Procedure

Player = str | type[bots.Bot]  # a bot by its name, or your own class


def name_of(player: Player) -> str:
    return player if isinstance(player, str) else player.__name__


@dataclass(frozen=True)
class Task:
    """One game to be played: a deal, counted from 0, of a seed, with these bots on these seats."""

    variant: Variant
    seed: str
    deal: int
    seats: tuple[Player, ...]

    def key(self) -> tuple[Any, ...]:
        variant = self.variant
        return (
            variant.game,
            variant.edition,
            variant.changes,
            variant.digest,
            self.seed,
            self.deal,
            tuple(map(name_of, self.seats)),
        )


class Played(TypedDict):
    """The common part of all result lines: the game, its bots, and the scores."""

    game: str
    edition: str
    changes: list[list[str]]
    components: str  # the digest of the component file
    seed: str
    deal: int
    seats: list[str]
    scores: list[int]
    places: list[int]


class Fault(bots.Fault):
    """A mistake of a bot that is a program of its own."""

    seat: int


class FaultKind(TypedDict):
    """A distinct fault of a bot: how often it happened, and the end of the bot's error output when it happened first."""

    fault: str
    times: int
    errors: list[str]


class Luck(TypedDict):
    """The luck of every seat, as an evaluation sees it that was fixed before the game."""

    evaluation: str
    wins: list[float]
    points: list[float]


class Result(Played):
    """The result of one game of a match or a ladder."""

    notes: NotRequired[dict[str, str]]  # by bot: a note on it (bots.note_on); older files have none
    answers: int
    luck: Luck | None  # None where nothing can be said of it
    faults: list[Fault]


def key_of(result: Played) -> tuple[Any, ...]:
    """Return the key of the task of a result line."""
    return (
        result["game"],
        result["edition"],
        tuple(map(tuple, result["changes"])),
        result["components"],
        result["seed"],
        result["deal"],
        tuple(result["seats"]),
    )


def play(task: Task) -> Result:
    """Play one game."""
    position, faults = play_task(task)
    return {
        **played(task, position),
        "notes": notes_on(task, position),
        "answers": position.actions_taken,
        "luck": luck(position),
        "faults": faults,
    }


def notes_on(task: Task, position: Position) -> dict[str, str]:
    """Return a note for each bot that plays as another one."""
    notes = {name: bots.note_on(name, position.box, position.options) for name in task.seats if isinstance(name, str)}
    return {name: note for name, note in notes.items() if note}


def luck(position: Position) -> Luck | None:
    """Return the luck of a finished game; None where nothing can be said of it."""
    if not bots.can_judge(position.game) or np.isnan(found := review.luck_of(position)).any():
        return None
    evaluation, (wins, points) = review.evaluation_of(position.game, position.box, position.options), found.round(6).tolist()
    return {"evaluation": evaluation.name, "wins": wins, "points": points}


def play_task(task: Task) -> tuple[Position, list[Fault]]:
    """Play the game of a task to its end; returns the last position, and the faults of the bots."""
    seed = f"{task.seed} deal {task.deal}"
    position = task.variant.new(len(task.seats), seed)
    return position, play_out(position, task.seats, seed)


def played(task: Task, position: Position) -> Played:
    variant = task.variant
    return {
        "game": variant.game,
        "edition": variant.edition,
        "changes": [list(pair) for pair in variant.changes],
        "components": variant.digest,
        "seed": task.seed,
        "deal": task.deal,
        "seats": [*map(name_of, task.seats)],
        "scores": list(position.scores),
        "places": list(position.places),
    }


def play_out(position: Position, seats: tuple[Player, ...], seed: str) -> list[Fault]:
    """Play a game to its end with bots; return their faults."""
    players = [bots.make(name, position.game, seed) for name in seats]
    try:
        while not position.over:
            seat = position.to_act[0]
            position.act(players[seat].choose(position.view(seat)), seat)
        for seat, player in enumerate(players):
            player.end(position.view(seat))
    finally:
        for player in players:
            player.close()
    return [{"seat": seat, **fault} for seat, player in enumerate(players) for fault in player.faults]


def fault_kinds(faults: Iterable[Fault]) -> list[FaultKind]:
    """Return each distinct fault once, in the order in which they happened first."""
    kinds: dict[str, FaultKind] = {}
    for fault in faults:
        kind = kinds.setdefault(fault["fault"], {"fault": fault["fault"], "times": 0, "errors": fault["errors"]})
        kind["times"] += 1
    return list(kinds.values())


def prepare(tasks: list[Task]) -> None:
    """Compile everything that the tasks need, once, before many processes would; a wrong name is refused here."""
    for variant, name, players in dict.fromkeys((task.variant, name, len(task.seats)) for task in tasks for name in task.seats):
        prepare_bot(name, variant.new(players, "0"))
    for variant, players in {task.variant: len(task.seats) for task in tasks}.items():
        review.prepare(variant.new(players, "0"))


def prepare_bot(name: Player, position: Position) -> None:
    with bots.make(name, position.game) as bot:
        bot.prepare(position.view(position.to_act[0]))


PLAYOUT = Procedure("arena 4", play, prepare, key_of)
