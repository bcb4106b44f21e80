"""The lab: the same numbers from the same seed, however often interrupted; honest statistics; a page that stands alone."""
import json
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from inventorium.arena.playing import play_out
from inventorium.bots import make
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.games import names
from inventorium.lab import statistics, whatif
from inventorium.lab.account import aims_of, things_of
from inventorium.lab.comparing import compare
from inventorium.lab.measuring import measure
from inventorium.lab.playing import key_of, look_at
from inventorium.lab.report import Text, page, write_plots
from inventorium.lab.running import Wish, run_lab, tables_of
from inventorium.lab.trials import collect, plan, table_of
from inventorium.terminal.reports import progress

GAME = "legendary-inventors"
WORDS = Path(load_game(GAME).folder).parents[1] / "words"


def lab(wish: Wish, **how: Any) -> dict[str, Any]:
    with progress() as bar:
        return run_lab(wish, bar, **{"workers": 1, **how})


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    """Some games between random bots."""
    with progress() as bar:
        table = table_of(GAME, "default", {}, None)
        (main, _), = collect([plan(table, 3, "random", 40, "tests", skill=False)], bar, None, 1, None)
    return main


# ---------------------------------------------------------------- the same seed, the same numbers

def test_same_seed_same_files(tmp_path: Path) -> None:
    wish = Wish(GAME, 2, "greedy", 6)
    for run in ("one", "other"):
        lab(wish, page=tmp_path / f"{run}.html", numbers=tmp_path / f"{run}.json", keep=tmp_path / f"{run}.games")
    for kind in ("html", "json", "games"):
        assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"other.{kind}").read_bytes()
    assert lab(Wish(GAME, 2, "greedy", 6, seed="2")) != json.loads((tmp_path / "one.json").read_text())


def test_interrupted_and_resumed_is_one_run(tmp_path: Path) -> None:
    wish, kept = Wish(GAME, 2, "greedy", 6), tmp_path / "kept"
    whole = lab(wish, keep=kept)
    lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join([lines[3], lines[0], lines[5][:40]]))         # stopped in the middle of a line
    assert lab(wish, keep=kept) == whole
    assert sorted(kept.read_text().splitlines()) == sorted(line.rstrip() for line in lines)
    changed = [json.loads(line) for line in kept.read_text().splitlines()]
    for game in changed:
        game["scores"] = [1000, 0]
    kept.write_text("".join(json.dumps(game) + "\n" for game in changed))
    assert lab(wish, keep=kept)["scores"]["winner"]["mean"] == 1000       # what is kept is not played again


def test_many_processes_give_the_same() -> None:
    wish = Wish(GAME, 2, "greedy", 6)
    assert lab(wish, workers=2) == lab(wish)


def test_ray_gives_the_same() -> None:
    pytest.importorskip("ray")
    wish = Wish(GAME, 2, "greedy", 4)
    assert lab(wish, ray="local") == lab(wish)


# ---------------------------------------------------------------- what is noted, what is measured

@pytest.mark.parametrize("name", names())
def test_things_of_a_game(name: str) -> None:
    """Everything that is got or lies open is on the list, has a name in both languages, and nothing is got out of nowhere."""
    game = load_game(name)
    account = things_of(game)
    assert account is not None
    known = account.things(game.box())
    with progress() as bar:
        (main, _), = collect([plan(table_of(name, "default", {}, None), 4, "random", 3, "1", skill=False)], bar, None, 1, None)
    for kind, every in known.items():
        assert len(set(every)) == len(every)
        for language in ("en", "de"):
            words = game.words(language)
            assert words(f"things.{kind}") and words(f"things.had.{kind}")
            assert all(account.name(game.box(), kind, thing, words) for thing in every)
    for result in main:
        assert key_of(result) is not None and len(result["curve"]) == 10 and result["curve"][-1] == result["scores"]
        assert [sum(parts) for parts in result["parts"]] == result["scores"]
        for kind, gains in result["gains"].items():
            open_to_all = [thing for thing, seat, _ in gains if seat < 0]
            assert {thing for thing, _, _ in gains} <= set(known[kind])
            if open_to_all:
                assert {thing for thing, seat, _ in gains if seat >= 0} <= set(open_to_all)


def test_what_is_counted(games: list[dict[str, Any]]) -> None:
    report = measure(table_of(GAME, "default", {}, None), "random", games)
    for rows in (report["seats"], report["order"]):
        assert sum(row["wins"]["share"] for row in rows) == pytest.approx(1, abs=1e-3)
        assert all(row["wins"]["interval"][0] <= row["wins"]["share"] <= row["wins"]["interval"][1] for row in rows)
    assert sum(number for _, number in report["scores"]["histogram"]) == 120
    assert sum(part["all"]["mean"] for part in report["parts"]) == pytest.approx(report["scores"]["all"]["mean"], abs=1e-3)
    teams = report["sides"]["sides"]
    assert sum(team["wins"]["of"] for team in teams.values()) == 120
    assert sum(team["wins"]["share"] * team["wins"]["of"] for team in teams.values()) == pytest.approx(40, abs=0.1)
    patents = sum(len([gain for gain in game["gains"]["inventions"] if gain[1] >= 0]) for game in games)
    assert sum(entry["a_game"]["mean"] for entry in report["things"]["inventions"]) == pytest.approx(patents / 40, abs=1e-2)
    assert json.loads(json.dumps(report)) == report


def test_planted_worth_is_found(games: list[dict[str, Any]]) -> None:
    """Whoever has progress tokens gets 5 points for each: the regression finds about 5, and next to nothing for the others."""
    chance = np.random.default_rng(1)
    planted = json.loads(json.dumps(games * 5))
    for game in planted:
        game["scores"] = [int(point) for point in chance.integers(0, 9, 3)]
        for thing, seat, _ in game["gains"]["tokens"]:
            if thing == "progress-3" and seat >= 0:
                game["scores"][seat] += 5
    report = measure(table_of(GAME, "default", {}, None), "random", planted)
    found = {entry["thing"]: entry for entry in report["things"]["tokens"]}
    worth = found["progress-3"]["worth"]
    low, high = worth["interval"]
    assert abs(worth["mean"] - 5) < 0.8 and high - low < 1.5 and worth["sure"]
    assert all(abs(entry["worth"]["mean"]) < 0.8 for name, entry in found.items() if name != "progress-3")


# ---------------------------------------------------------------- what if it had been left

@pytest.mark.parametrize("name", names())
def test_what_is_left_is_not_taken(name: str) -> None:
    """Every thing that a bot took in a game could be tried without: the answers that leave it do leave it, and the same luck
    gives the same gain again."""
    position = load_game(name).new(3, seed="tests")
    play_out(position, ("greedy",) * 3, "tests")
    _, decisions = look_at(position)
    tried = whatif.drawn(decisions, 2, Random(1))
    known = things_of(position.game).things(position.box)              # type: ignore[union-attr]
    for kind, thing, number in tried:
        view, answer = decisions[number]
        assert thing in known[kind] and (kind, thing) in aims_of(view, answer)
        assert not any((kind, thing) in aims_of(view, other) for other in whatif.leaving(view, (kind, thing)))
        if whatif.leaving(view, (kind, thing)):
            left = view.imagine("tests")
            left.act(whatif.leaving(view, (kind, thing))[0], view.seat)
            whatif.leave(left, view.seat, (kind, thing), "tests")
            assert name == "genies" or left.to_act[:1] != (view.seat,) or not whatif.leaving(left.view(view.seat), (kind, thing))
    assert len(tried) >= 4
    found = whatif.experiments(decisions, ("greedy",) * 3, 2, "tests")
    assert found == whatif.experiments(decisions, ("greedy",) * 3, 2, "tests")
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
                gains.append(whatif.without(view, answer, ("tokens", "points-3"), f"{deal} {number}"))
    points = [gain[1] for gain in gains if gain]
    assert len(points) >= 10 and sum(points) / len(points) > 0.5


def test_slips_are_not_meant() -> None:
    """Easy answers anything in one of two answers; what it meant is what greedy answers."""
    game = load_game(GAME)
    position = game.new(2, seed="tests")
    view = position.view(position.to_act[0])
    sober = make("greedy", game, "tests").choose(view)
    assert {whatif.meant("easy", view, answer, "tests") for answer in view.actions()} == {sober}
    assert [whatif.meant("greedy", view, answer, "tests") for answer in view.actions()] == view.actions()


def test_verdicts_follow_from_the_experiments(games: list[dict[str, Any]]) -> None:
    """What loses even where a search would take it is found, though it goes with more points; not what is only unsure, nor what
    bots take at the wrong time. What no search would take is found if it loses and does not go with more points either."""
    chance = np.random.default_rng(2)
    planted = json.loads(json.dumps(games * 6))
    for number, game in enumerate(planted):
        right = number % 3 == 0
        gains = {"progress-2": (right, -2), "progress-3": (right, 3 * (-1) ** number), "progress-4": (right, 1 if right else -5),
                 "knowledge": (False, -2), "classification": (False, -2), "availability": (False, 2)}
        game["tried"] = [["tokens", token, right, gain + chance.normal(), 0.0] for token, (right, gain) in gains.items()]
        for thing, seat, _ in game["gains"]["tokens"]:
            if thing in ("progress-2", "classification", "knowledge") and seat >= 0:
                game["scores"][seat] += 9 if thing != "knowledge" else -9
    report = measure(table_of(GAME, "default", {}, None), "random", planted)
    found = {entry["thing"]: entry for entry in report["things"]["tokens"]}
    assert report["tried"] == 6 * len(planted)
    assert {thing: entry["verdict"] for thing, entry in found.items() if entry["trial"]} == {
        "progress-2": "loses", "progress-3": None, "progress-4": None, "knowledge": "loses", "classification": None,
        "availability": None}
    assert found["progress-2"]["worth"]["mean"] > 5
    assert found["progress-2"]["trial"]["mean"] == pytest.approx(-2, abs=0.5) and found["progress-2"]["trial"]["sure"]
    assert found["progress-4"]["trial"]["mean"] < -2 and found["progress-4"]["trial"]["then"]["mean"] == pytest.approx(1, abs=0.5)
    assert found["progress-4"]["trial"]["right"]["share"] == pytest.approx(1 / 3, abs=0.01)
    text = Text(load_game(GAME), None, "en")
    assert [thing for thing, _, _ in dict(text.standing_out(report))["loses"]] == ["Progress 2", "Additional knowledge"]


def test_known_values() -> None:
    assert statistics.share(50, 100)["interval"] == [0.4038, 0.5962]                           # Wilson
    assert statistics.mean([1, 2, 3, 4])["interval"] == pytest.approx([0.4457, 4.5543], abs=1e-3)   # Student
    assert statistics.corrected([0.005, 0.011, 0.02, 0.04, 0.13]) == pytest.approx([0.025, 0.0275, 0.1 / 3, 0.05, 0.13])
    assert statistics.chance_of(2.575829) == pytest.approx(0.01, abs=1e-6)
    by, interval, chance = statistics.difference(np.array([1., 2, 3]), np.array([2., 4, 6])) or (0, [], 0)
    assert by == 2 and interval == pytest.approx([2 - 1.959964 * (5 / 3) ** .5, 2 + 1.959964 * (5 / 3) ** .5], abs=1e-3)
    assert chance == pytest.approx(0.1213, abs=1e-4)


def test_errors_of_a_regression_are_honest() -> None:
    """Of many regressions on pure chance, about one in twenty has an interval without the truth."""
    chance = np.random.default_rng(3)
    missed = 0
    for _ in range(400):
        columns = chance.integers(0, 2, (60, 4, 2)).astype(float)
        fit = statistics.within_games(columns @ [3.0, 0.0] + chance.normal(size=(60, 4)), columns)
        low, high = fit.interval(0)
        missed += not low <= 3 <= high
    assert 0.02 < missed / 400 < 0.09


# ---------------------------------------------------------------- comparisons

def test_compare_finds_what_was_planted_and_nothing_else(games: list[dict[str, Any]]) -> None:
    table = table_of(GAME, "default", {}, None)
    halves = {"a": games[:20] * 4, "b": json.loads(json.dumps(games[:20] * 4))}
    assert not any(entry["significant"] for entry in compare(dict.fromkeys("ab", table), halves)["differences"])
    for number, game in enumerate(halves["b"]):
        game["turns"] += 3 + number % 3
    found = [entry for entry in compare(dict.fromkeys("ab", table), halves)["differences"] if entry["significant"]]
    assert [entry["measure"] for entry in found] == [["turns"]]
    assert found[0]["by"] == pytest.approx(4, abs=0.1) and found[0]["interval"][0] < 4 < found[0]["interval"][1]


def test_no_false_alarm_between_equals(games: list[dict[str, Any]]) -> None:
    """Over a hundred comparisons of games of one kind: without a correction some would seem to differ."""
    table = table_of(GAME, "default", {}, None)
    found = compare(dict.fromkeys("ab", table), {"a": games[::2], "b": games[1::2]})
    assert found["comparisons"] > 60 and not any(entry["significant"] for entry in found["differences"])


def test_components_are_compared(tmp_path: Path) -> None:
    text = (load_game(GAME).folder / "components.toml").read_text(encoding="utf-8")
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(text + f"# {name}\n", encoding="utf-8")
    report = lab(Wish(GAME, 2, "random", 4, compare=f"components={tmp_path / 'a.toml'},{tmp_path / 'b.toml'}"))
    assert report["compare"]["labels"] == ["a.toml", "b.toml"]
    assert not any(entry["significant"] for entry in report["compare"]["differences"])


# ---------------------------------------------------------------- the page

def test_the_page_stands_alone(games: list[dict[str, Any]]) -> None:
    table = table_of(GAME, "default", {}, None)
    report = {**measure(table, "random", games, {"random": games}),
              "compare": compare(dict.fromkeys(("a", "b"), table), {"a": games, "b": games[:30]})}
    text = page(report, None, "de")
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<link|src=|href=", text)
    assert text.count("<main") == 2 and 'lang="en" hidden' in text
    assert "{" not in re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)            # no gap left unfilled
    assert {"row", "level", "plot", "sparks"} >= set(re.findall(r'<svg class="(\w+)', text)) >= {"row", "level", "plot"}


def test_plots_as_files(games: list[dict[str, Any]], tmp_path: Path) -> None:
    write_plots(measure(table_of(GAME, "default", {}, None), "random", games), None, "de", tmp_path)
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == [f"{GAME}-{name}.svg" for name in ("drama", "order", "scores", "teams")]
    for file in tmp_path.iterdir():
        assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_german_is_complete() -> None:
    english, german = (flat(tomllib.loads((WORDS / f"lab.{one}.toml").read_text(encoding="utf-8"))) for one in ("en", "de"))
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

@pytest.mark.parametrize(("wish", "said"), [
    (Wish("chess"), "chess"),
    (Wish(GAME, players=9), "2 to 5 players"),
    (Wish(GAME, edition="xx"), "xx"),
    (Wish(GAME, compare="edition"), "at least two"),
    (Wish(GAME, compare="edition=de"), "at least two"),
    (Wish(GAME, compare="edition=de,de"), "at least two"),
    (Wish(GAME, compare="edition=de,xx"), "xx"),
    (Wish(GAME, compare="colour=a,b"), "colour"),
    (Wish(GAME, compare="components=no.toml,none.toml"), "no such file"),
    (Wish(GAME, components=Path("no.toml")), "no such file"),
    (Wish(GAME, changes={"nonsense": "1"}), "nonsense"),
    (Wish(GAME, bot="nobody"), "nobody"),
])
def test_mistakes_are_one_line(wish: Wish, said: str) -> None:
    with pytest.raises(InventoriumError, match=said) as error:
        for table in tables_of(wish).values():
            plan(table, wish.players, wish.bot, wish.games, wish.seed)
    assert "\n" not in str(error.value)
