"""Era of Inventions: bots that look ahead leave no point in the final exchange, and take no answer more than they must."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.games.era_of_inventions.tables import GOODS, Good, Occasion, Phase
from inventorium.testing import play_on

GAME = load_game("era-of-inventions")
COIN, STONE = int(Good.COIN), int(Good.STONE)
Best = tuple[int, int]  # points, and less for every answer that they take


@cache
def best(goods: tuple[int, int, int], rows: tuple[int, int, int], square: int, track: tuple[int, ...]) -> Best:
    """All ways to go on, by the catalogue (EI-134 to EI-149, EI-289, EI-292). `goods` are coins, raw materials and stones; the
    benefits of the track come with A-27 only."""
    found: Best = (0, 0)
    (coins, cubes, stones), (upper, middle, lower) = goods, rows
    if sum(rows) == 5:
        return found
    paid = [after for after in ((coins - 2, cubes, stones), (coins, cubes, stones - 1)) if min(after) >= 0]
    if middle < 3:
        benefit = track[square + 1] if square + 1 < len(track) else -1
        for after in paid:
            more = with_good(after, benefit)
            found = max(found, add(best(more, (upper, middle + 1, lower), square + 1, track), 1, 1))
    if upper < 3:
        for after in ((coins - 2, cubes, stones + 1), (coins + 2, cubes, stones - 1)):
            if min(after) >= 0:
                found = max(found, add(best(after, (upper + 1, middle, lower), square, track), 0, 1))
    if lower < 3:
        for given in ((2, 0), (1, 1), (0, 2)):
            found = max(found, add(get_one(goods, given, rows, square, track), 0, 2))
    return found


def get_one(
    goods: tuple[int, int, int], given: tuple[int, int], rows: tuple[int, int, int], square: int, track: tuple[int, ...]
) -> Best:
    """Answer the third question of a 2-for-1 exchange of these coins and raw materials: a raw material, or a coin if none was
    given."""
    left = (goods[0] - given[0], goods[1] - given[1], goods[2])
    if min(left) < 0:
        return -1, 0
    kinds = (Good.WOOD, Good.COIN) if given[0] == 0 else (Good.WOOD,)
    after = (rows[0], rows[1], rows[2] + 1)
    return max(add(best(with_good(left, kind), after, square, track), 0, 1) for kind in kinds)


def with_good(goods: tuple[int, int, int], good: int) -> tuple[int, int, int]:
    coins, cubes, stones = goods
    return (coins + (good == COIN), cubes + (COIN < good < STONE), stones + (good == STONE))


def add(found: Best, points: int, answers: int) -> Best:
    return found[0] + points, found[1] - answers


def best_of(position: Position) -> Best:
    """The best that the seat that is asked can still reach, also in the middle of an exchange."""
    state, seat = position.state, position.to_act[0]
    numbers = [int(number) for number in state.goods[seat]]
    goods = numbers[COIN], sum(numbers[COIN + 1 : STONE]), numbers[STONE]
    first, second, third = (int(number) for number in state.exchanges)
    rows = first, second, third
    square = int(state.influence[seat] + state.final_points[seat])
    track = tuple(position.box.array[0].symbol.tolist()) if state.final_benefit else ()
    if state.phase == Phase.EXCHANGE:
        return best(goods, rows, square, track)
    given = [good for good in (int(state.first_given), int(state.second_given)) if good >= 0]
    coins, cubes = given.count(COIN), len(given) - given.count(COIN)
    back = goods[0] + coins, goods[1] + cubes, goods[2]
    if state.phase == Phase.GET:
        return get_one(back, (coins, cubes), rows, square, track)
    return max(
        add(get_one(back, (coins + (good == COIN), cubes + (good > COIN)), rows, square, track), 0, 1)
        for good in range(given[0], STONE)
        if numbers[good] > 0
    )  # EI-326


def in_final_exchange(position: Position) -> bool:
    return not position.over and position.state.occasion == Occasion.FINAL


def ends(players: int, benefit: bool) -> Iterator[Position]:
    """Positions in which somebody is asked in the final exchange: of random games and of a bots' game, with the goods that they
    led to and with others, at the beginning and after some answers at random."""
    chance = Random(f"{players} {benefit}")
    greedy = bots.make("greedy", GAME)
    for number in range(6):
        position = GAME.new(players, seed=number, final_benefit=benefit)
        while not position.over and not in_final_exchange(position):
            if number == 0:
                position.act(greedy.choose(position.view(position.to_act[0])))
            else:
                play_on(position, chance, 1)
        for goods_at_most in (0, 1, 2, 3, 5) if not position.over else ():
            end = position.copy()
            for seat, good in product(range(players), range(GOODS)) if goods_at_most else ():
                end.arrange("goods", (seat, good), chance.randrange(goods_at_most + 1))
            for _ in range(2 * players):
                if in_final_exchange(end):
                    if end.state.phase != Phase.EXCHANGE or best_of(end)[0] > 0:  # as EI-328 has it
                        yield end.copy()
                    play_on(end, chance, chance.randrange(1, 4))


@pytest.mark.rules("EI-289", "EI-294", "EI-328")
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize(("name", "step"), [("greedy", 1), ("search:3", 2), ("search:100", 20)])
def test_no_point_is_left_and_no_answer_wasted(players: int, name: str, step: int) -> None:
    bot, seen = bots.make(name, GAME), 0
    for benefit in (False, True):
        for end in list(ends(players, benefit))[::step]:
            seat, turn = end.to_act[0], int(end.state.turn)
            points, answers = best_of(end)
            before, given = int(end.state.final_points[seat]), end.actions_taken
            while in_final_exchange(end) and end.state.turn == turn:
                end.act(bot.choose(end.view(seat)), seat)
            assert (int(end.state.final_points[seat]) - before, given - end.actions_taken) == (points, answers)
            seen += points > 0
    assert seen >= 80 // step


@pytest.mark.rules("EI-294")
def test_the_search_of_all_ways_agrees_with_the_formula() -> None:
    """Without the benefits of the track: the largest k of EI-294."""
    for coins, stones, cubes in product(range(8), range(5), range(9)):
        fits = [
            k
            for k in range(4)
            for missing in (max(0, 2 * (k - min(stones, k)) - coins),)
            if 2 * missing <= cubes and missing <= 3 and missing + k <= 5
        ]
        assert best((coins, cubes, stones), (0, 0, 0), 0, ())[0] == max(fits)


def test_a_hint_is_the_first_answer_of_the_shortest_way() -> None:
    for end in list(ends(3, False))[::12]:
        seat, turn, (points, answers) = end.to_act[0], end.state.turn, best_of(end)
        before = int(end.state.final_points[seat])
        end.act(bots.hint(end.view(seat)), seat)
        rest = best_of(end) if in_final_exchange(end) and end.state.turn == turn else (0, 0)
        assert (int(end.state.final_points[seat]) - before + rest[0], rest[1] - 1) == (points, answers)
