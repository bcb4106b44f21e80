"""Puzzles in a terminal: the position, your answer, and its worth; works offline."""

from rich.console import Console

from inventorium.core.boards import TERMINAL_THEME
from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.game import Game
from inventorium.core.position import View
from inventorium.core.records import is_small_number
from inventorium.core.words import Words
from inventorium.table.table import Table
from inventorium.table.turn_log import moves_in_words
from inventorium.teaching.daily import today
from inventorium.teaching.puzzle_criteria import Puzzle, Verdict
from inventorium.teaching.puzzles import Judged, answer_at, judge, next_for, noted, solution_of, table_of
from inventorium.terminal.language import language_of

PROMPT = "> "
console = Console(theme=TERMINAL_THEME)


class Leave(Exception):
    """The person has had enough."""


def solve_in_terminal(game: Game, language: str) -> None:
    """Put puzzles, each of the grade that fits, until there is none left or the person leaves."""
    words, tried = game.words(language_of(language)), dict[str, str]()
    print_line(words("puzzles.lead"))
    try:
        while puzzle := next_for(game, tried, today().isoformat()):
            verdict = solve(game, puzzle, words)
            tried[puzzle.id] = noted(None, verdict)
        print_line(words("puzzles.all-tried"))
    except (Leave, EOFError, KeyboardInterrupt):
        print_line(words("terminal.goodbye"))


def solve(game: Game, puzzle: Puzzle, words: Words) -> Verdict:
    """Put one puzzle until it is solved or given up; return what became of the first try."""
    first: Verdict | None = None
    while True:
        judged = judge(game, puzzle, ask(table_of(game, puzzle), puzzle, words))
        first = first or judged.verdict
        print_verdict(game, puzzle, judged, words)
        if judged.verdict is Verdict.RIGHT:
            return first
        keys = {words(f"puzzles.keys.{name}"): name for name in ("solution", "next", "quit")}
        wanted = keys.get(read(words("puzzles.ask")))
        if wanted == "quit":
            raise Leave
        if wanted == "solution":
            print_line("; ".join(moves_in_words(puzzle.begin(game), puzzle.seat, solution_of(game, puzzle), words)))
        if wanted:
            return first


def ask(table: Table, puzzle: Puzzle, words: Words) -> tuple[int, ...]:
    """Show the position and ask until there is an action, or all sealed moves."""
    grade = words(f"puzzles.grade-{puzzle.grade}")
    print_line(f"\n{words('puzzles.task')} {words('puzzles.sheet' if table.game.type.sealed else 'puzzles.answer')} ({grade})")
    console.print(table.game.board.board(table.view(puzzle.seat), words))
    while not (answer := answer_at(table, puzzle)):
        view = table.view(puzzle.seat)
        print_line(words(f"questions.{view.game.notation.question(view.fields)}"))
        show_moves(view, words)
        table = answered(table, puzzle.seat, words)
    return answer


def answered(table: Table, seat: int, words: Words) -> Table:
    """Return the table after a typed answer, by number or as a move."""
    while True:
        line = read(PROMPT)
        if line in (words("puzzles.keys.quit"), words("terminal.commands.quit")):
            raise Leave
        try:
            move = move_of_number(table.view(seat), line) if is_small_number(line) else line
            return table.play(seat, move)
        except IllegalMove as error:
            print_line(error.message(words))
        except InventoriumError as error:
            print_line(str(error))


def move_of_number(view: View, number: str) -> str:
    """Return the move of a number: as the game's board numbers it, else its place in the list."""
    moves, place = view.moves(), int(number) - 1
    return str(view.game.board.move_of_number(view, number) or (moves[place] if place in range(len(moves)) else number))


def show_moves(view: View, words: Words) -> None:
    shorter = view.game.board.moves(view, words)
    if shorter is not None:
        console.print(shorter)
        return
    meanings = {
        view.write(view.seat, action): view.game.notation.say(view.box, view.fields, view.seat, action, words)
        for action in view.actions()
    }
    for number, move in enumerate(view.moves(), 1):
        print_line(f"{number:3}  {meanings[move]}")


def print_verdict(game: Game, puzzle: Puzzle, judged: Judged, words: Words) -> None:
    decision = judged.decision
    print_line(words(f"puzzles.{judged.verdict.value}"))
    if judged.verdict is Verdict.RIGHT:
        print_line(words(f"puzzles.beats{'-sheet' if game.type.sealed else ''}", share=f"{100 * puzzle.margin:.1f} %"))
    else:
        print_line(words("puzzles.costs", share=f"{100 * decision.loss:.1f} %", near=f"{196 * decision.error:.1f}"))
    if why := judged.why(game, puzzle, words):
        print_line(why)


def read(prompt: str) -> str:
    return " ".join(input(prompt if prompt == PROMPT else f"{prompt} ").lower().split())


def print_line(text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)
