"""The table, an immutable value. Every change returns a new one; its `entries` beyond those of the old one are stored."""

import math
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from inventorium.core import records
from inventorium.core.dealer import Dealer
from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.events import Event
from inventorium.core.game import Game, load_game
from inventorium.core.options import Value, chosen
from inventorium.core.position import DEALER, Fields, Position, View, copied
from inventorium.table.clocks import Clock, Hand, hands
from inventorium.table.entries import ACTION, CHANGES, CHAT, KINDS, RESIGNED, SAT_DOWN, SEAT, UNDO, Entry
from inventorium.table.problems import DoesNotReplay, Refused, Stale


@dataclass(frozen=True)
class Setup:
    """The settings of a table before the first action."""

    game: str
    players: int
    edition: str = "default"
    options: Mapping[str, Value] = field(default_factory=dict)  # changes to the edition
    seed: str = ""
    given: int = 0  # the number of first entries that come from another game
    clock: Clock | None = None

    def begin(self) -> Position:
        """Return the first position; its questions of chance are put to the table, which asks its dealer."""
        game = load_game(self.game)
        return game.new(self.players, self.edition, dealer=None, **game.known_options(self.options))


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """An action that was not undone, in the notation; after `Table.listen` also with its events."""

    entry: Entry
    move: str
    question: str  # only where a game has secrets, as is `unseen`
    asked: tuple[int, ...]  # the seats to move after it
    unseen: bool  # no one else could see it when it was given
    events: list[Event] = field(default_factory=list)  # what it did, by the game's events.py
    facts: dict[str, Any] = field(default_factory=dict)  # and what its notation has for pages


MOST_TAKEN_BACK = 100  # by a seat in a game: each is replayed at every start

MOST_SAID = 500  # lines of chat of a person


class Table:
    """A game being played. `position` is reached by the actions in `history`; outsiders see it only through `view(seat)`."""

    def __init__(self, setup: Setup, position: Position, dealer: Dealer, entries: list[Entry], history: list[PlayedMove]) -> None:
        self.setup, self.position, self.dealer = setup, position, dealer
        self.entries, self.history = entries, history
        self.asks: list[tuple[int, ...]] = []  # the seats to move after each entry
        self.listening = False  # whether events are noted: programs need none
        self._asked: tuple[int, ...] | None = None

    # ------------------------------------------------ beginning

    @classmethod
    def new(cls, setup: Setup, now: float | None = None) -> "Table":
        """Return a new table; the dealer has dealt."""
        dealer = Dealer(setup.seed or None)
        table = cls(replace(setup, seed=dealer.seed), setup.begin(), dealer, [], [])
        table._settle(now)
        return table

    @classmethod
    def going_on(cls, position: Position, seed: str = "", now: float | None = None, dealt: bool = True) -> "Table":
        """Return a table that continues from a position of another game; our dealer deals from here on. With a seed, its dealer
        is taken to have `dealt` from the beginning, or else to deal from here on. The components are those of the position."""
        default = chosen(position.game.options, position.game.editions, position.edition, {}, lambda values: None)
        changes = {name: value for name, value in position.options.items() if value != default[name]}
        setup = Setup(
            position.game.name,
            position.players,
            position.edition,
            changes,
            Dealer(seed or None).seed,
            0 if seed and dealt else position.actions_taken,
        )
        table = cls(setup, position.initial_copy(), Dealer(setup.seed), [], [])
        for seat, action in position.log:
            table._replay(table._entry(ACTION, seat, action, now=now))
        table._settle(now)
        return table

    @classmethod
    def load(cls, setup: Setup, entries: Iterable[Entry]) -> "Table":
        """Replay the entries. What does not fit the rules or the seed is refused, not guessed at."""
        table = cls(setup, setup.begin(), Dealer(setup.seed), [], [])
        for entry in entries:
            table._replay(entry)
        given = table.entries[: setup.given]
        if len(given) != setup.given or any(entry.kind != ACTION for entry in given):
            raise DoesNotReplay(f"its first {setup.given} entries are not the moves of another game")
        return table

    def _replay(self, entry: Entry) -> None:
        if entry.number != self.number + 1:
            raise DoesNotReplay(f"entry {self.number + 1} is missing; the next one is {entry.number}")
        if entry.kind not in KINDS:
            raise DoesNotReplay(f"entry {entry.number}: {entry.kind!r} is not one of {', '.join(KINDS)}")
        if entry.kind != ACTION and entry.seat not in range(self.setup.players):
            raise DoesNotReplay(f"entry {entry.number}: there is no seat {entry.seat}")
        if entry.kind == SEAT and entry.action not in range(len(CHANGES)):
            raise DoesNotReplay(f"entry {entry.number}: a seat changes in {len(CHANGES)} ways; {entry.action} is none of them")
        try:
            if entry.kind == ACTION:
                ours = entry.seat == DEALER and entry.number > self.setup.given
                if ours and (dealt := self._deal()) != entry.action:
                    raise DoesNotReplay(f"entry {entry.number}: {entry.action} was dealt, the seed deals {dealt}")
                if entry.automatic and not (entry.seat != DEALER and self.asked and self._has_one_answer()):
                    raise DoesNotReplay(f"entry {entry.number}: the table plays only forced moves")
                self._note(entry)
            elif entry.kind == UNDO:
                if (mine := self._undoable(entry.seat)) is None or mine.number != entry.action:
                    raise DoesNotReplay(f"entry {entry.number}: seat {entry.seat} cannot undo entry {entry.action}")
                self._take_back(entry)
            else:
                self._add(entry)
        except DoesNotReplay:
            raise
        except InventoriumError as error:
            raise DoesNotReplay(f"entry {entry.number}: {error}") from None

    # ------------------------------------------------ state

    @property
    def game(self) -> Game:
        return self.position.game

    def listen(self) -> None:
        """Note the events of every action, and from now on of each new one: they follow only from the position
        before the action."""
        if self.listening:
            return
        self.listening, earlier = True, self.position.initial_copy()
        for one in self.history:
            before = copied(earlier.states)
            earlier.act(one.entry.action, one.entry.seat)
            self._add_events(one, before, earlier.states)

    @property
    def number(self) -> int:
        """The number of the last entry. A client with this number has seen everything."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def asked(self) -> tuple[int, ...]:
        if self._asked is None:
            self._asked = self.position.to_act
        return self._asked

    @cached_property
    def hands(self) -> list[Hand]:
        """The clocks of all seats at the time of the last entry; none, where there is no clock."""
        return hands(self.setup.clock, self.setup.players, zip(self.entries, self.asks, strict=True)) if self.setup.clock else []

    @property
    def last_time(self) -> float:
        return max((entry.time for entry in self.entries), default=0.0)

    @property
    def due(self) -> tuple[float, ...]:
        """The time when all seats to move run out of time; None without a clock, or while it waits for people."""
        clock = self.setup.clock
        if clock is None or self.asked == (DEALER,):
            return ()
        if not clock.has_begun(self.entries):
            return ()
        last = self.last_time
        return tuple(round(clock.end(last, self.hands[seat].left), 3) for seat in self.asked)

    @cached_property
    def _views(self) -> dict[int, View]:
        return {}

    def view(self, seat: int) -> View:
        """Return what this seat may see; -1 is a spectator."""
        if seat not in self._views:
            self._views[seat] = self.position.view(seat)
        return self._views[seat]

    def at(self, answers: int) -> Position:
        """Return the position after the first `answers` actions that were not undone."""
        return self.position.at(answers)

    def record(self, seat: int | None = None, names: Sequence[str] = ()) -> str:
        """Return the record of the game so far, as this seat may see it, perhaps with who played."""
        position = self.position.copy()
        if not self.setup.given:
            position.dealer, position.commitment = self.dealer, self.dealer.commitment
        return records.write(position, seat, names)

    @property
    def opening(self) -> int:
        """How many actions come before the first of a player: the set-up of the game."""
        return next((place for place, one in enumerate(self.history) if one.entry.seat != DEALER), 0)

    def has_resigned(self, seat: int) -> bool:
        """Return whether the person of this seat has given the game up; a bot plays on for the others."""
        return any(entry.kind == SEAT and entry.seat == seat and CHANGES[entry.action] == RESIGNED for entry in self.entries)

    # ------------------------------------------------ moves

    def play(self, seat: int, *answers: int | str, now: float | None = None, text: str = "") -> "Table":
        """Return the table after an action, by number or in the notation, or after several in a row; then come the deals that
        follow, and actions that are the only legal ones. `text` marks the action."""
        after = self._copy()
        for answer in answers:
            for action in after._actions(seat, answer):
                after._note(after._entry(ACTION, seat, action, text=text, now=now))
                if self._takes_back(after.history[-1]):
                    self._check_patience(seat)
        after._settle(now)
        return after

    def with_actions(self, seat: int, answers: Sequence[int | str], number: int, text: str = "") -> "Table | None":
        """Return the table after actions that were sent when its last entry had this number; None if they are in already.

        A single sealed move is not taken: the number of the last entry would show how many are chosen.
        """
        if self.already_done(seat, answers, number):
            return None
        self.check_fresh(seat, number)
        try:
            after = self.play(seat, *answers, text=text)
        except IllegalMove:
            if any(entry.is_play for entry in self.entries[number:]):
                raise Stale("stale") from None  # others ended its question meanwhile
            raise
        if self.game.type.sealed and self.looks_like(after.position):
            raise Refused("whole-sheet", number=len(self.sealed_views(seat)))
        return after

    def _actions(self, seat: int, answer: int | str) -> list[int]:
        """Return the actions behind a move; a shorthand of the notation is several."""
        if isinstance(answer, int):
            return [answer]
        trial, before = self.position.copy(), self.position.actions_taken
        trial.play(answer, seat)
        return [action for _, action in trial.log[before:]]

    def sealed_views(self, seat: int) -> list[View]:
        """Return the view at each decision that this seat makes at once: one where nothing is secret, else all of its remaining
        sealed moves. A later decision does not depend on the sealed moves before, so the first ones stand for all."""
        if seat not in self._sealed_views:
            trial, seen = self.position.copy(), [self.view(seat)]
            while self.game.type.sealed and seat in self.asked:
                trial.act(trial.actions(seat)[0], seat)
                if not self.looks_like(trial):
                    break
                seen.append(trial.view(seat))
            self._sealed_views[seat] = seen
        return self._sealed_views[seat]

    @cached_property
    def _sealed_views(self) -> dict[int, list[View]]:
        return {}

    def looks_like(self, other: Position) -> bool:
        """Return whether this table's position and another one look the same to a spectator."""
        return in_public(self.position) == in_public(other)

    def check_fresh(self, seat: int, number: int) -> None:
        """Refuse a move that was meant for another decision of this seat.

        Others may have moved since where several move at once; that changes neither this seat's decision nor what it may undo.
        Nor does their undo of moves that no one else saw, which is the only undo where there are secrets.
        """
        if not 0 <= number <= self.number:
            raise Stale("stale")
        since = [entry for entry in self.entries[number:] if entry.is_play]
        if not since:
            return
        is_new = seat in self.asked and seat not in (self.asks[number - 1] if number else ())
        if is_new or any(entry.seat in (seat, DEALER) or (entry.kind == UNDO and not self.game.type.secrets) for entry in since):
            raise Stale("stale")

    def already_done(self, seat: int, answers: Sequence[int | str], number: int) -> bool:
        """Return whether the actions that were sent at this number are in already: a request may be sent twice."""
        mine = [entry for entry in self.entries[max(0, number) :] if entry.is_play and entry.seat == seat][: len(answers)]
        if len(mine) < len(answers):
            return False
        said = {history.entry.number: history.move for history in self.history}
        return all(
            entry.kind == ACTION and answer in (entry.action, said.get(entry.number))
            for entry, answer in zip(mine, answers, strict=True)
        )

    def already_said(self, seat: int, text: str, number: int) -> bool:
        """Return whether this seat has said it since this number: the same request may come twice."""
        return any(entry.kind == CHAT and (entry.seat, entry.text) == (seat, text) for entry in self.entries[max(0, number) :])

    def with_seat(self, seat: int, name: str, change: str = SAT_DOWN, now: float | None = None) -> "Table":
        """Return the table after another player or bot takes this seat."""
        after = self._copy()
        after._add(after._entry(SEAT, seat, CHANGES.index(change), text=name, now=now))
        return after

    def with_chat(self, seat: int, text: str, now: float | None = None) -> "Table":
        """Return the table after this seat said something."""
        after = self._copy()
        after._add(after._entry(CHAT, seat, text=text, now=now))
        return after

    def check_chat(self, seats: Collection[int], most_a_minute: int) -> None:
        """Refuse another chat message from these seats if they have written enough."""
        times = [entry.time for entry in self.entries if entry.kind == CHAT and entry.seat in seats]
        if len(times) >= MOST_SAID:
            raise Refused("said-too-much", most=MOST_SAID)
        if len(times) >= most_a_minute and (wait := times[-most_a_minute] + 60 - time.time()) > 0:
            raise Refused("said-too-fast", most=most_a_minute, seconds=math.ceil(wait))

    def extended(self, entries: Iterable[Entry]) -> "Table":
        """Return the table after entries that another process committed."""
        after = self._copy()
        for entry in entries:
            after._replay(entry)
        return after

    # ------------------------------------------------ taking back

    def may_undo(self, seat: int) -> Entry | None:
        """The action that this seat may undo: its last one at this table, unless anything new was seen or done since. What
        came from another game stays."""
        mine = self._undoable(seat)
        return mine if mine and mine.number > self.setup.given else None

    def _undoable(self, seat: int) -> Entry | None:
        """The same, with actions of an earlier game: old versions allowed to undo those, and stored it.

        Another player's action and a deal end it. In a game with secrets the action must also have been invisible to all
        others, because public information may have opened a secret.
        """
        mine = next(
            (
                i
                for i in reversed(range(len(self.history)))
                if self.history[i].entry.seat == seat and not self.history[i].entry.automatic
            ),
            None,
        )
        if mine is None:
            return None
        since = self.history[mine + 1 :]
        if self.game.type.secrets:
            alone = not any(history.entry.seat == DEALER for history in since) and self.history[mine].unseen
        else:
            alone = all(history.entry.automatic for history in since)
        return self.history[mine].entry if alone else None

    def undo(self, seat: int, now: float | None = None) -> "Table":
        """Return the table after this seat undid its last action."""
        mine = self.may_undo(seat)
        if mine is None:
            raise Refused("nothing-to-undo")
        self._check_patience(seat)
        after = self._copy()
        after._take_back(after._entry(UNDO, seat, mine.number, now=now))
        return after

    def _check_patience(self, seat: int) -> None:
        """Refuse endless undoing, because void entries stay in the log."""
        taken_back = sum(entry.kind == UNDO and entry.seat == seat for entry in self.entries) + sum(
            one.entry.seat == seat and self._takes_back(one) for one in self.history
        )
        if taken_back >= MOST_TAKEN_BACK:
            raise Refused("taken-back-too-often", most=MOST_TAKEN_BACK)

    def _takes_back(self, one: PlayedMove) -> bool:
        """Return whether an action made others void by the rules of the game, as when sealed moves are reopened."""
        return one.move in self.game.notation.UNRECORDED

    def _take_back(self, undo: Entry) -> None:
        """Replay without the action that is void and the automatic ones after it."""

        def is_void(entry: Entry) -> bool:
            return entry.number >= undo.action and (entry.seat == undo.seat or entry.automatic)

        self.history = [history for history in self.history if not is_void(history.entry)]
        self.position, self._asked = self.position.initial_copy(), None
        for history in self.history:
            self.position.act(history.entry.action, history.entry.seat)
        self._add(undo)

    # ------------------------------------------------ the inside

    def _copy(self) -> "Table":
        twin = Table(self.setup, self.position.copy(), self.dealer.copy(), list(self.entries), list(self.history))
        twin.listening, twin.asks = self.listening, list(self.asks)
        return twin

    def _entry(
        self, kind: str, seat: int, action: int = 0, automatic: bool = False, text: str = "", now: float | None = None
    ) -> Entry:
        return Entry(self.number + 1, kind, seat, int(action), automatic, text, round(time.time() if now is None else now, 3))

    def _settle(self, now: float | None) -> None:
        """Let the dealer deal, and make the forced moves, until a player has a choice."""
        while not self.over:
            asked = self.asked
            if asked == (DEALER,):
                self._note(self._entry(ACTION, DEALER, self._deal(), now=now))
            elif self._has_one_answer():
                self._note(self._entry(ACTION, asked[0], self.position.actions(asked[0])[0], automatic=True, now=now))
            else:
                return

    def _has_one_answer(self) -> bool:
        """Return whether the table takes the only legal action by itself; in a game with secrets that would reveal one."""
        return not self.game.type.secrets and len(self.position.actions(self.asked[0])) == 1

    def _deal(self) -> int:
        buffer = np.empty(self.game.actions, np.int64)
        return int(self.game.engine.next_outcome(self.position.states, self.position.box.array, self.dealer.stream, buffer))

    def _note(self, entry: Entry) -> None:
        """Carry out an action."""
        position, game, seat, action = self.position, self.game, entry.seat, entry.action
        before = copied(position.states)
        public = in_public(position) if game.type.secrets else b""
        position.act(action, seat)  # or it is refused, with the rule
        fields = Fields(before)
        move = str(game.notation.write(position.box, fields, seat, action))
        question = game.notation.question(fields) if game.type.secrets else ""
        unseen = game.type.secrets and public == in_public(position)
        self._asked = position.to_act
        self._add(entry)
        self.history.append(PlayedMove(entry, move, question, self._asked, unseen))
        if self.listening:
            self._add_events(self.history[-1], before, position.states)

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.asks.append(self.asked)

    def _add_events(self, one: PlayedMove, before: np.ndarray, after: np.ndarray) -> None:
        """Note what an action did."""
        game, box, entry, earlier, later = self.game, self.position.box, one.entry, Fields(before), Fields(after)
        one.events[:] = game.events.events(box, earlier, later, entry.seat, entry.action)
        one.facts.update(game.notation.facts(box, earlier, later, entry.seat, entry.action))


def in_public(position: Position) -> bytes:
    """Return what a spectator sees, for comparison."""
    return position.view(DEALER).states.tobytes()
