"""Charts in SVG, in the inks of the page. Every number in them stands beside them in words too."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from inventorium.theme import DRAWING

Interval = Sequence[float]
Counts = Sequence[Sequence[int]]  # (value, how often), the smallest value first


class Svg(str):
    """A drawing, which a template takes as it is."""

    def __html__(self) -> "Svg":
        return self

    def alone(self) -> str:
        """Return the drawing as a file of its own."""
        head, _, rest = self.partition(">")
        return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{DRAWING.read_text(encoding="utf-8")}</style>{rest}\n'


# ---------------------------------------------------------------- axes


@dataclass(frozen=True)
class Axis:
    """A straight scale: the values from `low` to `high` lie between the places `start` and `end` of a drawing.

    >>> Axis(0, 10, 100, 200)(5)
    150.0
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.low == self.high:
            return round((self.start + self.end) / 2, 1)
        return round(self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low), 1)

    def clipped(self, value: float) -> float:
        """Return the place of the nearest value on the axis."""
        return self(min(max(value, self.low), self.high))


def ticks(low: float, high: float, most: int = 6, finest: int = 1) -> list[int]:
    """Round numbers on an axis, at most `most` steps apart from end to end, and `finest` or further from each other.

    >>> ticks(3, 47)
    [10, 20, 30, 40]
    """
    step = next(
        size * ten
        for ten in (1, 10, 100, 1000, 10_000)
        for size in (1, 2, 5)
        if size * ten >= finest and (high - low) / (size * ten) <= most
    )
    return list(range(ceil(low / step) * step, int(high) + 1, step))


# ---------------------------------------------------------------- beside a number in a table

ROW = 200  # the width of these


def row(value: float, interval: Interval | None, low: float, high: float, reference: float | None = None, kind: str = "") -> Svg:
    """Draw a dot with its interval on a line from low to high; the reference is what chance, or no effect, would do."""
    x = Axis(low, high, 6, ROW - 6).clipped
    marks = f'<line class="axis" x1="0" x2="{ROW}" y1="9" y2="9"/>'
    if reference is not None:
        marks += f'<line class="reference" x1="{x(reference)}" x2="{x(reference)}" y1="1" y2="17"/>'
    if interval:
        marks += f'<line class="interval {kind}" x1="{x(interval[0])}" x2="{x(interval[1])}" y1="9" y2="9"/>'
    return Svg(
        f'<svg class="row" viewBox="0 0 {ROW} 18" aria-hidden="true">{marks}'
        f'<circle class="dot {kind}" cx="{x(value)}" cy="9" r="4.5"/></svg>'
    )


def bar(value: float, most: float, kind: str = "") -> Svg:
    width = round(ROW * value / most, 1) if most else 0
    return Svg(
        f'<svg class="level" viewBox="0 0 {ROW} 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="bar {kind}" x="0" y="1" height="10" width="{width}"/></svg>'
    )


def sparks(values: Sequence[float]) -> Svg:
    """Draw small upright bars, one for every value."""
    most = max(*values, 1)
    bars = "".join(
        f'<rect class="bar" x="{7 * i}" width="5" y="{round(14 - 13 * value / most, 1)}" '
        f'height="{round(13 * value / most + 1, 1)}"/>'
        for i, value in enumerate(values)
    )
    return Svg(
        f'<svg class="sparks" viewBox="0 0 {7 * len(values)} 16" width="{7 * len(values)}" height="16" '
        f'aria-hidden="true">{bars}</svg>'
    )


# ---------------------------------------------------------------- plots


def balance(steps: Sequence[tuple[str, float, str]], title: str) -> Svg:
    """Draw how a review adds up: each step begins where the one before ended; the last one is the sum. Every step has a name,
    a number, and the number in words."""
    ends = [0.0]
    for _, by, _ in steps[:-1]:
        ends.append(ends[-1] + by)
    x = Axis(min(ends), max(ends) or 1.0, 178, 404)
    drawn = [f'<line class="axis" x1="{x(0)}" x2="{x(0)}" y1="2" y2="{22 * len(steps)}"/>']
    for number, (name, by, text) in enumerate(steps):
        begin = 0.0 if number in (0, len(steps) - 1) else ends[number]
        left, right = sorted((x(begin), x(begin + by)))
        kind = "whole" if number in (0, len(steps) - 1) else "more" if by >= 0 else "less"
        drawn.append(
            f'<text x="170" y="{22 * number + 16}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="bar {kind}" x="{left}" y="{22 * number + 5}" height="14" '
            f'width="{max(1.0, round(right - left, 1))}"/>'
            f'<text x="412" y="{22 * number + 16}">{escape(text)}</text>'
        )
    return plot(drawn, title, 22 * len(steps) + 4)


WIDE, HIGH, LEFT, BOTTOM = 480, 150, 34, 20
BARS = 36  # of a histogram, at most


def plot(drawn: Sequence[str], title: str, height: float = HIGH) -> Svg:
    label = f' aria-label="{escape(title)}"' if title else ""
    return Svg(f'<svg class="plot" viewBox="0 0 {WIDE} {height}" role="img"{label}>{"".join(drawn)}</svg>')


def forest(
    rows: Sequence[tuple[str, float, Interval, str]], low: float, high: float, reference: float | None = None, heading: str = ""
) -> Svg:
    """Draw named rows: a dot with its interval on an axis from low to high, and the number in words. Without a reference the
    axis has ticks below."""
    top, base = 24 if heading else 0, (24 if heading else 0) + 24 * len(rows) + 8
    x = Axis(low, high, 150, 320).clipped
    drawn = [f'<text class="heading" x="6" y="18">{escape(heading)}</text>'] if heading else []
    if reference is not None:
        drawn.append(f'<line class="reference" x1="{x(reference)}" x2="{x(reference)}" y1="{top + 2}" y2="{base - 4}"/>')
    marks = ticks(low, high) if reference is None else []
    drawn += [
        f'<line class="grid" x1="{x(mark)}" x2="{x(mark)}" y1="{top + 2}" y2="{base - 4}"/>'
        f'<text x="{x(mark)}" y="{base + 10}" text-anchor="middle">{mark}</text>'
        for mark in marks
    ]
    for number, (name, value, interval, text) in enumerate(rows):
        y = top + 16 + 24 * number
        drawn.append(
            f'<text x="140" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
            f'<line class="axis" x1="150" x2="320" y1="{y}" y2="{y}"/>'
            f'<line class="interval" x1="{x(interval[0])}" x2="{x(interval[1])}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{x(value)}" cy="{y}" r="4.5"/>'
            f'<text x="334" y="{y + 4}">{escape(text)}</text>'
        )
    return plot(drawn, heading, base + 16 if marks else base)


def histogram(counts: Counts, second: Counts = (), title: str = "", unit: str = "") -> Svg:
    """Draw the frequency of each value; the second counts are drawn in front of the first, filled."""
    if not counts:
        return Svg("")
    low, high = counts[0][0], counts[-1][0]
    size = max(1, ceil((high - low + 1) / BARS))
    bins = (high - low) // size + 1

    def binned(some: Counts) -> list[int]:
        found = [0] * bins
        for value, number in some:
            found[(value - low) // size] += number
        return found

    first, front = binned(counts), binned(second)
    base, right = HIGH - BOTTOM, WIDE - 6
    x, y = Axis(0, bins, LEFT, right), Axis(0, max(first), base, 8)
    width = round(max((right - LEFT) / bins - 1, 1), 1)
    drawn = [
        f'<rect class="{kind}" x="{round(LEFT + i * (right - LEFT) / bins + 0.5, 1)}" width="{width}" y="{y(number)}" '
        f'height="{round((base - 8) * number / max(first), 1)}"/>'
        for numbers, kind in ((first, "bar"), (front, "bar front"))
        for i, number in enumerate(numbers)
        if number
    ]
    drawn.append(f'<line class="axis" x1="{LEFT}" x2="{right}" y1="{base}" y2="{base}"/>')
    drawn += [
        f'<text x="{x((value - low + size / 2) / size)}" y="{HIGH - 5}" text-anchor="middle">{value}</text>'
        for value in ticks(low, high, 8)
    ]
    drawn += [
        f'<text x="{LEFT - 5}" y="{round(y(value) + 4, 1)}" text-anchor="end">{value}</text>'
        f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{y(value)}" y2="{y(value)}"/>'
        for value in ticks(0, max(first), 4)[1:]
    ]
    drawn.append(f'<text x="{right}" y="14" text-anchor="end" class="unit">{escape(unit)}</text>')
    return plot(drawn, title)


def trend(values: Sequence[float], title: str) -> Svg:
    """Draw percentages one after the other, the oldest first."""
    base, most = HIGH - BOTTOM, max(*values, 1.0)
    x, y = Axis(0, max(1, len(values) - 1), LEFT + 6, WIDE - 16), Axis(0, most, base, 10)
    drawn = [
        f'<line class="grid" x1="{LEFT}" x2="{WIDE - 8}" y1="{y(mark)}" y2="{y(mark)}"/>'
        f'<text x="{LEFT - 6}" y="{round(y(mark) + 4, 1)}" text-anchor="end">{mark} %</text>'
        for mark in ticks(0, most, 4)
    ]
    places = [(x(number), y(value)) for number, value in enumerate(values)]
    drawn.append(f'<polyline class="line" points="{" ".join(f"{left},{top}" for left, top in places)}"/>')
    drawn += [f'<circle class="dot" cx="{left}" cy="{top}" r="4"/>' for left, top in places]
    return plot(drawn, title)


def curve(
    points: Sequence[tuple[float, float | None, Interval | None]], reference: float, title: str = "", unit: str = ""
) -> Svg:
    """Draw shares over the course of a game, with the band of their intervals."""
    base, right = HIGH - BOTTOM, WIDE - 16
    x, y = Axis(0, 1, LEFT, right), Axis(0, 1, base, 10)
    known = [(at, share, interval) for at, share, interval in points if share is not None and interval is not None]
    band = " ".join(
        [f"{x(at)},{y(interval[1])}" for at, _, interval in known]
        + [f"{x(at)},{y(interval[0])}" for at, _, interval in reversed(known)]
    )
    drawn = [
        f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{y(share)}" y2="{y(share)}"/>'
        f'<text x="{LEFT - 5}" y="{y(share) + 4}" text-anchor="end">{round(100 * share)}</text>'
        for share in (0, 0.5, 1)
    ]
    drawn += [
        f'<text x="{x(at)}" y="{HIGH - 5}" text-anchor="middle">{round(100 * at)}</text>' for at in (0.1, 0.3, 0.5, 0.7, 0.9)
    ]
    drawn.append(f'<line class="reference" x1="{LEFT}" x2="{right}" y1="{y(reference)}" y2="{y(reference)}"/>')
    drawn.append(f'<polygon class="band" points="{band}"/>')
    drawn.append(f'<polyline class="line" points="{" ".join(f"{x(at)},{y(share)}" for at, share, _ in known)}"/>')
    drawn += [f'<circle class="dot" cx="{x(at)}" cy="{y(share)}" r="3.5"/>' for at, share, _ in known]
    drawn.append(f'<text x="{right}" y="{base - 6}" text-anchor="end" class="unit">{escape(unit)}</text>')
    return plot(drawn, title)


# ---------------------------------------------------------------- the scores of one game, drawn by a page's own template

MARGIN, TOP, FOOT, HEIGHT = 36, 14, 190, 204
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2")  # with ink and label, so that colour is never alone
LABEL = 14  # the height of a label

Scores = Sequence[tuple[int, Sequence[int]]]  # the number of actions so far, and the points of all seats


@dataclass(frozen=True)
class ScoreLine:
    """The line of one seat. `label` is the height of its name, moved where names would lie on each other."""

    seat: int
    path: str
    dash: str
    end: float
    label: float


@dataclass(frozen=True)
class ScoreChart:
    name: str
    width: int
    right: int  # where the lines end and the labels begin
    grid: list[tuple[float, int]]  # height and points
    curves: list[ScoreLine]
    turns: list[tuple[float, int]]  # where a turn ends, and the number of actions until then
    height: int = HEIGHT
    left: int = MARGIN
    bottom: int = FOOT


def score_charts(scores: Scores) -> list[ScoreChart]:
    """Return the scores of a game over its turns, twice: for a large screen with names, and for a phone."""
    return [score_chart("wide", 932, 806, scores), score_chart("narrow", 366, 330, scores)] if scores else []


def chance_charts(chances: Sequence[tuple[int, Sequence[float]]]) -> list[ScoreChart]:
    """Return the same for the chances to win, in percent; the first chances are those of the beginning."""
    percent = [(answers, [round(100 * chance) for chance in everybody]) for answers, everybody in chances]
    return [score_chart(*form, percent[1:], percent[0][1]) for form in (("wide", 932, 806), ("narrow", 366, 330))]


def score_chart(name: str, width: int, right: int, scores: Scores, first: Sequence[int] | None = None) -> ScoreChart:
    last, final = scores[-1]
    most = max(1, *(max(points) for _, points in scores))
    least = min(0, *(min(points) for _, points in scores))
    x, y = Axis(0, last, MARGIN, right), Axis(least, most, FOOT, TOP)
    curves: list[ScoreLine] = []
    order = sorted(range(len(final)), key=lambda seat: -final[seat])
    labels = apart([y(final[seat]) for seat in order])
    for seat, label in zip(order, labels, strict=True):
        path = "".join(f"L{x(answers)} {y(points[seat])}" for answers, points in scores)
        begin = y(first[seat] if first else 0)
        curves.append(ScoreLine(seat, f"M{MARGIN} {begin}{path}", DASHES[seat % len(DASHES)], y(final[seat]), label))
    grid = [(y(points), points) for points in ticks(least, most, finest=5)]
    return ScoreChart(name, width, right, grid, curves, [(x(answers), answers) for answers, _ in scores])


def apart(heights: Sequence[float]) -> list[float]:
    """Return heights of labels, the highest first, so that none lies on another and none below the drawing.

    >>> apart([100, 104, 190, 190])
    [100, 114, 176, 190]
    """
    labels: list[float] = []
    for height in heights:
        labels.append(max(height, labels[-1] + LABEL if labels else TOP))
    for number in range(1, len(labels) + 1):
        labels[-number] = min(labels[-number], FOOT - LABEL * (number - 1))
    return labels


# ---------------------------------------------------------------- one beside others


def beside(mine: Sequence[int], others: Sequence[Sequence[int]], title: str) -> Svg:
    """Draw the points from the beginning of a game to its end: the viewer's own in front of those of others."""
    every = [*others, mine] if mine else [*others]
    most, least = max(1, *(max(curve) for curve in every)), min(0, *(min(curve) for curve in every))
    y = Axis(least, most, HIGH - BOTTOM, 8)
    drawn = [
        f'<line class="grid" x1="{LEFT}" x2="{WIDE - 8}" y1="{y(mark)}" y2="{y(mark)}"/>'
        f'<text x="{LEFT - 6}" y="{y(mark) + 4}" text-anchor="end">{mark}</text>'
        for mark in ticks(least, most, finest=5)
    ]
    for number, curve in enumerate(every):
        x = Axis(0, len(curve), LEFT, WIDE - 8)
        path = "".join(f"L{x(turn)} {y(points)}" for turn, points in enumerate(curve, 1))
        drawn.append(f'<path class="{"line" if mine and number == len(others) else "faint"}" d="M{LEFT} {y(0)}{path}"/>')
    return plot(drawn, title)
