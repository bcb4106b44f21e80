"""The mean of several networks of one training. Their mistakes differ, and the mean makes fewer of them: what one look ahead
forgets while search plays, it keeps."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from inventorium.bots.networks import Network, read, write
from inventorium.core.errors import InventoriumError


def average(files: Sequence[Path], out: Path) -> None:
    """Write the mean of the networks of some files."""
    if len(files) < 2:
        raise InventoriumError("an average needs at least two networks")
    if not out.parent.is_dir():
        raise InventoriumError(f"{out.parent}: there is no such folder")
    networks = [read(file) for file in files]
    for file, network in zip(files, networks, strict=True):
        if not are_kin(network, networks[0]):
            raise InventoriumError(
                f"{file}: not from the same training as {files[0]}; only networks of one training can be averaged"
            )
    write(mean_of(networks), out)


def are_kin(one: Network, other: Network) -> bool:
    """Return whether two networks see the same and are alike in size: those of one training are."""
    return (
        one.sight.game is other.sight.game
        and (one.options, one.components) == (other.options, other.components)
        and all(np.array_equal(getattr(one.sight, part), getattr(other.sight, part)) for part in ("lows", "highs", "scales"))
        and all(one.layers[name].shape == layer.shape for name, layer in other.layers.items())
    )


def mean_of(networks: Sequence[Network]) -> Network:
    """Return the mean; its record is that of the last, and says of which minutes it is the mean."""
    layers = {name: np.mean([network.layers[name] for network in networks], axis=0) for name in networks[0].layers}
    return replace(
        networks[-1],
        layers=layers,
        record={**networks[-1].record, "mean_of_minutes": [network.record.get("minutes") for network in networks]},
    )
