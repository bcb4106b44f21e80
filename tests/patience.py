"""Waiting for what a test means, never for a time."""

import time
from collections.abc import Callable

PATIENCE = 300.0  # seconds: only a test that fails waits this long, and the machine may be busy


def wait_for(condition: Callable[[], object]) -> None:
    """Return as soon as a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"it has not happened within {PATIENCE:g} seconds"
        time.sleep(0.02)
