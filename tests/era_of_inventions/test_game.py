"""Era of Inventions passes the shared kit; what random games tell besides."""

import random
from collections import Counter

import pytest
from numba import njit

import inventorium
from inventorium import testing as kit
from inventorium.core.position import Position
from inventorium.games.era_of_inventions.tables import (
    ACTION_KINDS,
    BOARD,
    BONUS_DISCS,
    CARD_FIELDS,
    DISCARD,
    DISCS,
    FACTORIES,
    FACTORY_FIELDS,
    GOODS,
    INVENTION_STONES,
    INVENTIONS,
    MOST_EXCHANGES,
    MOST_FACES,
    MOST_IN_ROW,
    MOST_STONES,
    NOBODY,
    NONE,
    PATENT_FIELDS,
    PILE,
    ROUNDS,
    ROWS,
    SPACES,
    VERSIONS,
    Good,
    Occasion,
    Phase,
)
from inventorium.table.table import Table
from inventorium.terminal.plain import Printer
from inventorium.terminal.session import Session


@njit
def broken(state, box):
    """0, or the number of the rule that does not hold."""
    return (
        broken_holdings(state)
        or broken_discs(state)
        or broken_factories(state)
        or broken_cards(state, box)
        or broken_places(state)
        or broken_limits(state)
    )


@njit
def broken_holdings(state):
    """EI-094, EI-318, EI-321: nothing negative; 20 bonus discs; 15 invention stones for everybody."""
    bonus_discs = state.disc_supply
    for seat in range(state.players):
        for good in range(GOODS):
            if state.goods[seat, good] < 0:
                return 94
        bonus_discs += state.bonus_discs[seat]
        if not 0 <= state.new_discs[seat] <= state.bonus_discs[seat]:
            return 236
        stones = state.invention_stones[seat]
        if stones < 0:
            return 94
        for invention in range(INVENTIONS):
            for version in range(VERSIONS):
                if state.maker[invention, version] == seat:
                    stones += 1 + state.patented[invention, version]
        if stones != INVENTION_STONES:
            return 321
        if not 0 <= state.patents[seat] <= PATENT_FIELDS:
            return 201
        if state.used_discs[seat] > DISCS[state.players]:
            return 219
    if bonus_discs != BONUS_DISCS or state.disc_supply < 0:
        return 318
    return 0


@njit
def broken_discs(state):
    """EI-074, EI-313, EI-315: two spaces for an action; room to place; laps begin with the same number of discs each."""
    for action in range(ACTION_KINDS):
        there = 0
        for seat in range(state.players):
            there += state.discs[seat, action]
        if there > SPACES:
            return 74
    if state.phase == Phase.PLACE:
        free = 0
        for action in range(ACTION_KINDS):
            there = 0
            for seat in range(state.players):
                there += state.discs[seat, action]
            if state.discs[state.asked, action] == 0:
                free += SPACES - there
        if free < 2:
            return 313
    if state.phase == Phase.TURN and state.turn % state.players == 0:
        left = DISCS[state.players] - state.turn // state.players
        for seat in range(state.players):
            mine = 0
            for action in range(ACTION_KINDS):
                mine += state.discs[seat, action]
            if mine != left:
                return 315
    return 0


@njit
def broken_factories(state):
    """EI-319: each of the 24 factories is in one place; on the board it lies on one field."""
    for factory in range(FACTORIES):
        fields = 0
        for field in range(FACTORY_FIELDS):
            fields += state.factory_row[field] == factory
        place = state.factory_at[factory]
        if fields != (1 if place == BOARD else 0):
            return 319
        if place >= state.players or (place < 0 and place != PILE and place != BOARD and place != DISCARD):
            return 319
    return 0


@njit
def broken_cards(state, box):
    """EI-320: every copy of every card is somewhere; only start inventions are removed."""
    for face in range(MOST_FACES):
        found = state.stack[face] + state.fresh[face] + state.pile[face] + state.discard[face] + state.gone[face]
        for field in range(CARD_FIELDS):
            found += state.card_row[field] == face
        if found != box.copies[face] or min(state.stack[face], state.fresh[face], state.pile[face], state.discard[face]) < 0:
            return 320
        if state.gone[face] > 0 and box.invention[face] != NONE:
            return 320
    return 0


@njit
def broken_places(state):
    """EI-159, EI-206: no silver without gold, no patent stone without a maker."""
    for invention in range(INVENTIONS):
        if state.maker[invention, 1] != NOBODY and state.maker[invention, 0] == NOBODY:
            return 159
        for version in range(VERSIONS):
            if state.patented[invention, version] and state.maker[invention, version] == NOBODY:
                return 206
    return 0


@njit
def broken_limits(state):
    """EI-146, EI-147, EI-166, EI-284, EI-290: the limits of an action, of the game and of the final exchange."""
    exchanges = 0
    for row in range(ROWS):
        exchanges += state.exchanges[row]
        if state.exchanges[row] > MOST_IN_ROW:
            return 147
    if exchanges > MOST_EXCHANGES:
        return 146
    if state.stones_spent > MOST_STONES:
        return 166
    if not 1 <= state.round_number <= ROUNDS[state.players]:
        return 284
    for seat in range(state.players):
        if state.final_points[seat] > 3:
            return 290
        if state.final_points[seat] > 0 and state.occasion != Occasion.FINAL and state.phase != Phase.OVER:
            return 288
    return 0


class TestEraOfInventions(kit.GameTests):
    game = "era-of-inventions"
    broken = staticmethod(broken)

    @staticmethod
    def stir(position: Position, chance: random.Random) -> None:
        """Whoever has the turn has other goods, and sometimes no stone, no patent or no bonus disc is left."""
        if position.state.phase == Phase.TURN:
            seat = int(position.state.asked)
            for good in range(GOODS):
                position.arrange("goods", (seat, good), chance.choice([0, 1, 2, 9]))
            position.arrange("invention_stones", (seat,), chance.choice([0, INVENTION_STONES]))
            position.arrange("patents", (seat,), chance.randrange(PATENT_FIELDS + 1))
            position.arrange("disc_supply", (), chance.choice([0, 5]))

    @pytest.mark.rules("EI-094", "EI-313", "EI-314", "EI-315", "EI-318", "EI-319", "EI-320", "EI-321", "EI-290")
    def test_random_games_keep_the_invariants(self, players: int, setting: kit.Setting) -> None:
        super().test_random_games_keep_the_invariants(players, setting)

    @pytest.mark.rules("EI-322")
    def test_records_play_again_exactly(self) -> None:
        super().test_records_play_again_exactly()


GAME = inventorium.load("era-of-inventions")


@pytest.mark.rules("EI-316", "EI-317", "EI-067", "EI-068", "EI-069")
@pytest.mark.parametrize(("players", "turns", "starts"), [(3, 81, 3), (4, 64, 2), (5, 100, 2)])
def test_every_game_has_its_number_of_turns(players: int, turns: int, starts: int) -> None:
    for seed in range(5):
        position = kit.play_on(GAME.new(players, seed=seed), random.Random(seed))
        answers = [(seat, answer) for seat, answer, *_ in position.moves_played() if seat >= 0]
        words = Counter(answer.split()[0] for _, answer in answers)
        assert words["place"] == words["execute"] + words["forgo"] == turns
        first = [seat for seat, answer in answers if answer.startswith("place")][:: turns // ROUNDS[players]]
        assert Counter(first) == dict.fromkeys(range(players), starts)


@pytest.mark.rules("EI-093", "EI-195", "EI-254", "EI-174")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_an_answer_takes_nothing_from_others(players: int) -> None:
    """Others can only gain, and only coins, influence and what their pawns land on; pawns go forward; makers stay."""
    position, chance = GAME.new(players, seed=11), random.Random(11)
    while not position.over:
        seat, before = position.to_act[0], position.state.copy()
        position.act(chance.choice(position.actions()))
        after = position.state
        others = [other for other in range(players) if other != seat]
        assert (after.goods[others] >= before.goods[others]).all()
        assert (after.goods[others, Good.STONE] == before.goods[others, Good.STONE]).all()
        assert (after.influence >= before.influence).all()
        made = before.maker >= 0
        assert (after.maker[made] == before.maker[made]).all() and (after.patented >= before.patented).all()


@pytest.mark.rules("EI-294", "EI-328")
def test_the_best_final_exchange_is_that_of_the_formula() -> None:
    """Every way through the final exchange, for all holdings that are worth less than 3 points as they are."""
    position = GAME.new(3, seed=1)
    while position.state.turn < 8 or position.state.phase != Phase.TURN:  # up to the last turn of the round
        position.play(next(move for move in position.moves() if move.split()[0] in ("place", "forgo", "done")))
    seat = position.to_act[0]
    position.arrange("round_number", (), ROUNDS[3])
    for good in range(GOODS):
        for other in range(3):
            position.arrange("goods", (other, good), 0)
    position.arrange("bonus_discs", (seat,), 0)
    for stones in range(3):
        for coins in range(6 - 2 * stones):
            for cubes in range(8):
                end = position.copy()
                for good, number in {
                    Good.COIN: coins,
                    Good.STONE: stones,
                    Good.WOOD: cubes // 2,
                    Good.TOOL: cubes - cubes // 2,
                }.items():
                    end.arrange("goods", (seat, good), number)
                end.play(next(move for move in end.moves() if move.startswith("forgo")))
                assert best_final_points(end, seat) == by_formula(coins, stones, cubes), (coins, stones, cubes)


def by_formula(coins: int, stones: int, cubes: int) -> int:
    """EI-294."""
    reached = [0]
    for points in range(1, 4):
        missing = max(0, 2 * (points - min(stones, points)) - coins)
        if 2 * missing <= cubes and missing <= 3 and missing + points <= 5:
            reached.append(points)
    return max(reached)


def best_final_points(position: Position, seat: int) -> int:
    """Return the most points that any run of answers brings. Any two raw materials make a coin, so positions that differ only
    in the kinds of cubes are looked at once."""
    best, seen, waiting = 0, set(), [position]
    while waiting:
        one = waiting.pop()
        best = max(best, int(one.state.final_points[seat]))
        for action in one.actions():
            after = one.copy()
            after.act(action)
            state, goods = after.state, after.state.goods[seat].tolist()
            key = (
                goods[Good.COIN],
                goods[Good.STONE],
                sum(goods[Good.WOOD : Good.STONE]),
                int(state.phase),
                tuple(state.exchanges.tolist()),
                int(state.final_points[seat]),
                state.first_given == Good.COIN,
            )
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return best


def test_statistics_agree_with_the_position() -> None:
    royalties = 0
    for players in GAME.players:
        position = kit.play_on(GAME.new(players, seed=21), random.Random(21))
        state, counted = position.state, GAME.notation.statistics(position)
        answers = [(answer.seat, answer.text.split()[0]) for answer in position.moves_played()]
        for seat, one in enumerate(counted):
            assert one["built"] == (state.factory_at == seat).sum()
            assert one["made"] == (state.maker == seat).sum()
            assert one["registered"] == state.patents[seat]
            assert one["protected"] == ((state.maker == seat) & (state.patented == 1)).sum()
            assert one["forgone"] == answers.count((seat, "forgo"))
            assert one["cards"] == answers.count((seat, "produce")) >= one["copies"]
            assert one["exchanges"] == answers.count((seat, "exchange")) + answers.count((seat, "get"))
        royalties += sum(one["royalty-influence"] + one["royalty-coins"] for one in counted)
        for language in ("en", "de"):
            assert all(GAME.words(language)(f"statistics.{key}") for key in counted[0])
    assert royalties > 0


def test_a_finished_game_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    position = kit.play_on(GAME.new(4, seed=21), random.Random(21))
    for language, title in (("en", "What everyone did"), ("de", "Was alle getan haben")):
        Printer(Session(Table.going_on(position), 0, language)).end()
        assert title in capsys.readouterr().out
