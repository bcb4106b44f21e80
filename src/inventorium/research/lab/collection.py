"""Which games are played for a report, and collecting them: on all cores or on Ray, resumable, the same everywhere."""

from dataclasses import dataclass

from inventorium import bots
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.research.arena.match import turned
from inventorium.research.arena.variant import Variant
from inventorium.research.arena.workers import Execution, results_of
from inventorium.research.lab.sample import SAMPLING, Sample, SampleTask

STUDY_EVERY, STUDIED = 10, 3  # in every tenth game three decisions are studied
TRY_EVERY, TRIED = 2, 8  # in every second game at most eight things of every kind are tried without
# who plays alone against copies of the bot, to see how much skill matters; for every n of the main games there is one of these
RIVALS = {"random": 20, "easy": 10, "medium": 10, "hard": 10}


@dataclass(frozen=True)
class Plan:
    """The games of one report."""

    variant: Variant
    bot: str
    main: list[SampleTask]  # equal bots
    skill: dict[str, list[SampleTask]]  # one of another kind among them, from every seat

    @property
    def tasks(self) -> list[SampleTask]:
        return [*self.main, *(task for tasks in self.skill.values() for task in tasks)]


def plan(variant: Variant, players: int, bot: str, games: int, seed: str, skill: bool = True) -> Plan:
    """Return the games of equal bots, some of them studied, and a few with one stronger or weaker bot."""
    loaded = load_game(variant.game)
    if players not in loaded.players:
        raise InventoriumError(f"{variant.game} is for {loaded.players[0]} to {loaded.players[-1]} players, not {players}")
    bots.make(bot, loaded).close()
    studied = bots.can_judge(loaded)
    tried = studied and bot != "random"  # what random bots take says nothing
    main = [
        SampleTask(
            variant,
            seed,
            deal,
            (bot,) * players,
            STUDIED if studied and deal % STUDY_EVERY == 0 else 0,
            TRIED if tried and deal % TRY_EVERY == 0 else 0,
        )
        for deal in range(games)
    ]
    rivals = {
        rival: games // rarely // players * players for rival, rarely in RIVALS.items() if skill and studied and rival != bot
    }
    return Plan(
        variant,
        bot,
        main,
        {
            rival: [
                SampleTask(
                    variant,
                    f"{seed} against {rival}",
                    number // players,
                    turned([rival] + [bot] * (players - 1), number % players),
                )
                for number in range(some)
            ]
            for rival, some in rivals.items()
            if some
        },
    )


def collect(plans: list[Plan], execution: Execution) -> list[tuple[list[Sample], dict[str, list[Sample]]]]:
    """Play all games; return, for every plan, the samples of the main games and of those with a rival."""
    tasks = [task for one in plans for task in one.tasks]
    samples = dict(zip((task.key() for task in tasks), results_of(tasks, SAMPLING, execution), strict=True))
    return [
        (
            [samples[task.key()] for task in one.main],
            {rival: [samples[task.key()] for task in games] for rival, games in one.skill.items()},
        )
        for one in plans
    ]
