"""What happens is told completely and rightly: events.py (docs/events.md)."""

import random
from functools import cache

import pytest

from inventorium import bots, load
from inventorium.core.events import Event, difference, sentence, sums
from inventorium.core.position import DEALER, Fields, copied
from inventorium.games.era_of_inventions.notation import ACTION_NAMES
from inventorium.games.era_of_inventions.tables import SCORE_PARTS

PlayedMove = tuple[list[Event], dict[tuple[int, str], int]]
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]


@cache
def told(players: int, seed: int = 1) -> tuple[list[PlayedMove], tuple[int, ...], tuple[int, ...]]:
    """A game of bots that look one answer ahead, and of chance: what every answer told and changed, the scores, the winners."""
    game, chance, found = load("era-of-inventions"), random.Random(seed), list[PlayedMove]()
    position, bot = game.new(players, dealer=None), bots.make("greedy", game, seed)
    while not position.over:
        seat = position.to_act[0]
        is_chance = seat == DEALER or chance.random() < 0.3
        action = chance.choice(position.actions(seat)) if is_chance else bot.choose(position.view(seat))
        before = Fields(copied(position.states))
        position.act(action, seat)
        after = Fields(copied(position.states))
        events = list(game.events.events(position.box, before, after, seat, action))
        found.append((events, difference(game.events.holdings(position.box, before), game.events.holdings(position.box, after))))
    return found, position.scores, position.winners


def all_events(players: int = 3) -> list[Event]:
    return [event for events, _ in told(players)[0] for event in events]


def test_an_event_that_is_left_out_is_missed() -> None:
    """Whatever changes something: without it the changes of some answer do not add up any more."""
    answers = [answer for players in (3, 4, 5) for answer in told(players)[0]]
    keys = {event.key for events, _ in answers for event in events if event.changes}
    assert len(keys) > 30
    for key in keys:
        assert any(sums(event for event in events if event.key != key) != changed for events, changed in answers), key


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_final_scoring_adds_up(players: int) -> None:
    """EI-287, EI-296 to EI-312: the parts that are told are the score, and the winners are those of the rules."""
    _, scores, winners = told(players)
    final = [event for event in all_events(players) if event.moment == "final"]
    points = dict.fromkeys(range(players), 0)
    for event in final:
        if event.key in ("final-track", "final-exchange"):
            points[event.seat] += event.values["points"]
        elif event.key == "final-race":
            for seat in event.values["names"]:
                points[seat] += event.values["points"]
    assert tuple(points.values()) == scores
    assert {event.seat: event.values["points"] for event in final if event.key == "final-total"} == points
    assert sum(event.key == "final-race" for event in final) == len(SCORE_PARTS) - 2
    assert tuple(final[-1].values["names"]) == winners


def test_a_round_tells_what_leaves_what_is_new_and_who_begins() -> None:
    """EI-256 to EI-282: all of it is one moment; the last round says so."""
    rounds = [event for event in all_events() if event.moment == "round"]
    begins = [event for event in rounds if event.key in ("round", "last-round")]
    assert [event.values["round"] for event in begins] == list(range(2, 10))
    assert [event.key for event in begins] == ["round"] * 7 + ["last-round"]
    assert [event.values["seat"] for event in begins[1:]] == [(event.values["seat"] + 1) % 3 for event in begins[:-1]]
    keys = {event.key for event in rounds}
    assert keys >= {"gone", "discarded", "laid-out", "factory-discarded", "factory-laid-out", "harbour"}


def test_a_field_of_the_track_is_an_event_of_its_own() -> None:
    """EI-241: also where the same good has just been paid, and for whoever receives a royalty."""
    squares = load("era-of-inventions").box().components["influence_track"]["squares"]
    symbols = {square["at"]: square["symbol"] for square in squares}
    benefits = [event for event in all_events() if event.key == "benefit"]
    assert benefits
    for event in benefits:
        assert [(change.seat, change.what, change.by) for change in event.changes] == [
            (event.seat, symbols[event.values["square"]], 1)
        ]


def test_whoever_is_overtaken_is_told_on_somebody_elses_turn() -> None:
    """EI-296 to EI-308: the points that go and come in a race, with who is ahead now."""
    races = [event for event in all_events() if event.key in ("ahead", "overtaken")]
    for event in races:
        by = event.changes[0].by
        assert (by > 0) == (event.key == "ahead") and abs(by) == event.values["points"] and event.seat == event.changes[0].seat
        assert event.key == "ahead" or len(event.values["names"]) > 1 or event.seat not in event.values["names"]
    assert {event.rule for event in races} >= {"EI-296", "EI-298", "EI-300", "EI-303"}


def test_the_same_is_told_to_oneself_and_to_others() -> None:
    game, event = load("era-of-inventions"), next(event for event in all_events() if event.key == "buy")
    box, hearers = game.box(), (event.seat, (event.seat + 1) % 3)
    verbs = {"en": ["buy", "buys"], "de": ["kaufst", "kauft"]}
    for language, expected in verbs.items():
        assert [sentence(event, box, game.words(language), NAMES, hearer).split()[0] for hearer in hearers] == expected


def test_a_disc_that_is_placed_comes_back() -> None:
    """EI-071, EI-084, EI-086: as often as it was placed."""
    by_action = dict.fromkeys(ACTION_NAMES, 0)
    for event in all_events():
        for change in event.changes:
            if change.what.startswith("disc."):
                by_action[change.what.removeprefix("disc.")] += change.by
    assert set(by_action.values()) == {0}
