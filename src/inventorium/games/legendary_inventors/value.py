"""Legendary Inventors: what a position is worth to a seat, in points at the end, as an experienced player would guess.

Patents, points tokens and reached targets count in full. What is under way counts by the chance that it comes off: runs
with gaps, targets with steps missing, cubes on unfinished inventions, knowledge that will still bring cubes.
"""

import numpy as np

from inventorium.core.compiler import rule
from inventorium.games.legendary_inventors import rules
from inventorium.games.legendary_inventors.tables import (
    AGES,
    CHOOSERS,
    CLASSES,
    DISCIPLINES,
    INVENTIONS,
    INVENTORS,
    NONE,
    SLOTS,
    TABLE,
    TOKENS,
    Kind,
    Phase,
)

DEFAULT_LEVEL = "casual"  # one look ahead by hand wins 4 % against two `medium`, 48 % against two `casual`
SPREAD = np.array([5.0, 4.0, 2.5, 1.0])  # by age: how many points a guess is off, more or less

CARD_TO_COME = np.array([0.55, 0.4, 0.15, 0.0])  # by age: the chance to get a missing number of a run
STEP_TO_COME = np.array([0.65, 0.6, 0.45, 0.0])  # by age: the chance to get a token for a missing step of a target
LEVEL_WORTH = np.array([0.9, 0.6, 0.25, 0.0])  # by age: the points that a level of knowledge will bring
TOKEN_KEPT = np.array([0.8, 0.7, 0.4, 0.0])  # by age: what a token in hand is good for
MOST_POINTS = 3  # of a points token (LI-06)
AVAILABLE = 0.25  # an inventor who can be sent now, for each of his levels


@rule
def value(state, box, seat):
    """Return the points that this seat can expect at the end of the game."""
    points = float(rules.patent_points(state, box, seat) + rules.token_points(state, box, seat))
    owned, wild = patents_by_number(state, box, seat), state.tokens[seat, box.classification]
    points += run_hopes(state, owned, wild)
    points += tokens_kept(state, box, seat)
    if state.team[seat] != NONE:
        for inventor in range(INVENTORS):
            points += inventor_hopes(state, box, seat, inventor)
    for slot in range(state.players + 3):
        if state.layout[slot] != NONE:
            points += invention_hopes(state, box, seat, slot, owned)
    return points


HINTS = 4 + INVENTORS + SLOTS


@rule
def hints(state, box, seat, parts):
    """Write what the value is made of: patents, tokens, runs, tokens kept, every inventor, every invention on the table.
    Return the value."""
    owned, wild = patents_by_number(state, box, seat), state.tokens[seat, box.classification]
    parts[0] = rules.patent_points(state, box, seat)
    parts[1] = rules.token_points(state, box, seat)
    parts[2] = run_hopes(state, owned, wild)
    parts[3] = tokens_kept(state, box, seat)
    for inventor in range(INVENTORS):
        parts[4 + inventor] = inventor_hopes(state, box, seat, inventor) if state.team[seat] != NONE else 0.0
    for slot in range(SLOTS):
        lies = slot < state.players + 3 and state.layout[slot] != NONE
        parts[4 + INVENTORS + slot] = invention_hopes(state, box, seat, slot, owned) if lies else 0.0
    return parts.sum()


@rule
def spread(state):
    """Return by how many points a guess is off, more or less."""
    return SPREAD[state.age]


# ---------------------------------------------------------------- the end


@rule
def is_decided(state):
    """Return whether nothing is left but to put tokens on one's own inventors (LI-104)."""
    return state.phase == Phase.WINDOW


@rule
def final_points(state, box, seat):
    """Return the points of a seat that makes the most of its tokens: of all sets of inventors whom they lead to their targets
    (LI-108, LI-131 to LI-140), the best."""
    points = (
        rules.patent_points(state, box, seat)
        + rules.run_points(state, box, seat)
        + rules.token_points(state, box, seat)
        + rules.inventor_points(state, box, seat)
    )
    gain = 0.0
    if state.phase == Phase.WINDOW and seat >= state.asked:  # those before are done (NO-27)
        for inventors in range(1, 1 << INVENTORS):
            gain = max(gain, upgrades_worth(state, box, seat, inventors))
    return points + gain


@rule
def upgrades_worth(state, box, seat, inventors):
    """Return what it brings to lead these inventors to their targets; less than nothing where it cannot be done. Tokens that are
    needed are counted by level in one number, 8 bits for each."""
    team, points, needed, spare = state.team[seat], 0, 0, 0
    for inventor in range(INVENTORS):
        if inventors >> inventor & 1:
            if rules.has_reached_target(state, box, seat, inventor):
                return -np.inf
            points += box.target_points[team, inventor]
            for d in range(DISCIPLINES):
                for level in range(state.level[seat, inventor, d], box.target[team, inventor, d]):
                    needed += 1 << 8 * (level + 1)
    for token in range(TOKENS):
        held = state.tokens[seat, token]
        if box.kind[token] == Kind.PROGRESS:
            held -= needed >> 8 * box.value[token] & 255
            if held < 0:
                return -np.inf
        if box.kind[token] != Kind.POINTS and box.kind[token] != Kind.CLASSIFICATION:
            spare += held  # used as a 1 it costs nothing (LI-138, LI-139)
    missing = (needed >> 8 & 255) - spare
    return points - flips_cost(state, box, seat, missing) if missing > 0 else float(points)


@rule
def flips_cost(state, box, seat, missing):
    """Return the points that are lost when so many classification and points tokens are used as a 1 (LI-140)."""
    least, runs, wild = np.inf, rules.run_points(state, box, seat), state.tokens[seat, box.classification]
    for flipped in range(min(wild, missing) + 1):
        state.tokens[seat, box.classification] = wild - flipped
        cost, left = float(runs - rules.run_points(state, box, seat)), missing - flipped
        if state.vp_token_may_be_flipped:
            for value in range(1, MOST_POINTS + 1):
                for token in range(TOKENS):
                    if box.kind[token] == Kind.POINTS and box.value[token] == value:
                        used = min(left, state.tokens[seat, token])
                        cost, left = cost + used * value, left - used
        if left == 0:
            least = min(least, cost)
    state.tokens[seat, box.classification] = wild
    return least


# ---------------------------------------------------------------- runs


@rule
def patents_by_number(state, box, seat):
    """How many patents of each classification number the seat owns, all in one number: a digit of base 16 for each."""
    owned = 0
    for card in range(INVENTIONS):
        if state.where[card] == seat:
            owned += 1 << 4 * box.number[card]
    return owned


@rule
def run_hopes(state, owned, wild):
    """Return what runs of these patents will be worth: number by number, the chance that the run gets that far.
    Classification tokens close the first gaps (LI-158)."""
    points = 0.0
    for run in range(min(2, max(1, owned & 15))):  # a second run needs a second 0 to be thought of
        chance = 1.0
        for number in range(CLASSES):
            if owned >> 4 * number & 15 <= run:
                if wild > 0:
                    wild -= 1
                else:
                    chance *= CARD_TO_COME[state.age]
            if number > 0:
                points += chance
        if chance == 1.0:  # LI-160: a token goes on above 5
            points += wild
            wild = 0
    return points


# ---------------------------------------------------------------- inventors and tokens


@rule
def inventor_hopes(state, box, seat, inventor):
    """The points of his target, by the chance that the missing steps will be made, and the cubes he will bring."""
    team = state.team[seat]
    chance, levels = 1.0, 0
    for d in range(DISCIPLINES):
        level = state.level[seat, inventor, d]
        levels += level
        for _ in range(level, box.target[team, inventor, d]):
            chance *= STEP_TO_COME[state.age]
    points = chance * box.target_points[team, inventor] + LEVEL_WORTH[state.age] * levels
    if not state.busy[seat, inventor] and state.age < AGES:
        points += AVAILABLE * levels
    return points


@rule
def tokens_kept(state, box, seat):
    """Tokens in hand that are no points; declared ones will be used at once."""
    tokens = 0
    for token in range(TOKENS):
        if box.kind[token] != Kind.POINTS and box.kind[token] != Kind.CLASSIFICATION:
            tokens += state.tokens[seat, token]
    if seat == state.active:
        tokens += state.declared
    return TOKEN_KEPT[state.age] * tokens


# ---------------------------------------------------------------- inventions on the table


@rule
def invention_hopes(state, box, seat, slot, owned):
    """The reward that the seat's cubes would bring if the invention were completed as it is, by how complete it is."""
    if state.cubes[slot, seat] == 0:
        return 0.0
    if state.phase == Phase.TAKE and slot == state.site:
        rank = CHOOSERS
        for place in range(state.choosing, CHOOSERS):
            if state.choosers[place] == seat:
                rank = place - state.choosing
        return reward_worth(state, box, seat, slot, rank, owned)
    rank, free, filled = 0, 0, 0
    for d in range(DISCIPLINES):
        free += state.free[slot, d]
    for other in range(state.players):
        filled += state.cubes[slot, other]
        rank += state.cubes[slot, other] > state.cubes[slot, seat]
    return filled / (filled + free) * reward_worth(state, box, seat, slot, rank, owned)


@rule
def reward_worth(state, box, seat, slot, rank, owned):
    """Return the value of the best reward left to the chooser of this rank, supposing that all want the same (LI-77, LI-79)."""
    first = second = third = 0.0
    for choice in range(3):
        worth = 0.0
        if choice == 2:
            card = state.layout[slot]
            if state.where[card] == TABLE:
                worth = patent_worth(state, box, seat, card, owned)
        elif state.reward[slot, choice] != NONE:
            worth = token_worth(state, box, seat, state.reward[slot, choice])
        if worth > first:
            first, second, third = worth, first, second
        elif worth > second:
            second, third = worth, second
        else:
            third = max(third, worth)
    return first if rank == 0 else second if rank == 1 else third if rank == 2 else 0.0


@rule
def patent_worth(state, box, seat, card, owned):
    wild = state.tokens[seat, box.classification]
    return box.points[card] + run_hopes(state, owned + (1 << 4 * box.number[card]), wild) - run_hopes(state, owned, wild)


@rule
def token_worth(state, box, seat, token):
    if box.kind[token] == Kind.POINTS:
        return float(box.value[token])
    if box.kind[token] == Kind.CLASSIFICATION:
        return 2.0
    return TOKEN_KEPT[state.age]
