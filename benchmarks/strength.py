"""`make strength`: how strong the bots are, as docs/bots.md tells it; hours on one core.

    python -m benchmarks.strength [FOLDER]

The results are kept in the folder (`strength` if none is named), a file for each game; what they hold is not played again.
Every row is what `inventorium match GAME --seats ... --games N --seed 5` says of its first bot.
"""
import sys
from pathlib import Path

from inventorium.arena.match import run_match
from inventorium.arena.spread import Execution
from inventorium.arena.variant import variant_of
from inventorium.terminal.reports import progress

SEED = "5"
INVENTORS, ERA, GENIES = "legendary-inventors", "era-of-inventions", "genies"
AMONG_THREE, ONE_TO_ONE = 40, 60                    # percent of wins of a level against the one below

# the game; the bot; who all the others are; players; games; percent of wins wanted
MATCHES = (
    (INVENTORS, "greedy", "random", 4, 200, 80), (ERA, "greedy", "random", 4, 200, 80), (GENIES, "greedy", "random", 4, 200, 80),
    (INVENTORS, "search:1000", "random", 4, 132, 97), (ERA, "search:1000", "random", 4, 80, 95),
    (GENIES, "search:1000", "random", 4, 80, 95),
    (INVENTORS, "search:1000", "greedy", 4, 40, 55), (ERA, "search:1000", "greedy", 4, 100, 45),
    (GENIES, "search:1000", "greedy", 4, 200, 45),
    (INVENTORS, "medium", "easy", 4, 80, AMONG_THREE), (INVENTORS, "hard", "medium", 4, 40, AMONG_THREE),
    (INVENTORS, "expert", "hard", 4, 24, AMONG_THREE),
    (ERA, "medium", "easy", 4, 80, AMONG_THREE), (ERA, "hard", "medium", 4, 40, AMONG_THREE),
    (ERA, "expert", "hard", 4, 24, AMONG_THREE),
    (GENIES, "medium", "easy", 4, 80, AMONG_THREE), (GENIES, "hard", "medium", 4, 40, AMONG_THREE),
    (GENIES, "expert", "hard", 4, 40, AMONG_THREE),
    (INVENTORS, "medium", "easy", 2, 80, ONE_TO_ONE), (INVENTORS, "hard", "medium", 2, 40, ONE_TO_ONE),
    (INVENTORS, "expert", "hard", 2, 40, ONE_TO_ONE),
    (GENIES, "medium", "easy", 2, 80, ONE_TO_ONE), (GENIES, "hard", "medium", 2, 40, ONE_TO_ONE),
    (GENIES, "expert", "hard", 2, 40, ONE_TO_ONE),
)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "strength")
    folder.mkdir(parents=True, exist_ok=True)
    print("| game | players | bot | against | games | wins | 95 % interval | wanted |", "| --- " * 8 + "|", sep="\n")
    for game, bot, others, players, games, wanted in MATCHES:
        with progress(game) as tell:
            match = run_match(variant_of(game), [bot] + [others] * (players - 1), games, SEED,
                              Execution(folder / f"{game}.jsonl", progress=tell))
        seat = match["seats"][0]
        wins, low, high = (f"{100 * share:.1f}" for share in (seat["win_share"], *seat["interval"]))
        print(f"| {game} | {players} | `{bot}` | `{others}` | {games} | {wins} % | {low} to {high} | {wanted} % |", flush=True)


if __name__ == "__main__":
    main()
