"""One sample: a game, played by bots and analysed. It depends on its task alone, wherever it is played."""

import random
from dataclasses import dataclass
from typing import Any, TypedDict

from inventorium import bots, review
from inventorium.bots.searcher import Budget
from inventorium.core.position import DEALER, Position
from inventorium.research.arena.game_task import Luck, Played, Task, key_of, luck, play_task, played, prepare_bot
from inventorium.research.arena.workers import Procedure
from inventorium.research.lab import experiments
from inventorium.research.lab.experiments import Decision, Tried

STEPS = 10  # the scores are noted at every tenth of a game
THOUGHT = Budget(simulations=2000)  # how long a decision is studied


@dataclass(frozen=True)
class SampleTask(Task):
    """One game to be played; `study` is the number of its decisions that are analysed, `trials` the number of things of every
    kind that are tried without."""

    study: int = 0
    trials: int = 0

    def key(self) -> tuple[Any, ...]:
        return (*super().key(), self.study, self.trials)


class GameTrace(TypedDict):
    """What happened in a game."""

    answers: int
    turns: int
    first: int  # the seat that moved first
    curve: list[list[int]]  # the points of all seats after every tenth of the game
    decisions: list[int]  # of every seat: decisions with a choice
    choices: list[int]  # of every seat: the legal actions at these decisions
    gains: dict[str, list[tuple[str, int, int]]]  # of every kind: (thing, seat, turn); seat -1: it was laid out
    tally: dict[str, list[float]]  # of every row of the game's own table: (sum, number) of its values
    prices: list[tuple[str, str, float]]  # (kind, thing, price)


class Sample(Played, GameTrace):
    """The stored figures of a game, as a line of JSON."""

    study: int
    trials: int
    luck: Luck | None
    parts: list[list[int]]  # what the points of every seat are made of
    faults: int
    closeness: list[list[float]]  # of every decision that was studied: gap in wins, gap in points
    tried: list[Tried]


def sample_key(sample: Sample) -> tuple[Any, ...]:
    """Return the key of the task of a sample."""
    return (*key_of(sample), sample["study"], sample["trials"])


def play(task: SampleTask) -> Sample:
    """Play one game and analyse it."""
    position, faults = play_task(task)
    course, decisions = look_at(position)
    seed = f"{task.seed} deal {task.deal}"
    return {
        **played(task, position),
        **course,
        "study": task.study,
        "trials": task.trials,
        "luck": luck(position),
        "parts": [list(parts.values()) for parts in position.breakdown],
        "faults": len(faults),
        "closeness": closeness(decisions, task.study, seed),
        "tried": experiments.experiments(decisions, task.seats, task.trials, seed) if task.trials else [],
    }


def look_at(position: Position) -> tuple[GameTrace, list[Decision]]:
    """Replay a finished game; return what happened, and the decisions themselves."""
    inventory, box, log = position.game.inventory, position.box, position.log
    earlier = position.at(0)
    earlier.dealer = None
    turns, last, first = 0, DEALER, DEALER
    curve: list[list[int]] = []
    choices: list[list[int]] = [[] for _ in range(position.players)]
    gains: dict[str, list[tuple[str, int, int]]] = {kind: [] for kind in inventory.items(box)}
    tally: dict[str, list[float]] = {row: [0.0, 0] for row in inventory.TALLY}
    prices: list[tuple[str, str, float]] = []
    decisions: list[Decision] = []
    for number, (seat, action) in enumerate(log):
        if seat != DEALER:
            if seat != last:
                turns, last = turns + 1, seat
            first = seat if first == DEALER else first
            count = len(earlier.actions(seat))
            if count > 1:
                choices[seat].append(count)
                decisions.append(Decision(earlier.view(seat), action))
        before = earlier.state.copy()
        earlier.act(action, seat)
        for who, kind, thing in inventory.gains(box, before, earlier.state, seat, action):
            gains[kind].append((thing, who, turns))
        for row, value in inventory.tally(box, before, earlier.state):
            tally[row] = [tally[row][0] + value, tally[row][1] + 1]
        prices += inventory.prices(box, before, earlier.state)
        if (number + 1) * STEPS // len(log) > len(curve):
            curve.append(list(earlier.scores))
    return {
        "answers": len(log),
        "turns": turns,
        "first": first,
        "curve": curve,
        "gains": gains,
        "tally": tally,
        "prices": prices,
        "decisions": [len(seat) for seat in choices],
        "choices": [sum(seat) for seat in choices],
    }, decisions


def closeness(decisions: list[Decision], study: int, seed: str) -> list[list[float]]:
    """Return, for some decisions drawn at random, by how much the best action is better than the next best, in chance to win
    and in points, by search."""
    chosen = random.Random(f"{seed} study").sample(range(len(decisions)), min(study, len(decisions)))
    found = []
    for number in sorted(chosen):
        view = decisions[number].view
        lines = sorted(bots.analyse(view, THOUGHT, seed), key=lambda line: line.wins[view.seat], reverse=True)
        if len(lines) > 1:
            best, second = lines[:2]
            found.append(
                [
                    round(best.wins[view.seat] - second.wins[view.seat], 4),
                    round(best.points[view.seat] - second.points[view.seat], 3),
                ]
            )
    return found


def prepare(tasks: list[SampleTask]) -> None:
    """Compile everything that the tasks need, once, before many processes would; a wrong name is refused here."""
    needed = dict.fromkeys(
        (task.variant, len(task.seats), name, task.study > 0, task.trials > 0) for task in tasks for name in task.seats
    )
    for variant, players, name, studied, tried in needed:
        position = variant.new(players, "0")
        prepare_bot(name, position)
        review.prepare(position)
        if studied:
            bots.analyse(position.view(position.to_act[0]), Budget(simulations=1))
        if tried:
            experiments.prepare(position)


SAMPLING = Procedure("lab 3", play, prepare, sample_key)
