"""Legendary Inventors: what a coach points at. Each detector reads a fact off the position that the seat can act on now."""

from collections.abc import Iterator
from typing import Any

from inventorium.core.events import Seat
from inventorium.core.position import View
from inventorium.core.remarks import Remark
from inventorium.games.legendary_inventors import rules
from inventorium.games.legendary_inventors.notation import gain_in_runs, inventor_id
from inventorium.games.legendary_inventors.tables import DISCIPLINES, INVENTORS, NONE, SPLIT, Act, Phase


def remarks(view: View) -> Iterator[Remark]:
    """Yield what the seat that is asked should know before it moves."""
    phase = view.fields.phase
    if phase == Phase.TURN:
        for slot, cubes in sends(view).items():
            yield from finish(view, slot, cubes)
            yield from threat(view, slot, cubes)
            yield from overtake(view, slot, cubes)
    if phase in (Phase.TURN, Phase.WINDOW):
        yield from last_token(view)
    if phase == Phase.TAKE:
        yield from last_step(view)
        yield from next_number(view)


# ---------------------------------------------------------------- cubes on inventions


def sends(view: View) -> dict[int, int]:
    """Return the most cubes that one of the available inventors can place, by the slot of the invention."""
    most: dict[int, int] = {}
    for action in view.actions():
        if Act.SEND <= action < Act.REFRESH:
            inventor, slot = SPLIT[action, :2].tolist()
            most[slot] = max(most.get(slot, 0), cubes_of(view.fields, view.seat, inventor, slot))
    return most


def cubes_of(state: Any, seat: int, inventor: int, slot: int) -> int:
    """Return how many cubes an inventor brings without tokens."""
    cubes = sum(min(state.level[seat, inventor, d], state.free[slot, d]) for d in range(DISCIPLINES))
    return int(min(cubes, state.cubes_left[seat]))


def rivals(view: View, slot: int) -> list[tuple[int, int]]:
    """Return cubes and seat of the others who have some on an invention, the most first."""
    cubes = view.fields.cubes[slot].tolist()
    found = [(cubes[seat], seat) for seat in range(view.players) if seat != view.seat and cubes[seat]]
    return sorted(found, reverse=True)


def patent(view: View, slot: int) -> tuple[str, int]:
    """Return the invention in a slot, and the points that its patent brings the seat at once, its runs included."""
    card = int(view.fields.layout[slot])
    name = view.box.ids("inventions")[card]
    return name, int(view.box.array[0].points[card]) + gain_in_runs(view.box, view.fields, view.seat, name)


def finish(view: View, slot: int, cubes: int) -> Iterator[Remark]:
    """The seat can complete an invention now and would choose first: whoever completes it wins ties (LI-66, LI-72)."""
    mine, others = int(view.fields.cubes[slot, view.seat]), rivals(view, slot)
    if cubes == view.fields.free[slot].sum() and (not others or mine + cubes >= others[0][0]):
        name, points = patent(view, slot)
        yield Remark("finish", name, points, {"invention": name})


def threat(view: View, slot: int, cubes: int) -> Iterator[Remark]:
    """The next player can complete an invention and would choose first; a send now would prevent it."""
    state, free = view.fields, int(view.fields.free[slot].sum())
    mine, rival = int(state.cubes[slot, view.seat]), (view.seat + 1) % view.players
    reach = [cubes_of(state, rival, inventor, slot) for inventor in range(INVENTORS) if not state.busy[rival, inventor]]
    theirs = int(state.cubes[slot, rival]) + free
    third = [number for number, seat in rivals(view, slot) if seat != rival]
    is_first = theirs >= max([mine, *third])
    stays_first = mine + cubes > theirs - cubes and mine + cubes > max(third, default=0)
    if mine and max(reach, default=0) == free and is_first and stays_first and cubes < free:
        name, points = patent(view, slot)
        yield Remark("threat", name, points, {"invention": name, "name": Seat(rival)})


def overtake(view: View, slot: int, cubes: int) -> Iterator[Remark]:
    """Another seat has more cubes on an invention that is half done; one send puts this seat ahead of everybody."""
    mine, others, free = int(view.fields.cubes[slot, view.seat]), rivals(view, slot), int(view.fields.free[slot].sum())
    if not mine or not others or cubes == free:
        return
    most, rival = others[0]
    placed = mine + sum(number for number, _ in others)
    if mine <= most < mine + cubes and placed >= free:
        name, points = patent(view, slot)
        values = {"invention": name, "name": Seat(rival), "theirs": most, "mine": mine, "number": most - mine + 1}
        yield Remark("overtake", name, points, values)


# ---------------------------------------------------------------- tokens and targets


def last_token(view: View) -> Iterator[Remark]:
    """A token in hand takes an inventor to the target."""
    for action in view.actions():
        if Act.UPGRADE <= action < Act.TAKE_PATENT:
            inventor, d, token = SPLIT[action].tolist()
            if reaches_target(view, inventor, d):
                yield target_remark("last-token", view, inventor, token)


def last_step(view: View) -> Iterator[Remark]:
    """A token among the rewards would take an inventor to the target."""
    for token in (action - Act.TAKE_TOKEN for action in view.actions() if Act.TAKE_TOKEN <= action < Act.TAKE_NOTHING):
        held = view.state.copy()
        held.tokens[view.seat, token] += 1
        for inventor in range(INVENTORS):
            for d in range(DISCIPLINES):
                fits = rules.may_upgrade(held, view.box.array[0], view.seat, inventor, d, token)
                if fits and not view.fields.tokens[view.seat, token] and reaches_target(view, inventor, d):
                    yield target_remark("last-step", view, inventor, token)


def target_remark(key: str, view: View, inventor: int, token: int) -> Remark:
    name = inventor_id(view.box, view.fields, view.seat, inventor)
    points = int(view.box.array[0].target_points[view.fields.team[view.seat], inventor])
    return Remark(key, name, points, {"inventor": name, "token": view.box.ids("tokens")[token]})


def reaches_target(view: View, inventor: int, discipline: int) -> bool:
    """Return whether one level more in a discipline is all that an inventor's target still asks for."""
    state, team = view.fields, int(view.fields.team[view.seat])
    missing = (view.box.array[0].target[team, inventor] - state.level[view.seat, inventor]).clip(min=0)
    return bool(missing[discipline] == 1 == missing.sum())


def next_number(view: View) -> Iterator[Remark]:
    """The patent that may be taken makes the runs longer."""
    site = int(view.fields.site)
    if Act.TAKE_PATENT in view.actions() and site != NONE:
        card = int(view.fields.layout[site])
        name = view.box.ids("inventions")[card]
        points = gain_in_runs(view.box, view.fields, view.seat, name)
        yield Remark("next-number", name, points, {"invention": name, "number": int(view.box.array[0].number[card])})
