"""The search in the rules: how often it is right, what it understands, and that the browser ranks as the server does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inventorium import load
from inventorium.core import library
from inventorium.core.rule_search import documents, find_rules, index_of
from tests.languages import LANGUAGES
from tests.search.questions import FILES, of_file, questions

GAMES = library.names()


def found(game: str, language: str, asked: str) -> list[str]:
    return [one["id"] for one in find_rules(load(game), language, asked)]


@pytest.mark.parametrize("half", [0, 1], ids=["development", "judging"])
def test_the_right_rule_comes_first_or_among_the_first_three(half: int) -> None:
    first = three = asked = 0
    for file in FILES:
        for question in questions(file)[half::2]:
            places = [place for place, rule in enumerate(found(*of_file(file), question.text)) if rule in question.rules]
            asked, first, three = asked + 1, first + (places[:1] == [0]), three + (min(places, default=9) < 3)
    assert asked == 180 and first / asked >= 0.75 and three / asked >= 0.92, (first / asked, three / asked)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_questions_name_rules_that_exist(file: Path) -> None:
    game, language = of_file(file)
    asked, rules = questions(file), set(index_of(load(game), language).rules)
    assert len({one.text for one in asked}) == 60 and all(one.rules and one.rules <= rules for one in asked)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_says_how_people_ask_for_it(game: str, language: str) -> None:
    words = load(game).words(language)
    rules, _ = documents(words)
    invariants = {rule for rule in words.get("search.rules") if rule not in rules}
    assert set(rules) <= words.get("search.rules").keys() and not invariants
    assert all(set(about["rules"].split()) <= set(rules) for about in words.get("search.cards").values())


@pytest.mark.parametrize(
    ("game", "language", "asked", "rule"),
    [
        ("genies", "en", "leftover", "GE-105"),
        ("genies", "en", "left over", "GE-105"),  # two words that are one
        ("genies", "en", "unspnet", "GE-105"),  # a typo
        ("genies", "en", "unsp", "GE-105"),  # the beginning of a word
        ("genies", "de", "Überschüssige RESSOURCENCHIPS", "GE-109"),  # case, and words of the rulebook
        ("genies", "de", "ueberschuessige Ressourcenchips", "GE-109"),  # without umlauts
        ("genies", "de", "Bietreihenfolge", "GE-73"),  # a compound that stands nowhere
        ("genies", "en", "ge 92", "GE-92"),
        ("legendary-inventors", "en", "coffee", "LI-143"),
        ("legendary-inventors", "en", "street", "LI-113"),
        ("legendary-inventors", "de", "wieder einsatzbereit", "LI-59"),
        ("era-of-inventions", "de", "fremde Erfindungen patentieren", "EI-206"),  # another form of a word
    ],
)
def test_words_of_people_lead_to_the_rule(game: str, language: str, asked: str, rule: str) -> None:
    assert rule in found(game, language, asked)[:3]


def test_a_card_leads_to_its_rules() -> None:
    index = index_of(load("legendary-inventors"), "en")
    assert [card["name"] for card in index.cards("einstein")] == ["Albert Einstein"]
    assert found("legendary-inventors", "en", "Einstein") == ["LI-09", "LI-108"]
    assert found("legendary-inventors", "en", "zeppelinx") == []


def test_what_was_searched_for_is_marked_and_nothing_else() -> None:
    index = index_of(load("genies"), "en")
    chips = index.search("unspent chip")[0]
    page = '<b>chips</b><div><a title="chips">Chips not &amp; spent</a></div>'
    assert index.marked(page, chips) == page.replace("Chips", "<mark>Chips</mark>")


RANKED = """async ([address, asked]) => {
  const { prepare, search } = await import(document.querySelector("link[rel=modulepreload]").href);
  const index = prepare(await (await fetch(address)).json());
  return asked.map((one) => search(index, one).rules.map((rule) => index.rules[rule]));
}"""
ODD = [
    "",
    "constructor",
    "__proto__",
    "zeppelinx",
    "ß",
    "unspnet chpis",
    "Gebotsreihenfolge",
    "einst",
    "LI-48",
    "ge a10",
    "🎲",
    "a",
]


@pytest.mark.browser
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_browser_ranks_as_the_server_does(visit: Callable[..., Any], file: Path) -> None:
    game, language = of_file(file)
    page = visit(f"/rules/{game}", language=language)
    asked = [one.text for one in questions(file)] + ODD
    address = page.locator("[data-find]").get_attribute("data-find")
    assert page.evaluate(RANKED, [address, asked]) == [found(game, language, one) for one in asked]
