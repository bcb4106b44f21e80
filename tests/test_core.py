"""The engine under all games: chance, the dealer, options, components, words, the Python face."""

import doctest
import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

import inventorium
from inventorium.core import dealer, errors, library, options, words
from inventorium.core.chance import KEY, new_stream, next_word, random_below, restart
from inventorium.core.errors import IllegalMove, InventoriumError, UnknownName
from inventorium.games.legendary_inventors.tables import Phase

GAME = inventorium.load("legendary-inventors")


# ---------------------------------------------------------------- chance


def test_the_stream_is_chacha20() -> None:
    """The first block of the published test vector with key, nonce and counter 0."""
    stream = new_stream("any")
    stream[KEY : KEY + 8] = 0
    words_found = [next_word(stream) for _ in range(16)]
    block = b"".join(int(word).to_bytes(4, "little") for word in words_found)
    assert block.hex() == (
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    )


@given(st.integers(1, 2**31 - 1), st.text(max_size=5), st.integers(0, 2**40))
def test_a_draw_is_in_its_range_and_repeats(n: int, seed: str, game: int) -> None:
    first, again = new_stream(seed, game), new_stream(seed)
    restart(again, game)
    draws = [random_below(first, n) for _ in range(5)]
    assert all(0 <= draw < n for draw in draws)
    assert draws == [random_below(again, n) for _ in range(5)]


def test_draws_are_even() -> None:
    stream = new_stream("even")
    seen = Counter(random_below(stream, 6) for _ in range(60_000))
    assert all(abs(count - 10_000) < 500 for count in seen.values()), seen  # five standard deviations


def test_the_commitment_does_not_tell_the_seed_but_binds_it() -> None:
    one, other = dealer.Dealer(7), dealer.Dealer(8)
    assert one.commitment == dealer.commitment("7") != other.commitment
    assert one.commitment == hashlib.sha256(b"inventorium commitment 1\n7").hexdigest()
    assert dealer.Dealer().seed != dealer.Dealer().seed and len(dealer.Dealer().seed) >= 32


# ---------------------------------------------------------------- the Python face


def test_the_face_as_the_readme_shows_it() -> None:
    position = GAME.new(players=4, seed=7, edition="en")
    while not position.over:
        position.play(position.moves()[0])
    assert len(position.scores) == len(position.places) == len(position.breakdown) == 4
    assert position.winners == tuple(seat for seat in range(4) if position.places[seat] == 1)
    assert [sum(parts.values()) for parts in position.breakdown] == list(position.scores)
    assert position.to_act == () and position.moves() == [] and position.actions() == []
    assert GAME.read(position.record()).scores == position.scores


def test_without_a_dealer_chance_is_asked_like_any_other_question() -> None:
    position = GAME.new(players=2, dealer=None)
    assert position.to_act == (-1,)
    assert position.moves() == ["start 0", "start 1"]
    position.play("start 1")
    assert position.to_act == (1,)


def test_without_a_seed_every_game_is_another() -> None:
    assert len({GAME.new(players=5).record() for _ in range(5)}) == 5


def test_the_seed_is_nowhere_in_the_position_or_a_running_record() -> None:
    seed = "a-seed-to-look-for"
    position = GAME.new(players=3, seed=seed)
    assert "seed:" not in position.record() and seed not in position.record()
    key = new_stream(seed)[KEY : KEY + 8].astype(np.int32)
    assert not np.isin(key[key > 1000], np.frombuffer(position.states.tobytes(), np.int32)).any()


def test_a_view_is_a_copy_for_one_seat() -> None:
    position = GAME.new(players=3, seed=1)
    seat = position.to_act[0]
    view = position.view(seat)
    before = position.record()
    view.state.phase = 3
    assert position.record() == before
    assert position.view(seat).moves() == position.moves()
    with pytest.raises(InventoriumError, match="does not show"):
        position.view(seat).moves((seat + 1) % 3)


def test_after_the_end_nothing_is_played() -> None:
    position = GAME.new(players=2, seed=1)
    while not position.over:
        position.act(position.actions()[0])
    with pytest.raises(IllegalMove, match="over"):
        position.play("refresh", 0)
    with pytest.raises(IllegalMove, match="over"):
        position.act(0)


def test_a_position_arranged_by_hand_asks_anew() -> None:
    position = GAME.new(players=2, seed=1)
    position.arrange("asked", (), 1 - position.to_act[0])
    assert position.to_act == (int(position.state.asked),)


def test_nobody_is_active_while_the_dealer_lays_out_an_age() -> None:
    """Who acted last is not who comes next; only where a team is dealt is it somebody's turn."""
    for assignment in ("choose", "random"):
        position, chance, dealt = GAME.new(3, dealer=None, team_assignment=assignment), random.Random(1), set[str]()
        while not position.over:
            picture, phase = position.picture(), Phase(position.state.phase)
            laid_out = phase in (Phase.DEAL, Phase.DRAW)
            assert picture["active"] == (-1 if laid_out else position.state.active), phase
            dealt |= {f"{picture['age']} {phase.name}"} if laid_out else set()
            position.act(chance.choice(position.actions()))
        assert len(dealt) == 6  # cards and tokens of three ages


@pytest.mark.slow
def test_pictures_are_json_in_plain_python_too() -> None:
    """Rules that are not compiled compute with NumPy's numbers."""
    played = subprocess.run(
        [sys.executable, "-c", PICTURES],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr[-2000:]


PICTURES = """
import json, random
import inventorium
from inventorium.core import library
for name in library.names():
    game, chance = inventorium.load(name), random.Random(4)
    for players in game.players:
        position = game.new(players, chance.choice(list(game.editions)), seed=players)
        for number in range(120):
            if position.over:
                break
            seat = chance.choice(position.to_act)
            if number % 5 == 0:
                for looker in (position, position.view(seat), position.view(-1)):
                    json.dumps(looker.picture())
            position.act(chance.choice(position.actions(seat)), seat)
"""


@pytest.mark.parametrize("name", library.names())
def test_an_answer_from_python_is_one_call_of_compiled_code(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking who is asked and what is open costs none; also where several are asked at once, for the first of them."""
    game, calls, chance = inventorium.load(name), list[str](), random.Random(1)
    engine = game.engine
    position = game.new(game.players[-1], seed=1)

    class Counting:
        def __getattr__(self, function: str) -> object:
            calls.append(function)
            return getattr(engine, function)

    monkeypatch.setattr(game, "engine", Counting())
    for _ in range(100):
        seat = position.to_act[0]
        position.act(chance.choice(position.actions(seat)), seat)
    assert calls == ["advance"] * 100


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: inventorium.load("legendary-inventor"), "did you mean legendary-inventors"),
        (lambda: inventorium.load("chess"), "there are: "),
        (lambda: GAME.new(players=1), "2 to 5 players, not 1"),
        (lambda: GAME.new(players=6), "2 to 5 players, not 6"),
        (lambda: GAME.new(players=2, edition="fr"), "unknown edition 'fr'"),
        (lambda: GAME.new(players=2, placement="up_to"), "did you mean placement_mode"),
        (lambda: GAME.new(players=2, placement_mode="some"), "as_many_as_possible, up_to (LI-48)"),
        (lambda: GAME.new(players=2, cubes_per_player=0), "a whole number from 1 to 999999 (AM-23)"),
        (lambda: GAME.new(players=2, run_must_start_at_zero=False, run_min_length=1), "LI-113"),
        (lambda: GAME.new(players="2"), "2 to 5 players, not '2'"),  # type: ignore[arg-type]
        (lambda: GAME.new(players=2, seed=1.5), "a seed must be a whole number or a text, not 1.5"),  # type: ignore[arg-type]
        (lambda: GAME.new(players=2, seed=1).moves(7), "there is no seat 7; the seats are 0 to 1"),
        (lambda: GAME.new(players=2, seed=1).view(10**9), "there is no seat 1000000000; the seats are 0 to 1"),
        (lambda: GAME.new(players=2, seed=1).view(0).actions("x"), "there is no seat 'x'"),  # type: ignore[arg-type]
        (lambda: GAME.new(players=2, seed=1).act("x"), "an action is a whole number from 0 to 260, not 'x'"),  # type: ignore[arg-type]
        (lambda: GAME.new(players=2, seed=1).act(1.5), "an action is a whole number from 0 to 260, not 1.5"),  # type: ignore[arg-type]
        (lambda: GAME.new(players=2, seed=1).act(2**63), "'9223372036854775808' is not possible: this number is not"),
        (lambda: GAME.new(players=2, seed=1).view(0).after(260, 0), "'260' is not possible"),
        (lambda: GAME.new(players=2, seed=1).play(3), "a move must be a text, not 3; act() takes the number of an action"),  # type: ignore[arg-type]
        (lambda: GAME.new(players=2, seed=1).write(0, 500), "'500' is not possible"),
        (lambda: GAME.new(players=2, seed=1).arrange("players", (), 3), "players cannot be set by hand"),
        (lambda: GAME.new(players=2, seed=1).arrange("token", (0, 0), 1), "did you mean tokens"),
        (
            lambda: GAME.new(players=2, seed=1).arrange("tokens", (0, 99), 1),
            "seat 0 to 4, token 0 to 8; there is no place (0, 99)",
        ),
        (lambda: GAME.new(players=2, seed=1).arrange("asked", (), 2), "asked must be a whole number from -1 to 1, not 2"),
        (
            lambda: inventorium.load("era-of-inventions").new(3, seed=1).arrange("card_row", (0,), 38),
            "card_row cannot be 38 here",
        ),
        (
            lambda: inventorium.load("genies").new(players=2, seed=1).view(0).after(0, 0),
            "determinize() returns a possible position",
        ),
        (
            lambda: inventorium.load("genies").new(players=2, seed=1).actions(),
            "seats 0, 1 have to move at once; say which one moves",
        ),
        (lambda: GAME.new(players=2, seed=1).at(9999), "there is no action 9999"),
        (lambda: GAME.new(players=2, components="nowhere.toml"), "there is no such file"),
    ],
)
def test_mistakes_are_one_clear_line(call, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InventoriumError) as mistake:
        call()
    assert text in str(mistake.value) and "\n" not in str(mistake.value)


def test_options_are_read_as_people_write_them() -> None:
    option = options.Option("x", (True, False), "LI-1")
    assert option.read("true") is True and option.read("False") is False and option.read(False) is False
    assert options.Option("x", (None,), "LI-1", whole_from=1).read("none") is None
    assert options.Option("x", (None,), "LI-1", whole_from=1).read("15") == 15


def test_words_fail_loudly_where_one_is_missing() -> None:
    with pytest.raises(KeyError, match=r"no words for 'nothing\.here'"):
        words.words_of(None, "en")("nothing.here")
    with pytest.raises(UnknownName):
        words.words_of(None, "fr")


@pytest.mark.parametrize("module", [inventorium, dealer, words, errors])
def test_examples_in_the_documentation(module) -> None:  # type: ignore[no-untyped-def]
    assert doctest.testmod(module).failed == 0


def test_the_components_of_one_position_are_not_those_of_another(tmp_path: Path) -> None:
    """A file of one's own plays without compiling anew, beside the shipped one."""
    text = (GAME.folder / "components.toml").read_text()
    own = tmp_path / "own.toml"
    own.write_text(
        text.replace('set            = "reconstruction 1"', 'set = "mine"').replace(
            "target = [1, 1, 3, 1]\npoints = 9", "target = [2, 0, 1, 0]\npoints = 9"
        )
    )
    mine, theirs = (GAME.new(2, seed=1, components=components) for components in (own, None))
    assert mine.box.array[0].target[0, 1].tolist() == [2, 0, 1, 0]
    assert theirs.box.array[0].target[0, 1].tolist() == [1, 1, 3, 1]
    with pytest.raises(InventoriumError, match="played with the components 'mine"):
        GAME.read(mine.record())
    assert GAME.read(mine.record(), own).record() == mine.record()


# ---------------------------------------------------------------- the public names


def test_public_names_are_shown_for_completion() -> None:
    """In a fresh interpreter, where none of them has been used."""
    code = "import inventorium; print(' '.join(dir(inventorium))); inventorium.review.attribution, inventorium.bots.make"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(told.stdout.split()) == {*inventorium.__all__, "__version__"}
    assert {"Batch", "Game", "Position", "View", "bots", "errors", "load", "review"} == set(inventorium.__all__)


def test_public_members_have_docstrings() -> None:
    for kind in (inventorium.Game, inventorium.Position, inventorium.View, inventorium.Batch, inventorium.bots.Bot):
        for name, member in vars(kind).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{kind.__name__}.{name}"
    assert inventorium.bots.is_command.__doc__


@pytest.mark.parametrize(("name", "players"), [("legendary-inventors", 4), ("era-of-inventions", 3)])
def test_a_seat_that_is_not_asked_is_told_who_is(name: str, players: int) -> None:
    position = inventorium.load(name).new(players, seed=7)
    (asked,) = position.to_act
    with pytest.raises(IllegalMove, match=f"it is the turn of seat {asked}"):
        position.act(5, (asked + 1) % players)
    with pytest.raises(IllegalMove, match="this number is not one of the moves possible now"):
        position.act(next(action for action in range(position.game.actions) if action not in position.actions()))
