"""Mines puzzles from games between strong bots, on all cores, resumable; puzzle_criteria.py decides what is a puzzle.

Every game is a task. Its result is stored beside the puzzle file, in FILE.games.jsonl, as soon as it is over.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TypedDict

from inventorium import bots
from inventorium.bots.searcher import Budget
from inventorium.core.chance import new_stream, random_below
from inventorium.core.cpu import cores
from inventorium.core.files import check_writable
from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.core.statistics import Share, share
from inventorium.research.arena.workers import ON_THIS_MACHINE, Execution, Procedure, read, results_of
from inventorium.review.turns import Turn, best_plan, window_of
from inventorium.teaching import puzzle_criteria as puzzles
from inventorium.teaching.puzzle_criteria import Puzzle

MOST_A_GAME, APART = 3, 12  # puzzles of one game, and actions between them
MOST_PLAYERS = 4
LEAD = 0.04  # of the best action of the search that plays: worth examining


@dataclass(frozen=True)
class Task:
    """One game to be played and examined."""

    game: str
    seed: str
    deal: int
    evaluation: str

    def key(self) -> tuple[object, ...]:
        return self.game, self.seed, self.deal, self.evaluation


class Mined(TypedDict):
    """What a game brought: one line of the file beside the puzzle file."""

    game: str
    seed: str
    deal: int
    evaluation: str
    decisions: int
    puzzles: list[dict[str, object]]


class Candidate(NamedTuple):
    """A decision worth examining, by the number of actions of the game before it, and of stored ones."""

    at: int
    written: int
    seat: int
    best: tuple[int, ...]
    rivals: tuple[int, ...]


@dataclass
class Played:
    """A game between strong bots, as far as it has come."""

    position: Position
    written: list[int] = field(default_factory=list)  # actions with a choice, by their index among the legal ones
    candidates: list[Candidate] = field(default_factory=list)
    decisions: int = 0

    def act(self, seat: int, action: int) -> None:
        if len(open_to := self.position.actions(seat)) > 1:
            self.written.append(open_to.index(action))
        self.position.act(action, seat)


def find_candidates(task: Task) -> Mined:
    """Play a game and return its puzzles."""
    game, seed = load_game(task.game), f"{task.seed} {task.deal}"
    numbers = [number for number in game.players if number <= MOST_PLAYERS]
    played = Played(game.new(numbers[task.deal % len(numbers)], seed=seed))
    while not played.position.over:
        (play_window if game.type.sealed else play_move)(played, seed)
    found: list[tuple[int, dict[str, object]]] = []
    for candidate in shuffled(played.candidates, seed):
        if len(found) < MOST_A_GAME and all(abs(candidate.at - at) >= APART for at, _ in found):
            if puzzle := judge_candidate(played, candidate, seed):
                found.append((candidate.at, puzzles.plain(puzzle)))
    return {
        "game": task.game,
        "seed": task.seed,
        "deal": task.deal,
        "evaluation": task.evaluation,
        "decisions": played.decisions,
        "puzzles": [puzzle for _, puzzle in sorted(found, key=lambda one: one[0])],
    }


def play_move(played: Played, seed: str) -> None:
    """Play a strong bot's move, and note decisions where one action is much better than any other."""
    position = played.position
    seat, action = position.to_act[0], position.actions()[0]
    if len(position.actions()) > 1:
        view = position.view(seat)
        lines = bots.adviser(view, seed, Budget(simulations=puzzles.SIMULATIONS)).study(view)
        action, played.decisions = lines[0].action, played.decisions + 1
        if len(view.actions()) >= puzzles.CHOICES and puzzles.lead_of(lines, seat) >= LEAD:
            played.candidates.append(
                Candidate(position.actions_taken, len(played.written), seat, (action,), tuple(line.action for line in lines[1:]))
            )
    played.act(seat, action)


def play_window(played: Played, seed: str) -> None:
    """Play strong bots' sealed moves, and note all of them."""
    position = played.position
    window, at, written, asked = window_of(position), position.actions_taken, len(played.written), position.to_act
    for seat in asked:
        view = position.view(seat)
        thread = bots.adviser(view, seed, Budget(simulations=puzzles.SIMULATIONS)).ponder(view)[0]
        sheet = best_plan(Turn(seat, 0, (), view), thread)
        first = position.actions(seat)
        if len(first) >= puzzles.CHOICES and len(position.actions(asked[0])) > 1:
            played.candidates.append(Candidate(at, written, seat, sheet, ()))
        played.decisions += 1
        for action in sheet:
            played.act(seat, action)
        if window_of(position) != window or position.over:
            return


def shuffled(candidates: Sequence[Candidate], seed: str) -> list[Candidate]:
    """Return them in any order, so that puzzles come from all parts of a game."""
    stream = new_stream(f"{seed} order")
    return sorted(candidates, key=lambda one: random_below(stream, 1 << 30))


def judge_candidate(played: Played, candidate: Candidate, seed: str) -> Puzzle | None:
    view = played.position.at(candidate.at).view(candidate.seat)
    found = puzzles.find_puzzle(view, candidate.best, candidate.rivals)
    if not found:
        return None
    turn = Turn(candidate.seat, 0, found.best, view)
    id = hashlib.sha256(f"{seed} {candidate.at} {candidate.seat}".encode()).hexdigest()[:8]
    return Puzzle(
        id,
        view.players,
        seed,
        tuple(played.written[: candidate.written]),
        candidate.seat,
        puzzles.written(turn, found.best),
        round(found.margin, 3),
        round(found.error, 3),
        round(found.found, 2),
        puzzles.grade_of(found.found),
    )


def prepare(tasks: list[Task]) -> None:
    """Compile what the tasks need, once, before many processes would."""
    for name in dict.fromkeys(task.game for task in tasks):
        game = load_game(name)
        position = game.new(game.players[0], seed="0")
        puzzles.skip_forced(position)
        view = position.view(position.to_act[0])
        best, *rivals = view.actions()
        if game.type.sealed:
            thread = bots.adviser(view, 0, Budget(simulations=1)).ponder(view)[0]
            puzzles.find_puzzle(view, best_plan(Turn(view.seat, 0, (), view), thread), ())
        else:
            puzzles.find_puzzle(view, (best,), rivals)


MINING = Procedure(
    "mining 1", find_candidates, prepare, lambda line: (line["game"], line["seed"], line["deal"], line["evaluation"])
)


def mine(name: str, out: Path | str, count: int, seed: str = "1", execution: Execution = ON_THIS_MACHINE) -> list[Puzzle]:
    """Mine at least so many puzzles, and write them to a file. Games mined before with the same seed are not mined again."""
    game, out, found, games = load_game(name), Path(out), list[Puzzle](), 0
    check_writable(out)
    file = out.with_suffix(".games.jsonl")
    kept = replace(execution, file=file, progress=lambda done, games: execution.progress(min(found_in(file), count), count))
    while len(found) < count:
        games += max(cores(), count // 4)
        tasks = [Task(name, seed, deal, puzzles.judged_by(game)) for deal in range(games)]
        found = [puzzles.read(one) for mined in results_of(tasks, MINING, kept) for one in mined["puzzles"]]
        out.write_text(puzzles.as_text(game, found), encoding="utf-8")
    return found


def found_in(file: Path) -> int:
    """Return how many puzzles the games of a file have brought so far."""
    return sum(len(line["puzzles"]) for line in read(file, MINING)) if file.exists() else 0


# ---------------------------------------------------------------- checking them


@dataclass(frozen=True)
class Unconfirmed:
    """A puzzle to be confirmed."""

    game: str
    seed: str
    puzzle: Puzzle

    def key(self) -> tuple[object, ...]:
        return self.game, self.seed, self.puzzle.id


class Checked(TypedDict):
    game: str
    seed: str
    id: str
    confirmed: bool


def confirm(unconfirmed: Unconfirmed) -> Checked:
    """Judge a puzzle by a search with ten times the budget."""
    position = unconfirmed.puzzle.begin(load_game(unconfirmed.game))
    view, seat = position.view(unconfirmed.puzzle.seat), unconfirmed.puzzle.seat
    solution = puzzles.actions_of(position, seat, unconfirmed.puzzle.best)
    return {
        "game": unconfirmed.game,
        "seed": unconfirmed.seed,
        "id": unconfirmed.puzzle.id,
        "confirmed": puzzles.confirmed(view, solution, unconfirmed.puzzle.margin, f"check {unconfirmed.seed}"),
    }


CHECKING = Procedure(
    "checking 1",
    confirm,
    lambda doubts: prepare([Task(doubts[0].game, "", 0, "")]),
    lambda line: (line["game"], line["seed"], line["id"]),
)


def check(name: str, found: Sequence[Puzzle], number: int, seed: str = "1", execution: Execution = ON_THIS_MACHINE) -> Share:
    """Return the share of so many puzzles, picked at random, that a search with ten times the budget confirms."""
    stream = new_stream(f"check {seed}")
    picked = sorted(found, key=lambda one: random_below(stream, 1 << 30))[:number]
    checked = results_of([Unconfirmed(name, seed, puzzle) for puzzle in picked], CHECKING, execution)
    return share(sum(one["confirmed"] for one in checked), len(checked))
