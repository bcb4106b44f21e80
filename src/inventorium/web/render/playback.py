"""Playback: what others did, step by step, at the guest's pace."""

from dataclasses import dataclass, replace

from inventorium.core.events import merged, sums
from inventorium.core.words import Words
from inventorium.server.live_tables import LiveTable
from inventorium.table import turn_log
from inventorium.table.table import Table
from inventorium.web.render.scene import Scene


@dataclass(frozen=True)
class Watch:
    """How far somebody has watched; it stands in the address, so that a reload loses nothing."""

    after: int  # answers that were seen
    part: int = 0  # which of the moments of the next step is shown
    once: bool = False  # only what must not be missed
    seat: str | None = None  # whose eyes, where the address says so

    def step(self, table: Table, seat: int) -> turn_log.Step | None:
        """Return what is to be seen next; nothing if that is the table itself."""
        return (turn_log.moment_after if self.once else turn_log.step_after)(table, seat, self.after)

    def next(self, step: turn_log.Step) -> "Watch":
        """Return how far it is after this step, or after one of its moments."""
        if self.part + 1 < len(step.moments):
            return replace(self, part=self.part + 1)
        return replace(self, after=step.answers, part=0)

    def address(self, table: str) -> str:
        """Return where to watch on."""
        wishes = {"after": self.after, "part": self.part or None, "once": 1 if self.once else None, "seat": self.seat}
        return f"/table/{table}?" + "&".join(f"{name}={value}" for name, value in wishes.items() if value is not None)


def scene_of(live_table: LiveTable, seat: int, words: Words, step: turn_log.Step, moment: int | str) -> Scene:
    """Return the scene after a step of what happened, to be looked at, with one of its moments, by its place or name."""
    table = live_table.table
    view = table.view(seat) if step.answers == len(table.told) else table.at(step.answers).view(seat)
    scene = Scene(live_table, view, seat, words, step.answers, live=False)
    scene.step = step
    scene.moment = next((one for place, one in enumerate(step.moments) if moment in (place, one.name)), None)
    return scene


def watch_context(scene: Scene, watch: Watch | None) -> dict[str, object]:
    """Return what `board_view.html` shows of a step, and of the moment that waits: docs/web.md."""
    step, moment, home = scene.step, scene.moment, f"/table/{scene.live_table.id}"
    if step is None:
        return {"watching": False, "moment": None}
    teller = turn_log.Narrator(scene.live_table.table, scene.seat, scene.words, scene.names)
    context: dict[str, object] = {
        "watching": watch is not None,
        "moment": moment,
        "onward": home,
        "telling": [*teller.clauses(event for event in step.events if not event.moment)],
    }
    if moment:
        context["moment_clauses"] = [(event.rule, teller.clauses([event])) for event in merged(moment.events)]
    if watch:
        watch = replace(watch, after=step.first)  # also where steps before it were left out
        context |= {
            "watched": watch.address(scene.live_table.id),
            "onward": watch.next(step).address(scene.live_table.id),
            "skip": replace(watch.next(step), once=True).address(scene.live_table.id),
            "touched": list(dict.fromkeys(thing for event in step.events for thing in event.things)),
            "changes": [[seat, what, by] for (seat, what), by in sums(step.events).items()],
        }
    return context
