"""Which games are played for a report, and collecting them: on all cores or on Ray, resumable, the same everywhere."""
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import Progress

from inventorium import bots
from inventorium.arena.match import turned
from inventorium.arena.spread import results_of
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.lab import playing
from inventorium.lab.playing import Table, Task

STUDIED, EACH = 10, 3                               # one game in so many is studied, at so many decisions
TRIED, THINGS = 2, 8                                # in one game in so many, so many things of every kind are tried without
# who plays alone against a table of the bot, to see how far skill goes, and in one game for how many of the others
RIVALS = {"random": 20, "easy": 10, "medium": 10, "hard": 10}


@dataclass(frozen=True)
class Plan:
    """The games of one report."""

    table: Table
    bot: str
    main: list[Task]                                # equal bots
    skill: dict[str, list[Task]]                    # one of another kind among them, from every seat

    @property
    def tasks(self) -> list[Task]:
        return [*self.main, *(task for tasks in self.skill.values() for task in tasks)]


def table_of(game: str, edition: str, changes: dict[str, str], components: Path | None) -> Table:
    """The table, checked: what is wrong with an edition, an option or a file is said before anything is played."""
    loaded = load_game(game)
    file = str(components) if components else None
    table = Table(game, edition, tuple(sorted(changes.items())), file, loaded.box(file).components.digest)
    table.new(loaded.players[0], "0")
    return table


def plan(table: Table, players: int, bot: str, games: int, seed: str, skill: bool = True) -> Plan:
    """So many games of equal bots, some of them studied, and a few with one stronger or weaker bot."""
    loaded = load_game(table.game)
    if players not in loaded.players:
        raise InventoriumError(f"{table.game} is for {loaded.players[0]} to {loaded.players[-1]} players, not {players}")
    bots.make(bot, loaded).close()
    studied = bots.can_judge(loaded)
    wanted = studied and bot != "random"            # what random bots take says nothing
    main = [Task(table, seed, deal, (bot,) * players, EACH if studied and deal % STUDIED == 0 else 0,
                 THINGS if wanted and deal % TRIED == 0 else 0) for deal in range(games)]
    rivals = {rival: games // rarely // players * players for rival, rarely in RIVALS.items()
              if skill and studied and rival != bot}
    return Plan(table, bot, main, {
        rival: [Task(table, f"{seed} against {rival}", number // players,
                     turned([rival] + [bot] * (players - 1), number % players)) for number in range(some)]
        for rival, some in rivals.items() if some})


def collect(plans: list[Plan], progress: Progress, file: Path | None, workers: int | None,
            ray: str | None) -> list[tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]]:
    """Play all games; gives, for every plan, the results of the main games and of those with a rival."""
    tasks = [task for one in plans for task in one.tasks]
    results = dict(zip((task.key() for task in tasks),
                       results_of(tasks, progress, plans[0].table.game, file, workers, ray, player=playing), strict=True))
    return [([results[task.key()] for task in one.main],
             {rival: [results[task.key()] for task in games] for rival, games in one.skill.items()}) for one in plans]
