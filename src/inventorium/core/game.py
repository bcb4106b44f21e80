"""The small Python face of every game: a `Game` gives a `Position`, a `Position` takes moves.

A position is one record and the list of answers that led to it. What a seat may see of it is a `View`: the same record with
what the seat cannot know blanked. Bots, pages and terminals get views, never positions.
"""
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from inventorium.core import compiler, contract, library, options, records
from inventorium.core.chance import new_stream
from inventorium.core.components import Components
from inventorium.core.dealer import Dealer
from inventorium.core.errors import IllegalMove, InventoriumError, Ruling
from inventorium.core.words import Words, words_of

DEALER = NO_ANSWER = UNCHECKED = -1
FIRST_ROOM = 512                             # answers in a log; it grows where they are more
NO_STREAM = np.zeros(0, np.int64)
AUTOMATIC = "automatic"


@cache
def load_game(name: str) -> "Game":
    return Game(name, library.package_of(name))


class Box:
    """The components of one game, as people and as rules read them."""

    def __init__(self, game: "Game", path: Path) -> None:
        self.tables, self.notation = game.tables, game.notation
        self.components = Components(path, self.tables.FORM, game.name)
        self.tables.check(self.components)
        self.array: np.ndarray = self.tables.fill_box(self.components)
        self._origin = (game.name, path)
        self._ids: dict[str, list[str]] = {}
        self._names: dict[tuple[str, str], str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept as the path of its file."""
        return box_of, self._origin

    def ids(self, group: str) -> list[str]:
        """The ids of a group of components, in the order of the file."""
        if group not in self._ids:
            self._ids[group] = self.components.ids(group)
        return self._ids[group]

    def name(self, thing: str, language: str) -> str:
        """The name of a component in a language."""
        if (thing, language) not in self._names:
            record = self.components.find(thing)
            self._names[thing, language] = str(record["name"][language]) if record else thing
        return self._names[thing, language]


class Game:
    """One game: its rules, its words, its components.

    `tables`, `rules` and so on are the modules of the game's folder with everything that core/contract.py promises of them;
    `page`, `value` and `things` are None where the game has none. `type` says what sort of game it is, `playing` is
    core/playing.py compiled with its rules.
    """

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package, self.folder = name, package, library.folder_of(name)
        parts = contract.fit(name, package)
        self.tables: contract.Tables = parts["tables"]
        self.rules: contract.Rules = parts["rules"]
        self.notation: contract.Notation = parts["notation"]
        self.rulings: contract.Rulings = parts["rulings"]
        self.board: contract.Board = parts["board"]
        self.page: contract.Page | None = parts["page"]
        self.value: contract.Value | None = parts["value"]
        self.things: contract.Things | None = parts["things"]
        self.type = self.tables.GAME_TYPE
        self.actions, self.seats = self.tables.SPACE.size, self.tables.SIZES["seat"]
        self.options, self.editions = self.tables.OPTIONS, self.tables.EDITIONS
        if self.players[-1] > self.seats:
            raise contract.BadGame(f"the game {name}: its box is for {self.players[-1]} players, its tables for {self.seats}")

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """Programs that copy everything share the rules."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept as its name."""
        return load_game, (self.name,)

    @cached_property
    def playing(self) -> ModuleType:
        return self.bind("inventorium.core.playing")

    def bind(self, source: str, **names: Any) -> ModuleType:
        """Return a module that serves all games, compiled for this one: with its rules, tables and value, and more names."""
        return compiler.bind(source, self.package, rules=self.rules, tables=self.tables, value=self.value, **names)

    @cache                                                   # noqa: B019  (there are only a handful of games)
    def box(self, components: str | Path | None = None) -> Box:
        """The components of this game, or those of a file of the same form."""
        own = self.folder / "components.toml"
        if components is not None and Path(components) == own:
            return self.box()
        return Box(self, Path(components or own))

    @property
    def players(self) -> range:
        fewest, most = self.box().components["players"]
        return range(fewest, most + 1)

    def words(self, language: str) -> Words:
        return words_of(self.folder, language)

    def title(self, language: str) -> str:
        return str(self.box().components["name"][language])

    def new(self, players: int, edition: str = "default", seed: int | str | None = None,
            components: str | Path | None = None, dealer: Dealer | str | None = AUTOMATIC,
            **changes: Any) -> "Position":
        """A new game. With a seed a dealer answers questions of chance; with `dealer=None` they are asked like any other.
        Without either the dealer takes a seed that nobody knows."""
        if not isinstance(players, int) or players not in self.players:
            raise InventoriumError(f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {players}")
        values = options.chosen(self.options, self.editions, edition, changes, self.tables.check_options)
        own = Dealer(seed) if dealer == AUTOMATIC or seed is not None else dealer
        assert not isinstance(own, str)
        return Position(self, self.box(components), players, edition, values, own)

    def known_options(self, typed: Mapping[str, Any]) -> Mapping[str, Any]:
        """Changes that somebody typed, safe to be handed to `new` as `**changes`: every name is that of an option."""
        return options.known(self.options, typed)

    def read(self, text: str, components: str | Path | None = None) -> "Position":
        """Play a record again, exactly."""
        return records.read(self, text, components)

    def simulate(self, players: int, number: int, seed: int | str = 0, edition: str = "default",
                 components: str | Path | None = None, **changes: Any) -> "Simulation":
        """Random games in compiled code; `run` plays them, as many at a time as one likes."""
        return Simulation(self.new(players, edition, seed, components, **changes), number)


def box_of(game: str, path: Path) -> Box:
    return load_game(game).box(path)


class Answer(NamedTuple):
    """One answer of a game in words: who gave it (-1: the dealer), what, and to which question."""

    seat: int
    text: str
    question: str


def copied(states: np.ndarray) -> np.ndarray:
    """A copy of records, byte by byte: by itself NumPy copies field by field, which takes twenty times as long."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


class Fields:
    """A record for reading, many times as quick as NumPy's own. Every field is read once: the record must not change while
    this is in use. What compiled rules take is `record`."""

    def __init__(self, states: np.ndarray) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        value = self._states[name][0]
        self.__dict__[name] = value = value if isinstance(value, np.ndarray) else int(value)
        return value

    @property
    def record(self) -> Any:
        return self._states[0]


class View:
    """A position as somebody may see it. `seat` is whose eyes it is seen with (-1: a spectator's)."""

    def __init__(self, game: Game, box: Box, values: Mapping[str, options.Value], states: np.ndarray, seat: int) -> None:
        self.game, self.box, self.options, self.states, self.seat = game, box, dict(values), states, seat

    @property
    def state(self) -> Any:
        """The record itself, field by field."""
        return self.states[0]

    @property
    def fields(self) -> Fields:
        """The record for those who only read it: words and pictures."""
        return Fields(self.states)

    @property
    def players(self) -> int:
        return int(self.states["players"][0])               # a lone record is slow to ask

    @property
    def over(self) -> bool:
        return bool(self.game.playing.over(self.states))

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is asked: seats, or (-1,) for the dealer; nobody when the game is over."""
        if self.over:
            return ()
        return tuple(seat for seat in range(DEALER, self.players) if self.game.playing.asked(self.states, seat))

    def actions(self, seat: int | None = None) -> list[int]:
        """The answers open to a seat, as numbers."""
        seat = self.seat if seat is None else seat
        if seat not in (self.seat, DEALER):
            raise InventoriumError(f"this is the view of seat {self.seat}; it does not tell what seat {seat} may do")
        return self._legal(seat)

    def moves(self, seat: int | None = None) -> list[str]:
        """The answers open to a seat, in words, sorted as text (NO-06)."""
        seat = self.seat if seat is None else seat
        return sorted(self.write(seat, action) for action in self.actions(seat))

    def write(self, seat: int, action: int) -> str:
        """An answer in the notation of the rule catalogue."""
        return str(self.game.notation.write(self.box, self.fields, seat, action))

    def _legal(self, seat: int) -> list[int]:
        buffer = np.empty(self.game.actions, np.int64)
        count = self.game.playing.legal(self.states, self.box.array, seat, buffer)
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
        """The seats in first place; nobody before the game is over."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1) if self.over else ()

    def _result(self) -> tuple[tuple[int, ...], tuple[dict[str, int], ...], tuple[int, ...]]:
        names = self.game.tables.PART_NAMES
        scores, places = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        parts = np.zeros((self.players, len(names)), np.int64)
        self.game.playing.result(self.states, self.box.array, scores, parts, places)
        return (tuple(scores.tolist()), tuple(dict(zip(names, row, strict=True)) for row in parts.tolist()),
                tuple(places.tolist()))

    def after(self, action: int, seat: int) -> "View":
        """What this would look like after an answer, before anything is dealt. Only where nothing is secret: else imagine."""
        if self.game.type.secrets:
            raise InventoriumError("what an answer leads to depends on what is hidden here: imagine a position, and play there")
        states, log, buffer = copied(self.states), np.zeros((2, 2), np.int64), np.empty(self.game.actions, np.int64)
        self.game.playing.advance(states, self.box.array, NO_STREAM, log, buffer, UNCHECKED, seat, action)
        return View(self.game, self.box, self.options, states, self.seat)

    def picture(self) -> dict[str, Any]:
        """The position in plain words and numbers, by the ids of the component file: for pages, programs and tests."""
        return dict(self.game.notation.picture(self.box, self.fields))

    def _repr_svg_(self) -> str:
        """How it shows itself in a notebook."""
        from inventorium.core.boards import svg_of
        return svg_of(self)

    def imagine(self, seed: int | str | None = None) -> "Position":
        """A position that looks like this to the seat: what it cannot know is filled in at random, everything that fits equally
        likely, and a fresh dealer deals on. A fair search plays on such positions, never on the true one."""
        states, dealer = copied(self.states), Dealer(seed)
        if self.game.type.secrets:
            self.game.playing.imagine(states, self.box.array, self.seat, new_stream(dealer.seed, 1))
        return Position(self.game, self.box, self.players, "default", self.options, dealer, states)


class Position(View):
    """A game being played: the record, the answers so far, and the dealer, if there is one. It begins with the set-up of the
    game, or with `beginning`, a record that somebody imagined."""

    def __init__(self, game: Game, box: Box, players: int, edition: str, values: Mapping[str, options.Value],
                 dealer: Dealer | None, beginning: np.ndarray | None = None) -> None:
        super().__init__(game, box, values, np.zeros(1, game.tables.STATE), DEALER)
        self.edition, self.dealer, self.beginning = edition, dealer, beginning
        self.commitment = dealer.commitment if dealer else None
        self.state.players = players
        for option in game.options:
            self.state[option.name] = option.code(values[option.name])
        self._count = 0
        self._log = np.zeros((FIRST_ROOM, 2), np.int64)
        self._buffer = np.empty(game.actions, np.int64)
        if beginning is None:
            game.playing.begin(self.states, box.array, self._log)
        else:
            self.states[:] = beginning
        self._look_again()

    @property
    def dealer(self) -> Dealer | None:
        """Who answers the questions of chance; without one they are asked like any other."""
        return self._dealer

    @dealer.setter
    def dealer(self, dealer: Dealer | None) -> None:
        self._dealer = dealer
        self._stream = dealer.stream if dealer else NO_STREAM

    def deal_on(self, dealer: Dealer) -> None:
        """From here on another dealer deals, whose seed vouches only for what is still to come."""
        self.dealer, self.commitment = dealer, None
        self._look_again()

    @property
    def over(self) -> bool:
        return bool(self._count == 0)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who is asked: seats, or (-1,) for the dealer; nobody when the game is over."""
        if self.over or self.game.type.simultaneous:
            return super().to_act
        return (int(self._log[0, 1]),)                      # one at a time, noted with the last answer

    @property
    def answers_given(self) -> int:
        return int(self._log[0, 0])

    @property
    def log(self) -> list[tuple[int, int]]:
        """The answers so far: who (-1 for the dealer), and which number."""
        return [(seat, action) for seat, action in self._log[1:self.answers_given + 1].tolist()]

    # ------------------------------------------------ playing

    def actions(self, seat: int | None = None) -> list[int]:
        """The answers open to a seat (to the only one asked, if none is named), as numbers."""
        if seat is None and not self.game.type.simultaneous:
            return self._buffer[:self._count].tolist()
        return self._legal(self._asked(seat))

    def moves(self, seat: int | None = None) -> list[str]:
        """The answers open to a seat (to the only one asked, if none is named), in words, sorted as text."""
        if self.over:
            return []
        seat = self._asked(seat)
        return sorted(self.write(seat, action) for action in self._legal(seat))

    def act(self, action: int, seat: int | None = None) -> None:
        """Answer by number."""
        if not self.game.type.simultaneous and action != NO_ANSWER and (seat is None or seat == self._log[0, 1]):
            # the quick way: one compiled call, checks and all
            count = self._advance(self._count, DEALER, action)
            if count >= 0:
                self._count = count
                return
        elif action in self.actions(seat):
            self._answer(self._asked(seat), action)
            return
        raise self._refused(str(action), Ruling("NO-09", "over" if self.over else "number"))

    def play(self, move: str, seat: int | None = None) -> None:
        """Answer in words. A move that is not legal is refused with the rule that forbids it, and changes nothing."""
        move = " ".join(move.lower().split())
        if self.over:
            raise self._refused(move, Ruling("NO-09", "over"))
        seat = self._asked(seat)
        single = self.game.notation.expand(self, seat, move)
        if len(single) > 1:
            trial = self.copy()
            for part in single:
                trial.play(part, seat)
        for part in single:
            self._answer(seat, self._read(part, seat))

    def _read(self, move: str, seat: int) -> int:
        legal = {self.write(seat, action): action for action in self._legal(seat)}
        if move not in legal:
            raise self._refused(move, self.game.rulings.why_not(self, seat, move))
        return legal[move]

    def _refused(self, move: str, ruling: Ruling) -> IllegalMove:
        return IllegalMove(move, ruling, self.game.words("en"))

    def _asked(self, seat: int | None) -> int:
        """The seat that is meant; it must be in the game."""
        if seat is not None:
            if seat not in range(DEALER, self.players):
                raise InventoriumError(f"there is no seat {seat}; the seats are 0 to {self.players - 1}, -1 is the dealer")
            return seat
        asked = self.to_act
        if len(asked) != 1:
            raise InventoriumError(f"seats {', '.join(map(str, asked))} are asked at once; say which one answers"
                                   if asked else "the game is over; nobody is asked")
        return asked[0]

    def _advance(self, count: int, seat: int, action: int) -> int:
        """One compiled call, and further ones where the dealer has more to deal than the log has room for."""
        while True:
            if self._log[0, 0] + 2 > len(self._log):
                self._log = np.concatenate([self._log, np.zeros_like(self._log)])
            found: int = self.game.playing.advance(self.states, self.box.array, self._stream, self._log, self._buffer,
                                                   count, seat, action)
            if found <= 0 or self._dealer is None or self._log[0, 1] != DEALER:
                return found
            count, seat, action = UNCHECKED, DEALER, NO_ANSWER

    def _answer(self, seat: int, action: int) -> None:
        self._count = self._advance(UNCHECKED, seat, action)

    def _look_again(self) -> None:
        """See who is asked now, and let the dealer answer if it is him."""
        self._count = self._advance(UNCHECKED, DEALER, NO_ANSWER)

    def arrange(self, field: str, index: tuple[int, ...], value: int) -> None:
        """Change the record by hand, as one sets up a position to study it. A record of the game will not replay then."""
        if index:
            self.state[field][index] = value
        else:
            self.state[field] = value
        self._look_again()

    # ------------------------------------------------ looking, copying, going back

    def view(self, seat: int) -> View:
        """What this seat may see; -1 is a spectator."""
        states = copied(self.states)
        if self.game.type.secrets:
            self.game.playing.conceal(states, self.box.array, seat)
        return View(self.game, self.box, self.options, states, seat)

    def copy(self) -> "Position":
        """The same position, to be played on independently; its dealer will deal the same."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin.states, twin._log, twin._buffer = copied(self.states), self._log.copy(), self._buffer.copy()
        twin.dealer = self.dealer.copy() if self.dealer else None
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        """Programs that copy everything get the same: the rules and the box are shared, the game is not."""
        return self.copy()

    def at(self, number: int) -> "Position":
        """The position after the first so many answers. The dealer will deal from there as he did."""
        if not 0 <= number <= self.answers_given:
            raise InventoriumError(f"there are {self.answers_given} answers; there is no answer {number}")
        earlier = self._from_the_beginning()
        fresh = Dealer(self.dealer.seed) if self.dealer else None
        for seat, action in self.log[:number]:
            if fresh and seat == DEALER:
                self.game.playing.dealt(earlier.states, self.box.array, fresh.stream, earlier._buffer)
            earlier._answer(seat, action)
        earlier.dealer, earlier.commitment = fresh, self.commitment
        return earlier

    def answers(self) -> list[Answer]:
        """The answers so far in words."""
        earlier = self._from_the_beginning()
        lines = []
        for seat, action in self.log:
            lines.append(Answer(seat, earlier.write(seat, action), self.game.notation.question(earlier.state)))
            earlier._answer(seat, action)
        return lines

    def _from_the_beginning(self) -> "Position":
        return Position(self.game, self.box, self.players, self.edition, self.options, None, self.beginning)

    def record(self, seat: int | None = None) -> str:
        """The game so far as a text that `Game.read` plays again; with a seat, as this seat may see it."""
        if self.beginning is not None:
            raise InventoriumError("an imagined position has no record: nobody played its beginning")
        return records.write(self, seat)


class Simulation:
    """Random games of one seed, played in compiled code, a portion at a time."""

    def __init__(self, position: Position, number: int) -> None:
        self.position, self.number, self.played = position, number, 0
        players = position.players
        self.counts, self.total_scores, self.wins = np.zeros(2, np.int64), np.zeros(players, np.int64), np.zeros(players)

    def run(self, games_now: int) -> None:
        """Play the next games."""
        games_now = min(games_now, self.number - self.played)
        position = self.position
        states, template = position.states.copy(), position.states
        position.game.playing.simulate(states, position.box.array, template, position._stream, self.played, games_now,
                                       position._buffer, self.counts, self.total_scores, self.wins)
        self.played += games_now
