"""The contract of a game: what the modules in its folder must define, what they may define, and the defaults.

Each module is a protocol here. What is abstract, or annotated without a value, is required; everything else has a default,
which a game gets by saying nothing. `required_if` marks what only games of a certain kind must have. A game is checked once,
when it is loaded (`load_modules`), so that no other code looks for optional parts. docs/contract.md is the page about it.
"""

import ast
import importlib
import importlib.util
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from inventorium.core.actions import Space
from inventorium.core.errors import InventoriumError, Ruling, closest
from inventorium.core.events import TABLE, Event
from inventorium.core.facts import Fact
from inventorium.core.old_names import OldName, old_arguments, warn
from inventorium.core.options import Option, Value as OptionValue
from inventorium.core.words import languages

if TYPE_CHECKING:
    from rich.console import RenderableType

    from inventorium.core.box import Box
    from inventorium.core.components import Components
    from inventorium.core.pages import Scene
    from inventorium.core.position import Position, RecordedMove, Snapshot, View
    from inventorium.core.remarks import Remark
    from inventorium.core.words import Words

FINISHED, DRAFT = "finished", "draft"
PARTS = ("tables", "rules", "notation", "rulings", "board", "page", "value", "inventory", "events", "coach", "reasons")
OPTIONAL_PARTS = ("notation", "rulings", "board", "page", "value", "inventory", "events", "coach", "reasons")
EMPTY_BOX = np.dtype((np.record, [("nothing", "i4")]))


class BadGame(InventoriumError):
    """A game whose folder breaks the contract."""


@old_arguments(sheets="sealed", longest_sheet="longest_sealed")
@dataclass(frozen=True, kw_only=True)
class GameType:
    """What sort of game it is, declared as `GAME_TYPE` in its tables.py. Each flag stands for itself."""

    chance: bool = True  # the dealer plays chance moves: rules.weight
    simultaneous: bool = False  # several seats may move at once: rules.is_asked
    secrets: bool = False  # a seat may know what others do not: rules.conceal, rules.determinize
    sealed: bool = False  # secret moves of a window are handed in together: sealed moves
    longest: int = 5_000  # upper limit of the moves in a game, the dealer's included
    longest_sealed: int = 0  # upper limit of the moves that a seat seals at once
    stage: str = FINISHED  # a draft needs no numbered rules and no page

    sheets = OldName("sealed")
    longest_sheet = OldName("longest_sealed")


def required_if(flag: str) -> Callable[[Any], Any]:
    """Mark what a game must have if this flag of its kind is set, and no other game."""

    def mark(member: Any) -> Any:
        member.required_if = flag
        return member

    return mark


class Tables(Protocol):
    """tables.py: the numbers of a game. `state` in the rules is a record of FIELDS, `box` one of BOX."""

    GAME_TYPE: GameType = GameType()
    RULES_VERSION: int = 1  # changes with every change that makes an old record play differently
    SIZES: Mapping[str, int]  # of every axis; `seat` is the most players
    SPACE: Space  # every action there is
    FIELDS: Mapping[str, tuple[str, ...]]  # the fields of the state, each with its axes
    STATE: np.dtype  # `record_of(OPTIONS, FIELDS, SIZES)`
    SCORE_PARTS: tuple[str, ...]  # what a score is made of
    CATEGORICAL: Mapping[str, str | int | type[IntEnum]] = {}  # fields that hold a seat ("seat"), one of n things, or a member
    FIELD_CONTENTS: Mapping[str, str] = {}  # fields that hold things: the axis that names them
    DERIVED: Set[str] = frozenset({"players"})  # fields that follow from the actions: no scenario sets them
    LIMITS: Mapping[str, tuple[int, int]] = {}  # the range of fields where it is not the usual one
    IDS: Mapping[str, str] = {}  # axes that are groups of the component file
    OPTIONS: tuple[Option, ...] = ()
    EDITIONS: Mapping[str, Mapping[str, OptionValue]] = {"default": {}}
    BOX: np.dtype = EMPTY_BOX
    COMPONENT_SCHEMA: Mapping[str, Mapping[str, Any]] = {}  # the groups of the component file, and the keys of their records

    @staticmethod
    def check_options(values: Mapping[str, OptionValue]) -> None:
        """Refuse options that do not go together."""

    @staticmethod
    def check(components: "Components") -> None:
        """Refuse a component file that breaks a constraint."""

    @staticmethod
    def fill_box(components: "Components") -> np.ndarray:
        """Return the components as rules read them: an array of one BOX."""
        return np.zeros(1, EMPTY_BOX)


class Rules(Protocol):
    """rules.py, compiled with `@rule`. `state` and `box` are records; -1 is the dealer; `actions` is a buffer of the caller.
    Players and options stand in the state when `set_up` is called, and every other field must be written by it."""

    @staticmethod
    @abstractmethod
    def set_up(state: Any, box: Any) -> None:
        """Write the first position, before anything is dealt."""

    @staticmethod
    @abstractmethod
    def to_act(state: Any) -> int:
        """Return the seat to move, or the dealer; of several that move at once, the lowest seat."""

    @staticmethod
    @required_if("simultaneous")
    def is_asked(state: Any, seat: int) -> bool:
        """Return whether this seat is to move."""
        raise NotImplementedError

    @staticmethod
    @abstractmethod
    def legal_actions(state: Any, box: Any, seat: int, actions: np.ndarray) -> int:
        """Fill in the legal actions of this seat and return their number; 0 for a seat that cannot act."""

    @staticmethod
    @required_if("chance")
    def weight(state: Any, box: Any, action: int) -> int:
        """Return how many equal cards or tokens are behind one action of the dealer."""
        raise NotImplementedError

    @staticmethod
    @abstractmethod
    def apply(state: Any, box: Any, seat: int, action: int) -> None:
        """Carry out one legal action, what follows from it without a choice, and nothing else."""

    @staticmethod
    @abstractmethod
    def is_over(state: Any) -> bool:
        """Return whether the game is over."""

    @staticmethod
    @abstractmethod
    def breakdown(state: Any, box: Any, parts: np.ndarray) -> None:
        """Write the parts of every seat's score, so far or at the end: `parts[seat, part]`, in the order of SCORE_PARTS."""

    @staticmethod
    @abstractmethod
    def places(state: Any, box: Any, scores: np.ndarray, places: np.ndarray) -> None:
        """Write the place of every seat, from 1; equals share one."""

    @staticmethod
    @required_if("secrets")
    def conceal(state: Any, box: Any, seat: int) -> None:
        """Blank what this seat cannot know (-1: a spectator), always with the same blank."""
        raise NotImplementedError

    @staticmethod
    @required_if("secrets")
    def determinize(state: Any, box: Any, seat: int, stream: np.ndarray) -> None:
        """Fill in at random what this seat cannot know, everything that fits equally likely."""
        raise NotImplementedError


class Notation(Protocol):
    """notation.py: positions and actions in words and plain numbers. They read the state as `Fields`."""

    UNRECORDED: tuple[str, ...] = ()  # moves that only take another back: no record has them

    @staticmethod
    def question(state: Any) -> str:
        """Return the key of the question that is put now; its words are `questions.<key>`."""
        return "turn"

    @staticmethod
    def write(box: "Box", state: Any, seat: int, action: int) -> str:
        """Return an action in the notation: here its family, and the names of its parts."""
        family, parts = box.tables.SPACE.split(action)
        return " ".join([family.replace("_", "-"), *(id_at(box, axis, number) for axis, number in parts.items())])

    @staticmethod
    def say(box: "Box", state: Any, seat: int, action: int, words: "Words") -> str:
        """Return an action for people: here `moves.<family>` with its parts, or as it is written."""
        family, parts = box.tables.SPACE.split(action)
        if not words.get(f"moves.{family}"):
            return box.notation.write(box, state, seat, action)
        names = {axis: box.name(id_at(box, axis, number), words.language) for axis, number in parts.items()}
        return words(f"moves.{family}", **names)

    @staticmethod
    def column(box: "Box", state: Any, seat: int, action: int) -> tuple[str, str] | None:
        """Return a heading and an entry for an action that is one of a row of like ones, such as bids; None for any other."""
        return None

    @staticmethod
    def picture(box: "Box", state: Any) -> dict[str, Any]:
        """Return the position in plain words and numbers, by the ids of the component file: here field by field."""
        values = {
            field: getattr(state, field)[: state.players] if axes[:1] == ("seat",) else getattr(state, field)
            for field, axes in box.tables.FIELDS.items()
        }
        return {field: value.tolist() if isinstance(value, np.ndarray) else int(value) for field, value in values.items()}

    @staticmethod
    def place_of(box: "Box", state: Any, axis: str, word: str) -> int:
        """Return the number of a thing on an axis, for scenarios."""
        return box.ids(box.tables.IDS[axis]).index(word)

    @staticmethod
    def expand(position: "Position", seat: int, move: str) -> list[str]:
        """Return the single moves behind a shorthand."""
        return [move]

    @staticmethod
    def in_record_order(answers: "list[RecordedMove]") -> "list[RecordedMove]":
        """Put the moves of a window that several seats filled in at once in the order of a record."""
        return answers

    @staticmethod
    @required_if("secrets")
    def moves_as_seen(position: "Position", answers: "list[RecordedMove]", seat: int) -> "list[RecordedMove]":
        """Return the actions so far as this seat may know them."""
        raise NotImplementedError

    @staticmethod
    def facts(box: "Box", before: Any, after: Any, seat: int, action: int) -> Mapping[str, Any]:
        """Return the effects of an action that the position does not show; `open` are those that every player may know."""
        return {}

    @staticmethod
    def on_table(answers: Iterable[tuple[int, str, Mapping[str, Any]]]) -> Mapping[str, Any]:
        """Return what a page can learn only from the actions so far."""
        return {}

    @staticmethod
    def colours(box: "Box", state: Any) -> Sequence[str]:
        """Return the colour of every seat, where the game assigns them."""
        return ()

    @staticmethod
    def texts(box: "Box") -> Mapping[str, Any]:
        """Return what is written on cards, by id, where the component file has only a pattern of it."""
        return {}

    @staticmethod
    def stage(state: Any, words: "Words") -> str:
        """Return the name of the round or age; "" where the game has none."""
        return ""

    @staticmethod
    def statistics(position: "Position") -> Sequence[Mapping[str, int]]:
        """Return what every seat did, counted, for the end of a game; the words are `statistics.<key>`."""
        return ()


class Rulings(Protocol):
    """rulings.py: which rule forbids an action that is not legal."""

    @staticmethod
    def why_not(position: "Snapshot", seat: int, move: str) -> Ruling | None:
        """Return the rule that forbids a move, nothing where it is legal; its text is `refused.<key>` in the game's words."""
        legal = (position.write(seat, action) for action in position.actions(seat))
        return None if move in legal else Ruling("", "over" if position.over else "closed")


class Board(Protocol):
    """board.py: the position in a terminal."""

    @staticmethod
    def board(view: "Snapshot", words: "Words") -> "RenderableType":
        """Return the position for a terminal: here every field with its value."""
        from rich.table import Table

        table = Table(title=view.game.title(words.language), title_justify="left", show_header=False)
        for field, value in view.picture().items():
            table.add_row(field, str(value))
        return table

    @staticmethod
    def moves(view: "View", words: "Words") -> "RenderableType | None":
        """Return a shorter form of a long list of moves."""
        return None

    @staticmethod
    def move_of_number(view: "View", number: str) -> str | None:
        """Return the move that a typed number means, where it is not the place in the list."""
        return None


class Page(Protocol):
    """page.py: the position in a browser. A game without it gets a plain page."""

    @staticmethod
    @abstractmethod
    def page(scene: "Scene") -> Any:
        """Return what the game's table.html lays out, as dataclasses: the template calls it `page`."""


class Value(Protocol):
    """value.py, compiled: what a position is worth. All bots but `random` need it."""

    ROLLOUT: tuple[int, int] = (4, 4)  # how many actions a search plays on, each the best of how many
    LEVEL_OVERRIDES: Mapping[str, tuple[str, int]] = {}  # levels without a network that differ: the bot, its blunder rate
    NETWORK_LEVELS: Mapping[str, str] = {}  # levels with a network that differ from the usual: the bot
    DEFAULT_LEVEL: str = "medium"  # the bots of a new table: a first opponent who can be beaten
    RANDOM_OPPONENT_ONE_IN: int = 2  # of the others' sealed moves, one set in this many is random
    is_exact: Any = None  # (state): whether one look ahead finds the best action
    is_decided: Any = None  # (state): whether all points are already fixed
    final_points: Any = None  # (state, box, seat): these points, where it is decided
    advise: Any = None  # (state, box, seat, actions, count, stream): a cheap sensible action
    is_alike: Any = None  # (one, other, before): whether two sets of sealed moves came to the same
    PRIOR_CUTOFF: float = 0.0  # one look ahead passes over actions with less than this part of the
    # highest prior
    HINTS: int = 0  # how many numbers `hints` writes
    hints: Any = None  # (state, box, seat, parts): write what the value is made of, and
    # whatever else a network should not have to find out; return the value

    @staticmethod
    @abstractmethod
    def value(state: Any, box: Any, seat: int) -> float:
        """Return the points that a seat can expect at the end."""

    @staticmethod
    @abstractmethod
    def spread(state: Any) -> float:
        """Return by how many points the value is off, more or less."""

    @staticmethod
    @required_if("sealed")
    def window(state: Any) -> int:
        """Return which window it is: it changes when all have sealed their moves."""
        raise NotImplementedError

    @staticmethod
    @required_if("sealed")
    def forget_sealed(state: Any, box: Any, seat: int) -> None:
        """Blank what others may have sealed and not yet revealed."""
        raise NotImplementedError

    @staticmethod
    @required_if("sealed")
    def is_unsettled(state: Any) -> bool:
        """Return whether moves are being sealed, so that `value` cannot judge the position yet."""
        raise NotImplementedError

    @staticmethod
    @required_if("sealed")
    def planned_action(state: Any, box: Any, seat: int, stream: np.ndarray) -> int:
        """Return the next action of sealed moves that are planned as a whole; -1 where they are not."""
        raise NotImplementedError

    @staticmethod
    @required_if("sealed")
    def plan_actions(state: Any, box: Any, seat: int, stream: np.ndarray, others: np.ndarray, actions: np.ndarray) -> int:
        """Fill in a seat's sealed actions, planned against those of others, and return their number; 0 without a plan."""
        raise NotImplementedError


class Inventory(Protocol):
    """inventory.py: what a player can have or use, for the lab. The words are `things.<kind>` and `things.had.<kind>`."""

    FACTIONS: str | None = None  # the kind of which each player has one, such as teams
    ALTERNATIVES: Mapping[str, Sequence[str]] = {}  # kinds that are alternatives to each other
    ACTIONS_OF: Sequence[str] = ()  # kinds that are uses of items which all players have in equal number
    WORTH: Sequence[str] = ()  # the names of what `hints` of value.py writes
    TALLY: Mapping[str, str] = {}  # a table of the game's own: its rows, each a `share` or a `mean`
    aims: Any = None  # (box, state, seat, action): what an action, such as a bid, aims at

    @staticmethod
    def items(box: "Box") -> dict[str, list[str]]:
        """Return everything that a player can have or use, by kinds."""
        return {}

    @staticmethod
    def gains(box: "Box", before: Any, after: Any, seat: int, action: int) -> Iterable[tuple[int, str, str]]:
        """Yield who got what by an action: seat (-1: it lies open), kind and thing."""
        return ()

    @staticmethod
    def name(box: "Box", kind: str, thing: str, words: "Words") -> str:
        """Return what people call a thing."""
        return thing

    @staticmethod
    def worth_of(box: "Box", state: Any, seat: int, part: int) -> str:
        """Return the thing that a part of `WORTH` is about, by its id, where several parts have one name; "" for none."""
        return ""

    @staticmethod
    def tally(box: "Box", before: Any, after: Any) -> Iterable[tuple[str, float]]:
        """Yield the values that an action adds to the rows of the game's own table."""
        return ()

    @staticmethod
    def head_starts(position: "Position") -> Sequence[float]:
        """Return what each seat of a game was worth to its player, in points of a rating (400 are ten times the odds), as
        the lab measured it on games between equals: nothing, where it found nothing."""
        return (0.0,) * position.players

    @staticmethod
    def prices(box: "Box", before: Any, after: Any) -> Iterable[tuple[str, str, float]]:
        """Yield the price of what an action sold: kind, thing and price."""
        return ()


class Events(Protocol):
    """events.py: what an action did, as a list of events (core/events.py). They read the state as `Fields`."""

    MOMENTS: Sequence[str] = ()  # moments that wait for people; `moments.<name>` is what one is called
    STAGED: Sequence[str] = ()  # of these, what is shown row by row while the table stays as it was before

    @staticmethod
    def events(box: "Box", before: Any, after: Any, seat: int, action: int) -> Iterable[Event]:
        """Return what an action did, and what followed from it without a choice, in order. Whatever `holdings` counts is
        accounted for by the changes of the events. Here it is one event: what the button said."""
        said = {language: box.notation.say(box, before, seat, action, box.words(language)) for language in languages()}
        return [Event("dealt" if seat == TABLE else "answer", seat, values={"move": said})]

    @staticmethod
    def holdings(box: "Box", state: Any) -> Mapping[tuple[int, str], int]:
        """Return everything that can be counted at a table, by seat (-1: on the table) and name: stores, points, cards,
        places. Nothing here: the changes of a draft are not accounted for."""
        return {}


class Coach(Protocol):
    """coach.py: facts of the position that a coach points out in a player's first games (core/remarks.py)."""

    @staticmethod
    def remarks(view: "View") -> Iterable["Remark"]:
        """Return facts of the position that the seat to move can act on now; the coach says one."""


class Reasons(Protocol):
    """reasons.py: what is worth telling of events when a move is explained (review/reasons.py). The words are in
    words/en/reasons.toml."""

    TURNS: int = 2  # so many more turns of a seat are played on to see what comes of one
    TURNS_AFTER: Mapping[str, int] = {}  # the same after a turn that begins with this family of actions
    KEPT: Mapping[str, float] = {}  # lasting items of a seat by their name in `holdings`, with their worth in points
    AVERAGE: Mapping[str, float] = {}  # what seats have at the end of these turns, or the numbers of facts until then; its worth

    @staticmethod
    def facts(box: "Box", events: Sequence[Event]) -> Iterable[Fact]:
        """Return what is worth telling of the events of one action."""
        return ()


def number_of(one_of: str | int | type[IntEnum]) -> int:
    """Return how many values a field of CATEGORICAL has."""
    return len(one_of) if isinstance(one_of, type) else int(one_of)


def id_at(box: "Box", axis: str, number: int) -> str:
    """Return the id of a thing on an axis, or its number where the component file does not name it."""
    group = box.tables.IDS.get(axis)
    return box.ids(group)[number] if group else str(number)


FORMS: dict[str, type] = {
    "tables": Tables,
    "rules": Rules,
    "notation": Notation,
    "rulings": Rulings,
    "board": Board,
    "page": Page,
    "value": Value,
    "inventory": Inventory,
    "events": Events,
    "coach": Coach,
    "reasons": Reasons,
}
COMPILED = ("rules", "value")

OLD_FILES = {"inventory": "things"}
OLD_NAMES: dict[str, dict[str, str]] = {  # of the contract, until version 0.3
    "tables": {
        "PART_NAMES": "SCORE_PARTS",
        "ONE_OF": "CATEGORICAL",
        "NOT_BY_HAND": "DERIVED",
        "VALUES": "FIELD_CONTENTS",
        "FORM": "COMPONENT_SCHEMA",
    },
    "rules": {"imagine": "determinize"},
    "notation": {"answers_as_seen": "moves_as_seen"},
    "value": {
        "LEVELS": "LEVEL_OVERRIDES",
        "WILD": "RANDOM_OPPONENT_ONE_IN",
        "LOOKED_AT": "PRIOR_CUTOFF",
        "forget_sheets": "forget_sealed",
        "planned_answer": "planned_action",
        "plan_answers": "plan_actions",
    },
    "inventory": {"SIDES": "FACTIONS", "INSTEAD": "ALTERNATIVES", "USES": "ACTIONS_OF", "things": "items"},
}
ALONE = ("page", "value")  # without these files nothing takes their place: the module is None


# ---------------------------------------------------------------- checking


def load_modules(name: str, package: str) -> dict[str, Any]:
    """Load the modules of a game, each with the defaults of what it does not have. Whatever is missing or misspelt is refused,
    all of it in one line."""
    problems: list[str] = []
    found = {part: part_of(package, part) for part in PARTS}
    kind = getattr(found["tables"], "GAME_TYPE", GameType())
    for part, module in found.items():
        if module is None and part not in OPTIONAL_PARTS:
            problems.append(f"there is no {part}.py")
        elif module is not None:
            problems += contract_errors(part, module, kind)
    for part in COMPILED if not problems else ():
        problems += unknown_fields(part, found[part], found["tables"])
    if problems:
        raise BadGame(f"the game {name} breaks the contract of games: {'; '.join(problems)}")
    fitted = {part: with_defaults(package, part, module) for part, module in found.items()}
    check_sizes(name, fitted["tables"], kind, has_value=fitted["value"] is not None)
    return fitted


def part_of(package: str, part: str) -> ModuleType | None:
    for file in (part, OLD_FILES.get(part, part)):
        if importlib.util.find_spec(f"{package}.{file}"):
            if file != part:
                warn(f"{package}.{file}", part, stacklevel=2)
            return with_new_names(part, importlib.import_module(f"{package}.{file}"))
    return None


def with_new_names(part: str, module: ModuleType) -> ModuleType:
    """Return a module of a game; what it calls by an old name of the contract also has its new one."""
    for old, new in OLD_NAMES.get(part, {}).items():
        if hasattr(module, old) and not hasattr(module, new):
            warn(f"{old} in {module.__name__}", new, stacklevel=2)
            setattr(module, new, getattr(module, old))
    return module


def members(part: str) -> dict[str, Any]:
    """Return what a module of a game may have, with its default; REQUIRED where there is none."""
    form = FORMS[part]
    names = {name: getattr(form, name, REQUIRED) for name in form.__annotations__}
    names |= {name: getattr(form, name) for name in vars(form) if not name.startswith("_") and name not in names}
    return {name: REQUIRED if getattr(member, "__isabstractmethod__", False) else member for name, member in names.items()}


REQUIRED = object()


def contract_errors(part: str, module: ModuleType, kind: GameType) -> Iterator[str]:
    """Yield what is missing in a module of a game, and what looks like a misspelt name of the contract."""
    wanted, own = members(part), vars(module)
    unknown_names = [name for name in own if not name.startswith("_") and name not in wanted]
    for name, default in wanted.items():
        if name in own:
            continue
        flag = getattr(default, "required_if", "")
        near = closest(name, unknown_names)
        if default is REQUIRED or (flag and getattr(kind, flag)):
            why = f" (a game with {flag} needs it)" if flag else ""
            yield f"{part}.py has no {name}{why}" + (f"; is {near} meant?" if near else "")
        elif near:
            yield f"{part}.py has {near}, which nothing asks for; is {name} meant?"


def unknown_fields(part: str, module: ModuleType | None, tables: Any) -> Iterator[str]:
    """Yield each use of a field of `state` or `box` that does not exist. The compiler's own message would not name the line."""
    if module is None or module.__file__ is None:
        return
    options = [option.name for option in getattr(tables, "OPTIONS", ())]
    fields: dict[str, tuple[str, str, Sequence[str]]] = {
        "state": ("the position", "FIELDS", [*tables.FIELDS, *options]),
        "box": ("the box", "BOX", getattr(tables, "BOX", EMPTY_BOX).names or ()),
    }
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in fields:
            owner, table, names = fields[node.value.id]
            if node.attr not in names:
                near = closest(node.attr, names)
                yield (
                    f"{part}.py:{node.lineno}: {owner} has no field '{node.attr}'; "
                    + (f"is '{near}' meant?" if near else f"{table} in tables.py lists its fields")
                )


def with_defaults(package: str, part: str, module: ModuleType | None) -> Any:
    """Return a module with the defaults of whatever it does not have; without a value.py only the bot `random` plays."""
    if module is None and part in ALONE:
        return None
    own = vars(module) if module else {}
    missing = {name: default for name, default in members(part).items() if name not in own}
    if module is not None and not missing:
        return module
    whole = ModuleType(f"{package}.{part}")
    whole.__dict__.update(missing | own)
    return whole


def check_sizes(name: str, tables: Any, kind: GameType, has_value: bool) -> None:
    """Check the numbers that compiled code relies on without looking."""
    problems = []
    if "seat" not in tables.SIZES:
        problems.append("SIZES says nothing of the axis seat")
    if kind.sealed and not (kind.secrets and kind.simultaneous and kind.longest_sealed > 0):
        problems.append("a game with sealed moves is simultaneous, has secrets, and says its longest_sealed")
    if kind.stage not in (FINISHED, DRAFT):
        problems.append(f"the stage is {FINISHED} or {DRAFT}, not {kind.stage}")
    if record_of(tables.OPTIONS, tables.FIELDS, tables.SIZES) != tables.STATE:
        problems.append("STATE is not record_of(OPTIONS, FIELDS, SIZES)")
    if "players" not in tables.FIELDS:
        problems.append("FIELDS has no field players")
    if problems:
        raise BadGame(f"the game {name} breaks the contract of games: tables.py: {'; '.join(problems)}")


def record_of(options: Iterable[Option], fields: Mapping[str, tuple[str, ...]], sizes: Mapping[str, int]) -> np.dtype:
    """Return the record of a position: the options, then the fields, each a whole number or an array of them."""
    return np.dtype(
        (
            np.record,
            [(option.name, "i4") for option in options]
            + [(name, "i4", tuple(sizes[axis] for axis in axes)) if axes else (name, "i4") for name, axes in fields.items()],
        )
    )
