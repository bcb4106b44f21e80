"""What a result is worth to a learner."""

from typing import Any

import numpy as np


def rewards_of(places: Any) -> np.ndarray:
    """Return from 1, above all others, to -1, summing to 0. Of one game, or of many: the last axis is the seats."""
    places = np.asarray(places)
    here, there = places[..., :, None], places[..., None, :]
    shares: np.ndarray = (np.sign(there - here).sum(axis=-1)) / (places.shape[-1] - 1)
    return shares
