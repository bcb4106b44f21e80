"""The dealer plays every chance move. Its seed is never in a position, and can be committed to beforehand."""

import hashlib
import secrets

import numpy as np

from inventorium.core.argument_checks import seed_text
from inventorium.core.chance import new_stream


class Dealer:
    """Deals from a seed. Two dealers with the same seed deal alike, on every platform.

    >>> Dealer(7).commitment == Dealer("7").commitment
    True
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed_text(seed)
        self.stream: np.ndarray = new_stream(self.seed)

    @property
    def commitment(self) -> str:
        """A digest that can be published before the game: it does not reveal the seed, but no other seed will fit it
        afterwards."""
        return commitment(self.seed)

    def copy(self) -> "Dealer":
        """Return a dealer that will deal on in the same way."""
        twin = object.__new__(Dealer)
        twin.seed, twin.stream = self.seed, self.stream.copy()
        return twin


def commitment(seed: str) -> str:
    return hashlib.sha256(b"inventorium commitment 1\n" + seed.encode()).hexdigest()
