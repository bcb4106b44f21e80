"""Genies: what is worth telling of events when a move is explained."""

from collections.abc import Iterator, Sequence

from inventorium.core.box import Box
from inventorium.core.events import Event
from inventorium.core.facts import Fact

KEPT = {"chips": 0.25}
AVERAGE = {"stars": 1.2, "points": 1.0}
STAR, LOST_CARD, WIN = 1.2, 1.0, 10.0  # points, more or less
CARDS = ("top-up", "persuasion", "funds")  # action cards that act when bids are settled


def facts(box: Box, events: Sequence[Event]) -> Iterator[Fact]:
    """Return what is worth telling of the events of one action."""
    for number, event in enumerate(events):
        seat, values = event.seat, event.values
        if event.key == "wins":
            paid, taken, stars = 0, [], 0
            for later in events[number + 1 :]:
                if later.key in ("position", "stars"):
                    break
                if later.key == "pays":
                    paid = int(later.values["chips"])
                elif later.key == "takes":
                    taken.append(later.values["thing"])
                    stars += sum(change.by for change in later.changes if change.what == "stars")
            yield Fact("wins", seat, (("thing", tuple(taken)),), STAR * stars, (("chips", paid),))
        elif event.key in ("first", "second", "shares", "renown", "renown-behind"):
            points = int(values["points"])
            thing = (("thing", values["discipline"]),) if "discipline" in values else (("field", values["field"]),)
            yield Fact("scores" if "discipline" in values else "renown", seat, thing, points, (("points", points),))
        elif event.key in CARDS:
            yield Fact("card", seat, (("thing", values["card"]),), 0.0)
        elif event.key == "lost":
            yield Fact("lost", seat, (), -LOST_CARD * values["number"], (("number", int(values["number"])),))
        elif event.key == "won":
            yield Fact("won", seat, (), WIN)
