"""Trained networks as files, and as the arrays that compiled code reads (bots/network.py).

A file begins with MAGIC, the version of the format and the length of a head in JSON. The head lists what the network reads and
writes by name (bots/inputs.py), with which components it was trained, how, and under which licence. The weights follow as 16-bit
floating-point numbers; the head holds their checksum. A network that does not fit the game or the options of a table does not
play there; one that was trained on other card values does.
"""

import hashlib
import json
import os
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from inventorium.bots import inputs
from inventorium.bots.calibration import Calibration, read as read_calibration
from inventorium.bots.inputs import Misfit, Names, names_of
from inventorium.core.box import Box
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.options import Value, written
from inventorium.core.planes import NUMBER, THING, planes_of

MAGIC, FORMAT = b"inventorium network\n", 2
LICENCE = "MIT"
LARGEST_HEAD = 1 << 20
LEVELS, SCALE = THING + 1, THING + 2  # how a number is shown: a step for each unit, or one fraction
MOST_LEVELS = 6
HEADS = 3  # of every seat: its chance to win, to end above another, and its points
NO_OPTIONS: Mapping[str, Value] = {}
UNCALIBRATED = Calibration()
LAYERS = ("first", "first_bias", "second", "second_bias", "heads", "heads_bias", "policy", "policy_bias")  # in a file
POINTS = 20.0  # the unit of the last
MOST_GRAINS = (1 << 12) - 1  # the largest weight of the first layer in play: four add up within 16 bits


class Net(NamedTuple):
    """A network as compiled code reads it."""

    sources: np.ndarray  # by number of players and seat: the word of the record behind each element
    styles: np.ndarray  # of each element: SEAT, THING, LEVELS or SCALE
    starts: np.ndarray  # its first input
    lows: np.ndarray
    highs: np.ndarray
    scales: np.ndarray  # of the hints
    first_hint: int
    quantization_step: np.float32  # what 1 in the first layer stands for
    first: np.ndarray  # int16 [input, unit]: half the memory to go through, and exact sums
    first_bias: np.ndarray
    second: np.ndarray  # [unit, unit]
    second_bias: np.ndarray
    heads: np.ndarray  # [unit, head and seat]
    heads_bias: np.ndarray
    policy: np.ndarray  # [action, unit]; empty where moves are sealed
    policy_bias: np.ndarray
    temperature: np.ndarray  # [players, 2]: of the chances to win that are shown (bots/calibration.py)


class Scratch(NamedTuple):
    """Preallocated buffers for inference."""

    ones: np.ndarray  # the inputs that are 1
    inputs: np.ndarray  # the others that are not 0
    amounts: np.ndarray
    parts: np.ndarray  # the hints of one seat
    values: np.ndarray  # of every seat
    known: np.ndarray  # [seat, place]: the inputs that were 1 when the seat looked last
    known_count: np.ndarray
    sums: np.ndarray  # [seat, unit]: of their rows in the first layer
    first: np.ndarray
    second: np.ndarray
    active: np.ndarray
    gone: np.ndarray  # inputs that are 1 no more
    heads: np.ndarray
    score_parts: np.ndarray
    scores: np.ndarray
    places: np.ndarray


def as_int32(states: np.ndarray) -> np.ndarray:
    """Return a record as 32-bit numbers, in the same memory."""
    return states.view(np.ndarray).view(np.int32)


# ---------------------------------------------------------------- what a network sees


@dataclass(frozen=True)
class InputSpec:
    """Which inputs stand for which words of a record. It follows from the lowest and highest number seen in each element."""

    game: Game
    lows: np.ndarray
    highs: np.ndarray
    scales: np.ndarray  # of the hints
    trained_as: Names | None = None  # what the elements are; None: those of the game as it is now

    @property
    def names(self) -> Names:
        return self.trained_as or names_of(self.game)

    @property
    def hints(self) -> int:
        return len(self.names.hints)

    def styles(self) -> np.ndarray:
        """Return how each element is shown; what was never seen to change is not shown, -1."""
        kinds = self.names.kinds
        levels = np.where(self.highs - self.lows <= MOST_LEVELS, LEVELS, SCALE)
        return np.where(self.lows == self.highs, -1, np.where(kinds == NUMBER, levels, kinds))

    def widths(self) -> np.ndarray:
        """Return the number of inputs of each element."""
        styles = self.styles()
        things = self.names.holds + np.maximum(0, -1 - self.lows)  # -1 is nothing; what lies below has an input of its own
        return np.select([styles == -1, styles == LEVELS, styles == SCALE], [0, self.highs - self.lows, 2], things)

    def starts(self) -> np.ndarray:
        """Return the first input of each element."""
        widths = self.widths()
        return np.cumsum(widths) - widths

    @property
    def first_hint(self) -> int:
        return int(self.widths().sum())

    @property
    def inputs(self) -> int:
        return self.first_hint + self.names.seats * (self.hints + 2)

    def arrays(self) -> tuple[Any, ...]:
        """Return the first fields of a Net."""
        styles = self.styles()
        shown = styles >= 0
        highs = np.where(self.names.kinds == NUMBER, self.highs, self.names.holds)
        parts = (styles, self.starts(), self.lows, highs)
        return (
            np.ascontiguousarray(sources_of(self.game)[:, :, shown]),
            *(np.ascontiguousarray(part[shown], np.int32) for part in parts),
            self.scales.astype(np.float32),
            self.first_hint,
        )

    def now(self) -> "InputSpec":
        """Return the same for the game as it is now. What was not there in training is not shown."""
        here, (lows, highs) = names_of(self.game), np.zeros((2, len(names_of(self.game).elements)), np.int32)
        scales, at = np.ones(len(here.hints), np.float32), inputs.places_in(self.names.elements, here.elements)
        lows[at], highs[at], scales[inputs.places_in(self.names.hints, here.hints)] = self.lows, self.highs, self.scales
        return InputSpec(self.game, lows, highs, scales)

    def inputs_in(self, now: "InputSpec") -> np.ndarray:
        """Return where each input is in the game as it is now."""
        then, here = self.names, now.names
        places, starts, found = inputs.places_in(then.elements, here.elements), now.starts(), list[np.ndarray]()
        elements = zip(then.elements, places, then.kinds, self.widths(), then.holds, strict=True)
        for (name, _), place, kind, width, holds in elements:
            inside = np.arange(width)
            if kind == THING and width:  # what lies below nothing comes after the things
                inside[:holds] = inputs.things_in(then, here, name, holds)
                inside[holds:] += here.holds[place] - holds
            found.append(starts[place] + inside)
        hints = [*inputs.places_in(then.hints, here.hints), len(here.hints), len(here.hints) + 1]
        found += [now.first_hint + seat * (len(here.hints) + 2) + np.array(hints) for seat in range(then.seats)]
        return np.concatenate(found)


@cache
def sources_of(game: Game) -> np.ndarray:
    """Return the word of the record behind each element, by number of players and seat; -1 for an absent seat."""
    fields, planes = np.dtype(game.tables.STATE).fields, planes_of(game)
    assert fields is not None
    own = [fields[name][1] // 4 for name in (*(option.name for option in game.options), "players")]
    sources = np.full((game.seats + 1, game.seats, len(names_of(game).elements)), -1, np.int32)
    for players in game.players:
        sources[players, :players, : len(own)] = own
        sources[players, :players, len(own) :] = planes.program(players)[0]
    return sources


# ---------------------------------------------------------------- a network and its file


@dataclass(frozen=True)
class Network:
    """A network with all metadata of its file. `layers` are the last fields of a Net, by name."""

    sight: InputSpec
    layers: Mapping[str, np.ndarray]
    options: Mapping[str, Sequence[Value]]  # those that it reads, with the values that it knows
    components: Mapping[str, str]  # the digests of the card values that it was trained with
    record: Mapping[str, Any] = field(default_factory=dict)  # of its training

    def net(self, calibration: Calibration = UNCALIBRATED) -> Net:
        first = self.layers["first"].astype(np.float32)
        quantization_step = np.float32(max(float(np.abs(first).max()), 1e-6) / MOST_GRAINS)
        others = (np.ascontiguousarray(self.layers[name], np.float32) for name in LAYERS[1:])
        return Net(
            *(
                *self.sight.arrays(),
                quantization_step,
                np.rint(first / quantization_step).astype(np.int16),
                *others,
                calibration.array(self.sight.game.seats),
            )
        )


def shapes(sight: InputSpec, sizes: tuple[int, int]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the layers of a network with hidden layers of these sizes."""
    (one, two), actions, heads = sizes, len(sight.names.places_of_actions), HEADS * sight.names.seats
    return {
        "first": (sight.inputs, one),
        "first_bias": (one,),
        "second": (one, two),
        "second_bias": (two,),
        "heads": (two, heads),
        "heads_bias": (heads,),
        "policy": (actions, two),
        "policy_bias": (actions,),
    }


def layers_now(trained: InputSpec, now: InputSpec, layers: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the layers for the game as it is now. Inputs that were not there in training count nothing; actions that were not
    are neither likely nor unlikely."""
    shape, found = shapes(now, layers["second"].shape), dict(layers)
    found["first"] = np.zeros(shape["first"], np.float32)
    found["first"][trained.inputs_in(now)] = layers["first"]
    actions = inputs.places_in(trained.names.places_of_actions, now.names.places_of_actions)
    found["policy"] = np.zeros(shape["policy"], np.float32)
    found["policy_bias"] = np.full(shape["policy_bias"], layers["policy_bias"].mean() if len(actions) else 0, np.float32)
    found["policy"][actions], found["policy_bias"][actions] = layers["policy"], layers["policy_bias"]
    return found


def digests_of(box: Box) -> dict[str, str]:
    """Return a digest of each field of the components, as rules read them; names and comments do not change it."""
    return {name: hashlib.sha256(box.array[name].tobytes()).hexdigest()[:12] for name in box.array.dtype.names or ()}


def read_by(sight: InputSpec) -> Names:
    """Return the names of what a network reads and writes that sees so much."""
    every = names_of(sight.game)
    shown = {name for (name, _), style in zip(every.elements, sight.styles().tolist(), strict=True) if style != -1}
    return every.only(shown)


def write(network: Network, path: Path) -> None:
    """Write a network; the file is there whole or not at all."""
    sight, names = network.sight, read_by(network.sight)
    read = inputs.places_in(names.elements, names_of(sight.game).elements)
    parts = [
        sight.lows[read].astype("<i4"),
        sight.highs[read].astype("<i4"),
        sight.scales.astype("<f4"),
        *(network.layers[name].astype("<f2") for name in LAYERS),
    ]
    body = b"".join(part.tobytes() for part in parts)
    head = json.dumps(
        {
            "game": sight.game.name,
            "rules": sight.game.tables.RULES_VERSION,
            **replace(names, options={name: network.options[name] for name in names.options}).plain(),
            "components": network.components,
            "sizes": network.layers["second"].shape,
            "sha256": hashlib.sha256(body).hexdigest(),
            "licence": LICENCE,
            "training": network.record,
        }
    ).encode()
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
    """Return the network of a head and its weights, for the game as it is now."""
    game = load_game(head["game"])
    if game.value is None:
        raise Misfit(f"{path}: {game.name} has no value.py, which every network needs")
    if head["rules"] != game.tables.RULES_VERSION:
        raise Misfit(
            f"{path}: this network was trained for other rules of {game.name} (version {head['rules']}, now "
            f"{game.tables.RULES_VERSION}); train a new one with `inventorium train`"
        )
    names = Names.read(head)
    try:
        inputs.check(names, game)
    except Misfit as misfit:
        raise Misfit(f"{path}: this network does not fit {game.name}: {misfit}") from None
    elements = len(names.elements)
    numbers = np.frombuffer(body[: 8 * elements], "<i4").astype(np.int32)
    end = 8 * elements + 4 * len(names.hints)
    trained = InputSpec(game, numbers[:elements], numbers[elements:], np.frombuffer(body[8 * elements : end], "<f4"), names)
    layers, weights = {}, np.frombuffer(body[end:], "<f2").astype(np.float32)
    shape_of = shapes(trained, tuple(head["sizes"]))
    for name in LAYERS:
        shape, size = shape_of[name], int(np.prod(shape_of[name]))
        layers[name], weights = weights[:size].reshape(shape), weights[size:]
    now = trained.now()
    return Network(now, layers_now(trained, now, layers), names.options, head["components"], head["training"])


def split(path: Path, content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the head and the weights of a file, checked."""
    start = len(MAGIC) + 6
    if not content.startswith(MAGIC) or len(content) < start:
        raise InventoriumError(f"{path}: not a network file; `inventorium train` writes one")
    version, length = struct.unpack("<HI", content[len(MAGIC) : start])
    if version != FORMAT:
        raise InventoriumError(f"{path}: this network has format {version}; this program reads format {FORMAT}")
    try:
        head = json.loads(content[start : start + min(length, LARGEST_HEAD)])
        body = content[start + length :]
        whole = hashlib.sha256(body).hexdigest() == head["sha256"]
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        raise InventoriumError(f"{path}: this network is cut off or damaged; its checksum is wrong")
    return head, body


# ---------------------------------------------------------------- which network plays


def path_of(box: Box) -> Path:
    """Return where your own network lies: beside the component file."""
    return box.components.path.with_suffix(".network")


def file_for(box: Box) -> Path:
    """Return the network that plays with these components: the one beside them, or the one that comes with the game."""
    own = path_of(box)
    return own if own.exists() else path_of(load_game(box.components.game).box())


class Found(NamedTuple):
    """The network for some components, or why there is none."""

    net: Net | None
    options: Mapping[str, Sequence[Value]]  # those that it reads, with the values that it knows
    is_elsewhere: bool  # it was trained with other card values
    why_not: str
    calibration: Calibration = UNCALIBRATED


@cache
def found_for(box: Box, file: Path | None = None) -> Found:
    path = file or file_for(box)
    if not path.exists():
        return Found(None, {}, False, f"{path}: there is no network for these components; `inventorium train` makes one")
    try:
        network, calibration = read(path), read_calibration(path)
    except InventoriumError as error:
        return Found(None, {}, False, str(error))
    here = digests_of(box)
    elsewhere = any(here.get(name) != digest for name, digest in network.components.items())
    return Found(network.net(calibration), network.options, elsewhere, "", calibration)


def why_not(box: Box, options: Mapping[str, Value] = NO_OPTIONS, file: Path | None = None) -> str:
    """Return in one line why no network plays with these components and options; "" where one does. Options that are not named
    have their default."""
    found = found_for(box, file)
    for option in () if found.why_not else load_game(box.components.game).options:
        value = options.get(option.name, option.values[0])
        if value not in found.options.get(option.name, option.values[:1]):
            return f"{file or file_for(box)}: this network does not know {option.name} = {written(value)}"
    return found.why_not


def network_for(box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> Net | None:
    """Return the network that plays with these components and options, if there is one: `why_not` says why there is none."""
    return None if why_not(box, options) else found_for(box).net


def needed_network(box: Box, file: Path | None = None, options: Mapping[str, Value] = NO_OPTIONS) -> Net:
    """Return the same, or the network of a file, for a bot that cannot do without."""
    if refusal := why_not(box, options, file):
        raise InventoriumError(refusal)
    net = found_for(box, file).net
    assert net is not None
    return net
