"""Tests in tiers: `make test` runs what a change must pass, `make long` all of it."""

from collections.abc import Iterable
from typing import Any

import pytest


def in_tiers(values: Iterable[Any], *short: Any) -> list[Any]:
    """Values to parametrize a test with, of which `make test` tries only the short ones."""
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=() if value in short else pytest.mark.long)
        for value in values
    ]
