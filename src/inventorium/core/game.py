"""`Game`: rules, words and components. `Game.new` starts a game, `load_game` finds one by name."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from inventorium.core import compiler, contract, library, options, records
from inventorium.core.argument_checks import whole
from inventorium.core.box import Box
from inventorium.core.dealer import Dealer
from inventorium.core.errors import InventoriumError, UnknownName, shown
from inventorium.core.position import Position
from inventorium.core.simulation import Simulation
from inventorium.core.words import Words, languages, words_of

AUTOMATIC = "automatic"
before_first_use: list[Callable[["Game"], None]] = []  # may refuse a game that is not compiled yet


def load_game(name: str) -> "Game":
    """Return the game of this name."""
    if not isinstance(name, str):
        raise UnknownName("game", name, library.names())
    return only_game(name)


@cache
def only_game(name: str) -> "Game":
    return Game(name, library.package_of(name))


class Game:
    """One game: its rules, its words, its components.

    `tables`, `rules` and so on are the modules of the game's folder with everything that core/contract.py promises of them;
    `page` and `value` are None where the game has none. `type` says what sort of game it is, `engine` is
    core/playing.py compiled with its rules.
    """

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package, self.folder = name, package, library.folder_of(name)
        parts = contract.load_modules(name, package)
        self.tables: contract.Tables = parts["tables"]
        self.rules: contract.Rules = parts["rules"]
        self.notation: contract.Notation = parts["notation"]
        self.rulings: contract.Rulings = parts["rulings"]
        self.board: contract.Board = parts["board"]
        self.page: contract.Page | None = parts["page"]
        self.value: contract.Value | None = parts["value"]
        self.inventory: contract.Inventory = parts["inventory"]
        self.events: contract.Events = parts["events"]
        self.coach: contract.Coach = parts["coach"]
        self.reasons: contract.Reasons = parts["reasons"]
        self.type = self.tables.GAME_TYPE
        self.actions, self.seats = self.tables.SPACE.size, self.tables.SIZES["seat"]
        self.options, self.editions = self.tables.OPTIONS, self.tables.EDITIONS
        if self.players[-1] > self.seats:
            raise contract.BadGame(
                f"the game {name}: components.toml allows {self.players[-1]} players, tables.py only {self.seats}"
            )

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """Return itself: programs that copy everything share the rules."""
        return self

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.players[0]} to {self.players[-1]} players>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its name."""
        return load_game, (self.name,)

    @cached_property
    def engine(self) -> ModuleType:
        for ask in before_first_use:
            ask(self)
        return self.bind("inventorium.core.engine")

    def bind(self, source: str, **names: Any) -> ModuleType:
        """Return a module that serves all games, compiled for this one: with its rules, tables and value, and more names."""
        return compiler.bind(source, self.package, rules=self.rules, tables=self.tables, value=self.value, **names)

    def box(self, components: str | Path | None = None) -> Box:
        """Return the components of this game, or those of a file of the same form. A file is read once by a process, so a
        changed one is seen by the next."""
        if not isinstance(components, str | Path | None):
            raise InventoriumError(f"components must be the path of a component file, not {shown(components)}")
        return self._box(Path(components or self.folder / "components.toml"))

    @cache  # noqa: B019  (there are only a handful of games)
    def _box(self, path: Path) -> Box:
        return Box(self, path)

    @property
    def players(self) -> range:
        """How many can play."""
        fewest, most = self.box().components["players"]
        return range(fewest, most + 1)

    def words(self, language: str) -> Words:
        """Return the words of the game in a language, such as `en` or `de`."""
        return words_of(self.folder, language)

    def title(self, language: str) -> str:
        """Return the name of the game in a language, such as `en` or `de`."""
        if language not in languages():
            raise UnknownName("language", language, languages())
        return str(self.box().components["name"][language])

    def new(
        self,
        players: int,
        edition: str = "default",
        seed: int | str | None = None,
        components: str | Path | None = None,
        dealer: Dealer | str | None = AUTOMATIC,
        **changes: Any,
    ) -> "Position":
        """Return a new game. With a seed a dealer plays the chance moves; with `dealer=None` they are left open like any other.
        Without either the dealer takes a secret random seed."""
        values = options.chosen(self.options, self.editions, edition, changes, self.tables.check_options)
        own: Any = Dealer(seed) if dealer == AUTOMATIC or seed is not None else dealer
        return Position(self, self.box(components), self.checked_players(players), edition, values, own)

    def checked_players(self, players: int) -> int:
        """Return a number of players, if the game is for that many."""
        number = whole(players)
        if number is None or number not in self.players:
            raise InventoriumError(f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {shown(players)}")
        return number

    def describe(self, box: Box) -> dict[str, Any]:
        """Return the components of a box in plain words and numbers, for programs in any language: ids, names, costs, yields,
        and as `text` what is written on a card, where the file has only a pattern of it."""
        described = box.components.plain()
        texts = self.notation.texts(box)
        for group in described.values():
            for record in group if isinstance(group, list) else ():
                if isinstance(record, dict) and record.get("id") in texts:
                    record["text"] = texts[record["id"]]
        return described

    def known_options(self, typed: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return typed changes, safe to pass to `new` as `**changes`: every name is that of an option."""
        return options.known(self.options, typed)

    def read(self, text: str, components: str | Path | None = None) -> "Position":
        """Replay a record exactly, and return the position."""
        if not isinstance(text, str):
            raise InventoriumError(f"a record must be a text, not {shown(text)}")
        return records.read(self, text, components)

    def simulate(
        self,
        players: int,
        number: int,
        seed: int | str = 0,
        edition: str = "default",
        components: str | Path | None = None,
        **changes: Any,
    ) -> "Simulation":
        """Return random games in compiled code: `run` plays them, as many at a time as you like, `result` sums them up."""
        return Simulation(self.new(players, edition, seed, components, **changes), number)
