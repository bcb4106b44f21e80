"""Finds the game beside this folder, and gives it the tests that every game must pass."""
from pathlib import Path

from inventorium.core import library

library.add_folder(Path(__file__).parents[1])
pytest_plugins = ["inventorium.testing"]
