"""Genies: the rules, in the order of a round (catalogue, 2.12), with the ids of the catalogue beside what they explain.

Every function works on the record of a position (`state`, see tables.STATE) and the box of components (`box`). Nothing
here draws, waits or prints: the rules say who is asked what, and carry out an answer. Several seats may be asked at once;
each fills in its own sheet, and when the last one is complete, everything that follows without a choice happens.
"""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import rule
from inventorium.games.genies.tables import (
    ACTIONS,
    CARDS,
    DEALER,
    DEEPEST,
    DISCIPLINES,
    FIELD_COUNT,
    FIRST_PLACE,
    GENIUSES,
    GONE,
    HIDDEN,
    KEEP,
    LAST_PLACE,
    MOST_PLAYERS,
    NO_BID,
    NOBODY,
    NONE,
    OFFER,
    PHASE_CARDS,
    PHASES,
    PILE,
    POSITIONS,
    ROUNDS,
    SCORE_PARTS,
    Act,
    Effect,
    Question,
    Sheet,
)

PARTS = len(SCORE_PARTS)


# ---------------------------------------------------------------- 2.3 set-up, 2.4 rounds and phases


@rule
def set_up(state, box):
    """The first position, before anything is dealt. Players and options stand in the state already."""
    for seat in range(MOST_PLAYERS):
        state.hand[seat] = state.lost[seat] = 0
        state.purse[seat] = 0  # GE-40
        for field in range(FIELD_COUNT):
            state.patron[seat, field] = 0
        for phase in range(PHASES):  # GE-26
            state.bonus[phase, seat] = 0
            for d in range(DISCIPLINES):
                state.points[phase, seat, d] = 0
        for r in range(ROUNDS):
            for p in range(POSITIONS):
                state.bids[r, seat, p] = NO_BID
    for r in range(ROUNDS):
        for p in range(POSITIONS):
            state.winner[r, p] = NOBODY
            state.price[r, p] = state.patronage[r, p] = 0
    for p in range(POSITIONS):
        for rank in range(DEEPEST):
            state.offer[p, rank] = state.carried[p, rank] = NONE
    for genius in range(GENIUSES):  # GE-27 to GE-30
        state.where[genius] = PILE
        state.stars_added[genius] = 0
    for card in range(CARDS):
        state.holder[card] = PILE
        state.played_in[card] = state.played_at[card] = state.target[card] = NONE
    begin_round(state, box, 0)


@rule
def begin_round(state, box, number):
    """GE-46 to GE-50: before the first round of a phase action cards are dealt, before every round chips."""
    state.round_now = number
    if is_first_of_phase(state) and state.action_cards:  # GE-A48
        put(state, Question.ACTION_CARD)
    else:
        hand_out(state, box)


@rule
def phase_of(state):
    """GE-43 to GE-45; phases from 0 as well."""
    return state.round_now // 2


@rule
def is_first_of_phase(state):
    return state.round_now % 2 == 0


@rule
def deal_card(state, box, card):
    """7.2: one card at a time, seat 0, seat 1, ... until every hand is full (GE-143)."""
    seat = state.dealt % state.players
    state.holder[card] = seat
    state.hand[seat] += 1
    state.dealt += 1
    if state.dealt == state.players * box.cards[state.players]:  # GE-35 to GE-38
        hand_out(state, box)


@rule
def hand_out(state, box):
    """GE-31 to GE-34, GE-47: new chips come on top of the old ones; the bank never runs out (GE-A11)."""
    for seat in range(state.players):
        state.purse[seat] += box.chips[state.players]
    if is_first_of_phase(state):
        play_start_cards(state, box)
    lay_out_carried(state)


@rule
def play_start_cards(state, box):
    """GE-A44: GRANT and PATRON leave no choice and are played at once."""
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        seat = state.holder[card]
        if seat != PILE:
            if box.effect[card] == Effect.GRANT:
                state.purse[seat] += box.n[card]
                play_card(state, card, NONE)
            elif box.effect[card] == Effect.PATRON:
                state.patron[seat, box.card_field[card]] += box.n[card]
                play_card(state, card, NONE)


@rule
def play_card(state, card, place):
    """The card is shown to all with its effect (GE-A33); who played it, when and where stays known."""
    state.hand[state.holder[card]] -= 1
    state.played_in[card], state.played_at[card] = state.round_now, place
    state.target[card] = NONE


# ---------------------------------------------------------------- 2.5 laying out genius cards


@rule
def lay_out_carried(state):
    """GE-93 to GE-96: what was not sold lies on the positions from A on, before the new cards come."""
    for p in range(POSITIONS):
        for rank in range(DEEPEST):
            state.offer[p, rank] = state.carried[p, rank]
            state.carried[p, rank] = NONE
    put(state, Question.GENIUS)


@rule
def lay_out(state, genius):
    """GE-53 to GE-58: one new card at each position, in the order in which they are drawn (GE-A14)."""
    state.where[genius] = OFFER
    append(state.offer, state.dealt, genius)
    state.dealt += 1
    if state.dealt == POSITIONS:
        open_bids(state)


@rule
def append(rows, p, genius):
    rank = 0
    while rows[p, rank] != NONE and rank < DEEPEST - 1:  # deeper only by hand (core/arranging.py)
        rank += 1
    rows[p, rank] = genius


# ---------------------------------------------------------------- windows: several seats answer at once


@rule
def put(state, question):
    """Put a question. The dealer is asked, unless seats are asked now, by `ask`; all begin with empty sheets."""
    state.question, state.asked, state.dealt = question, DEALER, 0
    for seat in range(MOST_PLAYERS):
        state.sheet[seat] = Sheet.NOT_ASKED
        state.answered[seat] = 0


@rule
def ask(state, seat):
    state.sheet[seat] = Sheet.OPEN
    if state.asked == NOBODY or seat < state.asked:  # 7.6: always the lowest seat still asked
        state.asked = seat


@rule
def sheet_length(state, seat):
    """How many answers complete a sheet: five bids and the seal, or one for every card in the hand (7.2)."""
    return POSITIONS + 1 if state.question == Question.BIDS else state.hand[seat]


@rule
def complete(state, seat):
    """This seat has finished and is no longer asked."""
    state.sheet[seat] = Sheet.COMPLETE
    state.asked = NOBODY
    for other in range(state.players - 1, -1, -1):
        if state.sheet[other] == Sheet.OPEN:
            state.asked = other


@rule
def go_on(state, box):
    """When nobody is asked in a window (any more), it closes, and what follows without a choice happens (2.12)."""
    if state.question == Question.BIDS and state.asked == NOBODY:
        open_cards(state, box)
    if state.question == Question.CARDS and state.asked == NOBODY:
        resolve(state, box)
        if is_first_of_phase(state):
            begin_round(state, box, state.round_now + 1)  # GE-111
        else:
            open_stars(state, box)
    if state.question == Question.STARS and state.asked == NOBODY:
        place_stars(state, box)
        score(state, box)
        end_phase(state, box)
        if state.round_now == ROUNDS - 1:
            put(state, Question.OVER)  # GE-156
        else:
            begin_round(state, box, state.round_now + 1)


@rule
def reopen(state, box, seat):
    """GE-A08: until the last seat has finished, a sheet may be taken back; it is empty then."""
    clear_sheet(state, box, seat)
    ask(state, seat)


@rule
def clear_sheet(state, box, seat):
    state.answered[seat] = 0
    if state.question == Question.BIDS:
        for p in range(POSITIONS):
            state.bids[state.round_now, seat, p] = NO_BID
    else:
        for i in range(PHASE_CARDS):
            card = box.card[phase_of(state), i]
            if in_hand(state, card, seat):
                state.target[card] = NONE


@rule
def write(state, box, seat, action):
    """Write one answer on the sheet of a seat."""
    if action <= Act.BID_NOTHING:
        bid = action - Act.BID if action < Act.BID_NOTHING else NO_BID
        state.bids[state.round_now, seat, state.answered[seat]] = bid
    elif Act.PLAY_FROM <= action < Act.PLAY_ON:
        state.target[next_card(state, box, seat)] = action - Act.PLAY_FROM
    elif Act.PLAY_ON <= action < Act.DEAL_GENIUS:
        state.target[next_card(state, box, seat)] = action - Act.PLAY_ON
    state.answered[seat] += 1


# ---------------------------------------------------------------- 2.6 sealed bids


@rule
def open_bids(state):
    """GE-61: all players at the same time."""
    put(state, Question.BIDS)
    for seat in range(state.players):
        ask(state, seat)


@rule
def highest_bid(state, box, seat, p):
    """GE-A03: what can become payable: the chips, and what PATRON cards bring if all earlier positions are won."""
    most = state.purse[seat]
    for field in range(FIELD_COUNT):
        if state.patron[seat, field] > 0:
            for earlier in range(p):
                if offers_field(state, box, earlier, field):
                    most += state.patron[seat, field]
    return min(most, box.highest_bid)


@rule
def patron_chips(state, box, seat, p):
    """GE-142: what PATRON cards bring to a seat that wins this position."""
    chips = 0
    for field in range(FIELD_COUNT):
        if state.patron[seat, field] > 0 and offers_field(state, box, p, field):
            chips += state.patron[seat, field]
    return chips


@rule
def offers_field(state, box, p, field):
    """Whether a genius of this field lies at this position (GE-142)."""
    for rank in range(DEEPEST):
        genius = state.offer[p, rank]
        if genius == NONE:
            return False
        if box.field[box.discipline[genius]] == field:
            return True
    return False


@rule
def add_bids(state, box, seat, actions, count):
    """7.3: a number for the next position, five times, then the seal."""
    p = state.answered[seat]
    if p == POSITIONS:
        return add(actions, count, Act.SEAL)
    for chips in range(highest_bid(state, box, seat, p) + 1):  # GE-65, GE-68
        count = add(actions, count, Act.BID + chips)
    if state.zero_bids:
        count = add(actions, count, Act.BID_NOTHING)
    return count


@rule
def add(actions, count, action):
    actions[count] = action
    return count + 1


@rule
def is_bid(state, bid):
    """GE-A01: 0 is no bid, unless `zero_bids` says so."""
    return bid >= (0 if state.zero_bids else 1)


# ---------------------------------------------------------------- the card window after the reveal


@rule
def open_cards(state, box):
    """GE-A46: whoever has a card and a bid is asked, as long as a resolution card of this phase has not been seen."""
    put(state, Question.CARDS)
    if is_resolution_card_unseen(state, box):
        for seat in range(state.players):
            if state.hand[seat] > 0 and has_bid(state, seat):
                ask(state, seat)


@rule
def is_resolution_card_unseen(state, box):
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if is_resolution_card(box, card) and state.played_in[card] == NONE:
            return True
    return False


@rule
def is_resolution_card(box, card):
    return Effect.TOP_UP <= box.effect[card] <= Effect.FUNDS


@rule
def has_bid(state, seat):
    for p in range(POSITIONS):
        if is_bid(state, state.bids[state.round_now, seat, p]):
            return True
    return False


@rule
def in_hand(state, card, seat):
    return state.holder[card] == seat and state.played_in[card] == NONE


@rule
def next_card(state, box, seat):
    """The card a seat is asked about: its cards in the order of their ids (GE-A46)."""
    passed = 0
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if in_hand(state, card, seat):
            if passed == state.answered[seat]:
                return card
            passed += 1
    return NONE


@rule
def may_name(state, box, seat, card, p):
    """7.4: a bid of at least 1 for TOP-UP, any bid for PERSUASION, at least 2 for FUNDS."""
    bid, effect = state.bids[state.round_now, seat, p], box.effect[card]
    if effect == Effect.PERSUASION:
        return is_bid(state, bid)
    return bid >= (1 if effect == Effect.TOP_UP else 2)


@rule
def add_card_answers(state, box, seat, actions, count):
    """GE-A36: a resolution card may be held in the first round of its phase; later only where no bid fits it."""
    card = next_card(state, box, seat)
    if is_resolution_card(box, card):
        for p in range(POSITIONS):
            if may_name(state, box, seat, card, p):
                count = add(actions, count, Act.PLAY_FROM + p)
    if count == 0 or is_first_of_phase(state):
        count = add(actions, count, Act.HOLD)
    return count


# ---------------------------------------------------------------- 2.7 resolving bids


@rule
def resolve(state, box):
    """GE-73: A, B, C, D, E. What is not sold is carried over, after the last round removed (GE-99, GE-100)."""
    unsold = 0
    for p in range(POSITIONS):
        seat, price = find_winner(state, box, p)
        if seat != NOBODY:
            award(state, box, p, seat, price)
        elif state.round_now == ROUNDS - 1:
            remove(state, p)
        else:
            unsold = carry_over(state, p, unsold)
    for i in range(PHASE_CARDS):  # a card that never became possible stays in the hand, unseen (GE-A34)
        state.target[box.card[phase_of(state), i]] = NONE


@rule
def find_winner(state, box, p):
    """Who wins a position, and for how much; action cards that are due take effect on the way (GE-A34)."""
    for seat in range(state.players):  # (i)
        if state.bids[state.round_now, seat, p] >= 1 and is_valid(state, seat, p, state.purse[seat]):
            play_due(state, box, seat, p, Effect.TOP_UP)
    best, leader, leaders = -1, NOBODY, 0
    for seat in range(state.players):
        if is_valid(state, seat, p, state.purse[seat]):  # GE-84, GE-92
            bid = compared_bid(state, box, seat, p)
            if bid > best:
                best, leader, leaders = bid, seat, 0
            if bid == best:
                leaders += 1
    if leaders == 0:
        return NOBODY, 0  # GE-98, GE-A07
    if leaders > 1:  # (ii)
        for seat in range(state.players):
            if (
                is_valid(state, seat, p, state.purse[seat])
                and compared_bid(state, box, seat, p) == best
                and play_due(state, box, seat, p, Effect.PERSUASION) != NONE
            ):
                return seat, 0
        return NOBODY, 0  # GE-89 to GE-91
    price = state.bids[state.round_now, leader, p]  # GE-77: the bid as written
    while price >= 2:  # (iii)
        card = play_due(state, box, leader, p, Effect.FUNDS)
        if card == NONE:
            break
        price = max(1, price - box.n[card])
    return leader, price


@rule
def is_valid(state, seat, p, chips):
    """GE-82, GE-83: a bid counts if its bidder holds as many chips when the position is resolved."""
    bid = state.bids[state.round_now, seat, p]
    return is_bid(state, bid) and bid <= chips


@rule
def compared_bid(state, box, seat, p):
    """The bid as it is compared: with the TOP-UP cards that its bidder played here."""
    bid = state.bids[state.round_now, seat, p]
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if (
            state.played_in[card] == state.round_now
            and state.played_at[card] == p
            and state.holder[card] == seat
            and box.effect[card] == Effect.TOP_UP
        ):
            bid += box.n[card]
    return bid


@rule
def play_due(state, box, seat, p, effect):
    """Play the cards of this seat that are due here (GE-A34), by id (GE-A47): all that raise the bid, but one of the others.
    Gives the last one played, or NONE."""
    played = NONE
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if box.effect[card] == effect and in_hand(state, card, seat) and NONE < state.target[card] <= p:
            play_card(state, card, p)
            played = card
            if effect != Effect.TOP_UP:
                return played
    return played


@rule
def award(state, box, p, seat, price):
    """The winner pays (GE-77 to GE-80), takes what PATRON cards bring, and all geniuses there (GE-75, GE-97)."""
    gain = patron_chips(state, box, seat, p)
    state.purse[seat] += gain - price
    state.winner[state.round_now, p], state.price[state.round_now, p] = seat, price
    state.patronage[state.round_now, p] = gain
    hand_over(state, p, seat)


@rule
def hand_over(state, p, owner):
    for rank in range(DEEPEST):
        if state.offer[p, rank] != NONE:
            state.where[state.offer[p, rank]] = owner
            state.offer[p, rank] = NONE


@rule
def remove(state, p):
    hand_over(state, p, GONE)


@rule
def carry_over(state, p, unsold):
    """GE-94 to GE-96: from A to the right. Each card has a position of its own (GE-A15) as long as they reach (GE-A16); with
    `bundles` = keep the whole bundle goes to the next free one. Gives how many cards, or bundles, that makes."""
    for rank in range(DEEPEST):
        genius = state.offer[p, rank]
        if genius != NONE:
            append(state.carried, unsold % POSITIONS, genius)
            state.offer[p, rank] = NONE
            if state.bundles != KEEP:
                unsold += 1
    return unsold + 1 if state.bundles == KEEP else unsold


# ---------------------------------------------------------------- the card window before the scoring (S1)


@rule
def open_stars(state, box):
    """GE-A46: whoever has a card and a genius is asked, if there are star cards in this phase at all."""
    put(state, Question.STARS)
    if has_star_cards(state, box):
        for seat in range(state.players):
            if state.hand[seat] > 0 and has_genius(state, seat):
                ask(state, seat)


@rule
def has_star_cards(state, box):
    for i in range(PHASE_CARDS):
        if box.effect[box.card[phase_of(state), i]] == Effect.STARS:
            return True
    return False


@rule
def has_genius(state, seat):
    for genius in range(GENIUSES):
        if state.where[genius] == seat:
            return True
    return False


@rule
def add_star_answers(state, box, seat, actions, count):
    """GE-A36, GE-A38: a star card must go on one of the own geniuses."""
    if box.effect[next_card(state, box, seat)] != Effect.STARS:
        return add(actions, count, Act.HOLD)
    for genius in range(GENIUSES):
        if state.where[genius] == seat:
            count = add(actions, count, Act.PLAY_ON + genius)
    return count


@rule
def place_stars(state, box):
    """All star cards are shown together (GE-A40) and stay (GE-150)."""
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if state.target[card] != NONE and box.effect[card] == Effect.STARS:
            state.stars_added[state.target[card]] += box.n[card]  # GE-A39
            play_card(state, card, state.target[card])


# ---------------------------------------------------------------- 2.9 scoring


@rule
def score(state, box):
    """GE-110 to GE-113: all eight disciplines in table order, then the bonus cards (S2, GE-A35)."""
    for d in range(DISCIPLINES):
        for seat in range(state.players):
            state.points[phase_of(state), seat, d] = discipline_points(state, box, seat, d)
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if box.effect[card] == Effect.RENOWN and state.holder[card] >= 0:
            play_renown(state, box, card)


@rule
def discipline_points(state, box, seat, d):
    """GE-117 to GE-122: points for the first and second place; equals cover several places together (GE-A23, GE-A24)."""
    mine = strength(state, box, seat, d)
    if mine == 0:
        return 0  # GE-121
    above, equal = 0, 0
    for other in range(state.players):
        theirs = strength(state, box, other, d)
        above += theirs > mine
        equal += theirs == mine
    if equal == 1 or state.full_tie == FIRST_PLACE:
        place = above
    elif state.full_tie == LAST_PLACE:
        place = above + equal - 1
    else:
        return 0
    return box.points[d, phase_of(state), place] if place < 2 else 0  # GE-119


@rule
def strength(state, box, seat, d):
    """GE-114, GE-134 to GE-138: stars, number of geniuses, best genius, stars from action cards, as one number to compare."""
    stars, number, best, added = np.int64(0), 0, 0, 0
    for genius in range(GENIUSES):
        if state.where[genius] == seat and box.discipline[genius] == d:
            total = box.stars[genius] + state.stars_added[genius]  # GE-115, GE-136
            stars += total
            number += 1  # GE-153
            best = max(best, total)
            added += state.stars_added[genius]  # GE-A27
    return ((stars * 1000 + number) * 1000 + best) * 1000 + added


@rule
def play_renown(state, box, card):
    """GE-A44: played if its owner has a genius of the field: n points if nobody has more stars there, otherwise m."""
    seat, field = state.holder[card], box.card_field[card]
    mine = field_stars(state, box, seat, field)
    if mine == 0:
        return
    points = box.n[card]
    for other in range(state.players):
        if field_stars(state, box, other, field) > mine:
            points = box.m[card]
    state.bonus[phase_of(state), seat] += points  # GE-155
    play_card(state, card, NONE)


@rule
def field_stars(state, box, seat, field):
    stars = 0
    for genius in range(GENIUSES):
        if state.where[genius] == seat and box.field[box.discipline[genius]] == field:
            stars += box.stars[genius] + state.stars_added[genius]
    return stars


@rule
def end_phase(state, box):
    """GE-147 to GE-149: what was not played is lost, unseen (GE-A45); PATRON cards leave (GE-A41)."""
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if state.played_in[card] == NONE:
            state.holder[card], state.target[card] = GONE, NONE
    for seat in range(state.players):
        state.lost[seat] += state.hand[seat]
        state.hand[seat] = 0
        for field in range(FIELD_COUNT):
            state.patron[seat, field] = 0


# ---------------------------------------------------------------- the contract: who is asked, what, and what follows


@rule
def is_over(state):
    return state.question == Question.OVER


@rule
def to_act(state):
    """The dealer, or the lowest seat still asked (7.6)."""
    return state.asked


@rule
def is_asked(state, seat):
    if seat == DEALER:
        return state.asked == DEALER
    return state.sheet[seat] == Sheet.OPEN


@rule
def legal_actions(state, box, seat, actions):
    """Fill `actions` with the answers open to this seat (or the dealer); gives their number."""
    if state.question == Question.OVER:
        return 0
    if seat == DEALER:
        return add_deals(state, box, actions) if state.asked == DEALER else 0
    if state.sheet[seat] == Sheet.COMPLETE:
        return add(actions, 0, Act.REOPEN)
    if state.sheet[seat] == Sheet.NOT_ASKED:
        return 0
    if state.question == Question.BIDS:
        return add_bids(state, box, seat, actions, 0)
    if state.question == Question.CARDS:
        return add_card_answers(state, box, seat, actions, 0)
    return add_star_answers(state, box, seat, actions, 0)


@rule
def add_deals(state, box, actions):
    """GE-50, GE-60: only cards of the current phase."""
    count = 0
    if state.question == Question.ACTION_CARD:
        for i in range(PHASE_CARDS):
            card = box.card[phase_of(state), i]
            if state.holder[card] == PILE:
                count = add(actions, count, Act.DEAL_CARD + card)
    else:
        for genius in range(GENIUSES):
            if box.genius_phase[genius] == phase_of(state) and state.where[genius] == PILE:
                count = add(actions, count, Act.DEAL_GENIUS + genius)
    return count


@rule
def weight(state, box, action):
    """All cards of a stack are equally likely (7.2)."""
    return 1


@rule
def apply(state, box, seat, action):
    """Carry out one legal answer, and what follows from it without a choice (NO-05)."""
    if action >= Act.DEAL_CARD:
        deal_card(state, box, action - Act.DEAL_CARD)
    elif action >= Act.DEAL_GENIUS:
        lay_out(state, action - Act.DEAL_GENIUS)
    elif action == Act.REOPEN:
        reopen(state, box, seat)
    else:
        write(state, box, seat, action)
        if state.answered[seat] == sheet_length(state, seat):
            complete(state, seat)
            go_on(state, box)


# ---------------------------------------------------------------- 2.11 the result


@rule
def breakdown(state, box, parts):
    """The points of every seat by discipline, and the bonus points (GE-23, GE-124)."""
    for seat in range(state.players):
        for part in range(PARTS):
            parts[seat, part] = 0
        for phase in range(PHASES):
            for d in range(DISCIPLINES):
                parts[seat, d] += state.points[phase, seat, d]
            parts[seat, DISCIPLINES] += state.bonus[phase, seat]


@rule
def places(state, box, scores, places):
    """GE-157: only points count (GE-109); equals share a place (GE-A31)."""
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            places[seat] += scores[other] > scores[seat]


# ---------------------------------------------------------------- 7.7 what a seat may know


@rule
def conceal(state, box, seat):
    """Blank what this seat (-1: a spectator) cannot know. A blank is what stood there before anything was dealt or written, so
    to a seat every card it cannot see lies in the pile."""
    for other in range(state.players):
        if other != seat:
            conceal_sheet(state, box, other)
            if state.chips == HIDDEN:  # GE-A10
                state.purse[other] = NONE
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if state.played_in[card] == NONE and state.holder[card] >= 0 and state.holder[card] != seat:
            state.holder[card] = PILE  # GE-143; hand sizes are open (GE-A33)


@rule
def conceal_sheet(state, box, seat):
    """GE-62: of a sheet that is being filled in, only whether it is complete can be seen."""
    if state.sheet[seat] != Sheet.NOT_ASKED:
        clear_sheet(state, box, seat)
        if state.sheet[seat] == Sheet.COMPLETE:
            state.answered[seat] = sheet_length(state, seat)


@rule
def determinize(state, box, seat, stream):
    """Fill the blanks: hands, sheets and answers of the others as they may be, all equally likely (7.7)."""
    conceal(state, box, seat)
    for other in range(state.players):
        if other != seat:
            state.purse[other] = chips_by_the_record(state, box, other)
    deal_hands(state, box, seat, stream)
    actions = np.empty(ACTIONS, np.int64)
    for other in range(state.players):
        if other != seat and state.sheet[other] != Sheet.NOT_ASKED:
            fill_sheet(state, box, np.int64(other), actions, stream)


@rule
def chips_by_the_record(state, box, seat):
    """Chips are never drawn: income, GRANT cards, prices and PATRON chips are all open."""
    rounds = state.round_now if state.question == Question.ACTION_CARD else state.round_now + 1
    chips = rounds * box.chips[state.players]
    for card in range(CARDS):
        if box.effect[card] == Effect.GRANT and state.played_in[card] != NONE and state.holder[card] == seat:
            chips += box.n[card]
    for r in range(ROUNDS):
        for p in range(POSITIONS):
            if state.winner[r, p] == seat:
                chips += state.patronage[r, p] - state.price[r, p]
    return chips


@rule
def deal_hands(state, box, seat, stream):
    """Deal the others' hands from the cards that this seat cannot see; a deal that cannot be is dealt again, so that all those
    that can be are equally likely."""
    fits = False
    while not fits:
        take_back(state, box, seat)
        fits = True
        for other in range(state.players):
            if other != seat:
                for _ in range(state.hand[other]):
                    card = draw_unseen(state, box, stream)
                    state.holder[card] = other
                    fits &= may_still_hold(state, box, other, card)


@rule
def take_back(state, box, seat):
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if state.played_in[card] == NONE and state.holder[card] >= 0 and state.holder[card] != seat:
            state.holder[card] = PILE


@rule
def draw_unseen(state, box, stream):
    """One of the cards of the phase that can be in a hand, every one equally likely."""
    unseen = 0
    for i in range(PHASE_CARDS):
        unseen += can_be_held(state, box, box.card[phase_of(state), i])
    ticket = random_below(stream, unseen)
    for i in range(PHASE_CARDS):
        card = box.card[phase_of(state), i]
        if can_be_held(state, box, card):
            if ticket == 0:
                return card
            ticket -= 1
    return NONE


@rule
def can_be_held(state, box, card):
    """GRANT and PATRON cards that were dealt have been played, so the others lie in the pile."""
    if state.holder[card] != PILE:
        return False
    return state.question == Question.ACTION_CARD or not (box.effect[card] == Effect.GRANT or box.effect[card] == Effect.PATRON)


@rule
def may_still_hold(state, box, seat, card):
    """In S1 a resolution card is still in a hand only if its action was not possible at the last position for which its owner
    could name it (GE-A36)."""
    if state.question != Question.STARS or not is_resolution_card(box, card):
        return True
    chips = state.purse[seat]  # rolled back, position by position
    for p in range(POSITIONS - 1, -1, -1):
        won = state.winner[state.round_now, p] == seat
        if won:
            chips += state.price[state.round_now, p] - state.patronage[state.round_now, p]
        if may_name(state, box, seat, card, p):
            if box.effect[card] == Effect.TOP_UP:
                return not is_valid(state, seat, p, chips)
            if box.effect[card] == Effect.FUNDS:
                return not (won and state.price[state.round_now, p] >= 2)
            return not was_tied(state, box, seat, p, chips)
    return True


@rule
def was_tied(state, box, seat, p, chips):
    """Whether this seat, with so many chips, was one of several with the highest valid bid, and the tie stood."""
    if state.winner[state.round_now, p] != NOBODY or not is_valid(state, seat, p, chips):
        return False
    mine = compared_bid(state, box, seat, p)
    for other in range(state.players):
        if is_valid(state, other, p, chips_before(state, other, p)) and compared_bid(state, box, other, p) > mine:
            return False
    return True


@rule
def chips_before(state, seat, p):
    """The chips of a seat when this position of the round was resolved."""
    chips = state.purse[seat]
    for later in range(p, POSITIONS):
        if state.winner[state.round_now, later] == seat:
            chips += state.price[state.round_now, later] - state.patronage[state.round_now, later]
    return chips


@rule
def fill_sheet(state, box, seat, actions, stream):
    """A complete sheet is any legal one; of an open one any number of answers may be written."""
    length, finished = sheet_length(state, seat), state.sheet[seat] == Sheet.COMPLETE
    state.sheet[seat] = Sheet.OPEN
    state.answered[seat] = 0
    for _ in range(length if finished else random_below(stream, length)):
        count = legal_actions(state, box, seat, actions)
        write(state, box, seat, actions[random_below(stream, count)])
    if finished:
        state.sheet[seat] = Sheet.COMPLETE
