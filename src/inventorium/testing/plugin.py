"""The hooks of pytest: a test of the kit for every setting of a game, and every scenario of a *.scenario file as a test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inventorium.core import scenarios
from inventorium.core.contract import DRAFT
from inventorium.core.game import load_game as load
from inventorium.testing.kit import GameTests
from inventorium.testing.positions import setting_name, settings


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes long; leave it out with -m 'not long'")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.cls is not None and issubclass(metafunc.cls, GameTests):
        game = load(metafunc.cls.game)
        if "players" in metafunc.fixturenames:
            metafunc.parametrize("players", list(game.players))
        if "setting" in metafunc.fixturenames:
            metafunc.parametrize("setting", settings(game), ids=setting_name)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.from_parent(parent, path=file_path) if file_path.suffix == ".scenario" else None


class ScenarioFile(pytest.File):
    """A file of scenarios, each of which is a test of its own: `pytest "tests/genies/bids.scenario::0 is no bid"`."""

    def collect(self) -> Iterator[pytest.Item]:
        for story in scenarios.read(self.path):
            yield ScenarioItem.from_parent(self, name=story.name, story=story)


class ScenarioItem(pytest.Item):
    def __init__(self, story: scenarios.Scenario, **rest: Any) -> None:
        super().__init__(**rest)
        self.story = story

    def runtest(self) -> None:
        """Run it. Only a draft has rules without numbers."""
        if load(self.story.heads["game"]).type.stage != DRAFT:
            self.check_rules()
        self.story.run()

    def check_rules(self) -> None:
        """A scenario names the rules that it tests, and every refusal the rule that forbids the move."""
        if not self.story.rules:
            raise scenarios.Failed(f"{self.path}:{self.story.line}: {self.name}: its rules: line is missing")
        for line, part, text in self.story.steps:
            if part == "refused" and not scenarios.RULE_AT_END.search(text):
                raise scenarios.Failed(f"{self.path}:{line}: {self.name}: '{text}' does not end with the rule that forbids it")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The expected and the actual value, in one line with its place."""
        return str(excinfo.value) if isinstance(excinfo.value, scenarios.Failed) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.story.line - 1, self.name
