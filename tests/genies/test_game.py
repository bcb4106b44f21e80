"""Genies passes the shared kit."""

import random

import numpy as np
import pytest
from numba import njit

from inventorium import testing as kit
from inventorium.core.chance import new_stream
from inventorium.core.position import Position
from inventorium.games.genies import rules
from inventorium.games.genies.tables import (
    CARDS,
    DEALER,
    DEEPEST,
    DISCIPLINES,
    GENIUSES,
    GONE,
    KEEP,
    LAST_PLACE,
    NO_BID,
    NOBODY,
    NONE,
    OFFER,
    PHASES,
    PILE,
    POSITIONS,
    ROUNDS,
    Act,
    Effect,
    Question,
    Sheet,
)

LONGEST = {2: 174, 3: 228, 4: 261, 5: 303}  # answers of a game, if nobody reopens (catalogue, 7.5)


@njit
def broken(state, box):
    """0, or which invariant does not hold."""
    return (
        broken_cards(state, box)
        or broken_chips(state, box)
        or broken_geniuses(state, box)
        or broken_stars(state, box)
        or broken_window(state, box)
    )


@njit
def broken_cards(state, box):
    """1: every action card that was dealt is in a hand, played or lost (GE-143 to GE-149)."""
    phases_begun = state.round_now // 2 if state.question == Question.ACTION_CARD else state.round_now // 2 + 1
    dealt = phases_begun * state.players * box.cards[state.players]
    if state.question == Question.ACTION_CARD:
        dealt += state.dealt
    found = 0
    for seat in range(state.players):
        held = 0
        for card in range(CARDS):
            held += state.holder[card] == seat and state.played_in[card] == NONE
        if held != state.hand[seat] or state.lost[seat] < 0:
            return 1
        found += held + state.lost[seat]
    for card in range(CARDS):
        found += state.played_in[card] != NONE
        if state.played_in[card] != NONE and not 0 <= state.holder[card] < state.players:
            return 1
        if state.holder[card] < GONE or state.holder[card] == OFFER or state.holder[card] >= state.players:
            return 1
        if (
            state.played_in[card] == NONE
            and state.holder[card] >= 0
            and (box.effect[card] == Effect.GRANT or box.effect[card] == Effect.PATRON)
            and (state.question != Question.ACTION_CARD)
        ):
            return 1  # these are played at once (GE-A44)
    return 0 if found == (dealt if state.action_cards else 0) else 1


@njit
def broken_chips(state, box):
    """2: chips come from the bank and go there, and nothing else moves them (GE-105 to GE-108, GE-A13)."""
    for seat in range(state.players):
        chips = (state.round_now + (state.question != Question.ACTION_CARD)) * box.chips[state.players]
        for r in range(ROUNDS):
            for p in range(POSITIONS):
                if state.winner[r, p] == seat:
                    chips += state.patronage[r, p] - state.price[r, p]
        for card in range(CARDS):
            if box.effect[card] == Effect.GRANT and state.holder[card] == seat and state.played_in[card] != NONE:
                chips += box.n[card]
        if state.purse[seat] != chips or chips < 0:
            return 2
    return 0


@njit
def broken_geniuses(state, box):
    """3: every genius is in one place; each round turns up five (GE-53, GE-56, GE-104)."""
    turned_up = 0
    for genius in range(GENIUSES):
        lying = 0
        for p in range(POSITIONS):
            for rank in range(DEEPEST):
                lying += (state.offer[p, rank] == genius) + (state.carried[p, rank] == genius)
        if lying != (state.where[genius] == OFFER) or state.where[genius] >= state.players or state.where[genius] < GONE:
            return 3
        if state.where[genius] == GONE and state.question != Question.OVER and state.question != Question.STARS:
            return 3  # only the last round removes (GE-99)
        if state.where[genius] != PILE and box.genius_phase[genius] > state.round_now // 2:
            return 3
        turned_up += state.where[genius] != PILE
    expected = POSITIONS * state.round_now
    if state.question == Question.GENIUS:
        expected += state.dealt
    elif state.question != Question.ACTION_CARD:
        expected += POSITIONS
    if turned_up != expected:
        return 3
    smallest, largest = DEEPEST, 0
    for p in range(POSITIONS):  # positions are filled from A without gaps (GE-95, GE-A16)
        size = 0
        for rank in range(DEEPEST):
            size += state.offer[p, rank] != NONE
        smallest, largest = min(smallest, size), max(largest, size)
    if state.question == Question.BIDS and (smallest < 1 or (state.bundles != KEEP and largest > smallest + 1)):
        return 3
    return 0


@njit
def broken_stars(state, box):
    """4: stars are added by star cards only (GE-150), points are within the table (3.3) and the track (6.2, rule 3)."""
    added, played = 0, 0
    for genius in range(GENIUSES):
        added += state.stars_added[genius]
        if state.stars_added[genius] > 0 and state.where[genius] < 0:
            return 4
    for card in range(CARDS):
        if box.effect[card] == Effect.STARS and state.played_in[card] != NONE:
            played += box.n[card]
            if state.where[state.played_at[card]] != state.holder[card]:
                return 4  # a card with its stars stays with its genius (GE-A38, GE-A42)
    if added != played:
        return 4
    for phase in range(PHASES):
        for d in range(DISCIPLINES):
            total = 0
            for seat in range(state.players):
                total += state.points[phase, seat, d]
            if total < 0 or (state.full_tie == LAST_PLACE and total > box.points[d, phase, 0] + box.points[d, phase, 1]):
                return 4
    for seat in range(state.players):
        total = 0
        for phase in range(PHASES):
            total += state.bonus[phase, seat]
            for d in range(DISCIPLINES):
                total += state.points[phase, seat, d]
        if total > 50:
            return 4
    return 0


@njit
def broken_window(state, box):
    """5: who is asked, and what is on the sheets (7.2, 7.6)."""
    lowest = NOBODY
    for seat in range(state.players - 1, -1, -1):
        if state.sheet[seat] == Sheet.OPEN:
            lowest = seat
        if state.sheet[seat] == Sheet.NOT_ASKED and state.answered[seat] != 0:
            return 5
    if lowest != state.asked:
        return 5
    if (state.asked == DEALER) != (
        state.question == Question.ACTION_CARD or state.question == Question.GENIUS or state.question == Question.OVER
    ):
        return 5
    for seat in range(state.players):
        for p in range(POSITIONS):
            if not NO_BID <= state.bids[state.round_now, seat, p] <= box.highest_bid:
                return 5
            if state.bids[state.round_now, seat, p] != NO_BID and state.question <= Question.GENIUS:
                return 5
    return 0


class TestGenies(kit.GameTests):
    game = "genies"
    broken = staticmethod(broken)

    @staticmethod
    def stir(position: Position, chance: random.Random) -> None:
        """Before anybody has bid: some have hardly a chip, some have many."""
        state = position.state
        if state.question == Question.BIDS and not state.answered.any():
            for seat in range(position.players):
                position.arrange("purse", (seat,), chance.choice([0, 1, 20, 120]))

    @pytest.mark.slow  # it compiles the game anew
    def test_all_ways_of_running_play_the_same(self) -> None:
        super().test_all_ways_of_running_play_the_same()


@pytest.mark.rules("GE-41, GE-42, GE-61")
@pytest.mark.parametrize("players", LONGEST)
def test_a_game_is_as_long_as_the_catalogue_says(players: int) -> None:
    game = kit.load("genies")
    counts = np.zeros(2, np.int64)
    position = game.new(players, seed=1, action_cards=False)
    game.engine.play_at_random(position.state, position.box.array[0], new_stream("length"), position._buffer, counts)
    assert counts.tolist() == [36 * players, 30 - 5]  # five geniuses were dealt before
    for number in range(200):
        position = game.new(players, dealer=None)
        counts[:] = 0
        game.engine.play_at_random(position.state, position.box.array[0], new_stream("length", number), position._buffer, counts)
        assert 30 + 36 * players < counts.sum() <= LONGEST[players]


def test_the_rules_have_the_answers_of_the_catalogue() -> None:
    """Catalogue 7.5: 139 answers of players, 199 in all."""
    first = {family.name: int(family) for family in Act}
    assert (first["DEAL_GENIUS"], first["END"]) == (139, 199)
    assert len(kit.load("genies").tables.SCORE_PARTS) == rules.PARTS
