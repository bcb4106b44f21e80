"""Playback: the moves of others, step by step, at the guest's pace."""

from dataclasses import dataclass, replace
from itertools import takewhile

from inventorium.core.events import Event, merged, sums
from inventorium.core.words import Words
from inventorium.server.live_tables import LiveTable
from inventorium.table import turn_log
from inventorium.table.table import Table
from inventorium.web.render.scene import Scene


@dataclass(frozen=True)
class Watch:
    """How far a guest has watched; it is part of the address, so that a reload loses nothing."""

    after: int  # actions that were seen
    part: int = 0  # which of the moments of the next step is shown; after the last one, what else happened
    once: bool = False  # only what must not be missed
    seat: str | None = None  # whose eyes, where the address says so

    def step(self, table: Table, seat: int) -> turn_log.Step | None:
        """Return the next step; None if that is the table itself."""
        return (turn_log.moment_after if self.once else turn_log.step_after)(table, seat, self.after)

    def next(self, table: Table, step: turn_log.Step) -> "Watch":
        """Return how far it is after this step, or after one of its moments. After a staged one the table is shown."""
        shows_table = not self.once and is_staged(table, step)
        if self.part + 1 < len(step.moments) + shows_table:
            return replace(self, part=self.part + 1)
        return replace(self, after=step.answers, part=0)

    def address(self, table: str) -> str:
        """Return where to watch on."""
        wishes = {"after": self.after, "part": self.part or None, "once": 1 if self.once else None, "seat": self.seat}
        return f"/table/{table}?" + "&".join(f"{name}={value}" for name, value in wishes.items() if value is not None)


def is_staged(table: Table, step: turn_log.Step, part: int = 0) -> bool:
    """Return whether one of the moments of a step, from a part on, is shown row by row."""
    return any(moment.name in table.game.events.STAGED for moment in step.moments[part:])


def scene_of(live_table: LiveTable, seat: int, words: Words, step: turn_log.Step, moment: int | str) -> Scene:
    """Return the scene after a step, with one of its moments, by its place or name. While a staged moment is to come or being
    shown, the table around it stays as it was before, so that it gives nothing away."""
    table = live_table.table
    part = next((place for place, one in enumerate(step.moments) if moment in (place, one.name)), len(step.moments))
    after = scene_after(live_table, seat, words, step.answers)
    scene = scene_after(live_table, seat, words, last_before(table, seat, step)) if is_staged(table, step, part) else after
    scene.step, scene.after = step, after
    scene.moment = step.moments[part] if part < len(step.moments) else None
    return scene


def scene_after(live_table: LiveTable, seat: int, words: Words, answers: int) -> Scene:
    """Return the scene after so many actions, without moves."""
    table = live_table.table
    view = table.view(seat) if answers == len(table.history) else table.at(answers).view(seat)
    return Scene(live_table, view, seat, words, answers, live=False)


def last_before(table: Table, seat: int, step: turn_log.Step) -> int:
    """Return the number of actions before a step's first staged moment."""
    staged = table.game.events.STAGED
    places = range(step.first, step.answers)
    return next(place for place in places if any(one.moment in staged for one in turn_log.events_for(table, place, seat)))


def beside(step: turn_log.Step, is_before: bool) -> list[Event]:
    """Return the events of a step that belong to no moment; with `is_before` only those before the first moment."""
    events = takewhile(lambda event: not event.moment, step.events) if is_before else step.events
    return [event for event in events if not event.moment]


def watch_context(scene: Scene, watch: Watch | None) -> dict[str, object]:
    """Return what `board_view.html` shows of a step, and of the moment that waits: docs/web.md."""
    step, moment, home = scene.step, scene.moment, f"/table/{scene.live_table.id}"
    if step is None:
        return {"watching": False, "moment": None}
    table = scene.live_table.table
    teller = turn_log.Narrator(table, scene.seat, scene.words, scene.names)
    is_held = scene.answers < step.answers
    context: dict[str, object] = {
        "watching": watch is not None,
        "moment": moment,
        "staged": moment is not None and moment.name in table.game.events.STAGED,
        "onward": home,
        "telling": [*teller.clauses(beside(step, is_held))],
    }
    if moment:
        context["moment_clauses"] = [(event.rule, teller.clauses([event])) for event in merged(moment.events)]
    if watch:
        watch = replace(watch, after=step.first)  # also where steps before it were left out
        context |= {
            "watched": watch.address(scene.live_table.id),
            "steps": turn_log.steps_left(table, scene.seat, step.first),
            "onward": watch.next(table, step).address(scene.live_table.id),
            "skip": replace(watch, once=True).next(table, step).address(scene.live_table.id),
            "touched": [] if is_held else list(dict.fromkeys(thing for event in step.events for thing in event.things)),
            "changes": [] if is_held else [[seat, what, by] for (seat, what), by in sums(step.events).items()],
        }
    return context
