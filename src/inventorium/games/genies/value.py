"""Genies: what a position is worth to a seat, in points at the end, as an experienced player would guess.

Points on the track count in full. Stars count by the chance that they will be most or second most in the scorings to come;
chips by what they will buy; cards in the hand have a price. Bids are not judged one by one: a sheet is planned as a whole,
against sheets that the others may fill in.
"""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import rule
from inventorium.games.genies import rules
from inventorium.games.genies.tables import (
    CARDS,
    DEEPEST,
    DISCIPLINES,
    GENIUSES,
    MOST_PLAYERS,
    NOBODY,
    NONE,
    OFFER,
    PHASE_CARDS,
    PHASES,
    PILE,
    POSITIONS,
    ROUNDS,
    Act,
    Effect,
    Question,
    Sheet,
)

AT_STAKE = 2.0  # points at stake for each genius to come
SPENT = 0.7  # the part of all chips that is spent in a round
SHYEST = 0.4  # the lowest sensible bid, as a part of what the geniuses are worth
CAREFUL, QUICK = 24, 6  # sheets of the others that are imagined for a plan
LEVEL_OVERRIDES = {
    "medium": ("greedy", 2),
    "hard": ("greedy", 0),  # greedy plans whole sheets here, and is hard to beat
}
NETWORK_LEVELS = {
    "easy": "net~110~60~naive",
    "casual": "net~22~11~naive",
    "medium": "net~2~1~naive",
    "tricky": "net~60~25",
    "hard": "net:16",
    "tough": "net:160",
    "expert": "net:900",
    "master": "net:16000",
}
RANDOM_OPPONENT_ONE_IN = 2  # one in this many of these is random
STARTS, PASSES = 3, 3  # starting points of a careful plan; passes that improve any plan
CARD = np.array([0.0, 0.0, 0.6, 0.6, 0.9, 0.8, 1.4])  # a card in the hand: GRANT, PATRON, TOP-UP, PERSUASION, ...
BITS = 7  # the stars of one discipline, in a number that holds those of all eight
ONE = (1 << BITS) - 1


@rule
def spread(state):
    """Return by how many points a guess is off, more or less."""
    return 1.0 + 0.5 * (ROUNDS - 1 - state.round_now)


@rule
def value(state, box, seat):
    """Return the points that this seat can expect at the end of the game."""
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
    return points + state.purse[seat] * chip_worth(state, box, False)


HINTS = 4 + DISCIPLINES


@rule
def hints(state, box, seat, parts):
    """Write what the value is made of: points so far, hopes of every discipline, cards, chips; and all stars of the seat.
    Return the value."""
    for part in range(HINTS):
        parts[part] = 0.0
    for phase in range(PHASES):
        parts[0] += state.bonus[phase, seat]
        for d in range(DISCIPLINES):
            parts[0] += state.points[phase, seat, d]
    if state.question == Question.OVER:
        return parts[0]
    stars = all_stars(state, box)
    for d in range(DISCIPLINES):
        parts[1 + d] = hopes(state, box, seat, d, stars, 0, NONE)
    parts[1 + DISCIPLINES] = hand_worth(state, box, seat)
    parts[2 + DISCIPLINES] = state.purse[seat] * chip_worth(state, box, False)
    points = parts.sum()
    for d in range(DISCIPLINES):
        parts[3 + DISCIPLINES] += stars[seat] >> BITS * d & ONE
    return points


# ---------------------------------------------------------------- stars


@rule
def all_stars(state, box):
    """The stars of every seat, and last those that are still to come."""
    return (
        stars_of(state, box, 0),
        stars_of(state, box, 1),
        stars_of(state, box, 2),
        stars_of(state, box, 3),
        stars_of(state, box, 4),
    )


@rule
def stars_of(state, box, seat):
    """The stars of a seat in all disciplines in one number; star cards that are named already count (S1)."""
    stars = 0
    for genius in range(GENIUSES):
        if state.where[genius] == seat:
            stars += np.int64(box.stars[genius] + state.stars_added[genius]) << BITS * box.discipline[genius]
    if state.question == Question.STARS:
        for i in range(PHASE_CARDS):
            card = box.card[rules.phase_of(state), i]
            if state.target[card] != NONE and state.holder[card] == seat:
                stars += np.int64(box.n[card]) << BITS * box.discipline[state.target[card]]
    return stars


@rule
def stars_to_come(state, box, d, phase):
    """Stars of a discipline that nobody owns yet and that can be won before the scoring of a phase."""
    stars = 0
    for genius in range(GENIUSES):
        if (
            box.discipline[genius] == d
            and box.genius_phase[genius] <= phase
            and (state.where[genius] == PILE or state.where[genius] == OFFER)
        ):
            stars += box.stars[genius]
    return stars


@rule
def hopes(state, box, seat, d, stars, more, rival):
    """Return the points that a seat will get for a discipline in the scorings to come, when it has `more` stars more. With a
    rival, it is the rival who has them."""
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


@rule
def chip_worth(state, box, kept):
    """What a chip will buy, as a market has it: the points still at stake, shared among all chips still to be spent. With `kept`
    it is a chip that is not spent in this round."""
    stakes, chips = 0, 0.0
    for genius in range(GENIUSES):
        stakes += state.where[genius] == PILE or (state.where[genius] == OFFER and not kept)
    for seat in range(state.players):
        chips += state.purse[seat]
    if kept:
        chips *= 1 - SPENT
    rounds = ROUNDS - 1 - state.round_now + (state.question == Question.ACTION_CARD)
    chips += rounds * state.players * box.chips[state.players]
    return AT_STAKE * stakes / max(chips, 1.0)


# ---------------------------------------------------------------- what is on offer


@rule
def position_gain(state, box, seat, p, stars):
    """The points that the geniuses at a position are worth to a seat: with them, against a rival having them."""
    points, bundle = 0.0, bundle_of(state, box, p)
    for d in range(DISCIPLINES):
        more = bundle >> BITS * d & ONE
        if more > 0:
            points += hopes(state, box, seat, d, stars, more, NONE) - hopes(
                state, box, seat, d, stars, more, strongest_rival(state, seat, d, stars)
            )
    return points


@rule
def bundle_of(state, box, p):
    """The stars at a position, by discipline."""
    stars = 0
    for rank in range(DEEPEST):
        genius = state.offer[p, rank]
        if genius == NONE:
            break
        stars += np.int64(box.stars[genius]) << BITS * box.discipline[genius]
    return stars


@rule
def strongest_rival(state, seat, d, stars):
    best, most = NONE, -1
    for other in range(state.players):
        if other != seat and stars[other] >> BITS * d & ONE > most:
            best, most = other, stars[other] >> BITS * d & ONE
    return best


@rule
def stakes_at(state, box, seat, p, winner, stars):
    """Return what it is worth to a seat that somebody wins the geniuses at a position: its own points, against those of the
    others."""
    points, bundle = 0.0, bundle_of(state, box, p)
    for d in range(DISCIPLINES):
        more = bundle >> BITS * d & ONE
        if more > 0:
            for other in range(state.players):
                change = hopes(state, box, other, d, stars, more, NONE if other == winner else winner) - hopes(
                    state, box, other, d, stars, 0, NONE
                )
                points += change if other == seat else -change / (state.players - 1)
    return points


# ---------------------------------------------------------------- planning a sheet of bids


@rule
def plan_sheet(state, box, seat, stream, sheets, starts, bids):
    """Complete the bids that are written by the best ones that can be found, against sheets that the others may fill in."""
    stars, written = all_stars(state, box), state.answered[seat]
    stakes, chips = np.zeros((POSITIONS, MOST_PLAYERS)), np.zeros((POSITIONS, MOST_PLAYERS), np.int64)
    for p in range(POSITIONS):
        for winner in range(state.players):
            stakes[p, winner] = stakes_at(state, box, seat, p, winner, stars)
            chips[p, winner] = rules.patron_chips(state, box, winner, p)
    kept, purse, plan = chip_worth(state, box, True), np.empty(MOST_PLAYERS, np.int64), np.zeros(POSITIONS, np.int64)
    most = -np.inf
    for _ in range(starts):
        for p in range(POSITIONS):
            if p < written:
                plan[p] = state.bids[state.round_now, seat, p]
            else:
                plan[p] = sensible_bid(state, box, seat, p, stars, stream)
        worth = sheet_worth(state, seat, plan, sheets, stakes, chips, kept, purse)
        for _ in range(PASSES):
            for p in range(written, POSITIONS):
                worth = improve(state, box, seat, p, plan, worth, sheets, stakes, chips, kept, purse)
        if worth > most:
            most = worth
            for p in range(POSITIONS):
                bids[p] = plan[p]


@rule
def improve(state, box, seat, p, plan, worth, sheets, stakes, chips, kept, purse):
    """Change one bid of a plan for the best, and return what the plan is worth then."""
    best, highest = plan[p], 0
    for k in range(len(sheets)):
        for other in range(state.players):
            if other != seat:
                highest = max(highest, sheets[k, other, p])
    for bid in range(min(highest + 1, rules.highest_bid(state, box, seat, p)) + 1):
        plan[p] = bid
        try_worth = sheet_worth(state, seat, plan, sheets, stakes, chips, kept, purse)
        if try_worth > worth:
            best, worth = bid, try_worth
    plan[p] = best
    return worth


@rule
def sheet_worth(state, seat, plan, sheets, stakes, chips, kept, purse):
    """Return what a sheet brings on average against the sheets of the others: positions are resolved one after another, and
    whoever has spent their chips is out (GE-73 to GE-92)."""
    points = 0.0
    for k in range(len(sheets)):
        for other in range(state.players):
            purse[other] = state.purse[other]
        for p in range(POSITIONS):
            winner, price = NOBODY, 0
            for other in range(state.players):
                bid = plan[p] if other == seat else sheets[k, other, p]
                if bid <= purse[other]:
                    if bid > price:
                        winner, price = other, bid
                    elif bid == price:
                        winner = NOBODY
            if winner != NOBODY:
                paid = price - chips[p, winner]
                purse[winner] -= paid
                points += stakes[p, winner] + kept * (-paid if winner == seat else paid / (state.players - 1))
    return points / len(sheets)


@rule
def imagine_sheets(state, box, seat, stream, sheets):
    """What the others may bid: some of them sensibly, some of them wildly. Nobody knows who sits there."""
    stars = all_stars(state, box)
    for k in range(len(sheets)):
        for other in range(state.players):
            if other != seat:
                wild = random_below(stream, RANDOM_OPPONENT_ONE_IN) == 0
                for p in range(POSITIONS):
                    if wild:
                        sheets[k, other, p] = random_below(stream, rules.highest_bid(state, box, other, p) + 1)
                    else:
                        sheets[k, other, p] = sensible_bid(state, box, other, p, stars, stream)


@rule
def sensible_bid(state, box, seat, p, stars, stream):
    """A part of what the geniuses there are worth to the seat, in chips."""
    chips = position_gain(state, box, seat, p, stars) / max(chip_worth(state, box, False), 0.01)
    return np.int64(min(chips * (SHYEST + (1 - SHYEST) * random_below(stream, 1000) / 1000), float(state.purse[seat])))


# ---------------------------------------------------------------- what to answer without a long thought


@rule
def planned_action(state, box, seat, stream):
    """Return the next answer on a sheet that is planned as a whole; NONE where a sheet needs no plan."""
    if state.question != Question.BIDS or state.answered[seat] == POSITIONS:
        return np.int64(NONE)
    sheets, bids = np.empty((CAREFUL, MOST_PLAYERS, POSITIONS), np.int64), np.empty(POSITIONS, np.int64)
    imagine_sheets(state, box, seat, stream, sheets)
    plan_sheet(state, box, seat, stream, sheets, STARTS, bids)
    return np.int64(Act.BID + bids[state.answered[seat]])


@rule
def plan_actions(state, box, seat, stream, others, answers):
    """Plan the answers that complete a sheet, against some of the plans that the others have (others[seat, plan], none:
    against what they may bid). Return their number; 0 where a sheet needs no plan."""
    written = state.answered[seat]
    if state.question != Question.BIDS or written == POSITIONS:
        return 0
    sheets, bids = np.empty((QUICK, MOST_PLAYERS, POSITIONS), np.int64), np.empty(POSITIONS, np.int64)
    if others.shape[1] == 0:
        imagine_sheets(state, box, seat, stream, sheets)
    else:
        for k in range(QUICK):
            for other in range(state.players):
                plan, theirs = random_below(stream, others.shape[1]), state.answered[other]
                for p in range(POSITIONS):
                    sheets[k, other, p] = (
                        state.bids[state.round_now, other, p] if p < theirs else others[other, plan, p - theirs] - Act.BID
                    )
    plan_sheet(state, box, seat, stream, sheets, 1, bids)
    for p in range(written, POSITIONS):
        answers[p - written] = Act.BID + bids[p]
    return POSITIONS - written


@rule
def advise(state, box, seat, actions, count, stream):
    """Return a sensible answer with some randomness, for games that are only imagined: bids by what the geniuses are worth;
    stars where they help most; other cards anywhere."""
    if state.question == Question.BIDS and count > 1:
        bid = sensible_bid(state, box, seat, state.answered[seat], all_stars(state, box), stream)
        return np.int64(min(Act.BID + bid, actions[count - 1]))
    if state.question == Question.STARS and count > 1:
        return best_star(state, box, seat, actions, count)
    return np.int64(actions[random_below(stream, count)])


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
def is_alike(one, other, before):
    """Whether two sheets for the same position came to the same: bids that won nothing make no difference."""
    for p in range(POSITIONS):
        if (
            one.winner[before.round_now, p] != other.winner[before.round_now, p]
            or one.price[before.round_now, p] != other.price[before.round_now, p]
        ):
            return False
    for seat in range(one.players):
        if one.purse[seat] != other.purse[seat]:
            return False
    for card in range(CARDS):
        if one.played_in[card] != other.played_in[card]:
            return False
    for genius in range(GENIUSES):
        if one.stars_added[genius] != other.stars_added[genius]:
            return False
    return True


@rule
def forget_sealed(state, box, seat):
    """Empty the sheets of the others: what they write is not imagined but planned for."""
    for other in range(state.players):
        if other != seat and state.sheet[other] != Sheet.NOT_ASKED:
            rules.reopen(state, box, other)
