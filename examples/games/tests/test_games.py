"""The tiny games pass the shared kit."""

from inventorium.testing import GameTests


class TestTricks(GameTests):
    game = "tricks"


class TestFields(GameTests):
    game = "fields"
