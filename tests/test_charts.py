"""Charts: one arithmetic of axes for all of them, drawings that are whole and stand alone, and one set of inks."""
import re
from itertools import pairwise
from xml.etree import ElementTree

from inventorium.look import DRAWING, TOKENS, charts


def test_axes() -> None:
    axis = charts.Axis(10, 20, 100, 0)
    assert [axis(10), axis(15), axis(20), axis.clipped(99)] == [100, 50, 0, 0]
    assert charts.Axis(3, 3, 0, 10)(3) == 5                                 # all values alike
    assert charts.ticks(3, 47) == [10, 20, 30, 40] and charts.ticks(-3, 9, finest=5) == [0, 5]


def test_drawings_stand_alone() -> None:
    rows = [("a <b>", 1.0, [0.5, 2.0], "1 & 2"), ("c", 2.0, [1.5, 2.5], "2")]
    for drawing in (charts.forest(rows, 0, 3, 1), charts.forest(rows, 0, 3, heading="<i>"),
                    charts.histogram([[0, 3], [5, 2]], [[5, 1]], "points & more", "<u>"),
                    charts.curve([(.1, None, None), (.5, .4, [.3, .5])], .25)):
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
