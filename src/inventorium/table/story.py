"""The story of a table as somebody may hear it: turns in words, what is new since one's last turn, the scores over time."""
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from inventorium.core.position import DEALER, Answer
from inventorium.core.words import Words, with_names
from inventorium.table.entries import ANSWER, CHAT, UNDO, Entry
from inventorium.table.table import Table


@dataclass
class Line:
    """One answer of a turn. `answers` is how many answers stand with it, which is where a replay can show it."""

    answers: int
    move: str
    text: str
    automatic: bool


@dataclass
class Turn:
    """Answers of one seat in a row (-1: the dealer's)."""

    seat: int
    number: int                                     # turns are counted from 1; what is dealt belongs to the turn before
    news: bool                                      # later than the last answer of whoever hears it
    time: float
    lines: list[Line]

    @property
    def texts(self) -> list[str]:
        """What there is to say about it."""
        return [line.text for line in self.lines if line.text]


def turns(table: Table, seat: int, words: Words, names: Sequence[str] = (), last: int | None = None,
          answers: int | None = None) -> list[Turn]:
    """Return what was answered, turn by turn, as this seat may know it (-1: a spectator), by the names of those who sit
    there: the `last` turns of the first `answers` answers, or all of them."""
    told, mine = table.told, last_answer(table, seat)
    heard = [one for one in heard_by(table, seat, words, names) if answers is None or one.place < answers]
    firsts = [i for i, one in enumerate(heard) if not i or heard[i - 1].seat != one.seat]
    runs, number = list(pairwise([*firsts, len(heard)])), sum(heard[i].seat != DEALER for i in firsts)
    found: list[Turn] = []
    for first, end in reversed(runs[-last:] if last else runs):
        one = heard[first]
        lines = [Line(line.place + 1, line.move, line.text, told[line.place].entry.automatic) for line in heard[first:end]]
        found.append(Turn(one.seat, number, seat >= 0 and one.place > mine, told[one.place].entry.time, lines))
        number -= one.seat != DEALER
    return found[::-1]


class Heard(NamedTuple):
    """An answer that stands as somebody may know it. `place` is where it stands, from 0."""

    seat: int
    place: int
    move: str
    text: str
    is_known: bool = True


def heard_by(table: Table, seat: int, words: Words | None, names: Sequence[str] = (), first: int = 0) -> list[Heard]:
    """Return what a seat may know of the answers that stand, from the place `first` on. What the game's notation blanks is
    said to be hidden. Without words there are no texts, and without names seats are called by their numbers."""
    if words:
        table.speak(words.language)
        names = names or [words("seat", seat=number + 1) for number in range(table.position.players)]
    told, language = table.told, words.language if words else ""

    def text_of(place: int) -> str:
        return with_names(told[place].text.get(language, ""), names)

    if is_open(table):
        return [Heard(told[place].entry.seat, place, told[place].move, text_of(place)) for place in range(first, len(told))]
    answers = [Answer(one.entry.seat, one.move, one.question) for one in told]
    place_of = {id(answer): place for place, answer in enumerate(answers)}
    tell_hidden = table.game.notation.tell_hidden
    heard, place = [], 0
    for answer in table.game.notation.answers_as_seen(table.position, answers, seat):
        if id(answer) in place_of:
            place = place_of[id(answer)]
            heard.append(Heard(answer.seat, place, answer.text, text_of(place)))
        else:
            heard.append(Heard(answer.seat, place, answer.text, tell_hidden(answer.text, words) if words else "", False))
    return [one for one in heard if one.place >= first]


def is_open(table: Table) -> bool:
    """Return whether everybody may know everything that happened."""
    return not table.game.type.secrets or table.over


def news(table: Table, seat: int, words: Words | None, names: Sequence[str], after: int) -> list[dict[str, Any]]:
    """Return every entry beyond a number as this seat may know it: what a program hears. What it may not know is `hidden`.
    Answers are told in words, if there are any."""
    told, first = table.told, len(table.told)
    while first and told[first - 1].entry.number > after:
        first -= 1
    known = {told[heard.place].entry.number: heard for heard in heard_by(table, seat, words, names, first)
             if heard.is_known}
    found = []
    for entry in table.entries[after:]:
        event: dict[str, Any] = {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "time": entry.time}
        if entry.number in known:
            heard = known[entry.number]
            event |= {"move": heard.move, "automatic": entry.automatic, **({"text": heard.text} if words else {})}
        elif entry.kind == ANSWER:                      # taken back, or secret
            event |= {"void": True, "action": entry.action} if is_open(table) else {"kind": "hidden", "seat": None}
        elif entry.kind == UNDO:
            event |= {"undoes": entry.action} if is_open(table) or entry.seat == seat else {"kind": "hidden", "seat": None}
        else:
            event["text"] = entry.text
        found.append(event)
    return found


def chat(table: Table) -> list[Entry]:
    """Return what was said at the table."""
    return [entry for entry in table.entries if entry.kind == CHAT]


def last_answer(table: Table, seat: int) -> int:
    """Return the place of the last answer that this seat gave itself; -1 if it gave none."""
    return max((place for place, one in enumerate(table.told) if one.entry.seat == seat and not one.entry.automatic),
               default=-1)


def turn_ends(table: Table) -> list[int]:
    """Return after how many answers each turn of a seat ends."""
    seats = [one.entry.seat for one in table.told]
    return [place + 1 for place, (seat, after) in enumerate(pairwise([*seats, None])) if seat != DEALER and seat != after]


def score_curve(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Return the scores after every turn of a finished game: the number of answers, and the points of every seat."""
    position = table.position.begun()
    ends, curve = set(turn_ends(table)), []
    for place, one in enumerate(table.told):
        position.act(one.entry.action, one.entry.seat)
        if place + 1 in ends:
            curve.append((place + 1, position.scores))
    return curve
