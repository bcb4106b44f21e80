"""The numbered rules that the program shows: complete, in both languages, and no reference into the void."""

import importlib
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest

from dev import rule_pages
from inventorium import load
from inventorium.cli.arguments import EDITION
from inventorium.core import library
from inventorium.core.editions import played_by, played_here, variations
from inventorium.core.options import written
from inventorium.core.rulings import RULE_ID
from inventorium.web.render.templates import rule_links
from tests.languages import LANGUAGES

FOLDER = library.folder_of(library.names()[0]).parent
GAMES = sorted(file.parents[2].name for file in FOLDER.glob("*/words/en/rules.toml"))
# A game that has words but no rules yet has no options to compare with.
PLAYABLE = [game for game in GAMES if (FOLDER / game / "tables.py").exists()]

# What the catalogues number: prefix, last number, digits. The notation has its own length in every game.
NUMBERED = {
    "legendary_inventors": (("LI", 162, 2), ("AM", 47, 2), ("NO", 27, 2), ("DC", 20, 2)),
    "era_of_inventions": (("EI", 332, 3), ("A", 51, 2), ("NO", 10, 2), ("K", 35, 2)),
    "genies": (("GE", 158, 2), ("GE-A", 48, 2), ("NO", 10, 2)),
}
# German has the same word.
SAME_WORD = {"Patent", "Notation"}


def read(game: str, language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / game / "words" / language / "rules.toml").read_text(encoding="utf-8"))


def rules(texts: dict[str, Any]) -> dict[str, str]:
    """All numbered texts, in the order of the file."""
    return dict(chain.from_iterable(section["rules"].items() for section in texts["sections"].values()))


def every_text(texts: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file with its place in it, in the order of the file."""
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from every_text(value, f"{path}{key}/")
        else:
            yield path + key, value


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_say_the_same_things_in_the_same_order(game: str) -> None:
    english, german = ([place for place, _ in every_text(read(game, language))] for language in LANGUAGES)
    assert english == german


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_missing(game: str, language: str) -> None:
    there = list(rules(read(game, language)))
    for prefix, last, digits in NUMBERED[game]:
        wanted = [f"{prefix}{'' if prefix == 'GE-A' else '-'}{number:0{digits}d}" for number in range(1, last + 1)]
        of_this_kind = [rule for rule in there if rule.removeprefix(prefix).removeprefix("-").isdigit()]
        assert of_this_kind == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_text_says_something(game: str, language: str) -> None:
    for place, text in every_text(read(game, language)):
        assert isinstance(text, str) and text == text.strip() and text, place
        assert not set("[]{}") & set(text), f"{place}: brackets mean something to the terminal and to `Words`"
        if not place.endswith(("/title", "/name", "/term")):
            assert text.endswith("."), f"{place} is not a sentence: {text}"


@pytest.mark.parametrize("game", GAMES)
def test_german_is_german(game: str) -> None:
    english, german = (dict(every_text(read(game, language))) for language in LANGUAGES)
    same = {text for place, text in english.items() if german[place] == text}
    assert same <= SAME_WORD


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_text_refers_to_exists(game: str, language: str) -> None:
    texts = read(game, language)
    known = rules(texts).keys()
    for place, text in every_text(texts):
        unknown = set(RULE_ID.findall(text)) - known
        assert not unknown, f"{place} refers to {unknown}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_text_names_is_a_link(game: str, language: str) -> None:
    """Of whatever kind its id is: LI-48, A-44, K-35, GE-A10."""
    texts = read(game, language)
    for place, text in every_text(texts):
        links = re.findall(r'<a href="#([^"]+)">', rule_links(text))
        named = [rule for rule in rules(texts) if re.search(rf"(?<![\w-]){rule}(?![\w-])", text)]
        assert set(links) == set(named), place
    assert all(RULE_ID.fullmatch(rule) for rule in rules(texts))


@pytest.mark.parametrize("game", GAMES)
def test_translations_refer_to_the_same_rules(game: str) -> None:
    english, german = (dict(every_text(read(game, language))) for language in LANGUAGES)
    for place, text in english.items():
        assert sorted(RULE_ID.findall(text)) == sorted(RULE_ID.findall(german[place])), place


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_option_value_and_edition_is_explained(game: str) -> None:
    tables = importlib.import_module(f"inventorium.games.{game}.tables")
    for language in LANGUAGES:
        texts = read(game, language)
        explained = {option: list(text["values"]) for option, text in texts["options"].items()}
        assert explained == {
            option.name: [written(value) for value in option.values] + ["number"] * (option.whole_from is not None)
            for option in tables.OPTIONS
        }
        assert set(texts["editions"]) == set(tables.EDITIONS)


@pytest.mark.parametrize("catalogue", rule_pages.CATALOGUES, ids=lambda file: file.stem)
def test_the_catalogues_have_the_sentences_of_the_words(catalogue: Path) -> None:
    page, sentences = catalogue.read_text(encoding="utf-8"), rule_pages.sentences_of(catalogue)
    assert rule_pages.generated(catalogue) == page, "run python -m dev rule-pages"
    rows = [row[1] for table in rule_pages.OPTIONS.finditer(page) for row in rule_pages.OPTION.finditer(table[0])]
    assert rows == [option.name for option in load(catalogue.stem).options], "each option has a row"
    listed = {row[1] for table in rule_pages.TABLE.finditer(page) for row in rule_pages.ROW.finditer(table[0])}
    decisions = set(re.findall(r"^\| *(\S+) *\|", page, re.MULTILINE)) - listed
    for file, text in rule_pages.source_files(catalogue).items():
        assert file.read_text(encoding="utf-8") == text, "run python -m dev rule-pages"
    assert not listed - sentences.keys() and not sentences.keys() - listed - decisions, "each rule has a row"


# ---------------------------------------------------------------- what players read of options and editions

NOT_FOR_PLAYERS = ("notation", "constraints", "invariants")  # of programs, and of whoever writes a component file


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_players_read_no_keys_of_options(game: str, language: str) -> None:
    for place, text in every_text(read(game, language)):
        if not place.startswith(tuple(f"sections/{section}/" for section in NOT_FOR_PLAYERS)):
            assert "`" not in text, place


@pytest.mark.parametrize(
    ("language", "label", "says"),
    [("en", "German rulebook", "may place fewer"), ("de", "Deutsche Spielregel", "darfst weniger Spielsteine legen")],
)
def test_a_rule_says_what_each_edition_makes_of_it(language: str, label: str, says: str) -> None:
    """LI-48: the table's edition first; LI-117 is changed by two options, of which one names it only in its explanation."""
    game = load("legendary-inventors")
    words = game.words(language)
    first = variations(game, words, "LI-48", played_by(game, "de", {}))[0].readings[0]
    assert first.editions.startswith(words("rules.played-here")) and label in first.editions and says in first.text
    told = [reading.editions for reading in variations(game, words, "LI-48")[0].readings]
    assert len(told) == 2 and words("editions.default.name") in told[0] and label in told[1]
    assert [one.option for one in variations(game, words, "LI-117")] == ["run_min_length", "run_min_real_cards"]
    assert variations(game, words, "LI-01") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_shown_at_a_rule_for_players(game: str) -> None:
    loaded = load(game.replace("_", "-"))
    for_players = {
        rule for key, section in read(game, "en")["sections"].items() if key not in NOT_FOR_PLAYERS for rule in section["rules"]
    }
    shown = {one.option for rule in for_players for one in variations(loaded, loaded.words("en"), rule)}
    assert shown == {option.name for option in loaded.options}


def test_changed_options_of_a_table_are_told() -> None:
    game = load("legendary-inventors")
    told = played_here(game, game.words("en"), "de", {"run_top_limit": 5})
    assert told.startswith("Played here: German rulebook.") and "A token stands for no number above 5." in told


def test_the_help_of_play_names_every_edition_in_words() -> None:
    help = get_args(EDITION)[1].help
    names = {
        (key, load(game.replace("_", "-")).words("en")(f"editions.{key}.name"))
        for game in GAMES
        for key in read(game, "en")["editions"]
        if key != "default"
    }
    assert names and all(f"{key}: {name}" in help for key, name in names)
