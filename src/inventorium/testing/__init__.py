"""The test kit that every game passes with a few lines (in the manner of OpenSpiel's RandomSimTest), as a plugin of pytest.

    pytest_plugins = ["inventorium.testing"]    # in conftest.py; it makes every scenario of a *.scenario file a test, too

    class TestMyGame(GameTests):
        game = "my-game"
        broken = staticmethod(broken)           # compiled with njit: 0, or the number of the invariant that is broken

A draft is not asked for numbered rules and golden records. INVENTORIUM_GAMES sets how many random games are played over
all settings of a game, INVENTORIUM_RULINGS in how many of them every answer is asked about, INVENTORIUM_EVENTS in how many
every event is added up (`make long`: 100,000, 500 and 2,000). `python -m inventorium.testing.golden GAME` writes golden records.
"""

from inventorium.core.game import load_game as load
from inventorium.testing.kit import GAMES, GameTests
from inventorium.testing.plugin import pytest_collect_file, pytest_configure, pytest_generate_tests
from inventorium.testing.positions import Setting, play_on, some_positions

__all__ = [
    "GAMES",
    "GameTests",
    "Setting",
    "load",
    "play_on",
    "pytest_collect_file",
    "pytest_configure",
    "pytest_generate_tests",
    "some_positions",
]
