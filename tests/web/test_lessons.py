"""Lessons: each can be solved by its own solution and failed by a wrong answer, in both languages, without a browser."""

import random
import re
import tomllib
from collections.abc import Iterator
from itertools import cycle, product

import pytest

import inventorium
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.position import Position
from inventorium.core.rulings import RULE_ID
from inventorium.core.scenarios import answer, play
from inventorium.core.words import LANGUAGES
from inventorium.table.table import PlayedMove, Setup, Table
from inventorium.teaching.lessons import Lesson, State, lesson_at, lessons_of
from tests import patience
from tests.tiers import in_tiers
from tests.web.browser import Visitor

GAMES = library.names()
LESSONS = [
    pytest.param(lesson, id=f"{game}-{lesson.name}") for game in GAMES for lesson in lessons_of(inventorium.load(game)).values()
]


def solved(lesson: Lesson) -> Table:
    """The table after the lesson's own solution; what the table answers by itself is not answered again."""
    table = lesson.table()
    for line in lesson.scenario.part("when"):
        seat, moves = answer(line)
        for move in map(str.strip, moves.split(";")):
            if not (
                table.history[-1].entry.automatic and table.history[-1].move == move and seat == table.history[-1].entry.seat
            ):
                table = table.play(seat, move)
    return table


def failures(lesson: Lesson) -> list[Table]:
    """The tables at which some other answer, played on with the first that is possible, has failed."""
    found = []
    for first in lesson.table().view(lesson.pupil).actions():
        table = lesson.table().play(lesson.pupil, first)
        for _ in range(2 * lesson.fewest + 6):
            if lesson.judge(table).state != State.OPEN:
                break
            table = table.play(table.asked[0], table.view(table.asked[0]).actions()[0])
        if lesson.judge(table).state == State.FAILED:
            found.append(table)
        if len(found) > 1:
            break
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_lessons_with_words(game: str) -> None:
    loaded = inventorium.load(game)
    lessons = lessons_of(loaded)
    assert len(lessons) >= 5
    known = {rule for section in loaded.words("en").get("sections").values() for rule in section["rules"]}
    for language in LANGUAGES:
        texts = tomllib.loads((loaded.folder / "words" / f"lessons.{language}.toml").read_text(encoding="utf-8"))["lessons"]
        assert texts.keys() == lessons.keys()
        assert all(text.keys() == {"title", "goal", "learned"} for text in texts.values())
    for lesson in lessons.values():
        assert lesson.rules and set(lesson.rules) <= known, lesson.name


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_solved_by_its_solution_and_failed_by_another_answer(lesson: Lesson) -> None:
    lesson.scenario.run()
    table = lesson.table()
    assert lesson_at(table) == lesson and table.asked == (lesson.pupil,)
    assert not lesson.is_reached(table.position) and lesson.judge(table).state == State.OPEN
    done = lesson.judge(solved(lesson))
    assert (done.state, done.stars, done.used) == (State.SOLVED, 3, lesson.fewest)
    again = Table.load(table.setup, solved(lesson).entries)  # as the store replays it
    assert lesson_at(again) == lesson and lesson.judge(again) == done
    assert failures(lesson)


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_way_to_the_goal_in_one_turn_is_accepted(lesson: Lesson) -> None:
    """One after the other, or several at once, as the chip that pays two question marks: nothing on the way is a failure."""
    found = list(sheets_to_the_goal(lesson) if lesson.begin().game.type.sealed else turns_to_the_goal(lesson))
    assert found
    for moves in found:
        table = lesson.table()
        for move in moves:
            assert lesson.judge(table).state != State.FAILED, (moves, move)
            table = play_on(lesson, table, move)
        assert lesson.judge(table).state == State.SOLVED, moves
        if not table.game.type.sealed:
            at_once = lesson.judge(lesson.table().play(lesson.pupil, *moves))
            assert at_once == lesson.judge(table), moves


def test_a_forced_answer_is_no_step() -> None:
    """The chip pays both question marks, of which the second leaves no choice: all stars, as for one click on the tool."""
    lesson = lessons_of(inventorium.load("era-of-inventions"))["question-marks"]
    table = lesson.table().play(lesson.pupil, "produce cash-register-copy 6").play(lesson.pupil, "pay tool", "pay tool")
    assert lesson.judge(table).state == State.OPEN
    assert lesson.judge(table.play(lesson.pupil, "produce microscope 1")).stars == 3


def turns_to_the_goal(lesson: Lesson) -> Iterator[list[int | str]]:
    """Yield 20 ways of the pupil to the goal before anybody else is asked, drawn from all that there are, or from the
    first 4000 positions."""
    leads, draw = goal_ahead(lesson), random.Random(lesson.name)
    for _ in range(20):
        position, moves = lesson.begin(), list[int | str]()
        while not moves or not lesson.is_reached(position):
            ways = [(action, after) for action, after in onward(lesson, position) if after.states.tobytes() in leads]
            action, position = draw.choice(ways)
            moves.append(action)
        yield moves


def goal_ahead(lesson: Lesson) -> set[bytes]:
    """The positions from which the pupil can reach the goal in this turn."""
    graph, reached, todo = dict[bytes, list[bytes]](), set[bytes](), [lesson.begin()]
    while todo and len(graph) < 4000:
        position = todo.pop()
        here = position.states.tobytes()
        if here in graph:
            continue
        graph[here] = []
        if len(graph) > 1 and lesson.is_reached(position):
            reached.add(here)
            continue
        for _, after in onward(lesson, position):
            graph[here].append(after.states.tobytes())
            todo.append(after)
    while more := {here for here, after in graph.items() if here not in reached and reached.intersection(after)}:
        reached |= more
    return reached


def onward(lesson: Lesson, position: Position) -> Iterator[tuple[int, Position]]:
    if position.to_act == (lesson.pupil,) and not lesson.is_lost(position):
        for action in position.actions(lesson.pupil):
            after = position.copy()
            after.act(action, lesson.pupil)
            yield action, after


def sheets_to_the_goal(lesson: Lesson) -> Iterator[list[int | str]]:
    """Yield the sheets that differ from the solution's in one bid, if they reach the goal with all else as it was."""
    first, *rest = lesson.scenario.part("when")
    bids = [int(bid) for bid in first.split()[2:]]
    sheets = {(*bids[:place], bid, *bids[place + 1 :]) for place in range(len(bids)) for bid in range(21)}
    for sheet in sorted(sheets):
        moves: list[int | str] = [f"bid {' '.join(map(str, sheet))}"]
        moves += [answer(line)[1] for line in rest if answer(line)[0] == lesson.pupil]
        position = lesson.begin()
        try:
            for line in [f"{lesson.pupil} {moves[0]}", *rest]:
                play(position, line)
        except InventoriumError:  # what follows in the solution is not asked then, or not allowed
            continue
        if lesson.is_reached(position) and not lesson.is_lost(position):
            yield moves


def play_on(lesson: Lesson, table: Table, move: int | str) -> Table:
    """Answer, unless the table has; in a game of sheets the others answer as the solution has it."""
    if table.history[-1].entry.automatic and table.history[-1].entry.action == move:
        return table
    table = table.play(lesson.pupil, move)
    for line in lesson.scenario.part("when"):
        seat, moves = answer(line)
        if table.game.type.sealed and seat != lesson.pupil and seat in table.asked and lesson.pupil not in table.asked:
            table = table.play(seat, *map(str.strip, moves.split(";")))
    return table


def test_more_answers_are_fewer_stars() -> None:
    lesson = lessons_of(inventorium.load("era-of-inventions"))["last-exchange"]
    done = solved(lesson)
    moves = [one.move for one in done.history[done.setup.given :] if not one.entry.automatic]
    table = lesson.table().play(
        lesson.pupil,
        "exchange coins stone",
        *moves[:3],
        "exchange stone influence",
        "exchange stone influence",
        "exchange coins influence",
    )
    assert lesson.judge(table).stars == 2 and lesson.judge(table).used == lesson.fewest + 1


def test_other_tables_are_no_lessons() -> None:
    assert lesson_at(Table.new(Setup("genies", 2))) is None
    assert lesson_at(Table.new(Setup("genies", 2, seed="lesson of another kind"))) is None


@pytest.mark.parametrize(("game", "language"), in_tiers(product(GAMES, LANGUAGES), *zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_lessons_in_the_pages(address: str, game: str, language: str) -> None:
    """Every lesson is opened, a wrong move is answered by a rule, the solution by stars, which the list keeps."""
    visitor, words = Visitor(address, language), inventorium.load(game).words(language)
    for name, lesson in lessons_of(inventorium.load(game)).items():
        visitor.get(f"/learn/{game}/lessons")
        assert words(f"lessons.{name}.goal") in visitor.page.replace("&#39;", "'")
        visitor.post(f"/learn/{game}/lessons/{name}")
        path = visitor.response.url.path
        assert path.startswith("/table/") and f'data-lesson="{name}" data-state="open"' in visitor.page
        refused = visitor.refused(path, move=wrong_move(lesson))
        assert refused.status_code == 422 and RULE_ID.search(visitor.found(r'<p class="problem"[^>]*>([^<]*)')), visitor.page
        hand_in(visitor, path, lesson)
        wait_for(visitor, path, 'data-state="solved"')
        assert "★★★" in visitor.page
        assert words(f"lessons.{name}.learned") in visitor.page.replace("&#39;", "'")
        assert f'action="/learn/{game}/lessons/{name}"' in visitor.page  # once more is one press
    assert path not in visitor.get("/").text  # exercises are not among one's tables
    visitor.get(f"/learn/{game}/lessons")
    assert visitor.page.count("★★★") == len(lessons_of(inventorium.load(game)))


def wait_for(visitor: Visitor, path: str, text: str) -> None:
    """Look at a table until it shows something: a bot may have to answer first."""
    patience.wait_for(lambda: text in visitor.get(path).text)


def wrong_move(lesson: Lesson) -> str:
    """A move that the rules know and refuse here."""
    position = lesson.table().position
    for move in ("refresh", "pass", "reopen", "patent", "take nothing", "done", "execute buy"):
        try:
            position.copy().play(move, lesson.pupil)
        except InventoriumError as error:
            if RULE_ID.search(str(error)):
                return move
    raise AssertionError(lesson.name)


def own_answers(lesson: Lesson, table: Table) -> Iterator[list[PlayedMove]]:
    """Yield what the pupil of a table has answered, as it is handed in: a sheet as a whole. Bots answer for the others, and the
    table where there is no choice."""
    answers = [one for one in table.history[table.setup.given :] if one.entry.seat == lesson.pupil and not one.entry.automatic]
    while answers:
        many = 6 if answers[0].move.startswith("bid ") else 1
        yield answers[:many]
        answers = answers[many:]


def hand_in(visitor: Visitor, path: str, lesson: Lesson) -> None:
    """Answer as the solution does."""
    for answers in own_answers(lesson, solved(lesson)):
        given = {f"move.{place}": one.move for place, one in enumerate(answers)}
        visitor.wait_for_turn(path)  # a bot may have to answer first
        sent = visitor.post(f"{path}/answer", {"seat": lesson.pupil, "number": visitor.number, **given})
        assert sent.status_code == 200, re.findall(r'class="problem"[^>]*>([^<]*)', visitor.page)
