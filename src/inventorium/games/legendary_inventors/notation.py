"""Legendary Inventors: answers in words (catalogue, section 8), and a position in plain words and numbers."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from inventorium.core.box import Box
from inventorium.core.words import Words
from inventorium.games.legendary_inventors import rules
from inventorium.games.legendary_inventors.tables import (
    AGES,
    CLASSES,
    GONE,
    INVENTORS,
    MOST_PLAYERS,
    NOBODY,
    NONE,
    PILE,
    SLOTS,
    SPACE,
    SPLIT,
    TABLE,
    Act,
    Phase,
    inventors_by_team,
)

WHERE = {"pile": PILE, "table": TABLE, "gone": GONE}


def question(state: Any) -> str:
    """The name of the question that is put now; its words are `questions.<name>`."""
    if state.phase == Phase.TURN and state.declared > 0:
        return "send"
    return Phase(state.phase).name.lower().replace("_", "-")


@cache
def team_members(box: Box) -> list[list[str]]:
    """The ids of the inventors of each team."""
    return [[inventor["id"] for inventor in members] for members in inventors_by_team(box.components)]


def inventor_id(box: Box, state: Any, seat: int, inventor: int) -> str:
    return team_members(box)[state.team[seat]][inventor]


# How every family of answers is written (8.2).
WRITTEN = {
    "start": "start {seat}",
    "team": "team {team}",
    "deal": "deal {invention}",
    "draw": "draw {token}",
    "send": "send {inventor} {slot}",
    "refresh": "refresh",
    "pass": "pass",
    "use_availability": "use availability",
    "use_knowledge": "use knowledge",
    "place": "place {discipline}",
    "place_number": "place {cubes} {discipline}",
    "upgrade": "upgrade {inventor} {discipline} with {token}",
    "take_patent": "take patent",
    "take_token": "take {token}",
    "take_nothing": "take nothing",
    "done": "done",
}


def write(box: Box, state: Any, seat: int, action: int) -> str:
    """The line of an answer, word for word as in section 8.2."""
    family, parts = SPACE.split(action)
    if family == "place_number":
        parts = {**parts, "discipline": state.discipline}
    return WRITTEN[family].format(**{axis: word_for(box, state, seat, axis, number) for axis, number in parts.items()})


def word_for(box: Box, state: Any, seat: int, axis: str, number: int) -> str:
    """The word for a thing on an axis of the action space."""
    if axis in ("seat", "cubes"):
        return str(number)
    if axis == "inventor":
        return inventor_id(box, state, seat, number)
    if axis == "slot":
        return box.ids("inventions")[state.layout[number]]
    return box.ids(f"{axis}s")[number]


def say(box: Box, state: Any, seat: int, action: int, words: Words) -> str:
    """The same answer for people, in their language: what a button or the list of moves says."""
    first, *rest = write(box, state, seat, action).split()
    named = [box.name(word, words.language) for word in rest]
    if first == "start":
        return words("moves.start", thing=words("seat", seat=int(rest[0]) + 1))
    if first == "send":
        return words("moves.send", inventor=named[0], invention=named[1])
    if first == "upgrade":
        inventor, discipline, _ = SPLIT[action]
        level = int(state.level[seat, inventor, discipline]) + 1
        return words("moves.upgrade", inventor=named[0], discipline=named[1], level=level, token=named[3])
    if first == "place" and len(rest) == 2:
        return words("moves.place-number", number=rest[0], discipline=named[1])
    if (
        first in ("use", "take")
        and rest[0] in ("availability", "knowledge", "patent", "nothing")
        and (first == "use" or rest[0] in ("patent", "nothing"))
    ):
        return words(f"moves.{first}-{rest[0]}")
    return words(f"moves.{first}", thing=named[0]) if rest else words(f"moves.{first}")


def stage(state: Any, words: Words) -> str:
    """The age; the final window belongs to the last one."""
    return words("board.age", age=words.get("board.ages")[min(int(state.age), AGES - 1)])


def picture(box: Box, state: Any) -> dict[str, Any]:
    """The whole position. Nothing in this game is hidden but the order of the piles (AM-27)."""
    return {
        "question": question(state),
        "age": min(int(state.age) + 1, AGES),  # the last one in the final window and after it too
        "active": NOBODY if state.phase in (Phase.DEAL, Phase.DRAW) else int(state.active),  # cards and tokens are laid out
        "asked": int(state.asked),
        "figurine": int(state.figurine),
        "players": [player_picture(box, state, seat) for seat in range(state.players)],
        "inventions": [invention_picture(box, state, slot) for slot in range(SLOTS) if state.layout[slot] != NONE],
        "laid_out": SLOTS - MOST_PLAYERS + int(state.players),  # inventions at the beginning of an age (LI-27)
        "bag": counted(box.ids("tokens"), state.bag),
        "send": send_picture(box, state),
        "sharing": sharing_picture(box, state),
    }


def player_picture(box: Box, state: Any, seat: int) -> dict[str, Any]:
    inventions, team = box.ids("inventions"), int(state.team[seat])
    held = [card for card, owner in enumerate(state.where.tolist()) if owner == seat]
    numbers = box.array[0].number[held].tolist()
    return {
        "seat": seat,
        "team": box.ids("teams")[team] if team != NONE else None,
        "inventors": [inventor_picture(box, state, seat, i) for i in range(INVENTORS)] if team != NONE else [],
        "tokens": counted(box.ids("tokens"), state.tokens[seat]),
        "patents": [inventions[card] for card in held],
        "classes": [numbers.count(number) for number in range(CLASSES)],
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
        "steps": sum(max(goal - level, 0) for level, goal in zip(levels, target, strict=True)),  # to the target
    }


def invention_picture(box: Box, state: Any, slot: int) -> dict[str, Any]:
    card, disciplines, tokens = int(state.layout[slot]), box.ids("disciplines"), box.ids("tokens")
    return {
        "id": box.ids("inventions")[card],
        "class": int(box.array[0].number[card]),
        "points": int(box.array[0].points[card]),
        "spaces": dict(zip(disciplines, box.array[0].spaces[card].tolist(), strict=True)),
        "free": dict(zip(disciplines, state.free[slot].tolist(), strict=True)),
        "cubes": state.cubes[slot].tolist()[: state.players],
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


def sharing_picture(box: Box, state: Any) -> dict[str, Any] | None:
    """A completed invention whose rewards are being shared: who chooses, in this order, and how many have."""
    if state.phase != Phase.TAKE:
        return None
    card = int(state.layout[state.site])
    return {
        "invention": box.ids("inventions")[card],
        "choosers": [seat for seat in state.choosers.tolist() if seat != NONE],
        "chosen": int(state.choosing),
        "patent": bool(state.where[card] == TABLE),
    }


# ---------------------------------------------------------------- what pages remember of an answer


def facts(box: Box, before: Any, after: Any, seat: int, action: int) -> dict[str, Any]:
    """The cubes that an answer put on an invention and who brought them; the invention whose rewards are shared; how far an
    inventor who has learned is from the target."""
    sends = Act.SEND <= action < Act.REFRESH
    if Act.UPGRADE <= action < Act.TAKE_PATENT:
        return {"learner": inventor_picture(box, after, seat, SPLIT[action, 0])}
    inventor, site = SPLIT[action, :2].tolist() if sends else (before.sent, before.site)
    if site == NONE:
        return {}
    found: dict[str, Any] = {"invention": box.ids("inventions")[before.layout[site]]}
    covered = before.free[site] - after.free[site]
    if inventor != NONE and covered.any():
        found |= {
            "inventor": inventor_id(box, before, seat, inventor),
            "completed": bool(after.phase == Phase.TAKE),
            "placed": counted(box.ids("disciplines"), covered),
        }
    return found


def on_table(answers: Iterable[tuple[int, str, Mapping[str, Any]]]) -> dict[str, Any]:
    """What only the answers of this age tell: which cards were laid out, who covers which space with whose help, and who
    took what of those that are finished. The rules need no more than the sums."""
    laid: list[str] = []
    covers: dict[str, dict[str, list[tuple[int, str]]]] = {}
    taken: dict[str, list[tuple[int, str]]] = {}
    dealing = False
    for seat, move, did in answers:
        if move.startswith("deal "):
            if not dealing:
                laid, covers, taken = [], {}, {}
            laid.append(move.removeprefix("deal "))
        elif move.startswith("take "):
            taken.setdefault(did["invention"], []).append((seat, move.removeprefix("take ")))
        elif "placed" in did:
            there = covers.setdefault(did["invention"], {})
            for discipline, number in did["placed"].items():
                there.setdefault(discipline, []).extend([(seat, did["inventor"])] * number)
        dealing = move.startswith("deal ")
    return {"laid": laid, "covers": covers, "taken": taken}


def run_of(box: Box, state: Any, seat: int) -> tuple[set[int], list[int]]:
    """The classification numbers of a player's patents that score in runs, and those that classification tokens stand for:
    without them the runs would be worth less. A token stands for the lowest number of which a card would be as good."""
    printed, token, tried = box.array[0], int(box.array[0].classification), state.record.copy()
    worth, mine = rules.run_points(tried, printed, seat), state.where == seat
    scoring = {
        number
        for number in range(CLASSES)
        if rules.run_points(given(tried, mine & (printed.number == number), GONE), printed, seat) < worth
    }
    stars: list[int] = []
    while tried.tokens[seat, token] > 0:
        tried.tokens[seat, token] -= 1
        if rules.run_points(tried, printed, seat) == worth:
            break
        with_number = ((number, given(tried, first_of(number, printed, tried, seat), seat)) for number in range(CLASSES))
        number, tried = next((one for one in with_number if rules.run_points(one[1], printed, seat) == worth), (CLASSES, tried))
        stars.append(number)
    return scoring, stars


def first_of(number: int, printed: Any, state: Any, seat: int) -> Any:
    """The first card with a number that somebody does not have."""
    return np.flatnonzero((printed.number == number) & (state.where != seat))[:1]


def given(state: Any, cards: Any, owner: int) -> Any:
    """A copy of a position in which these cards are somebody's."""
    changed = state.copy()
    changed.where[cards] = owner
    return changed


def gain_in_runs(box: Box, state: Any, seat: int, invention: str) -> int:
    """How many points more a player's runs would be worth with this patent."""
    mine = given(state.record, box.ids("inventions").index(invention), seat)
    return int(rules.run_points(mine, box.array[0], seat) - rules.run_points(state.record, box.array[0], seat))


def colours(box: Box, state: Any) -> list[str]:
    """The colour of every seat: that of its team."""
    of_team = [team["colour"] for team in box.components["teams"]]
    return [of_team[team] if team != NONE else "" for team in state.team.tolist()[: state.players]]


def place_of(box: Box, state: Any, axis: str, word: str) -> int:
    """Which place a word means on an axis of the state (tables.FIELDS), or as a value of a field (tables.FIELD_CONTENTS)."""
    if axis == "inventor":
        return next(members.index(word) for members in team_members(box) if word in members)
    if axis == "slot":
        return int(state.layout.tolist().index(box.ids("inventions").index(word)))
    if axis == "where" and word in WHERE:
        return WHERE[word]
    return box.ids({"discipline": "disciplines", "where": "inventions"}.get(axis, f"{axis}s")).index(word)


def counted(ids: list[str], numbers: Any) -> dict[str, int]:
    """Only what there is."""
    return {name: number for name, number in zip(ids, numbers.tolist(), strict=True) if number}
