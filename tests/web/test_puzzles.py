"""Puzzles: those that are shipped can be played, are judged as they were mined, and are kept for the guest."""

import re
from datetime import date
from itertools import cycle, product

import pytest

import inventorium
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.table.table import Setup, Table
from inventorium.teaching.puzzle_criteria import Puzzle, Verdict, as_text, from_text
from inventorium.teaching.puzzles import (
    AT_ONCE,
    MISSED,
    answer_at,
    grade_for,
    judge,
    next_for,
    of_the_day,
    puzzle_at,
    puzzles_of,
    solution_of,
    table_of,
)
from tests.languages import LANGUAGES
from tests.patience import wait_for
from tests.tiers import in_tiers
from tests.web.browser import Visitor

GAMES = library.names()


def first(game: str) -> Puzzle:
    """The clearest of all: another network may think otherwise of a close one."""
    return max(puzzles_of(inventorium.load(game)).values(), key=lambda puzzle: puzzle.margin)


def other_answer(table: Table, puzzle: Puzzle) -> list[int | str]:
    """An answer that is not the solution: the last that is possible, or a sheet of first answers, or of last ones."""
    solution = solution_of(table.game, puzzle)
    if table.game.type.sealed:
        sheets = ([view.actions()[which] for view in table.sealed_views(puzzle.seat)] for which in (0, -1))
        return list(next(sheet for sheet in sheets if sheet != [*solution]))
    return [next(action for action in reversed(table.view(puzzle.seat).actions()) if action != solution[0])]


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_leads_to_its_question(game: str) -> None:
    loaded = inventorium.load(game)
    found = puzzles_of(loaded)
    assert len(found) >= 300 and {puzzle.grade for puzzle in found.values()} == {1, 2, 3}
    assert (loaded.folder / "puzzles.jsonl").stat().st_size < 300_000
    for puzzle in found.values():
        position = puzzle.begin(loaded)
        assert puzzle.seat in position.to_act and len(position.actions(puzzle.seat)) >= 3
        assert position.write(puzzle.seat, solution_of(loaded, puzzle)[0]) == puzzle.best[0]
        assert puzzle.margin >= 0.08 and puzzle.margin - 1.96 * puzzle.error >= 0.035 and puzzle.found <= 0.8


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_judged_as_it_was_mined(game: str) -> None:
    loaded, puzzle = inventorium.load(game), first(game)
    table = table_of(loaded, puzzle)
    assert puzzle_at(table) == puzzle and puzzle.seat in table.asked and answer_at(table, puzzle) == ()
    done = table.play(puzzle.seat, *solution_of(loaded, puzzle)[: None if loaded.type.sealed else 1])
    judged = judge(loaded, puzzle, answer_at(done, puzzle))
    assert judged.verdict is Verdict.RIGHT and judged.decision.loss == 0
    assert judged.reason and judged.reason.better == judged.decision.better_actions
    assert table.may_undo(puzzle.seat) is None  # what led there stays
    again = Table.load(table.setup, done.entries)  # as the store replays it
    assert puzzle_at(again) == puzzle and answer_at(again, puzzle) == answer_at(done, puzzle)
    missed = table.play(puzzle.seat, *other_answer(table, puzzle))
    judged = judge(loaded, puzzle, answer_at(missed, puzzle))
    assert judged.verdict is Verdict.WRONG and judged.decision.loss > puzzle.margin / 2
    assert judged.reason and judged.reason.better == judged.decision.better_actions
    assert bool(judged.why(loaded, puzzle, loaded.words("en"))) == bool(judged.reason.clauses)


def test_a_sheet_that_was_taken_back_is_judged_as_it_was_handed_in_at_last() -> None:
    game = inventorium.load("genies")
    puzzle = next(one for one in puzzles_of(game).values() if one.best[-1] == "seal")
    first = table_of(game, puzzle)
    wrong = first.play(puzzle.seat, *other_answer(first, puzzle))
    half = wrong.play(puzzle.seat, "reopen")
    assert answer_at(wrong, puzzle) and answer_at(half, puzzle) == ()
    done = half.play(puzzle.seat, *puzzle.best)
    assert answer_at(done, puzzle) == solution_of(game, puzzle)


def test_other_tables_are_no_puzzles() -> None:
    assert puzzle_at(Table.new(Setup("genies", 2, seed=f"puzzle {first('genies').id}"))) is None


def test_a_file_for_other_rules_is_refused() -> None:
    game, puzzle = inventorium.load("genies"), first("genies")
    text = as_text(game, [puzzle])
    assert from_text(game, text) == [puzzle]
    for broken, reason in (
        (text.replace('"rules": ', '"rules": 9'), "other rules"),
        ("{}", "not a puzzle file"),
        (text.replace('"game": "genies"', '"game": "chess"'), "other game"),
    ):
        with pytest.raises(InventoriumError, match=reason):
            from_text(game, broken)


def test_the_grade_follows_from_what_was_solved() -> None:
    game = inventorium.load("legendary-inventors")
    by_grade = {grade: [one.id for one in puzzles_of(game).values() if one.grade == grade] for grade in (1, 2, 3)}
    solved = dict.fromkeys(by_grade[1][:2], AT_ONCE)
    assert grade_for(game, {}) == 1 and grade_for(game, solved) == 2
    assert grade_for(game, {**solved, **dict.fromkeys(by_grade[2][:2], MISSED)}) == 1
    assert grade_for(game, {**solved, **dict.fromkeys(by_grade[2][:2], AT_ONCE)}) == 3
    following = next_for(game, solved, "somebody")
    assert following and following.grade == 2 and following.id not in solved
    assert next_for(game, dict.fromkeys(puzzles_of(game), MISSED), "somebody") is None


def test_the_puzzle_of_the_day_is_the_same_for_everybody() -> None:
    games = [inventorium.load(name) for name in GAMES]
    days = [date(2026, 11, number) for number in range(1, 31)]
    found = [of_the_day(games, day) for day in days]
    assert found == [of_the_day(games, day) for day in days]
    assert len({game.name for game, _ in filter(None, found)}) == len(GAMES)
    assert len({puzzle.id for _, puzzle in filter(None, found)}) > 25


@pytest.mark.parametrize(("game", "language"), in_tiers(product(GAMES, LANGUAGES), *zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_puzzles_in_the_pages(address: str, game: str, language: str) -> None:
    """A wrong answer says what it costs and what a better one is good for, the solution is right, and both are kept."""
    visitor, loaded, puzzle = Visitor(address, language), inventorium.load(game), first(game)
    words = loaded.words(language)
    assert words("puzzles.lead") in visitor.get(f"/puzzles/{game}").text
    visitor.post(f"/puzzles/{game}/{puzzle.id}")
    path = visitor.response.url.path
    assert f'data-puzzle="{puzzle.id}" data-verdict=""' in visitor.page and words("puzzles.task") in visitor.page
    table = table_of(loaded, puzzle)
    hand_in(visitor, path, puzzle, table, other_answer(table, puzzle))
    assert 'data-verdict="wrong"' in visitor.page
    assert f'action="/puzzles/{game}/{puzzle.id}"' in visitor.page
    visitor.post(f"/puzzles/{game}/{puzzle.id}")
    hand_in(visitor, visitor.response.url.path, puzzle, table, list(solution_of(loaded, puzzle)))
    assert 'data-verdict="right"' in visitor.page and words("puzzles.right") in visitor.page
    visitor.get(f"/puzzles/{game}")
    assert re.findall(r"<td>(\d+)</td>", visitor.page)[3 * puzzle.grade - 3 :][:2] == ["1", "1"]
    assert path not in visitor.get("/").text  # puzzles are not among one's tables
    visitor.post(f"/puzzles/{game}")
    following = visitor.found(r'data-puzzle="(\w+)"')
    assert following != puzzle.id
    visitor.get(f"{visitor.response.url.path}?hint=1")  # whoever asks has not found it alone
    assert visitor.http.cookies["puzzles"] == f"{puzzle.id}l~{following}m"


def hand_in(visitor: Visitor, path: str, puzzle: Puzzle, table: Table, answers: list[int | str]) -> None:
    views = table.sealed_views(puzzle.seat)
    moves = [view.write(puzzle.seat, int(action)) for view, action in zip(views, answers, strict=False)]
    fields = {f"move.{number}": move for number, move in enumerate(moves)}
    response = visitor.post(f"{path}/answer", {"number": visitor.number, "seat": puzzle.seat, **fields})
    assert response.status_code == 200, visitor.page
    wait_for(lambda: 'data-verdict=""' not in visitor.get(path).text)  # a page does not wait for a judge who takes long
