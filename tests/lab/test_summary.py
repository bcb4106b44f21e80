"""In short: what is certain is said and names cards; what is not is left out, with the games that would decide it."""

import json
import re
from typing import Any

import numpy as np
import pytest

from inventorium.core.game import load_game
from inventorium.core.statistics import share
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import Execution
from inventorium.research.lab.collection import collect, plan
from inventorium.research.lab.measurements import measure
from inventorium.research.lab.summary import games_to_decide, is_decided, summary
from inventorium.research.lab.text import Text

GAME = "legendary-inventors"


@pytest.fixture(scope="module")
def games() -> list[Any]:
    ((main, _),) = collect([plan(variant_of(GAME), 3, "random", 40, "tests", skill=False)], Execution(workers=1))
    return main


def said(samples: list[Any], language: str = "en", rivals: dict[str, list[Any]] | None = None) -> str:
    report = measure(variant_of(GAME), "random", samples, rivals)
    return re.sub("<.*?>", "", " ".join(summary(report, Text(load_game(GAME), None, language))))


def test_few_games_decide_nothing(games: list[Any]) -> None:
    """Six games, and two against a rival: no share is told, but how many games would tell it."""
    text = said(games[:6], rivals={"easy": [{**game, "seats": ["easy", "random", "random"]} for game in games[:2]]})
    told, _, undecided = text.partition("Not decided yet, with the games needed to decide it: ")
    assert "begins" not in told and "Strongest" not in told and "Easy" not in told and "%" in told
    for question in (
        "whether it matters who begins",
        "Teams: which is strongest",
        "how often one Easy bot wins",
        "which things are strongest",
        "which things are weakest",
    ):
        needed = re.search(rf"{question} \(([\d,]+)\)", undecided)
        assert needed and int(needed[1].replace(",", "")) > 6, question


def test_the_strongest_and_the_weakest_are_named(games: list[Any]) -> None:
    """Whoever has a progress token of 3 gets 5 points for it, whoever has one of knowledge loses 5."""
    chance = np.random.default_rng(1)
    planted = json.loads(json.dumps(games * 5))
    for game in planted:
        game["scores"] = [int(point) for point in chance.integers(0, 9, 3)]
        for thing, seat, _ in game["gains"]["tokens"]:
            if seat >= 0:
                game["scores"][seat] += {"progress-3": 5, "knowledge": -5}.get(thing, 0)
    english, german = said(planted), said(planted, "de")
    assert re.search(r"Strongest of their kinds, .*?: Progress 3 \(Reward tokens, \+[45]\.\d points\)", english)
    assert re.search(r"Weakest of their kinds: Additional knowledge \(Reward tokens, −[456]\.\d points\)", english)
    assert "Am stärksten in ihrer Art" in german and "which things" not in english


def test_what_an_experiment_shows_comes_before_what_goes_with_having_it(games: list[Any]) -> None:
    """Those who have additional knowledge have few points, but taking it is shown to bring some; and the other way round."""
    planted = json.loads(json.dumps(games * 5))
    for game in planted:
        game["scores"] = [10, 10, 10]
        for thing, seat, _ in game["gains"]["tokens"]:
            if seat >= 0:
                game["scores"][seat] += {"progress-3": 5, "knowledge": -5}.get(thing, 0)
    report = measure(variant_of(GAME), "random", planted)
    tokens: dict[str, Any] = {entry["thing"]: entry for entry in report["things"]["tokens"]}
    text = Text(load_game(GAME), None, "en")
    for gain, strongest, weakest in (
        (2.5, "Progress 3 (Reward tokens, +2.5 points in the experiment)", None),
        (-2.5, None, "Additional knowledge (Reward tokens, −2.5 points in the experiment)"),
    ):
        for thing in ("knowledge", "progress-3"):
            tokens[thing]["trial"] = {"mean": gain, "interval": (gain - 1, gain + 1), "sure": True}
        told = [str(line) for line in summary(report, text)]
        for beginning, wanted, other in (
            ("Strongest of", strongest, "Progress 3"),
            ("Weakest of", weakest, "Additional knowledge"),
        ):
            named = " ".join(line for line in told if line.startswith(beginning))
            assert wanted in named if wanted else other not in named


@pytest.mark.parametrize(
    ("slips", "english", "german"),
    [
        (0, "", ""),
        (1, "Easy always plays carelessly, like a beginner.", "Leicht spielt immer unbedacht, wie ein Anfänger."),
        (
            2,
            "Easy plays every second move carelessly, like a beginner.",
            "Leicht spielt jeden zweiten Zug unbedacht, wie ein Anfänger.",
        ),
        (
            5,
            "Easy plays one in 5 moves carelessly, like a beginner.",
            "Leicht spielt einen von 5 Zügen unbedacht, wie ein Anfänger.",
        ),
    ],
)
def test_how_often_a_level_slips_is_said_in_plain_words(games: list[Any], slips: int, english: str, german: str) -> None:
    report = measure(variant_of(GAME), "easy", games)
    report["slips"] = slips
    for language, wanted in (("en", english), ("de", german)):
        assert Text(load_game(GAME), None, language).blunders(report) == wanted


def test_chance_names_nobody(games: list[Any]) -> None:
    """Points that have nothing to do with what anybody had: something is always ahead, but not for certain."""
    chance = np.random.default_rng(2)
    planted = [{**game, "scores": [int(point) for point in chance.integers(0, 30, 3)]} for game in games]
    text = said(planted)
    assert "Strongest of" not in text and "Weakest of" not in text
    assert "which things are strongest (" in text and "which things are weakest (" in text


def test_what_is_decided() -> None:
    assert is_decided(share(40, 100), 0.25) and is_decided(share(500, 2000), 0.25)  # more than fair; near it
    assert not is_decided(share(26, 100), 0.25) and not is_decided(share(0, 4), 0.25)
    assert 200 <= games_to_decide(share(25, 100), 0.25, 100) <= 400
    needed = games_to_decide(share(28, 100), 0.25, 100)
    assert is_decided(share(0.28 * needed, needed), 0.25)
    assert not is_decided(share(0.28 * round(needed * 0.8), round(needed * 0.8)), 0.25)


def test_a_card_with_odd_letters_does_not_break_the_page(games: list[Any]) -> None:
    text = Text(load_game(GAME), None, "en")
    assert "<b>" not in text.some_of(["<b>"], 3) and text.some_of(list("abcd"), 3) == "a, b, c and 1 more"
