"""Experiments: what if it had not been taken? One for each item that a player can take.

From a decision where a bot took an item, the game is played on twice from the bot's view with the same fresh luck: once with
its action, and once with the best actions that leave the item alone for this turn. From there all seats play greedily to the
end. Nothing else differs, so the difference is the effect of taking it, there and then. A bot may take an item at the wrong
time; so a search says, too, whether it would have taken it: whether an item is ever worth taking is seen at those decisions
alone.
"""

import random
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import NamedTuple

import numpy as np

from inventorium import bots
from inventorium.bots.levels import LEVELS, who_plays
from inventorium.bots.searcher import Budget
from inventorium.core.chance import new_stream
from inventorium.core.game import Game
from inventorium.core.position import Position, View
from inventorium.research.arena.game_task import Player
from inventorium.research.lab.inventory import Thing, aims_of

SEARCH = Budget(simulations=200)  # of the search that says whether it would take a thing

Tried = tuple[str, str, bool, float, float]  # kind, thing, whether a search would take it, gain in points, gain in wins


class Decision(NamedTuple):
    """The view of a seat with a choice, and its action."""

    view: View
    answer: int


@cache
def compiled(game: Game) -> ModuleType:
    return game.bind(
        "inventorium.research.lab.rollouts", evaluator=bots.compiled(game, "evaluator"), greedy=bots.compiled(game, "greedy")
    )


def experiments(decisions: Sequence[Decision], seats: Sequence[Player], each: int, seed: str) -> list[Tried]:
    """Try a game without some of the things that were taken in it: at most `each` of every kind."""
    found = []
    for kind, thing, number in drawn(decisions, each, random.Random(f"{seed} what if")):
        view, answer = decisions[number]
        tried = without(view, meant(seats[view.seat], view, answer, seed), (kind, thing), f"{seed} what if {number}")
        if tried is not None:
            found.append((kind, thing, *tried))
    return found


def drawn(decisions: Sequence[Decision], each: int, chance: random.Random) -> list[tuple[str, str, int]]:
    """Return at most `each` items of every kind, and for each of them one decision to take it, so that common items are not
    tried more often than the rest."""
    kinds: dict[str, dict[str, list[int]]] = {}
    for number, decision in enumerate(decisions):
        for kind, thing in aims_of(*decision):
            kinds.setdefault(kind, {}).setdefault(thing, []).append(number)
    return [
        (kind, thing, chance.choice(things[thing]))
        for kind, things in kinds.items()
        for thing in chance.sample(list(things), min(each, len(things)))
    ]


def meant(name: Player, view: View, answer: int, seed: str) -> int:
    """Return the action that a bot intended: some levels blunder on purpose."""
    player, one_in = who_plays(name, view.box, view.options) if name in LEVELS else (name, 0)
    return bots.make(player, view.game, seed).choose(view) if one_in else answer


def without(view: View, answer: int, what: Thing, seed: str) -> tuple[bool, float, float] | None:
    """Return whether a search would take the item, and what the action adds to the lead of the seat at the end and to its share
    of the win. None where there is no comparison: the action takes something else, or every other one takes the same."""
    if what not in aims_of(view, answer) or not leaving(view, what):
        return None
    thought = [line.action for line in bots.analyse(view, SEARCH, seed)]
    others = [action for action in thought if what not in aims_of(view, action)] or leaving(view, what)
    taken, left = view.determinize(seed), view.determinize(seed)
    taken.act(answer, view.seat)
    left.act(others[0], view.seat)
    leave(left, view.seat, what, seed)
    lead, win = (one - other for one, other in zip(end_of(taken, view.seat, seed), end_of(left, view.seat, seed), strict=True))
    return what in aims_of(view, thought[0]), round(lead, 3), round(win, 3)


def leaving(view: View, what: Thing) -> list[int]:
    """Return the actions that do not take it."""
    return [answer for answer in view.actions() if what not in aims_of(view, answer)]


def leave(position: Position, seat: int, what: Thing, seed: str) -> None:
    """Play the seat's best turn without taking the item. Sealed moves have one decision for each item, so nothing more need be
    avoided there."""
    luck = new_stream(f"{seed} leaving")
    while position.to_act[:1] == (seat,) and not position.game.type.simultaneous:
        view = position.view(seat)
        answers = leaving(view, what)
        if not answers:
            return
        position.act(best_of(view, answers, luck), seat)


def best_of(view: View, answers: list[int], luck: np.ndarray) -> int:
    actions, trial, worth = np.resize(answers, view.game.actions), np.empty_like(view.states), np.empty(view.game.actions)
    return int(compiled(view.game).best_of(view.states, view.box.array, view.seat, actions, len(answers), luck, trial, worth))


def end_of(position: Position, seat: int, seed: str) -> tuple[float, float]:
    """Return by how much the seat is ahead of the mean of the others when the game is played to its end, and its share of the
    win."""
    assert position.dealer is not None
    seen, trial = np.empty((2, *position.states.shape), position.states.dtype)
    compiled(position.game).play_on(
        position.states,
        position.box.array,
        position.dealer.stream,
        new_stream(f"{seed} playing"),
        np.empty(position.game.actions, np.int64),
        seen,
        trial,
        np.empty(position.game.actions),
    )
    scores, places = position.scores, position.places
    lead = scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)
    return lead, (places[seat] == 1) / places.count(1)


def prepare(position: Position) -> None:
    """Compile what the experiments need."""
    seat = position.to_act[0]
    bots.analyse(position.view(seat), Budget(simulations=1))
    best_of(position.view(seat), position.actions(seat), new_stream("preparing"))
    end_of(position.view(seat).determinize(0), seat, "preparing")
