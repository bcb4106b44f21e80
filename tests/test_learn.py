"""What people read to learn a game: four panels and a rulebook, in both languages, and no rule that does not exist."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from dev.readability import NEWSPAPER, lix, readings
from inventorium import load
from inventorium.core import library
from inventorium.core.words import LANGUAGES
from inventorium.teaching.guide import guide_of
from inventorium.teaching.lessons import lessons_of
from inventorium.web.render.templates import make_environment

GAMES = library.names()
PANELS = ["who", "round", "points", "end"]
MOST_WORDS = {"panel": 45, "paragraph": 75, "book": 1000}
NOT_FOR_PLAYERS = {"notation", "constraints", "invariants"}  # for programs and for whoever writes a component file
UNTOLD = Path(__file__).parent / "untold_rules.txt"


def read(game: str, language: str) -> dict[str, Any]:
    return tomllib.loads((library.folder_of(game) / "words" / language / "learn.toml").read_text(encoding="utf-8"))


def paragraphs(texts: dict[str, Any]) -> list[dict[str, str]]:
    return [*texts["learn"].values(), *(one for chapter in texts["book"].values() for one in chapter["paragraphs"])]


def told(game: str, language: str) -> set[str]:
    return {rule for one in paragraphs(read(game, language)) for rule in one["rules"].split()}


def rules(game: str) -> dict[str, str]:
    """The section of every rule."""
    return {rule: key for key, section in load(game).words("en").get("sections").items() for rule in section["rules"]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_in_few_words(game: str, language: str) -> None:
    texts = read(game, language)
    assert list(texts["learn"]) == PANELS
    for key, panel in texts["learn"].items():
        assert 10 < len(panel["text"].split()) <= MOST_WORDS["panel"], key
    lengths = [len(one["text"].split()) for chapter in texts["book"].values() for one in chapter["paragraphs"]]
    assert max(lengths) <= MOST_WORDS["paragraph"] and 400 < sum(lengths) <= MOST_WORDS["book"], sum(lengths)
    assert {"example_round", "example_scoring"} <= texts["book"].keys()
    for one in paragraphs(texts):
        assert one["text"] == one["text"].strip() and one["text"][-1] in ".?!" and not set("{}[]") & set(one["text"]), one["text"]


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_tell_the_same_rules_in_the_same_order(game: str) -> None:
    english, german = (read(game, language) for language in LANGUAGES)
    assert list(english["book"]) == list(german["book"])
    assert [one["rules"] for one in paragraphs(english)] == [one["rules"] for one in paragraphs(german)]
    texts = [
        {one["text"] for one in paragraphs(each)} | {chapter["title"] for chapter in each["book"].values()}
        for each in (english, german)
    ]
    assert not texts[0] & texts[1], "German is German"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_text_tells_exists(game: str) -> None:
    assert all(one["rules"] for one in paragraphs(read(game, "en")))
    assert told(game, "en") <= rules(game).keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_picture_shows_something(game: str, language: str) -> None:
    """Each panel and each example has one, it names only signs that are drawn, and no picture is left over."""
    loaded, words = load(game), load(game).words(language)
    page = make_environment().from_string(
        "{% import 'games/' ~ game.name ~ ':learn.html' as pictures with context %}"
        "{{ pictures[key]() if pictures[key] is defined }}"
    )
    chapters = list(words.get("book"))
    drawn = {key: page.render(game=loaded, words=words, lang=language, key=key) for key in [*PANELS, *chapters]}
    for key, picture in drawn.items():
        assert not re.search(r"<svg[^>]*></svg>", picture), key
        may_do_without = key not in {*PANELS, "example_round", "example_scoring"}
        assert len(re.findall("<svg|<i ", picture)) >= 2 or (may_do_without and not picture), key
    macros = re.findall(r"{% macro (\w+)\(\) -?%}\n<", (loaded.folder / "learn.html").read_text(encoding="utf-8"))
    assert set(macros) <= drawn.keys(), set(macros) - drawn.keys()


def untold(game: str) -> set[str]:
    """The rules for players that no panel, paragraph, lesson or step of the guided game names."""
    loaded = load(game)
    guide = guide_of(loaded)
    assert guide
    taught = {rule for lesson in lessons_of(loaded).values() for rule in lesson.rules}
    taught |= {rule for step in guide.steps for rule in step.rules}
    return {rule for rule, section in rules(game).items() if section not in NOT_FOR_PLAYERS} - told(game, "en") - taught


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_rules_that_nobody_tells_only_shrinks(game: str) -> None:
    """Whoever tells one takes it off the list; nothing new is put there."""
    listed = {
        name: set(names.split())
        for name, _, names in (line.partition(":") for line in UNTOLD.read_text(encoding="utf-8").splitlines())
    }
    assert sorted(untold(game) - listed[game]) == [], "told by nobody any more, or new"
    assert sorted(listed[game] - untold(game)) == [], "told now: take them off"


def test_it_reads_no_harder_than_a_newspaper() -> None:
    for game, language, kind, reading in readings():
        assert reading.lix < NEWSPAPER, f"{game}, {language}: {kind}"
    assert lix("Donaudampfschifffahrtsgesellschaften unterhalten Verwaltungsgebäude.") > NEWSPAPER
