"""Learns Legendary Inventors for two from nothing, until it beats the greedy bot: masked PPO in NumPy, on one core, in minutes.

    python examples/masked_ppo.py --minutes 6 --plot docs/learning.svg

It plays against random bots first, then against careless ones, at last against greedy ones: who loses every game learns nothing.
Every answer that the mask forbids has no chance at all; the rest is PPO as in the paper (arXiv 1707.06347) with one hidden
layer, generalised advantages and Adam. The curve is the share of games won against the greedy bot.
"""

import argparse
import os
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait for each other

import gymnasium
import numpy as np

import inventorium.research.adapters.gymnasium  # noqa: F401  (registers the games)

GAME, PLAYERS = "inventorium/LegendaryInventors-v0", 2
TABLES, STEPS, HIDDEN = 128, 64, 128  # games at once, answers of each between two updates, hidden units
EPOCHS, PORTION, CLIP, ENTROPY, GRADIENT = 3, 1024, 0.2, 0.01, 0.5
DISCOUNT, LAMBDA, RATE = 1.0, 0.95, 1e-3
LADDER = (("random", 0.75), ("careless", 0.6), ("greedy", 2.0))  # opponents, and the share of wins with which one goes on


class Net:
    """Observation -> hidden units -> a preference for every answer, and what the position is worth."""

    def __init__(self, inputs: int, answers: int, chance: np.random.Generator) -> None:
        self.weights = {
            "w": chance.normal(0, 1 / np.sqrt(inputs), (inputs, HIDDEN)),
            "b": np.zeros(HIDDEN),
            "policy": chance.normal(0, 0.01, (HIDDEN, answers)),
            "value": np.zeros((HIDDEN, 1)),
        }
        self.weights = {name: weight.astype(np.float32) for name, weight in self.weights.items()}
        self.first, self.second = ({name: np.zeros_like(weight) for name, weight in self.weights.items()} for _ in range(2))
        self.updates = 0

    def __call__(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Hidden units, the chance of every answer, and values."""
        hidden = np.maximum(seen @ self.weights["w"] + self.weights["b"], 0)
        wishes = np.where(masks, hidden @ self.weights["policy"], -np.inf)
        odds = np.exp(wishes - wishes.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ self.weights["value"])[:, 0]

    def learn(self, slopes: dict[str, np.ndarray], rate: float) -> None:
        """One step of Adam, no longer than GRADIENT."""
        self.updates += 1
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            short = slope * min(1.0, GRADIENT / (length + 1e-8))
            self.first[name] += 0.1 * (short - self.first[name])
            self.second[name] += 0.001 * (short**2 - self.second[name])
            mean, square = self.first[name] / (1 - 0.9**self.updates), self.second[name] / (1 - 0.999**self.updates)
            self.weights[name] -= rate * mean / (np.sqrt(square) + 1e-8)


def scaled(observations: np.ndarray) -> np.ndarray:
    """Counts and points grow large; their roots do not."""
    return np.sign(observations) * np.sqrt(np.abs(observations))


def drawn(odds: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """An answer for each row, as likely as the row says."""
    below = odds.cumsum(axis=1)
    return (below < chance.random((len(odds), 1)) * below[:, -1:]).sum(axis=1)


class Learner:
    def __init__(self, seed: int) -> None:
        self.chance, self.seed = np.random.default_rng(seed), seed
        self.sit_down("random")
        self.net = Net(self.seen.shape[1], self.masks.shape[1], self.chance)

    def sit_down(self, opponents: str) -> None:
        """At tables with other opponents."""
        self.tables = gymnasium.make_vec(GAME, TABLES, players=PLAYERS, opponents=opponents, autoreset_mode="SameStep", threads=1)
        seen, infos = self.tables.reset(seed=self.seed)
        self.opponents, self.seen, self.masks, self.results = opponents, scaled(seen), infos["action_mask"] == 1, []

    def play(self) -> dict[str, np.ndarray]:
        """STEPS answers at every table."""
        notes: list[dict[str, np.ndarray]] = []
        for _ in range(STEPS):
            _, odds, values = self.net(self.seen, self.masks)
            answers = drawn(odds, self.chance)
            seen, rewards, over, _, infos = self.tables.step(answers)
            notes.append(
                {
                    "seen": self.seen,
                    "masks": self.masks,
                    "answers": answers,
                    "values": values,
                    "odds": odds[np.arange(TABLES), answers],
                    "rewards": rewards,
                    "over": over,
                }
            )
            self.results += rewards[over].tolist()
            self.seen, self.masks = scaled(seen), infos["action_mask"] == 1
        return {name: np.array([note[name] for note in notes]) for name in notes[0]}

    def advantages(self, notes: dict[str, np.ndarray]) -> np.ndarray:
        """How much better than expected it went on after every answer."""
        later, result = self.net(self.seen, self.masks)[2], np.zeros((STEPS + 1, TABLES), np.float32)
        for step in reversed(range(STEPS)):
            goes_on = 1 - notes["over"][step]
            surprise = notes["rewards"][step] + DISCOUNT * goes_on * later - notes["values"][step]
            result[step] = surprise + DISCOUNT * LAMBDA * goes_on * result[step + 1]
            later = notes["values"][step]
        return result[:-1]

    def update(self, rate: float) -> None:
        notes = self.play()
        advantages = self.advantages(notes)
        flat = {name: note.reshape(STEPS * TABLES, *note.shape[2:]) for name, note in notes.items()}
        gains = advantages.ravel()
        targets = gains + flat["values"]
        for _ in range(EPOCHS):
            for rows in self.chance.permutation(len(gains)).reshape(-1, PORTION):
                self.net.learn(self.slopes({name: note[rows] for name, note in flat.items()}, gains[rows], targets[rows]), rate)

    def slopes(self, notes: dict[str, np.ndarray], gains: np.ndarray, targets: np.ndarray) -> dict[str, np.ndarray]:
        """Of the loss: clipped policy, value, entropy."""
        hidden, odds, values = self.net(notes["seen"], notes["masks"])
        number, gains = len(gains), (gains - gains.mean()) / (gains.std() + 1e-8)
        chosen = np.zeros_like(odds)
        chosen[np.arange(number), notes["answers"]] = 1
        ratio = (odds * chosen).sum(axis=1) / notes["odds"]
        pulls = np.where(((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP)), 0, ratio * gains)
        logs = np.log(odds + 1e-12)
        wishes = (-pulls[:, None] * (chosen - odds) + ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))) / number
        worth = ((values - targets) / number)[:, None]
        back = (wishes @ self.net.weights["policy"].T + worth @ self.net.weights["value"].T) * (hidden > 0)
        return {"w": notes["seen"].T @ back, "b": back.sum(axis=0), "policy": hidden.T @ wishes, "value": hidden.T @ worth}

    def wins(self, opponents: str, games: int, seed: int) -> float:
        """The share of games won; a shared first place is half a win."""
        tables = gymnasium.make_vec(GAME, TABLES, players=PLAYERS, opponents=opponents, autoreset_mode="SameStep", threads=1)
        seen, infos = tables.reset(seed=seed)
        results: list[float] = []
        while len(results) < games:
            odds = self.net(scaled(seen), infos["action_mask"] == 1)[1]
            seen, rewards, over, _, infos = tables.step(drawn(odds, self.chance))
            results += rewards[over].tolist()
        return float(np.mean([(reward + 1) / 2 for reward in results]))


def draw(curve: list[tuple[float, float]], minutes: float) -> str:
    """The learning curve as SVG."""
    points = " ".join(f"{60 + 600 * spent / minutes:.1f},{300 - 250 * share:.1f}" for spent, share in curve)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 360" font-family="sans-serif" font-size="14">',
        '<rect width="700" height="360" fill="#fbf8f1"/>',
        '<text x="60" y="28" font-size="16">Legendary Inventors for two: games won against the greedy bot</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = 300 - 250 * share
        lines.append(
            f'<line x1="60" x2="660" y1="{y}" y2="{y}" stroke="{"#b3541e" if share == 0.5 else "#d8d2c4"}"/>'
            f'<text x="52" y="{y + 5}" text-anchor="end">{share:.0%}</text>'
        )
    for minute in range(int(minutes) + 1):
        lines.append(f'<text x="{60 + 600 * minute / minutes:.1f}" y="322" text-anchor="middle">{minute}</text>')
    lines.append('<text x="360" y="346" text-anchor="middle">minutes of one core</text>')
    lines.append(f'<polyline points="{points}" fill="none" stroke="#1f5f8b" stroke-width="3"/>')
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=6, help="of computing on one core")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=2000, help="against the greedy bot at the end")
    arguments.add_argument("--plot", type=Path, help="where to draw the learning curve, as SVG")
    chosen = arguments.parse_args()
    learner, ladder, updates = Learner(chosen.seed), list(LADDER), 0
    curve = [(0.0, learner.wins("greedy", 200, 77))]
    begun = time.process_time()
    while (spent := (time.process_time() - begun) / 60) < chosen.minutes:
        learner.update(RATE * (1 - 0.9 * spent / chosen.minutes))
        updates += 1
        recent = np.array(learner.results[-500:])
        if len(recent) == 500 and (recent > 0).mean() > ladder[0][1]:
            ladder.pop(0)
            learner.sit_down(ladder[0][0])
        if spent - curve[-1][0] > chosen.minutes / 24:
            curve.append((spent, learner.wins("greedy", 200, 77)))
            print(
                f"{spent:4.1f} minutes  {updates * STEPS * TABLES:9,} answers  {(recent > 0).mean():4.0%} won in practice with "
                f"{learner.opponents:6}  {curve[-1][1]:4.0%} against greedy",
                flush=True,
            )
    curve.append((chosen.minutes, learner.wins("greedy", chosen.games, 78)))
    print(f"at the end: {curve[-1][1]:.1%} of {chosen.games:,} games won against the greedy bot")
    if chosen.plot:
        chosen.plot.write_text(draw(curve, chosen.minutes))


if __name__ == "__main__":
    main()
