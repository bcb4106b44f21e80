"""OpenSpiel's own tests and algorithms, on every game and player count."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="the door to OpenSpiel is an extra: pip install inventorium[open-spiel]")

import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.algorithms.cfr import CFRSolver
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

import inventorium.research.adapters.open_spiel  # noqa: F401  (registers the games)
from inventorium.core.errors import InventoriumError
from inventorium.core.planes import planes_of
from inventorium.core.position import Position
from inventorium.research.batch import observation
from inventorium.testing import load, play_on

GAMES = {
    "legendary-inventors": "inventorium_legendary_inventors",
    "era-of-inventions": "inventorium_era_of_inventions",
    "genies": "inventorium_genies",
}
SETTINGS = [(name, players) for name in GAMES for players in load(name).players]


def played(state: Any, moves: int, seed: int = 1) -> Any:
    """Play this many moves at random, fewer if the game ends."""
    chance = random.Random(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, odds)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), SETTINGS)
def test_conformance(name: str, players: int) -> None:
    game = pyspiel.load_game(GAMES[name], {"players": players})
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=players == load(name).players[0], verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_dealer_deals_with_the_weights_of_the_cards(name: str) -> None:
    """The odds are those of the rules: the equal cards or tokens behind each answer, as a share of all."""
    game = load(name)
    state = pyspiel.load_game(GAMES[name]).new_initial_state()
    uneven = 0
    while not state.is_terminal():
        if state.is_chance_node():
            position = state.position
            odds = dict(state.chance_outcomes())
            weights = {
                action: game.rules.weight(position.state, position.box.array[0], action) for action in position.actions(-1)
            }
            assert odds.keys() == weights.keys() and sum(odds.values()) == pytest.approx(1)
            assert all(odds[action] == pytest.approx(weight / sum(weights.values())) for action, weight in weights.items())
            uneven += len(set(weights.values())) > 1
        played(state, 1, seed=len(state.history()))
    assert uneven or name == "genies"  # tokens in a bag, copies of a card
    assert sum(state.returns()) == pytest.approx(0) and max(state.returns()) > 0


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_sees(name: str) -> None:
    game = pyspiel.load_game(GAMES[name])
    state = played(game.new_initial_state(), 60)
    planes = planes_of(load(name)).planes
    seen = make_observation(game)
    for player in range(game.num_players()):
        seen.set_from(state, player)
        assert seen.dict["player"].tolist() == [float(seat == player) for seat in range(game.num_players())]
        row = observation(state.position, player)
        for plane in planes:
            assert seen.dict[plane.name].ravel().tolist() == row[plane.start : plane.stop].tolist()
        assert state.observation_tensor(player) == seen.tensor.tolist()
        assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
    if name != "genies":
        history = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
        history.set_from(state, 1)
        log, players = state.position.log, game.num_players()
        assert history.dict["history"][: len(log)].tolist() == [
            [-1 if seat < 0 else 1 + (seat - 1) % players, action] for seat, action in log
        ]
        assert len({played(game.new_initial_state(), 60, seed).information_state_string(0) for seed in range(5)}) == 5


def test_a_secret_is_in_no_information_state_but_ones_own() -> None:
    """Two bids of seat 0: seat 1 cannot tell them apart, nor can the public, until the bids are opened."""
    game = pyspiel.load_game("inventorium_genies(players=2,action_cards=False)")
    state = game.new_initial_state()
    while state.is_chance_node():
        played(state, 1)
    one, other = state.child(3), state.child(4)
    everybody = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)
    for differ in range(6):
        for seen in ("information_state_string", "observation_string", "information_state_tensor", "observation_tensor"):
            assert getattr(one, seen)(1) == getattr(other, seen)(1), (seen, differ)
        assert everybody.string_from(one, 0) == everybody.string_from(other, 0)
        if differ < 5:
            one.apply_action(one.legal_actions()[0])
            other.apply_action(other.legal_actions()[0])
    assert one.current_player() == 1
    for _ in range(6):
        one.apply_action(one.legal_actions()[0])
        other.apply_action(other.legal_actions()[0])
    assert one.information_state_string(1) != other.information_state_string(1)


@pytest.mark.parametrize("name", GAMES)
def test_what_everybody_sees_and_what_only_a_player_sees_make_up_what_the_player_sees(name: str) -> None:
    """And what only a player sees is the same whatever the others hold and write."""
    game, chance, private = pyspiel.load_game(GAMES[name], {"players": 3}), random.Random(1), 0
    nobody, alone = (
        make_observation(game, pyspiel.IIGObservationType(public, False, own))
        for public, own in ((True, pyspiel.PrivateInfoType.NONE), (False, pyspiel.PrivateInfoType.SINGLE_PLAYER))
    )
    whole, state = make_observation(game), played(game.new_initial_state(), 40)
    for _ in range(6):
        for player in range(3):
            for one in (nobody, alone, whole):
                one.set_from(state, player)
            parts = {plane: nobody.dict[plane] + alone.dict[plane] for plane in whole.dict if plane != "player"}
            assert all((parts[plane] == whole.dict[plane]).all() for plane in parts)
            assert all(one.dict["player"].tolist() == [seat == player for seat in range(3)] for one in (nobody, alone, whole))
            text = alone.string_from(state, player)
            assert (text == f"{player}: ") == (alone.tensor.sum() == 1 and not (alone.tensor < 0).any())
            private += text != f"{player}: "
            if not state.is_terminal() and not state.is_chance_node():
                assert alone.string_from(state.resample_from_infostate(player, chance.random), player) == text
        played(state, 5)
    assert (private > 0) == (name == "genies")


@pytest.mark.parametrize("players", [2, 5])
def test_resampling_keeps_what_the_player_sees_and_hides_what_was_answered(players: int) -> None:
    game, chance, changed = pyspiel.load_game("inventorium_genies", {"players": players}), random.Random(1), 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            for player in range(players):
                twin = state.resample_from_infostate(player, chance.random)
                assert twin.information_state_string(player) == state.information_state_string(player)
                assert twin.information_state_tensor(player) == state.information_state_tensor(player)
                assert twin.history() == []
                changed += str(twin) != str(state)
            if state.current_player() == player:
                assert twin.legal_actions() == state.legal_actions()
            assert played(twin, 1000).is_terminal()
        played(state, 7, seed=len(state.history()))
    assert changed > 10


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_restored_states_play_on_independently_and_equally(name: str) -> None:
    game = pyspiel.load_game(GAMES[name])
    state = played(game.new_initial_state(), 80)
    before = str(state)
    twins = [
        state.clone(),
        copy.deepcopy(state),
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ]
    ends = {str(played(twin, 50, seed=4)) for twin in twins}
    assert str(state) == before and ends == {str(played(state, 50, seed=4))}
    assert all(twin.history() == state.history() for twin in twins)


def test_every_option_is_a_parameter() -> None:
    game = pyspiel.load_game("inventorium_legendary_inventors(players=3,run_top_limit=5,cubes_per_player=9,tie_break=none)")
    chosen = game.new_initial_state().position.options
    assert (chosen["run_top_limit"], chosen["cubes_per_player"], chosen["tie_break"]) == (5, 9, "none")
    german = pyspiel.load_game("inventorium_legendary_inventors(edition=de,run_min_length=1)").new_initial_state()
    assert (german.position.options["placement_mode"], german.position.options["run_min_length"]) == ("up_to", 1)
    assert pyspiel.load_game(str(game)).new_initial_state().position.options == chosen


def test_bad_input_is_the_librarys_own_error_and_changes_nothing() -> None:
    for parameters, text in (
        ({"players": 9}, "2 to 5 players"),
        ({"nonsense": 1}, "nonsense"),
        ({"edition": "xx"}, "unknown edition"),
        ({"bundles": "no"}, "split, keep"),
        ({"record": "no/such/file"}, "no/such/file"),
        ({"components": "no/such/file"}, "no/such/file"),
    ):
        with pytest.raises(pyspiel.SpielError, match=text):
            pyspiel.load_game("inventorium_genies", parameters)
    state = pyspiel.load_game("inventorium_genies").new_initial_state()
    for moves in (0, 20):
        played(state, moves)
        before = str(state), state.history()
        for action in (10_000, -1, next(a for a in range(199) if a not in state.legal_actions())):
            with pytest.raises(pyspiel.SpielError):
                state.apply_action(action)
            assert (str(state), state.history()) == before
        observer = state.get_game().make_py_observer()
        for player in (-1, 7, 10**9, 0.5, "x"):
            with pytest.raises(InventoriumError, match="the seats are 0 to 1"):
                observer.set_from(state, player)
        for player in (7, 10**9):
            with pytest.raises(InventoriumError, match="there is no seat"):
                state.resample_from_infostate(player, lambda: 0.5)


def test_an_observer_of_everything_is_not_offered() -> None:
    game = pyspiel.load_game("inventorium_genies")
    for public, private in (
        (True, pyspiel.PrivateInfoType.ALL_PLAYERS),
        (False, pyspiel.PrivateInfoType.ALL_PLAYERS),
        (False, pyspiel.PrivateInfoType.NONE),
    ):
        with pytest.raises(ValueError, match="public information"):
            game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": "red"})


def test_the_program_ends_quietly() -> None:
    """The registry of pyspiel outlives Python; what is registered there must not need it any more."""
    done = subprocess.run(
        [sys.executable, "-c", "import inventorium.research.adapters.open_spiel"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# ---------------------------------------------------------------- the library's algorithms


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_of_an_endgame(name: str, tmp_path: Path) -> None:
    """The tool by which OpenSpiel tests a game: everything that can be asked of every state."""
    rules = load(name)
    finished = play_on(rules.new(rules.players[0], seed=5), random.Random(5))
    (tmp_path / "end.record").write_text(endgame(finished, 9))
    text = playthrough(f"{GAMES[name]}(players={rules.players[0]},record={tmp_path / 'end.record'})", [], seed=1)
    assert "IsTerminal() = True" in text
    assert ("PrivateObservationString(1)" in text) == (name == "genies")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    text = playthrough(GAMES[name], [], seed=1)
    assert "IsTerminal() = False" in text and "IsTerminal() = True" in text


@pytest.mark.parametrize("name", ["legendary-inventors", "era-of-inventions"])
def test_mcts(name: str) -> None:
    game = pyspiel.load_game(GAMES[name])
    state = played(game.new_initial_state(), 120)
    while state.is_chance_node():
        played(state, 1)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 6, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_ismcts() -> None:
    game = pyspiel.load_game("inventorium_genies(players=2)")
    state, chance = played(game.new_initial_state(), 40), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 8, random_state=chance)
    assert bot.step(state) in state.legal_actions()


def test_outcome_sampling_on_a_whole_game() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("inventorium_genies(players=2,action_cards=False)"))
    np.random.seed(1)
    solver.iteration()
    assert len(solver._infostates) > 30


def endgame(position: Position, decisions: int) -> str:
    """Return the record of a game up to this many decisions before its end."""
    numbers = [number for number, (seat, _) in enumerate(position.log) if seat >= 0]
    return position.at(numbers[-decisions]).record()


@pytest.mark.parametrize(
    ("name", "decisions"), [("legendary-inventors", 5), pytest.param("era-of-inventions", 3, marks=pytest.mark.long)]
)
def test_external_sampling_on_endgames(name: str, decisions: int, tmp_path: Path) -> None:
    rules = load(name)
    finished = play_on(rules.new(rules.players[0], seed=5), random.Random(5))
    (tmp_path / "end.record").write_text(endgame(finished, decisions))
    game = pyspiel.load_game(GAMES[name], {"record": str(tmp_path / "end.record")})
    assert game.num_players() == rules.players[0] and not game.new_initial_state().is_terminal()
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    np.random.seed(1)  # by chance the tree of an iteration can be a hundred times as large
    solver.iteration()
    assert len(solver._infostates) > 1


@pytest.fixture(scope="module")
def last_round(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The last round of Genies for two. A bid is 0 or 1, and three bids of seat 0 are given: 4 sheets against 32, unseen."""
    folder, rules = tmp_path_factory.mktemp("genies"), load("genies")
    text = (rules.folder / "components.toml").read_text()
    (folder / "small.toml").write_text(text.replace("highest = 99", "highest = 1"))
    finished = play_on(rules.new(2, seed=1, components=folder / "small.toml", action_cards=False), random.Random(2))
    (folder / "last.record").write_text(endgame(finished, 9))
    return pyspiel.load_game(
        "inventorium_genies", {"components": str(folder / "small.toml"), "record": str(folder / "last.record")}
    )


def test_external_sampling_and_cfr_of_sealed_bids(last_round: Any) -> None:
    """CFR comes nearer to an equilibrium of the last round; external sampling runs on it too."""
    np.random.seed(1)
    sampling = external_sampling_mccfr.ExternalSamplingSolver(last_round)
    sampling.iteration()
    assert len(sampling._infostates) >= 31
    solver, nash_conv = CFRSolver(last_round), []
    for _ in range(2):
        for _ in range(3):
            solver.evaluate_and_update_policy()
        nash_conv.append(exploitability.nash_conv(last_round, solver.average_policy()))
    assert nash_conv[1] <= nash_conv[0] < 1, nash_conv
