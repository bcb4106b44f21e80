"""Drawings for a report, in SVG with the inks of the page. Every number in them stands beside them in words too."""
from collections.abc import Sequence
from math import ceil

from markupsafe import Markup, escape

ROW, WIDE, HIGH, LEFT, BOTTOM = 200, 480, 150, 34, 20
BARS = 36                                           # of a histogram, at most


def row(value: float, interval: Sequence[float] | None, low: float, high: float, reference: float | None = None,
        kind: str = "") -> Markup:
    """A dot with its interval on a line from low to high; the reference is what chance, or nothing at all, would give."""
    def x(number: float) -> float:
        return round(6 + (ROW - 12) * (min(max(number, low), high) - low) / (high - low), 1)

    marks = f'<line class="axis" x1="0" x2="{ROW}" y1="9" y2="9"/>'
    if reference is not None:
        marks += f'<line class="reference" x1="{x(reference)}" x2="{x(reference)}" y1="1" y2="17"/>'
    if interval:
        marks += f'<line class="interval {kind}" x1="{x(interval[0])}" x2="{x(interval[1])}" y1="9" y2="9"/>'
    return Markup(f'<svg class="row" viewBox="0 0 {ROW} 18" aria-hidden="true">{marks}'
                  f'<circle class="dot {kind}" cx="{x(value)}" cy="9" r="4.5"/></svg>')


def forest(rows: Sequence[tuple[str, float, Sequence[float], str]], reference: float, high: float) -> Markup:
    """Named rows: a dot with its interval, and the number in words; from 0 to high."""
    height = 24 * len(rows) + 8

    def x(number: float) -> float:
        return round(150 + 170 * min(number, high) / high, 1)

    drawn = [f'<line class="reference" x1="{x(reference)}" x2="{x(reference)}" y1="2" y2="{height - 4}"/>']
    for number, (name, value, interval, text) in enumerate(rows):
        y = 16 + 24 * number
        drawn.append(f'<text x="140" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
                     f'<line class="axis" x1="150" x2="320" y1="{y}" y2="{y}"/>'
                     f'<line class="interval" x1="{x(interval[0])}" x2="{x(interval[1])}" y1="{y}" y2="{y}"/>'
                     f'<circle class="dot" cx="{x(value)}" cy="{y}" r="4.5"/>'
                     f'<text x="334" y="{y + 4}">{escape(text)}</text>')
    return Markup(f'<svg class="plot" viewBox="0 0 {WIDE} {height}" role="img">{"".join(drawn)}</svg>')


def alone(drawing: Markup, style: str) -> str:
    """A drawing as a file of its own."""
    head, _, rest = str(drawing).partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{style}</style>{rest}\n'


def bar(value: float, most: float, kind: str = "") -> Markup:
    width = round(ROW * value / most, 1) if most else 0
    return Markup(f'<svg class="level" viewBox="0 0 {ROW} 12" preserveAspectRatio="none" aria-hidden="true">'
                  f'<rect class="bar {kind}" x="0" y="1" height="10" width="{width}"/></svg>')


def sparks(values: Sequence[float]) -> Markup:
    """Small upright bars, one for every seat."""
    most = max(*values, 1)
    bars = "".join(f'<rect class="bar" x="{7 * i}" width="5" y="{round(14 - 13 * value / most, 1)}" '
                   f'height="{round(13 * value / most + 1, 1)}"/>' for i, value in enumerate(values))
    return Markup(f'<svg class="sparks" viewBox="0 0 {7 * len(values)} 16" width="{7 * len(values)}" height="16" '
                  f'aria-hidden="true">{bars}</svg>')


def ticks(low: float, high: float, number: int = 6) -> list[int]:
    """Round numbers for an axis.

    >>> ticks(3, 47)
    [10, 20, 30, 40]
    """
    step = next(size * ten for ten in (1, 10, 100, 1000, 10_000) for size in (1, 2, 5)
                if (high - low) / (size * ten) <= number)
    return list(range(ceil(low / step) * step, int(high) + 1, step))


def histogram(counts: Sequence[Sequence[int]], second: Sequence[Sequence[int]] = (), title: str = "", unit: str = "") -> Markup:
    """How often each value came; the second counts stand in front of the first, filled."""
    if not counts:
        return Markup("")
    low, high = counts[0][0], counts[-1][0]
    size = max(1, ceil((high - low + 1) / BARS))
    bins = (high - low) // size + 1

    def binned(some: Sequence[Sequence[int]]) -> list[int]:
        found = [0] * bins
        for value, number in some:
            found[(value - low) // size] += number
        return found

    first, front = binned(counts), binned(second)
    most, width = max(first), (WIDE - LEFT - 6) / bins
    base = HIGH - BOTTOM
    drawn = [f'<rect class="{kind}" x="{round(LEFT + i * width + .5, 1)}" width="{round(max(width - 1, 1), 1)}" '
             f'y="{round(base - (base - 8) * number / most, 1)}" height="{round((base - 8) * number / most, 1)}"/>'
             for numbers, kind in ((first, "bar"), (front, "bar front")) for i, number in enumerate(numbers) if number]
    drawn.append(f'<line class="axis" x1="{LEFT}" x2="{WIDE - 6}" y1="{base}" y2="{base}"/>')
    drawn += [f'<text x="{round(LEFT + (value - low + size / 2) / size * width, 1)}" y="{HIGH - 5}" text-anchor="middle">'
              f'{value}</text>' for value in ticks(low, high, 8)]
    drawn += [f'<text x="{LEFT - 5}" y="{round(base - (base - 8) * value / most + 4, 1)}" text-anchor="end">{value}</text>'
              f'<line class="grid" x1="{LEFT}" x2="{WIDE - 6}" y1="{round(base - (base - 8) * value / most, 1)}" '
              f'y2="{round(base - (base - 8) * value / most, 1)}"/>' for value in ticks(0, most, 4)[1:]]
    drawn.append(f'<text x="{WIDE - 6}" y="14" text-anchor="end" class="unit">{unit}</text>')
    return Markup(f'<svg class="plot" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{title}">{"".join(drawn)}</svg>')


def curve(points: Sequence[tuple[float, float | None, Sequence[float] | None]], reference: float, title: str = "",
          unit: str = "") -> Markup:
    """Shares over the course of a game, with the band of their intervals."""
    base = HIGH - BOTTOM

    def x(at: float) -> float:
        return round(LEFT + (WIDE - LEFT - 16) * at, 1)

    def y(share: float) -> float:
        return round(base - (base - 10) * share, 1)

    known = [(at, share, interval) for at, share, interval in points if share is not None and interval is not None]
    band = " ".join([f"{x(at)},{y(interval[1])}" for at, _, interval in known]
                    + [f"{x(at)},{y(interval[0])}" for at, _, interval in reversed(known)])
    drawn = [f'<line class="grid" x1="{LEFT}" x2="{WIDE - 16}" y1="{y(share)}" y2="{y(share)}"/>'
             f'<text x="{LEFT - 5}" y="{y(share) + 4}" text-anchor="end">{round(100 * share)}</text>' for share in (0, .5, 1)]
    drawn += [f'<text x="{x(at)}" y="{HIGH - 5}" text-anchor="middle">{round(100 * at)}</text>' for at in (.1, .3, .5, .7, .9)]
    drawn.append(f'<line class="reference" x1="{LEFT}" x2="{WIDE - 16}" y1="{y(reference)}" y2="{y(reference)}"/>')
    drawn.append(f'<polygon class="band" points="{band}"/>')
    drawn.append(f'<polyline class="line" points="{" ".join(f"{x(at)},{y(share)}" for at, share, _ in known)}"/>')
    drawn += [f'<circle class="dot" cx="{x(at)}" cy="{y(share)}" r="3.5"/>' for at, share, _ in known]
    drawn.append(f'<text x="{WIDE - 16}" y="{base - 6}" text-anchor="end" class="unit">{unit}</text>')
    return Markup(f'<svg class="plot" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{title}">{"".join(drawn)}</svg>')
