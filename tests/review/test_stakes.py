"""Points count where a game is as good as decided; good turns gain beside usual play; why a game was won."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from inventorium import bots, review
from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.review import best_lines, decisions, stakes, usual_play
from inventorium.review.decisions import Gain, judge, with_gain
from inventorium.review.outcome import outcome_of
from inventorium.review.ranking import best_other, ranked
from inventorium.review.stakes import Margin, is_decided, margin_of
from inventorium.review.turns import Turn, completed, turns_of
from inventorium.review.usual_play import Usual, usual_instead
from tests.review.test_decisions import begun, finished

NAMES = library.names()
TREES = [name for name in NAMES if not load_game(name).type.sealed]


@cache
def whole(name: str) -> Position:
    game = load_game(name)
    return finished(game.new(game.players[0], seed="stakes"))


def test_what_a_margin_counts() -> None:
    gains = np.array([[0.010, 1.0], [0.012, 3.0]])
    open_game, decided = margin_of(gains, False), margin_of(gains, True)
    assert not margin_of(10 * gains, True).in_points, "who puts a win at risk loses chances"
    assert open_game.counts == pytest.approx(0.011) and decided.counts == pytest.approx(2 * stakes.POINT)
    assert open_game.is_certain and decided.counts_error == pytest.approx(stakes.POINT)
    assert not Margin(0.0, 0.0, 0.0, 0.0, True).is_certain and not Margin(-0.1, 0.0, -1.0, 0.0, True).is_certain


def decided_position(name: str) -> Position:
    """The last question with a choice in a finished game that is as good as decided for whoever is asked."""
    position = whole(name)
    for answers in range(len(position.log) - 1, 0, -1):
        at = position.at(answers)
        if at.to_act and at.to_act[0] >= 0 and len(at.actions(at.to_act[0])) > 2 and is_decided(at.view(at.to_act[0])):
            return at
    raise AssertionError("no game ends like this")


@pytest.mark.parametrize("name", TREES)
def test_where_a_game_is_decided_moves_are_ranked_by_points(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = decided_position(name).view(decided_position(name).to_act[0])
    lines = ranked(view, bots.adviser(view, 0, bots.Budget(simulations=64)))
    assert {line.action for line in lines} == {*view.actions()}, "every move is there"
    for group in ([one for one in lines if one.share >= 0.02], [one for one in lines if one.share < 0.02]):
        assert all(one.points[view.seat] >= other.points[view.seat] for one, other in pairwise(group))
    turn = Turn(view.seat, 0, completed(Turn(view.seat, 0, (), view), [lines[-1].action]), view)
    judged = judge(turn, 64)
    assert judged.in_points and judged.margin.counts == pytest.approx(stakes.POINT * judged.points)
    assert best_other(turn, 64) is not None, "there is something to compare it with"
    monkeypatch.setattr(bots, "HINTED", 64)
    assert best_lines.hint(view, 60) == lines[0].action, "hints share the opinion"


def test_the_moves_of_an_open_game_are_those_of_the_search() -> None:
    view = load_game("legendary-inventors").new(3, seed="open").view(0)
    adviser = bots.adviser(view, 0, bots.Budget(simulations=64))
    assert not is_decided(view) and ranked(view, adviser) == bots.analyse(view, bots.Budget(simulations=64))


def test_where_a_search_knows_the_best_the_others_are_there_too() -> None:
    """In the final exchange of Era of Inventions all points can be counted."""
    position = whole("era-of-inventions")
    at = next(
        one
        for answers in range(len(position.log) - 1, 0, -1)
        if (one := position.at(answers)).to_act[:1] != (-1,) and len(one.actions(one.to_act[0])) > 1
    )
    view = at.view(at.to_act[0])
    adviser = bots.adviser(view, 0, bots.Budget(simulations=64))
    assert len(adviser.study(view)) == 1
    lines = ranked(view, adviser)
    assert len(lines) == len(view.actions()) and lines[0] == adviser.study(view)[0]


# ---------------------------------------------------------------- good turns


@pytest.mark.parametrize("name", NAMES)
def test_what_is_usually_played_leads_elsewhere(name: str) -> None:
    found = [(turn, usual_instead(turn)) for turn in list(turns_of(whole(name), 0))[:6]]
    for turn, usual in found:
        if usual:
            assert usual.actions != turn.actions and 0 < usual.share <= 1
            assert review.decisions.written(turn, usual.actions)
    assert any(usual for _, usual in found)


def test_a_turn_that_everybody_plays_is_no_great_one(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = next(turns_of(whole("legendary-inventors"), 0))
    monkeypatch.setattr(usual_play, "one_turn", lambda turn, number: turn.actions)
    assert usual_instead(turn) is None


def test_a_turn_gains_beside_a_blunder_that_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """The blunder planted in test_decisions, the other way round."""
    position = begun("legendary-inventors", 111)
    view = position.view(0)
    at = position.copy()
    blunder = []
    for move in ("send hypatia playing-cards", "take availability"):
        blunder.append(next(action for action in at.actions(0) if at.write(0, action) == move))
        at.act(blunder[-1], 0)
    turn = Turn(0, 0, tuple(blunder), view)
    good = replace(turn, actions=judge(turn, 400).better_actions)
    calm = replace(judge(good, 1), loss=0.0, points=0.0, counted=True)
    monkeypatch.setattr(decisions, "usual_instead", lambda turn: Usual(tuple(blunder), 0.75))
    gain = with_gain(good, calm).gain
    assert gain and gain.margin.is_certain and gain.usual_actions == tuple(blunder) and gain.counts > decisions.LEAST_GAIN
    monkeypatch.setattr(decisions, "usual_instead", lambda turn: Usual(good.actions, 0.75))
    assert with_gain(turn, replace(calm, better=("x",))).gain is None, "what lost something gained nothing"


def test_the_best_turns_come_first_and_decided_ones_last() -> None:
    def gained(answers: int, counts: float, in_points: bool = False, share: float = 1.0) -> decisions.Decision:
        margin = Margin(counts, 0.001, counts / stakes.POINT, 0.001, in_points)
        gain = Gain(("u",), (2,), margin, share, None)
        return decisions.Decision(0, answers, ("a",), ("a",), (1,), True, 0.0, 0.0, 0.0, in_points=in_points, gain=gain)

    errors = decisions.Errors(0, (gained(1, 0.05), gained(2, 0.5, True), gained(3, 0.3), gained(4, 0.4, share=0.1)))
    assert [one.answers for one in errors.best] == [3, 1, 4], "and no more than three"


# ---------------------------------------------------------------- the result


@pytest.mark.parametrize("name", NAMES)
def test_why_a_game_was_won_is_read_off_the_scores(name: str) -> None:
    position, words = whole(name), load_game(name).words("en")
    for seat in range(position.players):
        found = outcome_of(position, seat, words)
        assert found.rival != seat and found.lead == position.scores[seat] - position.scores[found.rival]
        assert position.places[found.rival] == min(place for other, place in enumerate(position.places) if other != seat)
        assert bool(found.parts) == bool(found.lead)
        sign = 1 if found.lead > 0 else -1
        differences = {
            part: sign * (own - position.breakdown[found.rival][part]) for part, own in position.breakdown[seat].items()
        }
        if found.parts:
            assert differences[found.parts[0].name] == max(differences.values()) > 0
        for part in found.parts:
            assert (part.own, part.other) == (position.breakdown[seat][part.name], position.breakdown[found.rival][part.name])
            assert differences[part.name] > 0
        if found.stage:
            assert sign * (found.stage.after - found.stage.before) > 0
