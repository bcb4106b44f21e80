"""Measure how soon two players who help each other are found.

Real games of four: two look one move ahead for the sum of their chances to win, the others each for their own. Prints how much
the pair helped each other, and the chance of that much help among honest players after 5, 10, 15 ... games; then the same for
honest players.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from inventorium import load, review
from inventorium.community.collusion import Played, chance_of_more, helped
from inventorium.core.cpu import cores
from inventorium.core.position import DEALER, Position
from inventorium.review.evaluation import expected

PLAYERS, SLIP = 4, 0.02  # an action that is worse by this chance to win is chosen 1 / e as often
FRIENDS = (0, 1)


def chosen(position: Position, seat: int, for_whom: tuple[int, ...], chance: np.random.Generator) -> int:
    """Return a random action, the more likely the better it is for these seats together."""
    actions = position.actions(seat)
    if len(actions) == 1:
        return int(actions[0])
    worth = np.empty(len(actions))
    for place, action in enumerate(actions):
        after = position.copy()
        after.act(int(action), seat)
        worth[place] = expected(after)[0, list(for_whom)].sum()
    odds = np.exp((worth - worth.max()) / SLIP)
    return int(chance.choice(actions, p=odds / odds.sum()))


def one_game(task: tuple[str, bool, int]) -> Played:
    """Play and analyse a game with random seats. Players 0 and 1 are friends, or not."""
    name, are_friends, number = task
    chance = np.random.default_rng(number)
    people = chance.permutation(PLAYERS).tolist()
    position = load(name).new(PLAYERS, seed=f"collusion {number}")
    while not position.over:
        seat = position.to_act[0]
        assert seat != DEALER
        mine = people[seat]
        together = FRIENDS if are_friends and mine in FRIENDS else (mine,)
        position.act(chosen(position, seat, tuple(people.index(one) for one in together), chance), seat)
    return Played(tuple(map(str, people)), review.review_of(position).did)


def measure(name: str, games: int) -> None:
    for are_friends in (True, False):
        with ProcessPoolExecutor(cores()) as pool:
            found = list(pool.map(one_game, [(name, are_friends, number) for number in range(games)]))
        tables = []
        for game in found:
            of_all = helped(game.did)
            one, other = sorted(game.people.index(str(friend)) for friend in FRIENDS)
            tables.append((of_all[one, other], list(of_all.values())))
        print(
            f"{name}, {'friends' if are_friends else 'honest'}: {np.mean([much for much, _ in tables]):+.3f} a game; spread "
            f"of all pairs {np.std([value for _, values in tables for value in values]):.3f}; chance after "
            + ", ".join(f"{number}: {chance_of_more(tables[:number]):.2g}" for number in range(5, games + 1, 5)),
            flush=True,
        )


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", default=["legendary-inventors"])
    parser.add_argument("--games", type=int, default=40, help="how many of each (40)")


def main(wanted: argparse.Namespace) -> None:
    for name in wanted.game:
        measure(name, wanted.games)
