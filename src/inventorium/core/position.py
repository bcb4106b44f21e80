"""`Position`, a game being played, and `View`, what one seat may see of it.

A position is one record and the list of actions that led to it. What a seat may see of it is a `View`: the same record with
what the seat cannot know blanked. Bots, pages and terminals get views, never positions; both are snapshots, and neither is the
other.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from inventorium.core import options, position_editor, records
from inventorium.core.argument_checks import whole
from inventorium.core.box import Box
from inventorium.core.chance import new_stream
from inventorium.core.dealer import Dealer
from inventorium.core.errors import IllegalMove, InventoriumError, Ruling, shown
from inventorium.core.old_names import OldName
from inventorium.core.rulings import not_asked

if TYPE_CHECKING:
    from inventorium.core.game import Game

DEALER = NO_ANSWER = UNCHECKED = -1
FIRST_ROOM = 512  # actions in a log, which grows when it is full
NO_STREAM = np.zeros(0, np.int64)


class RecordedMove(NamedTuple):
    """A move as a record has it: who played it (-1: the dealer), the move, and to which question."""

    seat: int
    text: str
    question: str


Answer = RecordedMove  # its old name, until version 0.3


def copied(states: np.ndarray) -> np.ndarray:
    """Return a copy of records, byte by byte: NumPy itself copies field by field, which takes twenty times as long."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


@cache
def seats_in(number: int) -> tuple[int, ...]:
    """Return the seats in a number as engine.asked returns it."""
    return tuple(seat for seat in range(DEALER, number.bit_length()) if number >> (seat + 1) & 1)


class Fields:
    """A record for reading, many times faster than NumPy's own. Every field is read once: the record must not change while
    this is in use. Compiled rules take `record`."""

    def __init__(self, states: np.ndarray) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        value = self._states[name][0]
        self.__dict__[name] = value = value if isinstance(value, np.ndarray) else int(value)
        return value

    @property
    def record(self) -> Any:
        return self._states[0]


class Snapshot:
    """A record of a game that can be read: what a view and a position have in common. `seat` is the viewer (-1: none)."""

    def __init__(self, game: "Game", box: Box, values: Mapping[str, options.Value], states: np.ndarray, seat: int) -> None:
        self.game, self.box, self.options, self.states = game, box, dict(values), states
        self.players = int(states["players"][0])  # a single record is slow to read
        self.seat = self._seat(seat)

    def __eq__(self, other: object) -> bool:
        """Return whether the same lies on the table, seen with the same eyes; how it came to that does not matter."""
        if not isinstance(other, type(self)):
            return NotImplemented
        return (
            self.game is other.game
            and self.seat == other.seat
            and self.states.tobytes() == other.states.tobytes()
            and self.box.components.digest == other.box.components.digest
        )

    __hash__ = None  # type: ignore[assignment]             # it changes

    def __repr__(self) -> str:
        """The position in a line."""
        asked = " ".join("dealer" if seat == DEALER else str(seat) for seat in self.to_act) or "nobody, it is over"
        return f"<{type(self).__name__} of {self.game.name}: {self.players} players, scores {self.scores}, asked: {asked}>"

    def __str__(self) -> str:
        """The board, as the terminal shows it."""
        from inventorium.core.boards import text_of

        return text_of(self)

    @property
    def state(self) -> Any:
        """The record itself, field by field."""
        return self.states[0]

    @property
    def fields(self) -> Fields:
        """The record for those who only read it: words and pictures."""
        return Fields(self.states)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.engine.over(self.states))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to move, or (-1,) for the dealer; () when the game is over."""
        return seats_in(self.game.engine.asked(self.states))

    def actions(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of a seat."""
        raise NotImplementedError

    def write(self, seat: int, action: int) -> str:
        """Return an action in the notation of the rule catalogue."""
        seat, action = self._seat(seat), self._action(action)
        try:
            return str(self.game.notation.write(self.box, self.fields, seat, action))
        except (IndexError, KeyError, ValueError):  # the words depend on the position: the card that is played, say
            raise InventoriumError(f"seat {seat} can never take action {action} here") from None

    def _seat(self, seat: Any) -> int:
        """Return a seat's number, if there is such a seat."""
        number = whole(seat)
        if number is None or not DEALER <= number < self.players:
            raise InventoriumError(
                f"there is no seat {shown(seat)}; the seats are 0 to {self.players - 1}, -1 is the dealer or a spectator"
            )
        return number

    def _action(self, action: Any) -> int:
        """Return the number of an action, if this game has it."""
        number = whole(action)
        if number is None:
            raise InventoriumError(f"an action is a whole number from 0 to {self.game.actions - 1}, not {shown(action)}")
        if not 0 <= number < self.game.actions:
            raise self._refused(shown(action), Ruling("NO-09", "number"))
        return number

    def _refused(self, move: str, ruling: Ruling) -> IllegalMove:
        return IllegalMove(move, ruling, self.game.words("en"))

    def _legal(self, seat: int) -> list[int]:
        buffer = np.empty(self.game.actions, np.int64)
        count = self.game.engine.legal(self.states, self.box.array, seat, buffer)
        return buffer[:count].tolist()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat, so far or at the end."""
        return self._result()[0]

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """What the points of every seat are made of."""
        return self._result()[1]

    @property
    def places(self) -> tuple[int, ...]:
        """The place of every seat, from 1; equals share one."""
        return self._result()[2]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; none before the game is over."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1) if self.over else ()

    def _result(self) -> tuple[tuple[int, ...], tuple[dict[str, int], ...], tuple[int, ...]]:
        names = self.game.tables.SCORE_PARTS
        scores, places = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        parts = np.zeros((self.players, len(names)), np.int64)
        self.game.engine.result(self.states, self.box.array, scores, parts, places)
        return (
            tuple(scores.tolist()),
            tuple(dict(zip(names, row, strict=True)) for row in parts.tolist()),
            tuple(places.tolist()),
        )

    def picture(self) -> dict[str, Any]:
        """Return the position in plain words and numbers, by the ids of the component file: for pages, programs and tests."""
        return dict(self.game.notation.picture(self.box, self.fields))

    def _repr_svg_(self) -> str:
        """How it shows itself in a notebook."""
        from inventorium.core.boards import svg_of

        return svg_of(self)


class View(Snapshot):
    """A position as `seat` may see it (-1: a spectator)."""

    def actions(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of a seat."""
        seat = self.seat if seat is None else self._seat(seat)
        if seat not in (self.seat, DEALER):
            raise InventoriumError(f"this is the view of seat {self.seat}; it does not show what seat {seat} can do")
        return self._legal(seat)

    def moves(self, seat: int | None = None) -> list[str]:
        """Return the legal moves of a seat in the notation, sorted as text (NO-06)."""
        seat = self.seat if seat is None else self._seat(seat)
        return sorted(self.write(seat, action) for action in self.actions(seat))

    def after(self, action: int, seat: int) -> "View":
        """Return what this would look like after an action, before anything is dealt. Only where nothing is secret; elsewhere
        use `determinize`."""
        if self.game.type.secrets:
            raise InventoriumError(
                f"in {self.game.name} an action can reveal secrets, so its result is unknown; "
                "determinize() returns a possible position"
            )
        seat, action = self._seat(seat), self._action(action)
        if action not in self._legal(seat):
            raise self._refused(str(action), Ruling("NO-09", "over" if self.over else "number"))
        states, log, buffer = copied(self.states), np.zeros((2, 2), np.int64), np.empty(self.game.actions, np.int64)
        self.game.engine.advance(states, self.box.array, NO_STREAM, log, buffer, UNCHECKED, seat, action)
        return View(self.game, self.box, self.options, states, self.seat)

    imagine = OldName("determinize")

    def determinize(self, seed: int | str | None = None) -> "Position":
        """Return a position that looks like this to the seat: what it cannot know is filled in at random, everything that
        fits equally likely, and a fresh dealer deals on. A fair search plays on such positions, never on the true one."""
        states, dealer = copied(self.states), Dealer(seed)
        if self.game.type.secrets:
            try:
                self.game.engine.determinize(states, self.box.array, self.seat, new_stream(dealer.seed, 1))
            except ZeroDivisionError:  # one of none is drawn
                raise InventoriumError("nothing fits what is seen: no game leads to this position") from None
        return Position(self.game, self.box, self.players, "default", self.options, dealer, states)


class Position(Snapshot):
    """A game being played: the record, the actions so far, and the dealer, if there is one. It begins with the set-up of the
    game, or with `beginning`, a determinized record."""

    def __init__(
        self,
        game: "Game",
        box: Box,
        players: int,
        edition: str,
        values: Mapping[str, options.Value],
        dealer: Dealer | None,
        beginning: np.ndarray | None = None,
    ) -> None:
        states = np.zeros(1, game.tables.STATE)
        states["players"] = players
        super().__init__(game, box, values, states, DEALER)
        self.edition, self.dealer, self.beginning = edition, dealer, beginning
        self.commitment = dealer.commitment if dealer else None
        for option in game.options:
            self.state[option.name] = option.code(values[option.name])
        self._count = 0
        self._asked: tuple[int, ...] = ()
        self._log = np.zeros((FIRST_ROOM, 2), np.int64)
        self._buffer = np.empty(game.actions, np.int64)
        if beginning is None:
            game.engine.begin(self.states, box.array, self._log)
        else:
            self.states[:] = beginning
        self._ask_dealer()

    @property
    def dealer(self) -> Dealer | None:
        """Who answers the questions of chance; without one they are asked like any other."""
        return self._dealer

    @dealer.setter
    def dealer(self, dealer: Dealer | None) -> None:
        if not isinstance(dealer, Dealer | None):
            raise InventoriumError(f"dealer must be a Dealer or None, not {shown(dealer)}")
        self._dealer = dealer
        self._stream = dealer.stream if dealer else NO_STREAM

    def deal_on(self, dealer: Dealer) -> None:
        """Let another dealer deal from here on, whose seed vouches only for what is still to come."""
        self.dealer, self.commitment = dealer, None
        self._ask_dealer()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._count == 0)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is asked: seats, or (-1,) for the dealer; () when the game is over."""
        return self._asked  # noted with the last action

    @property
    def actions_taken(self) -> int:
        """How many actions there have been, the dealer's included."""
        return self._log.item(0)

    answers_given = OldName("actions_taken")
    answers = OldName("moves_played")

    @property
    def log(self) -> list[tuple[int, int]]:
        """The actions so far: who (-1 for the dealer), and which number."""
        return [(seat, action) for seat, action in self._log[1 : self.actions_taken + 1].tolist()]

    # ------------------------------------------------ playing

    def actions(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of a seat (of the only one asked, if none is named)."""
        if seat is None and self._count == 0:
            return []
        seat = self._meant(seat)
        return self._buffer[: self._count].tolist() if seat in self._asked[:1] else self._legal(seat)

    def moves(self, seat: int | None = None) -> list[str]:
        """Return the legal moves of a seat (of the only one to move, if none is named), sorted as text."""
        actions = self.actions(seat)
        return sorted(self.write(self._meant(seat), action) for action in actions)

    def act(self, action: int, seat: int | None = None) -> None:
        """Take an action, by its number."""
        if self._count == 0:
            raise self._refused(shown(action), Ruling("NO-09", "over"))
        action, seat = self._action(action), self._meant(seat)
        if seat == self._asked[0]:  # the fast path: its actions are known
            done = self._advance(self._count, seat, action)
        else:
            done = action in self._legal(seat) and self._advance(UNCHECKED, seat, action)
        if not done:
            raise self._refused(str(action), Ruling("NO-09", "number") if self._legal(seat) else not_asked(self, "NO-09"))

    def play(self, move: str, seat: int | None = None) -> None:
        """Play a move in the notation. One that is not legal is refused with the rule that forbids it, and changes nothing."""
        if not isinstance(move, str):
            raise InventoriumError(f"a move must be a text, not {shown(move)}; act() takes the number of an action")
        move = " ".join(move.lower().split())
        if self.over:
            raise self._refused(move, self._why_not(DEALER if seat is None else self._seat(seat), move))
        seat = self._meant(seat)
        single = self.game.notation.expand(self, seat, move)
        if len(single) > 1:
            trial = self.copy()
            for part in single:
                trial.play(part, seat)
        for part in single:
            self._apply(seat, self._read(part, seat))

    def _read(self, move: str, seat: int) -> int:
        legal = {self.write(seat, action): action for action in self._legal(seat)}
        if move not in legal:
            raise self._refused(move, self._why_not(seat, move))
        return legal[move]

    def _why_not(self, seat: int, move: str) -> Ruling:
        return self.game.rulings.why_not(self, seat, move) or Ruling("", "closed")

    def _meant(self, seat: int | None) -> int:
        """Return the seat that is meant; it must be in the game."""
        if seat is not None:
            return self._seat(seat)
        if len(self._asked) != 1:
            raise InventoriumError(
                f"seats {', '.join(map(str, self._asked))} have to move at once; say which one moves"
                if self._asked
                else "the game is over; no one has to move"
            )
        return self._asked[0]

    def _apply(self, seat: int, action: int) -> None:
        self._advance(UNCHECKED, seat, action)

    def _ask_dealer(self) -> None:
        """Update who is to move, and let the dealer act if it is its turn."""
        self._advance(UNCHECKED, DEALER, NO_ANSWER)

    def _advance(self, count: int, seat: int, action: int) -> bool:
        """Carry out an action, as engine.advance says, and return whether it was among the `count` that are open. Where the
        dealer has more to deal than the log has room for, it takes further calls."""
        while True:
            if self._log.item(0) + 2 > len(self._log):
                self._log = np.concatenate([self._log, np.zeros_like(self._log)])
            try:
                open_then = self.game.engine.advance(
                    self.states, self.box.array, self._stream, self._log, self._buffer, count, seat, action
                )
            except ZeroDivisionError:  # one of none is drawn
                raise InventoriumError("the dealer has nothing to deal: no game leads to this position") from None
            if open_then < 0:
                return False
            self._count, self._asked = open_then, seats_in(self._log.item(1))
            if self._asked != (DEALER,) or self._dealer is None:
                return True
            count, seat, action = UNCHECKED, DEALER, NO_ANSWER

    def arrange(self, field: str, index: tuple[int, ...], value: int) -> None:
        """Change the record by hand, as one sets up a position to study it. A record of the game will not replay then."""
        place, number = position_editor.checked(self.game.tables, self.players, field, index, value)
        before = self.copy()
        self.states[field][(0, *place)] = number
        try:
            self._ask_dealer()
            self.picture()
        except (InventoriumError, LookupError, ValueError):
            self.__dict__.update(before.__dict__)
            raise InventoriumError(f"{field} cannot be {number} here: no game leads to such a position") from None

    # ------------------------------------------------ looking, copying, going back

    def view(self, seat: int) -> View:
        """Return what this seat may see; -1 is a spectator."""
        states, seat = copied(self.states), self._seat(seat)
        if self.game.type.secrets:
            self.game.engine.conceal(states, self.box.array, seat)
        return View(self.game, self.box, self.options, states, seat)

    def copy(self) -> "Position":
        """Return the same position, to be played on independently; its dealer will deal the same."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin.states, twin._log, twin._buffer = copied(self.states), self._log.copy(), self._buffer.copy()
        twin.dealer = self.dealer.copy() if self.dealer else None
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        """Return a copy that shares the rules and the box, but not the game."""
        return self.copy()

    def at(self, number: int) -> "Position":
        """Return the position after the first `number` actions. The dealer will deal from there as it did."""
        first = whole(number)
        if first is None or not 0 <= first <= self.actions_taken:
            raise InventoriumError(f"there are {self.actions_taken} actions; there is no action {shown(number)}")
        earlier = self.initial_copy()
        fresh = Dealer(self.dealer.seed) if self.dealer else None
        for seat, action in self.log[:first]:
            if fresh and seat == DEALER:
                self.game.engine.next_outcome(earlier.states, self.box.array, fresh.stream, earlier._buffer)
            earlier._apply(seat, action)
        earlier.dealer, earlier.commitment = fresh, self.commitment
        return earlier

    def moves_played(self) -> list[RecordedMove]:
        """Return the moves so far."""
        earlier = self.initial_copy()
        lines = []
        for seat, action in self.log:
            lines.append(RecordedMove(seat, earlier.write(seat, action), self.game.notation.question(earlier.state)))
            earlier._apply(seat, action)
        return lines

    def initial_copy(self) -> "Position":
        """Return the same game at its beginning, before anything is dealt; chance moves are left open like any other."""
        return Position(self.game, self.box, self.players, self.edition, self.options, None, self.beginning)

    def record(self, seat: int | None = None) -> str:
        """Return the game so far as a text that `Game.read` replays; with a seat, as this seat may see it."""
        if seat is not None:
            seat = self._seat(seat)
        if self.beginning is not None:
            raise InventoriumError("a determinized position has no record: its beginning was not played")
        return records.write(self, seat)
