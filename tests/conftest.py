"""Gives the tests of the shared kit their player counts and editions."""
import pytest

from tests import kit


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.cls is not None and issubclass(metafunc.cls, kit.GameTests):
        game = kit.load(metafunc.cls.game)
        if "players" in metafunc.fixturenames:
            metafunc.parametrize("players", list(game.players))
        if "setting" in metafunc.fixturenames:
            metafunc.parametrize("setting", kit.settings(game), ids=kit.setting_name)
