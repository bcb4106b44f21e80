"""Legendary Inventors: answers in words (catalogue, section 8), and a position in plain words and numbers."""
from functools import cache
from typing import Any

from inventorium.core.game import Box
from inventorium.games.legendary_inventors.tables import (
    INVENTORS, NONE, SLOTS, Act, Phase, inventors_by_team)

QUESTIONS = {phase: phase.name.lower().replace("_", "-") for phase in Phase}


@cache
def team_members(box: Box) -> list[list[str]]:
    """The ids of the inventors of each team."""
    return [[inventor["id"] for inventor in members] for members in inventors_by_team(box.components)]


def inventor_id(box: Box, state: Any, seat: int, inventor: int) -> str:
    return team_members(box)[state.team[seat]][inventor]


def write(box: Box, state: Any, seat: int, action: int) -> str:
    """The line of an answer, word for word as in section 8.2."""
    disciplines, tokens = box.ids("disciplines"), box.ids("tokens")
    if action < Act.TEAM:
        return f"start {action - Act.START}"
    if action < Act.DEAL:
        return f"team {box.ids('teams')[action - Act.TEAM]}"
    if action < Act.DRAW:
        return f"deal {box.ids('inventions')[action - Act.DEAL]}"
    if action < Act.SEND:
        return f"draw {tokens[action - Act.DRAW]}"
    if action < Act.REFRESH:
        inventor, slot = divmod(action - Act.SEND, SLOTS)
        return f"send {inventor_id(box, state, seat, inventor)} {box.ids('inventions')[state.layout[slot]]}"
    if Act.PLACE <= action < Act.PLACE_NUMBER:
        return f"place {disciplines[action - Act.PLACE]}"
    if Act.PLACE_NUMBER <= action < Act.UPGRADE:
        return f"place {action - Act.PLACE_NUMBER} {disciplines[state.discipline]}"
    if Act.UPGRADE <= action < Act.TAKE_PATENT:
        place = action - Act.UPGRADE
        return (f"upgrade {inventor_id(box, state, seat, place // 36)} {disciplines[place // 9 % 4]} "
                f"with {tokens[place % 9]}")
    if Act.TAKE_TOKEN <= action < Act.TAKE_NOTHING:
        return f"take {tokens[action - Act.TAKE_TOKEN]}"
    return {Act.REFRESH: "refresh", Act.PASS: "pass", Act.USE_AVAILABILITY: "use availability",
            Act.USE_KNOWLEDGE: "use knowledge", Act.TAKE_PATENT: "take patent", Act.TAKE_NOTHING: "take nothing",
            Act.DONE: "done"}[Act(action)]


def picture(box: Box, state: Any) -> dict[str, Any]:
    """The whole position. Nothing in this game is hidden but the order of the piles (AM-27)."""
    return {
        "question": QUESTIONS[Phase(state.phase)],
        "age": int(state.age) + 1,
        "active": int(state.active),
        "asked": int(state.asked),
        "figurine": int(state.figurine),
        "players": [player_picture(box, state, seat) for seat in range(state.players)],
        "inventions": [invention_picture(box, state, slot) for slot in range(SLOTS) if state.layout[slot] != NONE],
        "bag": counted(box.ids("tokens"), state.bag),
        "send": send_picture(box, state),
    }


def player_picture(box: Box, state: Any, seat: int) -> dict[str, Any]:
    inventions, team = box.ids("inventions"), int(state.team[seat])
    return {
        "seat": seat,
        "team": box.ids("teams")[team] if team != NONE else None,
        "inventors": [inventor_picture(box, state, seat, i) for i in range(INVENTORS)] if team != NONE else [],
        "tokens": counted(box.ids("tokens"), state.tokens[seat]),
        "patents": [inventions[i] for i, owner in enumerate(state.where.tolist()) if owner == seat],
        "cubes_left": int(state.cubes_left[seat]) if state.cubes_per_player else None,
    }


def inventor_picture(box: Box, state: Any, seat: int, inventor: int) -> dict[str, Any]:
    team, disciplines = state.team[seat], box.ids("disciplines")
    levels, target = state.level[seat, inventor].tolist(), box.array[0].target[team, inventor].tolist()
    return {
        "id": inventor_id(box, state, seat, inventor),
        "busy": bool(state.busy[seat, inventor]),
        "levels": dict(zip(disciplines, levels, strict=True)),
        "target": dict(zip(disciplines, target, strict=True)),
        "points": int(box.array[0].target_points[team, inventor]),
        "reached": all(level >= goal for level, goal in zip(levels, target, strict=True)),
    }


def invention_picture(box: Box, state: Any, slot: int) -> dict[str, Any]:
    card, disciplines, tokens = int(state.layout[slot]), box.ids("disciplines"), box.ids("tokens")
    return {
        "id": box.ids("inventions")[card],
        "class": int(box.array[0].number[card]),
        "points": int(box.array[0].points[card]),
        "spaces": dict(zip(disciplines, box.array[0].spaces[card].tolist(), strict=True)),
        "free": dict(zip(disciplines, state.free[slot].tolist(), strict=True)),
        "cubes": state.cubes[slot].tolist()[:state.players],
        "tokens": [tokens[token] for token in state.reward[slot].tolist() if token != NONE],
    }


def send_picture(box: Box, state: Any) -> dict[str, Any] | None:
    """A send on its way: who, where, and what is placed so far."""
    if state.sent == NONE and state.declared == 0:
        return None
    return {
        "inventor": inventor_id(box, state, state.active, state.sent) if state.sent != NONE else None,
        "invention": box.ids("inventions")[state.layout[state.site]] if state.sent != NONE else None,
        "knowledge": int(state.declared),
        "placed": dict(zip(box.ids("disciplines"), state.placed.tolist(), strict=True)),
        "to_place": int(state.to_place),
    }


def counted(ids: list[str], numbers: Any) -> dict[str, int]:
    """Only what there is."""
    return {name: number for name, number in zip(ids, numbers.tolist(), strict=True) if number}
