"""What the coach says at a table: the goal of a lesson or puzzle and its result, or the next sentence of a guided game."""

from dataclasses import dataclass, field

from inventorium.core.remarks import Remark
from inventorium.core.words import Words
from inventorium.table.turn_log import moves_in_words
from inventorium.teaching import guide
from inventorium.teaching.guide import Guide, Step
from inventorium.teaching.lessons import Judgement, Lesson, lesson_at, lessons_of
from inventorium.teaching.puzzle_criteria import Puzzle
from inventorium.teaching.puzzle_verdicts import Try, try_at
from inventorium.teaching.puzzles import puzzle_at, solution_of
from inventorium.web.render.playback import Watch
from inventorium.web.render.scene import Scene

MOST_LIT = 8  # where more is lit, nothing is


@dataclass(frozen=True)
class Coach:
    """What `coach.html` shows."""

    lesson: Lesson | None = None
    judgement: Judgement | None = None
    puzzle: Puzzle | None = None
    tried: Try | None = None
    solution: list[str] = field(default_factory=list)  # of a puzzle, in words, once it was tried,
    why: str = ""  # and what it is good for
    next: str = ""  # the next lesson
    is_on: bool = True  # whether the guest wants to be helped in the guided game
    steps: list[Step] = field(default_factory=list)
    lit: list[str] = field(default_factory=list)  # the things that the script lights
    is_end: bool = False
    learned: list[Step] = field(default_factory=list)
    unmet: list[Step] = field(default_factory=list)
    line: str = ""  # a fact to act on now, in first games

    @staticmethod
    def names(words: Words, steps: list[Step]) -> list[str]:
        """Return what steps are about, in a word or two each."""
        return [words(f"guide.{step.id}.name") for step in steps]


def coach_at(scene: Scene, watch: Watch | None, is_on: bool, remark: Remark | None) -> Coach | None:
    """Return what the coach says to a viewer: only to the player whom the guided table was set up for, or who plays alone
    against bots; then the coach says a `remark`, where it has one."""
    table = scene.live_table.table
    if lesson := lesson_at(table):
        return coach_of_lesson(scene, lesson) if scene.seat == lesson.pupil else None
    if puzzle := puzzle_at(table):
        return coach_of_puzzle(scene, puzzle) if scene.seat == puzzle.seat else None
    found = guide.guide_at(table)
    if remark and scene.live and scene.seat in scene.asked:
        return Coach(line=remark.text(scene.view.box, scene.words, scene.names, scene.seat))
    if found is None or scene.seat < 0 or not (scene.live or watch):
        return None
    if not is_on:
        return Coach(is_on=False, is_end=table.over) if scene.live and not table.over else None
    if scene.live and table.over:
        return coach_at_end(scene, found)
    return coach_of_guide(scene, found, watch)


def coach_of_lesson(scene: Scene, lesson: Lesson) -> Coach:
    names = list(lessons_of(scene.game))
    after = names[names.index(lesson.name) + 1 :]
    return Coach(lesson, lesson.judge(scene.live_table.table), next=after[0] if after else "")


def coach_of_puzzle(scene: Scene, puzzle: Puzzle) -> Coach:
    tried = try_at(scene.live_table, puzzle)
    if not tried.judged:
        return Coach(puzzle=puzzle, tried=tried)
    solution = moves_in_words(puzzle.begin(scene.game), puzzle.seat, solution_of(scene.game, puzzle), scene.words)
    return Coach(puzzle=puzzle, tried=tried, solution=solution, why=tried.judged.why(scene.game, puzzle, scene.words))


def coach_of_guide(scene: Scene, found: Guide, watch: Watch | None) -> Coach | None:
    """Return the sentences for the present question, or for the step being played back."""
    table, seat = scene.live_table.table, scene.seat
    if scene.live:
        questions = guide.steps_by_question(found, table, seat) if seat in scene.asked else []
        steps = questions[-1].steps if questions else []
    else:
        steps = guide.met_between(
            found, table, seat, watch.after if watch else 0, scene.step.answers if scene.step else scene.answers
        )
    moments = guide.met(found, table, seat)
    lit = [
        thing for step in steps for name in guide.things_of(step, table, seat, moments[step.id]) for thing in named(scene, name)
    ]
    return Coach(steps=steps, lit=list(dict.fromkeys(lit)) if len(set(lit)) <= MOST_LIT else []) if steps else None


def named(scene: Scene, name: str) -> list[str]:
    """Return the things behind a name of guide.toml: `choice.1` is whatever can be chosen as the second part of a move."""
    kind, _, place = name.partition(".")
    if kind != "choice":
        return [name]
    return sorted({move.things[int(place)] for move in scene.moves if len(move.things) > int(place)})


def coach_at_end(scene: Scene, found: Guide) -> Coach:
    moments = guide.met(found, scene.live_table.table, scene.seat)
    unmet = [step for step in found.steps if step.id not in moments]
    return Coach(
        is_end=True,
        learned=[step for step in found.steps if step.id in moments],
        unmet=unmet,
        next=suggestion(list(lessons_of(scene.game).values()), unmet),
    )


def suggestion(lessons: list[Lesson], unmet: list[Step]) -> str:
    """Return the name of one lesson: one about something that was not met, else the first; empty where a game has none."""
    wanted = {rule for step in unmet for rule in step.rules}
    fitting = [lesson.name for lesson in lessons if wanted & set(lesson.rules)]
    return (fitting or [lesson.name for lesson in lessons] or [""])[0]
