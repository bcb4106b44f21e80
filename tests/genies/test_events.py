"""What is told of an answer: the sentences of the worked examples, why ties are decided, and who hears what."""

import random
from typing import Any

import pytest

from inventorium import load
from inventorium.core.events import Event, known, sentence, subject
from inventorium.core.position import Fields, Position, copied
from inventorium.games.genies.settlement import rank
from inventorium.table import turn_log
from inventorium.table.table import Table
from tests.scenes import begun, played

GAME = load("genies")
NAMES = ["Vreni", "Urs"]


def told(position: Position, seat: int, move: str) -> list[Event]:
    """Answer, and return what happened, of all the answers behind a shorthand."""
    found: list[Event] = []
    trial, first = position.copy(), position.actions_taken
    trial.play(move, seat)
    for who, action in trial.log[first:]:
        before = Fields(copied(position.states))
        position.act(action, who)
        found += GAME.events.events(position.box, before, Fields(position.states), who, action)
    return found


def said(events: list[Event], position: Position, language: str = "en", hearer: int = -1) -> list[str]:
    words = GAME.words(language)
    return [
        " ".join(filter(None, (subject(event.seat, words, NAMES, hearer), sentence(event, position.box, words, NAMES, hearer))))
        for event in events
    ]


def example() -> Position:
    """Example 1 of the rulebook: round 1, the geniuses are laid out."""
    position = GAME.new(2, dealer=None, action_cards=False)
    for genius in ("darwin", "archimedes", "freud", "galilei", "smith"):
        position.play(f"deal {genius}", -1)
    return position


@pytest.mark.rules("GE-73, GE-74, GE-77, GE-89, GE-91, GE-93")
def test_example_1_is_told_from_a_to_e() -> None:
    position = example()
    told(position, 0, "bid 6 12 9 11 9")
    events = told(position, 1, "bid 8 12 7 8 9")
    moment = [event for event in events if event.moment == "reveal" and event.key != "opened"]
    assert said(moment, position) == [
        "Position A: Charles Darwin",
        "Urs wins A with a bid of 8",
        "Urs pays 8 chips to the bank",
        "Urs adds Charles Darwin to their academy",
        "Position B: Archimedes",
        "Tie at 12 for B: Vreni and Urs",
        "No one wins B",
        "Offered again in the next round: Archimedes",
        "Position C: Sigmund Freud",
        "Vreni wins C with a bid of 9",
        "Vreni pays 9 chips to the bank",
        "Vreni adds Sigmund Freud to their academy",
        "Position D: Galileo Galilei",
        "Vreni wins D with a bid of 11",
        "Vreni pays 11 chips to the bank",
        "Vreni adds Galileo Galilei to their academy",
        "Position E: Adam Smith",
        "Tie at 9 for E: Vreni and Urs",
        "No one wins E",
        "Offered again in the next round: Adam Smith",
    ]
    after = [event for event in events if not event.moment]
    assert said(after, position, hearer=1)[-4:] == [
        "Round 2 begins",
        "Income: 30 chips for everyone",
        "Offered again at A: Archimedes",
        "Offered again at B: Adam Smith",
    ]


@pytest.mark.rules("GE-80, GE-82, GE-92")
def test_example_2_tells_of_bids_that_cannot_be_paid() -> None:
    position = example()
    for seat, bids in enumerate(("6 12 9 11 9", "8 12 7 8 9")):
        position.play(f"bid {bids}", seat)
    for genius in ("plato", "aristotle", "kepler", "homer", "lavoisier"):
        position.play(f"deal {genius}", -1)
    position.play("bid 16 22 16 12 8", 0)
    events = told(position, 1, "bid 15 18 8 6 8")
    void = [event for event in events if event.key == "void"]
    assert said(void, position, "de", hearer=0) == [
        f"Du kannst das Gebot von {bid} für {letter} nicht bezahlen: nur noch 2 Chips übrig"
        for letter, bid in (("C", 16), ("D", 12), ("E", 8))
    ]
    assert {event.rule for event in void} == {"GE-82"} and not any(event.key == "tie" for event in events)


@pytest.mark.parametrize(
    ("mine", "theirs", "added", "key", "rule"),
    [
        ({"archimedes", "kepler"}, {"bernoulli"}, {}, "by-geniuses", "GE-134"),
        ({"galilei", "einstein"}, {"newton", "planck"}, {}, "by-best", "GE-135"),
        ({"galilei", "einstein"}, {"newton", "planck"}, {"newton": 1, "galilei": 1}, "by-best", "GE-135"),
        ({"galilei", "einstein"}, {"newton", "planck"}, {"galilei": 1, "planck": 1}, "full-tie", "GE-A23"),
        ({"schumpeter"}, {"keynes"}, {"keynes": 1}, "", ""),
    ],
)
@pytest.mark.rules("GE-134, GE-135, GE-A23")
def test_a_ranking_says_what_decides(mine: set[str], theirs: set[str], added: dict[str, int], key: str, rule: str) -> None:
    """Of two seats with as many stars."""
    position = GAME.new(2, seed=1)
    state, ids = position.state, position.box.ids("geniuses")
    state.round_now = 5
    for seat, names in enumerate((mine, theirs)):
        for name in names:
            state.where[ids.index(name)] = seat
    for name, stars in added.items():
        state.stars_added[ids.index(name)] = stars
    d = int(position.box.array[0].discipline[ids.index(min(mine))])
    ties = rank(state, position.box.array[0], d).ties
    if not key:  # as many stars and geniuses, the same best one: more stars from cards decide
        assert [(tie.one, tie.key, tie.rule) for tie in ties] == [(1, "by-added", "GE-137")]
    else:
        assert [(tie.one, tie.key, tie.rule) for tie in ties] == [(0, key, rule)]


@pytest.mark.rules("GE-62, GE-143, GE-A33")
def test_nobody_hears_what_is_on_anothers_sheet_or_in_anothers_hand() -> None:
    """Of what others write and hold one hears nothing; of what one does oneself, everything. Through the eyes of a seat that
    stays so when the game is over."""
    secret = {"writes", "names", "chooses", "holds", "hand"}
    *_, table = played(begun("genies", 3), random.Random(4))
    for seat in range(3):
        heard = [event for place in range(len(table.history)) for event in events_heard(table, place, seat)]
        assert {event.seat for event in heard if event.key in secret} == {seat}
        assert {event.key for event in heard} >= {"writes", "holds", "hand", "opened", "decided"}
    everything = [event for place in range(len(table.history)) for event in events_heard(table, place, -1)]
    assert {event.seat for event in everything if event.key in secret} == {0, 1, 2}


def events_heard(table: Table, place: int, seat: int) -> list[Event]:
    table.listen()
    return turn_log.events_for(table, place, seat)


@pytest.mark.rules("GE-A10")
def test_where_chips_are_hidden_only_the_bidder_hears_how_many_are_left() -> None:
    position = GAME.new(2, dealer=None, action_cards=False, chips="hidden")
    for genius in ("darwin", "archimedes", "freud", "galilei", "smith"):
        position.play(f"deal {genius}", -1)
    told(position, 0, "bid 20 15 0 0 0")
    events = told(position, 1, "bid 1 1 0 0 0")
    texts: dict[int, Any] = {
        hearer: [text for text in said(known(events, hearer), position, hearer=hearer) if "cannot" in text]
        for hearer in (-1, 0, 1)
    }
    assert texts[0] == ["You cannot pay the bid of 15 for B: only 10 chips left"]
    assert texts[1] == texts[-1] == ["Vreni cannot pay the bid of 15 for B"]
