"""The command `lab`: from a wish to a page."""
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.progress import Progress

from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.lab.comparing import compare
from inventorium.lab.measuring import measure
from inventorium.lab.playing import Table
from inventorium.lab.trials import collect, plan, table_of

COMPARABLE = ("edition", "components")


@dataclass(frozen=True)
class Wish:
    """What somebody wants to know."""

    game: str
    players: int = 4
    bot: str = "medium"
    games: int = 2000
    seed: str = "1"
    edition: str = "default"
    changes: Mapping[str, str] = field(default_factory=dict)
    components: Path | None = None
    compare: str | None = None


def run_lab(wish: Wish, progress: Progress, page: Path | None = None, numbers: Path | None = None, keep: Path | None = None,
            drawings: Path | None = None, language: str = "en", workers: int | None = None,
            ray: str | None = None) -> dict[str, Any]:
    """Play what has to be played, measure it, and write the page and the numbers. Of a comparison the page shows the differences
    first, then everything about the first of those compared."""
    report_module = needed_for_a_page()
    tables = tables_of(wish)
    plans = {label: plan(table, wish.players, wish.bot, wish.games, wish.seed, skill=number == 0)
             for number, (label, table) in enumerate(tables.items())}
    played = dict(zip(plans, collect(list(plans.values()), progress, keep, workers, ray), strict=True))
    first = next(iter(tables))
    report = measure(tables[first], wish.bot, *played[first])
    report["compare"] = compare(tables, {label: main for label, (main, _) in played.items()}) if wish.compare else None
    if numbers:
        report_module.write_json(report, numbers)
    if page:
        report_module.write_page(report, tables[first].components, language, page)
    if drawings:
        report_module.write_plots(report, tables[first].components, language, drawings)
    return report


def needed_for_a_page() -> Any:
    try:
        from inventorium.lab import report
    except ModuleNotFoundError as error:
        raise InventoriumError(f"'{error.name}' is missing: pip install 'inventorium[lab]'") from None
    return report


def tables_of(wish: Wish) -> dict[str, Table]:
    """What is played: one table, or those that are compared, by what is different about them."""
    changes = dict(wish.changes)
    if wish.compare is None:
        return {wish.edition: table_of(wish.game, wish.edition, changes, wish.components)}
    what, _, some = wish.compare.partition("=")
    labels = [label.strip() for label in some.split(",")]
    if what not in COMPARABLE:
        raise UnknownName("thing to compare", what, COMPARABLE)
    if len(labels) < 2 or len(set(labels)) < len(labels) or not all(labels):
        raise InventoriumError(f"--compare takes at least two different ones, as: {what}=a,b; not '{wish.compare}'")
    if what == "edition":
        return {label: table_of(wish.game, label, changes, wish.components) for label in labels}
    return {Path(label).name: table_of(wish.game, wish.edition, changes, Path(label)) for label in labels}
