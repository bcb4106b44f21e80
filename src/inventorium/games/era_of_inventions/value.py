"""Era of Inventions: what a position is worth to a seat, in points at the end, as an experienced player would guess.

Influence counts in full. Goods have prices that fall towards the end; factories and royalties count by the rounds that are
left; a disc on the board counts by what its action would bring now; each bonus category by the chance to lead it. In the final
exchange nothing is guessed any more: goods are worth the points that they can still be exchanged for.
"""

import numpy as np

from inventorium.core.compiler import rule
from inventorium.games.era_of_inventions import rules
from inventorium.games.era_of_inventions.tables import (
    ACTION_KINDS,
    CARD_FIELDS,
    FACTORIES,
    FACTORY_FIELDS,
    GOODS,
    INVENTIONS,
    MOST_EXCHANGES,
    MOST_IN_ROW,
    MOST_PARTS,
    MOST_SQUARES,
    NONE,
    PATENT_FIELDS,
    ROUNDS,
    VERSIONS,
    Action,
    Good,
    Occasion,
    Phase,
    Row,
)

# points of a good at the beginning and in the last round: coin, wood, coal, metal, tech, tool, stone
EARLY = np.array([0.6, 0.6, 0.45, 0.6, 0.6, 0.6, 1.6])
LATE = np.array([0.5, 0.1, 0.25, 0.4, 0.4, 0.4, 1.1])
AT_ONCE, HOARDED = 2, 0.15  # of each good: what one round needs; what more than is needed is worth, of its price
RUNS = 0.6  # how often a factory runs in a round
ROYALTIES = 0.25  # how often somebody else produces an invention in a round
BONUS_DISC = 1.2  # a bonus disc that can still be used
PLACED = 0.8  # a disc on the board, of what its action would bring now
LEAD = 5.0  # points for leading a bonus category (EI-303)
LEVEL_OVERRIDES = {  # a search plays on for a whole round here: a short one is strong
    "easy": ("greedy", 2),
    "hard": ("search:30", 0),
}
DEFAULT_LEVEL = "casual"  # one look ahead by hand wins 3 % against two `medium`, 22 % against two `casual`
NETWORK_LEVELS = {
    "easy": "net~55~22~naive",
    "casual": "net~38~15~naive",
    "medium": "net~22~9~naive",
    "tricky": "net~9~4~naive",
    "hard": "net~20~7",
    "tough": "net:15",
    "expert": "net:400",
    "master": "net:16000",
}
HASTE = 0.01  # less for each answer of the final exchange, so that the shortest way is the best
ROLLOUT = 40, 4  # a search plays on for about a round: until then, nothing has paid off (bots/search.py)
PRIOR_CUTOFF = 0.3  # the network has learned from its search, which hardly ever tries a poor answer


@rule
def spread(state):
    """Return by how many points a guess is off, more or less."""
    return 2.0 + 6.0 * rounds_left(state) / ROUNDS[state.players]


@rule
def value(state, box, seat):
    """Return the points that this seat can expect at the end of the game."""
    points = float(state.influence[seat] + state.final_points[seat])
    points += leads(state, box, seat)
    if state.phase == Phase.OVER:
        return points
    if is_exact(state):
        return points + final_exchange(state, box, seat)
    for good in range(GOODS):
        points += stock_worth(state, seat, good)
    points += goods_underway(state, seat)
    for factory in range(FACTORIES):
        if state.factory_at[factory] == seat:
            points += factory_worth(state, box, factory)
    for invention in range(INVENTIONS):
        for version in range(VERSIONS):
            if state.maker[invention, version] == seat:
                points += royalty_worth(state, box, invention, version)
    points += BONUS_DISC * min(state.bonus_discs[seat], 2 * rounds_left(state) + 1)
    for action in range(ACTION_KINDS):
        if state.discs[seat, action]:
            points += PLACED * prospect(state, box, seat, action)
    return points


HINTS = 9 + ACTION_KINDS


@rule
def hints(state, box, seat, parts):
    """Write what the value is made of, what each action would bring now, and how a seat stands in the bonus categories; return
    the value."""
    for part in range(HINTS):
        parts[part] = 0.0
    parts[0] = state.influence[seat] + state.final_points[seat]
    parts[1] = leads(state, box, seat)
    if state.phase == Phase.OVER:
        return parts[0] + parts[1]
    if is_exact(state):
        parts[2] = final_exchange(state, box, seat)
        return parts[0] + parts[1] + parts[2]
    for good in range(GOODS):
        parts[2] += stock_worth(state, seat, good)
    parts[3] = goods_underway(state, seat)
    for factory in range(FACTORIES):
        if state.factory_at[factory] == seat:
            parts[4] += factory_worth(state, box, factory)
    for invention in range(INVENTIONS):
        for version in range(VERSIONS):
            if state.maker[invention, version] == seat:
                parts[5] += royalty_worth(state, box, invention, version)
    parts[6] = BONUS_DISC * min(state.bonus_discs[seat], 2 * rounds_left(state) + 1)
    points = parts.sum()
    for action in range(ACTION_KINDS):
        parts[7 + action] = prospect(state, box, seat, action)
        if state.discs[seat, action]:
            points += PLACED * parts[7 + action]
    parts[7 + ACTION_KINDS] = lead(state, box, seat, 1)
    parts[8 + ACTION_KINDS] = lead(state, box, seat, 2)
    return points


@rule
def rounds_left(state):
    return ROUNDS[state.players] - state.round_number


@rule
def price(state, good):
    """Return the points for one of a good: early in the game there is more to be made of it."""
    early = rounds_left(state) / ROUNDS[state.players]
    return early * EARLY[good] + (1 - early) * LATE[good]


@rule
def stock_worth(state, seat, good):
    """Points for what a seat has of a good: more than it can use in the rounds that are left is a hoard, and nearly worthless."""
    stock, useful = state.goods[seat, good], AT_ONCE + rounds_left(state)
    return price(state, good) * (min(stock, useful) + HOARDED * max(0, stock - useful))


@rule
def goods_underway(state, seat):
    """What was given for a good that is still to be chosen, or for a card that is not paid in full."""
    points = 0.0
    if seat == state.asked:
        if state.first_given != NONE:
            points += price(state, state.first_given)
        if state.second_given != NONE:
            points += price(state, state.second_given)
    return points


# ---------------------------------------------------------------- the final exchange


@rule
def is_exact(state):
    """Return whether one look ahead finds the best answer: in the final exchange all points can be counted (EI-293)."""
    return state.occasion == Occasion.FINAL


@rule
def final_exchange(state, box, seat):
    """Return the most points that a seat can still exchange its goods for (EI-294), with what a track of benefits adds on the
    way."""
    turn = (seat - state.start_player) % state.players
    if turn < state.turn:
        return 0.0  # it is done (EI-295)
    coins, stones, cubes = state.goods[seat, Good.COIN], state.goods[seat, Good.STONE], rules.raw_materials(state, seat)
    made = middle = lower = answers = points = 0
    if turn == state.turn:
        made, middle, lower = rules.exchanges_made(state), state.exchanges[Row.MIDDLE], state.exchanges[Row.LOWER]
        if state.phase != Phase.EXCHANGE:  # two goods for one are on their way
            coins, cubes = best_ending(state, coins, cubes)
            answers = 2 if state.phase == Phase.GIVE else 1
            made, lower = made + 1, lower + 1
    square = state.influence[seat] + state.final_points[seat]
    while middle < MOST_IN_ROW:  # as in rules.point_in_reach
        missing = 0 if stones > 0 else max(0, 2 - coins)
        if made + missing >= MOST_EXCHANGES or lower + missing > MOST_IN_ROW or cubes < 2 * missing:
            break
        if stones > 0:
            stones -= 1
        else:
            coins += missing - 2
        cubes -= 2 * missing
        made, middle, lower = made + missing + 1, middle + 1, lower + missing
        answers += 3 * missing + 1
        points += 1
        square += 1
        if state.final_benefit and square < MOST_SQUARES:
            coins += box.symbol[square] == Good.COIN
            stones += box.symbol[square] == Good.STONE
            cubes += Good.COIN < box.symbol[square] < Good.STONE
    return points - HASTE * answers


@rule
def best_ending(state, coins, cubes):
    """Return the coins and raw materials after an exchange of two goods for one that is under way: a coin, unless one was
    given (EI-142). A coin is never worth less than a raw material."""
    if state.first_given == Good.COIN or state.second_given == Good.COIN:
        if state.phase == Phase.GIVE and cubes == 0:
            return coins - 1, cubes + 1
        return coins, cubes + (state.phase == Phase.GET)
    return coins + 1, cubes - (state.phase == Phase.GIVE)


# ---------------------------------------------------------------- what brings something later


@rule
def factory_worth(state, box, factory):
    return RUNS * rounds_left(state) * output_worth(state, box, 1 + factory)


@rule
def output_worth(state, box, number):
    points = 0.0
    for good in range(GOODS):
        points += box.output[number, good] * price(state, good)
    return points


@rule
def royalty_worth(state, box, invention, version):
    """Patents protect from plagiarism, one card of three (EI-185)."""
    points = box.royalty_influence[invention, version] + box.royalty_coins[invention, version] * price(state, Good.COIN)
    return ROYALTIES * rounds_left(state) * points * (1.0 if state.patented[invention, version] else 0.7)


@rule
def leads(state, box, seat):
    """5 points for each bonus category, by the chance to lead it."""
    points = 0.0
    for category in range(3):
        own, best = lead(state, box, seat, category), -1
        for other in range(state.players):
            if other != seat:
                best = max(best, lead(state, box, other, category))
        doubt = 0.3 + 2.0 * rounds_left(state) / ROUNDS[state.players]
        points += LEAD / (1 + np.exp((best - own) / doubt))
    return points


@rule
def lead(state, box, seat, category):
    if category == 0:
        return state.patents[seat]
    if category == 1:
        return rules.development(state, box, seat)
    return rules.capacity(state, box, seat)


# ---------------------------------------------------------------- what an action would bring now


@rule
def prospect(state, box, seat, action):
    """Return the gain of executing this action with the goods in hand."""
    if action == Action.BUILD:
        return prospect_of_building(state, box, seat)
    if action == Action.RUN:
        return prospect_of_running(state, box, seat)
    if action == Action.BUY:
        return prospect_of_buying(state, box, seat)
    if action == Action.PRODUCE:
        return prospect_of_producing(state, box, seat)
    if action == Action.EXCHANGE:
        return price(state, Good.STONE)  # EI-131: a stone can always be taken
    return prospect_of_inventing(state, box, seat)


@rule
def parts_left(state, action):
    return MOST_PARTS - state.parts if state.action == action else MOST_PARTS


@rule
def prospect_of_building(state, box, seat):
    """The best factories that wood and coal are enough for, one by one."""
    wood, coal = state.goods[seat, Good.WOOD], state.goods[seat, Good.COAL]
    gain, built = 0.0, 0
    for _ in range(parts_left(state, Action.BUILD)):
        best, most = NONE, 0.0
        for field in range(FACTORY_FIELDS):
            factory = state.factory_row[field]
            if (
                factory != NONE
                and not built >> field & 1
                and box.factory_cost[factory, Good.WOOD] <= wood
                and (box.factory_cost[factory, Good.COAL] <= coal)
            ):
                worth = factory_worth(state, box, factory) + box.factory_influence[factory] - factory_price(state, box, factory)
                if worth > most:
                    best, most = field, worth
        if best == NONE:
            return gain
        gain += most
        built |= 1 << best
        wood -= box.factory_cost[state.factory_row[best], Good.WOOD]
        coal -= box.factory_cost[state.factory_row[best], Good.COAL]
    return gain


@rule
def factory_price(state, box, factory):
    points = 0.0
    for good in range(GOODS):
        points += box.factory_cost[factory, good] * price(state, good)
    return points


@rule
def prospect_of_running(state, box, seat):
    points = output_worth(state, box, 0)
    for factory in range(FACTORIES):
        if state.factory_at[factory] == seat:
            points += output_worth(state, box, 1 + factory)
    return points


@rule
def prospect_of_buying(state, box, seat):
    """The best loads that there are coins for."""
    gain, bought = 0.0, 0
    for _ in range(min(parts_left(state, Action.BUY), state.goods[seat, Good.COIN])):
        best, most = NONE, 0.0
        for lot in range(box.lots):
            if not bought >> lot & 1:
                worth = state.loads[lot] * price(state, box.lot_good[lot]) - price(state, Good.COIN)
                if worth > most:
                    best, most = lot, worth
        if best == NONE:
            return gain
        gain += most
        bought |= 1 << best
    return gain


@rule
def prospect_of_producing(state, box, seat):
    """The best card that can be produced, and half of what a second one would bring."""
    first = second = 0.0
    for field in range(CARD_FIELDS):
        if rules.may_produce(state, box, seat, field):
            gain = card_gain(state, box, seat, state.card_row[field])
            if gain > first:
                first, second = gain, first
            else:
                second = max(second, gain)
    return first + 0.5 * second if parts_left(state, Action.PRODUCE) > 1 else first


@rule
def card_gain(state, box, seat, card):
    costs = rules.reading(state)
    gain = float(box.card_influence[card])
    for good in range(GOODS):
        gain += (box.card_yield[card, good] - box.card_cost[costs, card, good]) * price(state, good)
    return gain - box.wild[costs, card] * price(state, Good.METAL)


@rule
def prospect_of_inventing(state, box, seat):
    """The best place that there are stones for, or the next patent."""
    most = 0.0
    stones = state.goods[seat, Good.STONE]
    for invention in range(INVENTIONS):
        for version in range(VERSIONS):
            cost = box.place_cost[invention, version]
            if cost <= stones and rules.may_make(state, box, seat, invention, version):
                gain = box.place_influence[invention, version] - cost * price(state, Good.STONE)
                most = max(most, gain + royalty_worth(state, box, invention, version) + 0.3 * cost)
    marker = state.patents[seat]
    if marker < PATENT_FIELDS and state.goods[seat, Good.COIN] >= box.patent_price[marker]:
        most = max(most, 0.7 + box.patent_influence[marker] - box.patent_price[marker] * price(state, Good.COIN))
    return most
