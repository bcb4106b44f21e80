"""The lab: the same numbers from the same seed, however often interrupted; honest statistics; a page that stands alone."""

import json
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from xml.etree import ElementTree

import numpy as np
import pytest

from inventorium.bots import make
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.research.arena.game_task import play_out
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import Execution
from inventorium.research.lab import experiments
from inventorium.research.lab.arrays import Samples
from inventorium.research.lab.collection import collect, plan
from inventorium.research.lab.comparison import compare
from inventorium.research.lab.inventory import aims_of
from inventorium.research.lab.measurements import measure
from inventorium.research.lab.report import page, write_drawings
from inventorium.research.lab.runner import LabConfig, run_lab, variants_of
from inventorium.research.lab.sample import look_at, sample_key
from inventorium.research.lab.schema import Report
from inventorium.research.lab.text import Text
from tests.tiers import in_tiers

T = TypeVar("T")
GAME = "legendary-inventors"
WORDS = Path(load_game(GAME).folder).parents[1] / "words"


def lab(wish: LabConfig, keep: Path | None = None, workers: int = 1, ray: str | None = None, **files: Any) -> Report:
    return run_lab(wish, **files, execution=Execution(keep, workers, ray))


def measured(number: T | None) -> T:
    """What a report leaves open where there was nothing to measure."""
    assert number is not None
    return number


@pytest.fixture(scope="module")
def games() -> Samples:
    """Some games between random bots."""
    ((main, _),) = collect([plan(variant_of(GAME), 3, "random", 40, "tests", skill=False)], Execution(workers=1))
    return main


# ---------------------------------------------------------------- the same seed, the same numbers


def test_same_seed_same_files(tmp_path: Path) -> None:
    wish = LabConfig(GAME, 2, "greedy", 6)
    for run in ("one", "other"):
        lab(wish, page=tmp_path / f"{run}.html", numbers=tmp_path / f"{run}.json", keep=tmp_path / f"{run}.games")
    for kind in ("html", "json", "games"):
        assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"other.{kind}").read_bytes()
    assert lab(LabConfig(GAME, 2, "greedy", 6, seed="2")) != json.loads((tmp_path / "one.json").read_text())


def test_interrupted_and_resumed_is_one_run(tmp_path: Path) -> None:
    wish, kept = LabConfig(GAME, 2, "greedy", 6), tmp_path / "kept"
    whole = lab(wish, keep=kept)
    lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join([lines[3], lines[0], lines[5][:40]]))  # stopped in the middle of a line
    assert lab(wish, keep=kept) == whole
    assert sorted(kept.read_text().splitlines()) == sorted(line.rstrip() for line in lines)
    changed = [json.loads(line) for line in kept.read_text().splitlines()]
    for game in changed:
        game["scores"] = [1000, 0]
    kept.write_text("".join(json.dumps(game) + "\n" for game in changed))
    assert lab(wish, keep=kept)["scores"]["winner"]["mean"] == 1000  # what is kept is not played again


def test_many_processes_give_the_same() -> None:
    wish = LabConfig(GAME, 2, "greedy", 6)
    assert lab(wish, workers=2) == lab(wish)


@pytest.mark.long  # tests/arena has a cluster, too, and the same code spreads both
def test_ray_gives_the_same() -> None:
    pytest.importorskip("ray")
    wish = LabConfig(GAME, 2, "greedy", 4)
    assert lab(wish, ray="local") == lab(wish)


# ---------------------------------------------------------------- what is noted, what is measured


@pytest.mark.parametrize("name", library.names())
def test_things_of_a_game(name: str) -> None:
    """Everything that is got or lies open is on the list once, has a name in both languages, and nothing is got out of nowhere;
    the page tells it, with the game's own table."""
    game = load_game(name)
    inventory = game.inventory
    known = inventory.items(game.box())
    ((main, _),) = collect([plan(variant_of(name), 4, "random", 3, "1", skill=False)], Execution(workers=1))
    for kind, every in known.items():
        assert len(set(every)) == len(every)
        for language in ("en", "de"):
            words = game.words(language)
            assert words(f"things.{kind}") and words(f"things.had.{kind}")
            named = [inventory.name(game.box(), kind, thing, words) for thing in every]
            assert all(named) and len(set(named)) == len(named)  # one row for each
    for result in main:
        assert sample_key(result) is not None and len(result["curve"]) == 10 and result["curve"][-1] == result["scores"]
        assert [sum(parts) for parts in result["parts"]] == result["scores"]
        for kind, gains in result["gains"].items():
            open_to_all = [thing for thing, seat, _ in gains if seat < 0]
            assert {thing for thing, _, _ in gains} <= set(known[kind])
            if open_to_all:
                assert {thing for thing, seat, _ in gains if seat >= 0} <= set(open_to_all)
    text = page(measure(variant_of(name), "random", main), None, "en")
    assert "{" not in re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    for language in ("en", "de"):  # a table of the game's own, where it has one
        assert all(game.words(language)(f"tally.{row}") in text for row in (*inventory.TALLY, "title") if inventory.TALLY)


def test_what_is_counted(games: Samples) -> None:
    report = measure(variant_of(GAME), "random", games)
    for rows in (report["seats"], report["order"]):
        assert sum(measured(row["wins"]["share"]) for row in rows) == pytest.approx(1, abs=1e-3)
        for row in rows:
            low, high = measured(row["wins"]["interval"])
            assert low <= measured(row["wins"]["share"]) <= high
    assert sum(number for _, number in report["scores"]["histogram"]) == 120
    parts = sum(measured(part["all"]["mean"]) for part in report["parts"])
    assert parts == pytest.approx(report["scores"]["all"]["mean"], abs=1e-3)
    teams = measured(report["sides"])["sides"]
    assert sum(team["wins"]["of"] for team in teams.values()) == 120
    assert sum(measured(team["wins"]["share"]) * team["wins"]["of"] for team in teams.values()) == pytest.approx(40, abs=0.1)
    patents = sum(len([gain for gain in game["gains"]["inventions"] if gain[1] >= 0]) for game in games)
    taken = sum(measured(entry["a_game"]["mean"]) for entry in report["things"]["inventions"])
    assert taken == pytest.approx(patents / 40, abs=1e-2)
    assert json.loads(json.dumps(report)) == report


def test_planted_worth_is_found(games: Samples) -> None:
    """Whoever has progress tokens gets 5 points for each: the regression finds about 5, and next to nothing for the others."""
    chance = np.random.default_rng(1)
    planted = json.loads(json.dumps(games * 5))
    for game in planted:
        game["scores"] = [int(point) for point in chance.integers(0, 9, 3)]
        for thing, seat, _ in game["gains"]["tokens"]:
            if thing == "progress-3" and seat >= 0:
                game["scores"][seat] += 5
    report = measure(variant_of(GAME), "random", planted)
    found = {entry["thing"]: entry for entry in report["things"]["tokens"]}
    worth = measured(found["progress-3"]["worth"])
    low, high = measured(worth["interval"])
    assert abs(measured(worth["mean"]) - 5) < 0.8 and high - low < 1.5 and worth["sure"]
    assert all(abs(measured(measured(entry["worth"])["mean"])) < 0.8 for name, entry in found.items() if name != "progress-3")


# ---------------------------------------------------------------- what if it had been left


@pytest.mark.parametrize("name", in_tiers(library.names(), "genies", "legendary-inventors"))
def test_what_is_left_is_not_taken(name: str) -> None:
    """Every thing that a bot took in a game could be tried without: the answers that leave it do leave it, and the same
    random numbers lead to the same gain again."""
    position = load_game(name).new(3, seed="tests")
    play_out(position, ("greedy",) * 3, "tests")
    _, decisions = look_at(position)
    tried = experiments.drawn(decisions, 2, Random(1))
    known = position.game.inventory.items(position.box)
    for kind, thing, number in tried:
        view, answer = decisions[number]
        assert thing in known[kind] and (kind, thing) in aims_of(view, answer)
        assert not any((kind, thing) in aims_of(view, other) for other in experiments.leaving(view, (kind, thing)))
        if experiments.leaving(view, (kind, thing)):
            left = view.determinize("tests")
            left.act(experiments.leaving(view, (kind, thing))[0], view.seat)
            experiments.leave(left, view.seat, (kind, thing), "tests")
            assert (
                name == "genies"
                or left.to_act[:1] != (view.seat,)
                or not experiments.leaving(left.view(view.seat), (kind, thing))
            )
    assert len(tried) >= 4
    found = experiments.experiments(decisions, ("greedy",) * 3, 2, "tests")
    assert found == experiments.experiments(decisions, ("greedy",) * 3, 2, "tests")
    assert all(thing in known[kind] and -1 <= wins <= 1 for kind, thing, _, _, wins in found)
    assert any(points for _, _, _, points, _ in found)


def test_throwing_points_away_is_found() -> None:
    """Victory points are worth taking: without them a player is worse off by about what they are worth."""
    gains = []
    for deal in range(12):
        position = load_game(GAME).new(2, seed=f"tests {deal}")
        play_out(position, ("greedy",) * 2, "tests")
        _, decisions = look_at(position)
        for number, (view, answer) in enumerate(decisions):
            if ("tokens", "points-3") in aims_of(view, answer):
                gains.append(experiments.without(view, answer, ("tokens", "points-3"), f"{deal} {number}"))
    points = [gain[1] for gain in gains if gain]
    assert len(points) >= 10 and sum(points) / len(points) > 0.5


def test_slips_are_not_meant() -> None:
    """Answers of easy are careless where no network fits; what it meant is what greedy answers."""
    game = load_game(GAME)
    position = game.new(2, seed="tests", cubes_per_player=20)
    view = position.view(position.to_act[0])
    sober = make("greedy", game, "tests").choose(view)
    assert {experiments.meant("easy", view, answer, "tests") for answer in view.actions()} == {sober}
    assert [experiments.meant("greedy", view, answer, "tests") for answer in view.actions()] == view.actions()


def test_verdicts_follow_from_the_experiments(games: Samples) -> None:
    """What loses even where a search would take it is found, though it goes with more points; not what is only unsure, nor what
    bots take at the wrong time. What no search would take is found if it loses and does not go with more points either."""
    chance = np.random.default_rng(2)
    planted = json.loads(json.dumps(games * 6))
    for number, game in enumerate(planted):
        right = number % 3 == 0
        gains = {
            "progress-2": (right, -2),
            "progress-3": (right, 3 * (-1) ** number),
            "progress-4": (right, 1 if right else -5),
            "knowledge": (False, -2),
            "classification": (False, -2),
            "availability": (False, 2),
        }
        game["tried"] = [["tokens", token, right, gain + chance.normal(), 0.0] for token, (right, gain) in gains.items()]
        for thing, seat, _ in game["gains"]["tokens"]:
            if thing in ("progress-2", "classification", "knowledge") and seat >= 0:
                game["scores"][seat] += 9 if thing != "knowledge" else -9
    report = measure(variant_of(GAME), "random", planted)
    found = {entry["thing"]: entry for entry in report["things"]["tokens"]}
    assert report["tried"] == 6 * len(planted)
    assert {thing: entry["verdict"] for thing, entry in found.items() if entry["trial"]} == {
        "progress-2": "loses",
        "progress-3": None,
        "progress-4": None,
        "knowledge": "loses",
        "classification": None,
        "availability": None,
    }
    second, fourth = (measured(found[thing]["trial"]) for thing in ("progress-2", "progress-4"))
    assert measured(measured(found["progress-2"]["worth"])["mean"]) > 5
    assert second["mean"] == pytest.approx(-2, abs=0.5) and second["sure"]
    assert measured(fourth["mean"]) < -2 and fourth["then"]["mean"] == pytest.approx(1, abs=0.5)
    assert fourth["right"]["share"] == pytest.approx(1 / 3, abs=0.01)
    text = Text(load_game(GAME), None, "en")
    assert [thing for thing, _, _ in dict(text.standing_out(report))["loses"]] == ["Progress 2", "Additional knowledge"]


def test_what_was_tried_a_few_times_has_no_number(games: Samples) -> None:
    """`+9.0 (-84.2 to 102.2)` tells nothing, nor does a number without an interval."""
    planted = json.loads(json.dumps(games))
    for number, game in enumerate(planted):
        game["tried"] = [
            ["tokens", token, number < right, 5.0 + number % 3, 0.0]
            for token, right in (("knowledge", 1), ("availability", 9), ("classification", 10))
        ]
    report = measure(variant_of(GAME), "random", planted)
    trials = {entry["thing"]: entry["trial"] for entry in report["things"]["tokens"]}
    then = {thing: measured(trials[thing])["then"] for thing in ("knowledge", "availability", "classification")}
    text = Text(load_game(GAME), None, "en")
    assert [(one["of"], one["mean"] is None, text.effect(one) == "–") for one in then.values()] == [
        (1, True, True),
        (9, True, True),
        (10, False, False),
    ]


# ---------------------------------------------------------------- comparisons


def test_compare_finds_what_was_planted_and_nothing_else(games: Samples) -> None:
    variant = variant_of(GAME)
    halves = {"a": games[:20] * 4, "b": json.loads(json.dumps(games[:20] * 4))}
    assert not any(entry["significant"] for entry in compare(dict.fromkeys("ab", variant), halves)["differences"])
    for number, game in enumerate(halves["b"]):
        game["turns"] += 3 + number % 3
    found = [entry for entry in compare(dict.fromkeys("ab", variant), halves)["differences"] if entry["significant"]]
    assert [entry["measure"] for entry in found] == [["turns"]]
    low, high = measured(found[0]["interval"])
    assert found[0]["by"] == pytest.approx(4, abs=0.1) and low < 4 < high


def test_no_false_alarm_between_equals(games: Samples) -> None:
    """Over a hundred comparisons of games of one kind: without a correction some would seem to differ."""
    variant = variant_of(GAME)
    found = compare(dict.fromkeys("ab", variant), {"a": games[::2], "b": games[1::2]})
    assert found["comparisons"] > 60 and not any(entry["significant"] for entry in found["differences"])


def test_components_are_compared(tmp_path: Path) -> None:
    text = (load_game(GAME).folder / "components.toml").read_text(encoding="utf-8")
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(text + f"# {name}\n", encoding="utf-8")
    report = lab(LabConfig(GAME, 2, "random", 4, compare=f"components={tmp_path / 'a.toml'},{tmp_path / 'b.toml'}"))
    compared = measured(report["compare"])
    assert compared["labels"] == ["a.toml", "b.toml"]
    assert not any(entry["significant"] for entry in compared["differences"])


def test_an_option_is_compared(tmp_path: Path) -> None:
    wish = LabConfig("genies", 2, "random", 4, compare="full_tie=last,first")
    variants = variants_of(wish)
    assert [dict(variant.changes) for variant in variants.values()] == [{"full_tie": "last"}, {"full_tie": "first"}]
    report = lab(wish, page=tmp_path / "report.html")
    assert report["compare"] is not None and report["compare"]["labels"] == ["full_tie=last", "full_tie=first"]
    assert "full_tie=last, full_tie=first" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_shares_that_are_compared_stay_between_0_and_1(games: Samples) -> None:
    """Of three games the start player wins two: Student's interval alone would reach from below 0 to above 1."""
    found = compare(dict.fromkeys("ab", variant_of(GAME)), {"a": games[:3], "b": games[3:6]})
    shares = [
        value
        for entry in found["measures"]
        if entry["measure"][0] in ("order", "close", "side", "drama")
        for value in entry["values"]
        if value["interval"]
    ]
    assert shares and all(0 <= low <= high <= 1 for value in shares for low, high in [measured(value["interval"])])
    counts = [
        value
        for entry in found["measures"]
        if entry["measure"][0] in ("thing", "turns", "margin")
        for value in entry["values"]
        if value["interval"]
    ]
    assert counts and all(measured(value["interval"])[0] >= 0 for value in counts)
    assert found["differences"] == []  # three games tell nothing
    more = compare(dict.fromkeys("ab", variant_of(GAME)), {"a": games[:10], "b": games[10:20]})
    apart = [entry["interval"] for entry in more["differences"] if entry["measure"][0] in ("order", "close", "side")]
    assert any(apart) and all(-1 <= low <= high <= 1 for interval in apart if interval for low, high in [interval])


# ---------------------------------------------------------------- the page


def test_the_page_stands_alone(games: Samples) -> None:
    variant = variant_of(GAME)
    report = measure(variant, "random", games, {"random": games})
    report["compare"] = compare(dict.fromkeys(("a", "b"), variant), {"a": games, "b": games[:30]})
    text = page(report, None, "de")
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<link|src=|href=", text)
    assert text.count("<main") == 2 and 'lang="en" hidden' in text
    assert "{" not in re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)  # no gap left unfilled
    assert {"row", "level", "plot", "sparks"} >= set(re.findall(r'<svg class="(\w+)', text)) >= {"row", "level", "plot"}


def test_plots_as_files(games: Samples, tmp_path: Path) -> None:
    write_drawings(measure(variant_of(GAME), "random", games), None, "de", tmp_path)
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == [f"{GAME}-{name}.svg" for name in ("drama", "order", "scores", "teams")]
    for file in tmp_path.iterdir():
        assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_german_is_complete() -> None:
    english, german = (flat(tomllib.loads((WORDS / one / "lab.toml").read_text(encoding="utf-8"))) for one in ("en", "de"))
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", german[key])), key
    assert Text(load_game(GAME), None, "de").number(-1.25, 2) == "−1,25"


def flat(texts: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in texts.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (LabConfig("chess"), "chess"),
        (LabConfig(GAME, players=9), "2 to 5 players"),
        (LabConfig(GAME, edition="xx"), "xx"),
        (LabConfig(GAME, compare="edition"), "at least two"),
        (LabConfig(GAME, compare="edition=de"), "at least two"),
        (LabConfig(GAME, compare="edition=de,de"), "at least two"),
        (LabConfig(GAME, compare="edition=de,xx"), "xx"),
        (LabConfig(GAME, compare="colour=a,b"), "colour"),
        (LabConfig("genies", compare="full_ty=last,first"), "did you mean full_tie"),
        (LabConfig("genies", compare="full_tie=last,frist"), "option full_tie cannot be 'frist'"),
        (LabConfig("genies", compare="full_tie=last"), "at least two"),
        (LabConfig("genies", compare="action_cards=true,True"), "at least two"),
        (LabConfig("genies", compare="full_tie=last,first", changes={"full_tie": "none"}), "leave out --set full_tie"),
        (LabConfig(GAME, compare="components=no.toml,none.toml"), "no such file"),
        (LabConfig(GAME, components=Path("no.toml")), "no such file"),
        (LabConfig(GAME, changes={"nonsense": "1"}), "nonsense"),
        (LabConfig(GAME, bot="nobody"), "nobody"),
    ],
)
def test_mistakes_are_one_line(wish: LabConfig, said: str) -> None:
    with pytest.raises(InventoriumError, match=said) as error:
        for variant in variants_of(wish).values():
            plan(variant, wish.players, wish.bot, wish.games, wish.seed)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("option", ["page", "numbers", "drawings", "keep"])
def test_what_cannot_be_written_is_refused_before_anything_is_played(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inventorium.research.arena.workers.play_all", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "file").touch()
    files: dict[str, Any] = {option: tmp_path / "file" / "below"}
    with pytest.raises(InventoriumError, match=r"cannot be written|cannot create this folder") as error:
        lab(LabConfig(GAME, 2, "random", 4), **files)
    assert "\n" not in str(error.value) and [file.name for file in tmp_path.iterdir()] == ["file"]
