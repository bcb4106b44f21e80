"""Mining puzzles: found in games between strong bots, kept as they are found, and confirmed afterwards."""

from pathlib import Path

import pytest

import inventorium
from inventorium.research.arena.workers import Execution
from inventorium.teaching import puzzle_criteria, puzzle_mining

GAME = "genies"
ALONE = Execution(workers=1)


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("mine") / "puzzles.jsonl"
    puzzle_mining.mine(GAME, file, 1, "test", ALONE)
    return file


@pytest.mark.slow
def test_puzzles_are_written_as_they_were_found(mined: Path) -> None:
    game = inventorium.load(GAME)
    found = puzzle_criteria.from_text(game, mined.read_text(encoding="utf-8"))
    assert found and len({puzzle.id for puzzle in found}) == len(found)
    for puzzle in found:
        position = puzzle.begin(game)
        assert puzzle.margin >= puzzle_criteria.CLEAR and puzzle.found <= puzzle_criteria.EASY and puzzle.seat in position.to_act
        again = puzzle_criteria.judge_move(
            position.view(puzzle.seat),
            puzzle_criteria.actions_of(position, puzzle.seat, puzzle.best),
            puzzle_criteria.actions_of(position, puzzle.seat, puzzle.best),
        )
        assert puzzle.verdict(again) is puzzle_criteria.Verdict.RIGHT


@pytest.mark.slow
def test_what_is_mined_is_not_mined_again(mined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stops a run goes on where it was: the games that are in the file, even if the puzzles were not yet written."""
    before = mined.read_text(encoding="utf-8")
    mined.unlink()
    monkeypatch.setattr(
        puzzle_mining,
        "MINING",
        puzzle_mining.Procedure(
            "mining 1", lambda task: pytest.fail(f"again: {task}"), puzzle_mining.prepare, puzzle_mining.MINING.key_of
        ),
    )
    told = list[tuple[int, int]]()
    puzzle_mining.mine(GAME, mined, 1, "test", Execution(workers=1, progress=lambda done, count: told.append((done, count))))
    assert mined.read_text(encoding="utf-8") == before and told[-1] == (1, 1)


@pytest.mark.slow
def test_a_longer_search_confirms(mined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = puzzle_criteria.from_text(inventorium.load(GAME), mined.read_text(encoding="utf-8"))
    assert puzzle_mining.check(GAME, found, 1, "test", ALONE)["of"] == 1
    monkeypatch.setattr(puzzle_criteria, "confirmed", lambda view, best, margin, seed: False)
    assert puzzle_mining.check(GAME, found, 5, "test", ALONE)["share"] == 0


def test_a_clear_margin_is_needed() -> None:
    def lost(loss: float, error: float) -> puzzle_criteria.Decision:
        return puzzle_criteria.Decision(0, 0, (), (), (), True, loss, error, 0.0)

    assert (
        puzzle_criteria.is_clear(lost(0.09, 0.01))
        and not puzzle_criteria.is_clear(lost(0.07, 0.0))
        and not puzzle_criteria.is_clear(lost(0.1, 0.04))
    )
    assert [puzzle_criteria.grade_of(share) for share in (0.8, 0.5, 0.4, 0.2, 0.1, 0.0)] == [1, 1, 2, 2, 3, 3]
