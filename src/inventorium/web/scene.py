"""What a page gets to show of a table: docs/architecture.md, "The web table", lists it. Only a view of a seat goes in."""
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from inventorium.core.boards import text_of
from inventorium.core.box import Box
from inventorium.core.errors import Ruling
from inventorium.core.position import DEALER, View
from inventorium.core.words import Words
from inventorium.table import story
from inventorium.table.seats import BOT, OPEN
from inventorium.web import players
from inventorium.web.rooms import Room

TURNS_SHOWN = 10
MOST_DRAWN = 5_000                                              # parts of pages that are remembered, for each box
INKS = {"red": "p1", "green": "p2", "blue": "p3", "yellow": "p4", "purple": "p5"}         # of the five pens of the look


@dataclass(frozen=True)
class Move:
    """An answer that may be clicked."""

    action: int
    move: str                                   # in the notation: "send archimedes bow"
    text: str                                   # in words
    verb: str                                   # its first word: "send"
    things: tuple[str, ...]                     # the other words, mostly ids: ("archimedes", "bow")
    ends_turn: Callable[[int], bool] = field(repr=False, compare=False)

    @cached_property
    def final(self) -> bool:
        """Whether it ends the turn: another seat or the dealer comes next. Looked up only where it is needed."""
        return self.ends_turn(self.action)


class Moves:
    """The answers open to a seat, sorted as text; empty where it is not asked."""

    def __init__(self, moves: list[Move]) -> None:
        self.list = moves
        self.by_move = {move.move: move for move in moves}

    def __iter__(self) -> Iterator[Move]:
        return iter(self.list)

    def __len__(self) -> int:
        return len(self.list)

    def get(self, *words: Any) -> Move | None:
        """The move of exactly these words, if it is open: `moves.get("send", "archimedes", "bow")`."""
        return self.by_move.get(" ".join(map(str, words)))

    def of(self, verb: str, *things: str) -> list[Move]:
        """The moves of this verb that concern all these things."""
        return [move for move in self.list if move.verb == verb and all(thing in move.things for thing in things)]

    def about(self, *things: str) -> list[Move]:
        """The moves that concern all these things, whatever the verb."""
        return [move for move in self.list if all(thing in move.things for thing in things)]

    def numbered(self, action: int) -> Move | None:
        return next((move for move in self.list if move.action == action), None)


class Scene:
    """A table, seen by one seat, in one language; `table.html` and the games' own pages are drawn from it."""

    def __init__(self, room: Room, view: View, seat: int, words: Words, answers: int, live: bool) -> None:
        self.room, self.view, self.seat, self.words = room, view, seat, words
        self.answers, self.live = answers, live             # the answer that is shown, and whether it is the last
        self.game, self.fields = view.game, view.fields
        self.language = words.language
        self.names = players.names(room.seats, words)

    # ------------------------------------------------ names

    def name(self, thing: Any) -> str:
        """The name of a component in the language of the page; what has no name is called by its id."""
        return names_of(self.view.box, self.language).get(str(thing), str(thing))

    def thing(self, name: str) -> dict[str, Any]:
        """What the component file says of a component."""
        return things_of(self.view.box).get(name, {})

    def kept(self, macro: Callable[..., str], *values: Any) -> str:
        """What a macro draws of components and numbers alone: it is the same on every page, so it is drawn once."""
        kept = drawn_of(self.view.box, self.language)
        key = (macro.name, *(map(hashed, values)))              # type: ignore[attr-defined]
        if key not in kept:
            if len(kept) >= MOST_DRAWN:
                kept.clear()
            kept[key] = macro(*values)
        return kept[key]

    def seat_name(self, seat: int) -> str:
        if seat == DEALER:
            return self.words("dealer")
        return self.names[seat]

    def subject(self, seat: int) -> str:
        """Who begins a sentence. What people call themselves stays as they write it."""
        return self.words("dealer-first") if seat == DEALER else self.names[seat]

    # ------------------------------------------------ what is asked

    @property
    def question(self) -> str:
        """The key of the question that is put now."""
        return str(self.game.notation.question(self.fields))

    def claim(self) -> str:
        """Who is asked what, in one sentence."""
        asked = self.view.to_act
        if not asked:
            return self.words("table.wins", names=[self.seat_name(seat) for seat in self.view.winners])
        question = self.words(f"questions.{self.question}")
        if self.seat >= 0 and self.seat in asked:
            if not self.room.seats[self.seat].name:
                return self.words("table.you-asked-nameless", question=question)
            return self.words("table.you-asked", name=self.seat_name(self.seat), question=question)
        return self.words("table.asked", names=[self.subject(seat) for seat in asked], question=question)

    def moves(self) -> Moves:
        return self.moves_in(self.view) if self.live and self.seat >= 0 else Moves([])

    def sheet(self) -> list[Moves]:
        """The moves at each question that is answered in one go; nothing where there is no question."""
        if not self.live or self.seat < 0 or not self.view.actions():
            return []
        return [self.moves_in(view) for view in self.room.table.sheet(self.seat)]

    def said(self, actions: Sequence[int]) -> str:
        """These answers to the questions of the sheet, in words."""
        given = [(moves, moves.numbered(action)) for moves, action in zip(self.sheet(), actions, strict=False)]
        chosen = [move.text for moves, move in given if move and len(moves) > 1]
        return ", ".join(chosen or [move.text for _, move in given if move])

    def moves_in(self, view: View) -> Moves:
        notation, box, state, found = self.game.notation, view.box, view.fields, []
        for action in view.actions():
            move = notation.write(box, state, self.seat, action)
            verb, *things = move.split()
            text = notation.say(box, state, self.seat, action, self.words)
            found.append(Move(action, move, text, verb, tuple(things), self.ends_turn))
        return Moves(sorted(found, key=lambda move: move.move))

    def ends_turn(self, action: int) -> bool:
        """Whether somebody else or the dealer comes next. Where there are secrets, sheets are handed in, not turns ended."""
        return not self.game.type.secrets and self.seat not in self.view.after(action, self.seat).to_act

    def preview(self, action: int) -> dict[str, Any]:
        """The picture after an answer of one's own, before anything is dealt. Secrets are not foretold."""
        return self.view.picture() if self.game.type.secrets else self.view.after(action, self.seat).picture()

    def foreseen(self, action: int) -> Mapping[str, Any]:
        """What an answer of one's own would do to the pieces, as the game's notation tells it; secrets are not foretold."""
        if self.game.type.secrets:
            return {}
        after = self.view.after(action, self.seat)
        return self.game.notation.facts(self.view.box, self.fields, after.fields, self.seat, action)

    def on_table(self) -> dict[str, Any]:
        """What only the answers so far can tell, where the game's notation finds something in them."""
        table = self.room.table
        heard = (one for one in story.heard_by(table, self.seat, self.words) if one.place < self.answers)
        answers = ((one.seat, one.move, table.told[one.place].facts if one.is_known else {}) for one in heard)
        return dict(self.game.notation.on_table(answers))

    def happened(self) -> list[dict[str, Any]]:
        """What answers did that everybody may know, even where the answer itself is secret: `facts` of the game's notation
        tells it as `open`."""
        return [one.facts["open"] for one in self.room.table.told[:self.answers] if "open" in one.facts]

    def why_not(self, move: str, place: int = 0) -> Ruling | None:
        """The rule that forbids a move, on a sheet as the answer to its question number `place`; nothing if it is open."""
        move, view = " ".join(move.lower().split()), self.room.table.sheet(self.seat)[place] if place else self.view
        if self.seat < 0 or move in view.moves():
            return None
        return self.game.rulings.why_not(view, self.seat, move)

    # ------------------------------------------------ who sits here

    def inks(self) -> list[str]:
        """The pen of every seat: of the colour that the game gives it, or one after the other."""
        colours = self.game.notation.colours(self.view.box, self.fields)
        return [INKS.get(colour, "p0") for colour in colours] or [f"p{seat + 1}" for seat in range(self.view.players)]

    def seats(self) -> list[dict[str, Any]]:
        """Every seat: who sits there, whether it is asked, its score so far and what it is made of."""
        view, asked, inks = self.view, self.view.to_act, self.inks()
        scores, breakdown, places = view._result()
        return [{
            "seat": seat, "name": self.seat_name(seat), "kind": who.kind, "level": who.level, "ink": inks[seat],
            "you": seat == self.seat, "bot": who.kind == BOT, "open": who.kind == OPEN, "asked": seat in asked,
            "score": scores[seat], "parts": breakdown[seat], "place": places[seat],
        } for seat, who in enumerate(self.room.seats)]


@cache
def names_of(box: Box, language: str) -> dict[str, str]:
    """The names of all components, by id."""
    return {record["id"]: record["name"][language] for group in box.components.data.values() if isinstance(group, list)
            for record in group if isinstance(record, dict) and "id" in record and "name" in record}


@cache
def things_of(box: Box) -> dict[str, dict[str, Any]]:
    """The records of all components, by id; where groups share one, that of the first group."""
    found: dict[str, dict[str, Any]] = {}
    for group in box.components.data.values():
        for record in group if isinstance(group, list) else ():
            if isinstance(record, dict) and "id" in record:
                found.setdefault(record["id"], record)
    return found


@cache
def drawn_of(box: Box, language: str) -> dict[tuple[Any, ...], str]:
    """What was drawn of the components of a box, by the macro that draws it and what it was told."""
    return {}


def hashed(value: Any) -> Any:
    """A value as a part of a key: what a macro is told are names, numbers, and lists and dicts of them."""
    kind = type(value)
    return tuple(value.items()) if kind is dict else tuple(value) if kind is list else value


def scene_at(room: Room, seat: int, words: Words, answers: int | None = None) -> Scene:
    """The table now, or as it was after so many answers: then nothing can be clicked."""
    table = room.table
    last = len(table.told)
    if answers is None or answers >= last:
        return Scene(room, table.view(seat), seat, words, last, live=True)
    answers = max(0, answers)
    return Scene(room, table.at(answers).view(seat), seat, words, answers, live=False)


def fresh(log: list[story.Turn]) -> set[str]:
    """The words of the moves that others made since one's last turn: a page marks what has changed."""
    return {word for turn in log if turn.news and turn.seat != DEALER for line in turn.lines for word in line.move.split()}


def page_context(scene: Scene, last: int | None = TURNS_SHOWN) -> dict[str, Any]:
    """What `table.html` of the web and of a game may use; docs/architecture.md explains it."""
    room, seat, view = scene.room, scene.seat, scene.view
    table, stored = room.table, room.stored
    log = story.turns(table, seat, scene.words, scene.names, last, scene.answers)
    is_sheet = scene.live and seat in view.to_act and len(table.sheet(seat)) > 1
    return {
        "board_text": lambda: text_of(view, scene.words.language), "scene": scene, "table": stored,
        "game": scene.game, "words": scene.words, "name": scene.name,
        "seat": seat, "seats": scene.seats(), "picture": view.picture(),
        "question": scene.question, "claim": scene.claim(), "asked": view.to_act,
        "is_sheet": is_sheet, "moves": Moves([]) if is_sheet else scene.moves(),
        "number": table.number, "live": scene.live, "answers": scene.answers, "last_answer": len(table.told),
        "log": log, "fresh": fresh(log), "on_table": scene.on_table(), "chat": story.chat(table),
        "may_undo": scene.live and seat >= 0 and table.may_undo(seat) is not None,
        "over": view.over, "winners": view.winners, "rematch": stored.rematch,
        "commitment": None if table.setup.given else table.dealer.commitment,
        "seed": table.setup.seed if table.over and not table.setup.given else None,
    }
