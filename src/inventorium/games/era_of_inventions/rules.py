"""Era of Inventions: the rules, in the order of the rule catalogue, whose ids stand beside what they explain.

Every function works on the record of a position (`state`, see tables.STATE) and the box of components (`box`). Nothing
here draws, waits or prints: the rules say who is asked what, and carry out an answer.
"""

from inventorium.core.compiler import rule
from inventorium.games.era_of_inventions.tables import (
    ACTION_KINDS,
    ARROWS,
    BOARD,
    BONUS_DISCS,
    CARD_FIELDS,
    CUBES,
    DEALER,
    DISCARD,
    DISCS,
    FACES,
    FACTORIES,
    FACTORY_FIELDS,
    FIRST_BONUS_DISCS,
    FIRST_GOODS,
    GOLD,
    GOODS,
    INVENTION_STONES,
    INVENTIONS,
    MAKE,
    MOST_EXCHANGES,
    MOST_FACES,
    MOST_IN_ROW,
    MOST_LOTS,
    MOST_PARTS,
    MOST_PATENTS,
    MOST_PLAYERS,
    MOST_SQUARES,
    MOST_STONES,
    NOBODY,
    NONE,
    PATENT_FIELDS,
    PILE,
    PROTECT,
    ROUNDS,
    ROWS,
    SCORE_PARTS,
    SILVER,
    SPACES,
    SPLIT,
    TWO,
    VERSIONS,
    Act,
    Action,
    Good,
    Kind,
    Occasion,
    Phase,
    Row,
    Trade,
)

PARTS = len(SCORE_PARTS)
SHARED_BONUS = (0, 5, 3, 2, 1, 1)  # points of a bonus category, by the number of players who share it


# ---------------------------------------------------------------- 2.2 set-up


@rule
def set_up(state, box):
    """The first position, before anything is dealt. Players and options stand in the state already."""
    state.phase, state.asked = Phase.DEAL_FACTORY, DEALER  # EI-330
    state.round_number, state.start_player, state.turn = 1, NOBODY, 0  # EI-057
    for seat in range(MOST_PLAYERS):
        set_up_player(state, seat)
    state.disc_supply = BONUS_DISCS - state.players * FIRST_BONUS_DISCS[state.players]
    for factory in range(FACTORIES):  # EI-050, EI-051
        state.factory_at[factory] = PILE
    for field in range(FACTORY_FIELDS):
        state.factory_row[field] = NONE
    for field in range(CARD_FIELDS):
        state.card_row[field] = NONE
    for face in range(MOST_FACES):  # EI-052 to EI-054
        is_starter = box.invention[face] == NONE
        state.pile[face] = box.copies[face] if is_starter else 0
        state.stack[face] = 0 if is_starter else box.copies[face]
        state.fresh[face] = state.discard[face] = state.gone[face] = 0
    for lot in range(MOST_LOTS):  # EI-055, EI-056
        state.loads[lot] = box.lot_load[lot]
    for invention in range(INVENTIONS):  # EI-061
        for version in range(VERSIONS):
            state.maker[invention, version] = NOBODY
            state.patented[invention, version] = 0
    clear_action(state)


@rule
def set_up_player(state, seat):
    """EI-034 to EI-047; seats that are not in the game have nothing (EI-033)."""
    plays = seat < state.players
    for good in range(GOODS):
        state.goods[seat, good] = FIRST_GOODS[good] if plays else 0
    state.bonus_discs[seat] = FIRST_BONUS_DISCS[state.players] if plays else 0
    state.invention_stones[seat] = INVENTION_STONES if plays else 0
    state.influence[seat] = state.final_points[seat] = state.patents[seat] = 0
    state.new_discs[seat] = state.used_discs[seat] = 0
    for action in range(ACTION_KINDS):
        state.discs[seat, action] = 0


@rule
def clear_action(state):
    state.occasion, state.action = Occasion.DISC, NONE
    state.first_given = state.second_given = state.field = state.last_paid = NONE
    state.parts = state.stones_spent = state.wild_left = 0
    for row in range(ROWS):
        state.exchanges[row] = 0


@rule
def choose_start_player(state, seat):
    """EI-059, EI-060."""
    state.start_player = seat
    begin_placing(state)


@rule
def left_of(state, seat):
    """The next player clockwise."""
    return (seat + 1) % state.players


# ---------------------------------------------------------------- 2.4 placing action discs


@rule
def begin_placing(state):
    """EI-070: the start player places first."""
    state.phase, state.asked, state.turn = Phase.PLACE, state.start_player, 0


@rule
def may_place(state, seat, action):
    """EI-074, EI-075: a free space, and no own disc on the other one."""
    return state.discs[seat, action] == 0 and discs_on(state, action) < SPACES


@rule
def discs_on(state, action):
    count = 0
    for seat in range(state.players):
        count += state.discs[seat, action]
    return count


@rule
def place_disc(state, seat, action):
    """EI-071, EI-072; when all discs lie on the board, the start player executes the first (EI-063, EI-081)."""
    state.discs[seat, action] = 1
    state.turn += 1
    state.asked = left_of(state, seat)
    if all_turns_taken(state):
        state.phase, state.turn = Phase.TURN, 0


@rule
def all_turns_taken(state):
    """Everybody has placed, or executed, all discs; they go round the table evenly (EI-315), so that the next one is the
    start player again."""
    return state.turn == state.players * DISCS[state.players]


# ---------------------------------------------------------------- 2.5 executing actions and forgoing them


@rule
def add_turn_actions(state, box, seat, actions, count):
    """EI-082, EI-086: one own disc, executed if a part of its action is possible (EI-325), or forgone."""
    for action in range(ACTION_KINDS):
        if state.discs[seat, action]:
            if has_part(state, box, seat, action):
                count = add(actions, count, Act.EXECUTE + action)
            count = add(actions, count, Act.FORGO + action)
    return count


@rule
def add(actions, count, action):
    actions[count] = action
    return count + 1


@rule
def has_part(state, box, seat, action):
    """Is a part of this action possible now, within the limits that are left?"""
    if action == Action.BUILD:
        return state.parts < MOST_PARTS and can_build(state, box, seat)
    if action == Action.BUY:
        return state.parts < MOST_PARTS and can_buy(state, box, seat)
    if action == Action.PRODUCE:
        return state.parts < MOST_PARTS and can_produce(state, box, seat)
    if action == Action.EXCHANGE:
        return state.parts == 0 or can_exchange(state, seat)  # EI-131: a stone can always be taken
    if action == Action.INVENT:
        return can_make(state, box, seat) or may_patent(state, box, seat)
    return True  # EI-105: the start factory produces


@rule
def execute(state, box, seat, action):
    state.action = action
    if action == Action.RUN:
        run_all_factories(state, box, seat)
        end_action(state, box, seat)
    else:
        ask_for_part(state, action)


@rule
def ask_for_part(state, action):
    if action == Action.BUILD:
        state.phase = Phase.BUILD
    elif action == Action.BUY:
        state.phase = Phase.BUY
    elif action == Action.PRODUCE:
        state.phase = Phase.PRODUCE
    elif action == Action.EXCHANGE:
        state.phase = Phase.EXCHANGE
    else:
        state.phase = Phase.INVENT


@rule
def end_part(state, box, seat):
    """One part is carried out (EI-090). Another one is asked for, where it is possible (EI-327)."""
    state.parts += 1
    if state.occasion == Occasion.BONUS:
        end_bonus_disc(state, box, seat)
    elif state.occasion == Occasion.FINAL:
        if point_in_reach(state, seat):
            state.phase = Phase.EXCHANGE
        else:
            end_final_exchange(state)
    elif has_part(state, box, seat, state.action):
        ask_for_part(state, state.action)
    else:
        end_action(state, box, seat)


@rule
def may_stop(state):
    """`done` is an answer from the second part on, in the final exchange at once, with a bonus disc never (7.2)."""
    return state.occasion == Occasion.FINAL or (state.occasion == Occasion.DISC and state.parts > 0)


@rule
def forgo(state, box, seat, action):
    state.action = action
    end_action(state, box, seat)


@rule
def end_action(state, box, seat):
    """EI-084: the disc goes back to its owner. Then a bonus disc may be used (EI-218, EI-238)."""
    state.discs[seat, state.action] = 0
    clear_action(state)
    if may_use_bonus_disc(state, seat):
        state.phase = Phase.BONUS
    else:
        end_turn(state, box, seat)


@rule
def end_turn(state, box, seat):
    clear_action(state)
    state.phase, state.asked = Phase.TURN, left_of(state, seat)
    state.turn += 1
    if all_turns_taken(state):
        end_round(state, box)


# ---------------------------------------------------------------- 2.6 build factories


@rule
def may_build(state, box, seat, factory):
    """EI-096: the whole cost is there (EI-091); the factory lies on the board (EI-103)."""
    if state.factory_at[factory] != BOARD:
        return False
    for good in range(Good.WOOD, Good.STONE):
        if state.goods[seat, good] < box.factory_cost[factory, good]:
            return False
    return True


@rule
def can_build(state, box, seat):
    for field in range(FACTORY_FIELDS):
        if state.factory_row[field] != NONE and may_build(state, box, seat, state.factory_row[field]):
            return True
    return False


@rule
def add_factories(state, box, seat, actions, count):
    for field in range(FACTORY_FIELDS):
        factory = state.factory_row[field]
        if factory != NONE and may_build(state, box, seat, factory):
            count = add(actions, count, Act.BUILD + factory)
    return count


@rule
def build(state, box, seat, factory):
    """EI-096 to EI-100."""
    take_factory(state, box, seat, factory)
    award(state, box, seat, box.factory_influence[factory])


@rule
def take_factory(state, box, seat, factory):
    """EI-096 to EI-098: pay for it and lay it in front of oneself."""
    for good in range(Good.WOOD, Good.STONE):
        state.goods[seat, good] -= box.factory_cost[factory, good]
    for field in range(FACTORY_FIELDS):
        if state.factory_row[field] == factory:
            state.factory_row[field] = NONE
    state.factory_at[factory] = seat


# ---------------------------------------------------------------- 2.7 produce raw materials


@rule
def run_all_factories(state, box, seat):
    """EI-105, EI-106: every own factory once."""
    run_factory(state, box, seat, 0)
    for factory in range(FACTORIES):
        if state.factory_at[factory] == seat:
            run_factory(state, box, seat, 1 + factory)


@rule
def run_factory(state, box, seat, number):
    """0 is the start factory, which everybody has (EI-047)."""
    for good in range(GOODS):
        state.goods[seat, good] += box.output[number, good]


# ---------------------------------------------------------------- 2.8 buy raw materials


@rule
def can_buy(state, box, seat):
    """EI-111, EI-114: a coin, and a load that is there."""
    if state.goods[seat, Good.COIN] > 0:
        for lot in range(box.lots):
            if state.loads[lot] > 0:
                return True
    return False


@rule
def add_loads(state, box, actions, count):
    for lot in range(box.lots):
        if state.loads[lot] > 0:
            count = add(actions, count, Act.BUY + lot)
    return count


@rule
def buy(state, box, seat, lot):
    """EI-111, EI-112: the whole load for 1 coin."""
    state.goods[seat, Good.COIN] -= 1
    state.goods[seat, box.lot_good[lot]] += state.loads[lot]
    state.loads[lot] = 0


# ---------------------------------------------------------------- 2.9 produce inventions


@rule
def reading(state):
    """Which costs of the cards hold (A-44)."""
    return 1 if state.telephone_cubes == 5 else 0


@rule
def may_produce(state, box, seat, field):
    """EI-117, EI-118: all cubes are there; EI-180 to EI-182: no plagiarism of an own invention."""
    card = state.card_row[field]
    if card == NONE:
        return False
    costs = reading(state)
    for good in range(Good.COAL, Good.STONE):
        if state.goods[seat, good] < box.card_cost[costs, card, good]:
            return False
    if not box.is_copy[card]:
        return True
    invention = box.invention[card]
    if state.maker[invention, GOLD] == seat or state.maker[invention, SILVER] == seat:
        return False
    return payable(state, seat, Good.METAL) >= box.wild[costs, card]


@rule
def payable(state, seat, first):
    """How many question marks the goods from this one on can pay (EI-177, EI-326)."""
    cubes = 0
    for good in range(first, Good.STONE):
        cubes += state.goods[seat, good]
    return cubes


@rule
def can_produce(state, box, seat):
    for field in range(CARD_FIELDS):
        if may_produce(state, box, seat, field):
            return True
    return False


@rule
def add_cards(state, box, seat, actions, count):
    for field in range(CARD_FIELDS):
        if may_produce(state, box, seat, field):
            count = add(actions, count, Act.PRODUCE + field)
    return count


@rule
def produce(state, box, seat, field):
    """EI-117; what question marks cost is asked (EI-177). Gives whether the card is paid and settled."""
    pay_cubes(state, box, seat, field)
    state.field, state.wild_left, state.last_paid = field, box.wild[reading(state), state.card_row[field]], Good.METAL
    if state.wild_left > 0:
        state.phase = Phase.PAY
        return False
    finish_production(state, box, seat)
    return True


@rule
def pay_cubes(state, box, seat, field):
    """EI-117: the cubes that are printed on the card."""
    for good in range(Good.COAL, Good.STONE):
        state.goods[seat, good] -= box.card_cost[reading(state), state.card_row[field], good]


@rule
def add_payments(state, seat, actions, count):
    """EI-326: never a kind before the last one, and only kinds with which the rest can still be paid."""
    for good in range(state.last_paid, Good.STONE):
        if state.goods[seat, good] > 0 and payable(state, seat, good) >= state.wild_left:
            count = add(actions, count, Act.PAY + good - Good.METAL)
    return count


@rule
def pay(state, box, seat, good):
    state.goods[seat, good] -= 1
    state.last_paid = good
    state.wild_left -= 1
    if state.wild_left > 0:
        return False
    finish_production(state, box, seat)
    return True


@rule
def finish_production(state, box, seat):
    """EI-332: the card is laid aside, then come the yield, the gold royalty, the silver royalty."""
    card = state.card_row[state.field]
    lay_aside(state, state.field)
    state.field = state.last_paid = NONE
    receive_yield(state, box, seat, card)
    award(state, box, seat, box.card_influence[card])
    if box.invention[card] != NONE:  # EI-129
        for version in range(VERSIONS):
            give_royalty(state, box, seat, box.invention[card], version, box.is_copy[card])


@rule
def lay_aside(state, field):
    """EI-122: a produced card is discarded."""
    state.discard[state.card_row[field]] += 1
    state.card_row[field] = NONE


@rule
def receive_yield(state, box, seat, card):
    """EI-119, EI-120: the goods; influence is awarded afterwards."""
    for good in range(GOODS):
        state.goods[seat, good] += box.card_yield[card, good]


# ---------------------------------------------------------------- 2.10 exchange market


@rule
def can_exchange(state, seat):
    """Is one more exchange possible?"""
    if exchanges_made(state) == MOST_EXCHANGES:  # EI-146
        return False
    for trade in range(Trade.COINS_DISC + 1):
        if may_trade(state, seat, trade):
            return True
    return may_give_two(state, seat)


@rule
def exchanges_made(state):
    return state.exchanges[Row.UPPER] + state.exchanges[Row.MIDDLE] + state.exchanges[Row.LOWER]


@rule
def row_of(trade):
    if trade <= Trade.STONE_COINS:
        return Row.UPPER
    if trade <= Trade.STONE_INFLUENCE:
        return Row.MIDDLE
    return Row.LOWER


@rule
def may_trade(state, seat, trade):
    """EI-134 to EI-137, EI-144: 2 coins or 1 stone, and at most 3 in a row of the market (EI-147 to EI-149)."""
    if state.exchanges[row_of(trade)] == MOST_IN_ROW:
        return False
    if trade == Trade.STONE_COINS or trade == Trade.STONE_INFLUENCE:
        return state.goods[seat, Good.STONE] >= 1
    if trade == Trade.COINS_DISC and (state.disc_supply == 0 or state.occasion == Occasion.FINAL):
        return False  # EI-145, EI-292
    return state.goods[seat, Good.COIN] >= 2


@rule
def may_give_two(state, seat):
    """EI-139, EI-149: any two coins and raw materials."""
    return state.exchanges[Row.LOWER] < MOST_IN_ROW and state.goods[seat, Good.COIN] + raw_materials(state, seat) >= 2


@rule
def raw_materials(state, seat):
    cubes = 0
    for good in range(Good.WOOD, Good.STONE):
        cubes += state.goods[seat, good]
    return cubes


@rule
def add_exchanges(state, seat, actions, count):
    if state.occasion == Occasion.DISC and state.parts == 0:  # EI-130; not with a bonus disc (EI-228)
        count = add(actions, count, Act.TAKE_STONE)
    for trade in range(Trade.COINS_DISC + 1):
        if may_trade(state, seat, trade):
            count = add(actions, count, Act.EXCHANGE + trade)
    if may_give_two(state, seat):
        for good in range(Good.STONE):
            if may_give_first(state, seat, good):
                count = add(actions, count, Act.GIVE + good)
    return count


@rule
def may_give_first(state, seat, good):
    """The second good is never before the first one (EI-326)."""
    if state.goods[seat, good] == 0:
        return False
    together = 0
    for other in range(good, Good.STONE):
        together += state.goods[seat, other]
    return together >= 2


@rule
def take_stone(state, box, seat):
    """EI-131, EI-132: it ends the action."""
    state.goods[seat, Good.STONE] += 1
    end_action(state, box, seat)


@rule
def trade_in(state, box, seat, trade):
    state.exchanges[row_of(trade)] += 1
    if trade == Trade.STONE_COINS or trade == Trade.STONE_INFLUENCE:
        state.goods[seat, Good.STONE] -= 1
    else:
        state.goods[seat, Good.COIN] -= 2
    if trade == Trade.COINS_STONE:
        state.goods[seat, Good.STONE] += 1
    elif trade == Trade.STONE_COINS:
        state.goods[seat, Good.COIN] += 2
    elif trade == Trade.COINS_DISC:
        state.disc_supply -= 1
        state.bonus_discs[seat] += 1
        state.new_discs[seat] += 1  # EI-236
    elif state.occasion == Occasion.FINAL:
        score_final_point(state, box, seat)
    else:
        award(state, box, seat, 1)  # EI-153


@rule
def give(state, seat, good):
    state.goods[seat, good] -= 1
    if state.phase == Phase.EXCHANGE:
        state.first_given, state.phase = good, Phase.GIVE
    else:
        state.second_given, state.phase = good, Phase.GET


@rule
def get(state, seat, good):
    """EI-139, EI-140: neither of the goods given (EI-142)."""
    state.goods[seat, good] += 1
    state.exchanges[Row.LOWER] += 1
    state.first_given = state.second_given = NONE


# ---------------------------------------------------------------- 2.12 making inventions


@rule
def may_make(state, box, seat, invention, version):
    """EI-157 to EI-166: not made yet, gold before silver, and stones enough."""
    cost = box.place_cost[invention, version]
    return (
        state.maker[invention, version] == NOBODY
        and (version == GOLD or state.maker[invention, GOLD] != NOBODY)
        and cost <= state.goods[seat, Good.STONE]
        and state.stones_spent + cost <= MOST_STONES
        and state.invention_stones[seat] > 0
    )  # EI-173


@rule
def may_still_make(state):
    """EI-154: not after a patent. Every place costs at least 1 stone, so what was spent tells which half was chosen."""
    return state.parts == 0 or state.stones_spent > 0


@rule
def can_make(state, box, seat):
    if may_still_make(state) and state.goods[seat, Good.STONE] > 0:
        for invention in range(INVENTIONS):
            for version in range(VERSIONS):
                if may_make(state, box, seat, invention, version):
                    return True
    return False


@rule
def add_places(state, box, seat, actions, count):
    if may_still_make(state):
        for invention in range(INVENTIONS):
            for version in range(VERSIONS):
                if may_make(state, box, seat, invention, version):
                    count = add(actions, count, MAKE[invention, version])
    return count


@rule
def make(state, box, seat, invention, version):
    """EI-163 to EI-172."""
    claim_place(state, box, seat, invention, version)
    award(state, box, seat, box.place_influence[invention, version])
    if version == GOLD:
        bring_in_cards(state, box, invention)


@rule
def claim_place(state, box, seat, invention, version):
    """EI-163, EI-164: an own stone marks the place, development stones pay for it."""
    cost = box.place_cost[invention, version]
    state.goods[seat, Good.STONE] -= cost
    state.stones_spent += cost
    state.invention_stones[seat] -= 1
    state.maker[invention, version] = seat


@rule
def bring_in_cards(state, box, invention):
    """EI-169: the cards of an invention are set aside as new."""
    for face in range(box.faces):
        if box.invention[face] == invention:
            state.fresh[face] += state.stack[face]
            state.stack[face] = 0


# ---------------------------------------------------------------- 2.13 royalties


@rule
def give_royalty(state, box, producer, invention, version, is_copy):
    """EI-194 to EI-198, place by place (5.2)."""
    if not earns_royalty(state, producer, invention, version, is_copy):
        return
    maker = state.maker[invention, version]
    state.goods[maker, Good.COIN] += box.royalty_coins[invention, version]
    award_royalty(state, box, maker, box.royalty_influence[invention, version])


@rule
def award_royalty(state, box, seat, influence):
    """EI-197: the pawn moves; whether it takes a benefit is an option."""
    if state.royalty_benefit:
        award(state, box, seat, influence)  # EI-246
    else:
        state.influence[seat] += influence


@rule
def earns_royalty(state, producer, invention, version, is_copy):
    """EI-185 to EI-193: not the producer's own place; for a plagiarism card only with a patent."""
    maker = state.maker[invention, version]
    return maker != NOBODY and maker != producer and (is_copy == 0 or state.patented[invention, version] == 1)


# ---------------------------------------------------------------- 2.14 registering patents


@rule
def may_patent(state, box, seat):
    """EI-200 to EI-202; not after an invention (EI-154)."""
    marker = state.patents[seat]
    return (
        state.stones_spent == 0
        and state.parts < MOST_PATENTS
        and marker < PATENT_FIELDS
        and state.goods[seat, Good.COIN] >= box.patent_price[marker]
    )


@rule
def register_patent(state, box, seat):
    """EI-202 to EI-205, in this order: pay, move the marker, move the pawn; then the stone, if there is a place for one
    (EI-210, EI-216). Gives whether nothing is left to ask."""
    field = state.patents[seat]
    enter_patent_field(state, box, seat)
    award(state, box, seat, box.patent_influence[field])
    if state.invention_stones[seat] > 0 and has_place_to_protect(state, seat):
        state.phase = Phase.PROTECT
        return False
    return True


@rule
def enter_patent_field(state, box, seat):
    """EI-202: pay the price of the next field, and move the marker on."""
    state.goods[seat, Good.COIN] -= box.patent_price[state.patents[seat]]
    state.patents[seat] += 1


@rule
def may_protect(state, seat, invention, version):
    """EI-206 to EI-209: an own place without a patent stone."""
    return state.maker[invention, version] == seat and not state.patented[invention, version]


@rule
def has_place_to_protect(state, seat):
    for invention in range(INVENTIONS):
        if may_protect(state, seat, invention, GOLD) or may_protect(state, seat, invention, SILVER):
            return True
    return False


@rule
def add_places_to_protect(state, seat, actions, count):
    for invention in range(INVENTIONS):
        for version in range(VERSIONS):
            if may_protect(state, seat, invention, version):
                count = add(actions, count, PROTECT[invention, version])
    return count


@rule
def protect(state, seat, invention, version):
    state.invention_stones[seat] -= 1
    state.patented[invention, version] = 1


# ---------------------------------------------------------------- 2.15 bonus discs


@rule
def may_use_bonus_disc(state, seat):
    """EI-219 to EI-222, EI-236. Some use is always possible: the start factory can produce (EI-239)."""
    if state.bonus_limit == TWO and state.used_discs[seat] == 2:
        return False
    return state.bonus_discs[seat] > state.new_discs[seat]


@rule
def add_bonus_kinds(state, box, seat, actions, count):
    """EI-223 to EI-231, where possible (EI-239)."""
    if can_produce(state, box, seat):
        count = add(actions, count, Act.BONUS + Kind.PRODUCE)
    count = add(actions, count, Act.BONUS + Kind.RUN)
    if can_buy(state, box, seat):
        count = add(actions, count, Act.BONUS + Kind.BUY)
    if can_exchange(state, seat):
        count = add(actions, count, Act.BONUS + Kind.EXCHANGE)
    if can_make(state, box, seat):
        count = add(actions, count, Act.BONUS + Kind.MAKE)
    if may_patent(state, box, seat):
        count = add(actions, count, Act.BONUS + Kind.PATENT)
    if can_build(state, box, seat):
        count = add(actions, count, Act.BONUS + Kind.BUILD)
    return count


@rule
def use_bonus_disc(state, box, seat, kind):
    """EI-232, EI-234: one part, by the usual rules, and with limits of its own. Gives whether it is carried out already."""
    state.occasion = Occasion.BONUS
    state.used_discs[seat] += 1
    if kind == Kind.PRODUCE:
        state.phase = Phase.PRODUCE
    elif kind == Kind.RUN:
        state.phase = Phase.RUN
    elif kind == Kind.BUY:
        state.phase = Phase.BUY
    elif kind == Kind.EXCHANGE:
        state.phase = Phase.EXCHANGE
    elif kind == Kind.MAKE:
        state.phase = Phase.INVENT
    elif kind == Kind.BUILD:
        state.phase = Phase.BUILD
    else:
        return register_patent(state, box, seat)  # NO-10
    return False


@rule
def add_own_factories(state, seat, actions, count):
    count = add(actions, count, Act.RUN)
    for factory in range(FACTORIES):
        if state.factory_at[factory] == seat:
            count = add(actions, count, Act.RUN + 1 + factory)
    return count


@rule
def end_bonus_disc(state, box, seat):
    """EI-235, EI-331: after its action the disc goes to the general supply."""
    state.bonus_discs[seat] -= 1
    state.disc_supply += 1
    end_turn(state, box, seat)


# ---------------------------------------------------------------- 2.16 benefits on the influence track


@rule
def award(state, box, seat, influence):
    """EI-241 to EI-243: one move, and only the square where it ends counts. No influence is no move (EI-323)."""
    if influence > 0:
        state.influence[seat] += influence
        take_benefit(state, box, seat, state.influence[seat])


@rule
def take_benefit(state, box, seat, square):
    if square < MOST_SQUARES and box.symbol[square] != NONE:  # EI-255
        state.goods[seat, box.symbol[square]] += 1


# ---------------------------------------------------------------- 2.17 and 2.18 end of a round, preparing a new round


@rule
def end_round(state, box):
    """EI-256; after the last round nothing is prepared (EI-284, EI-285)."""
    if state.round_number == ROUNDS[state.players]:
        state.turn = 0
        ask_for_final_exchange(state)
    else:
        clear_card_row(state, box)
        mix_in_new_cards(state)
        if not ask_for_card(state):
            prepare_factories(state, box)


@rule
def clear_card_row(state, box):
    """1a: start inventions leave the game (EI-258); 1b: the cards on the arrow fields are discarded, the others slide on
    (EI-261, EI-262)."""
    for field in range(CARD_FIELDS):
        card = state.card_row[field]
        if card != NONE and box.invention[card] == NONE:
            state.gone[card] += 1
            state.card_row[field] = NONE
        elif card != NONE and field >= CARD_FIELDS - ARROWS:
            state.discard[card] += 1
            state.card_row[field] = NONE
    slide_right(state.card_row)


@rule
def slide_right(row):
    """Close all gaps to the right; the order stays (A-35)."""
    free = len(row) - 1
    for field in range(len(row) - 1, -1, -1):
        card = row[field]
        if card != NONE:
            row[field] = NONE
            row[free] = card
            free -= 1


@rule
def mix_in_new_cards(state):
    """1c: if there are new cards, they, the draw pile and the discard pile are one pile now (EI-263, EI-264)."""
    if total(state.fresh) > 0:
        for face in range(MOST_FACES):
            state.pile[face] += state.fresh[face] + state.discard[face]
            state.fresh[face] = state.discard[face] = 0


@rule
def total(cards):
    count = 0
    for face in range(MOST_FACES):
        count += cards[face]
    return count


@rule
def ask_for_card(state):
    """1c, 1d: a card for the next empty field, from right to left (EI-270). When the last card of the draw pile has been laid
    out, the discard pile is the new one at once (EI-268); when both are empty, fields stay empty (EI-269). Gives whether
    there is something to ask."""
    if total(state.pile) == 0:
        for face in range(MOST_FACES):
            state.pile[face] = state.discard[face]
            state.discard[face] = 0
    if last_empty(state.card_row) == NONE or total(state.pile) == 0:
        return False
    state.phase, state.asked = Phase.DEAL_CARD, DEALER
    return True


@rule
def last_empty(row):
    for field in range(len(row) - 1, -1, -1):
        if row[field] == NONE:
            return field
    return NONE


@rule
def lay_out_card(state, box, face):
    """EI-330: after the cards the set-up asks for the start player, a preparation for factories."""
    put_card(state, face)
    if not ask_for_card(state):
        if state.start_player == NOBODY:
            state.phase, state.asked = Phase.START, DEALER
        else:
            prepare_factories(state, box)


@rule
def put_card(state, face):
    state.pile[face] -= 1
    state.card_row[last_empty(state.card_row)] = face


@rule
def prepare_factories(state, box):
    """2: the factories on the arrow fields leave, the row is filled up."""
    clear_factory_row(state)
    if not ask_for_factory(state):
        begin_next_round(state, box)


@rule
def clear_factory_row(state):
    """2: the factories on the arrow fields are discarded, the others slide on (EI-271, EI-272)."""
    for field in range(FACTORY_FIELDS - ARROWS, FACTORY_FIELDS):
        if state.factory_row[field] != NONE:
            state.factory_at[state.factory_row[field]] = DISCARD
            state.factory_row[field] = NONE
    slide_right(state.factory_row)


@rule
def ask_for_factory(state):
    """2: a factory for the next empty field. Only when one is needed does the discard pile become the draw pile (EI-274).
    Gives whether there is something to ask."""
    if last_empty(state.factory_row) == NONE:
        return False
    if factories_in(state, PILE) == 0:
        for factory in range(FACTORIES):
            if state.factory_at[factory] == DISCARD:
                state.factory_at[factory] = PILE
    if factories_in(state, PILE) == 0:
        return False
    state.phase, state.asked = Phase.DEAL_FACTORY, DEALER
    return True


@rule
def factories_in(state, place):
    count = 0
    for factory in range(FACTORIES):
        count += state.factory_at[factory] == place
    return count


@rule
def lay_out_factory(state, box, factory):
    """EI-330: after the factories the set-up asks for start inventions; a preparation comes to its end."""
    put_factory(state, factory)
    if not ask_for_factory(state):
        if state.start_player == NOBODY:
            ask_for_card(state)
        else:
            begin_next_round(state, box)


@rule
def put_factory(state, factory):
    state.factory_at[factory] = BOARD
    state.factory_row[last_empty(state.factory_row)] = factory


@rule
def refill_lots(state, box):
    """3: an empty lot is filled, every other one gets one cube more (EI-276 to EI-279)."""
    for lot in range(box.lots):
        state.loads[lot] = box.lot_load[lot] if state.loads[lot] == 0 else state.loads[lot] + 1


@rule
def begin_next_round(state, box):
    """3, then 4: the next round and the next start player (EI-280, EI-281); bought bonus discs become usable (EI-282)."""
    refill_lots(state, box)
    state.round_number += 1
    state.start_player = left_of(state, state.start_player)
    for seat in range(state.players):
        state.new_discs[seat] = state.used_discs[seat] = 0
    begin_placing(state)


# ---------------------------------------------------------------- 2.20 final exchange


@rule
def ask_for_final_exchange(state):
    """EI-288, EI-295: from the start player of the last round clockwise, whoever can reach a point (EI-328)."""
    while state.turn < state.players:
        clear_action(state)
        state.phase, state.occasion = Phase.EXCHANGE, Occasion.FINAL
        state.asked = (state.start_player + state.turn) % state.players
        if point_in_reach(state, state.asked):
            return
        state.turn += 1
    clear_action(state)
    state.phase, state.asked = Phase.OVER, NOBODY


@rule
def point_in_reach(state, seat):
    """EI-328: with a stone or 2 coins at once; a missing coin costs 2 raw materials and an exchange of the lower row."""
    missing = max(0, 2 - state.goods[seat, Good.COIN]) if state.goods[seat, Good.STONE] == 0 else 0
    return (
        state.exchanges[Row.MIDDLE] < MOST_IN_ROW
        and exchanges_made(state) + missing < MOST_EXCHANGES
        and state.exchanges[Row.LOWER] + missing <= MOST_IN_ROW
        and raw_materials(state, seat) >= 2 * missing
    )


@rule
def end_final_exchange(state):
    state.turn += 1
    ask_for_final_exchange(state)


@rule
def score_final_point(state, box, seat):
    """EI-247: no benefit of the track, unless the option `final_benefit` says so."""
    state.final_points[seat] += 1
    if state.final_benefit:
        take_benefit(state, box, seat, state.influence[seat] + state.final_points[seat])


# ---------------------------------------------------------------- the contract: who is asked, what, and what follows


@rule
def is_over(state):
    return state.phase == Phase.OVER


@rule
def to_act(state):
    """The seat that is asked, or the dealer (NO-09)."""
    return state.asked


@rule
def legal_actions(state, box, seat, actions):
    """Fill `actions` with the answers open to this seat (or the dealer); gives their number."""
    if seat != state.asked or state.phase == Phase.OVER:
        return 0
    if seat == DEALER:
        return add_deals(state, box, actions, 0)
    phase, count = state.phase, 0
    if phase == Phase.PLACE:
        for action in range(ACTION_KINDS):
            if may_place(state, seat, action):
                count = add(actions, count, Act.PLACE + action)
    elif phase == Phase.TURN:
        count = add_turn_actions(state, box, seat, actions, count)
    elif phase == Phase.BONUS:
        count = add(actions, add_bonus_kinds(state, box, seat, actions, count), Act.DONE)
    elif phase == Phase.PAY:
        count = add_payments(state, seat, actions, count)
    elif phase == Phase.GIVE:
        for good in range(state.first_given, Good.STONE):
            if state.goods[seat, good] > 0:
                count = add(actions, count, Act.GIVE + good)
    elif phase == Phase.GET:
        for good in range(Good.STONE):
            if good != state.first_given and good != state.second_given:
                count = add(actions, count, Act.GET + good)
    elif phase == Phase.PROTECT:
        count = add(actions, add_places_to_protect(state, seat, actions, count), Act.PROTECT_NOTHING)
    elif phase == Phase.RUN:
        count = add_own_factories(state, seat, actions, count)
    else:
        count = add_parts(state, box, seat, actions, count)
        if may_stop(state):
            count = add(actions, count, Act.DONE)
    return count


@rule
def add_parts(state, box, seat, actions, count):
    phase = state.phase
    if phase == Phase.BUILD:
        return add_factories(state, box, seat, actions, count)
    if phase == Phase.BUY:
        return add_loads(state, box, actions, count)
    if phase == Phase.PRODUCE:
        return add_cards(state, box, seat, actions, count)
    if phase == Phase.EXCHANGE:
        return add_exchanges(state, seat, actions, count)
    count = add_places(state, box, seat, actions, count)
    if state.occasion == Occasion.DISC and may_patent(state, box, seat):
        count = add(actions, count, Act.PATENT)
    return count


@rule
def add_deals(state, box, actions, count):
    """EI-329: every kind of card in the draw pile."""
    if state.phase == Phase.DEAL_FACTORY:
        for factory in range(FACTORIES):
            if state.factory_at[factory] == PILE:
                count = add(actions, count, Act.DEAL_FACTORY + factory)
    elif state.phase == Phase.DEAL_CARD:
        for face in range(box.faces):
            if state.pile[face] > 0:
                count = add(actions, count, deal_of(face))
    else:
        for seat in range(state.players):
            count = add(actions, count, Act.START + seat)
    return count


@rule
def deal_of(face):
    """The answer that deals this card; the faces of a larger file are numbered after everything else (7.3)."""
    return Act.DEAL_CARD + face if face < FACES else Act.DEAL_MORE + face - FACES


@rule
def face_of(action):
    return action - Act.DEAL_CARD if action < Act.START else action - Act.DEAL_MORE + FACES


@rule
def weight(state, box, action):
    """How many equal cards are behind an answer of the dealer (NO-07, EI-329)."""
    if state.phase == Phase.DEAL_CARD:
        return state.pile[face_of(action)]
    return 1


@rule
def apply(state, box, seat, action):
    """Carry out one legal answer, and what follows from it without a choice (NO-05)."""
    if action < Act.EXECUTE:
        place_disc(state, seat, action - Act.PLACE)
    elif action < Act.FORGO:
        execute(state, box, seat, action - Act.EXECUTE)
    elif action < Act.DONE:
        forgo(state, box, seat, action - Act.FORGO)
    elif action == Act.DONE:
        stop(state, box, seat)
    elif action == Act.TAKE_STONE:
        take_stone(state, box, seat)
    elif action < Act.DEAL_FACTORY:
        if carry_out_part(state, box, seat, action):
            end_part(state, box, seat)
    elif action < Act.DEAL_CARD:
        lay_out_factory(state, box, action - Act.DEAL_FACTORY)
    elif Act.START <= action < Act.DEAL_MORE:
        choose_start_player(state, action - Act.START)
    else:
        lay_out_card(state, box, face_of(action))


@rule
def carry_out_part(state, box, seat, action):
    """One answer of an action, a bonus disc or the final exchange. Gives whether a part is complete with it."""
    if action < Act.RUN:
        build(state, box, seat, action - Act.BUILD)
    elif action < Act.BUY:
        run_factory(state, box, seat, action - Act.RUN)
    elif action < Act.PRODUCE:
        buy(state, box, seat, action - Act.BUY)
    elif action < Act.PAY:
        return produce(state, box, seat, action - Act.PRODUCE)
    elif action < Act.TAKE_STONE:
        return pay(state, box, seat, action - Act.PAY + Good.METAL)
    elif action < Act.GIVE:
        trade_in(state, box, seat, action - Act.EXCHANGE)
    elif action < Act.GET:
        give(state, seat, action - Act.GIVE)
        return False
    elif action < Act.MAKE:
        get(state, seat, action - Act.GET)
    elif action < Act.PATENT:
        make(state, box, seat, SPLIT[action, 0], SPLIT[action, 1])
    elif action == Act.PATENT:
        return register_patent(state, box, seat)
    elif action < Act.PROTECT_NOTHING:
        protect(state, seat, SPLIT[action, 0], SPLIT[action, 1])
    elif action >= Act.BONUS:
        return use_bonus_disc(state, box, seat, action - Act.BONUS)
    return True


@rule
def stop(state, box, seat):
    """`done`: no bonus disc, no further part, no further exchange."""
    if state.phase == Phase.BONUS:
        end_turn(state, box, seat)
    elif state.occasion == Occasion.FINAL:
        end_final_exchange(state)
    else:
        end_action(state, box, seat)


# ---------------------------------------------------------------- 2.20 and 2.21 final score


@rule
def breakdown(state, box, parts):
    """The parts of every player's score (EI-287), the bonus points as if the game ended now:
    parts[seat] = track, exchange, patents, development, capacity."""
    for seat in range(state.players):
        parts[seat, 0] = state.influence[seat]
        parts[seat, 1] = state.final_points[seat]
        parts[seat, 2] = state.patents[seat]  # EI-296, EI-297
        parts[seat, 3] = development(state, box, seat)
        parts[seat, 4] = capacity(state, box, seat)
    for part in range(2, PARTS):
        values_to_bonus(state, parts, part)


@rule
def development(state, box, seat):
    """EI-298, EI-299: the stones in all inventions made."""
    stones = 0
    for invention in range(INVENTIONS):
        for version in range(VERSIONS):
            if state.maker[invention, version] == seat:
                stones += box.place_cost[invention, version]
    return stones


@rule
def capacity(state, box, seat):
    """EI-300 to EI-302: all units of output, or the cubes only."""
    first, last = (Good.WOOD, Good.TOOL) if state.capacity == CUBES else (Good.COIN, Good.STONE)
    units = 0
    for good in range(first, last + 1):
        units += box.output[0, good]
        for factory in range(FACTORIES):
            if state.factory_at[factory] == seat:
                units += box.output[1 + factory, good]
    return units


@rule
def values_to_bonus(state, parts, part):
    """EI-303 to EI-308: 5 points for the highest value alone, 3, 2 or 1 each for two, three or more who share it."""
    highest, sharing = 0, 0
    for seat in range(state.players):
        if parts[seat, part] > highest or seat == 0:
            highest, sharing = parts[seat, part], 0
        sharing += parts[seat, part] == highest
    bonus = SHARED_BONUS[sharing]
    for seat in range(state.players):
        parts[seat, part] = bonus if parts[seat, part] == highest else 0


# ---------------------------------------------------------------- 2.22 winner and tie-break


@rule
def places(state, box, scores, places):
    """1 + the number of players ranked above: more points, or as many and more inventions (EI-309 to EI-312)."""
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            if scores[other] > scores[seat] or (
                scores[other] == scores[seat] and inventions_made(state, other) > inventions_made(state, seat)
            ):
                places[seat] += 1


@rule
def inventions_made(state, seat):
    """EI-311: gold or silver, each counts 1."""
    count = 0
    for invention in range(INVENTIONS):
        count += state.maker[invention, GOLD] == seat
        count += state.maker[invention, SILVER] == seat
    return count
