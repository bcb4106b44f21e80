"""A person at a table: what the seat may know, ask and do, in words. Nothing here prints."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from inventorium import bots
from inventorium.bots.levels import level_name
from inventorium.core.boards import seat_name
from inventorium.core.editions import lines
from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.position import DEALER, View
from inventorium.core.words import Words, words_of
from inventorium.review import best_lines
from inventorium.review.report import reason_for
from inventorium.table import turn_log
from inventorium.table.table import Table


class Forbidden(NamedTuple):
    """Moves that one rule forbids now."""

    rule: str
    why: str
    answers: list[str]  # what they mean


class Session:
    """A seat at a table, and who plays the others."""

    def __init__(self, table: Table, seat: int, language: str, bot: str = "") -> None:
        self.table, self.seat = table, table.view(seat).seat
        self.words: Words = table.game.words(language)
        self.opponent = bots.make(bot or bots.default_level(table.game), table.game)
        self.reported = 0  # actions that the player has been shown

    @property
    def view(self) -> View:
        return self.table.view(self.seat)

    @property
    def is_asked(self) -> bool:
        return self.seat in self.table.asked

    @property
    def names(self) -> list[str]:
        """The names of all players; events call the viewer `you`."""
        return [self.words("seat-first", seat=seat + 1) for seat in range(self.view.players)]

    def who(self, seat: int) -> str:
        return self.words("dealer") if seat == DEALER else seat_name(self.view, seat, self.words)

    def opponents(self) -> str:
        """Return who plays the other seats, where that is not what the name of the level says; else ""."""
        box, values, level = self.view.box, self.view.options, self.opponent.name
        if not bots.note_on(level, box, values):
            return ""
        named = level_name(level, self.words, box, values) if level in bots.LEVELS else level
        return self.words("terminal.opponents", level=named)

    # ------------------------------------------------ the decision and its moves

    def question(self) -> str:
        key = self.view.game.notation.question(self.view.fields)
        return self.words("terminal.asked", who=self.who(self.seat), question=self.words(f"questions.{key}"))

    def choices(self) -> dict[str, int]:
        """Return the legal moves, in notation."""
        return dict(sorted((self.view.write(self.seat, action), action) for action in self.view.actions()))

    def move_of_number(self, number: str) -> str | None:
        """Return the move of a typed number: as the game's board numbers it, else its place in the list."""
        if move := self.table.game.board.move_of_number(self.view, number):
            return str(move)
        choices = list(self.choices())
        return choices[int(number) - 1] if 1 <= int(number) <= len(choices) else None

    def meaning(self, action: int, view: View | None = None) -> str:
        """Return the meaning of an action in words, for the present decision or a later one of the same sealed moves."""
        view = view or self.view
        return str(view.game.notation.say(view.box, view.fields, self.seat, action, self.words))

    def brings(self, action: int) -> str:
        """Return the further effects of an action, and the points that it would bring. Secrets are not revealed."""
        view = self.view
        if view.game.type.secrets:
            return ""
        after = view.after(action, self.seat)
        events = list(view.game.events.events(view.box, view.fields, after.fields, self.seat, action))[1:]
        texts = [clause.predicate if clause.seat == self.seat else clause.text for clause in self.narrator().clauses(events)]
        points = after.scores[self.seat] - view.scores[self.seat]
        return "; ".join([*texts, *([self.words("terminal.points", points=f"{points:+d}")] if points else [])])

    def forbidden(self) -> list[Forbidden]:
        """Return the moves that look possible but are not: of the kinds that are legal, about visible pieces or about none,
        such as passing; each with the rule that forbids it."""
        view, space, found = self.view, self.table.game.tables.SPACE, dict[tuple[str, str], list[str]]()
        legal, sight = set(view.actions()), set(things_in(view.picture(), self.seat))
        kinds = {space.family(action) for action in legal} | {kind for kind, axes in space.families.items() if not axes}
        usual = words_of(None, self.words.language).get("refused")
        for action in range(space.size):
            if action in legal or space.family(action) not in kinds:
                continue
            try:
                move, meaning = view.write(self.seat, action), self.meaning(action)
            except (InventoriumError, IndexError, KeyError, ValueError):  # it means nothing here
                continue
            if not all(word in sight or word.isdecimal() for word in move.split()[1:]):
                continue
            ruling = view.game.rulings.why_not(view, self.seat, move)
            if ruling and ruling.rule and ruling.key not in usual:
                found.setdefault((ruling.rule, self.words(f"refused.{ruling.key}", **ruling.values)), []).append(meaning)
        return [Forbidden(rule, why, answers) for (rule, why), answers in found.items()]

    def rule_texts(self) -> dict[str, str]:
        """Return every rule by its number, with what the editions make of it: those of this table first."""
        return {
            rule: "\n".join([text, *lines(self.table.game, self.words, rule, self.table.position.options)])
            for section in self.words.get("sections", {}).values()
            for rule, text in section["rules"].items()
        }

    # ------------------------------------------------ what happened

    def narrator(self) -> turn_log.Narrator:
        return turn_log.Narrator(self.table, self.seat, self.words, self.names)

    def new_lines(self) -> list[str]:
        """Return the news since the last call, in words."""
        narrator, history = self.narrator(), self.table.history
        runs = groupby(range(self.reported, len(history)), key=lambda place: history[place].entry.seat)
        self.reported = len(history)
        return [
            clause.text for _, run in runs for clause in narrator.clauses(event for one in run for event in narrator.events(one))
        ]

    def result(self) -> str:
        return turn_log.result(self.view, self.seat, self.words, [self.who(seat) for seat in range(self.view.players)])

    # ------------------------------------------------ what one does

    def answer(self, *answers: int | str) -> None:
        self.table = self.table.play(self.seat, *answers)

    def undo(self) -> str:
        """Undo the player's last move, if the table allows it; return what was done."""
        mine = self.table.may_undo(self.seat)
        if mine is None:
            return self.words("terminal.nothing-to-undo")
        move = next(played.move for played in self.table.history if played.entry == mine)
        self.table = self.table.undo(self.seat)
        self.reported = min(self.reported, len(self.table.history))
        return self.words("terminal.undone", move=move)

    def hint(self) -> list[int]:
        """Return what a strong player would do, at all questions of sealed moves."""
        trial, sheet, answers = self.table.position.copy(), self.table.sealed_views(self.seat), list[int]()
        for _ in sheet:
            answers.append(best_lines.hint(trial.view(self.seat), 1 / len(sheet)))
            trial.act(answers[-1], self.seat)
        return answers

    def reason(self, answers: Sequence[int]) -> str:
        """Return why such a hint is good, in a sentence."""
        return reason_for(self.table.view(self.seat), answers, self.words)

    def why(self, move: str) -> tuple[str, str]:
        """Return whether a move is possible, and if not, why; then the rule, if one forbids it."""
        try:
            self.table.play(self.seat, move)
            return self.words("terminal.legal"), ""
        except IllegalMove as error:
            return error.message(self.words), error.ruling.rule

    def save(self, name: str) -> tuple[bool, str]:
        """Write the game so far; a file that is there is never overwritten. Return whether it is written, and what to say."""
        file = Path(name).expanduser()
        try:
            with file.open("x", encoding="utf-8") as out:
                out.write(self.table.record())
        except FileExistsError:
            return False, self.words("terminal.exists", file=file)
        except OSError as error:
            return False, self.words("terminal.cannot-save", file=file, why=error.strerror or error)
        return True, self.words("terminal.saved", file=file)


def things_in(picture: Any, seat: int) -> Iterator[str]:
    """Yield the ids of everything in a picture that belongs to this seat or to no seat."""
    if isinstance(picture, dict):
        if picture.get("seat", seat) == seat:
            for key, value in picture.items():
                yield str(key)
                yield from things_in(value, seat)
    elif isinstance(picture, list | tuple):
        for value in picture:
            yield from things_in(value, seat)
    elif isinstance(picture, str):
        yield picture
