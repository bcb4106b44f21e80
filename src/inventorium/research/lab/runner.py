"""The command `lab`: from its arguments to a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.files import check_writable, make_folder
from inventorium.core.game import load_game
from inventorium.core.options import written
from inventorium.research.arena.variant import Variant, variant_of
from inventorium.research.arena.workers import ON_THIS_MACHINE, Execution
from inventorium.research.lab.collection import collect, plan
from inventorium.research.lab.comparison import compare
from inventorium.research.lab.measurements import measure
from inventorium.research.lab.schema import Report


@dataclass(frozen=True)
class LabConfig:
    """The arguments of a report."""

    game: str
    players: int = 4
    bot: str = "medium"
    games: int = 2000
    seed: str = "1"
    edition: str = "default"
    changes: Mapping[str, str] = field(default_factory=dict)
    components: Path | None = None
    compare: str | None = None  # edition=a,b or components=a,b or an option: NAME=a,b


def run_lab(
    config: LabConfig,
    page: Path | None = None,
    numbers: Path | None = None,
    drawings: Path | None = None,
    language: str = "en",
    execution: Execution = ON_THIS_MACHINE,
) -> Report:
    """Play what has to be played, measure it, and write the page, the numbers and the drawings that are wanted. Of a comparison
    the page shows the differences first, then everything about the first of those compared."""
    writer = needed_for_a_page()
    variants = variants_of(config)
    plans = {
        label: plan(variant, config.players, config.bot, config.games, config.seed, skill=number == 0)
        for number, (label, variant) in enumerate(variants.items())
    }
    check_writable(page, numbers, execution.file)
    if drawings:
        make_folder(drawings)
    played = dict(zip(plans, collect(list(plans.values()), execution), strict=True))
    first = next(iter(variants))
    report = measure(variants[first], config.bot, *played[first])
    if config.compare:
        report["compare"] = compare(variants, {label: main for label, (main, _) in played.items()})
    if numbers:
        writer.write_json(report, numbers)
    if page:
        writer.write_page(report, variants[first].components, language, page)
    if drawings:
        writer.write_drawings(report, variants[first].components, language, drawings)
    return report


def needed_for_a_page() -> ModuleType:
    try:
        from inventorium.research.lab import report
    except ModuleNotFoundError as error:
        raise InventoriumError(f"'{error.name}' is missing: pip install 'inventorium[lab]'") from None
    return report


def variants_of(config: LabConfig) -> dict[str, Variant]:
    """Return the variants to play: one, or those to compare, by what is different about them."""
    if config.compare is None:
        return {config.edition: variant_of(config.game, config.edition, config.changes, config.components)}
    what, _, values = config.compare.partition("=")
    options = {option.name: option for option in load_game(config.game).options}
    if what not in ("edition", "components", *options):
        raise UnknownName("thing to compare", what, ("edition", "components", *options))
    if what in config.changes:
        raise InventoriumError(f"option {what} is compared, so it cannot be set as well: leave out --set {what}=...")
    labels = [label.strip() for label in values.split(",")]
    if what in options and all(labels):
        labels = [written(options[what].read(label)) for label in labels]
    if len(labels) < 2 or len(set(labels)) < len(labels) or not all(labels):
        raise InventoriumError(f"--compare takes at least two different values, such as {what}=a,b, not '{config.compare}'")
    if what == "edition":
        return {label: variant_of(config.game, label, config.changes, config.components) for label in labels}
    if what == "components":
        names = [Path(label).name for label in labels]
        return {
            name if names.count(name) == 1 else label: variant_of(config.game, config.edition, config.changes, Path(label))
            for name, label in zip(names, labels, strict=True)
        }
    return {
        f"{what}={label}": variant_of(config.game, config.edition, {**config.changes, what: label}, config.components)
        for label in labels
    }
