"""Simulations of a search from the opening, on one core: each played at random to the end of the game, as the peer does; as the
bots search; and as they search with a network.

Seconds are those of this process's own computing, so that whatever else runs on the machine counts little.
"""

import time
from collections.abc import Callable

import inventorium
from inventorium import bots
from inventorium.core import library

UNIT, PEER = "simulations a second", "OpenSpiel's MCTSBot on gin_rummy"
SIMULATIONS, ROUNDS = 5_000, 3
KINDS = {"to_the_end": "", "usual": ", as bots search", "network": ", with a network"}


def ours(name: str, kind: str, players: int = 4) -> float:
    """A search of the bots; the best of some rounds."""
    game, best = inventorium.load(name), 0.0
    position = game.new(players, seed=1)
    view = position.view(position.to_act[0])
    for number in range(ROUNDS + 1):  # the first one only warms up
        budget = bots.Budget(simulations=SIMULATIONS)
        search = (
            bots.deep_searcher("bench", game, number, budget)
            if kind == "network"
            else bots.searcher("bench", game, number, budget, kind)
        )
        begun = time.process_time()
        done = sum(mind.simulations for mind in search.ponder(view))
        if number:
            best = max(best, done / (time.process_time() - begun))
    return best


def peer() -> float | None:
    """The same with OpenSpiel in C++: one random rollout a simulation, after the cards are dealt."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, best = pyspiel.load_game("gin_rummy"), 0.0
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for number in range(ROUNDS):
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, number), 1.4, SIMULATIONS // 5, 1000, False, number, False)
        begun = time.process_time()
        bot.mcts_search(state)
        best = max(best, SIMULATIONS // 5 / (time.process_time() - begun))
    return best


def measures() -> dict[str, Callable[[], float | None]]:
    rows: dict[str, Callable[[], float | None]] = {
        f"{game}, 4 players{label}": lambda game=game, kind=kind: ours(game, kind)  # type: ignore[misc]
        for game in library.names()
        for kind, label in KINDS.items()
    }
    return rows | {PEER: peer}
