"""`make strength`: how strong the bots are, as docs/bots.md tells it; hours on one core.

    python -m benchmarks.strength [FOLDER] [NUMBER ...]

The results are kept in the folder (`strength` if none is named), a file for each game; what they hold is not played again.
Every row is what `inventorium match GAME --seats ... --games N --seed SEED` says of its first bot; the numbers choose rows. Times
are CPU time of an answer, of the bot and of the others. SEED is 5; FRESH is for networks, which no training or tuning has seen.
"""
import sys
from pathlib import Path

from benchmarks.timed import TIMED, milliseconds
from inventorium.arena.match import entrant, turned, turns
from inventorium.arena.playout import Task
from inventorium.arena.spread import Execution, results_of
from inventorium.arena.variant import variant_of
from inventorium.terminal.reports import progress

SEED, FRESH = "5", "networks"
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

NETWORKS = (
    (INVENTORS, "net", "greedy", 4, 400, 78), (ERA, "net", "greedy", 4, 400, 94),
    (INVENTORS, "net:2000", "search:2000", 4, 400, 50), (INVENTORS, "net:2000", "search:2000", 2, 400, 68),
    (ERA, "net:8000", "search:2000", 4, 100, 65), (ERA, "net:8000", "search:2000", 3, 99, 73),
    (ERA, "net:8000", "search:2000", 5, 100, 60),
    (GENIES, "net:650", "search:2000", 2, 400, 70), (GENIES, "net:650", "search:2000", 4, 400, 35),
)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "strength")
    folder.mkdir(parents=True, exist_ok=True)
    rows = [(*row, SEED) for row in MATCHES] + [(*row, FRESH) for row in NETWORKS]
    print("| game | players | bot | against | games | wins | 95 % interval | wanted | ms an answer |")
    print("| --- " * 9 + "|")
    for number in [int(number) for number in sys.argv[2:]] or range(len(rows)):
        play_row(folder, *rows[number])


def play_row(folder: Path, game: str, bot: str, others: str, players: int, games: int, wanted: int, seed: str) -> None:
    line_up, variant = [bot] + [others] * (players - 1), variant_of(game)
    tasks = [Task(variant, seed, number // turns(line_up), turned(line_up, number % turns(line_up))) for number in range(games)]
    with progress(game) as tell:
        results = results_of(tasks, TIMED, Execution(folder / f"{game}.jsonl", progress=tell))
    seat = entrant(line_up, 0, list(results))
    wins, low, high = (f"{100 * share:.1f}" for share in (seat["win_share"], *seat["interval"]))
    times = " / ".join(f"{milliseconds(results, name):.1f}" for name in (bot, others))
    cells = (game, players, f"`{bot}`", f"`{others}`", games, f"{wins} %", f"{low} to {high}", f"{wanted} %", times)
    print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main()
