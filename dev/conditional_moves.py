"""Measure how many waits conditional moves save: bot games are replayed move by move.

A visit is when a player has to come to the table: consecutive decisions of one seat, without forced moves, which the table
makes itself. Before others continue, the player who just moved may leave conditional moves for the next visit: from sampled
futures of the seat's view, with others who move at random, or like beginners. `simple` players leave moves only where they
would move the same in all those futures, `eager` ones wherever they have a favourite. A visit is saved where its moves match
all the moves played; `else` is where they would have differed: there the player decides again after all, so the record is the
same.
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from inventorium import bots, load
from inventorium.bots.bot import Bot
from inventorium.core import library
from inventorium.core.cpu import cores
from inventorium.core.position import Position, View
from inventorium.table.conditional_moves import ConditionalMove, ConditionalMoves, follow

PLAYERS, FUTURES, LONGEST = 4, 6, 400
OTHERS = ("random", "easy")


@dataclass
class Visit:
    """The consecutive moves of one seat, and the conditional moves it had left before."""

    seat: int
    plan: ConditionalMoves
    answers: list[str] = field(default_factory=list)
    planned: list[str | None] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        if not self.plan:
            return "no moves"
        if self.planned == self.answers:
            return "saved"
        return "void" if all(one in (None, other) for one, other in zip(self.planned, self.answers, strict=True)) else "else"


def is_decision(position: Position, seat: int) -> bool:
    return position.game.type.secrets or len(position.actions(seat)) > 1


def imagined(view: View, bot: Bot, others: Bot) -> ConditionalMoves:
    """Return the conditional moves for one sampled future: the moves at the next visit of the seat."""
    position, moves = view.determinize(others.seed), list[ConditionalMove]()
    for _ in range(LONGEST):
        if position.over:
            break
        seat = view.seat if view.seat in position.to_act else position.to_act[0]
        if seat == view.seat and is_decision(position, seat):
            seen = position.view(seat)
            action = bot.choose(seen)
            moves.append(ConditionalMove(position.game.notation.question(seen.fields), seen.write(seat, action)))
        elif moves and is_decision(position, seat):
            break
        else:
            action = others.choose(position.view(seat))
        position.act(action, seat)
    return tuple(moves)


def planned(view: View, bot: Bot, others: list[Bot]) -> tuple[ConditionalMoves, ConditionalMoves]:
    """Return the plans of simple and of eager people."""
    [(favourite, times), *_] = Counter(imagined(view, bot, other) for other in others).most_common()
    return favourite if times == FUTURES else (), favourite


def visits(position: Position, bot: Bot, others: list[Bot]) -> tuple[list[Visit], list[Visit]]:
    """Play a game to the end and return its visits, as simple and as eager people would have planned them."""
    plans: dict[int, tuple[ConditionalMoves, ConditionalMoves]] = dict.fromkeys(range(position.players), ((), ()))
    found: tuple[list[Visit], list[Visit]] = [], []
    while not position.over:
        seat = position.to_act[0]
        view = position.view(seat)
        action = bot.choose(view)
        if is_decision(position, seat):
            if not found[0] or found[0][-1].seat != seat:
                if found[0]:
                    last = found[0][-1].seat
                    plans[last] = planned(position.view(last), bot, others)
                for kind in (0, 1):
                    found[kind].append(Visit(seat, plans[seat][kind]))
            for kind in (0, 1):
                visit = found[kind][-1]
                visit.answers.append(view.write(seat, action))
                plan = plans[seat][kind]
                move, rest = follow(plan, view)
                visit.planned.append(move)
                plans[seat] = (rest, plans[seat][1]) if kind == 0 else (plans[seat][0], rest)
        position.act(action, seat)
    return found


def counted(task: tuple[str, str, int]) -> tuple[Counter[str], Counter[str]]:
    """Return how the visits of one game came out, for simple and for eager people."""
    name, others, number = task
    game = load(name)
    futures = [bots.make(others, game, f"future {future}") for future in range(FUTURES)]
    simple, eager = visits(game.new(PLAYERS, seed=f"handoffs {number}"), bots.make("greedy", game, "handoffs"), futures)
    return Counter(visit.outcome for visit in simple), Counter(visit.outcome for visit in eager)


def measure(name: str, games: int, others: str) -> None:
    with ProcessPoolExecutor(cores()) as pool:
        found = list(pool.map(counted, [(name, others, number) for number in range(games)]))
    for people, counts in zip(("simple", "eager"), zip(*found, strict=True), strict=True):
        all_of_them = sum(counts, Counter[str]())
        total = all_of_them.total()
        print(
            f"{name}, {games} games, {total / games:.0f} visits a game, others {others}, {people}: "
            + ", ".join(f"{outcome} {all_of_them[outcome] / total:.1%}" for outcome in ("saved", "void", "else", "no moves")),
            flush=True,
        )


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="*", metavar="GAME", default=library.names())
    parser.add_argument("--games", type=int, default=200, help="how many of each (200)")


def main(wanted: argparse.Namespace) -> None:
    for name in wanted.game:
        for others in OTHERS:
            measure(name, wanted.games, others)
