"""Trained networks as files, and as the arrays that compiled code reads (bots/network.py).

A file begins with MAGIC, the version of the format and the length of a head in JSON. The head says which game, rules, answers and
components the network was trained for, how, and under which licence. The weights follow as 16-bit floating-point numbers; the
head holds their checksum. A network that does not fit what lies on the table is not used.
"""
import hashlib
import json
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from inventorium.core.box import Box
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.planes import NUMBER, THING, planes_of

MAGIC, FORMAT = b"inventorium network\n", 1
LICENCE = "MIT"
LARGEST_HEAD = 1 << 20
LEVELS, SCALE = THING + 1, THING + 2                # how a number is shown: a step for each unit, or one fraction
MOST_LEVELS = 6
HEADS = 3                                           # of every seat: its chance to win, to end above another, and its points
LAYERS = ("first", "first_bias", "second", "second_bias", "heads", "heads_bias", "policy", "policy_bias")     # in a file
POINTS = 20.0                                       # the unit of the last
MOST_GRAINS = (1 << 12) - 1                         # the largest weight of the first layer in play: four add up within 16 bits


class Net(NamedTuple):
    """A network as compiled code reads it."""

    sources: np.ndarray                             # by number of players and seat: the word of the record behind each element
    styles: np.ndarray                              # of each element: SEAT, THING, LEVELS or SCALE
    starts: np.ndarray                              # its first input
    lows: np.ndarray
    highs: np.ndarray
    scales: np.ndarray                              # of the hints
    first_hint: int
    grain: np.float32                               # what 1 in the first layer stands for
    first: np.ndarray                               # int16 [input, unit]: half the memory to go through, and exact sums
    first_bias: np.ndarray
    second: np.ndarray                              # [unit, unit]
    second_bias: np.ndarray
    heads: np.ndarray                               # [unit, head and seat]
    heads_bias: np.ndarray
    policy: np.ndarray                              # [answer, unit]; empty where answers are sheets
    policy_bias: np.ndarray


class Room(NamedTuple):
    """Where compiled code thinks."""

    ones: np.ndarray                                # the inputs that are 1
    inputs: np.ndarray                              # the others that are not 0
    amounts: np.ndarray
    parts: np.ndarray                               # the hints of one seat
    values: np.ndarray                              # of every seat
    known: np.ndarray                               # [seat, place]: the inputs that were 1 when the seat looked last
    known_count: np.ndarray
    sums: np.ndarray                                # [seat, unit]: of their rows in the first layer
    first: np.ndarray
    second: np.ndarray
    active: np.ndarray
    gone: np.ndarray                                # inputs that are 1 no more
    heads: np.ndarray
    score_parts: np.ndarray
    scores: np.ndarray
    places: np.ndarray


def words_of(states: np.ndarray) -> np.ndarray:
    """Return a record as 32-bit numbers, in the same memory."""
    return states.view(np.ndarray).view(np.int32)


# ---------------------------------------------------------------- what a network sees

@dataclass(frozen=True)
class Sight:
    """Which inputs stand for which words of a record. It follows from the lowest and highest number seen in each element."""

    game: Game
    lows: np.ndarray
    highs: np.ndarray
    scales: np.ndarray                              # of the hints

    @property
    def hints(self) -> int:
        assert self.game.value is not None
        return self.game.value.HINTS

    def styles(self) -> np.ndarray:
        """Return how each element is shown; what was never seen to change is not shown, -1."""
        kinds = kinds_of(self.game)
        levels = np.where(self.highs - self.lows <= MOST_LEVELS, LEVELS, SCALE)
        return np.where(self.lows == self.highs, -1, np.where(kinds == NUMBER, levels, kinds))

    def widths(self) -> np.ndarray:
        """Return the number of inputs of each element."""
        styles, holds = self.styles(), holds_of(self.game)
        things = holds + np.maximum(0, -1 - self.lows)              # -1 is nothing; what lies below has an input of its own
        return np.select([styles == -1, styles == LEVELS, styles == SCALE], [0, self.highs - self.lows, 2], things)

    @property
    def first_hint(self) -> int:
        return int(self.widths().sum())

    @property
    def inputs(self) -> int:
        return self.first_hint + self.game.seats * (self.hints + 2)

    def arrays(self) -> tuple[Any, ...]:
        """Return the first fields of a Net."""
        styles, widths = self.styles(), self.widths()
        shown = styles >= 0
        starts = np.cumsum(widths) - widths
        highs = np.where(kinds_of(self.game) == NUMBER, self.highs, holds_of(self.game))
        parts = (styles, starts, self.lows, highs)
        return (np.ascontiguousarray(sources_of(self.game)[:, :, shown]),
                *(np.ascontiguousarray(part[shown], np.int32) for part in parts), self.scales.astype(np.float32), self.first_hint)


@cache
def kinds_of(game: Game) -> np.ndarray:
    """Return what each element is: options and the number of players first, then the elements of the planes."""
    return np.array([NUMBER] * (len(game.options) + 1) + [kind for _, _, kind, _ in planes_of(game).elements], np.int32)


@cache
def holds_of(game: Game) -> np.ndarray:
    """Return how many things each element can hold."""
    planes = planes_of(game)
    ends = [*(start for *_, start in planes.elements), planes.size]
    return np.array([1] * (len(game.options) + 1) + [end - start for start, end in pairwise(ends)], np.int32)


@cache
def sources_of(game: Game) -> np.ndarray:
    """Return the word of the record behind each element, by number of players and seat; -1 where nobody sits."""
    fields, planes = np.dtype(game.tables.STATE).fields, planes_of(game)
    assert fields is not None
    own = [fields[name][1] // 4 for name in (*(option.name for option in game.options), "players")]
    sources = np.full((game.seats + 1, game.seats, len(kinds_of(game))), -1, np.int32)
    for players in game.players:
        sources[players, :players, :len(own)] = own
        sources[players, :players, len(own):] = planes.program(players)[0]
    return sources


# ---------------------------------------------------------------- a network and its file

@dataclass(frozen=True)
class Network:
    """A network with everything that its file tells. `layers` are the last fields of a Net, by name."""

    sight: Sight
    layers: Mapping[str, np.ndarray]
    components: str                                 # the digest of the box that it was trained for
    record: Mapping[str, Any] = field(default_factory=dict)         # of its training

    def net(self) -> Net:
        first = self.layers["first"].astype(np.float32)
        grain = np.float32(max(float(np.abs(first).max()), 1e-6) / MOST_GRAINS)
        others = (np.ascontiguousarray(self.layers[name], np.float32) for name in LAYERS[1:])
        return Net(*(*self.sight.arrays(), grain, np.rint(first / grain).astype(np.int16), *others))


def shapes(sight: Sight, sizes: tuple[int, int]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the layers of a network with hidden layers of these sizes."""
    game, (one, two) = sight.game, sizes
    answers = 0 if game.type.sheets else game.actions
    return {"first": (sight.inputs, one), "first_bias": (one,), "second": (one, two), "second_bias": (two,),
            "heads": (two, HEADS * game.seats), "heads_bias": (HEADS * game.seats,),
            "policy": (answers, two), "policy_bias": (answers,)}


def digest_of(box: Box) -> str:
    """Return a digest of the components as rules read them; names and comments do not change it."""
    return hashlib.sha256(box.array.tobytes()).hexdigest()[:16]


def form_of(game: Game) -> str:
    """Return a digest of what a network relies on besides the components: fields, options, answers and hints."""
    tables = game.tables
    assert game.value is not None
    parts = (tables.RULES_VERSION, [(option.name, option.values) for option in tables.OPTIONS], sorted(tables.SIZES.items()),
             list(tables.FIELDS.items()), list(tables.ONE_OF.items()), list(tables.SPACE.families.items()), game.value.HINTS)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def write(network: Network, path: Path) -> None:
    """Write a network; the file is there whole or not at all."""
    sight = network.sight
    parts = [sight.lows.astype("<i4"), sight.highs.astype("<i4"), sight.scales.astype("<f4"),
             *(network.layers[name].astype("<f2") for name in LAYERS)]
    body = b"".join(part.tobytes() for part in parts)
    head = json.dumps({
        "game": sight.game.name, "rules": sight.game.tables.RULES_VERSION, "form": form_of(sight.game),
        "components": network.components, "sizes": network.layers["second"].shape, "sha256": hashlib.sha256(body).hexdigest(),
        "licence": LICENCE, "training": network.record}).encode()
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(MAGIC + struct.pack("<HI", FORMAT, len(head)) + head + body)
    os.replace(beside, path)


def read(path: Path) -> Network:
    """Read a network. Whatever is wrong with the file is refused in one line."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InventoriumError(f"{path}: cannot be read ({error.strerror})") from None
    head, body = split(path, content)
    try:
        return unpacked(path, head, body)
    except (KeyError, TypeError, ValueError) as error:
        raise InventoriumError(f"{path}: this network is damaged ({type(error).__name__})") from None


def unpacked(path: Path, head: dict[str, Any], body: bytes) -> Network:
    """Return the network of a head and its weights, if it was trained for the game as it is now."""
    game = load_game(head["game"])
    if game.value is None or head["rules"] != game.tables.RULES_VERSION or head["form"] != form_of(game):
        raise InventoriumError(f"{path}: this network was trained for other rules of {game.name} (version {head['rules']}); "
                               "train it anew with `inventorium train`")
    elements = len(kinds_of(game))
    numbers = np.frombuffer(body[:8 * elements], "<i4").astype(np.int32)
    end = 8 * elements + 4 * game.value.HINTS
    sight = Sight(game, numbers[:elements], numbers[elements:], np.frombuffer(body[8 * elements:end], "<f4"))
    layers, weights = {}, np.frombuffer(body[end:], "<f2").astype(np.float32)
    shape_of = shapes(sight, tuple(head["sizes"]))
    for name in LAYERS:
        shape, size = shape_of[name], int(np.prod(shape_of[name]))
        layers[name], weights = weights[:size].reshape(shape), weights[size:]
    return Network(sight, layers, head["components"], head["training"])


def split(path: Path, content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the head and the weights of a file, checked."""
    start = len(MAGIC) + 6
    if not content.startswith(MAGIC) or len(content) < start:
        raise InventoriumError(f"{path}: this is no network; `inventorium train` makes one")
    version, length = struct.unpack("<HI", content[len(MAGIC):start])
    if version != FORMAT:
        raise InventoriumError(f"{path}: a network of format {version}; this program reads format {FORMAT}")
    try:
        head = json.loads(content[start:start + min(length, LARGEST_HEAD)])
        body = content[start + length:]
        whole = hashlib.sha256(body).hexdigest() == head["sha256"]
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        raise InventoriumError(f"{path}: this network is cut off or damaged; its checksum is wrong")
    return head, body


def path_of(box: Box) -> Path:
    """Return where the network of a component file lies: beside it."""
    return box.components.path.with_suffix(".network")


@cache
def needed_network(box: Box, file: Path | None = None) -> Net:
    """Return the network that plays with these components, for somebody who cannot do without: that of a file, or the one that
    lies beside them."""
    path = file or path_of(box)
    if not path.exists():
        raise InventoriumError(f"{path}: there is no network for these components; `inventorium train` makes one")
    network = read(path)
    if network.components != digest_of(box):
        raise InventoriumError(f"{path}: this network was trained for other components; `inventorium train` makes one for these")
    return network.net()


@cache
def network_of(box: Box) -> Net | None:
    """Return the same; none where nobody has trained one, or where it does not fit, whatever the reason."""
    try:
        return needed_network(box)
    except InventoriumError:
        return None
