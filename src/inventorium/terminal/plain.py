"""The plain table: line by line, in any terminal and through any pipe."""

from collections.abc import Callable

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from inventorium.core.boards import TERMINAL_THEME
from inventorium.core.editions import played_here
from inventorium.core.errors import InventoriumError
from inventorium.core.records import is_small_number
from inventorium.table.problems import message_of
from inventorium.terminal.session import Session
from inventorium.terminal.tables import scores_of, statistics_of

PROMPT = "> "


class Leave(Exception):
    """The person has had enough."""


class Printer:
    """Prints the table for its player."""

    def __init__(self, session: Session) -> None:
        self.session, self.words = session, session.words
        self.console = Console(theme=TERMINAL_THEME)
        self.drawn = b""  # the position that was drawn last

    def say(self, key: str, **values: object) -> None:
        self.print_line(self.words(f"terminal.{key}", **values))

    def print_line(self, text: str, style: str = "") -> None:
        """Print a text as it is; the terminal itself wraps it."""
        self.console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)

    def board(self) -> None:
        view = self.session.view
        self.console.print(view.game.board.board(view, self.words))

    def show_changes(self) -> None:
        """Draw the board if it has changed, and print the news below it, where it is not scrolled away."""
        seen = self.session.view.states.tobytes()
        if seen != self.drawn:
            self.console.print()
            self.board()
            self.drawn = seen
        for line in self.session.new_lines():
            self.print_line(line, "dim")

    def moves(self) -> None:
        """Print the legal moves, numbered: the meaning of each, and its notation; or as the game's board shortens them."""
        view = self.session.view
        shorter = view.game.board.moves(view, self.words)
        if shorter is not None:
            self.console.print(shorter)
            return
        table = Grid.grid(padding=(0, 2))
        table.add_column(justify="right")
        for number, (move, action) in enumerate(self.session.choices().items(), 1):
            table.add_row(f"{number}", self.session.meaning(action), Text(move, "dim"))
        self.console.print(table)

    def scores(self) -> None:
        self.console.print(scores_of(self.session.view, self.words))

    def end(self) -> None:
        self.show_changes()
        if counted := statistics_of(self.session.table.position, self.session.view, self.words):
            self.console.print(counted)
        self.scores()
        self.say("over")
        self.print_line(self.session.result())

    def undo(self) -> None:
        self.print_line(self.session.undo())

    def hint(self) -> None:
        answers = self.session.hint()
        self.say("hint", move=self.session.meaning(answers[0]))
        if why := self.session.reason(answers):
            self.print_line(why)

    def why(self, move: str) -> None:
        """Say whether a move is possible, and if not, which rule forbids it."""
        if not move:
            self.say("usage", form="why <move>")
            return
        text, rule = self.session.why(move)
        self.print_line(text)
        self.rule(rule)

    def rule(self, rule: str) -> None:
        if text := self.session.rule_texts().get(rule):
            self.print_line(f"{rule}: {text}")

    def help(self, rule: str) -> None:
        """Show the commands, or one rule."""
        texts = self.session.rule_texts()
        if not rule:
            self.say("help", example=next(iter(self.session.choices())), rule=next(iter(texts), ""))
        elif rule.upper() in texts:
            self.rule(rule.upper())
        else:
            numbered = list(texts)
            self.say("no-rule", rule=rule, first=numbered[0] if numbered else "-", last=numbered[-1] if numbered else "-")

    def save(self, name: str) -> None:
        if name:
            self.print_line(self.session.save(name)[1])
        else:
            self.say("usage", form="save <file>")


def play_plainly(session: Session) -> None:
    """Play to the end, or until the person leaves."""
    printer, words = Printer(session), session.words
    printer.say("welcome", title=session.table.game.title(words.language), seat=words("seat", seat=session.seat + 1))
    printer.print_line(played_here(session.table.game, words, session.table.setup.edition, session.table.setup.options))
    if opponents := session.opponents():
        printer.print_line(opponents)
    try:
        while not session.table.over:
            if session.is_asked:
                take_turn(printer)
            else:
                asked = session.table.asked[0]
                session.table = session.table.play(asked, session.opponent.choose(session.table.view(asked)))
        printer.end()
    except (Leave, EOFError, KeyboardInterrupt):
        printer.say("goodbye")


def take_turn(printer: Printer) -> None:
    """Ask the player until there is a legal move."""
    session = printer.session
    printer.show_changes()
    printer.print_line(session.question())
    printer.moves()
    asked_at = session.table.number
    while session.table.number == asked_at:
        try:
            obey(printer, input(PROMPT).strip())
        except InventoriumError as error:
            printer.print_line(message_of(error, printer.words))


def obey(printer: Printer, line: str) -> None:
    """Carry out one line that the person typed: a number, a move, or one of the words of `help`."""
    session = printer.session
    word, _, rest = line.partition(" ")
    commands: dict[str, Callable[[], None]] = {
        "moves": printer.moves,
        "board": printer.board,
        "undo": printer.undo,
        "quit": leave,
        "hint": printer.hint,
        "score": printer.scores,
        "help": lambda: printer.help(rest),
        "save": lambda: printer.save(rest),
        "why": lambda: printer.why(rest),
    }
    called = {printer.words(f"terminal.commands.{name}"): name for name in commands}
    if command := commands.get(called.get(word, word)):
        command()
    elif is_small_number(line):
        move = session.move_of_number(line)
        if move is None:
            printer.say("choose", count=len(session.choices()))
        else:
            session.answer(move)
    elif line:
        session.answer(line)


def leave() -> None:
    raise Leave
