"""Legendary Inventors: the rules, in the order of the rule catalogue, whose ids stand beside what they explain.

Every function works on the record of a position (`state`, see tables.STATE) and the box of components (`box`). Nothing
here draws, waits or prints: the rules say who is asked what, and carry out an answer.
"""

import numpy as np

from inventorium.core.compiler import rule
from inventorium.games.legendary_inventors.tables import (
    AGES,
    BEFORE_ACTION,
    CHOOSE,
    CHOOSERS,
    CLASSES,
    DEALER,
    DISCIPLINES,
    GONE,
    INVENTIONS,
    INVENTORS,
    MOST_PLAYERS,
    MOST_SPACES,
    NO_TIE_BREAK,
    NOBODY,
    NONE,
    PILE,
    SCORE_PARTS,
    SEND,
    SLOTS,
    SPLIT,
    TABLE,
    TEAMS,
    TOKENS,
    UP_TO,
    UPGRADE,
    WINNER_ONLY,
    Act,
    Kind,
    Phase,
)

PARTS = len(SCORE_PARTS)
NO_LIMIT = 1_000  # more cubes than any board has spaces


# ---------------------------------------------------------------- 2.2 set-up


@rule
def set_up(state, box):
    """The first position, before anything is dealt. Players and options stand in the state already."""
    state.phase, state.asked = Phase.START, DEALER
    state.age = state.dealt = state.unfinished = state.passes = 0
    state.figurine = state.active = state.sent = state.site = state.discipline = NONE
    state.declared = state.to_place = state.choosing = 0
    for seat in range(MOST_PLAYERS):
        state.team[seat] = NONE
        state.cubes_left[seat] = state.cubes_per_player if state.cubes_per_player > 0 else NO_LIMIT
        for inventor in range(INVENTORS):
            state.busy[seat, inventor] = 0  # LI-24
            for d in range(DISCIPLINES):
                state.level[seat, inventor, d] = 0
        for token in range(TOKENS):
            state.tokens[seat, token] = 0
    for token in range(TOKENS):  # LI-29
        state.bag[token] = box.count[token]
        state.used[token] = 0
    for card in range(INVENTIONS):
        state.where[card] = PILE
    for d in range(DISCIPLINES):
        state.placed[d] = 0
    for rank in range(CHOOSERS):
        state.choosers[rank] = NOBODY
    for slot in range(SLOTS):
        clear_slot(state, slot)


@rule
def clear_slot(state, slot):
    state.layout[slot] = state.reward[slot, 0] = state.reward[slot, 1] = NONE
    for d in range(DISCIPLINES):
        state.free[slot, d] = 0
    for seat in range(MOST_PLAYERS):
        state.cubes[slot, seat] = 0


@rule
def choose_start_player(state, seat):
    """LI-32 to LI-34: the start player holds the figurine and will have the first turn."""
    state.figurine = state.active = seat
    ask_for_team(state, seat)


@rule
def ask_for_team(state, seat):
    """NO-12: from the start player clockwise; with `choose` the seat answers for itself."""
    state.phase, state.active = Phase.TEAM, seat
    state.asked = seat if state.team_assignment == CHOOSE else DEALER


@rule
def take_team(state, box, team):
    """LI-21 to LI-23: a whole team with its starting knowledge."""
    seat = state.active
    state.team[seat] = team
    for inventor in range(INVENTORS):
        for d in range(DISCIPLINES):
            state.level[seat, inventor, d] = box.start[team, inventor, d]
    if left_of(state, seat) == state.figurine:
        begin_age(state)
    else:
        ask_for_team(state, left_of(state, seat))


@rule
def left_of(state, seat):
    """The next player clockwise (LI-38)."""
    return (seat + 1) % state.players


@rule
def begin_age(state):
    """LI-27, LI-94: players + 3 cards are laid out, then two tokens on each."""
    state.phase, state.asked = Phase.DEAL, DEALER
    state.dealt = 0


@rule
def lay_out(state, box, card):
    slot = state.dealt
    state.where[card], state.layout[slot] = TABLE, card
    for d in range(DISCIPLINES):
        state.free[slot, d] = box.spaces[card, d]
    state.dealt += 1
    state.unfinished += 1
    if state.dealt == state.players + 3:
        leave_rest_of_pile(state, box)
        state.phase, state.dealt = Phase.DRAW, 0


@rule
def leave_rest_of_pile(state, box):
    """LI-28, LI-96: the cards of the age that were not laid out leave the game."""
    for card in range(INVENTIONS):
        if box.age[card] == state.age and state.where[card] == PILE:
            state.where[card] = GONE


@rule
def draw_token(state, token):
    """LI-30, LI-95: two for each invention, in the order in which the cards were dealt."""
    state.bag[token] -= 1
    state.reward[state.dealt // 2, state.dealt % 2] = token
    state.dealt += 1
    if state.dealt == 2 * (state.players + 3):
        # LI-34: the start player begins age I; LI-100: later the one to the left of the figurine
        begin_turn(state, state.figurine if state.age == 0 else left_of(state, state.figurine))


# ---------------------------------------------------------------- 2.3 the turn


@rule
def begin_turn(state, seat):
    state.phase = Phase.TURN
    state.active = state.asked = seat


@rule
def add_turn_actions(state, box, actions, count):
    """NO-15 to NO-21: tokens as long as the player likes, and exactly one action (LI-35)."""
    me = state.active
    before = count
    for inventor in range(INVENTORS):
        if not state.busy[me, inventor]:  # LI-41
            for slot in range(state.players + 3):
                if may_send(state, inventor, slot, np.int64(state.declared)):
                    count = add(actions, count, SEND[inventor, slot])
    can_send = count > before
    if state.tokens[me, box.knowledge] > 0 and any_send(state, np.int64(state.declared + 1)):
        count = add(actions, count, Act.USE_KNOWLEDGE)
    if state.declared > 0:  # NO-21: a send must follow
        return count
    busy = anybody_busy(state, me)
    if busy or not state.refresh_requires_busy:  # LI-60
        count = add(actions, count, Act.REFRESH)
    elif not can_send:
        count = add(actions, count, Act.PASS)  # AM-01, AM-02
    if busy and state.tokens[me, box.availability] > 0:  # AM-13
        count = add(actions, count, Act.USE_AVAILABILITY)
    return add_upgrades(state, box, me, actions, count)


@rule
def add(actions, count, action):
    actions[count] = action
    return count + 1


@rule
def anybody_busy(state, seat):
    for inventor in range(INVENTORS):
        if state.busy[seat, inventor]:
            return True
    return False


@rule
def end_turn(state, box):
    """NO-26: an availability token may still be played after the action (LI-146)."""
    me = state.active
    if state.availability_timing != BEFORE_ACTION and state.tokens[me, box.availability] > 0 and anybody_busy(state, me):
        state.phase, state.asked = Phase.AFTER, me
    else:
        begin_turn(state, left_of(state, me))


@rule
def pass_turn(state, box):
    """AM-03: when everybody has passed in a row, the age ends."""
    state.passes += 1
    if state.passes == state.players:
        end_age(state, box)
    else:
        end_turn(state, box)


# ---------------------------------------------------------------- 2.4 sending an inventor to work


@rule
def any_send(state, tokens):
    """Is any send of the active player legal with this number of additional-knowledge tokens?"""
    for inventor in range(INVENTORS):
        if not state.busy[state.active, inventor]:
            for slot in range(state.players + 3):
                if may_send(state, inventor, slot, tokens):
                    return True
    return False


@rule
def may_send(state, inventor, slot, tokens):
    """Is this send legal with exactly so many additional-knowledge tokens (catalogue, 6.1)?"""
    if state.layout[slot] == NONE:  # LI-42
        return False
    me = state.active
    own, room = 0, 0  # cubes of the inventor's own knowledge; spaces left beyond them
    for d in range(DISCIPLINES):
        base = min(state.level[me, inventor, d], state.free[slot, d])  # LI-44, LI-45
        own += base
        room += state.free[slot, d] - base
    if own == 0 and (tokens == 0 or not state.additional_knowledge_alone):  # LI-47, LI-154
        return False
    supply = state.cubes_left[me]
    if state.placement_mode == UP_TO:
        return placement_exists(state, inventor, slot, tokens, np.int64(0), np.int64(0), np.int64(0))
    if supply < own:  # AM-43
        return tokens == 0 and supply > 0
    return tokens == 0 or 2 * (tokens - 1) < min(2 * tokens, room, supply - own)  # AM-07


@rule
def send(state, box, inventor, slot):
    """LI-40 to LI-54. What the inventor brings is placed at once; what leaves a choice is asked."""
    state.sent, state.site = inventor, slot
    if state.placement_mode == UP_TO:
        ask_next_number(state, box)
        return
    plan_cubes(state)
    if state.to_place > 0:
        state.phase = Phase.PLACE
    else:
        finish_send(state, box)


@rule
def plan_cubes(state):
    """What goes where without a choice is `placed`; how many cubes leave a choice is `to_place`."""
    me, inventor, slot = state.active, state.sent, state.site
    own, room = 0, 0
    for d in range(DISCIPLINES):
        base = min(state.level[me, inventor, d], state.free[slot, d])
        own += base
        room += state.free[slot, d] - base
    supply = state.cubes_left[me]
    if supply < own:
        state.to_place = supply  # AM-43: the player chooses which
    else:
        for d in range(DISCIPLINES):  # LI-48
            state.placed[d] = min(state.level[me, inventor, d], state.free[slot, d])
        state.to_place = min(2 * state.declared, room, supply - own)  # LI-148


@rule
def may_place(state, d):
    """NO-22: an additional cube goes on any empty space (LI-151); with a short supply own knowledge is the limit."""
    most = state.free[state.site, d]
    if state.declared == 0:
        most = min(most, state.level[state.active, state.sent, d])
    return state.placed[d] < most


@rule
def place_cube(state, box, d):
    state.placed[d] += 1
    state.to_place -= 1
    if state.to_place == 0:
        finish_send(state, box)


@rule
def placement_exists(state, inventor, slot, tokens, first, cubes, excess):
    """With `up_to`: can the disciplines from `first` on complete a legal placement, after so many cubes, so many of them
    beyond the inventor's levels? The excess must need every token declared and be paid by them (6.1)."""
    least = 2 * tokens - 1 if tokens > 0 else 0
    most = 2 * tokens
    if excess > most:
        return False
    own = 0  # cubes that can still be placed without excess
    supply = state.cubes_left[state.active] - cubes
    for d in range(first, DISCIPLINES):
        own += min(state.level[state.active, inventor, d], state.free[slot, d])
    if excess >= least:
        return supply >= 0 and (cubes > 0 or (own > 0 and supply > 0))
    # More excess is needed. It costs the level of each discipline it is taken in besides: some set of disciplines must
    # have room for it, and the supply must pay for it.
    for chosen in range(1 << (DISCIPLINES - first)):
        spread, price = 0, 0
        for d in range(first, DISCIPLINES):
            if chosen >> (d - first) & 1:
                spread += max(0, state.free[slot, d] - state.level[state.active, inventor, d])
                price += state.level[state.active, inventor, d]
        if spread >= least - excess and price + least - excess <= supply:
            return True
    return False


@rule
def may_place_number(state, number):
    """NO-23: every number with which a legal placement still exists."""
    d = state.discipline
    if number > state.free[state.site, d]:
        return False
    cubes, excess = number, max(0, number - state.level[state.active, state.sent, d])
    for earlier in range(d):
        cubes += state.placed[earlier]
        excess += max(0, state.placed[earlier] - state.level[state.active, state.sent, earlier])
    return placement_exists(
        state, np.int64(state.sent), np.int64(state.site), np.int64(state.declared), d + 1, np.int64(cubes), np.int64(excess)
    )


@rule
def ask_next_number(state, box):
    """The next discipline in which something can be placed; where it can only be 0, it is not asked (NO-10)."""
    state.discipline += 1
    while state.discipline < DISCIPLINES:
        for number in range(1, state.free[state.site, state.discipline] + 1):
            if may_place_number(state, number):
                state.phase = Phase.PLACE_NUMBER
                return
        state.discipline += 1
    finish_send(state, box)


@rule
def place_number(state, box, number):
    state.placed[state.discipline] = number
    ask_next_number(state, box)


@rule
def finish_send(state, box):
    """A full invention is completed (LI-64); else the turn ends."""
    if lay_cubes(state) == 0:
        complete(state)
    else:
        state.site = NONE
        end_turn(state, box)


@rule
def lay_cubes(state):
    """The cubes lie on the invention and the inventor is busy (LI-55). Returns how many of its spaces are left."""
    me, site = state.active, state.site
    left = 0
    for d in range(DISCIPLINES):
        state.free[site, d] -= state.placed[d]
        state.cubes[site, me] += state.placed[d]
        state.cubes_left[me] -= state.placed[d]
        state.placed[d] = 0
        left += state.free[site, d]
    state.busy[me, state.sent] = 1
    state.sent = state.discipline = NONE
    state.declared = state.passes = 0
    return left


# ---------------------------------------------------------------- 2.5 refreshing


@rule
def refresh(state, box):
    """LI-59; with `refresh_requires_busy` = false one that changes nothing counts as a pass (AM-46)."""
    if anybody_busy(state, state.active):
        make_available(state)
        state.passes = 0
        end_turn(state, box)
    else:
        pass_turn(state, box)


@rule
def make_available(state):
    for inventor in range(INVENTORS):
        state.busy[state.active, inventor] = 0


# ---------------------------------------------------------------- 2.6 and 2.7 completing, sharing the rewards


@rule
def complete(state):
    """LI-64 to LI-67: whoever covers the last space takes the figurine, and the rewards are shared at once."""
    state.figurine = state.active
    for rank in range(CHOOSERS):
        state.choosers[rank] = NOBODY
    for rank in range(CHOOSERS):
        state.choosers[rank] = next_contributor(state)
    state.choosing = 0
    state.phase, state.asked = Phase.TAKE, state.choosers[0]


@rule
def next_contributor(state):
    """LI-70 to LI-76: most cubes first; ties clockwise, beginning with the holder of the figurine."""
    best, most = NOBODY, 0
    for step in range(state.players):
        seat = (state.figurine + step) % state.players
        if state.cubes[state.site, seat] > most and not has_chosen(state, seat):
            best, most = seat, state.cubes[state.site, seat]
    return best


@rule
def has_chosen(state, seat):
    for rank in range(CHOOSERS):
        if state.choosers[rank] == seat:
            return True
    return False


@rule
def add_rewards(state, actions, count):
    """NO-24, NO-25: the card and each kind of token still there; two equal tokens are one answer."""
    first, second = state.reward[state.site, 0], state.reward[state.site, 1]
    if state.where[state.layout[state.site]] == TABLE:
        count = add(actions, count, Act.TAKE_PATENT)
    if first != NONE:
        count = add(actions, count, Act.TAKE_TOKEN + first)
    if second != NONE and second != first:
        count = add(actions, count, Act.TAKE_TOKEN + second)
    if not state.reward_mandatory:
        count = add(actions, count, Act.TAKE_NOTHING)
    return count


@rule
def take_patent(state):
    state.where[state.layout[state.site]] = state.asked


@rule
def take_token(state, token):
    state.tokens[state.asked, token] += 1
    if state.reward[state.site, 0] == token:
        state.reward[state.site, 0] = NONE
    else:
        state.reward[state.site, 1] = NONE


@rule
def next_chooser(state, box):
    """At most three choose (LI-79); then the invention leaves the table, and the age may be over (LI-87 to LI-89)."""
    state.choosing += 1
    if state.choosing < CHOOSERS and state.choosers[state.choosing] != NOBODY:
        state.asked = state.choosers[state.choosing]
        return
    clear_site(state, state.site)
    state.unfinished -= 1
    state.site = NONE
    if state.unfinished == 1:
        end_age(state, box)
    else:
        end_turn(state, box)


@rule
def clear_site(state, slot):
    """What nobody took leaves the game (LI-83, LI-91, LI-92); the cubes go back to their owners (LI-84, LI-90)."""
    card = state.layout[slot]
    if state.where[card] == TABLE:
        state.where[card] = GONE
    for i in range(2):
        if state.reward[slot, i] != NONE:
            state.used[state.reward[slot, i]] += 1
    for seat in range(state.players):
        state.cubes_left[seat] += state.cubes[slot, seat]
    clear_slot(state, slot)


# ---------------------------------------------------------------- 2.8 and 2.9 end of an age, end of the game


@rule
def end_age(state, box):
    """LI-87 to LI-103: what is unfinished leaves the game, and the next age begins."""
    for slot in range(state.players + 3):
        if state.layout[slot] != NONE:
            clear_site(state, slot)
    state.unfinished = state.passes = 0
    state.age += 1
    if state.age < AGES:
        begin_age(state)
    else:
        state.phase, state.active, state.asked = Phase.WINDOW, NOBODY, NOBODY
        next_in_window(state, box)


@rule
def next_in_window(state, box):
    """NO-27: the seats in order, each as long as an upgrade is possible (LI-104)."""
    while state.asked < state.players - 1 and state.final_upgrade_window:
        state.asked += 1
        if can_upgrade(state, box, state.asked):
            return
    state.phase, state.asked = Phase.OVER, NOBODY


@rule
def can_upgrade(state, box, seat):
    for inventor in range(INVENTORS):
        for d in range(DISCIPLINES):
            for token in range(TOKENS):
                if may_upgrade(state, box, seat, inventor, d, token):
                    return True
    return False


# ---------------------------------------------------------------- 2.12 reward tokens


@rule
def may_upgrade(state, box, seat, inventor, d, token):
    """LI-131 to LI-140: any token flipped to its 1 on an empty slot, else the progress token of the next level."""
    if state.tokens[seat, token] == 0:
        return False
    level = state.level[seat, inventor, d]
    if level == 0:
        return state.vp_token_may_be_flipped == 1 or box.kind[token] != Kind.POINTS
    return box.kind[token] == Kind.PROGRESS and box.value[token] == level + 1


@rule
def add_upgrades(state, box, seat, actions, count):
    for token in range(TOKENS):
        if state.tokens[seat, token] > 0:
            for inventor in range(INVENTORS):
                for d in range(DISCIPLINES):
                    if may_upgrade(state, box, seat, inventor, d, token):
                        count = add(actions, count, UPGRADE[inventor, d, token])
    return count


@rule
def upgrade(state, box, seat, inventor, d, token):
    state.level[seat, inventor, d] += 1
    use_up(state, seat, token)
    if state.phase == Phase.WINDOW and not can_upgrade(state, box, seat):
        next_in_window(state, box)


@rule
def use_up(state, seat, token):
    """A token is used once and never comes back (LI-128, LI-162); it begins the row of passes anew (AM-03)."""
    state.tokens[seat, token] -= 1
    state.used[token] += 1
    state.passes = 0


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
    phase, count = state.phase, 0
    if phase == Phase.TURN:
        count = add_turn_actions(state, box, actions, count)
    elif phase == Phase.TAKE:
        count = add_rewards(state, actions, count)
    elif phase == Phase.DRAW:
        for token in range(TOKENS):
            if state.bag[token] > 0:
                count = add(actions, count, Act.DRAW + token)
    elif phase == Phase.DEAL:
        for card in range(INVENTIONS):
            if box.age[card] == state.age and state.where[card] == PILE:
                count = add(actions, count, Act.DEAL + card)
    elif phase == Phase.PLACE:
        for d in range(DISCIPLINES):
            if may_place(state, d):
                count = add(actions, count, Act.PLACE + d)
    elif phase == Phase.PLACE_NUMBER:
        for number in range(MOST_SPACES + 1):
            if may_place_number(state, number):
                count = add(actions, count, Act.PLACE_NUMBER + number)
    elif phase == Phase.AFTER:
        count = add(actions, count, Act.USE_AVAILABILITY)
        count = add(actions, count, Act.DONE)
    elif phase == Phase.WINDOW:
        count = add_upgrades(state, box, seat, actions, count)
        count = add(actions, count, Act.DONE)
    elif phase == Phase.TEAM:
        for team in range(TEAMS):
            if not is_taken(state, team):
                count = add(actions, count, Act.TEAM + team)
    else:
        for player in range(state.players):
            count = add(actions, count, Act.START + player)
    return count


@rule
def is_taken(state, team):
    for seat in range(state.players):
        if state.team[seat] == team:
            return True
    return False


@rule
def weight(state, box, action):
    """How many equal tokens are behind an answer of the dealer (NO-07)."""
    if Act.DRAW <= action < Act.SEND:
        return state.bag[action - Act.DRAW]
    return 1


@rule
def apply(state, box, seat, action):
    """Carry out one legal answer, and what follows from it without a choice (NO-05)."""
    if action < Act.TEAM:
        choose_start_player(state, action - Act.START)
    elif action < Act.DEAL:
        take_team(state, box, action - Act.TEAM)
    elif action < Act.DRAW:
        lay_out(state, box, action - Act.DEAL)
    elif action < Act.SEND:
        draw_token(state, action - Act.DRAW)
    elif action < Act.REFRESH:
        send(state, box, SPLIT[action, 0], SPLIT[action, 1])
    elif action == Act.REFRESH:
        refresh(state, box)
    elif action == Act.PASS:
        pass_turn(state, box)
    elif action == Act.USE_AVAILABILITY:  # LI-143 to LI-147
        use_up(state, seat, box.availability)
        make_available(state)
        if state.phase == Phase.AFTER:
            begin_turn(state, left_of(state, seat))
    elif action == Act.USE_KNOWLEDGE:  # LI-148, LI-157
        use_up(state, seat, box.knowledge)
        state.declared += 1
    elif action < Act.PLACE_NUMBER:
        place_cube(state, box, action - Act.PLACE)
    elif action < Act.UPGRADE:
        place_number(state, box, action - Act.PLACE_NUMBER)
    elif action < Act.TAKE_PATENT:
        upgrade(state, box, seat, SPLIT[action, 0], SPLIT[action, 1], SPLIT[action, 2])
    elif action <= Act.TAKE_NOTHING:
        if action == Act.TAKE_PATENT:
            take_patent(state)
        elif action < Act.TAKE_NOTHING:
            take_token(state, action - Act.TAKE_TOKEN)
        next_chooser(state, box)
    elif state.phase == Phase.AFTER:
        begin_turn(state, left_of(state, seat))
    else:
        next_in_window(state, box)


# ---------------------------------------------------------------- 2.10 scoring


@rule
def breakdown(state, box, parts):
    """The four parts of every player's score (LI-105): parts[seat] = patents, runs, tokens, inventors."""
    for seat in range(state.players):
        parts[seat, 0] = patent_points(state, box, seat)
        parts[seat, 1] = run_points(state, box, seat)
        parts[seat, 2] = token_points(state, box, seat)
        parts[seat, 3] = inventor_points(state, box, seat)


@rule
def patent_points(state, box, seat):
    points = 0
    for card in range(INVENTIONS):
        if state.where[card] == seat:
            points += box.points[card]  # LI-106
    return points


@rule
def token_points(state, box, seat):
    points = 0
    for token in range(TOKENS):
        if box.kind[token] == Kind.POINTS:
            points += box.value[token] * state.tokens[seat, token]  # LI-107
    return points


@rule
def inventor_points(state, box, seat):
    points = 0
    if state.team[seat] != NONE:
        for inventor in range(INVENTORS):
            if has_reached_target(state, box, seat, inventor):
                points += box.target_points[state.team[seat], inventor]  # LI-108
    return points


@rule
def has_reached_target(state, box, seat, inventor):
    for d in range(DISCIPLINES):
        if state.level[seat, inventor, d] < box.target[state.team[seat], inventor, d]:
            return False
    return True


@rule
def run_points(state, box, seat):
    """The most points that the player's cards and classification tokens can make in runs (LI-113 to LI-121)."""
    held = np.zeros(CLASSES, np.int64)
    for card in range(INVENTIONS):
        if state.where[card] == seat:
            held[box.number[card]] += 1
    wild = state.tokens[seat, box.classification]
    if wild == 0 and state.run_must_start_at_zero:
        points, runs = 0, held[0]
        for number in range(1, CLASSES):
            runs = min(runs, held[number])
            points += runs
        return points
    return best_runs(state, held, wild)


@rule
def best_runs(state, held, wild):
    """Number by number, the best that can be had with so many open runs and tokens left.

    An open run is of one of three kinds, by what it still needs to count: a `bare` one has no card yet, a `short` one
    needs one member more (with `run_min_real_cards` = 2 one card more), a `sound` one counts already. A run that becomes
    sound at a number scores that number, and one more for each number it grows by.
    """
    real = state.run_min_real_cards
    top = CLASSES - 1 if state.run_top_limit > 0 else CLASSES - 1 + wild
    most = held.sum() + wild + 1
    best = np.full((wild + 1, most, most, wild + 1), -1)  # [bare, short, sound, tokens left]
    best[0, 0, 0, wild] = 0
    result = 0
    for number in range(top + 1):
        cards = held[number] if number < CLASSES else 0
        may_begin = number == 0 or not state.run_must_start_at_zero
        now, best = best, np.full((wild + 1, most, most, wild + 1), -1)
        for bare, short, sound, left in np.ndindex(now.shape):
            points = now[bare, short, sound, left]
            if points < 0:
                continue
            # cards on bare runs and short runs, and for new runs; all other cards lengthen sound runs
            for a in range(min(bare, cards) + 1):
                for b in range(min(short, cards - a) + 1):
                    for c in range((cards - a - b if may_begin else 0) + 1):
                        lengthened = min(sound, cards - a - b - c)
                        # tokens on bare, short, sound runs, and for new runs
                        for p in range(min(bare - a, left) + 1):
                            for q in range(min(short - b, left - p) + 1):
                                for r in range(min(sound - lengthened, left - p - q) + 1):
                                    for s in range((left - p - q - r if may_begin else 0) + 1):
                                        new_sound = b + (a if real == 1 else 0) + (q if real < 2 else 0)
                                        new_short = (
                                            c + (a if real == 2 else 0) + (q if real == 2 else 0) + (s if real == 0 else 0)
                                        )
                                        new_bare = p + (s if real > 0 else 0)
                                        total = points + new_sound * number + lengthened + r
                                        place = best[new_bare, new_short]
                                        after = left - p - q - r - s
                                        if total > place[new_sound + lengthened + r, after]:
                                            place[new_sound + lengthened + r, after] = total
                                            result = max(result, total)
    return result


# ---------------------------------------------------------------- 2.11 winner and tie-break


@rule
def places(state, box, scores, places):
    """1 + the number of players ranked above (catalogue, 6.1)."""
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and breaks_tie(state, scores, other, seat)):
                places[seat] += 1


@rule
def breaks_tie(state, scores, other, seat):
    """Is one of two players with equal points ranked above the other, by patents (LI-123 to LI-125)?"""
    if state.tie_break == NO_TIE_BREAK or patents(state, other) <= patents(state, seat):
        return False
    if state.tie_break_scope != WINNER_ONLY:
        return True
    for third in range(state.players):  # only the victory is decided: `other` must be a winner (AM-44)
        if scores[third] > scores[other] or (scores[third] == scores[other] and patents(state, third) > patents(state, other)):
            return False
    return True


@rule
def patents(state, seat):
    """Number of invention cards, not their value (AM-35)."""
    cards = 0
    for card in range(INVENTIONS):
        cards += state.where[card] == seat
    return cards
