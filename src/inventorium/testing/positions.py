"""Games and positions to test with."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from inventorium import bots
from inventorium.core.dealer import Dealer
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.options import Option
from inventorium.core.position import DEALER, Position

Setting = tuple[str, dict[str, Any]]


def settings(game: Game) -> list[Setting]:
    """Return every edition as it is, and the default edition with every other value of every option."""
    found: list[Setting] = [(edition, {}) for edition in game.editions]
    for option in game.options:
        values = [*option.values[1:], *([option.whole_from + 6] if option.whole_from is not None else [])]
        for value in values:
            changes = {option.name: value}
            try:
                game.new(game.players[0], seed=0, **changes)
            except Exception:  # a combination that the game refuses
                continue
            found.append(("default", changes))
    return found


def setting_name(setting: Setting) -> str:
    edition, changes = setting
    return "-".join([edition, *(f"{name}={value}" for name, value in changes.items())])


def play_on(position: Position, chance: random.Random, answers: int = 10_000) -> Position:
    """Play at random, at most `answers` actions."""
    for _ in range(answers):
        if position.over:
            break
        seat = chance.choice(position.to_act)
        position.act(chance.choice(position.actions(seat)), seat)
    return position


def some_positions(game: Game, number: int, seed: int = 0) -> list[Position]:
    """Return positions from all over random games of all player counts and editions."""
    chance = random.Random(seed)
    return [
        play_on(
            game.new(chance.choice(game.players), chance.choice(list(game.editions)), seed=f"{seed}:{i}"),
            chance,
            chance.randrange(300),
        )
        for i in range(number)
    ]


def any_table(game: Game, chance: random.Random) -> Position:
    """Return a new game of any number of players, edition and options; in half of them chance moves are left open."""
    while True:
        changes = {option.name: any_value(option, chance) for option in game.options if chance.random() < 0.25}
        dealer = Dealer(chance.randrange(10**6)) if chance.random() < 0.5 else None
        try:
            return game.new(chance.choice(game.players), chance.choice(list(game.editions)), dealer=dealer, **changes)
        except InventoriumError:  # a combination that the game refuses
            continue


def any_value(option: Option, chance: random.Random) -> Any:
    return chance.choice(option.values) if option.whole_from is None else option.whole_from + chance.randrange(9)


def positions_by_question(
    position: Position, chance: random.Random, perturb: Callable[[Position, random.Random], None], number: int = 3
) -> list[Position]:
    """Play to the end at random, stirring now and then; some positions of every question that was put on the way, and the end."""
    found: dict[str, list[Position]] = {}
    met = Counter[str]()
    while True:
        question = str(position.game.notation.question(position.state))
        met[question] += 1
        kept = found.setdefault(question, [])
        if len(kept) < number:  # every position of a question is kept with equal probability
            kept.append(position.copy())
        elif (place := chance.randrange(met[question])) < number:
            kept[place] = position.copy()
        if position.over:
            return [position for kept in found.values() for position in kept]
        if chance.random() < 0.05:
            perturb(position, chance)
        seat = chance.choice(position.to_act)
        position.act(chance.choice(position.actions(seat)), seat)


def chooser(game: Game, chance: random.Random, number: int) -> Callable[[Position], tuple[int, int]]:
    """Return the next seat and its action: random in every other game, else greedy."""
    bot = bots.make("greedy", game, number) if number % 2 and game.value else None

    def choose(position: Position) -> tuple[int, int]:
        seat = chance.choice(position.to_act)
        if bot and seat != DEALER and chance.random() < 0.8:
            return seat, bot.choose(position.view(seat))
        return seat, chance.choice(position.actions(seat))

    return choose
