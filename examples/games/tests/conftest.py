"""Finds the tiny games beside this folder, and gives them the tests that every game must pass."""
from pathlib import Path

from inventorium.core import library

library.add_folder(Path(__file__).parents[1])
pytest_plugins = ["inventorium.testing"]
