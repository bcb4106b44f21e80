"""Editions and options in words: what they mean for a rule, and for one table."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from inventorium.core.options import Option, Value, chosen, written
from inventorium.core.rulings import RULE_ID
from inventorium.core.words import Words

if TYPE_CHECKING:
    from inventorium.core.game import Game


class Reading(NamedTuple):
    """One value of an option in words, and which editions have it."""

    editions: str
    text: str


class Variation(NamedTuple):
    """An option that changes a rule: its name, and its values; what a table plays by comes first."""

    option: str
    name: str
    readings: list[Reading]


def usual(game: "Game", language: str) -> str:
    """Return the edition for a language: its rulebook, else the first."""
    return language if language in game.editions else next(iter(game.editions))


def variations(
    game: "Game", words: Words, rule: str, played: Mapping[str, Value] | None = None, label: str = "rules.played-here"
) -> list[Variation]:
    """Return the options that change a rule. `played` are the options of a table, or of the reader's rulebook; they come first,
    and `label` says which of the two they are."""
    return [
        Variation(option.name, words(f"options.{option.name}.name"), readings(game, words, option, played, label))
        for option in game.options
        if rule in rules_of(option, words)
    ]


def rules_of(option: Option, words: Words) -> list[str]:
    """Return the rules that an option changes: the decision behind it, and those that its explanation names."""
    return RULE_ID.findall(f"{option.decision} {words(f'options.{option.name}.meaning')}")


def readings(
    game: "Game", words: Words, option: Option, played: Mapping[str, Value] | None, label: str = "rules.played-here"
) -> list[Reading]:
    """Return the values of an option in words, with the editions that have them; what is played comes first."""
    mine = [played[option.name]] if played else []
    found = []
    for value in mine + [value for value in option.values if value not in mine]:
        names = [
            words(f"editions.{name}.name")
            for name, changes in game.editions.items()
            if changes.get(option.name, option.values[0]) == value
        ]
        if len(names) == len(game.editions) > 1:
            names = [words("rules.all-editions")]
        mark = [words(label)] if label and value in mine else []
        found.append(Reading(", ".join(mark + names) or words("rules.possible"), meaning(words, option, value)))
    return found


def lines(game: "Game", words: Words, rule: str, played: Mapping[str, Value] | None = None) -> list[str]:
    """Return what `variations` returns as lines of text, for a terminal."""
    return [f"{one.name}. {each.editions}: {each.text}" for one in variations(game, words, rule, played) for each in one.readings]


def meaning(words: Words, option: Option, value: Value) -> str:
    """Return what a value of an option means; a number that is not one of its values means itself."""
    return str(words.get(f"options.{option.name}.values").get(written(value), written(value)))


def played_by(game: "Game", edition: str, changes: Mapping[str, Any]) -> dict[str, Value]:
    """Return the options of a table that was set up like this."""
    return chosen(game.options, game.editions, edition, changes, lambda values: None)


def changed(game: "Game", words: Words, edition: str, changes: Mapping[str, Any]) -> list[str]:
    """Return the options in which a table differs from its edition, in words."""
    usual, values = played_by(game, edition, {}), played_by(game, edition, changes)
    return [
        f"{words(f'options.{option.name}.name')}: {meaning(words, option, values[option.name])}"
        for option in game.options
        if values[option.name] != usual[option.name]
    ]


def played_here(game: "Game", words: Words, edition: str, changes: Mapping[str, Any]) -> str:
    """Return by which rules a table plays, in a few sentences."""
    texts = [
        f"{words('rules.played-here')}: {words(f'editions.{edition}.name')}.",
        words(f"editions.{edition}.meaning"),
        *changed(game, words, edition, changes),
    ]
    return " ".join(texts)
