"""What a seat may know, and what it may not (catalogue, 7.4, 7.6 and 7.7)."""

import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from inventorium import testing as kit
from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError
from inventorium.core.position import DEALER, Position
from inventorium.games.genies.notation import hand_of
from inventorium.games.genies.tables import NONE, PILE, Act, Question, Sheet
from tests.genies.test_game import broken

SETTINGS: list[dict[str, Any]] = [
    {},
    {"chips": "hidden"},
    {"zero_bids": True},
    {"bundles": "keep"},
    {"full_tie": "none"},
    {"action_cards": False},
]
POSITIONS = 3_000


def wander(position: Position, chance: random.Random) -> int:
    """One more answer, in any order of seats, now and then a sheet taken back."""
    finished = [seat for seat in range(position.players) if position.state.sheet[seat] == Sheet.COMPLETE]
    if finished and chance.random() < 0.1:
        position.play("reopen", chance.choice(finished))
    seat = chance.choice(position.to_act)
    position.act(chance.choice(position.actions(seat)), seat)
    return seat


def imagined(position: Position, states: np.ndarray, seat: int, number: int) -> np.ndarray:
    filled = states.copy()
    position.game.engine.determinize(filled, position.box.array, seat, new_stream("imagine", number))
    return filled


def concealed(position: Position, states: np.ndarray, seat: int) -> bytes:
    hidden = states.copy()
    position.game.engine.conceal(hidden, position.box.array, seat)
    return hidden.tobytes()


def random_positions(number: int, seed: int = 0, **changes: Any) -> Iterator[Position]:
    """Positions from all over games of all player counts, the questions to the dealer among them."""
    game, chance, found = kit.load("genies"), random.Random(seed), 0
    for settings in itertools.cycle([changes] if changes else SETTINGS):
        position = game.new(chance.choice(game.players), dealer=None, **settings)
        while not position.over:
            if chance.random() < 0.35:
                yield position
                found += 1
                if found == number:
                    return
            wander(position, chance)


@pytest.mark.rules("GE-62, GE-29, GE-143")
@pytest.mark.slow
def test_a_view_does_not_depend_on_what_the_seat_cannot_know() -> None:
    different = 0
    for number, position in enumerate(random_positions(POSITIONS)):
        before = position.states.tobytes()
        for seat in range(DEALER, position.players):
            view = position.view(seat).states
            for known in (position.states, view):
                other = imagined(position, known, seat, number)
                assert concealed(position, other, seat) == view.tobytes()
                assert broken(other[0], position.box.array[0]) == 0
                different += other.tobytes() != before
        assert position.states.tobytes() == before
    assert different > POSITIONS  # something was there to conceal


OPEN_TO_ALL = (
    "players",
    "round_now",
    "question",
    "asked",
    "dealt",
    "sheet",
    "hand",
    "lost",
    "patron",
    "where",
    "stars_added",
    "offer",
    "carried",
    "played_in",
    "played_at",
    "winner",
    "price",
    "patronage",
    "points",
    "bonus",
)


@pytest.mark.rules("GE-62, GE-143, GE-A09, GE-A10, GE-A33")
def test_a_view_is_what_the_table_of_the_catalogue_says() -> None:
    """7.7, written down once more: everything is blank but what is open to all, and what is the seat's own."""
    for position in random_positions(600, seed=1):
        truth = position.state
        for seat in range(DEALER, position.players):
            found = position.view(seat).state
            for name in (*OPEN_TO_ALL, *position.options):
                assert np.array_equal(found[name], truth[name]), name
            for card in range(30):
                if truth.played_in[card] != NONE or truth.holder[card] < 0 or truth.holder[card] == seat:
                    assert found.holder[card] == truth.holder[card]
                else:
                    assert found.holder[card] == PILE
                own = truth.holder[card] == seat and truth.played_in[card] == NONE
                assert found.target[card] == (truth.target[card] if own else NONE)
            for other in range(position.players):
                own, running = other == seat, truth.question == Question.BIDS
                written = found.bids[truth.round_now, other].tolist()
                assert written == ([NONE] * 5 if running and not own else truth.bids[truth.round_now, other].tolist())
                assert found.bids[: truth.round_now, other].tolist() == truth.bids[: truth.round_now, other].tolist()
                hidden = position.options["chips"] == "hidden" and not own
                assert found.purse[other] == (NONE if hidden else truth.purse[other])
                if own or truth.sheet[other] == Sheet.COMPLETE:
                    assert found.answered[other] == truth.answered[other]
                else:
                    assert found.answered[other] == 0
            fields = {*OPEN_TO_ALL, "holder", "target", "bids", "purse", "answered"}
            assert fields == set(position.game.tables.FIELDS)  # a new field must be judged here


def test_a_view_tells_its_seat_what_it_may_do() -> None:
    for position in random_positions(300, seed=2):
        for seat in range(position.players):
            view = position.view(seat)
            assert view.to_act == position.to_act
            assert view.moves() == position.moves(seat)
            assert view.scores == position.scores
            with pytest.raises(InventoriumError, match="view of seat"):
                view.moves((seat + 1) % position.players)


@pytest.mark.rules("GE-62, GE-143")
def test_the_picture_of_a_view_holds_no_secret() -> None:
    for position in random_positions(300, seed=6):
        for seat in range(DEALER, position.players):
            view = position.view(seat)
            told = json.dumps(view.picture())
            for other in range(position.players):
                held = hand_of(position.box, position.state, other)
                if other != seat:
                    assert not any(f'"{card}"' in told for card in held)
                    assert view.picture()["players"][other]["hand"] == ["?"] * len(held)
                else:
                    assert view.picture()["players"][other]["hand"] == held


def test_an_imagined_position_is_played_to_its_end() -> None:
    """A search plays on imagined positions: they are whole games, with legal answers for everybody."""
    chance = random.Random(4)
    for number, position in enumerate(random_positions(150, seed=4)):
        seat = chance.choice(range(DEALER, position.players))
        other = position.view(seat).determinize(number)
        assert other.view(seat).states.tobytes() == position.view(seat).states.tobytes() or position.to_act == (DEALER,)
        first = other.copy()
        while not other.over:
            wander(other, chance)
            assert broken(other.state, other.box.array[0]) == 0
        assert other.at(first.actions_taken).states.tobytes() == first.states.tobytes()
        with pytest.raises(InventoriumError, match="determinized position has no record"):
            other.record()


def test_the_same_seed_imagines_the_same() -> None:
    for position in random_positions(20):
        view = position.view(0)
        first, second, third = (view.determinize(seed).states.tobytes() for seed in (1, 1, 2))
        assert first == second
        assert position.state.question == Question.OVER or first != third or position.state.question == Question.GENIUS


# ---------------------------------------------------------------- imagine: all that is consistent, equally likely


def after_the_deal(hands: str, players: int = 2) -> Position:
    """Round 1 with these action cards dealt, all geniuses turned up."""
    position = kit.load("genies").new(players, dealer=None)
    for card in hands.split():
        position.play(f"deal ac1-{card}", DEALER)
    for genius in ("darwin", "archimedes", "freud", "galilei", "smith"):
        position.play(f"deal {genius}", DEALER)
    return position


def test_all_consistent_hands_are_equally_likely() -> None:
    """Seat 0 holds 04, 07, 10: seat 1 has three of 05, 06, 08, 09, for GRANT and PATRON would have been played (7.7)."""
    position = after_the_deal("04 05 07 06 10 08")
    found = Counter(tuple(hand_of(position.box, imagined(position, position.states, 0, number)[0], 1)) for number in range(8000))
    hands = list(itertools.combinations(("ac1-05", "ac1-06", "ac1-08", "ac1-09"), 3))
    assert set(found) == set(hands)
    assert all(abs(found[hand] - 2000) < 200 for hand in hands), found


def test_while_cards_are_dealt_every_unseen_card_may_be_anywhere() -> None:
    position = kit.load("genies").new(2, dealer=None)
    for card in ("ac1-04", "ac1-01", "ac1-07"):
        position.play(f"deal {card}", DEALER)
    found = Counter(hand_of(position.box, imagined(position, position.states, 0, number)[0], 1)[0] for number in range(8000))
    assert set(found) == {f"ac1-{n:02}" for n in range(1, 11)} - {"ac1-04", "ac1-07"}
    assert all(abs(count - 1000) < 150 for count in found.values()), found


def test_bids_of_others_are_any_legal_ones() -> None:
    position = after_the_deal("04 05 07 06 10 08")
    position.play("bid 1 2 3 4 5", 1)
    position.play("bid 3", 0)
    sheets = [imagined(position, position.states, 0, number)[0] for number in range(3000)]
    for p in range(5):
        bids = Counter(int(sheet.bids[0, 1, p]) for sheet in sheets)
        assert set(bids) == set(range(31)) and max(bids.values()) < 160
    assert all(sheet.bids[0, 0].tolist() == [3, -1, -1, -1, -1] for sheet in sheets)
    half = Counter(int(imagined(position, position.states, 1, number)[0].answered[0]) for number in range(600))
    assert set(half) == set(range(6))  # how far the other is with an open sheet cannot be seen


def to_the_stars(seed: int, players: int) -> tuple[Position, Position] | None:
    """A random game up to the card window of a second round with a resolution card in an opponent's hand, and the same
    game in window S1; None where seat 0 or the stars are not asked."""
    chance, position = random.Random(seed), kit.load("genies").new(players, seed=seed)
    phase = chance.randrange(3)
    while position.state.round_now < 2 * phase + 1 or position.state.question != Question.CARDS:
        if position.over or position.state.round_now > 2 * phase + 1:
            return None
        wander_low(position, chance)
    before = position.copy()
    while position.state.question == Question.CARDS:
        seat = position.to_act[0]
        position.act(chance.choice(position.actions(seat)), seat)
    return (before, position) if position.state.question == Question.STARS else None


def wander_low(position: Position, chance: random.Random) -> None:
    """Low bids, so that there are ties, and positions that can be paid."""
    seat = position.to_act[0]
    actions = position.actions(seat)
    low = [action for action in actions if action <= 4] if actions[0] == Act.BID else actions
    position.act(chance.choice(low), seat)


@pytest.mark.rules("GE-A36")
def test_in_the_scoring_window_a_hand_is_one_that_could_have_been_kept() -> None:
    """7.7 says by a formula which resolution cards may still be in a hand in S1. Here every hand and every answer is tried:
    a hand may be there if some answers of its owner lead to what everybody saw."""
    tried = excluded = 0
    for seed in range(400):
        pair = to_the_stars(seed, 2)
        if pair is None or tried == 12:
            continue
        before, now = pair
        pool = unseen(now, 0)
        size = int(now.state.hand[1])
        possible = {hand for hand in itertools.combinations(pool, size) if could_be_kept(before, now, hand)}
        found = {tuple(sorted(hand_of(now.box, imagined(now, now.states, 0, number)[0], 1))) for number in range(400)}
        assert found == possible, seed
        tried += 1
        excluded += len(possible) < len(list(itertools.combinations(pool, size)))
    assert tried == 12 and excluded > 2


def unseen(position: Position, seat: int) -> list[str]:
    """The cards of this phase that this seat cannot see and that can be in a hand."""
    phase = position.state.round_now // 2 + 1
    own, state = hand_of(position.box, position.state, seat), position.state
    return [
        card["id"]
        for i, card in enumerate(position.box.components["action_cards"])
        if card["phase"] == phase
        and card["effect"] not in ("grant", "patron")
        and card["id"] not in own
        and state.played_in[i] == NONE
    ]


def could_be_kept(before: Position, now: Position, hand: tuple[str, ...]) -> bool:
    """Whether seat 1, with these cards after the resolution, could have answered so that seat 0 saw what it saw."""
    ids = before.box.ids("action_cards")
    state = before.copy()
    played = [
        card for card in hand_of(before.box, before.state, 1) if now.state.played_in[ids.index(card)] == now.state.round_now
    ]
    for card in hand_of(before.box, before.state, 1):
        state.state.holder[ids.index(card)] = -1
    for card in (*hand, *played):
        state.state.holder[ids.index(card)] = 1
    assert state.state.hand[1] == len(hand) + len(played)
    answers_of_0 = [action for seat, action in now.log[before.actions_taken :] if seat == 0]
    for action in answers_of_0:
        state._apply(0, action)
    target = now.view(0).states.tobytes()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        if here.state.question != Question.CARDS:
            if here.view(0).states.tobytes() == target:
                return True
            continue
        for action in here.actions(1):
            further = here.copy()
            further._apply(1, action)
            waiting.append(further)
    return False


# ---------------------------------------------------------------- silence: windows and records


@pytest.mark.rules("GE-A46, GE-A33")
def test_who_is_asked_and_how_often_follows_from_what_everybody_sees() -> None:
    """Other hands under the same open sheets: the same seats are asked, each for as many answers (7.4)."""
    chance, windows = random.Random(7), 0
    for number, here in enumerate(random_positions(1500, seed=7)):
        position = here.copy()
        state = position.state
        if state.question != Question.BIDS or state.sheet.tolist().count(Sheet.OPEN) != 1:
            continue
        seat = position.to_act[0]
        twin = position.copy()
        twin.states[:] = imagined(position, position.states, DEALER, number)
        twin.state.bids[state.round_now] = state.bids[state.round_now]
        twin.state.answered[:] = state.answered
        while position.state.question == Question.BIDS:
            action = chance.choice(position.actions(seat))
            position.act(action, seat)
            twin._apply(seat, action)
        assert twin.to_act == position.to_act
        assert twin.view(DEALER).states.tobytes() == position.view(DEALER).states.tobytes()
        windows += position.state.question == Question.CARDS
    assert windows > 30


@pytest.mark.rules("GE-62, GE-A08, GE-A09")
def test_the_record_of_a_running_game_holds_no_secret() -> None:
    """Two games that differ only in what seat 0 cannot know have the same record for seat 0."""
    one, other = after_the_deal("04 05 07 06 10 08"), after_the_deal("04 06 07 08 10 09")
    for position, bids in ((one, "bid 1 2 3 4 5"), (other, "bid 9 9 0 9 9")):
        position.play("bid 3", 0)
        position.play(bids, 1)
    assert one.record(0) == other.record(0)
    assert one.record(0).count("1 bid ?") == 5 and one.record(0).count("1 seal") == 1
    one.play("reopen", 1)
    fresh = after_the_deal("04 05 07 06 10 08")
    fresh.play("bid 3", 0)
    assert one.record(0) == fresh.record(0) == fresh_with_half_a_sheet(fresh).record(0)
    assert "bid 3" not in one.record(DEALER) and "deal ac1" not in one.record(DEALER)


def fresh_with_half_a_sheet(position: Position) -> Position:
    twin = position.copy()
    for _ in range(2):
        twin.play("bid 7", 1)
    return twin


def test_a_record_as_seen_hides_cards_deals_and_open_sheets_of_others() -> None:
    for position in random_positions(300, seed=3):
        if position.over:
            continue
        whole = position.record().partition("\n\n")[2].splitlines()
        for seat in range(DEALER, position.players):
            seen = position.record(seat).partition("\n\n")[2].splitlines()
            own = [line for line in whole if line.startswith(f"{seat} ")]
            assert [line for line in seen if line.startswith(f"{seat} ")] == own
            for line in seen:
                who, first = line.split()[:2]
                if who not in ("-", str(seat)):
                    assert first in ("bid", "seal", "?"), line
            cards = [line for line in whole if line.startswith("- deal ac")]
            shown = [line for line in seen if line.startswith("- deal ac")]
            hidden = seen.count("- deal ?")
            assert len(shown) + hidden == len(cards)
            for other in range(position.players):
                if other != seat and position.state.sheet[other] == Sheet.OPEN:
                    window = position.state.answered[other]
                    mine = [line for line in whole if line.startswith(f"{other} ")]
                    theirs = [line for line in seen if line.startswith(f"{other} ")]
                    assert len(theirs) == len(mine) - window
            unknown = sum(line.endswith("bid ?") for line in seen)
            finished = sum(position.state.sheet[other] == Sheet.COMPLETE for other in range(position.players) if other != seat)
            assert unknown == (5 * finished if position.state.question == Question.BIDS else 0)


@pytest.mark.rules("GE-A08")
def test_a_record_is_in_canonical_order() -> None:
    """7.6: seat by seat, without what was taken back; read again it is the same position."""
    one = after_the_deal("04 05 07 06 10 08")
    one.play("bid 8", 1)
    one.play("bid 6 12 9 11 9", 0)
    one.play("reopen", 0)
    one.play("bid 12", 1)
    one.play("bid 5 5 5 5 5", 0)
    for bid in (7, 8, 9):
        one.play(f"bid {bid}", 1)
    two = after_the_deal("04 05 07 06 10 08")
    two.play("bid 5 5 5 5 5", 0)
    for bid in (8, 12, 7, 8, 9):
        two.play(f"bid {bid}", 1)
    assert one.record() == two.record()
    assert "reopen" not in one.record() and "12 9" not in one.record()
    one.play("seal", 1)
    two.play("seal", 1)
    assert one.record() == two.record()
    assert one.states.tobytes() == two.states.tobytes() == one.game.read(one.record()).states.tobytes()


IMAGINE_SOME = """
import hashlib, random
import inventorium
game, chance, digest = inventorium.load("genies"), random.Random(1), hashlib.sha256()
position = game.new(3, seed=1, chips="hidden")
while not position.over:
    for seat in range(-1, 3):
        if chance.random() < 0.1:
            view = position.view(seat)
            digest.update(view.states.tobytes() + view.determinize(len(position.log)).states.tobytes())
    seat = chance.choice(position.to_act)
    position.act(chance.choice(position.actions(seat)), seat)
print(digest.hexdigest())
"""


def test_plain_and_compiled_rules_imagine_the_same() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-c", IMAGINE_SOME], env={**os.environ, **variables}, check=True, capture_output=True, text=True
        ).stdout
        for variables in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert found[0] == found[1]
