"""A review adds up and stays within what can be won, luck is nothing on average, and chances that are off are noticed."""

import json
import os
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from dev import calibration
from inventorium import bots, cli, review
from inventorium.bots.calibration import Calibration, read as read_calibration, write as write_calibration
from inventorium.bots.networks import as_int32
from inventorium.core import library
from inventorium.core.dealer import Dealer
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.position import DEALER, Position
from inventorium.research.arena.game_task import Task, luck, play, play_out
from inventorium.research.arena.match import adjusted
from inventorium.research.arena.variant import variant_of
from inventorium.research.lab.luck import row_of
from inventorium.research.lab.measurements import luck as lab_luck
from inventorium.review.attribution import LEAST, Walk, favour, seeming_favour, walk
from inventorium.review.evaluation import METHOD, evaluation_of, expected
from inventorium.review.report import as_json
from inventorium.terminal.review import print_review
from tests.tiers import in_tiers

GAMES = int(os.environ.get("INVENTORIUM_LUCK", "2"))  # `make long` and `python -m dev luck` take many
NAMES = library.names()
OUTLOOK = review.Evaluation("outlook", None)  # the hand-written value


@cache
def played(name: str, seed: int, bot: str = "random", players: int = 0) -> Position:
    game = load_game(name)
    position = game.new(players or game.players[seed % len(game.players)], seed=f"luck {seed}")
    play_out(position, (bot,) * position.players, str(seed))
    return position


def bent(name: str) -> review.Evaluation:
    """An evaluation that is wrong on purpose: it likes whom it likes."""
    game = load_game(name)
    net = evaluation_of(game, game.box()).net
    assert net is not None
    noise = np.random.default_rng(1).normal(size=net.heads.shape).astype(np.float32)
    return review.Evaluation("bent", net._replace(heads=net.heads + noise, heads_bias=net.heads_bias + noise[0]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_everything_adds_up(name: str, bot: str) -> None:
    for seed in range(GAMES):
        for evaluation in (None, bent(name)):
            check(played(name, seed, bot), evaluation)


def test_everything_adds_up_by_the_hand_written_value_too() -> None:
    check(played("legendary-inventors", 0), OUTLOOK)


@pytest.mark.parametrize(
    "name, is_known", in_tiers([("legendary-inventors", False), ("genies", True)], ("legendary-inventors", False))
)
def test_luck_is_unknown_where_the_evaluation_sees_no_difference_between_deals(
    name: str, is_known: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A card that is laid out is worth nothing to the hand-written value of Legendary Inventors: once that was luck of 0.0."""
    position = played(name, 0, "greedy")
    for module in ("review", "review.attribution", "review.evaluation"):
        monkeypatch.setitem(vars(sys.modules[f"inventorium.{module}"]), "evaluation_of", lambda *about: OUTLOOK)
    account = review.review_of(position)
    print_review(account)
    shown, found = capsys.readouterr().out, luck(position)
    for balance in (balance for seat in account.seats for balance in (seat.wins, seat.points)):
        assert (balance.luck is not None) == (balance.adjusted is not None) == is_known
    assert bool(account.deals) == (found is not None) == is_known != ("luck: unknown" in shown)
    assert as_json(account)["seats"][0]["wins"]["luck"] == account.seats[0].wins.luck


def test_luck_that_is_unknown_is_not_summed_up() -> None:
    """Neither in a match nor in the lab, also where only some games have none."""
    task = Task(variant_of("legendary-inventors"), "1", 0, ("greedy", "greedy"))
    known = play(task)
    for results in ([{**known, "luck": None}] * 2, [known, {**known, "luck": None}]):
        assert adjusted([(result, 0) for result in results]) is None  # type: ignore[misc]
        assert lab_luck(results) is None  # type: ignore[arg-type]
        row = row_of(results)  # type: ignore[arg-type]
        assert row["evaluation"] == "" and row["wins"]["mean"] is row["points"]["mean"] is None


def check(position: Position, evaluation: review.Evaluation | None) -> None:
    found = review.review_of(position, evaluation)
    knows_luck = evaluation is not OUTLOOK  # of Legendary Inventors, where it is nothing to that one
    for seat, entry in enumerate(found.seats):
        for balance in (entry.wins, entry.points):
            assert (balance.luck is not None) == knows_luck
            parts = balance.start + (balance.luck or 0.0) + balance.own + balance.others
            assert parts == pytest.approx(balance.result, abs=1e-9)
        wins = entry.wins
        assert abs(wins.own) <= 1 and (evaluation is not None or max(abs(wins.luck or 0.0), abs(wins.others)) <= 1)
        assert -1e-9 <= wins.start + (wins.luck or 0.0) + wins.others <= 1 + 1e-9
        assert wins.start == pytest.approx(1 / position.players) and entry.points.start == found.seats[0].points.start
        if position.players == 2:  # whom should the other favour? Only what luck takes out of bounds is put back
            assert entry.points.others == 0
            assert wins.others == pytest.approx(0, abs=1e-9) or not LEAST <= wins.start + (wins.luck or 0.0) <= 1 - LEAST
        assert entry.points.result == position.scores[seat]
        assert entry.wins.result == pytest.approx((seat in position.winners) / len(position.winners))
    whole = ("start", "result", "adjusted") if knows_luck else ("start", "result")
    for what in (*whole, *(("luck",) if knows_luck else ()), "own", "others"):
        assert sum(getattr(seat.wins, what) for seat in found.seats) == pytest.approx(float(what in whole), abs=1e-9)
    for deal in found.deals:
        assert sum(deal.wins) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_luck_is_what_was_dealt_beside_all_that_could_have_been(name: str) -> None:
    """Counted once more by hand, with the rules as everybody plays them: where the next to answer is a seat."""
    position, checked = played(name, 1), 0
    path, log, rules = walk(position), position.log, position.game.rules
    earlier = position.initial_copy()
    for i, (seat, action) in enumerate(log):
        if seat == DEALER and log[i + 1][0] != DEALER:
            values, weights = {}, {}
            for deal in earlier.actions(DEALER):
                after = earlier.copy()
                after.act(deal, DEALER)
                values[deal], weights[deal] = expected(after), int(rules.weight(earlier.state, position.box.array[0], deal))
            mean = sum(weights[deal] * values[deal] for deal in values) / sum(weights.values())
            assert path.luck[i] == pytest.approx(values[action] - mean, abs=1e-9)
            checked += 1
        earlier.act(action, seat)
    assert checked > 3


@pytest.mark.parametrize("name", NAMES)
def test_decisions_are_judged_before_the_dice_fall(name: str) -> None:
    """What a seat could expect before a deal does not depend on what was dealt then."""
    position = played(name, 2)
    first = next(i for i, (seat, _) in enumerate(position.log) if i > 20 and seat == DEALER)
    earlier = position.at(first)
    earlier.dealer = None
    other = next(action for action in earlier.actions(DEALER) if action != position.log[first][1])
    earlier.act(other, DEALER)
    earlier.deal_on(Dealer("another"))
    play_out(earlier, ("random",) * position.players, "another")
    one, twin = walk(position), walk(earlier)
    assert one.before[first] == pytest.approx(twin.before[first], abs=1e-12)
    assert not np.allclose(one.then[first], twin.then[first])


@pytest.mark.parametrize("name", NAMES)
def test_luck_is_nothing_on_average_with_any_evaluation(name: str) -> None:
    """A sum that forgets a weight, or a mean taken at the wrong place, is off by far more with a bent evaluation."""
    for evaluation in (None, bent(name)):
        found = np.array([review.luck_of(played(name, seed, "random", 3), evaluation) for seed in range(5 * GAMES)])
        error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
        assert (np.abs(found.mean(axis=0)) <= 4 * error).all()  # 4: so that a test of chance fails once in a blue moon
        assert error.min() > 0


@pytest.mark.parametrize("name", NAMES)
def test_an_evaluation_is_named_by_what_it_is(name: str) -> None:
    game = load_game(name)
    found = evaluation_of(game, game.box())
    assert found.net is not None and found.name.startswith(f"{METHOD} network:")
    assert review.review_of(played(name, 0)).evaluation == found.name


@pytest.mark.parametrize("name", NAMES)
def test_chances_add_up_to_one_and_end_with_the_result(name: str) -> None:
    found = review.review_of(played(name, 3))
    assert [moment.answers for moment in found.curve] == sorted({moment.answers for moment in found.curve})
    for moment in found.curve:
        assert sum(moment.wins) == pytest.approx(1, abs=1e-9) and min(moment.wins) >= 0
    assert found.curve[-1].points == played(name, 3).scores


@pytest.mark.parametrize("players", [3, 4])
def test_equal_seats_begin_equal(players: int) -> None:
    """Who begins is dealt, so it is luck, also for an evaluation that likes whom it likes."""
    for name in NAMES:
        for evaluation in (None, bent(name)):
            path = walk(played(name, 1, "random", players), evaluation)
            assert path.start[0] == pytest.approx(1 / players) and np.ptp(path.start[1]) == 0
            assert path.first > 0 and np.ptp(path.luck[: path.first, 0].sum(axis=0)) > 0


def test_favour_counts_as_much_as_it_proves_true_and_takes_nobody_out_of_bounds() -> None:
    path = walk(played("legendary-inventors", 1, "random", 4))
    without, seeming = path.start + path.luck.sum(axis=0), seeming_favour(path)
    assert np.abs(seeming[0]).max() > 0.05 and seeming.sum(axis=1) == pytest.approx(0, abs=1e-9)
    assert favour(path, without, (0.0, 0.0)) == pytest.approx(0, abs=1e-12)
    ends = [(without + favour(path, without, (much, much)))[0] for much in (0.3, 1e3)]
    assert all(end.sum() == pytest.approx(1) and end.min() >= 0 and end.max() <= 1 for end in ends)
    best = seeming[0].argmax()
    assert ends[1][best] > ends[0][best] > without[0][best]


def test_a_move_that_costs_all_others_alike_favours_nobody() -> None:
    """What a move costs its player goes to the others in proportion to their chances: nobody was treated better."""
    log, nothing = np.array([[0, 1]]), np.zeros((1, 2, 3))
    usual, then = nothing.copy(), nothing.copy()
    usual[0, 0], then[0, 0] = (0.4, 0.4, 0.2), (0.1, 0.6, 0.3)
    path = Walk(log, np.concatenate([usual, then]), usual, then, np.full((1, 3, 2, 3), np.nan), np.array([2]))
    assert seeming_favour(path) == pytest.approx(0, abs=1e-8)
    then[0, 0] = (0.1, 0.4, 0.5)
    assert seeming_favour(path)[0] == pytest.approx([0, -0.2, 0.2], abs=1e-8)


@pytest.mark.parametrize("loss, is_unfamiliar", [(0.0, True), (1.0, False)])
def test_a_review_says_when_play_is_unfamiliar(loss: float, is_unfamiliar: bool, capsys: pytest.CaptureFixture[str]) -> None:
    position = played("legendary-inventors", 1)
    found = review.review_of(position, replace(evaluation_of(position.game, position.box), loss=loss))
    print_review(found)
    assert found.is_unfamiliar == is_unfamiliar == ("more than 5 percentage points" in " ".join(capsys.readouterr().out.split()))


# ---------------------------------------------------------------- calibration


@pytest.mark.parametrize("name", NAMES)
def test_a_temperature_changes_what_is_shown_and_no_search(name: str) -> None:
    game = load_game(name)
    inference, net = bots.compiled(game, "inference"), evaluation_of(game, game.box()).net
    assert net is not None
    position = played(name, 1, "random", 3).at(40)
    found = []
    for one in (0.0, 0.5):
        temperature = np.zeros_like(net.temperature)
        temperature[3, 0] = one
        states, thought = position.states.copy(), np.zeros((3, game.seats))
        other = net._replace(temperature=temperature)
        room = inference.new_scratch(states, other)
        inference.judge(states[0], as_int32(states), position.box.array[0], other, room, *thought)
        found.append(thought[:, :3])
    (points, wins, utilities), (same_points, cooler, same_utilities) = found
    assert (points == same_points).all() and (utilities == same_utilities).all()
    expected = wins ** np.exp(-0.5)
    assert cooler == pytest.approx(expected / expected.sum(), rel=1e-6) and np.ptp(cooler) < np.ptp(wins)


def test_a_calibration_is_read_as_it_was_written_and_only_beside_its_network(tmp_path: Path) -> None:
    network, found = tmp_path / "components.network", Calibration({2: (0.25, -0.05), 4: (0.5, 0.0)}, (0.25, 0.125), 0.02)
    network.write_bytes(b"weights")
    assert read_calibration(network) == Calibration()
    write_calibration(network, found)
    again = read_calibration(network)
    assert again == replace(found, digest=again.digest) and again.digest
    assert again.array(4).tolist() == [[0, 0], [0, 0], [0.25, -0.05], [0, 0], [0.5, 0]]
    network.write_bytes(b"other weights")
    assert read_calibration(network) == Calibration()
    (tmp_path / "calibration.toml").write_text("network = 3 = 4")
    with pytest.raises(InventoriumError, match="not the calibration"):
        read_calibration(network)


@pytest.mark.parametrize("power, is_noticed", [(1.0, False), (2.0, True), (0.5, True)])
def test_chances_that_are_too_sure_or_too_modest_are_noticed(power: float, is_noticed: bool) -> None:
    """Made up games, in which the true chances are known."""
    chance, games = np.random.default_rng(4), []
    for _ in range(2000):
        true = chance.dirichlet(np.ones(4))
        winner = chance.choice(4, p=true)
        places = [1 if seat == winner else 2 for seat in range(4)]
        said = true**power / (true**power).sum()
        games.append({"chances": [said.tolist()], "places": places, "spread": [1.0]})
    assert any(one.is_off for one in calibration.deciles(games)) == is_noticed  # type: ignore[arg-type]
    one, other = calibration.fitted_temperature(games)  # type: ignore[arg-type]
    assert np.exp(one + other) == pytest.approx(power, rel=0.1)


def test_a_game_that_is_not_over_has_no_account() -> None:
    for look in (review.review_of, review.luck_of, lambda position: review.errors(position, 0)):
        with pytest.raises(InventoriumError, match="not over"):
            look(load_game("genies").new(2, seed=1))


def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "game.record"
    record.write_text(played("genies", 0).record(), encoding="utf-8")
    assert run("analyse", str(record), "--json", "--seat", "0", "--simulations", "16", monkeypatch=monkeypatch) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["version"] == 4 and told["game"] == "genies" and told["evaluation"].startswith(f"{METHOD} network:")
    for seat in told["seats"]:
        wins = seat["wins"]
        assert wins["start"] + wins["luck"] + wins["own"] + wins["others"] == pytest.approx(wins["result"])
        assert wins["adjusted"] == pytest.approx(wins["result"] - wins["luck"])
    assert told["errors"]["seat"] == 0 and len(told["errors"]["decisions"]) >= told["errors"]["counted"] > 0
    assert run("analyse", str(record), monkeypatch=monkeypatch) == 0
    assert "others' play" in capsys.readouterr().out
    record.write_text(load_game("genies").new(2, seed=1).record(), encoding="utf-8")
    assert run("analyse", str(record), monkeypatch=monkeypatch) == 2
    assert "not over" in capsys.readouterr().err


def run(*words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """A command in this process; returns its exit status."""
    monkeypatch.setattr(sys, "argv", ["inventorium", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)
