"""Playing at a terminal: one person, bots on the other seats."""
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from inventorium import bots
from inventorium.analysis.telling import reason_for
from inventorium.core.boards import seat_name
from inventorium.core.errors import IllegalMove, InventoriumError, Ruling
from inventorium.core.position import DEALER, View
from inventorium.core.records import is_small_number
from inventorium.table import story
from inventorium.table.problems import Refused
from inventorium.table.table import Table
from inventorium.terminal.language import language_of

PROMPT = "> "


class Leave(Exception):
    """The person has had enough."""


class Screen:
    """Shows what a seat sees to one person, in one language."""

    def __init__(self, view: View, language: str) -> None:
        self._view, self.seat = view, view.seat
        self.words = view.game.words(language)
        self.drawing = view.game.board
        self.console = Console()

    @property
    def view(self) -> View:
        return self._view

    def say(self, key: str, **values: object) -> None:
        self.tell(self.words(f"terminal.{key}", **values))

    def tell(self, text: str, style: str = "") -> None:
        """Print a text as it is; the terminal itself wraps it."""
        self.console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)

    def who(self, seat: int) -> str:
        return self.words("dealer") if seat == DEALER else seat_name(self.view, seat, self.words)

    def board(self) -> None:
        self.console.print(self.drawing.board(self.view, self.words))

    def question(self) -> None:
        question = self.view.game.notation.question(self.view.fields)
        self.say("asked", who=self.who(self.seat), question=self.words(f"questions.{question}"))

    def moves(self) -> None:
        """The answers, numbered: what each one means, and how it is written; or as the game's board shortens them."""
        shorter = self.drawing.moves(self.view, self.words)
        if shorter is not None:
            self.console.print(shorter)
            return
        table = Grid.grid(padding=(0, 2))
        table.add_column(justify="right")
        for number, (move, action) in enumerate(self.choices().items(), 1):
            table.add_row(f"{number}", self.meaning(action), Text(move, "dim"))
        self.console.print(table)

    def choices(self) -> dict[str, int]:
        view = self.view
        return dict(sorted((view.write(self.seat, action), action) for action in view.actions()))

    def move_of_number(self, number: str) -> str | None:
        """Return the move that a typed number stands for: what the game's board takes it for, else its place in the list."""
        if (move := self.drawing.move_of_number(self.view, number)):
            return str(move)
        choices = list(self.choices())
        return choices[int(number) - 1] if 1 <= int(number) <= len(choices) else None

    def meaning(self, action: int) -> str:
        view = self.view
        return str(view.game.notation.say(view.box, view.fields, self.seat, action, self.words))

    def scores(self) -> None:
        position, words = self.view, self.words
        table = Grid(title=words("terminal.score"), title_justify="left")
        table.add_column("")
        for part in position.game.tables.PART_NAMES:
            table.add_column(words(f"parts.{part}"), justify="right")
        table.add_column(words("terminal.total"), justify="right")
        table.add_column(words("terminal.place"), justify="right")
        for seat, parts in enumerate(position.breakdown):
            table.add_row(self.who(seat), *map(str, parts.values()), str(position.scores[seat]), str(position.places[seat]))
        self.console.print(table)


class Sitting(Screen):
    """Somebody at a table: the table, and what the person has heard of."""

    def __init__(self, table: Table, seat: int, language: str) -> None:
        super().__init__(table.view(seat), language)
        self.table = table
        self.told = 0                                   # answers that the person has heard of
        self.heard: list[str] = []                      # what happened, to be told under the board
        self.drawn = b""                                # the position that was drawn last

    @property
    def view(self) -> View:
        return self.table.view(self.seat)

    def hear(self) -> None:
        """Listen to what others did since the person last heard of it, and to what the table answered for everybody."""
        teller = story.Teller(self.table, self.seat, self.words, [self.who(seat) for seat in range(self.view.players)])
        for place in range(self.told, len(self.table.told)):
            entry = self.table.told[place].entry
            if entry.seat != self.seat or entry.automatic:
                only = f" {self.words('terminal.only')}" if entry.automatic else ""
                for clause in teller.clauses(teller.events(place)):
                    self.heard.append(f"{clause.text}{only}")
        self.told = len(self.table.told)

    def look(self) -> None:
        """Draw the board if it has changed, and tell what happened under it, where it is not scrolled away."""
        seen = self.view.states.tobytes()
        if seen != self.drawn:
            self.console.print()
            self.board()
            self.drawn = seen
        for line in self.heard:
            self.tell(line, "dim")
        self.heard.clear()

    def statistics(self) -> None:
        """Show what everybody did, where the game's notation counts it."""
        notation, words = self.table.game.notation, self.words
        if seats := notation.statistics(self.table.position):
            table = Grid(title=words("statistics.title"), title_justify="left")
            table.add_column("")
            for seat in range(len(seats)):
                table.add_column(self.who(seat), justify="right")
            for key in seats[0]:
                table.add_row(words(f"statistics.{key}"), *(str(one[key]) for one in seats))
            self.console.print(table)

    def end(self) -> None:
        self.look()
        self.statistics()
        self.scores()
        self.say("over")
        self.say("wins", names=[self.who(seat) for seat in self.view.winners])


def play_in_terminal(table: Table, seat: int, bot: str, language: str) -> None:
    """Play to the end, or until the person leaves."""
    if seat not in range(table.position.players):
        raise InventoriumError(f"there is no seat {seat}; the seats are 0 to {table.position.players - 1}")
    screen = Sitting(table, seat, language_of(language))
    opponent = bots.make(bot, table.game)
    screen.say("welcome", title=table.game.title(screen.words.language), seat=screen.words("seat", seat=seat))
    try:
        while not screen.table.over:
            screen.hear()
            if seat in screen.table.asked:
                take_turn(screen)
            else:
                asked = screen.table.asked[0]
                screen.table = screen.table.answer(asked, opponent.choose(screen.table.view(asked)))
        screen.hear()
        screen.end()
    except (Leave, EOFError, KeyboardInterrupt):
        screen.say("goodbye")


def take_turn(screen: Sitting) -> None:
    """Ask the person until there is an answer."""
    screen.look()
    screen.question()
    screen.moves()
    asked_at = screen.table.number
    while screen.table.number == asked_at:
        try:
            obey(screen, input(PROMPT).strip())
        except (IllegalMove, Refused) as error:
            screen.tell(error.told(screen.words))
        except InventoriumError as error:
            screen.tell(str(error))


def obey(screen: Sitting, line: str) -> None:
    """Carry out one line that the person typed: a number, a move, or one of the words of `help`."""
    word, _, rest = line.partition(" ")
    commands: dict[str, Callable[[], None]] = {
        "moves": screen.moves, "board": screen.board, "undo": lambda: undo(screen), "quit": leave, "hint": lambda: hint(screen),
        "score": screen.scores, "help": lambda: give_help(screen, rest), "save": lambda: save(screen, rest),
        "why": lambda: why(screen, rest)}
    called = {screen.words(f"terminal.commands.{name}"): name for name in commands}
    if (command := commands.get(called.get(word, word))):
        command()
    elif is_small_number(line):
        move = screen.move_of_number(line)
        if move is None:
            screen.say("choose", count=len(screen.choices()))
        else:
            screen.table = screen.table.answer(screen.seat, move)
    elif line:
        screen.table = screen.table.answer(screen.seat, line)


def leave() -> None:
    raise Leave


def undo(screen: Sitting) -> None:
    """Take back the person's last answer, if the table allows it."""
    mine = screen.table.may_undo(screen.seat)
    if mine is None:
        screen.say("nothing-to-undo")
        return
    move = next(told.move for told in screen.table.told if told.entry == mine)
    screen.table = screen.table.undo(screen.seat)
    screen.told = len(screen.table.told)
    screen.say("undone", move=move)


def hint(screen: Sitting) -> None:
    """Say what a strong player would answer, and what that is good for."""
    action, view = bots.hint(screen.view), screen.view
    screen.say("hint", move=screen.meaning(action))
    if not view.game.type.sheets and (why := reason_for(view, (action,), screen.words)):    # of a sheet, one answer says nothing
        screen.tell(why)


def why(screen: Sitting, move: str) -> None:
    """Say whether a move is possible, and if not, which rule forbids it."""
    if not move:
        screen.say("usage", form="why <move>")
        return
    try:
        screen.table.answer(screen.seat, move)
        screen.say("legal")
    except IllegalMove as error:
        screen.tell(error.told(screen.words))
        give_rule(screen, error.ruling)


def give_rule(screen: Sitting, ruling: Ruling) -> None:
    text = rule_texts(screen).get(ruling.rule)
    if text:
        screen.tell(f"{ruling.rule}: {text}")


def rule_texts(screen: Sitting) -> dict[str, str]:
    return {rule: text for section in screen.words.get("sections", {}).values() for rule, text in section["rules"].items()}


def give_help(screen: Sitting, rule: str) -> None:
    """Show the commands, or one rule."""
    texts = rule_texts(screen)
    if not rule:
        screen.say("help", example=next(iter(screen.choices())), rule=next(iter(texts), ""))
    elif rule.upper() in texts:
        give_rule(screen, Ruling(rule.upper(), ""))
    else:
        numbered = list(texts)
        screen.say("no-rule", rule=rule, first=numbered[0] if numbered else "-", last=numbered[-1] if numbered else "-")


def save(screen: Sitting, name: str) -> None:
    """Write the game so far; a file that is there is never overwritten."""
    if not name:
        screen.say("usage", form="save <file>")
        return
    file = Path(name).expanduser()
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(screen.table.record())
        screen.say("saved", file=file)
    except FileExistsError:
        screen.say("exists", file=file)
    except OSError as error:
        screen.say("cannot-save", file=file, why=error.strerror or error)
