"""Legendary Inventors passes the shared kit."""

import random

from numba import njit

from inventorium import testing as kit
from inventorium.core.position import Position
from inventorium.games.legendary_inventors.tables import (
    CHOOSERS,
    DISCIPLINES,
    INVENTIONS,
    INVENTORS,
    NONE,
    SLOTS,
    TABLE,
    TOKENS,
    Phase,
)


@njit
def broken(state, box):
    """0, or which invariant does not hold."""
    players = state.players
    for token in range(TOKENS):  # 1: 52 tokens, each somewhere (LI-04, LI-162)
        found = state.bag[token] + state.used[token]
        for seat in range(players):
            found += state.tokens[seat, token]
        for slot in range(SLOTS):
            found += (state.reward[slot, 0] == token) + (state.reward[slot, 1] == token)
        if found != box.count[token] or state.bag[token] < 0:
            return 1
    on_table = 0
    for slot in range(SLOTS):  # 2: spaces are covered by cubes, one each (LI-46)
        card = state.layout[slot]
        if card == NONE:
            continue
        on_table += 1
        covered, cubes = 0, 0
        for d in range(DISCIPLINES):
            if not 0 <= state.free[slot, d] <= box.spaces[card, d]:
                return 2
            covered += box.spaces[card, d] - state.free[slot, d]
        for seat in range(players):
            cubes += state.cubes[slot, seat]
        if covered != cubes:
            return 2
    cards = 0
    for card in range(INVENTIONS):  # 3: a card on the table lies in one slot (LI-16)
        cards += state.where[card] == TABLE
        if state.where[card] >= players:
            return 3
    if not on_table - 1 <= cards <= on_table:  # while it is shared out, the patent may be taken
        return 3
    for seat in range(players):
        for inventor in range(INVENTORS):  # 4: levels are 0 to 4 (LI-10) and never fall (LI-136)
            for d in range(DISCIPLINES):
                level = state.level[seat, inventor, d]
                if not 0 <= level <= 4:
                    return 4
                if state.team[seat] != NONE and level < box.start[state.team[seat], inventor, d]:
                    return 4
        if state.cubes_per_player > 0:  # 5: cubes come back (LI-84, LI-90)
            cubes = state.cubes_left[seat]
            for slot in range(SLOTS):
                cubes += state.cubes[slot, seat]
            if cubes != state.cubes_per_player or state.cubes_left[seat] < 0:
                return 5
    for rank in range(CHOOSERS):
        if state.choosers[rank] >= players:
            return 6
    return 0


class TestLegendaryInventors(kit.GameTests):
    game = "legendary-inventors"
    broken = staticmethod(broken)

    @staticmethod
    def stir(position: Position, chance: random.Random) -> None:
        """Whoever has the turn has other tokens, other knowledge, and others are busy."""
        if position.state.phase == Phase.TURN and not position.state.declared:
            seat = int(position.state.asked)
            for token in range(TOKENS):
                position.arrange("tokens", (seat, token), chance.choice([0, 0, 1, 2]))
            for inventor in range(INVENTORS):
                position.arrange("busy", (seat, inventor), chance.randrange(2))
                position.arrange("level", (seat, inventor, chance.randrange(DISCIPLINES)), chance.randrange(5))
