"""The declared mutants fit the rules as they are, and are noticed: here a handful of them, all with `python -m dev mutants`."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from dev.mutants.mutant import TESTS, Stale, broken_function, broken_source, declared
from dev.mutants.scenarios import stories
from inventorium.core import library

GAMES = [game for game in library.names() if declared(game)]
SOME = 6


def test_there_are_mutants_of_every_game() -> None:
    assert library.names() == GAMES
    assert sum(len(declared(game)) for game in GAMES) >= 200


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_applies(game: str) -> None:
    """Its text stands once in its function, which compiles with the other one; scenarios carry its rule."""
    for mutant in declared(game):
        right, wrong = broken_function(mutant)
        assert right != wrong, mutant
        assert stories(game, mutant.rule), f"{mutant}: no scenario carries {mutant.rule}"
    assert [mutant for mutant, times in Counter(declared(game)).items() if times > 1] == []


def test_a_mutant_breaks_one_function_and_nothing_else() -> None:
    mutant = declared(GAMES[0])[0]
    right, wrong = broken_function(mutant)
    assert wrong in broken_source(mutant) and right not in broken_source(mutant)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"function": "no_such_function"}, "has no function 'no_such_function'"),
        ({"text": "no such text"}, "the text is 0 times in"),
        ({"text": " "}, r"the text is \d\d+ times in"),
        ({"new": "("}, "does not compile then"),
    ],
)
def test_a_stale_mutant_is_told(change: dict[str, str], complaint: str) -> None:
    with pytest.raises(Stale, match=complaint):
        broken_function(replace(declared(GAMES[0])[0], **change))


def test_some_mutants_are_noticed() -> None:
    """In a process of its own, because nothing is compiled there."""
    run = subprocess.run(
        [sys.executable, "-m", "dev", "mutants", "--some", str(SOME)],
        check=False,
        capture_output=True,
        text=True,
        cwd=TESTS.parent,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("noticed by") == SOME
    assert f"{SOME} mutants, 0 of them equivalent; 0 complaints" in run.stdout
