"""A tiny game with a network that nobody trained: quick to compile."""
import shutil
from pathlib import Path

import numpy as np

from inventorium.bots import weights
from inventorium.core.box import Box
from inventorium.core.game import Game, load_game
from inventorium.learning import players

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
SIZES = (16, 8)


def fields() -> Game:
    return load_game("fields")


def own_box(folder: Path) -> Box:
    """Return the components of the game as somebody's own file."""
    path = folder / "own.toml"
    shutil.copy(fields().box().components.path, path)
    return fields().box(path)


def untrained(box: Box) -> weights.Network:
    deals = players.Deals(fields(), box, list(fields().players), "1")
    sight, random = players.survey(fields(), box, deals, "1"), np.random.default_rng(1)
    layers = {name: random.normal(0, 0.3, shape).astype(np.float16) for name, shape in weights.shapes(sight, SIZES).items()}
    return weights.Network(sight, layers, weights.read_by(sight).options, weights.digests_of(box), {"minutes": 0})
