"""One game, played by bots and looked at afterwards. What is noted follows from the task alone, wherever it is played."""
import random
from dataclasses import dataclass
from typing import Any

from inventorium import bots
from inventorium.arena.playing import play_out
from inventorium.bots.thinking import Budget
from inventorium.core.game import DEALER, Position, load_game
from inventorium.lab import whatif
from inventorium.lab.whatif import Decision

STEPS = 10                                          # the scores are noted at every tenth of a game
THOUGHT = Budget(simulations=2000)                  # how long a decision is studied


@dataclass(frozen=True)
class Table:
    """What is played: the game, its edition, changed options, and a component file (with a digest of its content)."""

    game: str
    edition: str = "default"
    changes: tuple[tuple[str, str], ...] = ()
    components: str | None = None
    digest: str = ""

    def new(self, players: int, seed: str) -> Position:
        game = load_game(self.game)
        return game.new(players, self.edition, seed, self.components, **game.known_options(dict(self.changes)))


@dataclass(frozen=True)
class Task:
    """One game to be played; `study` is how many of its decisions are thought through, `trials` how many things of every kind
    are tried without."""

    table: Table
    seed: str
    deal: int
    seats: tuple[str, ...]
    study: int = 0
    trials: int = 0

    def key(self) -> tuple[Any, ...]:
        table = self.table
        return (table.game, table.edition, table.changes, table.digest, self.seed, self.deal, self.seats, self.study,
                self.trials)


def key_of(result: dict[str, Any]) -> tuple[Any, ...]:
    """The task that a line of results answers."""
    return (result["game"], result["edition"], tuple(map(tuple, result["changes"])), result["components"], result["seed"],
            result["deal"], tuple(result["seats"]), result["study"], result["trials"])


def play(task: Task) -> dict[str, Any]:
    """Play one game and look at it."""
    table, seed = task.table, f"{task.seed} deal {task.deal}"
    position = table.new(len(task.seats), seed)
    faults = play_out(position, task.seats, seed)
    happened, decisions = look_at(position)
    return {"game": table.game, "edition": table.edition, "changes": [list(pair) for pair in table.changes],
            "components": table.digest, "seed": task.seed, "deal": task.deal, "seats": list(task.seats), "study": task.study,
            "trials": task.trials, "scores": list(position.scores), "places": list(position.places),
            "parts": [list(parts.values()) for parts in position.breakdown], "faults": len(faults), **happened,
            "closeness": closeness(decisions, task.study, seed),
            "tried": whatif.experiments(decisions, task.seats, task.trials, seed) if task.trials else []}


def look_at(position: Position) -> tuple[dict[str, Any], list[Decision]]:
    """What happened in a game: how long it was, how the scores went, who decided how often between how many answers, and who
    got what in which turn; and the decisions themselves."""
    things, log = position.game.things, position.log
    earlier = position.at(0)
    earlier.dealer = None
    turns, last, first = 0, DEALER, DEALER
    curve: list[list[int]] = []
    choices: list[list[int]] = [[] for _ in range(position.players)]
    gains: dict[str, list[list[Any]]] = {kind: [] for kind in things.things(position.box)} if things else {}
    decisions: list[Decision] = []
    for number, (seat, action) in enumerate(log):
        if seat != DEALER:
            if seat != last:
                turns, last = turns + 1, seat
            first = seat if first == DEALER else first
            count = len(earlier.actions(seat))
            if count > 1:
                choices[seat].append(count)
                decisions.append(Decision(earlier.view(seat), action))
        before = earlier.state.copy()
        earlier.act(action, seat)
        if things:
            for who, kind, thing in things.gains(position.box, before, earlier.state, seat, action):
                gains[kind].append([thing, who, turns])
        if (number + 1) * STEPS // len(log) > len(curve):
            curve.append(list(earlier.scores))
    return {"answers": len(log), "turns": turns, "first": first, "curve": curve, "gains": gains,
            "decisions": [len(seat) for seat in choices], "choices": [sum(seat) for seat in choices]}, decisions


def closeness(decisions: list[Decision], study: int, seed: str) -> list[list[float]]:
    """Of some decisions taken at random: by how much the best answer is better than the next best, in chance to win and in
    points, as a search sees it."""
    chosen = random.Random(f"{seed} study").sample(range(len(decisions)), min(study, len(decisions)))
    found = []
    for number in sorted(chosen):
        view = decisions[number].view
        lines = sorted(bots.analyse(view, THOUGHT, seed), key=lambda line: line.wins[view.seat], reverse=True)
        if len(lines) > 1:
            best, second = lines[:2]
            found.append([round(best.wins[view.seat] - second.wins[view.seat], 4),
                          round(best.points[view.seat] - second.points[view.seat], 3)])
    return found


def prepare(tasks: list[Task]) -> None:
    """Compile everything that the tasks need, once, before many processes would; a wrong name is refused here."""
    names = dict.fromkeys((task.table, len(task.seats), name, task.study > 0, task.trials > 0)
                          for task in tasks for name in task.seats)
    for table, players, name, studied, tried in names:
        position = table.new(players, "0")
        view = position.view(position.to_act[0])
        with bots.make(name, position.game) as bot:
            bot.prepare(view)
        if studied:
            bots.analyse(view, Budget(simulations=1))
        if tried:
            whatif.prepare(position)
