"""Which network plays where: what it reads by name, other card values, other options; and what is said of it."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inventorium import bots
from inventorium.bots import inputs, networks
from inventorium.bots.inputs import Field, Misfit, names_of
from inventorium.bots.levels import behind, level_name
from inventorium.core import library
from inventorium.core.box import Box
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.position import Position
from inventorium.research.arena.ladder import from_file
from inventorium.research.arena.match import run_match
from inventorium.research.arena.variant import Variant
from inventorium.research.arena.workers import Execution
from inventorium.table.table import Table
from inventorium.terminal.session import Session
from tests.training.kit import EXAMPLES, fields, own_box, untrained

SHIPPED = ("era-of-inventions", "genies", "legendary-inventors")
INVENTORS = "legendary-inventors"


# ---------------------------------------------------------------- a game that has more than the network knows


@pytest.fixture
def fjelds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game `fields` with an option, a field and an action more, all at their default, and everything numbered anew."""
    folder = tmp_path / "games" / "fjelds"
    shutil.copytree(EXAMPLES / "fields", folder, ignore=shutil.ignore_patterns("__pycache__"))
    rewrite(folder / "components.toml", '"fields"', '"fjelds"')
    rewrite(
        folder / "tables.py",
        'FIELDS = {"players": (), ',
        'FIELDS = {"players": (), "weather": (), ',
        "record_of((), ",
        "record_of(OPTIONS, ",
        "SPACE = Space(SIZES, ",
        "SPACE = Space(SIZES, rest=(), ",
        "STATE =",
        'OPTIONS = (Option("storms", (False, True), "F-1"),)\nSTATE =',
        "from inventorium.core.actions",
        "from inventorium.core.options import Option\nfrom inventorium.core.actions",
    )
    rewrite(
        folder / "rules.py",
        "state.round_now = 0",
        "state.weather = 3\n    state.round_now = 0",
        "actions[field] = field ",
        "actions[field] = field + 1",
        "state.on[seat] = action",
        "state.on[seat] = action - 1",
    )
    monkeypatch.setenv(library.FOLDERS, os.pathsep.join([os.environ[library.FOLDERS], str(folder.parent)]))
    return load_game("fjelds")


def rewrite(file: Path, *pairs: str) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def test_what_a_network_does_not_know_is_ignored_at_its_default(fjelds: Game, tmp_path: Path) -> None:
    """An option, a field and an action are new, and those that it knows have other numbers: it thinks what it thought."""
    network = untrained(own_box(tmp_path))
    networks.write(network, tmp_path / "then.network")
    content = (tmp_path / "then.network").read_bytes()
    (tmp_path / "now.network").write_bytes(content.replace(b'"game": "fields"', b'"game": "fjelds"'))
    now = tmp_path / "now.network"
    one, other = fields().new(3, seed=1), fjelds.new(3, seed=1)
    nets = network.net(), networks.needed_network(other.box, now, other.options)
    chance, compared = np.random.default_rng(1), 0
    while not one.over:
        assert np.array_equal(thoughts(one, nets[0]), thoughts(other, nets[1]))
        action, seat, compared = int(chance.integers(5)), one.to_act[0], compared + 1
        one.act(action, seat)
        other.act(action + 1, seat)
    assert compared == 18
    stormy = fjelds.new(3, seed=1, storms=True)
    with pytest.raises(InventoriumError, match="does not know storms = true"):
        networks.needed_network(stormy.box, now, stormy.options)


def thoughts(position: Position, net: networks.Net) -> np.ndarray:
    """Return what is expected of a position, and how likely each of the five old actions is."""
    network, states = bots.compiled(position.game, "inference"), position.states.copy()
    room, found, priors = network.new_scratch(states[0], net), np.zeros((3, position.game.seats)), np.empty(5)
    network.judge(states[0], networks.as_int32(states), position.box.array[0], net, room, *found)
    network.prior(states[0], net, room, np.array(position.actions(position.to_act[0])), 5, priors)
    return np.concatenate([*found, priors])


@pytest.mark.parametrize(
    "needs, complaint",
    [
        ({"seats": 5}, "5 seats"),
        ({"options": {"storms": (False, True)}}, "option storms, which is not in OPTIONS"),
        ({"fields": {"lantern": Field()}}, "field lantern, which is not in FIELDS"),
        ({"fields": {"on": Field({"seat": 6}, 5)}}, "field on by seat 6, which is now by seat 4"),
        ({"fields": {"on": Field({"field": 4}, 5)}}, "field on by field 4"),
        ({"fields": {"on": Field({"seat": 4})}}, "field on, whose contents have changed"),
        ({"fields": {"on": Field({"seat": 4}, 6)}}, "one of 6 things, of which there are only 5"),
        ({"hints": ["glory"]}, "hint glory"),
        ({"actions": {"leap": {}}}, "actions leap"),
        ({"actions": {"go": {"field": 6}}}, "actions go by field 6"),
    ],
)
def test_what_a_network_needs_and_does_not_find_is_refused_in_one_line(needs: dict[str, object], complaint: str) -> None:
    with pytest.raises(Misfit, match=complaint) as refusal:
        inputs.check(replace(names_of(fields()), **needs), fields())  # type: ignore[arg-type]
    assert "\n" not in str(refusal.value)


def test_values_of_options_and_phases_are_known_by_name() -> None:
    """Their numbers may change: a phase that moves takes its input along, an option whose word moves is refused."""
    game = load_game(INVENTORS)
    names = names_of(game)
    sight, phases = networks.read(networks.path_of(game.box())).sight, names.fields["phase"].holds
    assert isinstance(phases, list) and phases[:2] == ["start", "team"]
    moved = {**names.fields, "phase": Field({}, phases[::-1])}
    trained = replace(sight, trained_as=replace(names, fields=moved))
    first = trained.starts()[trained.names.elements.index(("phase", ()))]
    rows = trained.inputs_in(trained.now())
    assert rows[first : first + len(phases)].tolist() == [first + number for number in range(len(phases))][::-1]
    assert sorted(rows) == list(range(sight.inputs))
    with pytest.raises(Misfit, match="phase, which can no longer be dance"):
        inputs.check(replace(names, fields={"phase": Field({}, ["dance", *phases])}), game)
    with pytest.raises(Misfit, match="placement_mode, whose value up_to has another number"):
        inputs.check(replace(names, options={"placement_mode": ("up_to", "as_many_as_possible")}), game)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_is_the_same_after_reading_and_writing(name: str, tmp_path: Path) -> None:
    shipped = networks.read(networks.path_of(load_game(name).box()))
    networks.write(shipped, tmp_path / "again.network")
    again = networks.read(tmp_path / "again.network")
    one, other = shipped.net(), again.net()
    assert all(np.array_equal(getattr(one, part), getattr(other, part)) for part in networks.Net._fields)
    assert (again.options, again.components, again.record) == (shipped.options, shipped.components, shipped.record)


# ---------------------------------------------------------------- other card values, other options


def box_with_another_wheel(folder: Path) -> Box:
    own = folder / "own.toml"
    shutil.copy(load_game(INVENTORS).box().components.path, own)
    rewrite(own, "spaces = [1, 0, 3, 1]", "spaces = [2, 0, 3, 1]")
    return load_game(INVENTORS).box(own)


def test_the_network_plays_with_other_card_values_and_says_so(tmp_path: Path) -> None:
    game, box = load_game(INVENTORS), box_with_another_wheel(tmp_path)
    assert networks.network_for(box) is not None and networks.network_for(box, {"cubes_per_player": 20}) is None
    view = game.new(2, seed=1, components=box.components.path).view(0)
    assert bots.make("master", game).player(view).name == "net:1000"  # type: ignore[attr-defined]
    assert behind("master", box).note == "its network was trained on other card values"
    english, german = (game.words(language) for language in ("en", "de"))
    assert level_name("master", english, box) == "Master (trained on other card values)"
    assert level_name("master", german, box) == "Meister (mit anderen Kartenwerten trainiert)"
    assert level_name("master", english, game.box()) == "Master"
    assert level_name("expert", english, box) == "Expert (trained on other card values)"


def test_results_say_who_really_played(tmp_path: Path) -> None:
    """A match, the ladder of its file, and the table in the terminal."""
    own, kept = box_with_another_wheel(tmp_path).components.path, tmp_path / "kept.jsonl"
    match = run_match(Variant(INVENTORS, components=str(own)), ["net", "greedy"], 2, "1", Execution(kept, 1))
    notes = {"net": "its network was trained on other card values", "greedy": ""}
    assert {seat["bot"]: seat["note"] for seat in match["seats"]} == notes
    assert {row["bot"]: row["note"] for row in from_file(kept, INVENTORS)["bots"]} == notes
    plain = run_match(Variant(INVENTORS), ["net", "greedy"], 2, "1", Execution(None, 1))
    assert [seat["note"] for seat in plain["seats"]] == ["", ""]
    changed = Variant(INVENTORS, changes=(("cubes_per_player", "20"),))
    assert bots.note_on("master", changed.box, changed.options).startswith("plays as expert: ")
    assert bots.note_on("master", changed.box, changed.options).endswith("does not know cubes_per_player = 20")
    position = load_game(INVENTORS).new(2, seed=1, cubes_per_player=20)
    assert Session(Table.going_on(position), 0, "en", "master").opponents() == (
        "The other seats: Master (plays like Expert, because these rules have no network)"
    )
    assert Session(Table.going_on(position), 0, "en", "expert").opponents() == (
        "The other seats: Expert (there is no network for these rules)"
    )


def test_a_level_without_a_network_is_not_offered() -> None:
    """A draft has none."""
    assert bots.levels_of(fields()) == ("random", "easy", "medium", "hard", "expert")
    assert level_name("hard", fields().words("en"), fields().box()) == "Hard"
    assert bots.known_levels(fields())[-1] == "master"
    assert (
        level_name("master", fields().words("en"), fields().box())
        == "Master (plays like Expert, because these rules have no network)"
    )
    for name in SHIPPED:
        assert bots.levels_of(load_game(name))[-1] == "master"
