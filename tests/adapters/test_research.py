"""docs/adapters.md and docs/spaces.md are true: their tables are those of the games (tests/test_snippets.py runs their examples).
And inventorium needs no library of an adapter."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from inventorium.core import library
from inventorium.testing import load

ROOT = Path(__file__).parents[2]
ADAPTERS = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
SPACES = (ROOT / "docs" / "spaces.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## (\w+)\n\n```python\n(.*?)^```", ADAPTERS, re.MULTILINE | re.DOTALL))
LIBRARIES = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "PIL", "jax", "pgx", "openskill", "ray", "fastapi", "sqlalchemy")


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_is_an_example_for_each_door() -> None:
    assert list(EXAMPLES) == ["PettingZoo", "Gymnasium", "OpenSpiel", "Batches", "Notebooks"]
    assert all(len(example.splitlines()) <= 24 for example in EXAMPLES.values())


@pytest.mark.parametrize("name", library.names())
def test_the_tables_are_those_of_the_game(name: str) -> None:
    from inventorium.research.adapters.observation_names import actions_table, planes_table

    assert actions_table(load(name)) in SPACES and planes_table(load(name)) in SPACES


def test_importing_and_playing_needs_no_library_of_a_door() -> None:
    """Not even when none of them is there."""
    blocked = f"import sys; sys.modules.update(dict.fromkeys({LIBRARIES}))"
    play = (
        "import inventorium, inventorium.research.batch, inventorium.research.batch.versus, inventorium.bots; "
        "position = inventorium.load('genies').new(players=2, seed=1); position.play('bid 1', 0); "
        "print(position.view(0).moves()[0])"
    )
    assert run("-c", f"{blocked}; {play}").startswith("bid")


def test_the_training_example_learns() -> None:
    """In seconds it beats the random bot; what it reaches in minutes is in the documentation."""
    pytest.importorskip("gymnasium")
    before, after = run("-c", TRAINING).split()
    assert 0.3 < float(before) < 0.7 and float(after) > 0.75


TRAINING = """
import sys
sys.path.insert(0, "examples")
import masked_ppo
learner = masked_ppo.Learner(seed=1)
print(learner.wins("random", 200, seed=5))
for _ in range(5):
    learner.update(masked_ppo.RATE)
print(learner.wins("random", 200, seed=5))
"""
