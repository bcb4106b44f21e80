"""The report: one page with everything in it, in both languages, that needs no network; and the numbers as JSON."""
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from inventorium.core.game import Game, load_game
from inventorium.core.words import LANGUAGES
from inventorium.lab import plots

HERE = Path(__file__).parent
TOKENS = HERE.parent / "web" / "static" / "tokens.css"      # the look of the tables: the only place that names a colour
PERCENTAGES = ("close", "drama", "order", "side")           # measures that are shares


def write_json(report: Mapping[str, Any], file: Path) -> None:
    file.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_page(report: Mapping[str, Any], components: str | None, language: str, file: Path) -> None:
    file.write_text(page(report, components, language), encoding="utf-8")


def write_plots(report: Mapping[str, Any], components: str | None, language: str, folder: Path) -> None:
    """The main drawings as files of their own, for other pages."""
    text, game = Text(load_game(report["game"]), components, language), report["game"]
    fair, style = 1 / report["players"], (HERE / "drawing.css").read_text(encoding="utf-8")

    def rows(named: list[tuple[str, Mapping[str, Any]]]) -> Markup:
        lines = [(name, one["wins"]["share"], one["wins"]["interval"], text.share(one["wins"]).striptags())
                 for name, one in named if one["wins"]["of"]]
        return plots.forest(lines, fair, max(2 * fair, *(line[2][1] for line in lines)))

    drawings = {"scores": plots.histogram(report["scores"]["histogram"], report["scores"]["winners"], unit=text("score")),
                "drama": plots.curve([(one["at"], one["share"], one["interval"]) for one in report["drama"]["leader_wins"]],
                                     fair, unit=text("drama.unit"))}
    if not report["at_once"]:
        drawings["order"] = rows([(text("order.place", place=i), one) for i, one in enumerate(report["order"], 1)])
    if report["sides"]:
        kind = report["sides"]["kind"]
        drawings[kind] = rows([(text.thing(kind, side), one) for side, one in report["sides"]["sides"].items()])
    if report["skill"]:
        drawings["skill"] = rows([(text.bot(one["bot"]), one) for one in report["skill"]])
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in drawings.items():
        (folder / f"{game}-{name}.svg").write_text(plots.alone(drawing, style), encoding="utf-8")


def page(report: Mapping[str, Any], components: str | None, language: str) -> str:
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True)
    game = load_game(report["game"])
    return environment.get_template("report.html").render(
        report=report, game=game, language=language, texts=[Text(game, components, one) for one in LANGUAGES], plots=plots,
        tokens=Markup(TOKENS.read_text(encoding="utf-8")))


class Text:
    """Words, numbers and names in one language."""

    def __init__(self, game: Game, components: str | None, language: str) -> None:
        self.game, self.language, self.words = game, language, game.words(language)
        self.box, self.account = game.box(components), game.things
        self.title = game.title(language)

    def __call__(self, key: str, **values: Any) -> str:
        return self.words(f"lab.{key}", **values)

    def number(self, value: float | None, digits: int = 1) -> str:
        if value is None:
            return "–"
        text = f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")         # + 0.0: there is no −0
        return text.replace(".", ",") if self.language == "de" else text

    def signed(self, value: float, digits: int = 1) -> str:
        return ("+" if round(value, digits) > 0 else "") + self.number(value, digits)

    def signed_percent(self, value: float) -> str:
        return ("+" if round(100 * value, 1) > 0 else "") + self.percent(value, 1)

    def percent(self, value: float | None, digits: int = 0) -> str:
        return "–" if value is None else f"{self.number(100 * value, digits)}\N{NO-BREAK SPACE}%"

    def interval(self, interval: list[float] | None, digits: int = 1, scale: int = 1) -> Markup:
        """An interval in brackets; on a small screen it gets a line of its own."""
        if interval is None:
            return Markup("")
        low, high = (self.number(scale * end, digits) for end in interval)
        return Markup(' <span class="to">({} {} {})</span>').format(low, self("to"), high)

    def share(self, entry: Mapping[str, Any]) -> Markup:
        """A share with its interval: 27 % (25 to 29)."""
        return escape(self.percent(entry["share"], 1)) + self.interval(entry["interval"], scale=100)

    def mean(self, entry: Mapping[str, Any], digits: int = 1) -> Markup:
        return escape(self.number(entry["mean"], digits)) + self.interval(entry["interval"], digits)

    def thing(self, kind: str, thing: str) -> str:
        assert self.account is not None
        return str(self.account.name(self.box, kind, thing, self.words))

    def part(self, part: str) -> str:
        return self.words(f"parts.{part}")

    def kind(self, kind: str) -> str:
        return self.words(f"things.{kind}")

    def bot(self, bot: str) -> str:
        """A level by its name for people, anything else as it is written."""
        return str(self.words.get(f"levels.{bot}", bot))

    def measure(self, key: list[str]) -> str:
        """What a line of a comparison is about."""
        family, *rest = key
        if family == "part":
            return self("measures.part", part=self.part(rest[0]))
        if family == "order":
            return self("measures.order", place=rest[0])
        if family in ("thing", "side"):
            return self(f"measures.{family}", kind=self.kind(rest[0]), thing=self.thing(*rest))
        return self(f"measures.{family}")

    def value(self, key: list[str], entry: Mapping[str, Any]) -> Markup:
        """A mean of a comparison: shares as percentages."""
        if key[0] not in PERCENTAGES:
            return self.mean(entry, 2)
        return escape(self.percent(entry["mean"], 1)) + self.interval(entry["interval"], scale=100)

    def by(self, key: list[str], by: float) -> str:
        return self.signed_percent(by) if key[0] in PERCENTAGES else self.signed(by, 2)

    # ---------------------------------------------------------------- the claims at the top

    def claims(self, report: Mapping[str, Any]) -> list[Markup]:
        """What the numbers say, in sentences."""
        return [Markup(claim) for claim in self.sentences(report)]      # of our own words and numbers

    def sentences(self, report: Mapping[str, Any]) -> list[str]:
        found = []
        fair = 1 / report["players"]
        if not report["at_once"]:
            begins = report["order"][0]["wins"]
            found.append(self(f"claims.begins-{self.beside(begins['interval'], fair)}", share=self.share(begins),
                              fair=self.percent(fair)))
        else:
            seats = [seat["wins"]["share"] for seat in report["seats"]]
            found.append(self("claims.at-once", low=self.percent(min(seats), 1), high=self.percent(max(seats), 1)))
        if report["sides"]:
            kind, sides = report["sides"]["kind"], report["sides"]["sides"]
            known = sorted((side for side in sides if sides[side]["wins"]["of"]), key=lambda side: sides[side]["wins"]["share"])
            if known:
                found.append(self("claims.sides", best=self.thing(kind, known[-1]), worst=self.thing(kind, known[0]),
                                  most=self.share(sides[known[-1]]["wins"]), least=self.share(sides[known[0]]["wins"])))
        found.append(self("claims.scores", winner=self.number(report["scores"]["winner"]["mean"]),
                          last=self.number(report["scores"]["last"]["mean"]), close=self.share(report["margins"]["close"])))
        if report["drama"]["half"]["share"] is not None:
            found.append(self("claims.drama", share=self.share(report["drama"]["half"]),
                              chance=self.percent(report["drama"]["chance"])))
        for rival in report["skill"]:
            found.append(self("claims.skill", bot=self.bot(rival["bot"]), others=self.bot(report["bot"]),
                              number=report["players"] - 1, share=self.share(rival["wins"])))
        if report["things"]:
            every = [entry for entries in report["things"].values() for entry in entries]
            found.append(self("claims.things", number=len(every),
                              dead=sum(entry["verdict"] in ("never", "rarely") for entry in every)))
        if report["tried"]:
            found.append(self("claims.tried", number=sum(entry["trial"] is not None for entry in every),
                              loses=sum(entry["verdict"] == "loses" for entry in every)))
        return found

    def beside(self, interval: list[float], fair: float) -> str:
        return "well" if interval[0] > fair else "badly" if interval[1] < fair else "as-well"

    # ---------------------------------------------------------------- things

    def best_first(self, entries: list[dict[str, Any]], measured: str) -> list[dict[str, Any]]:
        """The most valuable first; what has no value yet, last."""
        return sorted(entries, key=lambda entry: -entry[measured]["mean"] if entry[measured] else float("inf"))

    def reach(self, entries: list[dict[str, Any]], measured: str) -> float:
        """How far a drawing of these must reach to both sides of nothing."""
        return max((abs(end) for entry in entries if entry[measured] for end in entry[measured]["interval"]), default=1)

    def tone(self, effect: Mapping[str, Any]) -> str:
        return "unsure" if not effect["sure"] else "gains" if effect["mean"] > 0 else "loses"

    def effect(self, effect: Mapping[str, Any] | None) -> Markup:
        """An effect with its interval, bold where it is certain."""
        if effect is None or effect["mean"] is None:
            return Markup("–")
        number = escape(self.signed(effect["mean"]))
        return (Markup("<b>{}</b>").format(number) if effect["sure"] else number) + self.interval(effect["interval"])

    def standing_out(self, report: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """What is hardly ever taken, and what should not be: under each heading the things, their kinds, and a number."""
        found: dict[str, list[tuple[str, str, str]]] = {"never": [], "rarely": [], "loses": [], "less": []}
        for kind, entries in report["things"].items():
            for entry in entries:
                worth = entry["worth"]
                number = {"rarely": self.percent(entry["taken"]["share"], 1), "loses": self.effect(entry["trial"]).striptags()}
                named = self.thing(kind, entry["thing"]), self.kind(kind)
                if entry["verdict"] in found:
                    found[entry["verdict"]].append((*named, number.get(entry["verdict"], "")))
                if worth and worth["sure"] and worth["mean"] < 0 and not entry["use"]:
                    found["less"].append((*named, self.signed(worth["mean"])))
        return [(heading, some) for heading, some in found.items() if heading != "loses" or report["tried"]]
