"""Puzzles: positions in which one action is clearly better than every other. docs/puzzles.md.

What is asked is the next answer of a seat, or its whole sheet. A first answer is judged by the best turn that begins with it, a
sheet as it is: both are compared with the solution on the same imagined luck, as the decisions of a finished game are
(decisions.py). Whatever loses less than half of what the usual answers lose is nearly right.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from itertools import chain
from typing import Any

from inventorium import bots
from inventorium.bots.searcher import Budget, Line
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.position import Position, View
from inventorium.core.statistics import standard_error
from inventorium.review.decisions import Decision, best_turn, compare
from inventorium.review.evaluation import evaluation_of
from inventorium.review.explanations import why_better
from inventorium.review.turns import Turn, best_plan, play_all, start_of, thinker, written
from inventorium.review.value_parts import by_source

FORMAT = "puzzles 1"
SIMULATIONS = 1000  # of the search that finds a puzzle
TIMES = 10  # so many more confirm it,
LOOKS = ("again", "once more", "at last", "for good", "finally")  # each time with other luck
REST = 200  # simulations at every further question of a turn
ROUNDS = 256  # comparisons of two answers, each with other luck
CLEAR = 0.08  # a margin, as a chance to win
SURE = 1.96  # standard errors
CHOICES = 3  # fewer actions are no puzzle
RIVALS = 6  # the best other actions of a search
SEEN = 0.005  # of the simulations: a search knows nothing of actions tried less often
RIGHT, NEARLY = 0.25, 0.5  # of the margin: an answer that loses less is right, or nearly right
PANEL = ("greedy", "net", "search:20", "search:60", "search:200")  # weaker players, who grade a puzzle
TIMES_EACH = 2
GLANCE = 4  # of their sheets, after which a position may be given up
EASY = 0.8  # of them: what more find is no puzzle
GRADES = {1: 0.5, 2: 0.2, 3: 0.0}  # a puzzle is of the first grade of which at least this share found it


class Verdict(Enum):
    """The verdict on an answer."""

    RIGHT = "right"
    NEARLY = "nearly"
    WRONG = "wrong"


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: the way to the position, the seat, and the answer. `answers` are the actions of seats with a choice, each by
    its index among the legal ones; the deals follow from the seed."""

    id: str
    players: int
    seed: str
    answers: tuple[int, ...]
    seat: int
    best: tuple[str, ...]  # the solution in the notation; where there are no sheets, its first counts
    margin: float  # by how much it beats the second, or usual sheets; as a chance to win
    error: float  # the standard error of that
    found: float  # the share of weaker players who find it
    grade: int  # 1 (easy) to 3

    def begin(self, game: Game) -> Position:
        """Return the position of the puzzle."""
        position = game.new(self.players, seed=self.seed)
        for answer in self.answers:
            skip_forced(position)
            position.act(position.actions(position.to_act[0])[answer], position.to_act[0])
        skip_forced(position)
        return position

    def verdict(self, decision: Decision) -> Verdict:
        """Return the verdict on a judged answer."""
        if decision.loss <= RIGHT * self.margin:
            return Verdict.RIGHT
        return Verdict.NEARLY if decision.loss <= NEARLY * self.margin else Verdict.WRONG


def skip_forced(position: Position) -> None:
    """Make the forced moves of the first seat to move."""
    while not position.over and len(position.actions(position.to_act[0])) == 1:
        position.act(position.actions(position.to_act[0])[0], position.to_act[0])


# ---------------------------------------------------------------- as text


def as_text(game: Game, found: Iterable[Puzzle]) -> str:
    """Return a puzzle file: a line about all puzzles, then one for each."""
    lines = ({**head_of(game), "evaluation": judged_by(game)}, *map(plain, found))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def from_text(game: Game, text: str) -> list[Puzzle]:
    """Return the puzzles of a file; one that was made for other rules or components is refused."""
    try:
        head, *lines = map(json.loads, text.splitlines())
        head.pop("evaluation")  # it says who judged them, and may have been replaced by a better one
        found = list(map(read, lines))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InventoriumError(
            f"not a puzzle file of {game.name}: each line must be a JSON object, the first about the file"
        ) from None
    if wrong := [key for key, value in head_of(game).items() if head.get(key) != value]:
        raise InventoriumError(
            f"these puzzles are for other {wrong[0]}: '{head.get(wrong[0])}', not '{head_of(game)[wrong[0]]}'; mine new ones"
        )
    return found


def head_of(game: Game) -> dict[str, object]:
    return {"format": FORMAT, "game": game.name, "rules": game.tables.RULES_VERSION, "components": game.box().components.digest}


def judged_by(game: Game) -> str:
    """Return the name of the evaluation that judges."""
    return evaluation_of(game, game.box()).name


def plain(puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle as a row of a file."""
    return {**asdict(puzzle), "answers": " ".join(map(str, puzzle.answers)), "best": "; ".join(puzzle.best)}


def read(row: dict[str, Any]) -> Puzzle:
    return Puzzle(**{**row, "answers": tuple(map(int, row["answers"].split())), "best": tuple(row["best"].split("; "))})


# ---------------------------------------------------------------- judging an answer


def actions_of(position: Position, seat: int, moves: Iterable[str]) -> tuple[int, ...]:
    """Return moves in notation as action numbers."""
    position, before = position.copy(), position.actions_taken
    position.dealer = None
    for move in moves:
        position.play(move, seat)
    return tuple(action for who, action in position.log[before:] if who == seat)


def judge_move(view: View, solution: Sequence[int], given: Sequence[int], others: Any = None, explain: bool = False) -> Decision:
    """Compare an answer with the solution: a first action, or sealed moves, against what the `others` may seal. On request the
    decision also says why the solution is better."""
    seat, sheets = view.seat, view.game.type.sealed
    thread = others or rivals_at(view)
    played = tuple(given) if sheets else turn_with(view, given[0])
    best = tuple(solution) if sheets or given[0] != solution[0] else played
    turn = Turn(seat, 0, played, view)
    gains = compare(turn, best, thread, ROUNDS)
    loss, points = gains[:, :2].mean(axis=0).tolist()
    error = standard_error(gains[:, 0])
    return Decision(
        seat,
        0,
        written(turn, played),
        written(turn, best),
        best,
        True,
        loss,
        error,
        points,
        by_source(view.game, gains) if loss > 0 else {},
        why_better(Turn(seat, 0, best, view), played, loss, error, thread) if explain and loss > 0 else None,
    )


def rivals_at(view: View, simulations: int = SIMULATIONS) -> Any:
    """Return the sealed moves that a search expects of others, where there are any."""
    return thinker(view, simulations).ponder(view)[0] if view.game.type.sealed else None


def turn_with(view: View, action: int) -> tuple[int, ...]:
    """Return the best turn that begins with an action."""
    position = start_of(view, 0)
    position.act(action, view.seat)
    if position.to_act != (view.seat,):
        return (action,)
    return (action, *best_turn(Turn(view.seat, 0, (), position.view(view.seat)), REST)[0])


# ---------------------------------------------------------------- looking for one


@dataclass(frozen=True)
class Found:
    """What makes a position a puzzle."""

    best: tuple[int, ...]
    margin: float
    error: float
    found: float


def find_puzzle(view: View, best: Sequence[int], rivals: Sequence[int]) -> Found | None:
    """Return what makes a position a puzzle, if it is one: no other answer comes near the solution, a search with ten times the
    budget agrees, and some weaker players miss it."""
    asked = sealed_puzzle(view, best) if view.game.type.sealed else turn_puzzle(view, best[0], rivals)
    if asked is None or asked.found > EASY:
        return None
    return asked if all(confirmed(view, asked.best, asked.margin, seed) for seed in LOOKS) else None


def turn_puzzle(view: View, best: int, rivals: Sequence[int]) -> Found | None:
    """Compare the best action with its rivals, and with the actions of weaker players."""
    solution, panel, judged = turn_with(view, best), list[int](), dict[int, Decision]()
    unseen = [action for action in view.actions() if action not in rivals]
    for rival in chain([*rivals, *unseen][:RIVALS], noted(answers_of_panel(view), panel)):
        if rival != best and rival not in judged:
            judged[rival] = judge_move(view, solution, (rival,))
            if not is_clear(judged[rival]):
                return None
    second = min(judged.values(), key=lambda one: one.loss)
    return Found(solution, second.loss, second.error, panel.count(best) / len(panel))


def is_clear(one: Decision) -> bool:
    """Return whether an answer loses enough, and certainly more than next to nothing."""
    return one.loss >= CLEAR and one.loss - SURE * one.error >= CLEAR / 2


def answers_of_panel(view: View) -> Iterator[int]:
    for bot in panel_of(view.game):
        yield bot.choose(view)


def panel_of(game: Game) -> Iterator[bots.Bot]:
    for name in PANEL:
        for seed in range(TIMES_EACH):
            yield bots.built_in(name, game, f"panel {seed}")


def noted(answers: Iterator[int], notes: list[int]) -> Iterator[int]:
    for answer in answers:
        notes.append(answer)
        yield answer


def sealed_puzzle(view: View, best: Sequence[int]) -> Found | None:
    """Compare the best sheet with those that weaker players hand in: the margin is what the usual wrong ones lose."""
    others, judged = rivals_at(view), list[Decision]()
    for number, sheet in enumerate(sealed_of_panel(view), 1):
        judged.append(judge_move(view, best, sheet, others))
        missed = sorted((one for one in judged if one.loss >= CLEAR / 2), key=lambda one: one.loss)
        if judged[-1].loss + SURE * judged[-1].error < 0 or (number >= GLANCE and len(missed) < number * (1 - EASY)):
            return None  # a weaker player found something better, or all find it
    usual = missed[len(missed) // 2]
    found = sum(one.loss <= RIGHT * usual.loss for one in judged) / len(judged)
    return Found(tuple(best), usual.loss, usual.error, found) if is_clear(usual) else None


def sealed_of_panel(view: View) -> Iterator[tuple[int, ...]]:
    for bot in panel_of(view.game):
        yield tuple(play_all(start_of(view, 0), view.seat, bot))


def confirmed(view: View, best: Sequence[int], margin: float, seed: str) -> bool:
    """Return whether a search with ten times the budget, and other luck, finds the same answer, or no better one."""
    again = bots.adviser(view, seed, Budget(simulations=TIMES * SIMULATIONS))
    if not view.game.type.sealed:
        lines = again.study(view)
        return lines[0].action == best[0] and lead_of(lines, view.seat) >= CLEAR / 2
    turn = Turn(view.seat, 0, tuple(best), view)
    better, others = best_plan(turn, again.ponder(view)[0]), rivals_at(view, TIMES * SIMULATIONS)
    return float(compare(turn, better, others, TIMES * ROUNDS, seed)[:, 0].mean()) <= RIGHT * margin


def lead_of(lines: Sequence[Line], seat: int) -> float:
    """Return the lead in chance to win of a search's best action over any other that it knows enough of."""
    return min((lines[0].wins[seat] - line.wins[seat] for line in lines[1:] if line.share >= SEEN), default=1.0)


def grade_of(found: float) -> int:
    return next(grade for grade, least in GRADES.items() if found >= least)
