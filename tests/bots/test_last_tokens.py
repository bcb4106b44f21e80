"""After the last age of Legendary Inventors only tokens are put on inventors (LI-104). What a seat can make of them is counted;
here it is found by trying everything."""

from typing import Any

import numpy as np
import pytest

import inventorium
from inventorium import bots
from inventorium.core.position import Position
from inventorium.games.legendary_inventors.tables import TOKENS, Phase

GAME = inventorium.load("legendary-inventors")
JUDGING = bots.compiled(GAME, "evaluator")
VALUE: Any = GAME.value
MOST_TOKENS = 7  # of a seat, where everything is tried


def last_window(deal: int, edition: str = "default", **options: str) -> Position:
    """Return a game at its last questions, those of the window."""
    position = GAME.new(4, edition, f"window {deal}", **options)
    answers = [bots.make("random", GAME, f"{deal} {seat}") for seat in range(4)]
    while not position.over and position.states[0].phase != Phase.WINDOW:
        seat = position.to_act[0]
        position.act(answers[seat].choose(position.view(seat)), seat)
    return position


def with_more_tokens(position: Position, deal: int) -> np.ndarray:
    """Return the position with tokens drawn for the seat that is asked."""
    states, random = position.states.copy(), np.random.default_rng(deal)
    tokens = states[0].tokens[states[0].asked]
    while tokens.sum() < MOST_TOKENS:
        tokens[random.integers(TOKENS)] += 1
    return states


def best_by_trying(states: np.ndarray, box: np.ndarray, seat: int, known: dict[bytes, int]) -> int:
    """Return the most points of a seat, over everything that it can do."""
    rules = GAME.rules
    if states[0].asked != seat:
        parts, scores = np.zeros((GAME.seats, 4), np.int64), np.zeros(GAME.seats, np.int64)
        rules.breakdown(states[0], box[0], parts)
        GAME.engine.add_up(states[0], parts, scores)
        return int(scores[seat])
    key = states.tobytes()
    if key not in known:
        actions = np.empty(GAME.actions, np.int64)
        results = []
        for action in actions[: rules.legal_actions(states[0], box[0], seat, actions)].tolist():
            after = states.copy()
            rules.apply(after[0], box[0], seat, action)
            results.append(best_by_trying(after, box, seat, known))
        known[key] = max(results)
    return known[key]


@pytest.mark.parametrize(
    ("deal", "options"),
    [
        *((deal, {}) for deal in range(6)),
        (20, {"vp_token_may_be_flipped": "false"}),
        (21, {"run_must_start_at_zero": "false"}),
        (22, {"edition": "de"}),
        (23, {"edition": "bn"}),
    ],
)
def test_LI_104_what_tokens_are_good_for_in_the_end_is_counted(deal: int, options: dict[str, str]) -> None:
    position = last_window(deal, **options)
    assert not position.over
    states, box = with_more_tokens(position, deal), position.box.array
    seat = int(states[0].asked)
    assert JUDGING.is_decided(states[0])
    most = best_by_trying(states, box, seat, {})
    assert VALUE.final_points(states[0], box[0], np.int64(seat)) == most


@pytest.mark.parametrize("deal", range(4))
def test_LI_104_bots_with_a_network_make_the_most_of_their_last_tokens(deal: int) -> None:
    position = last_window(deal)
    wanted = [int(VALUE.final_points(position.states[0], position.box.array[0], np.int64(seat))) for seat in range(4)]
    names = ("net", "net:50")
    while not position.over:
        seat = position.to_act[0]
        position.act(bots.make(names[seat % 2], GAME, 1).choose(position.view(seat)), seat)
    assert list(position.scores) == wanted
