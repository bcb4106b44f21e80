"""Draw mistakes of bots of mixed levels, and print the reason for the better move; check that reasons are true.

Each is shown with the board, the move that was played, the better one and the sentence. The tables say how many sentences are
silent ("No single reason stands out"), by kind of decision, and how long a reason takes. With --check every clause is checked
by what lies on the table when other luck follows, on this board and on one where something else lies; the exit status is 1 if
more than one in 50 is false.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from inventorium import bots
from inventorium.bots.levels import LEVELS
from inventorium.core import library
from inventorium.core.boards import text_of
from inventorium.core.game import Game, load_game
from inventorium.review.decisions import REVIEWED, compare, explain_against, judge
from inventorium.review.explanations import Clause, Reason, why_better
from inventorium.review.report import default_names, move_text, sentence
from inventorium.review.turns import Turn, thinker, turns_of
from tests.reason_checks import boards, changed, holds

SIMULATIONS = 300  # of the search for the better move
FROM_A_GAME = 3  # decisions at most
BOTS = LEVELS[:5]  # stronger ones make few mistakes
FALSE_AT_MOST = 0.02  # of the clauses


class Case(NamedTuple):
    """A decision that was certainly a mistake, and why."""

    played: Turn
    better: tuple[int, ...]
    reason: Reason
    thread: Any  # what others may seal
    seconds: float  # that the reason took

    @property
    def is_silent(self) -> bool:
        return not self.reason.clauses


def cases(game: Game, number: int, seed: str) -> Iterator[Case]:
    """Yield mistakes from games of bots of mixed levels, a few of each game."""
    random, found, games = Random(f"{seed} {game.name}"), 0, 0
    while found < number:
        turns, taken, games = played(game, random, f"{seed} {games}"), 0, games + 1
        while turns and found < number and taken < FROM_A_GAME:
            turn = turns.pop()
            thread = thinker(turn.view, SIMULATIONS).ponder(turn.view)[0] if game.type.sealed else None
            decision = judge(turn, SIMULATIONS)
            if decision.kind is None or (thread is not None and is_better(turn, decision.better_actions, thread)):
                continue
            begun = thread_time()
            better = replace(turn, actions=decision.better_actions)
            reason = why_better(better, turn.actions, decision.loss, decision.error, thread, REVIEWED)
            yield Case(turn, decision.better_actions, reason, thread, thread_time() - begun)
            found, taken = found + 1, taken + 1


def is_better(turn: Turn, better: Sequence[int], thread: Any) -> bool:
    """Return whether what was sealed is better against these plans of the others."""
    return float(compare(turn, better, thread)[:, 0].mean()) <= 0


def played(game: Game, random: Random, seed: str) -> list[Turn]:
    """Return all turns of a game of bots, in random order."""
    position = game.new(random.choice(game.players), seed=seed)
    players = [bots.make(random.choice(BOTS), game, f"{seed} {seat}") for seat in range(position.players)]
    while not position.over:
        seat = position.to_act[0]
        position.act(players[seat].choose(position.view(seat)), seat)
    turns = [turn for seat in range(position.players) for turn in turns_of(position, seat)]
    random.shuffle(turns)
    return turns


def kind_of(case: Case) -> str:
    """Return what was decided: the families of the first moves that differ, or of all that were sealed."""
    space, both = case.played.view.game.tables.SPACE, (case.played.actions, case.better)
    if case.played.view.game.type.sealed:
        return " and ".join(sorted({space.family(action).replace("bid_nothing", "bid") for one in both for action in one}))
    one, two = next((pair for pair in zip(*both, strict=False) if pair[0] != pair[1]), (both[0][-1], both[1][-1]))
    return f"{space.family(one)}, better {space.family(two)}"


def show(case: Case, number: int, language: str) -> None:
    turn, view, words = case.played, case.played.view, case.played.view.game.words(language)
    print(f"\n## {view.game.name} {number}: {kind_of(case)}, {100 * case.reason.gain:.0f} points lost, seat {turn.seat + 1}\n")
    print(text_of(view, language).rstrip())
    print(f"\nplayed: {move_text(turn, turn.actions, words)}")
    print(f"better: {move_text(turn, case.better, words)}")
    print(f"> {sentence(case.reason, replace(turn, actions=case.better), words, default_names(view, words), turn.seat)}")


def show_totals(game: Game, found: Sequence[Case]) -> None:
    kinds = defaultdict[str, Counter[bool]](Counter)
    for case in found:
        kinds[kind_of(case)][case.is_silent] += 1
    silent = sum(case.is_silent for case in found)
    seconds = sorted(case.seconds for case in found)
    print(
        f"\n{game.name}: {silent} of {len(found)} are silent ({silent / len(found):.0%}); "
        f"a reason takes {1000 * sum(seconds) / len(seconds):.0f} ms, at most {1000 * seconds[-1]:.0f} ms"
    )
    for kind, counted in sorted(kinds.items(), key=lambda item: -item[1].total()):
        print(f"  {kind:40} {counted[True]:4} of {counted.total():4} silent")


class Checked(NamedTuple):
    """What came of checking clauses."""

    told: int
    false: list[Clause]

    def __add__(self, other: "Checked") -> "Checked":  # type: ignore[override]
        return Checked(self.told + other.told, self.false + other.false)


def check(turn: Turn, reason: Reason, thread: Any) -> Checked:
    """Return which clauses of a reason are false when other luck follows."""
    if not reason.clauses:
        return Checked(0, [])
    found = boards(turn, reason.better, reason.other, thread)
    return Checked(len(reason.clauses), [clause for clause in reason.clauses if not holds(clause, found)])


def check_changed(case: Case, random: Random) -> Checked:
    """Return the same of the reason on a board where something else lies."""
    there = changed(case.played, case.better, random)
    if there is None:
        return Checked(0, [])
    thread = thinker(there.view, SIMULATIONS).ponder(there.view)[0] if there.view.game.type.sealed else None
    return check(there, explain_against(there, case.better, thread), thread)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", choices=[*library.names(), []], help="all by default")
    parser.add_argument("--number", type=int, default=30, help="of decisions for each game")
    parser.add_argument("--seed", default="1", help="other decisions")
    parser.add_argument("--language", default="en")
    parser.add_argument("--silent", action="store_true", help="show only decisions without a reason")
    parser.add_argument("--check", action="store_true", help="check every clause, here and on changed boards")
    parser.add_argument("--totals", action="store_true", help="show no decisions")


def main(wanted: argparse.Namespace) -> int:
    is_true = True
    for name in wanted.games or library.names():
        found, here, there, random = list[Case](), Checked(0, []), Checked(0, []), Random(wanted.seed)
        for case in cases(load_game(name), wanted.number, wanted.seed):
            found.append(case)
            if not wanted.totals and (case.is_silent or not wanted.silent):
                show(case, len(found), wanted.language)
            if wanted.check:
                here += check(case.played, case.reason, case.thread)
                there += check_changed(case, random)
        show_totals(load_game(name), found)
        for where, checked in (("on these boards", here), ("on changed boards", there)) if wanted.check else ():
            print(f"  {len(checked.false)} of {checked.told} clauses are false {where}", flush=True)
            for clause in checked.false:
                print(f"    {clause}")
            is_true &= FALSE_AT_MOST * checked.told >= len(checked.false)
    return int(not is_true)
