"""`make luck`: what docs/analysis.md says about luck, measured; hours on one core for the whole of it.

    python -m benchmarks.luck [GAMES] [GAME ...]

Of each game GAMES games between random bots and a tenth of that between `net` bots are walked through: does every account add up,
is the mean luck of every seat nothing, also with an evaluation that is wrong on purpose, how many games are saved, how long does
it take.
"""
import sys
import time

import numpy as np

from inventorium import analysis, load
from inventorium.analysis.evaluation import evaluation_of
from inventorium.arena.playout import play_out
from inventorium.core import library
from inventorium.core.game import Game
from inventorium.core.position import Position
from inventorium.statistics import Z95, explained

PLAYERS = 4


def bent(game: Game) -> analysis.Evaluation:
    """An evaluation that is wrong on purpose."""
    net = evaluation_of(game, game.box()).net
    assert net is not None
    noise = np.random.default_rng(1).normal(size=net.heads.shape).astype(np.float32)
    return analysis.Evaluation("bent", net._replace(heads=net.heads + noise, heads_bias=net.heads_bias + noise[0]))


def measure(game: Game, bot: str, games: int) -> None:
    """Walk through many games and print what was found."""
    wins, luck, crooked, worst, seconds = [], [], [], 0.0, 0.0
    for number in range(games):
        position = game.new(PLAYERS, seed=f"luck {number}")
        play_out(position, (bot,) * PLAYERS, f"luck {number}")
        began = time.process_time()
        account = analysis.account(position)
        seconds += time.process_time() - began
        worst = max(worst, gap(account))
        wins.append([seat.wins.result for seat in account.seats])
        luck.append([seat.wins.luck for seat in account.seats])
        crooked.append(analysis.luck_of(position, bent(game))[0])
    won, lucky, wrong = np.array(wins), np.array(luck), np.array(crooked)
    share = explained(won, lucky)
    assert share["mean"] is not None
    print(f"{game.name}, {games} games of {PLAYERS} {bot}: off by {worst:.1e} at most, {1000 * seconds / games:.0f} ms a game")
    for name, found in (("luck", lucky), ("luck with a bent evaluation", wrong)):
        half = Z95 * found.std(axis=0, ddof=1) / np.sqrt(games)
        inside = " ".join(f"{100 * mean:+.2f} ± {100 * width:.2f}" for mean, width in zip(found.mean(axis=0), half, strict=True))
        print(f"  mean {name} of the seats, in %: {inside}; {(np.abs(found.mean(axis=0)) <= half).sum()} of {PLAYERS} hold 0")
    all_taken_away = won.var(axis=0).sum() / (won - lucky).var(axis=0).sum()
    print(f"  share of who wins that is due to deals: {share['mean']} {share['interval']}; games saved: "
          f"x {1 / (1 - share['mean']):.2f} (with all luck taken away: x {all_taken_away:.2f})", flush=True)


def gap(account: analysis.Account) -> float:
    return max(abs(one.start + one.luck + one.own + one.others + one.rest - one.result)
               for seat in account.seats for one in (seat.wins, seat.points))


def errors(game: Game) -> None:
    """How long the errors of one seat take, with a search of 1000 at every question."""
    position: Position = game.new(PLAYERS, seed="errors")
    play_out(position, ("greedy",) * PLAYERS, "errors")
    analysis.errors(position, 0, 16)
    began = time.process_time()
    found = analysis.errors(position, 0)
    print(f"{game.name}: errors of one seat in {time.process_time() - began:.1f} s, {len(found.counted)} decisions count, "
          f"mean loss {100 * found.mean_loss:.2f} %, {len(found.worst)} certain", flush=True)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    for name in sys.argv[2:] or library.names():
        game = load(name)
        measure(game, "random", games)
        measure(game, "net", max(2, games // 10))
        errors(game)


if __name__ == "__main__":
    main()
