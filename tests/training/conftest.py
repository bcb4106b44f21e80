import os

import pytest

from inventorium.core import library
from tests.training.kit import EXAMPLES


@pytest.fixture(autouse=True)
def example_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.FOLDERS, os.pathsep.join(filter(None, [os.environ.get(library.FOLDERS), str(EXAMPLES)])))
