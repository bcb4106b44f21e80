"""How strong is a player, with fewer games: results of OpenSpiel games without the luck of chance nodes (AIVAT).

    python examples/aivat_open_spiel.py leduc_poker 2000

At every chance node the correction is v(after what came) - the mean of v over all that could have come. Its expectation is
nothing, whatever v says and whoever plays, so returns - corrections have the same mean as returns: a good v only makes them vary
less. v must be fixed before the games are played. (Burch, Schmid, Moravcik, Morrill, Bowling: AIVAT, AAAI 2018; here its part
about chance.)
Any game of OpenSpiel with explicit chance will do; needs `pip install open_spiel`.
"""

import random
import sys

import numpy as np
import pyspiel


def rollouts(state, times=20, seed=1):
    """A plain v: the mean returns of games that go on at random, always with the same random numbers."""
    chance, total = random.Random(seed), np.zeros(state.num_players())
    for _ in range(times):
        trial = state.clone()
        while not trial.is_terminal():
            trial.apply_action(drawn(trial, chance))
        total += trial.returns()
    return total / times


def drawn(state, chance):
    """A random action: as the game says at a chance node, elsewhere every one equally likely."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return chance.choices(actions, odds)[0]
    return chance.choice(state.legal_actions())


def correction(state, action, v):
    """The luck of everybody at a chance node where this action came."""
    odds = dict(state.chance_outcomes())
    if len(odds) == 1:
        return np.zeros(state.num_players())
    values = {one: np.asarray(v(state.child(one))) for one in odds}
    return values[action] - sum(probability * values[one] for one, probability in odds.items())


def play(game, players, v, chance):
    """Play one game; `players` are functions from a state to an action. Returns the returns, and the same without luck."""
    state, luck = game.new_initial_state(), np.zeros(game.num_players())
    while not state.is_terminal():
        if state.is_chance_node():
            action = drawn(state, chance)
            luck += correction(state, action, v)
        else:
            action = players[state.current_player()](state)
        state.apply_action(action)
    returns = np.array(state.returns())
    return returns, returns - luck


def main(name="leduc_poker", games="2000"):
    game, chance = pyspiel.load_game(name), random.Random(0)
    players = [lambda state: drawn(state, chance)] * game.num_players()
    plain, adjusted = np.transpose([play(game, players, rollouts, chance) for _ in range(int(games))], (1, 0, 2))
    for how, found in (("plain", plain), ("without luck", adjusted)):
        half = 1.96 * found.std(axis=0, ddof=1) / np.sqrt(len(found))
        print(f"{how:12}", "  ".join(f"{mean:+.3f} ± {width:.3f}" for mean, width in zip(found.mean(axis=0), half, strict=True)))
    print("games saved: factor", (plain.var(axis=0) / adjusted.var(axis=0)).round(2))


if __name__ == "__main__":
    main(*sys.argv[1:])
