"""Whatever a program passes to the Python interface, a wrong value is refused in one line, and the process lives on."""

import subprocess
import sys
from pathlib import Path

import pytest

from inventorium.core import library
from tests.tiers import in_tiers


@pytest.mark.parametrize("name", in_tiers(library.names(), "genies"))
def test_wrong_values_are_refused_and_right_ones_are_not(name: str) -> None:
    thrown = subprocess.run(
        [sys.executable, "-m", "tests.wrong_values", name],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert thrown.returncode == 0 and thrown.stdout == "alive\n", thrown.stderr[-3000:] or f"exit status {thrown.returncode}"
