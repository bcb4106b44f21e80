"""Finds the tiny games beside this folder, and runs the tests that every game must pass on them."""

from pathlib import Path

from inventorium.core import library

library.add_folder(Path(__file__).parents[1])
pytest_plugins = ["inventorium.testing"]
