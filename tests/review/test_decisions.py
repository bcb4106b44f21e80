"""Errors: what a better turn would have been worth, seen from the seat; a blunder planted by hand is found and explained."""

import numpy as np
import pytest

from inventorium import bots, review
from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.review.decisions import Decision, Errors, judge
from inventorium.review.turns import Turn, turns_of

NAMES = library.names()


def begun(name: str, answers: int, players: int = 0, seed: str = "errors") -> Position:
    """A game of greedy bots after some answers, where seat 0 is asked."""
    game = load_game(name)
    position, bot = game.new(players or game.players[0], seed=seed), bots.make("greedy", game, seed)
    while position.actions_taken < answers or position.to_act[:1] != (0,):
        position.act(bot.choose(position.view(position.to_act[0])), position.to_act[0])
    return position


def finished(position: Position, bot: str = "greedy") -> Position:
    player = bots.make(bot, position.game, "finishing")
    while not position.over:
        position.act(player.choose(position.view(position.to_act[0])), position.to_act[0])
    return position


@pytest.mark.parametrize("name", NAMES)
def test_turns_hold_every_answer_of_a_seat_once(name: str) -> None:
    position = finished(begun(name, 5))
    given = [action for seat, action in position.log if seat == 1]
    turns = list(turns_of(position, 1))
    told = [action for turn in turns for action in turn.actions]
    assert len(told) <= len(given) and set(told) <= set(given) and len(turns) > 4
    for turn in turns:
        assert turn.view.seat == 1 and position.log[turn.answers] == (1, turn.actions[0])
        assert turn.view.states.tobytes() == position.at(turn.answers).view(1).states.tobytes()


def test_a_decision_sees_no_more_than_its_seat() -> None:
    """Other secrets of the others, the same judgement."""
    position = begun("genies", 20, 3)
    view = position.view(0)
    other = view.determinize("other secrets")
    assert other.states.tobytes() != position.states.tobytes()
    assert other.view(0).states.tobytes() == view.states.tobytes()
    sheet = tuple(sealed_of(position))
    assert judge(Turn(0, 0, sheet, view), 32) == judge(Turn(0, 0, sheet, other.view(0)), 32)


def sealed_of(position: Position) -> list[int]:
    """What greedy would hand in."""
    trial, bot, found = position.copy(), bots.make("greedy", position.game), list[int]()
    while 0 in trial.to_act:
        found.append(bot.choose(trial.view(0)))
        trial.act(found[-1], 0)
    return found


# After how many answers a seat does what nobody should, and what the better turn is good for.
PLANTED = {
    "legendary-inventors": (111, ["send hypatia playing-cards", "take availability"], "patents"),  # a patent was to be had
    "era-of-inventions": (30, ["execute produce", "produce gas-lamp 1", "done", "done"], "factories"),  # instead of building
    "genies": (0, ["bid 0", "bid 0", "bid 0", "bid 0", "bid 30", "seal"], "stars"),  # all on one, whatever lies there
}


@pytest.mark.parametrize("name", NAMES)
def test_a_blunder_is_found_and_explained(name: str) -> None:
    answers, moves, explain_turn = PLANTED[name]
    position = begun(name, answers)
    at = position.actions_taken
    for move in moves:
        position.play(move, 0)
    turn = next(turn for turn in turns_of(finished(position), 0) if turn.answers == at)
    found = judge(turn, 400)
    assert found.played == tuple(moves) and found.better != found.played
    assert found.kind in ("mistake", "blunder") and found.points > 0, found
    assert explain_turn in sorted(found.why, key=lambda part: -found.why[part])[:2] and found.why[explain_turn] > 1, found.why


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_a_value_has_a_name(name: str) -> None:
    game = load_game(name)
    assert game.value and 0 < len(game.inventory.WORTH) <= game.value.HINTS


def test_what_a_search_plays_loses_nothing() -> None:
    """The same search at the same question: the turn is the best one that it knows."""
    position = begun("legendary-inventors", 30)
    turn = next(turn for turn in turns_of(finished(position.copy()), 0) if turn.answers == position.actions_taken)
    best = judge(turn, 200).better_actions
    again = judge(Turn(0, turn.answers, best, turn.view), 200)
    assert again.loss == 0 and again.kind is None and again.better == again.played


def test_forced_and_indifferent_turns_do_not_count() -> None:
    lost = Decision(0, 1, ("a",), ("b",), (1,), True, 0.06, 0.01, 1.0)
    unsure = Decision(0, 2, ("a",), ("b",), (1,), True, 0.06, 0.05, 1.0)
    nothing = Decision(0, 3, ("a",), ("a",), (0,), False, 0.0, 0.0, 0.0)
    errors = Errors(0, (lost, unsure, nothing))
    assert (lost.kind, unsure.kind, nothing.kind) == ("mistake", None, None)
    assert errors.mean_loss == pytest.approx(0.06) and errors.worst == [lost] and len(errors.counted) == 2
    assert Errors(0, ()).mean_loss == 0
    forced = [turn for turn in turns_of(finished(begun("era-of-inventions", 5)), 0) if len(turn.view.actions()) == 1]
    assert all(len(turn.actions) > 1 for turn in forced)  # a choice came later in the turn


def test_progress_is_told_decision_by_decision() -> None:
    position, told = finished(begun("genies", 5), "random"), list[tuple[int, int]]()
    found = review.errors(position, 0, 16, lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == list(range(len(found.decisions))) and {of for _, of in told} == {len(told)}
    assert np.isfinite([decision.loss for decision in found.decisions]).all()
