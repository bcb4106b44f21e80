"""Returns how a network's winning chances are corrected before they are shown: `calibration.toml` beside the network.

A network learned from its own games, so it is too sure of games in which people or weaker bots play. A temperature T makes its
chances p proportional to p^(1/T). T depends on the number of players and on the phase of the game, which is the same for all
seats. `python -m dev calibration --fit` writes the file. Only what is shown is corrected: searches use the network as it is.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import numpy as np

from inventorium.core.errors import InventoriumError

FILE = "calibration.toml"
DIGEST = 12  # letters of a digest


@dataclass(frozen=True)
class Calibration:
    """The corrections of one network. The default corrects nothing."""

    temperatures: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # by players: ln T = one + other x spread
    favour: tuple[float, float] = (0.0, 0.0)  # how much of the others' favour proves true, in chances to win and in points
    loss: float = inf  # what a decision costs at most tables, beside what the network would play; play beyond is unfamiliar
    digest: str = ""  # of the file

    def array(self, seats: int) -> np.ndarray:
        """Return the temperatures as compiled code reads them: [players, one or other]."""
        found = np.zeros((seats + 1, 2))
        for players, temperature in self.temperatures.items():
            found[players] = temperature
        return found


def digest_of(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()[:DIGEST]


def read(network: Path) -> Calibration:
    """Return the corrections of a network; none where there is no file, or where it is of another network."""
    path = network.with_name(FILE)
    if not path.exists():
        return Calibration()
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        if found["network"] != digest_of(network):
            return Calibration()
        temperatures = {int(players): (float(one), float(other)) for players, (one, other) in found["temperature"].items()}
        favour = (float(found["favour"]["wins"]), float(found["favour"]["points"]))
        return Calibration(temperatures, favour, float(found["loss"]), digest_of(path))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InventoriumError(f"{path}: not the calibration of a network ({error})") from None


def write(network: Path, found: Calibration) -> None:
    """Write the corrections of a network."""
    lines = [
        "# How the network's winning chances are corrected before they are shown: docs/review.md.",
        "# Written by `python -m dev calibration --fit`.",
        f'network = "{digest_of(network)}"',
        f"loss = {found.loss:.5f}  # what a decision costs at 99 of 100 tables; play beyond is unfamiliar",
        "",
        "[temperature]  # by number of players: ln T = one + other x spread",
        *(f"{players} = [{one:.4f}, {other:.4f}]" for players, (one, other) in sorted(found.temperatures.items())),
        "",
        "[favour]  # how much of what the moves of others seem to do for a seat proves true",
        f"wins = {found.favour[0]:.4f}",
        f"points = {found.favour[1]:.4f}",
    ]
    network.with_name(FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
