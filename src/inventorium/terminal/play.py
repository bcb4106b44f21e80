"""Playing at a terminal: one person, bots on the other seats."""
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from inventorium import bots
from inventorium.core.boards import seat_name
from inventorium.core.errors import IllegalMove, InventoriumError, Ruling
from inventorium.core.position import DEALER, Position, View
from inventorium.core.records import is_small_number
from inventorium.terminal.language import language_of

PROMPT = "> "


class Leave(Exception):
    """The person has had enough."""


class Screen:
    """Shows a position to one person, in one language."""

    def __init__(self, position: Position, seat: int, language: str) -> None:
        self.position, self.seat = position, seat
        self.words = position.game.words(language)
        self.drawing = position.game.board
        self.console = Console()

    @property
    def view(self) -> View:
        return self.position.view(self.seat)

    def say(self, key: str, **values: object) -> None:
        self.tell(self.words(f"terminal.{key}", **values))

    def tell(self, text: str, style: str = "") -> None:
        """A text as it is; the terminal itself wraps it."""
        self.console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)

    def who(self, seat: int) -> str:
        return self.words("dealer") if seat == DEALER else seat_name(self.view, seat, self.words)

    def board(self) -> None:
        self.console.print(self.drawing.board(self.view, self.words))

    def question(self) -> None:
        question = self.position.game.notation.question(self.position.state)
        self.say("asked", who=self.who(self.seat), question=self.words(f"questions.{question}"))

    def moves(self) -> None:
        """The answers, numbered: what each one means, and how it is written; or as the game's board shortens them."""
        shorter = self.drawing.moves(self.view, self.words)
        if shorter is not None:
            self.console.print(shorter)
            return
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right")
        for number, (move, action) in enumerate(self.choices().items(), 1):
            table.add_row(f"{number}", self.meaning(action), Text(move, "dim"))
        self.console.print(table)

    def choices(self) -> dict[str, int]:
        view = self.view
        return dict(sorted((view.write(self.seat, action), action) for action in view.actions()))

    def move_of_number(self, number: str) -> str | None:
        """The move that a typed number stands for: what the game's board takes it for, else its place in the list."""
        if (move := self.drawing.move_of_number(self.view, number)):
            return str(move)
        choices = list(self.choices())
        return choices[int(number) - 1] if 1 <= int(number) <= len(choices) else None

    def meaning(self, action: int) -> str:
        view = self.view
        return str(self.position.game.notation.say(view.box, view.state, self.seat, action, self.words))

    def scores(self) -> None:
        position, words = self.position, self.words
        table = Table(title=words("terminal.score"), title_justify="left")
        table.add_column("")
        for part in position.game.tables.PART_NAMES:
            table.add_column(words(f"parts.{part}"), justify="right")
        table.add_column(words("terminal.total"), justify="right")
        table.add_column(words("terminal.place"), justify="right")
        for seat, parts in enumerate(position.breakdown):
            table.add_row(self.who(seat), *map(str, parts.values()), str(position.scores[seat]), str(position.places[seat]))
        self.console.print(table)

    def statistics(self) -> None:
        """What everybody did, where the game's notation counts it."""
        notation, words = self.position.game.notation, self.words
        if seats := notation.statistics(self.position):
            table = Table(title=words("statistics.title"), title_justify="left")
            table.add_column("")
            for seat in range(len(seats)):
                table.add_column(self.who(seat), justify="right")
            for key in seats[0]:
                table.add_row(words(f"statistics.{key}"), *(str(one[key]) for one in seats))
            self.console.print(table)

    def end(self) -> None:
        self.board()
        self.statistics()
        self.scores()
        self.say("over")
        self.say("wins", names=[self.who(seat) for seat in self.position.winners])


def play_in_terminal(position: Position, seat: int, bot: str, language: str) -> None:
    """Play to the end, or until the person leaves."""
    if seat not in range(position.players):
        raise InventoriumError(f"there is no seat {seat}; the seats are 0 to {position.players - 1}")
    screen = Screen(position, seat, language_of(language))
    opponent = bots.make(bot, position.game)
    screen.say("welcome", title=position.game.title(screen.words.language), seat=screen.words("seat", seat=seat))
    try:
        while not screen.position.over:
            if seat in screen.position.to_act:
                take_turn(screen)
            else:
                answer_for(screen, opponent, screen.position.to_act[0])
        screen.end()
    except (Leave, EOFError, KeyboardInterrupt):
        screen.say("goodbye")


def answer_for(screen: Screen, opponent: bots.Bot, seat: int) -> None:
    """A bot answers, and what it did is told."""
    position = screen.position
    action = opponent.choose(position.view(seat))
    if not position.game.type.secrets:
        meaning = position.game.notation.say(position.box, position.state, seat, action, screen.words)
        screen.tell(f"{screen.who(seat)}: {meaning}", "dim")
    position.act(action, seat)


def take_turn(screen: Screen) -> None:
    """Ask the person until there is an answer; where there is only one, and no secret, it is given."""
    actions = screen.view.actions()
    if len(actions) == 1 and not screen.position.game.type.secrets:
        screen.tell(f"{screen.who(screen.seat)}: {screen.meaning(actions[0])} {screen.words('terminal.only')}", "dim")
        screen.position.act(actions[0], screen.seat)
        return
    screen.console.print()
    screen.board()
    screen.question()
    screen.moves()
    asked_at = screen.position.answers_given
    while screen.position.answers_given == asked_at:
        try:
            obey(screen, input(PROMPT).strip())
        except IllegalMove as error:
            screen.tell(error.told(screen.words))
        except InventoriumError as error:
            screen.tell(str(error))


def obey(screen: Screen, line: str) -> None:
    """One line that the person typed: a number, a move, or one of the words of `help`."""
    word, _, rest = line.partition(" ")
    commands = {"moves": screen.moves, "board": screen.board, "undo": lambda: undo(screen), "quit": leave,
                "hint": lambda: hint(screen), "score": screen.scores, "help": lambda: give_help(screen, rest),
                "save": lambda: save(screen, rest), "why": lambda: why(screen, rest)}
    if word in commands:
        commands[word]()
    elif is_small_number(line):
        move = screen.move_of_number(line)
        if move is None:
            screen.say("choose", count=len(screen.choices()))
        else:
            screen.position.play(move, screen.seat)
    elif line:
        screen.position.play(line, screen.seat)


def leave() -> None:
    raise Leave


def undo(screen: Screen) -> None:
    """Back before the own last answer that was a choice, as long as nobody else, the dealer neither, has answered since."""
    position, earlier = screen.position, screen.position
    while earlier.log and earlier.log[-1][0] == screen.seat:
        earlier = earlier.at(earlier.answers_given - 1)
        if len(earlier.view(screen.seat).actions()) > 1:
            screen.say("undone", move=position.answers()[earlier.answers_given].text)
            screen.position = earlier
            return
    screen.say("nothing-to-undo")


def hint(screen: Screen) -> None:
    action = bots.hint(screen.view)
    screen.say("hint", move=screen.meaning(action))


def why(screen: Screen, move: str) -> None:
    """Whether a move is possible, and if not, which rule is against it."""
    if not move:
        screen.say("usage", form="why <move>")
        return
    try:
        screen.position.copy().play(move, screen.seat)
        screen.say("legal")
    except IllegalMove as error:
        screen.tell(error.told(screen.words))
        give_rule(screen, error.ruling)


def give_rule(screen: Screen, ruling: Ruling) -> None:
    text = rule_texts(screen).get(ruling.rule)
    if text:
        screen.tell(f"{ruling.rule}: {text}")


def rule_texts(screen: Screen) -> dict[str, str]:
    return {rule: text for section in screen.words.get("sections", {}).values() for rule, text in section["rules"].items()}


def give_help(screen: Screen, rule: str) -> None:
    """The commands, or one rule."""
    texts = rule_texts(screen)
    if not rule:
        screen.say("help", example=next(iter(screen.choices())), rule=next(iter(texts), ""))
    elif rule.upper() in texts:
        give_rule(screen, Ruling(rule.upper(), ""))
    else:
        numbered = list(texts)
        screen.say("no-rule", rule=rule, first=numbered[0] if numbered else "-", last=numbered[-1] if numbered else "-")


def save(screen: Screen, name: str) -> None:
    """Write the game so far; a file that is there is never overwritten."""
    if not name:
        screen.say("usage", form="save <file>")
        return
    file = Path(name).expanduser()
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(screen.position.record())
        screen.say("saved", file=file)
    except FileExistsError:
        screen.say("exists", file=file)
    except OSError as error:
        screen.say("cannot-save", file=file, why=error.strerror or error)
