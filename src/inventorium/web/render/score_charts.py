"""How the scores of a finished game grew."""

from weakref import WeakKeyDictionary

from inventorium import bots
from inventorium.server.live_tables import LiveTable
from inventorium.table import turn_log
from inventorium.theme import charts
from inventorium.web.render.scene import Scene

drawn: WeakKeyDictionary[LiveTable, dict[int, list[charts.ScoreChart]]] = WeakKeyDictionary()  # by the number of the last answer


def score_charts(live_table: LiveTable) -> list[charts.ScoreChart]:
    """Return the charts of a finished game. Drawing takes long and never changes, so it is done once."""
    table = live_table.table
    by_number, number = drawn.setdefault(live_table, {}), table.told[-1].entry.number
    if number not in by_number:
        by_number[number] = charts.score_charts(turn_log.score_curve(table))
    return by_number[number]


def ending_context(scene: Scene) -> dict[str, object]:
    """Return what the page of a table shows when the game is over."""
    if not (scene.live_table.table.over and scene.live):
        return {"charts": [], "may_account": False}
    return {"charts": score_charts(scene.live_table), "may_account": bots.can_judge(scene.game)}
