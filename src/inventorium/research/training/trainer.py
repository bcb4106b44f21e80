"""`inventorium train`: threads play against themselves in compiled code, and PyTorch learns beside them.

First the hand-written value plays, so that the network begins with sensible games; then the network itself, one look ahead; in
the end its search. What was learned is saved every few seconds (FILE.checkpoint beside FILE), so that a killed training goes
on with --resume. The file itself is a whole network at any time. The network of every point of the learning curve stays, in the
folder FILE.league, so that matches between them show whether the training goes anywhere or round in circles.
"""

import math
import os
import queue
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch

from inventorium.bots.networks import InputSpec, Net, Network, digests_of, read, read_by, write
from inventorium.core.cpu import cores
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.statistics import share as with_interval
from inventorium.research.training.model import Model, ReplayBuffer
from inventorium.research.training.samples import settings
from inventorium.research.training.workers import GameSampler, SelfPlayWorkers, survey, width_of, win_share

BATCH = 1024
REUSE = 3.0  # how often a sample is learned from; more overfits
REUSE_LATE = 1.0  # how often the whole memory is gone through once more while search plays
SAMPLED, SAMPLED_LATE = 0.33, 0.5  # of the questions, where one look ahead plays, and where search does
RATE, RATE_CONTINUED, LAST_RATE = 1e-3, 3e-4, 3e-5  # of learning: at first, at first with a network that has learned, in the end
NOTES_ON_GPU, NOTES_ON_CPU = 4_000_000, 250_000
SAMPLE_SIZE = 3000  # bytes, about; the samples may take half of the memory of a GPU
NEWEST = 300_000  # samples, from which half a batch comes while search plays
FIRST_SAMPLES = 20_000  # samples before training begins
PUBLISH, KEEP, TELL = 2.0, 20.0, 10.0  # seconds between networks for the players, checkpoints, and lines of the log
BY_HAND, UNTRUSTED = 0.03, 0.15  # shares of the time: the hand-written value plays; only results count
AHEAD = 1 / 3  # of a game: how far ahead the estimates lie that count beside its result
POINTS_OF_CURVE, GAMES_OF_CURVE = 8, 200
LEARNED = ("model", "average", "optimizer")  # what a checkpoint keeps besides the progress
SHEET_LOOKS = 160  # simulations of sealed moves in an evaluation match
CHECKPOINT_ERRORS = (
    KeyError,
    RuntimeError,
    EOFError,
    ValueError,
    TypeError,
    OSError,
    UnpicklingError,
)  # what a wrong checkpoint raises


@dataclass(frozen=True)
class TrainingConfig:
    """What is to be trained, and how."""

    game: str
    minutes: float
    out: Path
    players: tuple[int, ...] = ()  # as often as each is named; none: all alike
    components: Path | None = None
    resume: bool = False
    seed: str = "1"
    sizes: tuple[int, int] = (256, 128)
    search: float = 0.3  # the share of the time in which search plays
    simulations: int = 100  # of that search
    threads: int | None = None
    ray: str | None = None  # the address of a cluster that plays
    init_from: Path | None = None  # a network to continue training from


@dataclass
class Progress:
    """How far a training is; saved with every checkpoint."""

    seconds: float = 0.0
    games: int = 0
    samples: int = 0
    steps: int = 0
    starts: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Training:
    def __init__(self, config: TrainingConfig) -> None:
        self.config, self.progress = config, Progress()
        self.game = load_game(config.game)
        self.box = self.game.box(config.components)
        self.players = list(config.players or self.game.players)
        self.check()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.set_num_threads(1 if self.device.type == "cuda" else max(1, cores() // 2))
        torch.backends.cuda.matmul.allow_tf32 = True
        self.threads = config.threads or max(1, cores() - 1)
        self.deals = GameSampler(self.game, self.box, self.players, config.seed)
        checkpoint = self.last_checkpoint() if config.resume else {}
        begun = self.initial_network()
        if checkpoint:
            self.sight = InputSpec(self.game, *checkpoint["sight"])
        else:
            self.sight = begun.sight if begun else survey(self.game, self.box, self.deals, config.seed)
        sizes = begun.layers["second"].shape if begun else config.sizes
        self.model = Model(self.sight, sizes, seed=int.from_bytes(config.seed.encode()[:4])).to(self.device)
        if begun and not checkpoint:
            self.model.take_over(begun.layers)
        self.average = self.model.averaged()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=RATE, weight_decay=1e-4, fused=self.device.type == "cuda")
        if checkpoint:
            self.resume(checkpoint)
        self.progress.starts += 1
        self.random = torch.Generator(self.device).manual_seed(self.progress.starts)
        self.memory = ReplayBuffer(self.notes_kept(), self.device)
        self.evaluation_match: threading.Thread | None = None

    def check(self) -> None:
        for number in self.players:
            if number not in self.game.players:
                raise InventoriumError(
                    f"--players {number}: {self.game.name} is for {self.game.players[0]} to {self.game.players[-1]} players"
                )
        if self.checkpoint.exists() and not self.config.resume:
            raise InventoriumError(f"{self.checkpoint}: a training was started here; continue it with --resume")

    def initial_network(self) -> Network | None:
        """Return the network that the training begins with, if it does."""
        if self.config.init_from is None:
            return None
        network = read(self.config.init_from)
        if network.sight.game is not self.game:
            raise InventoriumError(f"{self.config.init_from}: this network plays {network.sight.game.name}, not {self.game.name}")
        return network

    def notes_kept(self) -> int:
        if self.device.type == "cpu":
            return NOTES_ON_CPU
        free, _ = torch.cuda.mem_get_info(self.device)
        return min(NOTES_ON_GPU, free // 2 // SAMPLE_SIZE)

    @property
    def checkpoint(self) -> Path:
        return self.config.out.with_suffix(".checkpoint")

    # ------------------------------------------------ the course of a training

    @property
    def elapsed_share(self) -> float:
        """How far it is, from 0 to 1."""
        return self.progress.seconds / (60 * self.config.minutes)

    def self_play_settings(self) -> np.ndarray:
        """Return how the threads play now."""
        sampled = 1.0 if self.game.type.sealed else SAMPLED
        if self.elapsed_share < BY_HAND and self.config.init_from is None:
            return settings(heuristic=1, blunder_rate=0.05, sampled=sampled)
        if not self.searching:
            return settings(td_lambda=1.0 if self.elapsed_share < UNTRUSTED else self.td_lambda(sampled), sampled=sampled)
        sampled = 1.0 if self.game.type.sealed else SAMPLED_LATE
        return settings(
            simulations=self.config.simulations,
            blunder_rate=0.03,
            target_temperature=1.0,
            temperature=0.25,
            td_lambda=self.td_lambda(sampled),
            sampled=sampled,
        )

    def td_lambda(self, sampled: float) -> float:
        """Return the weight of the result against the next estimate, for the present number of samples per game."""
        self.samples_of_a_game = self.samples_of_a_game or self.progress.samples / max(1, self.progress.games) / sampled
        return max(0.0, 1 - 1 / (AHEAD * sampled * self.samples_of_a_game))

    samples_of_a_game = 0.0  # if every decision were sampled

    @property
    def searching(self) -> bool:
        return self.elapsed_share >= 1 - self.config.search

    def run(self) -> None:
        crowd = SelfPlayWorkers(
            self.game,
            self.box,
            self.deals,
            self.width(),
            self.threads,
            f"{self.config.seed} {self.progress.starts}",
            self.config.ray,
        )
        self.log_line(
            f"{self.game.name}: {self.sight.inputs} inputs, {sum(p.numel() for p in self.model.parameters()):,} weights, "
            f"{len(crowd.threads)} threads, {self.device.type}, start {self.progress.starts}, "
            f"{self.progress.seconds:.0f} s done of {60 * self.config.minutes:.0f}"
        )
        crowd.start(self.net(), self.self_play_settings())
        due = dict.fromkeys(("publish", "keep", "tell"), 0.0)
        next_point = (int(self.elapsed_share * POINTS_OF_CURVE) + 1) / POINTS_OF_CURVE
        last, began, losses = time.monotonic(), self.memory.added, dict[str, Any]()
        try:
            while self.elapsed_share < 1:
                collected = self.collect(crowd)
                if self.may_learn():
                    losses = self.learn()
                elif not collected:
                    time.sleep(0.002)
                now = time.monotonic()
                self.progress.seconds, last = self.progress.seconds + now - last, now
                if now > due["publish"]:
                    crowd.net, crowd.settings, due["publish"] = self.net(), self.self_play_settings(), now + PUBLISH
                if now > due["keep"]:
                    self.save()
                    due["keep"] = now + KEEP
                if now > due["tell"]:
                    self.report(losses, self.memory.added - began)
                    due["tell"], began = now + TELL, self.memory.added
                if self.elapsed_share >= next_point:
                    self.begin_contest()
                    next_point += 1 / POINTS_OF_CURVE
        finally:
            crowd.stop()
            if self.evaluation_match:
                self.evaluation_match.join()
            self.save()
        self.log_line(f"{self.config.out} is written")

    def width(self) -> int:
        return width_of(self.game, self.box, self.net(), self.deals, self.config.seed)

    def collect(self, crowd: SelfPlayWorkers) -> int:
        """Take in the samples of the threads; return their number."""
        before = self.memory.added
        for _ in range(8):
            try:
                samples, games = crowd.samples.get_nowait()
            except queue.Empty:
                break
            self.memory.add(samples)
            self.progress.games += games
        self.progress.samples += self.memory.added - before
        return self.memory.added - before

    def may_learn(self) -> bool:
        """Search makes few samples: while it plays, the older ones are used once more."""
        late = max(0.0, 1 - (1 - self.elapsed_share) / self.config.search) if self.config.search else 0.0
        allowed = REUSE * self.memory.added + REUSE_LATE * late * self.memory.filled
        return self.memory.filled >= min(FIRST_SAMPLES, self.memory.number) and self.learned < allowed

    @property
    def learned(self) -> int:
        """Return how many samples were used since the start of this run."""
        return BATCH * self.steps_now

    steps_now = 0

    def learn(self) -> dict[str, Any]:
        first = RATE if self.config.init_from is None else RATE_CONTINUED
        rate = LAST_RATE + (first - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * min(1.0, self.elapsed_share)))
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (1 + self.progress.steps) / 200)
        loss, found = self.model.loss(self.memory.sample(BATCH, self.random, NEWEST if self.searching else 0))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.average.follow(self.model, self.progress.steps)
        self.progress.steps += 1
        self.steps_now += 1
        return found

    # ------------------------------------------------ networks

    def network(self) -> Network:
        progress = self.progress
        record = {
            "minutes": round(progress.seconds / 60, 2),
            "games": progress.games,
            "positions": progress.samples,
            "steps": progress.steps,
            "starts": progress.starts,
            "seed": self.config.seed,
            "players": self.players,
            "device": self.device.type,
            "threads": self.threads,
            "curve": progress.curve,
        }
        return Network(self.sight, self.average.arrays(), read_by(self.sight).options, digests_of(self.box), record)

    def net(self) -> Net:
        return self.network().net()

    def save(self) -> None:
        """Write the network and the checkpoint, each whole or not at all."""
        write(self.network(), self.config.out)
        beside = self.checkpoint.with_name(self.checkpoint.name + ".part")
        sight = [torch.tensor(part) for part in (self.sight.lows, self.sight.highs, self.sight.scales)]
        torch.save(
            {
                **{name: getattr(self, name).state_dict() for name in LEARNED},
                "progress": vars(self.progress),
                "game": self.config.game,
                "components": digests_of(self.box),
                "sight": sight,
            },
            beside,
        )
        os.replace(beside, self.checkpoint)

    def last_checkpoint(self) -> dict[str, Any]:
        """Return the checkpoint of an earlier run; empty without one."""
        if not self.checkpoint.exists():
            return {}
        try:
            checkpoint: dict[str, Any] = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
            if (checkpoint["game"], checkpoint["components"]) != (self.config.game, digests_of(self.box)):
                raise InventoriumError(f"{self.checkpoint}: this training is for {checkpoint['game']}, or for other components")
            return {**checkpoint, "sight": [part.cpu().numpy() for part in checkpoint["sight"]]}
        except CHECKPOINT_ERRORS as error:
            raise self.refusal(error) from None

    def resume(self, checkpoint: dict[str, Any]) -> None:
        """Go on where a training was."""
        try:
            for what in LEARNED:
                getattr(self, what).load_state_dict(checkpoint[what])
            self.progress = Progress(**checkpoint["progress"])
        except CHECKPOINT_ERRORS as error:
            raise self.refusal(error) from None

    def refusal(self, error: Exception) -> InventoriumError:
        return InventoriumError(f"{self.checkpoint}: cannot be gone on with ({str(error).splitlines()[0]})")

    # ------------------------------------------------ telling

    def begin_contest(self) -> None:
        """A point of the learning curve, in a thread of its own, unless the last one still plays."""
        checkpoints = self.config.out.with_suffix(".league")
        checkpoints.mkdir(exist_ok=True)
        write(self.network(), checkpoints / f"{self.progress.seconds:05.0f}.network")
        if self.evaluation_match and self.evaluation_match.is_alive():
            return
        self.evaluation_match = threading.Thread(
            target=self.play_evaluation_match, args=(self.net(), self.progress.seconds), daemon=True
        )
        self.evaluation_match.start()

    def play_evaluation_match(self, net: Net, seconds: float) -> None:
        self_play_settings = settings(simulations=SHEET_LOOKS if self.game.type.sealed else 0, blunder_rate=0.0, temperature=1e-6)
        for players in sorted({self.game.players[0], min(4, self.game.players[-1])}):
            share = win_share(self.game, self.box, net, players, GAMES_OF_CURVE, self_play_settings, f"curve {self.config.seed}")
            low, high = with_interval(share * GAMES_OF_CURVE, GAMES_OF_CURVE)["interval"] or (0.0, 1.0)
            self.progress.curve.append(
                {
                    "minutes": round(seconds / 60, 2),
                    "players": players,
                    "against": "greedy",
                    "games": GAMES_OF_CURVE,
                    "wins": round(share, 4),
                }
            )
            self.log_line(
                f"  after {seconds:.0f} s: {100 * share:.1f} % ({100 * low:.0f} to {100 * high:.0f}) of {GAMES_OF_CURVE} "
                f"games with {players} players against greedy"
            )

    def report(self, losses: dict[str, Any], new: int) -> None:
        parts = " ".join(f"{name} {loss.item():.3f}" for name, loss in losses.items())
        self.log_line(
            f"{self.progress.seconds:6.0f} s  {self.progress.games:8,} games  {self.progress.samples:11,} positions "
            f"({new / TELL:,.0f}/s)  {self.progress.steps:7,} steps  {parts}"
        )

    def log_line(self, line: str) -> None:
        print(line, flush=True)
        with self.config.out.with_suffix(".log").open("a", encoding="utf-8") as log:
            log.write(line + "\n")


def train(config: TrainingConfig) -> None:
    """Train a network."""
    if not config.out.parent.is_dir():
        raise InventoriumError(f"{config.out.parent}: there is no such folder")
    Training(config).run()
