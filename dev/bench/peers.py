"""Peers, where they are installed (`pip install inventorium[bench]`, which `make .venv/bench.ready` does)."""

import random
import time
from typing import Any

GAMES = 200
GIN_RUMMY = "OpenSpiel C++: gin_rummy"


def open_spiel(name: str) -> float | None:
    """Random play in C++: decisions a second. The loop and the bots are C++; the length of a game is counted in Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    length = sum(decisions_of_one_game(game, random.Random(i)) for i in range(30)) / 30
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    begun = time.perf_counter()
    for number in range(GAMES):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return GAMES * length / (time.perf_counter() - begun)


def decisions_of_one_game(game: Any, chance: random.Random) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([chance.choice(state.legal_actions(player)) for player in range(game.num_players())])
            decisions += game.num_players()
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def catanatron() -> float | None:
    """Random play of Catan, 4 players."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    decisions, begun = 0, time.perf_counter()
    for _ in range(5):
        game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        decisions += len(game.state.actions)
    return decisions / (time.perf_counter() - begun)


MEASURES = {
    GIN_RUMMY: lambda: open_spiel("gin_rummy"),
    "OpenSpiel C++: goofspiel, 4 players": lambda: open_spiel("goofspiel(players=4,num_cards=13)"),
    "catanatron": catanatron,
}
