"""Legendary Inventors: what is worth telling of events when a move is explained."""

from collections.abc import Iterator, Sequence

from inventorium.core.box import Box
from inventorium.core.events import Event
from inventorium.core.facts import Fact

TURNS = 3
TURNS_AFTER = {"team": 14}  # about an age
KEPT = {"points": 1.0, "token.availability": 1.5, "token.knowledge": 1.0}
AVERAGE = {"points": 0.9, "cubes": 0.5}
TOKEN, LOST_CUBE, REFRESH, LEVEL, RUN = 1.0, 0.8, 0.8, 0.7, 1.0  # points, more or less
LEAD, FIRST, READY = 0.6, 0.8, 0.4


def facts(box: Box, events: Sequence[Event]) -> Iterator[Fact]:
    """Return what is worth telling of the events of one action."""
    unfinished = {event.values["thing"] for event in events if event.key == "unfinished"}
    for event in events:
        seat, values = event.seat, event.values
        if event.key in ("takes-patent", "takes-points"):
            points = int(values["points"])
            thing = (("thing", values["invention"]),)
            yield Fact(event.key, seat, thing, points, (("points", points),))
        elif event.key == "takes-token":
            yield Fact("takes-token", seat, (("thing", values["invention"]), ("token", values["token"])), TOKEN)
        elif event.key == "places":
            thing = (("thing", values["invention"]),)
            yield Fact("cubes", seat, (), 0.0, (("number", sum(number for number, _ in values["placed"])),))
            if values["left"] and not values["rivals"]:
                yield Fact("leads", seat, thing, LEAD)
        elif event.key == "order" and values["order"]:
            yield Fact("first", int(values["order"][0][0]), (("thing", event.things[-1]),), FIRST)
        elif event.key == "runs-grow":
            yield Fact("runs-grow", seat, (), RUN * values["points"], (("points", int(values["points"])),))
        elif event.key in ("runs-shrink", "loses-points"):
            yield Fact(event.key, seat, (), -values["points"])
        elif event.key == "reaches-target":
            points = int(values["points"])
            yield Fact("reaches-target", seat, (("inventor", values["inventor"]),), points, (("points", points),))
        elif event.key == "teaches":
            yield Fact("teaches", seat, (("inventor", values["inventor"]), ("discipline", values["discipline"])), LEVEL)
        elif event.key == "empty-handed":
            number = int(values["number"])
            yield Fact("empty-handed", seat, (("thing", event.things[-1]),), -LOST_CUBE * number, (("number", number),))
        elif event.key == "cubes-back" and values["invention"] in unfinished:
            for who, number in values["placed"]:
                thing = (("thing", values["invention"]),)
                yield Fact("unfinished", int(who), thing, -LOST_CUBE * number, (("number", int(number)),))
        elif event.key == "refreshes":
            men = tuple(values["inventor"])
            yield Fact("ready", seat, (("inventor", men),), READY * len(men))
            if event.rule == "LI-59":
                yield Fact("refreshes", seat, (), -REFRESH)
        elif event.key in ("wins", "shares-victory"):
            yield Fact(event.key, seat, (), 10.0)
