"""Measure how good the sealed moves of bots in Genies are, with smaller errors than a match has.

The first bot plays Genies among three others. Before every round each of the others fills in its bids several times, and every
bot its own once; each of these is then tried against the same combinations of what the others really bid. What comes of it is
the network's judgement after the round, or the result of the game after the last. All bots meet the same positions, bids and
luck, so the differences are far more certain than the chances themselves.
"""

import argparse
from itertools import islice, product
from statistics import fmean
from time import thread_time
from typing import NamedTuple

import numpy as np

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.core.statistics import standard_error
from inventorium.review.evaluation import expected
from inventorium.review.turns import play_all
from inventorium.terminal.output import progress

PLAYERS, LAST_ROUND = 4, 6
COMBINATIONS = 16  # of the others' sheets that every sheet meets


class Found(NamedTuple):
    """What every bot's sheet was worth before one round."""

    number: int
    seconds: list[float]
    chances: list[float]


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--others", default="search:2000")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--seed", default="sheets")


def main(arguments: argparse.Namespace) -> None:
    rounds = list[Found]()
    with progress("sheets") as show:
        for number in range(arguments.games):
            rounds += one_game(
                arguments.bots, arguments.others, arguments.samples, f"{arguments.seed} {number}", number % PLAYERS
            )
            show(number + 1, arguments.games)
    print("| bot | ms a sheet | chance to win | more than the first (standard error) | the same before the last round |")
    print("| --- " * 5 + "|")
    for which, name in enumerate(arguments.bots):
        last = [found for found in rounds if found.number == LAST_ROUND]
        print(
            f"| `{name}` | {1000 * fmean(found.seconds[which] for found in rounds):.1f} "
            f"| {100 * fmean(found.chances[which] for found in rounds):.2f} % | {more(rounds, which)} | {more(last, which)} |"
        )


def more(rounds: list[Found], which: int) -> str:
    gains = np.array([100 * (found.chances[which] - found.chances[0]) for found in rounds])
    return f"{gains.mean():+.2f} ({standard_error(gains):.2f})"


def one_game(names: list[str], others: str, samples: int, seed: str, seat: int) -> list[Found]:
    """Play a game and return what the sheets were worth before each of its rounds."""
    game, rounds = load_game("genies"), list[Found]()
    position, players = game.new(PLAYERS, seed=seed), [bots.make(name, game, seed) for name in names]
    rivals = [bots.make(others, game, f"{seed} {number}") for number in range(samples)]
    while not position.over:
        if position.picture()["question"] == "bids":
            theirs = {other: [sheet(position, other, rival) for rival in rivals] for other in range(PLAYERS) if other != seat}
            combinations = [
                dict(zip(theirs, some, strict=True))
                for some in islice(product(*theirs.values()), 0, None, max(1, samples ** (PLAYERS - 1) // COMBINATIONS))
            ]
            seconds, chances, own = list[float](), list[float](), list[list[int]]()
            for player in players:
                begun = thread_time()
                own.append(sheet(position, seat, player))
                seconds.append(thread_time() - begun)
                chances.append(fmean(chance(position, seat, {**some, seat: own[-1]}) for some in combinations))
            rounds.append(Found(len(rounds) + 1, seconds, chances))
            position = after(position, {**combinations[0], seat: own[0]})
        else:
            asked = position.to_act[0]
            position.act((players[0] if asked == seat else rivals[0]).choose(position.view(asked)), asked)
    return rounds


def sheet(position: Position, seat: int, bot: bots.Bot) -> list[int]:
    return list(play_all(position.copy(), seat, bot))


def after(position: Position, sheets: dict[int, list[int]]) -> Position:
    """Return the position after all have handed in their sheets."""
    position = position.copy()
    for seat, actions in sheets.items():
        for action in actions:
            position.act(action, seat)
    return position


def chance(position: Position, seat: int, sheets: dict[int, list[int]]) -> float:
    """Return the chance of a seat to win after the round."""
    position = after(position, sheets)
    greedy = bots.make("greedy", position.game)
    while not position.over and position.picture()["question"] != "bids":
        asked = position.to_act[0]
        position.act(greedy.choose(position.view(asked)), asked)
    if position.over:
        return 1 / len(position.winners) if seat in position.winners else 0.0
    return float(expected(position)[0, seat])
