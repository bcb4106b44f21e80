"""The game passes the shared kit; add what is special about yours."""

import inventorium
from inventorium.testing import GameTests


class TestTheGame(GameTests):
    game = "the-new-game"


def test_who_holds_keeps_the_pot() -> None:
    position = inventorium.load("the-new-game").new(players=2, dealer=None)
    for move in ("roll", "fall 4", "hold"):
        position.play(move)
    assert position.scores == (4, 0) and position.to_act == (1,)
