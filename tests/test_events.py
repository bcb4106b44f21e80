"""Events: what is told, to whom, and how often. That nothing is left out is a test of the kit (`inventorium.testing`)."""

import pytest

from inventorium import load
from inventorium.core.events import Change, Event, Seat, difference, known, merged, named, sentence, subject, sums
from inventorium.core.game import Game
from inventorium.core.words import Words

NAMES = ["Anna", "seat 1", "{names}"]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("legendary-inventors")


@pytest.fixture(scope="module")
def words(game: Game) -> Words:
    return game.words("en")


def test_what_is_said_several_times_is_counted_not_dropped(game: Game, words: Words) -> None:
    event, cards = Event("refreshes", 0, values={"inventor": "archimedes"}), load("genies")
    assert sentence(event, game.box(), words, NAMES, number=3) == "refreshes Archimedes (3\u00a0×)"
    dealt = [sentence(Event("dealt"), cards.box(), cards.words("en"), NAMES, number=number) for number in (1, 8)]
    assert dealt == ["An action card is dealt", "8 action cards are dealt"]


def test_a_log_leaves_out_what_goes_without_saying(game: Game, words: Words) -> None:
    event = Event("only-refresh", 0)
    assert sentence(event, game.box(), words, NAMES) and not sentence(event, game.box(), words, NAMES, brief=True)


def test_what_is_dealt_one_by_one_is_told_in_one_sentence() -> None:
    deals = [
        Event("laid-out", values={"thing": thing}, things=(thing,), changes=(Change(-1, "cards", 1),))
        for thing in ("bow", "drum", "lever")
    ]
    other = Event("laid-out", 0, values={"thing": "wheel"})
    together, alone = merged([*deals, other])
    assert together.values == {"thing": ["bow", "drum", "lever"]} and together.things == ("bow", "drum", "lever")
    assert sums([together]) == {(-1, "cards"): 3}
    assert alone is other


def test_a_thing_is_called_by_its_name_and_a_seat_by_who_sits_there(game: Game, words: Words) -> None:
    box = game.box()
    assert named("bow", box, words, NAMES, -1) == "Bow"
    assert named([Seat(1), Seat(2)], box, words, NAMES, 0) == ["seat 1", "{names}"]
    assert named(Seat(0), box, words, NAMES, 0) == "you"
    assert named(3, box, words, NAMES, 0) == 3


def test_the_hearer_is_spoken_to(game: Game) -> None:
    for language, mine, theirs in (("en", "You send", "Anna sends"), ("de", "Du schickst", "Anna schickt")):
        words, event = game.words(language), Event("sends", 0, values={"inventor": "archimedes", "invention": "bow"})
        for hearer, text in ((0, mine), (1, theirs), (-1, theirs)):
            told = f"{subject(0, words, NAMES, hearer)} {sentence(event, game.box(), words, NAMES, hearer)}"
            assert told.startswith(text) and "Archimedes" in told, told


def test_a_secret_is_told_to_those_who_may_know_it() -> None:
    secret, public = Event("bids", 1, known_to=(1,)), Event("sealed", 1)
    assert known([secret, public], 1) == [secret, public]
    assert known([secret, public], 0) == known([secret, public], -1) == [public]


def test_changes_add_up() -> None:
    events = [
        Event("pays", changes=(Change(0, "chips", -3), Change(1, "chips", 3))),
        Event("gets", changes=(Change(0, "chips", 3),)),
    ]
    assert sums(events) == {(1, "chips"): 3}
    assert difference({(0, "chips"): 2, (1, "chips"): 1}, {(1, "chips"): 4, (0, "chips"): 2}) == {(1, "chips"): 3}
