"""Charts: one arithmetic of axes for all of them, drawings that are whole and stand alone, and one set of inks."""

import re
from itertools import pairwise
from xml.etree import ElementTree

from inventorium.theme import DRAWING, TOKENS, charts


def test_axes() -> None:
    axis = charts.Axis(10, 20, 100, 0)
    assert [axis(10), axis(15), axis(20), axis.clipped(99)] == [100, 50, 0, 0]
    assert charts.Axis(3, 3, 0, 10)(3) == 5  # all values alike
    assert charts.ticks(3, 47) == [10, 20, 30, 40] and charts.ticks(-3, 9, finest=5) == [0, 5]


def test_drawings_stand_alone() -> None:
    rows = [("a <b>", 1.0, [0.5, 2.0], "1 & 2"), ("c", 2.0, [1.5, 2.5], "2")]
    for drawing in (
        charts.forest(rows, 0, 3, 1),
        charts.forest(rows, 0, 3, heading="<i>"),
        charts.histogram([[0, 3], [5, 2]], [[5, 1]], "points & more", "<u>"),
        charts.curve([(0.1, None, None), (0.5, 0.4, [0.3, 0.5])], 0.25),
    ):
        root = ElementTree.fromstring(drawing.alone())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "rating" in charts.forest(rows, 0, 3, heading="rating") and "5</text>" not in charts.forest(rows, 0, 3, 1)


def test_score_lines_do_not_write_over_each_other() -> None:
    wide, narrow = charts.score_charts([(10, [3, 3, -2]), (20, [7, 7, 6])])
    labels = sorted(curve.label for curve in wide.curves)
    assert all(below - above >= charts.LABEL for above, below in pairwise(labels))
    assert [points for _, points in wide.grid] == [0, 5] and narrow.right < narrow.width < wide.width
    assert charts.score_charts([]) == []


def test_a_drawing_has_the_inks_of_the_pages() -> None:
    inks = set(re.findall(r"#[0-9a-f]{6}", TOKENS.read_text(encoding="utf-8")))
    assert set(re.findall(r"#[0-9a-f]{6}", DRAWING.read_text(encoding="utf-8"))) <= inks


def test_a_balance_adds_up_in_the_drawing() -> None:
    """Each bar begins where the one before ended; the last is the sum, drawn from nothing."""
    steps = [("start", 25.0, "25"), ("luck", -5.0, "-5"), ("own", 30.0, "+30"), ("result", 50.0, "50")]
    root = ElementTree.fromstring(charts.balance(steps, "account"))
    bars = [(float(bar.get("x", 0)), float(bar.get("width", 0))) for bar in root.iter("rect")]
    ends = [round(x + width, 1) for x, width in bars]
    assert ends[1] == ends[0] and bars[2][0] == bars[1][0] and ends[2] == ends[3] and bars[0][0] == bars[3][0]
    assert [bar.get("class") for bar in root.iter("rect")] == ["bar whole", "bar less", "bar more", "bar whole"]
    assert {"25", "-5", "+30", "50"} <= {text.text for text in root.iter("text")}


def test_the_curve_of_chances_begins_where_the_game_did() -> None:
    wide, narrow = charts.chance_charts([(0, [0.25, 0.75]), (4, [0.5, 0.5]), (9, [1.0, 0.0])])
    assert [len(chart.curves) for chart in (wide, narrow)] == [2, 2] and [at for _, at in wide.turns] == [4, 9]
    winner, loser = wide.curves
    assert (winner.seat, loser.seat) == (0, 1) and winner.end < loser.end
    heights = [float(curve.path.split("L")[0].split()[1]) for curve in (winner, loser)]
    assert heights[0] > heights[1]  # 25 % lies below 75 %
