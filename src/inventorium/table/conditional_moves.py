"""Conditional moves: moves that a player plans for questions that may come. No one sees them before they are played."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

from inventorium.core.position import Position, View
from inventorium.core.words import Words
from inventorium.table.table import Table

MOST_MOVES = 12  # that a seat can leave
LONGEST = 200  # characters of a move
FUTURES = 12  # sampled for coming decisions
OWN_QUESTIONS = 6  # in each of them
MOST_ANSWERS = 600


@dataclass(frozen=True)
class ConditionalMove:
    """One move. It is void as soon as its question comes and it is not possible, or its guard fails."""

    question: str  # the key of its question
    move: str  # in the notation
    text: str = ""  # for its player
    every: bool = False  # each time, not once
    while_open: str = ""  # only as long as this move is possible, too
    until_open: str = ""  # only until this move is possible

    def holds(self, possible: Sequence[str]) -> bool:
        return (
            self.move in possible
            and (not self.while_open or self.while_open in possible)
            and (not self.until_open or self.until_open not in possible)
        )


ConditionalMoves = tuple[ConditionalMove, ...]


def follow(moves: ConditionalMoves, view: View) -> tuple[str | None, ConditionalMoves]:
    """Return the conditional move that fits the question of a seat, and the moves that are left. If the first one for this
    question is void, so are the single ones after it; those for every time are tried in order."""
    question, possible = view.game.notation.question(view.fields), view.moves()
    left, is_broken = list[ConditionalMove](), False
    for place, one in enumerate(moves):
        if is_broken and not one.every:
            continue
        if one.question != question:
            left.append(one)
        elif one.holds(possible):
            rest = [later for later in moves[place + 1 :] if later.every or not is_broken]
            return one.move, (*left, *([one] if one.every else []), *rest)
        else:
            is_broken = True
    return None, tuple(left)


def next_moves(table: Table, seat: int, moves: ConditionalMoves) -> tuple[list[str], ConditionalMoves]:
    """Return the conditional moves that fit now, all sealed moves of the seat or none; and the rest."""
    trial, found, rest = table.position.copy(), list[str](), moves
    for _ in table.sealed_views(seat):
        move, rest = follow(rest, trial.view(seat))
        if move is None:
            return [], rest if not found else moves
        found.append(move)
        trial.play(move, seat)
    return found, rest


# ---------------------------------------------------------------- coming decisions


@dataclass(frozen=True)
class Foreseen:
    """A question that may come, and the moves that may be possible then, with their texts; the likely ones first."""

    question: str
    answers: dict[str, str]


def foreseen(view: View, words: Words) -> list[Foreseen]:
    """Return the coming decisions of a seat, the next one first, from futures sampled from the seat's view."""
    soon, seen = Counter[str](), dict[str, Counter[tuple[str, str]]]()
    for future in range(FUTURES):
        chance, position, mine = random.Random(future), view.determinize(future), 0
        for _ in range(MOST_ANSWERS):
            if position.over or mine == OWN_QUESTIONS:
                break
            seat = view.seat if view.seat in position.to_act else position.to_act[0]
            possible = position.actions(seat)
            if seat == view.seat and len(possible) > 1:
                mine += 1
                question, texts = condition_in_words(position, seat, possible, words)
                soon[question] += 2 ** (OWN_QUESTIONS - mine)
                seen.setdefault(question, Counter()).update(texts)
            position.act(chance.choice(possible), seat)
    found = []
    for question, _ in soon.most_common():
        moves: dict[str, str] = {}
        for (move, text), _ in seen[question].most_common():
            moves.setdefault(move, text)
        found.append(Foreseen(question, moves))
    return found


def condition_in_words(position: Position, seat: int, possible: list[int], words: Words) -> tuple[str, list[tuple[str, str]]]:
    """Return the question that is put to a seat, and its moves, in the notation and in words."""
    state, notation, box = position.view(seat).fields, position.game.notation, position.box
    return notation.question(state), [
        (notation.write(box, state, seat, action), notation.say(box, state, seat, action, words)) for action in possible
    ]


# ---------------------------------------------------------------- as text


def written(moves: ConditionalMoves) -> str:
    return json.dumps([asdict(one) for one in moves], ensure_ascii=False)


def read(text: str) -> ConditionalMoves:
    names = {field.name for field in fields(ConditionalMove)}
    return tuple(ConditionalMove(**{name: value for name, value in one.items() if name in names}) for one in json.loads(text))
