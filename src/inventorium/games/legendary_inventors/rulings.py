"""Legendary Inventors: which rule forbids an answer. The rules only know what is legal; here a person learns why not."""
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from inventorium.core.errors import Ruling
from inventorium.core.rulings import Refusal, name_of, not_asked, shape, the_question_is
from inventorium.games.legendary_inventors.notation import team_members
from inventorium.games.legendary_inventors.tables import NONE, UP_TO, Kind, Phase

if TYPE_CHECKING:
    from inventorium.core.game import Position

FORMS = {
    "start": "start <seat>", "team": "team <team>", "deal": "deal <invention>", "draw": "draw <token>",
    "send": "send <inventor> <invention>", "refresh": "refresh", "pass": "pass",
    "use": "use availability | use knowledge", "place": "place <discipline> | place <number> <discipline>",
    "upgrade": "upgrade <inventor> <discipline> with <token>", "take": "take patent | take <token> | take nothing",
    "done": "done",
}


def why_not(position: "Position", seat: int, move: str) -> Ruling:
    """The ruling on a move that is not among the legal ones."""
    try:
        word, *rest = shape(move, FORMS)
        if seat not in position.to_act:
            return not_asked(position, why_wait(position, seat, word, rest))
        judge: Callable[[Position, int, list[str]], Ruling] = JUDGES[word]
        return judge(position, seat, rest)
    except Refusal as refusal:
        return refusal.ruling


def why_wait(position: "Position", seat: int, word: str, rest: list[str]) -> str:
    """The rule by which it is not for this seat to say this now."""
    state = position.state
    if word == "take" and state.phase == Phase.TAKE and seat >= 0:
        choosers = state.choosers.tolist()
        if seat in choosers:
            return "LI-77" if choosers.index(seat) < state.choosing else "LI-72"
        return "LI-79" if state.cubes[state.site, seat] else "LI-70"
    if word == "use":
        return "LI-149" if rest == ["knowledge"] else "LI-146"
    return {"start": "NO-07", "deal": "NO-07", "draw": "NO-07", "team": "NO-12", "upgrade": "AM-47"}.get(word, "LI-38")


def on_deal(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state = position.state
    if state.phase != Phase.DEAL:
        return the_question_is(position, "NO-13")
    card = name_of(rest, 0, position.box.ids("inventions"), FORMS["deal"])
    if position.box.array[0].age[card] != state.age:
        return Ruling("LI-93", "other-age", {"age": int(state.age) + 1})
    return Ruling("LI-27", "card-not-in-pile")


def on_draw(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.DRAW:
        return the_question_is(position, "NO-14")
    name_of(rest, 0, position.box.ids("tokens"), FORMS["draw"])
    return Ruling("LI-97", "not-in-bag")


def on_start(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.START:
        return the_question_is(position, "NO-11")
    return Ruling("NO-11", "no-such-seat", {"last": position.players - 1})


def on_team(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.TEAM:
        return the_question_is(position, "NO-12")
    name_of(rest, 0, position.box.ids("teams"), FORMS["team"])
    return Ruling("LI-21", "team-taken")


def on_send(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box = position.state, position.box
    inventor = own_inventor(position, seat, rest, FORMS["send"])
    card = name_of(rest, 1, box.ids("inventions"), FORMS["send"])
    if state.phase != Phase.TURN:
        return the_question_is(position, "LI-145" if state.phase == Phase.AFTER else "NO-15")
    if state.busy[seat, inventor]:
        return Ruling("LI-41", "busy")
    if card not in state.layout:
        return Ruling("LI-42", "not-on-table")
    slot = state.layout.tolist().index(card)
    own = np.minimum(state.level[seat, inventor], state.free[slot]).sum()
    if own == 0 and state.declared and not state.additional_knowledge_alone:
        return Ruling("LI-154", "no-own-cube")
    if own == 0 and not state.declared:
        return Ruling("LI-47", "no-cube")
    if state.cubes_left[seat] <= own:
        return Ruling("AM-43", "supply", {"cubes": int(state.cubes_left[seat])})
    return Ruling("AM-07", "token-adds-nothing", {"tokens": int(state.declared)})


def on_refresh(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.TURN:
        return the_question_is(position, "LI-35")
    return Ruling("NO-21", "send-must-follow") if position.state.declared else Ruling("LI-60", "nobody-busy")


def on_pass(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.TURN:
        return the_question_is(position, "NO-17")
    return Ruling("NO-21", "send-must-follow") if position.state.declared else Ruling("LI-36", "must-act")


def on_use(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box = position.state, position.box.array[0]
    kind = ["availability", "knowledge"][name_of(rest, 0, ["availability", "knowledge"], FORMS["use"])]
    if kind == "availability":
        if state.phase == Phase.WINDOW:
            return Ruling("AM-20", "only-upgrades")
        if state.phase not in (Phase.TURN, Phase.AFTER):
            return the_question_is(position, "LI-146")
        if state.declared:
            return Ruling("NO-21", "send-must-follow")
        if not state.tokens[seat, box.availability]:
            return Ruling("LI-129", "no-such-token")
        return Ruling("AM-13", "nobody-busy")
    if state.phase != Phase.TURN:
        return the_question_is(position, "LI-149")
    if not state.tokens[seat, box.knowledge]:
        return Ruling("LI-129", "no-such-token")
    if not state.cubes_left[seat]:
        return Ruling("AM-43", "supply", {"cubes": 0})
    return Ruling("AM-07", "no-send-for-token")


def on_place(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, disciplines = position.state, position.box.ids("disciplines")
    if state.phase == Phase.PLACE:
        d = name_of(rest, 0, disciplines, "place <discipline>")
        if state.free[state.site, d] == state.placed[d]:
            return Ruling("LI-153" if state.declared else "LI-46", "no-empty-space", {"discipline": disciplines[d]})
        return Ruling("AM-43", "beyond-level")
    if state.phase != Phase.PLACE_NUMBER:
        return the_question_is(position, "NO-23" if state.placement_mode == UP_TO else "NO-22")
    form = "place <number> <discipline>"
    if len(rest) != 2 or not rest[0].isdigit():
        return Ruling("NO-23", "form", {"form": form})
    number, d = int(rest[0]), name_of(rest, 1, disciplines, form)
    if d != state.discipline:
        return Ruling("NO-23", "other-discipline", {"discipline": disciplines[state.discipline]})
    if number > state.free[state.site, d]:
        return Ruling("LI-46", "no-empty-space", {"discipline": disciplines[d]})
    placed = np.array([*state.placed[:d], number])
    if placed.sum() > state.cubes_left[seat]:
        return Ruling("AM-23", "supply", {"cubes": int(state.cubes_left[seat] - placed[:d].sum())})
    if np.maximum(0, placed - state.level[seat, state.sent, :d + 1]).sum() > 2 * state.declared:
        return Ruling("LI-148" if state.declared else "LI-44", "beyond-level")
    return Ruling("AM-07" if state.declared else "LI-47", "too-few")


def on_upgrade(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box, form = position.state, position.box, FORMS["upgrade"]
    if rest[2] != "with":
        return Ruling("NO-18", "form", {"form": form})
    inventor = own_inventor(position, seat, rest, form, "LI-129")
    d, token = name_of(rest, 1, box.ids("disciplines"), form), name_of(rest, 3, box.ids("tokens"), form)
    if state.phase not in (Phase.TURN, Phase.WINDOW):
        return the_question_is(position, "AM-10" if state.sent != NONE else "AM-47")
    if state.declared:
        return Ruling("NO-21", "send-must-follow")
    if not state.tokens[seat, token]:
        return Ruling("LI-129", "no-such-token")
    level, kind, value = state.level[seat, inventor, d], box.array[0].kind[token], box.array[0].value[token]
    values = {"level": int(level), "next": int(level) + 1}
    if level == 4:
        return Ruling("LI-135", "at-the-top")
    if level == 0:
        return Ruling("LI-140", "points-not-flipped")
    if kind == Kind.PROGRESS and value != level + 1:
        return Ruling("LI-131", "wrong-level", values)
    return Ruling("LI-132", "one-on-empty", values)


def on_take(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box = position.state, position.box
    if state.phase != Phase.TAKE:
        return the_question_is(position, "NO-24")
    what = name_of(rest, 0, ["patent", "nothing", *box.ids("tokens")], FORMS["take"])
    if what == 0:
        return Ruling("LI-78", "reward-gone")
    return Ruling("LI-77", "must-take") if what == 1 else Ruling("LI-71", "reward-gone")


def on_done(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.TURN:
        return the_question_is(position, "NO-26")
    return Ruling("NO-21", "send-must-follow") if position.state.declared else Ruling("LI-36", "must-act")


def own_inventor(position: "Position", seat: int, rest: list[str], form: str, rule: str = "LI-40") -> int:
    """The place in the own team of the inventor that is named."""
    members = team_members(position.box)
    if position.state.team[seat] < 0:
        raise Refusal(the_question_is(position, "NO-12"))
    mine = members[position.state.team[seat]]
    everybody = [inventor for team in members for inventor in team]
    inventor = everybody[name_of(rest, 0, everybody, form)]
    if inventor not in mine:
        raise Refusal(Ruling(rule, "not-your-inventor", {"mine": ", ".join(mine)}))
    return mine.index(inventor)


JUDGES: dict[str, Any] = {
    "start": on_start, "team": on_team, "deal": on_deal, "draw": on_draw, "send": on_send, "refresh": on_refresh,
    "pass": on_pass, "use": on_use, "place": on_place, "upgrade": on_upgrade, "take": on_take, "done": on_done}
