"""The log of a table as one seat may read it: turns in words, news, the scores over time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from inventorium.core.events import TABLE, Event, Moment, capital, known, merged, plain, sentence, subject
from inventorium.core.position import DEALER, Position, RecordedMove, View
from inventorium.core.words import Words
from inventorium.table.entries import ACTION, CHANGES, PLANNED, SEAT, UNDO
from inventorium.table.table import Table

SPECTATOR = -1


@dataclass
class TurnAction:
    """One action of a turn with its events. `answers` is the number of actions up to it, where a replay can show it."""

    answers: int
    move: str  # empty where the reader may not know it
    events: list[Event]
    automatic: bool
    planned: bool = False  # a conditional move


@dataclass
class LogLine:
    """What happened to one seat in a row (-1: to the table), in words."""

    seat: int
    subject: str  # its grammatical subject
    texts: list[str]

    @property
    def predicate(self) -> str:
        """The sentence without its subject. Events of the table are sentences of their own."""
        return ("; " if self.subject else ". ").join(self.texts)

    @property
    def text(self) -> str:
        return f"{self.subject} {self.predicate}" if self.subject else self.predicate


@dataclass
class Turn:
    """Consecutive actions of one seat (-1: the dealer's)."""

    seat: int
    number: int  # turns are counted from 1; a deal belongs to the turn before
    news: bool  # later than the reader's last move
    time: float
    lines: list[TurnAction]
    clauses: list[LogLine]

    @property
    def is_known(self) -> bool:
        """Whether the reader may know all of it, so that it can be explained."""
        return all(line.move for line in self.lines)

    @property
    def planned(self) -> bool:
        return any(line.planned for line in self.lines)

    @property
    def moments(self) -> list[tuple[str, int]]:
        """The moments that began in it, each with the number of actions up to it."""
        found = {event.moment: line.answers for line in self.lines for event in line.events if event.moment}
        return list(found.items())

    @property
    def text(self) -> str:
        """All of it as one line, for those who cannot see."""
        return " ".join(f"{clause.text}." for clause in self.clauses)


@dataclass(frozen=True)
class Step:
    """One step of a playback: the table after `answers` actions, and the events since the first `first` of them."""

    first: int
    answers: int
    events: list[Event]

    @property
    def moments(self) -> list[Moment]:
        """The moments in it, in the order in which they begin."""
        names = dict.fromkeys(event.moment for event in self.events if event.moment)
        return [Moment(name, [event for event in self.events if event.moment == name]) for name in names]


def step_after(table: Table, seat: int, answers: int) -> Step | None:
    """Return the next step for a reader who has seen the first `answers` actions; None if there is none. Consecutive deals are
    one step, and secrets of others are none. A seat's own decision does not wait for simultaneous moves of others: those are in
    the log."""
    table.listen()
    history, events = table.history, list[Event]()
    for place in range(max(0, answers), len(history)):
        if not is_beside(table, place, seat):
            events += events_for(table, place, seat)
        if events and not goes_on(table, seat, place):
            return Step(answers, place + 1, events)
    return Step(answers, len(history), events) if events else None


def goes_on(table: Table, seat: int, place: int) -> bool:
    """Return whether two actions are one step: consecutive actions of one seat without a moment, consecutive deals, or a moment
    that a player's action began and the dealer continues."""
    history = table.history
    if place + 1 >= len(history):
        return False
    one, other = events_for(table, place, seat), events_for(table, place + 1, seat)
    if history[place].entry.seat == history[place + 1].entry.seat != DEALER:
        return not any(event.moment for event in (*one, *other))
    if history[place + 1].entry.seat != DEALER:
        return False
    if history[place].entry.seat == DEALER:
        return True
    return bool(one and other and one[-1].moment) and one[-1].moment == other[0].moment


def is_beside(table: Table, place: int, seat: int) -> bool:
    """Return whether an action was taken while this seat was to move itself, and caused no moment."""
    is_asked = place > 0 and table.history[place].entry.seat != seat and seat in table.history[place - 1].asked
    return is_asked and not any(event.moment for event in events_for(table, place, seat))


def moment_after(table: Table, seat: int, answers: int) -> Step | None:
    """Return the next step with a moment, which a player without playback must not miss."""
    step = step_after(table, seat, answers)
    while step and not step.moments:
        step = step_after(table, seat, step.answers)
    return step


def steps_left(table: Table, seat: int, answers: int) -> int:
    """Return how many steps remain to be shown after the first `answers` actions, moments that wait included."""
    number = 0
    while step := step_after(table, seat, answers):
        number, answers = number + 1, step.answers
    return number


def step_to(table: Table, seat: int, answers: int) -> Step | None:
    """Return the step that action number `answers` belongs to, to show it again."""
    table.listen()
    place = answers - 1
    if not 0 <= place < len(table.history):
        return None
    while place and goes_on(table, seat, place - 1):
        place -= 1
    while goes_on(table, seat, answers - 1):
        answers += 1
    return Step(place, answers, [event for one in range(place, answers) for event in events_for(table, one, seat)])


class Narrator:
    """Words the events of a table for a seat, or for a spectator (-1)."""

    def __init__(self, table: Table, seat: int, words: Words, names: Sequence[str] = ()) -> None:
        self.table, self.seat, self.words, self.box = table, seat, words, table.position.box
        self.names = names or [words("seat-first", seat=number + 1) for number in range(table.position.players)]
        table.listen()

    def events(self, place: int) -> list[Event]:
        """Return the events of an action, as far as the reader may know them."""
        return events_for(self.table, place, self.seat)

    def clauses(self, events: Iterable[Event], brief: bool = False) -> list[LogLine]:
        """Return events in words, without repetition, and in `brief` only what a log needs."""

        def text_of(event: Event, number: int = 1) -> str:
            return sentence(event, self.box, self.words, self.names, self.seat, brief, number)

        heard = [event for event in merged(events) if text_of(event)]
        found = []
        for seat, run in groupby(heard, key=attrgetter("seat")):
            equal = [list(some) for _, some in groupby(run, key=text_of)]
            texts = [text_of(some[0], len(some)) for some in equal]
            found.append(
                LogLine(
                    seat,
                    subject(seat, self.words, self.names, self.seat),
                    [capital(text) if seat == TABLE else text for text in texts],
                )
            )
        return found


def events_for(table: Table, place: int, seat: int) -> list[Event]:
    """Return the events of an action that a seat may know. After the game a spectator may know everything; the view of a seat
    stays what that seat could see."""
    events = table.history[place].events
    return list(events) if table.over and seat == SPECTATOR else known(events, seat)


def turns(
    table: Table, seat: int, words: Words, names: Sequence[str] = (), last: int | None = None, answers: int | None = None
) -> list[Turn]:
    """Return the turns as this seat may know them (-1: a spectator), with the players' names: the `last` turns of the first
    `answers` actions, or all of them."""
    teller, history, mine = Narrator(table, seat, words, names), table.history[:answers], last_answer(table, seat)
    moves = moves_known_to(table, seat)
    firsts = [place for place, one in enumerate(history) if not place or history[place - 1].entry.seat != one.entry.seat]
    runs, number = list(pairwise([*firsts, len(history)])), sum(history[place].entry.seat != DEALER for place in firsts)
    found: list[Turn] = []
    for first, end in reversed(runs[-last:] if last else runs):
        one = history[first].entry
        lines = [
            TurnAction(place + 1, moves.get(place, ""), teller.events(place), entry.automatic, entry.text == PLANNED)
            for place in range(first, end)
            for entry in [history[place].entry]
        ]
        clauses = teller.clauses((event for line in lines for event in line.events), brief=True)
        found.append(Turn(one.seat, number, seat >= 0 and first > mine, one.time, lines, clauses))
        number -= one.seat != DEALER
    return found[::-1]


class Visibility(NamedTuple):
    """An action as a seat may know it. `place` is its index in the history."""

    seat: int
    place: int
    move: str
    is_known: bool = True


def heard_by(table: Table, seat: int, first: int = 0) -> list[Visibility]:
    """Return what a seat may know of the history from index `first` on, in the notation. What the game's notation blanks is
    unknown."""
    history = table.history
    if is_open(table):
        return [Visibility(history[place].entry.seat, place, history[place].move) for place in range(first, len(history))]
    answers = [RecordedMove(one.entry.seat, one.move, one.question) for one in history]
    place_of = {id(answer): place for place, answer in enumerate(answers)}
    heard, place = [], 0
    for answer in table.game.notation.moves_as_seen(table.position, answers, seat):
        place = place_of.get(id(answer), place)
        heard.append(Visibility(answer.seat, place, answer.text, id(answer) in place_of))
    return [one for one in heard if one.place >= first]


def moves_known_to(table: Table, seat: int, first: int = 0) -> dict[int, str]:
    """Return the moves that a seat may know, in the notation, by their index."""
    return {one.place: one.move for one in heard_by(table, seat, first) if one.is_known}


def is_open(table: Table) -> bool:
    """Return whether everything that happened is public."""
    return not table.game.type.secrets or table.over


def news(table: Table, seat: int, words: Words | None, names: Sequence[str], after: int) -> list[dict[str, Any]]:
    """Return every entry after a number as this seat may know it, for programs. What it may not know is `hidden`. With `words`,
    events are also in words."""
    history, first = table.history, len(table.history)
    while first and history[first - 1].entry.number > after:
        first -= 1
    moves = {history[place].entry.number: move for place, move in moves_known_to(table, seat, first).items()}
    place_of = {history[place].entry.number: place for place in range(first, len(history))}
    teller = Narrator(table, seat, words, names) if words else None
    found = []
    for entry in table.entries[after:]:
        event: dict[str, Any] = {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "time": entry.time}
        if entry.number in moves:
            event |= {"move": moves[entry.number], "automatic": entry.automatic}
        elif entry.kind == ACTION:  # taken back, or secret
            event |= {"void": True, "action": entry.action} if is_open(table) else {"kind": "hidden", "seat": None}
        elif entry.kind == UNDO:
            event |= {"undoes": entry.action} if is_open(table) or entry.seat == seat else {"kind": "hidden", "seat": None}
        else:
            event |= {"text": entry.text} | ({"change": CHANGES[entry.action]} if entry.kind == SEAT else {})
        if teller and entry.number in place_of:
            events = teller.events(place_of[entry.number])
            event |= {
                "events": [plain(one) for one in events],
                "text": ". ".join(clause.text for clause in teller.clauses(events)),
            }
        found.append(event)
    return found


def last_answer(table: Table, seat: int) -> int:
    """Return the index of the last move that this seat made itself; -1 if there is none."""
    return max(
        (place for place, one in enumerate(table.history) if one.entry.seat == seat and not one.entry.automatic), default=-1
    )


def turn_ends(table: Table) -> list[int]:
    """Return the number of actions at the end of each turn."""
    seats = [one.entry.seat for one in table.history]
    return [place + 1 for place, (seat, after) in enumerate(pairwise([*seats, None])) if seat != DEALER and seat != after]


def result(view: View, seat: int, words: Words, names: Sequence[str]) -> str:
    """Return the result in a sentence for the viewer: the winner and the margin, or the viewer's own place and deficit."""
    scores, places, winners = view.scores, view.places, view.winners
    if seat < 0:
        return words("table.wins", names=[names[winner] for winner in winners])
    if winners == (seat,):
        behind = max((other for other in range(len(scores)) if other != seat), key=lambda other: scores[other])
        return words("end.you-win", points=scores[seat] - scores[behind], name=names[behind])
    if seat in winners:
        return words("end.you-share", names=[names[winner] for winner in winners if winner != seat])
    return words(
        "end.you-are", place=places[seat], points=max(scores) - scores[seat], names=[names[winner] for winner in winners]
    )


def score_curve(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Return the scores after every turn of a finished game: the number of actions, and the points of every seat."""
    position = table.position.initial_copy()
    ends, curve = set(turn_ends(table)), []
    for place, one in enumerate(table.history):
        position.act(one.entry.action, one.entry.seat)
        if place + 1 in ends:
            curve.append((place + 1, position.scores))
    return curve


def moves_in_words(start: Position, seat: int, actions: Sequence[int], words: Words) -> list[str]:
    """Return actions in the words of buttons."""
    position, texts = start.copy(), []
    position.dealer = None
    for action in actions:
        texts.append(position.game.notation.say(position.box, position.fields, seat, action, words))
        position.act(action, seat)
    return texts
