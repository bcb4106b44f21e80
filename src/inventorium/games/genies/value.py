"""Genies: what a position is worth to a seat, in points at the end, as an experienced player would guess.

Points on the track count in full. Stars count by the chance that they will be most or second most in the scorings to come;
chips by what they will buy; cards in the hand have a price. A bid that is written counts by the chance that it wins, against
what the others will probably bid.
"""
import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import rule
from inventorium.games.genies import rules
from inventorium.games.genies.tables import (          # noqa: F401  (ACTIONS is for the search)
    ACTIONS, DEEPEST, DISCIPLINES, GENIUSES, NONE, OFFER, PHASE_CARDS, PHASES, PILE, POSITIONS, ROUNDS, Act, Effect,
    Question, Sheet)

DITHER = 0.15                           # points of whim, so that nobody can foretell a bid
CHIP = np.array([0.11, 0.11, 0.12, 0.12, 0.13, 0.0])            # by round: points that a chip kept after it will bring
LAST_CHIP = 0.13                        # in the last round, what a chip is worth as long as there is something to bid for
LEAST_BID, BID_FOR_POINT = 0.2, 0.35    # what others bid, of their chips: at all, and more for each point that they gain
DOUBT = 0.15                            # by what part of a purse such a guess is off
SPENT = 0.15                            # the chance that a rival's chips are spent, for each position before
CARD = np.array([0.0, 0.0, 0.6, 0.6, 0.9, 0.8, 1.4])            # a card in the hand: GRANT, PATRON, TOP-UP, PERSUASION, ...
BITS = 7                                # the stars of one discipline, in a number that holds those of all eight
ONE = (1 << BITS) - 1


@rule
def spread(state):
    """By how many points a guess is off, more or less."""
    return 1.0 + 0.5 * (ROUNDS - 1 - state.round_now)


@rule
def value(state, box, seat):
    """The points that this seat can expect at the end of the game."""
    points = 0.0
    for phase in range(PHASES):
        points += state.bonus[phase, seat]
        for d in range(DISCIPLINES):
            points += state.points[phase, seat, d]
    if state.question == Question.OVER:
        return points
    stars = all_stars(state, box)
    for d in range(DISCIPLINES):
        points += hopes(state, box, seat, d, stars, 0, NONE)
    points += hand_worth(state, box, seat)
    points += state.purse[seat] * CHIP[state.round_now]
    if state.question == Question.BIDS:
        points += sheet_worth(state, box, seat, stars)
    return points


# ---------------------------------------------------------------- stars

@rule
def all_stars(state, box):
    """The stars of every seat, and last those that are still to come."""
    return (stars_of(state, box, 0), stars_of(state, box, 1), stars_of(state, box, 2), stars_of(state, box, 3),
            stars_of(state, box, 4))


@rule
def stars_of(state, box, seat):
    """The stars of a seat in all disciplines in one number; star cards that are named already count (S1)."""
    stars = 0
    for genius in range(GENIUSES):
        if state.where[genius] == seat:
            stars += (box.stars[genius] + state.stars_added[genius]) << BITS * box.discipline[genius]
    if state.question == Question.STARS:
        for i in range(PHASE_CARDS):
            card = box.card[rules.phase_of(state), i]
            if state.target[card] != NONE and state.holder[card] == seat:
                stars += box.n[card] << BITS * box.discipline[state.target[card]]
    return stars


@rule
def stars_to_come(state, box, d, phase):
    """Stars of a discipline that nobody owns yet and that can be won before the scoring of a phase."""
    stars = 0
    for genius in range(GENIUSES):
        if box.discipline[genius] == d and box.genius_phase[genius] <= phase and (
                state.where[genius] == PILE or state.where[genius] == OFFER):
            stars += box.stars[genius]
    return stars


@rule
def hopes(state, box, seat, d, stars, more, rival):
    """The points that a seat will get for a discipline in the scorings to come, when it has so many stars more. With a rival,
    it is the rival who has them."""
    mine = (stars[seat] >> BITS * d & ONE) + (more if rival == NONE else 0)
    if mine == 0:
        return 0.0
    points = 0.0
    for phase in range(rules.phase_of(state), PHASES):
        doubt = 0.4 + 0.3 * max(0, stars_to_come(state, box, d, phase) - more)
        first, second = 1.0, 0.0
        for other in range(state.players):
            if other != seat:
                theirs = (stars[other] >> BITS * d & ONE) + (more if rival == other else 0)
                above = 1 / (1 + np.exp((mine - theirs) / doubt))
                second = second * (1 - above) + first * above
                first *= 1 - above
        points += first * box.points[d, phase, 0] + second * box.points[d, phase, 1]
    return points


# ---------------------------------------------------------------- cards and chips

@rule
def hand_worth(state, box, seat):
    """What the cards in the hand will bring; a star card that is named counts as stars already."""
    points = 0.0
    for i in range(PHASE_CARDS):
        card = box.card[rules.phase_of(state), i]
        if rules.in_hand(state, card, seat) and (state.question != Question.STARS or state.target[card] == NONE):
            if state.question != Question.STARS or box.effect[card] >= Effect.STARS:
                points += CARD[box.effect[card]]
    return points


# ---------------------------------------------------------------- bids

@rule
def sheet_worth(state, box, seat, stars):
    """What the bids written so far will bring: each by the chance that it wins, and that no earlier one has taken the chips
    away that it needs (GE-82)."""
    points, chances = 0.0, np.zeros(POSITIONS)
    for p in range(min(state.answered[seat], POSITIONS)):
        bid = state.bids[state.round_now, seat, p]
        if bid > 0:
            chances[p] = win_chance(state, box, seat, p, bid, stars)
            for earlier in range(p):
                if state.bids[state.round_now, seat, earlier] + bid > state.purse[seat]:
                    chances[p] *= 1 - chances[earlier]
            points += chances[p] * (position_gain(state, box, seat, p, stars) - bid * chip_worth(state, p))
    return points


@rule
def chip_worth(state, p):
    """What a chip spent at this position would have brought elsewhere: later, or at the positions behind it."""
    if state.round_now < ROUNDS - 1:
        return CHIP[state.round_now]
    return LAST_CHIP * (POSITIONS - 1 - p) / (POSITIONS - 1)


@rule
def position_gain(state, box, seat, p, stars):
    """The points that the geniuses at a position are worth to a seat: with them, against a rival having them."""
    points, bundle = 0.0, bundle_of(state, box, p)
    for d in range(DISCIPLINES):
        more = bundle >> BITS * d & ONE
        if more > 0:
            points += (hopes(state, box, seat, d, stars, more, NONE)
                       - hopes(state, box, seat, d, stars, more, strongest_rival(state, seat, d, stars)))
    return points


@rule
def bundle_of(state, box, p):
    """The stars at a position, by discipline."""
    stars = 0
    for rank in range(DEEPEST):
        genius = state.offer[p, rank]
        if genius == NONE:
            break
        stars += box.stars[genius] << BITS * box.discipline[genius]
    return stars


@rule
def strongest_rival(state, seat, d, stars):
    best, most = NONE, -1
    for other in range(state.players):
        if other != seat and stars[other] >> BITS * d & ONE > most:
            best, most = other, stars[other] >> BITS * d & ONE
    return best


@rule
def win_chance(state, box, seat, p, bid, stars):
    """The chance that this bid is the highest. The others bid more where they gain more, as their purses allow; and the later
    the position, the more of them have spent their chips already (GE-81)."""
    chance = 1.0
    for other in range(state.players):
        if other != seat:
            theirs = expected_bid(state, box, other, p, stars)
            beaten = 1 / (1 + np.exp((theirs - bid) / (0.5 + DOUBT * state.purse[other])))
            chance *= 1 - (1 - SPENT * p) * (1 - beaten)
    return chance


@rule
def expected_bid(state, box, seat, p, stars):
    gain = position_gain(state, box, seat, p, stars)
    return min(1.0, LEAST_BID + BID_FOR_POINT * gain) * state.purse[seat]


# ---------------------------------------------------------------- what to answer without a long thought

@rule
def advise(state, box, seat, actions, count, stream):
    """A sensible answer with some whim, for games that are only imagined: a little more than the others will bid, if it pays;
    stars where they help most; other cards anywhere."""
    if state.question == Question.BIDS and count > 1:
        return np.int64(min(Act.BID + whim_bid(state, box, seat, stream), actions[count - 1]))
    if state.question == Question.STARS and count > 1:
        return best_star(state, box, seat, actions, count)
    return np.int64(actions[random_below(stream, count)])


@rule
def whim_bid(state, box, seat, stream):
    p, stars = state.answered[seat], all_stars(state, box)
    gain = position_gain(state, box, seat, p, stars) * whim(stream)
    most = min(gain / max(chip_worth(state, p), 0.01), float(state.purse[seat]))
    top = 0.0
    for other in range(state.players):
        if other != seat:
            top = max(top, expected_bid(state, box, other, p, stars) * whim(stream))
    return int(top) + 1 if top + 1 <= most else int(most * random_below(stream, 1000) / 1000)


@rule
def whim(stream):
    """Around 1, a third more or less."""
    return 0.67 + random_below(stream, 1000) / 1500


@rule
def best_star(state, box, seat, actions, count):
    stars, card = all_stars(state, box), rules.next_card(state, box, seat)
    best, most = actions[0], -1.0
    for i in range(count):
        d = box.discipline[actions[i] - Act.PLAY_ON]
        gain = hopes(state, box, seat, d, stars, box.n[card], NONE) - hopes(state, box, seat, d, stars, 0, NONE)
        if gain > most:
            best, most = actions[i], gain
    return np.int64(best)


@rule
def window(state):
    """The number of the window in which seats fill in their sheets."""
    return state.round_now * 10 + state.question


@rule
def is_unsettled(state):
    """The bids lie open but are not resolved: nothing can be said before they are."""
    return state.question == Question.CARDS


@rule
def forget_sheets(state, box, seat):
    """What the others write is not imagined but thought about: their sheets are empty."""
    for other in range(state.players):
        if other != seat and state.sheet[other] != Sheet.NOT_ASKED:
            rules.reopen(state, box, other)
