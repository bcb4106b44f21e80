"""Era of Inventions: what is worth telling of events when a move is explained."""

from collections.abc import Iterable, Iterator, Sequence

from inventorium.core.box import Box
from inventorium.core.events import Event
from inventorium.core.facts import Fact, Goods
from inventorium.core.words import Key

TURNS = 4
WORTH = {"influence": 1.0, "coin": 0.5, "stone": 0.9, "wood": 0.4, "coal": 0.4, "metal": 0.5, "tech": 0.5, "tool": 0.5}
AVERAGE = {"points": 0.9, "influence": 1.0, "development": 0.6, "capacity": 0.6, "coin": 0.5, "stone": 0.9}
KEPT = WORTH  # one of it, in points, more or less
FACTORY, LOAD, WIN = 2.0, 0.8, 10.0
OPENING = ("produce", "copied", "make", "patent", "build", "exchange")  # the gains after them are theirs
MADE = ("receive", "influence")  # the events that tell of these gains


def facts(box: Box, events: Sequence[Event]) -> Iterator[Fact]:
    """Return what is worth telling of the events of one action."""
    for number, event in enumerate(events):
        seat, values = event.seat, event.values
        gained = goods_of(seat, [event, *follow_ups(seat, events[number + 1 :])])
        points = sum(many for many, good in gained if good == "influence")
        scored = (("won", ((points, "influence"),)),)
        if event.key in ("produce", "copied"):
            is_copy = isinstance(values["card"], Key)
            key, thing = ("copy", invention_of(box, values["card"])) if is_copy else ("produce", values["card"])
            yield Fact(key, seat, (("thing", thing),), worth_of(gained), (("won", gained),))
        elif event.key == "make":
            name, version = event.things[0].removeprefix("place-").rsplit("-", 1)
            yield Fact(f"make-{version}", seat, (("thing", name),), points, scored)
        elif event.key == "patent":
            yield Fact("patent", seat, (("field", str(values["field"])),), points, scored)
        elif event.key == "build":
            yield Fact("build", seat, (("thing", values["what"]),), FACTORY + points)
        elif event.key in ("run-all", "run"):
            yield Fact("run", seat, (), worth_of(gained), (("won", gained),))
        elif event.key == "buy":
            yield Fact("buy", seat, (("lot", event.things[0]),), LOAD, (("won", gained),))
        elif event.key == "royalty":
            yield Fact("royalty", seat, (("place", event.things[0]),), worth_of(gained), (("won", gained),))
        elif event.key in ("ahead", "overtaken"):
            lead, sign = int(values["points"]), 1 if event.key == "ahead" else -1
            yield Fact(event.key, seat, (("part", str(values["part"])),), sign * lead, (("points", lead),))
        elif event.key == "benefit":
            yield Fact("benefit", seat, (("square", str(values["square"])),), worth_of(gained), (("won", gained),))
        elif event.key.startswith("winner"):
            yield from (Fact("winner", int(who), (), WIN) for who in values["names"])


def follow_ups(seat: int, events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events that tell what the one before them brought."""
    for event in events:
        if event.key in OPENING:
            return
        if event.seat == seat and event.key in MADE:
            yield event


def goods_of(seat: int, events: Iterable[Event]) -> Goods:
    """Return what a seat gets by events."""
    total = dict.fromkeys(WORTH, 0)
    for change in (change for event in events for change in event.changes):
        if change.seat == seat and change.by > 0 and change.what in total:
            total[change.what] += change.by
    return tuple((number, good) for good, number in total.items() if number)


def worth_of(goods: Goods) -> float:
    return sum(number * WORTH[good] for number, good in goods)


def invention_of(box: Box, card: Key) -> str:
    """Return the invention of a plagiarism card."""
    name = card.values["invention"]
    return next(str(one["id"]) for one in box.components["inventions"] if one["name"] == name)
