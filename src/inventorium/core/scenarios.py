"""Scenario files: tests of rules that a board gamer can check against the rulebook.

    scenario: Archimedes works on the bow
    rules: EX-01 LI-44 LI-55
    game: legendary-inventors
    players: 2
    given
      - start 0
      0 team antiquity
      1 team modern
      - deal bow; deal wheel; deal fire; deal dice; deal drum
      - any                               the dealer deals as he likes, until a seat is asked
      level 0 archimedes mechanics = 2    a field of the record is set by hand
      record long-game.record 120         the first moves of a record that lies beside the file
    when
      0 send archimedes bow
    then
      cubes bow 0 = 3
      busy 0 archimedes = 1
      asked = 1
    refused
      1 send hypatia bow                  LI-40
    offered
      1 send edison bow

`given` and `when` play moves; `then` compares; `refused` moves must be refused, by the rule named after two
spaces; `offered` moves must be legal; what stands under `never` must not be so. The parts may be repeated in any order.
Further heads: `edition:`, `options: name=value ...`, `components: FILE`. Heads at the top of a file hold for all its
scenarios. `table: NAME` sets a table for the scenarios that follow, up to the next table: its heads and parts are theirs too,
and come first. `then` compares with `=` or, where at least so much is wanted, with `>=`; besides the fields of the record it
knows `score SEAT`, `part SEAT NAME`, `place SEAT`, `winners`, `asked`, `question`, `over`, `moves SEAT` (in order, with ` | `
between), `shown SEAT NAME` (what the picture of the position says of a player).

A lesson (teaching/lessons.py, docs/lessons.md) is a scenario for a player.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.game import load_game
from inventorium.core.position import DEALER, Position
from inventorium.core.records import is_small_number
from inventorium.core.rulings import RULE_ID

HEADS = ("table", "scenario", "rules", "game", "players", "edition", "options", "components")
PARTS = ("given", "when", "then", "never", "refused", "offered")
RULE_AT_END = re.compile(rf"\s{{2,}}({RULE_ID.pattern})$")


class Failed(InventoriumError):
    """A scenario that does not come true: where, what was expected, what was found."""


@dataclass
class Scenario:
    """One story of a file."""

    path: Path
    line: int
    heads: dict[str, str] = field(default_factory=dict)
    steps: list[tuple[int, str, str]] = field(default_factory=list)  # line, part, text

    @property
    def name(self) -> str:
        return self.heads["scenario"]

    @property
    def rules(self) -> list[str]:
        return self.heads.get("rules", "").split()

    def run(self) -> None:
        """Raises Failed where it does not come true."""
        position = self.begin()
        for number, part, text in self.steps:
            try:
                if part == "given":
                    self.give(position, text)
                elif part == "when":
                    play(position, text)
                elif part == "then":
                    compare(position, text)
                elif part == "never":
                    if holds(position, text):
                        raise Failed(f"{text}")
                elif part == "refused":
                    refuse(position, text)
                else:
                    who, move = answer(text)
                    if move not in position.moves(who):
                        raise Failed(f"'{move}' is not offered; offered are: {', '.join(position.moves(who))}")
            except InventoriumError as error:
                raise Failed(f"{self.path}:{number}: {self.name}: {error}") from None
            except (IndexError, KeyError, OverflowError, TypeError, ValueError):
                raise Failed(f"{self.path}:{number}: {self.name}: '{text}' is not a statement that can be checked") from None

    def part(self, name: str) -> list[str]:
        """Return the lines of all parts of this name."""
        return [text for _, part, text in self.steps if part == name]

    def give(self, position: Position, text: str) -> None:
        """Do what a line of `given` says."""
        if " = " in text:
            arrange(position, text)
        elif text.startswith("record "):
            follow(position, self.path.parent, text)
        else:
            play(position, text)

    def begin(self) -> Position:
        heads = self.heads
        for head in ("game", "players"):
            if head not in heads:
                raise Failed(f"{self.path}:{self.line}: {self.name}: the header '{head}' is missing")
        try:
            changes = dict(pair.partition("=")[::2] for pair in heads.get("options", "").split())
            components = self.path.parent / heads["components"] if "components" in heads else None
            game = load_game(heads["game"])
            return game.new(
                int(heads["players"]), heads.get("edition", "default"), None, components, None, **game.known_options(changes)
            )
        except (InventoriumError, ValueError) as error:
            raise Failed(f"{self.path}:{self.line}: {self.name}: {error}") from None


def read(path: Path) -> Iterator[Scenario]:
    """Yield the scenarios of a file, each with what its table and the top of the file say for all."""
    top = table = scenario = Scenario(path, 1)
    part = ""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Failed(f"{path}: cannot be read as text ({getattr(error, 'strerror', None) or 'not UTF-8'})") from None
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].rstrip()
        if not text:
            continue
        head = re.match(r"(\w+):\s*(.*)", text)
        if head and head[1] in HEADS:
            if head[1] in ("table", "scenario"):
                if "scenario" in scenario.heads:
                    yield scenario
                if head[1] == "table":
                    table = scenario = Scenario(path, number, dict(top.heads))
                else:
                    scenario = Scenario(path, number, dict(table.heads), list(table.steps))
                part = ""
            scenario.heads[head[1]] = head[2]
        elif text in PARTS:
            part = text
        elif part and line.startswith(" "):
            scenario.steps.append((number, part, text.strip()))
        else:
            raise Failed(
                f"{path}:{number}: '{text}' is neither a head ({', '.join(HEADS)}) nor a part "
                f"({', '.join(PARTS)}) nor an indented line of one"
            )
    if "scenario" in scenario.heads:
        yield scenario


def files(paths: list[Path]) -> list[Path]:
    """Return the scenario files among these files and folders."""
    found = []
    for path in paths:
        if not path.exists():
            raise InventoriumError(f"{path}: there is no such file or folder")
        found += sorted(path.rglob("*.scenario")) if path.is_dir() else [path]
    return found


# ---------------------------------------------------------------- the lines of a scenario


def answer(text: str) -> tuple[int, str]:
    who, _, move = text.partition(" ")
    if who != "-" and not is_small_number(who):
        raise Failed(f"'{text}' does not begin with a seat or '-'")
    return (DEALER if who == "-" else int(who)), move.strip()


def play(position: Position, text: str) -> None:
    """Play one move, several of the same seat separated by `;`, or `- any`."""
    who, moves = answer(text)
    if who == DEALER and moves == "any":
        while position.to_act == (DEALER,):
            position.act(position.actions()[0])
        return
    for move in moves.split(";"):
        position.play(move, who)


def follow(position: Position, folder: Path, text: str) -> None:
    """Play the first moves of a record."""
    match = re.fullmatch(r"record ([\w.-]+) ([0-9]{1,5})", text)
    if not match or not (folder / match[1]).is_file():
        raise Failed(f"'{text}' is not: record, a file that lies beside this one, a number of answers")
    for seat, action in position.game.read((folder / match[1]).read_text(encoding="utf-8")).log[: int(match[2])]:
        position.act(action, seat)


def refuse(position: Position, text: str) -> None:
    rule = RULE_AT_END.search(text)
    who, move = answer(RULE_AT_END.sub("", text))
    before = position.states.tobytes()
    try:
        position.play(move, who)
    except IllegalMove as error:
        if position.states.tobytes() != before:
            raise Failed(f"'{move}' is refused, but has changed the position") from None
        if rule and error.ruling.rule != rule[1]:
            raise Failed(f"'{move}' is refused by {error.ruling.rule}, not by {rule[1]}: {error}") from None
    else:
        raise Failed(f"'{move}' is not refused")


def arrange(position: Position, text: str) -> None:
    left, value = (side.strip() for side in text.split(" = "))
    name, index = locate(position, left)
    position.arrange(name, index, value_of(position, name, value))


def compare(position: Position, text: str) -> None:
    left, _, expected = (part.strip() for part in text.partition("="))
    if left.endswith(">"):
        return compare_least(position, left[:-1].strip(), expected)
    found = found_at(position, left)
    if isinstance(found, int):
        wanted: Any = value_of(position, left.split()[0], expected)
    else:
        wanted = expected
    if found != wanted:
        raise Failed(f"{left} is {found}, not {expected}")


def holds(position: Position, text: str) -> bool:
    """Return whether a line of `then` is true."""
    try:
        compare(position, text)
    except Failed:
        return False
    return True


def compare_least(position: Position, left: str, least: str) -> None:
    found = found_at(position, left)
    if not isinstance(found, int) or found < int(least):
        raise Failed(f"{left} is {found}, not {least} or more")


def found_at(position: Position, left: str) -> int | str:
    word, *rest = left.split()
    if word == "score":
        return position.scores[seat_of(position, rest)]
    if word == "part":
        return position.breakdown[seat_of(position, rest)][rest[1]]
    if word == "place":
        return position.places[seat_of(position, rest)]
    if word == "winners":
        return " ".join(map(str, position.winners))
    if word == "asked":
        return " ".join("-" if seat < 0 else str(seat) for seat in position.to_act)
    if word == "question":
        return str(position.game.notation.question(position.state))
    if word == "over":
        return "yes" if position.over else "no"
    if word == "shown":
        return shown(position, *rest)
    if word == "moves":
        return " | ".join(position.moves(answer(f"{rest[0]} ")[0]))
    name, index = locate(position, left)
    return int(position.state[name][index]) if index else int(position.state[name])


def seat_of(position: Position, words: list[str]) -> int:
    if not words or not is_small_number(words[0]) or int(words[0]) not in range(position.players):
        raise Failed(f"'{' '.join(words)}' does not begin with a seat; there are {position.players}")
    return int(words[0])


def shown(position: Position, seat: str = "", name: str = "") -> int:
    """Return what the picture of the position says about a player, as a number."""
    players = {str(player["seat"]): player for player in position.picture()["players"]}
    number = players.get(seat, {}).get(name)
    if not isinstance(number, int):
        raise Failed(f"the picture shows no number '{name}' of seat '{seat}'")
    return number


def locate(position: Position, left: str) -> tuple[str, tuple[int, ...]]:
    """Return the field of the record that is meant, and the place in it."""
    name, *words = left.split()
    axes = position.game.tables.FIELDS.get(name)
    if axes is None:
        raise Failed(f"the position has no field '{name}'; there are {', '.join(position.game.tables.FIELDS)}")
    if len(words) != len(axes):
        raise Failed(f"'{name}' is by {', '.join(axes) or 'nothing'}, not by '{' '.join(words)}'")
    places = tuple(place_of(position, axis, word) for axis, word in zip(axes, words, strict=True))
    for axis, place, size, word in zip(axes, places, position.state[name].shape, words, strict=True):
        if place not in range(size):
            raise Failed(f"there is no {axis} '{word}'; the last is {size - 1}")
    return name, places


def value_of(position: Position, name: str, word: str) -> int:
    return place_of(position, position.game.tables.FIELD_CONTENTS.get(name, ""), word)


def place_of(position: Position, axis: str, word: str) -> int:
    """Return a number, or the notation's number for a word."""
    if re.fullmatch(r"-?[0-9]{1,9}", word):
        return int(word)
    if word == "none":
        return -1
    try:
        return int(position.game.notation.place_of(position.box, position.state, axis, word))
    except (ValueError, KeyError, StopIteration):
        raise Failed(f"'{word}' is no {axis or 'number'}") from None
