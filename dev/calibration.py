"""Compare the chance to win that a network gives its seat with how often it wins.

Where the two part, the network is wrong, and so is a search that believes it. Every line is a tenth of the bot's decisions in a
game, from the first to the last. Each deal is played from every seat.
"""

import argparse
from collections import defaultdict
from statistics import fmean

from inventorium import bots
from inventorium.core.game import Game, load_game
from inventorium.core.statistics import share
from inventorium.review.evaluation import expected
from inventorium.terminal.output import progress

PARTS = 10


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="net:800")
    parser.add_argument("--others", default="search:500")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="calibration")


def main(wish: argparse.Namespace) -> None:
    game, won, believed = load_game(wish.game), 0.0, defaultdict[int, list[float]](list)
    with progress("calibration") as tell:
        for number in range(wish.games):
            deal, seat = divmod(number, wish.players)
            win, beliefs = one_game(
                game,
                [wish.bot if each == seat else wish.others for each in range(wish.players)],
                seat,
                f"{wish.seed} deal {deal}",
            )
            won += win
            for part in range(PARTS):
                some = beliefs[part * len(beliefs) // PARTS : (part + 1) * len(beliefs) // PARTS]
                believed[part] += [fmean(some)] if some else []
            tell(number + 1, wish.games)
    result = share(won, wish.games)
    low, high = result["interval"] or (0.0, 1.0)
    print(f"{wish.bot} won {100 * won / wish.games:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {wish.games} games")
    print("| decisions | the network gave it |")
    print("| --- | --- |")
    for part in range(PARTS):
        if believed[part]:
            print(f"| {10 * part} to {10 * part + 10} % | {100 * fmean(believed[part]):.1f} % |")


def one_game(game: Game, names: list[str], seat: int, seed: str) -> tuple[float, list[float]]:
    """Play a game; return the seat's share of the win, and its chance to win at each of its decisions, as the network has it."""
    position, beliefs = game.new(len(names), seed=seed), list[float]()
    players = [bots.make(name, game, seed) for name in names]
    while not position.over:
        asked = position.to_act[0]
        view = position.view(asked)
        if asked == seat and len(view.actions()) > 1:
            beliefs.append(float(expected(position)[0, seat]))
        position.act(players[asked].choose(view), asked)
    return (1 / len(position.winners) if seat in position.winners else 0.0), beliefs
