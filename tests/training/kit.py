"""A tiny game with a network that nobody trained: quick to compile."""

import shutil
from pathlib import Path

import numpy as np

from inventorium.bots import networks
from inventorium.core.box import Box
from inventorium.core.game import Game, load_game
from inventorium.research.training import workers

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
SIZES = (16, 8)


def fields() -> Game:
    return load_game("fields")


def own_box(folder: Path) -> Box:
    """Return the components of the game as somebody's own file."""
    path = folder / "own.toml"
    shutil.copy(fields().box().components.path, path)
    return fields().box(path)


def untrained(box: Box) -> networks.Network:
    deals = workers.GameSampler(fields(), box, list(fields().players), "1")
    sight, random = workers.survey(fields(), box, deals, "1"), np.random.default_rng(1)
    layers = {name: random.normal(0, 0.3, shape).astype(np.float16) for name, shape in networks.shapes(sight, SIZES).items()}
    return networks.Network(sight, layers, networks.read_by(sight).options, networks.digests_of(box), {"minutes": 0})
