"""Plays the scenarios with broken rules, in this process and in plain Python: nothing is compiled."""

import importlib
import importlib.util
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from dev.mutants.mutant import TESTS, Mutant, broken_source, rules_file
from inventorium.core.game import only_game
from inventorium.core.scenarios import Scenario, files, read

PATIENCE = 60  # seconds for one scenario, which takes some hundredths of one


class Endless(Exception):
    """A scenario does not come to its end: the broken rules go round in a circle."""


def stories(game: str, rule: str | None = None) -> list[Scenario]:
    """The scenarios of a game that carry the id of a rule, or all of them."""
    return [story for story in all_stories(game) if rule is None or rule in story.rules]


@cache
def all_stories(game: str) -> list[Scenario]:
    return [story for file in files([TESTS / game.replace("-", "_")]) for story in read(file)]


def noticed_by(mutant: Mutant, candidates: list[Scenario]) -> Scenario | None:
    """The first of these scenarios that does not come true with the broken rules."""
    with rules_replaced(mutant.game, broken_source(mutant)):
        return next((story for story in candidates if not comes_true(story)), None)


def failing_unbroken(game: str, candidates: list[Scenario]) -> list[Scenario]:
    """The scenarios that do not come true with the rules as they are, replaced by themselves: else whatever is wrong with the
    replacing would be taken for a mutant that is noticed."""
    with rules_replaced(game, rules_file(game).read_text(encoding="utf-8")):
        return [story for story in candidates if not comes_true(story)]


def comes_true(story: Scenario) -> bool:
    """Whatever goes wrong is noticed, an endless game too."""
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        story.run()
    except Exception:
        return False
    finally:
        signal.alarm(0)
    return True


def give_up(*_: object) -> None:
    raise Endless


@contextmanager
def rules_replaced(game: str, source: str) -> Iterator[None]:
    """While this holds, the game is loaded anew, with this text as its rules.py."""
    package = f"inventorium.games.{game.replace('-', '_')}"
    forget(package)
    spec = importlib.util.spec_from_file_location(f"{package}.rules", rules_file(game))
    assert spec and spec.origin
    rules = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = rules
    try:
        exec(compile(source, spec.origin, "exec"), rules.__dict__)
        vars(importlib.import_module(package))["rules"] = rules
        yield
    finally:
        forget(package)


def forget(package: str) -> None:
    """All modules of a game, and the game itself, so that it is loaded anew."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    only_game.cache_clear()
