"""Gives the tests of the shared kit their player counts and editions, and sets up hypothesis."""
import hypothesis
import pytest

from tests import kit

hypothesis.settings.register_profile("inventorium", deadline=None)      # the first call of a compiled rule may compile it
hypothesis.settings.load_profile("inventorium")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.cls is not None and issubclass(metafunc.cls, kit.GameTests):
        game = kit.load(metafunc.cls.game)
        if "players" in metafunc.fixturenames:
            metafunc.parametrize("players", list(game.players))
        if "setting" in metafunc.fixturenames:
            metafunc.parametrize("setting", kit.settings(game), ids=kit.setting_name)
