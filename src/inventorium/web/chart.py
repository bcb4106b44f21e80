"""The scores of a game over its turns, as lines to be drawn."""
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 932, 214, 36, 806, 14, 190
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2")                 # with ink and label, so that colour is never alone
LINE = 14                                                       # between two labels


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
    grid: list[tuple[float, int]]                               # height and points
    curves: list[Curve]
    turns: list[tuple[float, int]]                              # where a turn ends, and how many answers that is
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM

    def x(self, answers: int) -> float:
        return across(answers, self.turns[-1][1])


def across(answers: int, last: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * answers / max(1, last), 1)


def draw(curve: Sequence[tuple[int, Sequence[int]]]) -> Chart | None:
    """`curve` is how many answers there were after each turn, and the points of every seat then."""
    if not curve:
        return None
    last, final = curve[-1]
    most = max(1, *(max(scores) for _, scores in curve))
    least = min(0, *(min(scores) for _, scores in curve))

    def y(points: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (points - least) / (most - least), 1)

    step = next(step for step in (5, 10, 20, 50, 100, 1000) if (most - least) / step <= 6)
    curves: list[Curve] = []
    free = float(TOP)
    for seat in sorted(range(len(final)), key=lambda seat: -final[seat]):
        label = max(free, y(final[seat]))
        free = label + LINE
        points = "".join(f"L{across(answers, last)} {y(scores[seat])}" for answers, scores in curve)
        curves.append(Curve(seat, f"M{LEFT} {y(0)}{points}", DASHES[seat % len(DASHES)], y(final[seat]), label))
    grid = [(y(points), points) for points in range(step * (least // step), most + 1, step) if points >= least]
    return Chart(grid, curves, [(across(answers, last), answers) for answers, _ in curve])
