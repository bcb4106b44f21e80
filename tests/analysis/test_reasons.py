"""What an answer is good for, in points by their source and in the words of the game."""

import numpy as np
import pytest

from inventorium import bots, review
from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.core.position import Position, View
from inventorium.core.words import LANGUAGES
from inventorium.review.decisions import Turn, window_of
from inventorium.review.report import reason, reason_for
from inventorium.review.value_parts import PLANS, Source, parts_of, sources


def middle(name: str, answers: int = 40) -> Position:
    """A position of three greedy bots with something to decide."""
    game = load_game(name)
    position, bot = game.new(3, seed="reasons"), bots.make("greedy", game)
    while position.actions_taken < answers or len(position.actions(position.to_act[0])) < 3:
        seat = position.to_act[0]
        position.act(bot.choose(position.view(seat)), seat)
    return position


def planned(position: Position, bot: bots.Bot) -> tuple[int, ...]:
    """What a bot answers next: all of a sheet, where there are sheets."""
    position, seat, window, given = position.copy(), position.to_act[0], window_of(position), list[int]()
    while seat in position.to_act and window_of(position) == window and (position.game.type.sealed or not given):
        given.append(bot.choose(position.view(seat)))
        position.act(given[-1], seat)
    return tuple(given)


@pytest.mark.parametrize("name", library.names())
def test_a_good_answer_brings_more_than_the_others_and_a_bad_one_less(name: str) -> None:
    """Whatever greedy does is worth more by the hand-written value than what a random bot does, and sources say by how much."""
    position = middle(name)
    view = position.view(position.to_act[0])

    def worth(bot: str, seed: int) -> float:
        turn = Turn(view.seat, 0, planned(position, bots.make(bot, position.game, seed)), view)
        return sum(one.points for one in review.explain_turn(turn))

    assert position.game.type.sealed or worth("greedy", 0) > 0  # sheets are compared with those that a search thinks of
    assert worth("greedy", 0) > np.mean([worth("random", seed) for seed in range(6)])


@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_the_words_of_the_game(name: str, language: str) -> None:
    position = middle(name)
    view, words = position.view(position.to_act[0]), position.game.words(language)
    said = reason_for(view, planned(position, bots.make("greedy", position.game)), words)
    assert said.startswith({"en": "Good for ", "de": "Bringt "}[language]) and said.endswith(".")
    assert any(words(f"worth.{source}") in said for source in (*position.game.inventory.WORTH, PLANS))


def inventors() -> View:
    position = middle("legendary-inventors")
    return position.view(position.to_act[0])


def test_sources_add_up_and_name_the_part_that_most_of_it_is() -> None:
    view = inventors()
    worth, parts = view.game.inventory.WORTH, np.zeros(1 + len(view.game.inventory.WORTH))
    first = worth.index("inventions")
    parts[1 + first], parts[1 + first + 1], parts[1 + worth.index("runs")] = 2.0, 0.5, -1.0
    parts[0] = 3.0  # half as much again is not said where from
    found = sources(view.game, parts)
    assert found == [Source("inventions", 2.5, first), Source(PLANS, 1.5), Source("runs", -1.0)]
    card = view.box.name(view.box.ids("inventions")[view.fields.layout[0]], "en")
    assert reason(view, view.seat, found, view.game.words("en")) == (
        f"Good for cubes on inventions ({card}) +2.5, what comes next +1.5; it costs runs 1.0."
    )
    assert reason(view, view.seat, [Source("runs", 1.8)], view.game.words("de")) == "Bringt Reihen +1,8."
    assert reason(view, view.seat, [Source("runs", -1.8)], view.game.words("de")) == ""


def test_an_inventor_is_named() -> None:
    view = inventors()
    part = view.game.inventory.WORTH.index("inventors")
    who = view.game.inventory.worth_of(view.box, view.fields, view.seat, part)
    assert view.box.name(who, "en") in reason(view, view.seat, [Source("inventors", 1.0, part)], view.game.words("en"))


@pytest.mark.parametrize("name", library.names())
def test_the_parts_of_a_position_are_those_of_its_value(name: str) -> None:
    """As the bots judge it: the sum of all sources is what a seat can expect."""
    position = middle(name)
    assert position.game.value is not None
    for seat in range(position.players):
        found = sources(position.game, parts_of(position, seat))
        value = position.game.value.value(position.state, position.box.array[0], seat)
        assert sum(one.points for one in found) == pytest.approx(value, abs=0.05 * (1 + len(position.game.inventory.WORTH)))


def test_where_there_is_no_other_answer_nothing_is_said() -> None:
    position = load_game("legendary-inventors").new(3, seed=1)
    while len(position.actions(position.to_act[0])) > 1:
        position.act(position.actions(position.to_act[0])[0], position.to_act[0])
    view = position.view(position.to_act[0])
    assert reason_for(view, view.actions(), position.game.words("en")) == ""
