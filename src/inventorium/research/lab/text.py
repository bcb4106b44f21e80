"""The words, numbers and names of a report in one language."""

from collections.abc import Mapping
from math import inf
from typing import Any, Literal

from markupsafe import Markup, escape

from inventorium.bots.levels import level_name
from inventorium.bots.networks import NO_OPTIONS
from inventorium.core.game import Game
from inventorium.core.options import Value
from inventorium.core.statistics import Effect, Interval, Mean, Share
from inventorium.research.lab import schema
from inventorium.research.lab.component_values import is_below
from inventorium.research.lab.inventory import SHARE

PERCENTAGES = ("close", "drama", "order", "side")  # measures that are shares


class Text:
    """Words, numbers and names in one language."""

    def __init__(self, game: Game, components: str | None, language: str, options: Mapping[str, Value] = NO_OPTIONS) -> None:
        self.game, self.language, self.words = game, language, game.words(language)
        self.box, self.inventory = game.box(components), game.inventory
        self.title, self.options = game.title(language), options

    def __call__(self, key: str, **values: Any) -> str:
        return self.words(f"lab.{key}", **values)

    def number(self, value: float | None, digits: int = 1) -> str:
        if value is None:
            return "–"
        text = f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")  # + 0.0: there is no −0
        return self.words.decimal(text)

    def signed(self, value: float, digits: int = 1) -> str:
        return ("+" if round(value, digits) > 0 else "") + self.number(value, digits)

    def signed_percent(self, value: float) -> str:
        return ("+" if round(100 * value, 1) > 0 else "") + self.percent(value, 1)

    def percent(self, value: float | None, digits: int = 0) -> str:
        return "–" if value is None else f"{self.number(100 * value, digits)}\N{NO-BREAK SPACE}%"

    def interval(self, interval: Interval | None, digits: int = 1, scale: int = 1) -> Markup:
        """Return an interval in brackets; on a small screen it gets a line of its own."""
        if interval is None:
            return Markup("")
        low, high = (self.number(scale * end, digits) for end in interval)
        return Markup(' <span class="to">({} {} {})</span>').format(low, self("to"), high)

    def share(self, entry: Share) -> Markup:
        """Return a share with its interval: 27 % (25 to 29)."""
        return escape(self.percent(entry["share"], 1)) + self.interval(entry["interval"], scale=100)

    def mean(self, entry: Mean, digits: int = 1) -> Markup:
        return escape(self.number(entry["mean"], digits)) + self.interval(entry["interval"], digits)

    def mean_share(self, entry: Mean) -> Markup:
        """A mean of shares, as a percentage."""
        return escape(self.percent(entry["mean"], 1)) + self.interval(entry["interval"], scale=100)

    def count(self, number: int) -> str:
        """Return a whole number with thousands separated."""
        return self.words.count(number)

    def thing(self, kind: str, thing: str) -> str:
        return str(self.inventory.name(self.box, kind, thing, self.words))

    def part(self, part: str) -> str:
        return self.words(f"parts.{part}")

    def kind(self, kind: str) -> str:
        return self.words(f"things.{kind}")

    def bot(self, bot: str) -> str:
        """A level by its name for people, and who really plays behind it; anything else as it is written."""
        return level_name(bot, self.words, self.box, self.options) if self.words.get(f"levels.{bot}") else bot

    def blunders(self, report: schema.Report) -> str:
        """Return how often a level plays carelessly; nothing where it never does."""
        if not report["slips"]:
            return ""
        key = {1: "slips-always", 2: "slips-second"}.get(report["slips"], "slips-some")
        return self(key, bot=self.bot(report["bot"]), slips=report["slips"])

    def measure(self, key: list[str]) -> str:
        """Return what a line of a comparison is about."""
        family, *rest = key
        if family == "part":
            return self("measures.part", part=self.part(rest[0]))
        if family == "order":
            return self("measures.order", place=rest[0])
        if family == "tally":
            return self.words(f"tally.{rest[0]}")
        if family in ("thing", "side"):
            return self(f"measures.{family}", kind=self.kind(rest[0]), thing=self.thing(*rest))
        return self(f"measures.{family}")

    def value(self, key: list[str], entry: Mean) -> Markup:
        """A mean of a comparison: shares as percentages."""
        return self.mean_share(entry) if self.is_percentage(key) else self.mean(entry, 2)

    def is_percentage(self, key: list[str]) -> bool:
        return key[0] in PERCENTAGES or (key[0] == "tally" and self.inventory.TALLY[key[1]] == SHARE)

    def by(self, key: list[str], by: float) -> str:
        return self.signed_percent(by) if self.is_percentage(key) else self.signed(by, 2)

    # ---------------------------------------------------------------- sentences

    def markup(self, key: str, **values: Any) -> Markup:
        """A sentence of a page, with values that may be markup; names from a component file are not."""
        safe = {name: value if isinstance(value, int) else escape(value) for name, value in values.items()}
        return Markup(self.words(f"lab.{key}", **safe))

    def worth(self, kind: str, entry: schema.Thing) -> Markup:
        """An item, its kind, and the effect of taking it where there was an experiment; elsewhere the correlation with having
        it."""
        key, points = ("tried", entry["trial"]) if is_proved(entry) else ("thing", entry["worth"])
        return self.markup(
            f"claims.{key}", thing=self.thing(kind, entry["thing"]), kind=self.kind(kind), points=self.signed(mean_of(points))
        )

    def some_of(self, names: list[str], most: int) -> Markup:
        """Return a list of names, cut short where it is long."""
        listed = Markup(", ").join(names[:most])
        return listed if len(names) <= most else self.markup("claims.more", names=listed, number=len(names) - most)

    # ---------------------------------------------------------------- things

    def best_first(self, entries: list[schema.Thing], measured: Literal["worth", "trial"]) -> list[schema.Thing]:
        """Sort the most valuable first; what has no value yet comes last."""
        return sorted(entries, key=lambda entry: -mean_of(entry[measured]) if entry[measured] else inf)

    def reach(self, entries: list[schema.Thing], measured: Literal["worth", "trial"]) -> float:
        """Return how far a drawing of these must reach to both sides of zero."""
        effects = [effect for entry in entries if (effect := entry[measured])]
        return max((abs(end) for effect in effects for end in effect["interval"] or ()), default=1)

    def tone(self, effect: Effect) -> str:
        return "unsure" if not effect["sure"] else "gains" if mean_of(effect) > 0 else "loses"

    def cheapest_first(self, prices: list[schema.Price]) -> list[schema.Price]:
        """Sort by points per price, the most first; unsold items come last."""
        return sorted(prices, key=lambda entry: -mean_of(entry["per_ten"]) if entry["per_ten"] else inf)

    def effect(self, effect: Effect | None) -> Markup:
        """An effect with its interval, bold where it is certain."""
        if effect is None or effect["mean"] is None:
            return Markup("–")
        number = escape(self.signed(effect["mean"]))
        return (Markup("<b>{}</b>").format(number) if effect["sure"] else number) + self.interval(effect["interval"])

    def standing_out(self, report: schema.Report) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """Return the items that are hardly ever taken, and those that should not be: under each heading the items, their kinds,
        and a number."""
        found: dict[str, list[tuple[str, str, str]]] = {"never": [], "rarely": [], "loses": [], "less": []}
        for kind, entries in report["things"].items():
            for entry in entries:
                worth = entry["worth"]
                number = {"rarely": self.percent(entry["taken"]["share"], 1), "loses": self.effect(entry["trial"]).striptags()}
                named = self.thing(kind, entry["thing"]), self.kind(kind)
                if entry["verdict"] in found:
                    found[entry["verdict"]].append((*named, number.get(entry["verdict"], "")))
                if worth and is_below(worth) and not entry["use"]:
                    found["less"].append((*named, self.signed(mean_of(worth))))
        return [(heading, some) for heading, some in found.items() if heading != "loses" or report["tried"]]


def is_proved(entry: schema.Thing) -> bool:
    """Return whether an experiment proves the effect of taking an item."""
    return entry["trial"] is not None and entry["trial"]["sure"]


def mean_of(entry: Mean | None) -> float:
    """Return a mean as a number to sort by."""
    return entry["mean"] or 0.0 if entry else 0.0
