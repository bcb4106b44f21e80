"""The scores of a game over its turns, as lines to be drawn."""
from collections.abc import Sequence
from dataclasses import dataclass

TOP, BOTTOM, HEIGHT, LEFT = 14, 190, 204, 36
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2")                 # with ink and label, so that colour is never alone
LINE = 14                                                       # between two labels

Scores = Sequence[tuple[int, Sequence[int]]]                    # how many answers there were, and everybody's points


@dataclass(frozen=True)
class Curve:
    """The line of one seat. `label` is the height of its name, moved where names would lie on each other."""

    seat: int
    path: str
    dash: str
    end: float
    label: float


@dataclass(frozen=True)
class Chart:
    name: str
    width: int
    right: int                                                  # where the lines end and the labels begin
    grid: list[tuple[float, int]]                               # height and points
    curves: list[Curve]
    turns: list[tuple[float, int]]                              # where a turn ends, and how many answers that is
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = BOTTOM


def draw(scores: Scores) -> list[Chart]:
    """The same scores twice: for a large screen with names, and for a phone."""
    return [chart("wide", 932, 806, scores), chart("narrow", 366, 330, scores)] if scores else []


def chart(name: str, width: int, right: int, scores: Scores) -> Chart:
    last, final = scores[-1]
    most = max(1, *(max(points) for _, points in scores))
    least = min(0, *(min(points) for _, points in scores))

    def x(answers: int) -> float:
        return round(LEFT + (right - LEFT) * answers / last, 1)

    def y(points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (points - least) / (most - least), 1)

    curves: list[Curve] = []
    free = float(TOP)
    for seat in sorted(range(len(final)), key=lambda seat: -final[seat]):
        label = max(free, y(final[seat]))
        free = label + LINE
        path = "".join(f"L{x(answers)} {y(points[seat])}" for answers, points in scores)
        curves.append(Curve(seat, f"M{LEFT} {y(0)}{path}", DASHES[seat % len(DASHES)], y(final[seat]), label))
    step = next(step for step in (5, 10, 20, 50, 100, 1000) if (most - least) / step <= 6)
    grid = [(y(points), points) for points in range(-(-least // step) * step, most + 1, step)]
    return Chart(name, width, right, grid, curves, [(x(answers), answers) for answers, _ in scores])
