"""The threads that play against themselves, and the deals they play."""

import queue
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from inventorium import bots
from inventorium.bots.inputs import names_of
from inventorium.bots.networks import InputSpec, Net, sources_of
from inventorium.bots.searcher import Tree
from inventorium.core.box import Box
from inventorium.core.chance import new_stream, restart
from inventorium.core.cpu import joined
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.research.training.samples import Samples, new_buffers, new_samples, settings

ROOM = 4096  # notes that a thread writes before it hands them in
MOST_NODES, MOST_KEPT = 50_000, 1000  # nodes and positions of a tree in self-play
VARIANTS = 40  # of the rules, besides the usual ones
CHANGED = 0.15  # of the options of a variant
PLAYED = 0.2  # of all games are variants
GAMES_TO_SURVEY = 5  # of every variant
MARGIN = 1.15  # room for positions with more inputs than any that was seen


@cache
def selfplay_of(game: Game) -> ModuleType:
    """Return selfplay.py, compiled for a game."""
    parts = {name: bots.compiled(game, name) for name in ("evaluator", "greedy", "inference")}
    search = bots.compiled(game, "regret" if game.type.sealed else "net_search")
    return game.bind("inventorium.research.training.self_play", search=search, **parts)


def new_tree(game: Game) -> Tree | None:
    """Return room for a search tree; a game with sealed moves needs none."""
    if game.type.sealed:
        return None
    tree: Tree = bots.compiled(game, "net_search").new_tree(np.zeros(1, game.tables.STATE), MOST_NODES, MOST_KEPT)
    return tree


class GameSampler:
    """Which games are played: numbers of players as often as they are named, mostly by the usual rules, now and then by an
    edition or with options changed, so that the network knows them all."""

    def __init__(self, game: Game, box: Box, players: list[int], seed: str) -> None:
        random, path = Random(f"deals {seed}"), box.components.path
        self.usual = [game.new(number, seed=0, components=path).states for number in players]
        self.variants = [
            states
            for states in (variant(game, box, random.choice(players), random) for _ in range(VARIANTS))
            if states is not None
        ]

    def draw(self, random: Random) -> np.ndarray:
        return random.choice(self.variants if self.variants and random.random() < PLAYED else self.usual)

    def __iter__(self) -> Iterator[np.ndarray]:
        yield from self.usual
        yield from self.variants


def variant(game: Game, box: Box, players: int, random: Random) -> np.ndarray | None:
    """Return a game by an edition, often with options changed; nothing where they do not go together."""
    changes = {option.name: random.choice(option.values) for option in game.options if random.random() < CHANGED}
    try:
        return game.new(players, random.choice(list(game.editions)), 0, box.components.path, **changes).states
    except InventoriumError:
        return None


def survey(game: Game, box: Box, deals: GameSampler, seed: str) -> InputSpec:
    """Return what a network needs to see: whatever changes in some games."""
    module, buffers, stream = selfplay_of(game), new_buffers(game, 1), new_stream(f"survey {seed}")
    elements = len(names_of(game).elements)
    assert game.value is not None
    lows, highs = np.full(elements, 1 << 30, np.int32), np.full(elements, -1 << 30, np.int32)
    largest = np.zeros(game.value.HINTS)
    for number, template in enumerate(each for each in deals for _ in range(GAMES_TO_SURVEY)):
        restart(stream, number)
        module.survey(buffers, box.array, template, stream, lows, highs, sources_of(game), largest)
    unseen = lows > highs
    lows[unseen] = highs[unseen] = 0
    return InputSpec(game, lows, highs, (1 / np.maximum(largest, 1.0)).astype(np.float32))


def width_of(game: Game, box: Box, net: Net, deals: GameSampler, seed: str) -> int:
    """Return how many inputs of a position are at most not 0, with some room."""
    buffers, notes, stream = new_buffers(game, ROOM), new_samples(game, ROOM, len(net.first)), new_stream(f"width {seed}")
    most, self_play_settings, tree = 0, settings(heuristic=1), new_tree(game)
    for template in deals.usual:
        filled, _ = selfplay_of(game).play_many(buffers, box.array, template, stream, net, self_play_settings, notes, 2, tree)
        most = max(most, int((notes.inputs[:filled] >= 0).sum(1).max()))
    return min(len(net.first), int(MARGIN * most))


class Player:
    """A self-play worker with its own random numbers."""

    def __init__(self, game: str, components: Path, deals: GameSampler, width: int, seed: str) -> None:
        self.game, self.deals = load_game(game), deals
        self.box = self.game.box(components)
        self.random, self.stream = Random(seed), new_stream(f"self-play {seed}")
        self.buffers, self.notes = new_buffers(self.game, ROOM), new_samples(self.game, ROOM, width)
        self.tree = new_tree(self.game)

    def play(self, net: Net, self_play_settings: np.ndarray) -> tuple[Samples, int]:
        """Play a few games; return the notes, and how many games there were."""
        template, games = self.deals.draw(self.random), 1 if self_play_settings["simulations"][0] else 8
        filled, played = selfplay_of(self.game).play_many(
            self.buffers, self.box.array, template, self.stream, net, self_play_settings, self.notes, games, self.tree
        )
        return packed(self.notes, filled), played


class SelfPlayWorkers:
    """Threads that play. They take the newest network and manner for every few games, and hand in their notes. With the address
    of a Ray cluster they let others play, one process on a core each."""

    def __init__(
        self, game: Game, box: Box, deals: GameSampler, width: int, threads: int, seed: str, ray: str | None = None
    ) -> None:
        self.what, self.seed = (game.name, box.components.path, deals, width), seed
        self.cluster = joined(ray) if ray else None
        threads = threads if self.cluster is None else int(self.cluster.cluster_resources().get("CPU", 1))
        self.notes: queue.Queue[tuple[Samples, int]] = queue.Queue(2 * threads)
        self.net: Net | None = None
        self.settings = settings()
        self.stopped = threading.Event()
        self.threads = [threading.Thread(target=self.play, args=(number,), daemon=True) for number in range(threads)]

    def start(self, net: Net, self_play_settings: np.ndarray) -> None:
        self.net, self.settings = net, self_play_settings
        for thread in self.threads:
            thread.start()

    def play(self, number: int) -> None:
        seed = f"{self.seed} {number}"
        play = Player(*self.what, seed).play if self.cluster is None else elsewhere(self.cluster, *self.what, seed)
        while not self.stopped.is_set():
            assert self.net is not None
            self.hand_in(play(self.net, self.settings))

    def hand_in(self, what: tuple[Samples, int]) -> None:
        while not self.stopped.is_set():
            try:
                return self.notes.put(what, timeout=0.5)
            except queue.Full:
                continue

    def stop(self) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()
        if self.cluster is not None:
            self.cluster.shutdown()


def elsewhere(cluster: Any, *about: Any) -> Callable[[Net, np.ndarray], tuple[Samples, int]]:
    """Return how somebody on the cluster plays. A network is sent once, for as long as it is the newest."""
    player, sent = cluster.remote(Player).remote(*about), list[Any]([None, None])

    def play(net: Net, self_play_settings: np.ndarray) -> tuple[Samples, int]:
        if sent[0] is not net:
            sent[:] = [net, cluster.put(net)]
        found: tuple[Samples, int] = cluster.get(player.play.remote(sent[1], self_play_settings))
        return found

    return play


def packed(notes: Samples, filled: int) -> Samples:
    """Return a copy of the notes, as small as they are kept."""
    return Samples(
        notes.inputs[:filled].copy(),
        notes.amounts[:filled].astype(np.float16),
        notes.heads[:filled].astype(np.float16),
        notes.players[:filled].astype(np.int8),
        notes.seats[:filled].astype(np.int8),
        notes.policy[:filled].astype(np.float16),
    )


def win_share(game: Game, box: Box, net: Net, players: int, games: int, self_play_settings: np.ndarray, seed: str) -> float:
    """Return how often the network wins among bots that are `greedy`, from every seat in turn."""
    module, buffers, tree, stream = selfplay_of(game), new_buffers(game, 1), new_tree(game), new_stream(f"contest {seed}")
    template, wins = game.new(players, seed=0, components=box.components.path).states, 0.0
    for number in range(games):
        restart(stream, number // players)
        wins += module.evaluation_match(
            buffers, box.array, template, stream, net, self_play_settings, np.int64(number % players), tree
        )
    return float(wins / games)
