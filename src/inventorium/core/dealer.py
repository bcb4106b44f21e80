"""The dealer answers every question of chance. His seed is never in a position, and can be vouched for beforehand."""
import hashlib
import secrets

import numpy as np

from inventorium.core.chance import new_stream
from inventorium.core.checks import seed_text


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
        """Can be published before the game: it does not tell the seed, but no other seed will fit it afterwards."""
        return commitment(self.seed)

    def copy(self) -> "Dealer":
        """A dealer who will deal on in the same way."""
        twin = object.__new__(Dealer)
        twin.seed, twin.stream = self.seed, self.stream.copy()
        return twin


def commitment(seed: str) -> str:
    return hashlib.sha256(b"inventorium commitment 1\n" + seed.encode()).hexdigest()
