"""The report: one page with everything in it, in all languages, that needs no network; and the numbers as JSON."""

import json
from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from inventorium.core.game import load_game
from inventorium.core.words import languages, name_of
from inventorium.research.arena.variant import Variant
from inventorium.research.lab import schema
from inventorium.research.lab.summary import summary
from inventorium.research.lab.text import Text
from inventorium.theme import TOKENS, charts

HERE = Path(__file__).parent


def write_json(report: schema.Report, file: Path) -> None:
    file.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_page(report: schema.Report, components: str | None, language: str, file: Path) -> None:
    file.write_text(page(report, components, language), encoding="utf-8")


def write_drawings(report: schema.Report, components: str | None, language: str, folder: Path) -> None:
    """Write the main drawings as files of their own, for other pages."""
    text, game, fair = text_of(report, components, language), report["game"], 1 / report["players"]

    def rows(named: Iterable[tuple[str, schema.Standing]]) -> charts.Svg:
        lines = [
            (name, one["wins"]["share"], one["wins"]["interval"], text.share(one["wins"]).striptags())
            for name, one in named
            if one["wins"]["share"] is not None and one["wins"]["interval"] is not None
        ]
        return charts.forest(lines, 0, max(2 * fair, *(line[2][1] for line in lines)), fair)

    drawings = {
        "scores": charts.histogram(report["scores"]["histogram"], report["scores"]["winners"], unit=text("score")),
        "drama": charts.curve(
            [(one["at"], one["share"], one["interval"]) for one in report["drama"]["leader_wins"]], fair, unit=text("drama.unit")
        ),
    }
    if not report["at_once"]:
        drawings["order"] = rows((text("order.place", place=i), one) for i, one in enumerate(report["order"], 1))
    if report["sides"]:
        kind = report["sides"]["kind"]
        drawings[kind] = rows((text.thing(kind, side), one) for side, one in report["sides"]["sides"].items())
    if report["skill"]:
        drawings["skill"] = rows((text.bot(one["bot"]), one) for one in report["skill"])
    for name, drawing in drawings.items():
        (folder / f"{game}-{name}.svg").write_text(drawing.alone(), encoding="utf-8")


def text_of(report: schema.Report, components: str | None, language: str) -> Text:
    variant = Variant(report["game"], report["edition"], tuple(report["options"].items()), components)
    return Text(load_game(report["game"]), components, language, variant.options)


def page(report: schema.Report, components: str | None, language: str) -> str:
    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    game = load_game(report["game"])
    return environment.get_template("report.html").render(
        report=report,
        game=game,
        language=language,
        texts=[text_of(report, components, one) for one in languages()],
        name_of=name_of,
        charts=charts,
        summary=summary,
        tokens=Markup(TOKENS.read_text(encoding="utf-8")),
    )
