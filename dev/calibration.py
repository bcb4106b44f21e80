"""Fit the calibration of the winning chances, and measure chances and reviews on other games.

Every game is stored in the folder (`calibration` if none is named) and is not played again: stop the command when you like and
start it again. --kept plays nothing and prints the stored games.

`--fit` plays the training games of TRAINING and writes `calibration.toml` beside the networks. Without it, the games of MIXES
are played, from seeds that nothing is fitted on, and the tables of docs/how-much-luck.md are printed. The exit status is 1 if a
review does not add up, if a part is larger than what can be won or lost, or if in games of `medium` or better the chances of a
decile are off by more than 5 points for certain.
"""

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import numpy as np

from inventorium import load
from inventorium.bots.calibration import Calibration, write
from inventorium.bots.networks import file_for, found_for
from inventorium.core import library
from inventorium.core.game import Game
from inventorium.core.position import DEALER, Position
from inventorium.core.statistics import Z95
from inventorium.research.arena.game_task import Played, Task, key_of, play_task, played, prepare
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import Execution, Procedure, read, results_of
from inventorium.review.attribution import POINTS, WINS, Walk, loss_of, review_of, seeming_favour, walk
from inventorium.review.evaluation import Evaluation, by_network, evaluation_of
from inventorium.terminal.output import progress

PLAYERS = 4
JUDGED, TRAINED = "judged 1", "training 1"  # seeds
MIXES = {
    "medium": ("medium",),
    "mixed": ("easy", "medium", "hard", "expert"),
    "net": ("net",),
    "random": ("random",),
}
BELOW_MEDIUM = ("random",)  # mixes of which no calibration is demanded
TRAINING = (("easy",), ("medium",), ("hard",), ("net",), ("easy", "medium", "hard"))
TAKEN = 24  # moments of a game that are compared with its result
EXACT, ROUNDED = 1e-9, 1e-5  # so far a sum may be off, and one of rounded numbers
UNUSUAL = 50.0  # the penalty of a temperature that differs by a factor e from the usual one: 0.1 is one standard deviation
NOBODY, MOST_PLAYERS = -1e3, 8  # the logarithm of the chance at an empty seat
TOLERANCE = 0.05  # so far the chances of a decile may be off
BY_CHANCE = 2000  # samples of a bootstrap
PARTS = ("start", "luck", "own", "others", "result")


class Chances(TypedDict):
    """The chances of every seat throughout a game."""

    chances: list[list[float]]  # [moment][seat]
    spread: list[float]  # [moment]: the phase of the game


class Said(Played, Chances):
    """A game, and the chances at each of its positions."""


class Trained(Said):
    """The uncorrected estimates of the network, and the game."""

    actions: list[int]


class Judged(Said):
    """The review of a game."""

    wins: list[list[float]]  # [part][seat]
    points: list[list[float]]
    seeming: list[list[float]]  # the favour of others, before it is calibrated: [wins or points][seat]
    loss: float  # the mean loss of a decision at this table, beside the usual play
    gap: float  # by how much the review is off
    is_unfamiliar: bool


# ---------------------------------------------------------------- games


def train(task: Task) -> Trained:
    """Play a game and store the network's uncorrected chances throughout."""
    position, _ = play_task(task)
    net = found_for(position.box).net
    assert net is not None
    plain = Evaluation("plain", net._replace(temperature=np.zeros_like(net.temperature)))
    actions = [action for seat, action in position.log if seat != DEALER]
    return {**played(task, position), **said(position, walk(position, plain)), "actions": actions}


@dataclass(frozen=True)
class Again:
    """A game that was played, to be reviewed."""

    task: Task
    actions: tuple[int, ...]

    def key(self) -> tuple[Any, ...]:
        return self.task.key()

    def play(self) -> "Judged":
        position = self.task.variant.new(len(self.task.seats), f"{self.task.seed} deal {self.task.deal}")
        for action in self.actions:
            position.act(action, position.to_act[0])
        return judged(self.task, position)


def said(position: Position, path: Walk) -> Chances:
    asked = [i for i, _ in path.steps() if path.log[i, 0] != DEALER]
    taken = sorted({asked[k * len(asked) // TAKEN] for k in range(TAKEN)})
    assert position.game.value is not None
    return {
        "chances": path.before[taken, WINS].round(4).tolist(),
        "spread": [round(float(position.game.value.spread(position.at(i).state)), 3) for i in taken],
    }


def judge(task: Task) -> Judged:
    """Play a game and review it."""
    return judged(task, play_task(task)[0])


def judged(task: Task, position: Position) -> Judged:
    review, path = review_of(position), walk(position)
    wins, points = (
        [[getattr(getattr(seat, unit), part) or 0.0 for seat in review.seats] for part in PARTS] for unit in ("wins", "points")
    )
    gap = max(float(np.abs(np.array(parts[:-1]).sum(axis=0) - parts[-1]).max()) for parts in (wins, points))
    return {
        **played(task, position),
        **said(position, path),
        "wins": rounded(wins),
        "points": rounded(points),
        "seeming": rounded(seeming_favour(path).tolist()),
        "loss": round(loss_of(path), 5),
        "gap": gap,
        "is_unfamiliar": review.is_unfamiliar,
    }


def rounded(parts: list[list[float]]) -> list[list[float]]:
    return [[round(part, 6) for part in row] for row in parts]


TRAIN = Procedure("calibration training 1", train, prepare, key_of)
JUDGE = Procedure("calibration judged 1", judge, prepare, key_of)
JUDGE_AGAIN = Procedure("calibration judged 1", Again.play, lambda tasks: prepare([one.task for one in tasks]), key_of)


def tasks_of(game: str, bots: Sequence[str], players: int, games: int, seed: str) -> list[Task]:
    """Return games of these bots with rotating seats."""
    seats = [tuple(bots[(number + seat) % len(bots)] for seat in range(players)) for number in range(games)]
    return [Task(variant_of(game), seed, number, seats[number]) for number in range(games)]


def training(game: str, games: int) -> list[Task]:
    return [
        task
        for players in load(game).players
        for number, bots in enumerate(TRAINING)
        for task in tasks_of(game, bots, players, games, f"{TRAINED} {number}")
    ]


# ---------------------------------------------------------------- fitting


def fit(game: Game, folder: Path, games: int, workers: int | None) -> Calibration:
    """Play training games and return the calibration that fits them best: first temperatures, then favour."""
    tasks, network = training(game.name, games), file_for(game.box())
    trained = kept_or_played(tasks, TRAIN, folder / f"trained-{game.name}-{digest(game, plain=True)}.jsonl", workers)
    usual = fitted_temperature(trained)
    temperatures = {
        players: fitted_temperature([one for one in trained if len(one["seats"]) == players], usual) for players in game.players
    }
    adopt(network, Calibration(temperatures))
    again = [Again(task, tuple(one["actions"])) for task, one in zip(tasks, trained, strict=True)]
    judged = kept_or_played(again, JUDGE_AGAIN, folder / f"fit-{game.name}-{digest(game)}.jsonl", workers)
    loss = float(np.quantile([one["loss"] for one in judged], 0.99))
    found = Calibration(temperatures, fitted_favour([one for one in judged if len(one["seats"]) > 2]), loss)
    adopt(network, found)
    return found


def adopt(network: Path, found: Calibration) -> None:
    """Write a calibration and drop the cached one."""
    write(network, found)
    found_for.cache_clear()
    by_network.cache_clear()


def fitted_temperature(games: Sequence[Said], usual: tuple[float, float] | None = None) -> tuple[float, float]:
    """Return the temperature that makes the winners of these games least surprising, as ln T at a spread of 0 and its slope:
    every game counts once. Few games stay close to a temperature that is usual, and keep its slope."""
    logs = np.concatenate([padded(np.log(np.maximum(np.array(game["chances"]), 1e-6)), NOBODY) for game in games])
    won = np.concatenate([padded(np.tile(winners(game), (len(game["chances"]), 1)), 0.0) for game in games])
    weight = np.concatenate([np.full(len(game["chances"]), 1 / len(game["chances"])) for game in games])
    spread = np.concatenate([np.array(game["spread"]) for game in games])
    middle = float((weight * spread).sum() / weight.sum())
    slope = usual[1] if usual else 0.0
    about = usual[0] + slope * middle if usual else 0.0
    found, width = np.array([about, slope]), np.array([1.0, 0.0 if usual else 0.2])

    def surprise(one: float, other: float) -> float:
        scaled = logs * np.exp(-one - other * (spread - middle))[:, None]
        scaled -= scaled.max(axis=1, keepdims=True)
        found = -(weight[:, None] * won * (scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True)))).sum()
        return float(found + UNUSUAL * ((one - about) ** 2 if usual else other**2))

    for _ in range(5):
        grid = [found + width * np.array([i, j]) / 4 for i in range(-4, 5) for j in range(-4, 5)]
        found, width = min(grid, key=lambda pair: surprise(*pair)), width / 3
    return float(found[0] - found[1] * middle), float(found[1])


def padded(table: np.ndarray, empty: float) -> np.ndarray:
    """Return a table with a column for every seat that there can be."""
    return np.pad(table, ((0, 0), (0, MOST_PLAYERS - table.shape[1])), constant_values=empty)


def fitted_favour(games: Sequence[Judged]) -> tuple[float, float]:
    """Return how much of the others' favour proves true: what makes the winners least surprising, and the slope in points."""
    grid, surprise, over, under = np.linspace(0, 1, 101), np.zeros(101), 0.0, 1e-9
    for game in games:
        wins, points, seeming = np.array(game["wins"]), np.array(game["points"]), np.array(game["seeming"])
        base, won = np.maximum(wins[0] + wins[1], 1e-3), winners(game)
        logs = np.log(base) + len(base) * grid[:, None] * seeming[WINS]
        surprise -= (won * (logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)))).sum(axis=1)
        left = points[4] - points[0] - points[1]
        over += float(seeming[POINTS] @ (left - left.mean()))
        under += float(seeming[POINTS] @ seeming[POINTS])
    return float(grid[surprise.argmin()]), min(1.0, max(0.0, over / under))


def winners(game: Played) -> np.ndarray:
    first = np.array(game["places"]) == 1
    return np.asarray(first / first.sum())


# ---------------------------------------------------------------- measuring


class Decile(NamedTuple):
    """Chances that were about the same: how often said, their mean, how often they came true, and the 95 % interval of that."""

    number: int
    said: float
    was: float
    half: float

    @property
    def is_off(self) -> bool:
        """Whether the chances are off by more than is allowed, and not by chance."""
        return abs(self.was - self.said) - self.half > TOLERANCE


def deciles(games: Sequence[Said]) -> list[Decile]:
    """Return how often chances came true, by tenths of the chance. All moments of a game share its result, so the interval is
    that of the games; a few that agree by chance do not make it narrow."""
    found = []
    for tenth in range(10):
        sums = []
        for game in games:
            chances = np.array(game["chances"])
            inside = np.minimum((10 * chances).astype(int), 9) == tenth
            won = np.broadcast_to(winners(game), chances.shape)
            sums.append((inside.sum(), chances[inside].sum(), won[inside].sum()))
        count, said, was = np.array(sums, float).T
        if count.sum():
            rest = (was - said) - (was.sum() - said.sum()) / count.sum() * count
            mean = float(said.sum() / count.sum())
            error = max(np.sqrt((rest**2).sum()) / count.sum(), np.sqrt(mean * (1 - mean) / (count > 0).sum()))
            found.append(Decile(int(count.sum()), mean, float(was.sum() / count.sum()), Z95 * float(error)))
    return found


def measure(name: str, mix: str, games: Sequence[Judged]) -> list[str]:
    """Print the reviews of one mix; return the faults found."""
    wins, wrong = np.array([game["wins"] for game in games]), []
    start, luck, own, others, result = (wins[:, part] for part in range(len(PARTS)))
    gap, largest, level = max(game["gap"] for game in games), np.abs(wins[:, :-1]).max(), start + luck + others
    outside = int(((level < -ROUNDED) | (level > 1 + ROUNDED)).any(axis=1).sum())
    lucky = [f"{100 * mean:+.1f} ± {100 * half:.1f}" for mean, half in zip(luck.mean(axis=0), halves(luck), strict=True)]
    low, high = correlation_interval(own, result)
    print(f"\n{name}, {mix}: {len(games)} games of {wins.shape[2]}")
    print(f"  off by {gap:.0e} at most; start {100 * start.min():.1f} to {100 * start.max():.1f} %")
    print(f"  luck by seat, points of chance: {', '.join(lucky)}")
    print(
        f"  largest part {100 * largest:.0f} %; luck {spread_of(luck)}, own {spread_of(own)}, others {spread_of(others)}; shares "
        f"outside 0 to 100 %: {outside}"
    )
    print(f"  own play and result: correlation {correlation(own, result):.2f} ({low:.2f} to {high:.2f})")
    seats = np.array([game["seats"] for game in games])
    for bot in dict.fromkeys(MIXES.get(mix, ())):
        some = own[seats == bot]
        half = Z95 * some.std(ddof=1) / np.sqrt(len(some))
        print(f"  mean own play of {bot}: {100 * some.mean():+.1f} ± {100 * half:.1f}")
    loss, unfamiliar = np.mean([game["loss"] for game in games]), np.mean([game["is_unfamiliar"] for game in games])
    print(f"  loss of a decision: {100 * loss:.2f} points; said to be unfamiliar play: {100 * unfamiliar:.0f} %")
    table = deciles(games)
    print("  | said | " + " | ".join(f"{100 * one.said:.0f}" for one in table) + " |")
    print("  | was  | " + " | ".join(f"{100 * one.was:.0f} ± {100 * one.half:.0f}" for one in table) + " |", flush=True)
    if gap > EXACT:
        wrong.append(f"{name}, {mix}: a review is off by {gap:.1e}")
    if largest > 1 or outside:
        wrong.append(f"{name}, {mix}: a part is larger than what can be won or lost")
    if mix not in BELOW_MEDIUM:
        wrong += [
            f"{name}, {mix}: said {100 * one.said:.0f} %, was {100 * one.was:.0f} ± {100 * one.half:.0f} %"
            for one in table
            if one.is_off
        ]
    return wrong


def spread_of(part: np.ndarray) -> str:
    return f"± {100 * part.std():.0f}"


def halves(found: np.ndarray) -> np.ndarray:
    return np.asarray(Z95 * found.std(axis=0, ddof=1) / np.sqrt(len(found)))


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


def correlation_interval(one: np.ndarray, other: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of a correlation over seats: games are drawn again, since seats of one game depend."""
    chance = np.random.default_rng(1)
    drawn = (chance.integers(len(one), size=len(one)) for _ in range(BY_CHANCE))
    low, high = np.quantile([correlation(one[some], other[some]) for some in drawn], (0.025, 0.975))
    return float(low), float(high)


# ---------------------------------------------------------------- the command


def kept_or_played(tasks: list[Any], procedure: Procedure[Any, Any], file: Path, workers: int | None) -> list[Any]:
    with progress(file.stem) as show:
        return results_of(tasks, procedure, Execution(file, workers, progress=show))


def digest(game: Game, plain: bool = False) -> str:
    """Return what separates results of one evaluation from those of another."""
    name = file_for(game.box()).read_bytes() if plain else evaluation_of(game, game.box()).name.encode()
    return hashlib.sha256(name).hexdigest()[:8]


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=Path("calibration"))
    parser.add_argument("--game", nargs="*", default=library.names())
    parser.add_argument("--mix", nargs="*", default=list(MIXES), choices=list(MIXES))
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--games", type=int, help="of every mix (200), or of every training line-up and number of players (40)")
    parser.add_argument("--fit", action="store_true", help="play training games and write calibration.toml")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what is there")
    parser.add_argument("--workers", type=int)


def main(arguments: argparse.Namespace) -> int:
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.fit:
        for name in arguments.game:
            print(name, fit(load(name), arguments.folder, arguments.games or 40, arguments.workers), flush=True)
        return 0
    wrong = list[str]()
    for name in arguments.game:
        file = arguments.folder / f"judged-{name}-{digest(load(name))}.jsonl"
        tasks = {mix: tasks_of(name, MIXES[mix], arguments.players, arguments.games or 200, JUDGED) for mix in arguments.mix}
        if not arguments.kept:
            kept_or_played([task for some in tasks.values() for task in some], JUDGE, file, arguments.workers)
        kept = {key_of(result): result for result in read(file, JUDGE)} if file.exists() else {}
        for mix, some in tasks.items():
            if games := [kept[task.key()] for task in some if task.key() in kept]:
                wrong += measure(name, mix, games)
    print("\n" + ("\n".join(wrong) or "nothing is wrong"))
    return int(bool(wrong))
