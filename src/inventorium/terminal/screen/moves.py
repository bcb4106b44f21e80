"""The lists of choices: numbered moves with their effects and what is not possible, and sealed moves."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from inventorium.core.position import View
from inventorium.core.words import Words
from inventorium.terminal.session import Forbidden, Session

STEERING = {"enter": "select", "up": "cursor_up", "down": "cursor_down", "left": "less", "right": "more"}
MOST_NAMED = 3  # moves that a rule forbids, before the rest is counted


@dataclass
class Given(Message):
    """The person chooses: at the question, or at all questions of sealed moves."""

    actions: list[int]


@dataclass
class Asked(Message):
    """The person wants to know a rule."""

    rule: str


class Question(OptionList):
    """A list of choices. It submits once, however often Enter is pressed. It handles all its keys itself, because bindings run
    later than keys: a digit typed fast would come before the arrow that was pressed first."""

    is_answered, typed = False, ""

    def on_key(self, event: events.Key) -> None:
        if event.key in STEERING:
            self.typed = ""
            getattr(self, f"action_{STEERING[event.key]}")()
        elif event.key == "backspace" or (event.character and event.character in "0123456789"):
            self.type("" if event.key == "backspace" else event.character or "")
        else:
            self.typed = ""
            return
        event.stop()
        event.prevent_default()

    def type(self, digit: str) -> None:
        """Add a digit to the number that is typed; without one, take the last one away."""
        raise NotImplementedError

    def action_less(self) -> None:
        """Choose the previous one, where there is a choice."""

    def action_more(self) -> None:
        """Choose the next one, where there is a choice."""

    def give(self, actions: list[int]) -> None:
        if not self.is_answered:
            self.is_answered = True
            self.post_message(Given(actions))

    def take(self, actions: list[int]) -> None:
        """Select the hinted move."""
        raise NotImplementedError


class Answers(Question):
    """The legal moves of one decision, numbered. Choose with a number or arrows, and Enter."""

    def __init__(self, session: Session) -> None:
        self.actions = list(session.choices().values())
        self.forbidden = session.forbidden()
        rows = [
            answer_row(number, session.meaning(action), session.brings(action), len(str(len(self.actions))))
            for number, action in enumerate(self.actions, 1)
        ]
        wrong = [Option(forbidden_row(one, session.words)) for one in self.forbidden]
        heading = [None, Option(Text(session.words("terminal.screen.refused"), "italic"), disabled=True)] if wrong else []
        super().__init__(*map(Option, rows), *heading, *wrong)

    def type(self, digit: str) -> None:
        typed = self.typed + digit if digit else self.typed[:-1]
        self.typed = typed if int(typed or 0) <= len(self.actions) else digit
        if 1 <= int(self.typed or 0) <= len(self.actions):
            self.highlighted = int(self.typed) - 1

    def action_select(self) -> None:
        """Make the selected move, or show the rule that forbids it."""
        if self.highlighted is None:
            return
        if self.highlighted < len(self.actions):
            self.give([self.actions[self.highlighted]])
        else:
            self.post_message(Asked(self.forbidden[self.highlighted - len(self.actions) - 1].rule))

    def take(self, actions: list[int]) -> None:
        self.highlighted = self.actions.index(actions[0])


class Sheet(Question):
    """All decisions of sealed moves. Each row is a decision and the move chosen so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.views: list[View] = session.table.sealed_views(session.seat)
        self.answers = [view.actions() for view in self.views]
        self.chosen = [0 for _ in self.views]
        self.open = [place for place, answers in enumerate(self.answers) if len(answers) > 1]
        forced = [
            session.meaning(answers[0], view) for answers, view in zip(self.answers, self.views, strict=True) if len(answers) == 1
        ]
        last = ": ".join([session.words("terminal.screen.hand-in"), *([", ".join(forced)] if forced else [])])
        super().__init__(*(Option(self.row(place)) for place in self.open), None, Option(Text(last, "bold")))

    def row(self, place: int) -> Text:
        action = self.answers[place][self.chosen[place]]
        return Text.assemble(("◂ ", "dim"), (self.session.meaning(action, self.views[place]), ""), (" ▸", "dim"))

    def set(self, place: int, chosen: int) -> None:
        self.chosen[place] = chosen
        self.replace_option_prompt_at_index(self.open.index(place), self.row(place))

    @property
    def place(self) -> int | None:
        """The question that is pointed at."""
        return self.open[self.highlighted] if self.highlighted is not None and self.highlighted < len(self.open) else None

    def action_less(self) -> None:
        self.change(-1)

    def action_more(self) -> None:
        self.change(1)

    def change(self, by: int) -> None:
        if self.place is not None:
            self.set(self.place, (self.chosen[self.place] + by) % len(self.answers[self.place]))

    def type(self, digit: str) -> None:
        if self.place is not None:
            self.typed = self.typed + digit if digit else self.typed[:-1]
            self.write(self.place, self.typed or "0")

    def write(self, place: int, number: str) -> None:
        """Read a typed number as the game does, else as the place of the move in its list."""
        view, seat = self.views[place], self.session.seat
        move = view.game.board.move_of_number(view, number.lstrip("0") or "0")
        moves = [view.write(seat, action) for action in self.answers[place]]
        if move is None and 1 <= int(number) <= len(moves):
            move = moves[int(number) - 1]
        if move in moves:
            self.set(place, moves.index(move))
            self.post_message(Refusal("", ""))
            return
        self.typed = self.typed[-1:] if len(self.typed) > 1 else ""
        ruling = view.game.rulings.why_not(view, seat, move) if move else None
        if ruling:
            self.post_message(Refusal(self.session.words(f"refused.{ruling.key}", **ruling.values), ruling.rule))

    def action_select(self) -> None:
        """Go on to the next question, or hand in the sealed moves."""
        if self.place is not None:
            self.action_cursor_down()
        else:
            self.give([answers[chosen] for answers, chosen in zip(self.answers, self.chosen, strict=True)])

    def take(self, actions: list[int]) -> None:
        for place in self.open:
            self.set(place, self.answers[place].index(actions[place]))
        self.highlighted = self.option_count - 1


@dataclass
class Refusal(Message):
    """The typed move is not possible, and why; empty where it is possible."""

    why: str
    rule: str


def answer_row(number: int, meaning: str, brings: str, digits: int) -> Text:
    row = Text.assemble((f"{number:>{digits}} ", "bold"), " ", meaning)
    return row.append(f"  {brings}", "dim") if brings else row


def forbidden_row(one: Forbidden, words: Words) -> Text:
    named, rest = "; ".join(one.answers[:MOST_NAMED]), len(one.answers) - MOST_NAMED
    text = words("terminal.screen.more", text=named, number=rest) if rest > 0 else named
    return Text.assemble(("✕ ", ""), (text, "strike"), f"  {one.why} ", (f"({one.rule})", "bold"), style="dim")
