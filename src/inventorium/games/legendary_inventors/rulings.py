"""Legendary Inventors: which rule forbids an answer. The rules only know what is legal; here a person learns why not.

Every `on_...` judges the answers that begin with one word: the ruling that forbids it, or None where nothing does.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from inventorium.core.actions import forms_of
from inventorium.core.errors import Ruling
from inventorium.core.records import is_small_number
from inventorium.core.rulings import Refusal, name_of, not_asked, shape, the_question_is
from inventorium.games.legendary_inventors.notation import WRITTEN, team_members
from inventorium.games.legendary_inventors.rules import NO_LIMIT, any_send, may_place_number, may_send
from inventorium.games.legendary_inventors.tables import DEALER, NONE, PILE, TABLE, UP_TO, Kind, Phase

if TYPE_CHECKING:
    from inventorium.core.position import Snapshot

FORMS = forms_of(WRITTEN, slot="<invention>", cubes="<number>")


def why_not(position: "Snapshot", seat: int, move: str) -> Ruling | None:
    """The ruling that forbids a move now; None if it is open."""
    if position.over:
        return Ruling("LI-102", "over")
    try:
        word, *rest = shape(move, FORMS)
        if seat not in position.to_act:
            return not_asked(position, why_wait(position, seat, word, rest))
        judge: Callable[[Snapshot, int, list[str]], Ruling | None] = JUDGES[word]
        return judge(position, seat, rest)
    except Refusal as refusal:
        return refusal.ruling


def why_wait(position: "Snapshot", seat: int, word: str, rest: list[str]) -> str:
    """The rule by which it is not for this seat, or the dealer, to say this now."""
    state = position.state
    if word in ("start", "deal", "draw"):
        return "NO-07"
    if word == "team":
        return "NO-12"
    if seat == DEALER:
        return "NO-09"
    if word == "take" and state.phase == Phase.TAKE:
        return why_not_choosing(state, seat)
    if state.phase == Phase.WINDOW:
        return {"upgrade": "NO-27", "done": "NO-27", "use": "AM-20"}.get(word, "LI-103")
    if word == "upgrade":
        return "AM-47"
    if word == "use":
        return "LI-149" if rest == ["knowledge"] else "LI-146"
    if position.to_act == (DEALER,):
        return "LI-89" if state.age > 0 else "NO-09"
    return "LI-38"


def why_not_choosing(state: Any, seat: int) -> str:
    """The rule by which somebody else chooses a reward now."""
    choosers = state.choosers.tolist()
    if seat in choosers:
        return "LI-77" if choosers.index(seat) < state.choosing else "LI-72"
    return "LI-79" if state.cubes[state.site, seat] else "LI-70"


def no_action_now(position: "Snapshot", rule: str) -> Ruling:
    """What is asked now is no action: after the last age by LI-103, else by the rule of this answer."""
    return the_question_is(position, "LI-103" if position.state.phase == Phase.WINDOW else rule)


def on_deal(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.phase != Phase.DEAL:
        return the_question_is(position, "NO-13")
    card = name_of(rest, 0, position.box.ids("inventions"), FORMS["deal"])
    if position.box.array[0].age[card] != state.age:
        return Ruling("LI-93", "other-age", {"age": int(state.age) + 1})
    return Ruling("LI-27", "card-not-in-pile") if state.where[card] != PILE else None


def on_draw(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.phase != Phase.DRAW:
        return the_question_is(position, "NO-14")
    token = name_of(rest, 0, position.box.ids("tokens"), FORMS["draw"])
    return Ruling("LI-97", "not-in-bag") if position.state.bag[token] == 0 else None


def on_start(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.phase != Phase.START:
        return the_question_is(position, "NO-11")
    seats = [str(player) for player in range(position.players)]
    return Ruling("NO-11", "no-such-seat", {"last": position.players - 1}) if rest[0] not in seats else None


def on_team(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.phase != Phase.TEAM:
        return the_question_is(position, "NO-12")
    team = name_of(rest, 0, position.box.ids("teams"), FORMS["team"])
    return Ruling("LI-21", "team-taken") if team in position.state.team else None


def on_send(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, box = position.state, position.box
    inventor = own_inventor(position, seat, rest, "send")
    card = name_of(rest, 1, box.ids("inventions"), FORMS["send"])
    if state.phase != Phase.TURN:
        return no_action_now(position, "LI-145" if state.phase == Phase.AFTER else "NO-15")
    if state.busy[seat, inventor]:
        return Ruling("LI-41", "busy")
    if card not in state.layout:
        return Ruling("LI-42", "not-on-table")
    slot, tokens = state.layout.tolist().index(card), int(state.declared)
    if may_send(state, inventor, slot, tokens):
        return None
    own = np.minimum(state.level[seat, inventor], state.free[slot]).sum()
    if own == 0 and tokens == 0:
        return Ruling("LI-47", "no-cube")
    if own == 0 and not state.additional_knowledge_alone:
        return Ruling("LI-154", "no-own-cube")
    if state.cubes_left[seat] <= own and may_send(with_cubes_enough(state, seat), inventor, slot, tokens):
        return Ruling("AM-43", "supply", {"cubes": int(state.cubes_left[seat])})
    return Ruling("AM-07", "token-adds-nothing", {"tokens": tokens})


def with_cubes_enough(state: Any, seat: int) -> Any:
    """The same position, were there no limit of cubes: a send that is legal then is forbidden by the supply alone."""
    trial = state.copy()
    trial.cubes_left[seat] = NO_LIMIT
    return trial


def on_refresh(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.phase != Phase.TURN:
        return no_action_now(position, "LI-35")
    if state.declared:
        return Ruling("NO-21", "send-must-follow")
    return Ruling("LI-60", "nobody-busy") if state.refresh_requires_busy and not state.busy[seat].any() else None


def on_pass(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.phase != Phase.TURN:
        return no_action_now(position, "NO-17")
    if position.state.declared:
        return Ruling("NO-21", "send-must-follow")
    return None if must_pass(position.state, seat) else Ruling("LI-36", "must-act")


def must_pass(state: Any, seat: int) -> bool:
    """In the turn: neither a refresh nor a send without tokens is possible (AM-01, AM-02)."""
    return bool(state.refresh_requires_busy and not state.busy[seat].any() and not any_send(state, 0))


def on_use(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    kinds = ["availability", "knowledge"]
    if kinds[name_of(rest, 0, kinds, FORMS["use"])] == "knowledge":
        return on_use_knowledge(position, seat)
    state = position.state
    if state.phase == Phase.WINDOW:
        return Ruling("AM-20", "only-upgrades")
    if state.phase not in (Phase.TURN, Phase.AFTER):
        return the_question_is(position, "LI-146")
    if state.declared:
        return Ruling("NO-21", "send-must-follow")
    if not state.tokens[seat, position.box.array[0].availability]:
        return Ruling("LI-129", "no-such-token")
    return Ruling("AM-13", "nobody-busy") if not state.busy[seat].any() else None


def on_use_knowledge(position: "Snapshot", seat: int) -> Ruling | None:
    state = position.state
    if state.phase != Phase.TURN:
        return the_question_is(position, "LI-149")
    if not state.tokens[seat, position.box.array[0].knowledge]:
        return Ruling("LI-129", "no-such-token")
    if state.busy[seat].all():
        return Ruling("LI-41", "all-busy")
    tokens = int(state.declared) + 1
    if any_send(state, tokens):
        return None
    trial = state.copy()
    trial.additional_knowledge_alone = 1
    if any_send(trial, tokens):
        return Ruling("LI-154", "nowhere-own-cube")
    if any_send(with_cubes_enough(trial, seat), tokens):
        return Ruling("AM-43", "supply", {"cubes": int(state.cubes_left[seat])})
    return Ruling("AM-07", "no-send-for-token")


def on_place(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.phase == Phase.PLACE:
        return on_place_one(position, seat, rest)
    if state.phase == Phase.PLACE_NUMBER:
        return on_place_number(position, seat, rest)
    return the_question_is(position, "NO-23" if state.placement_mode == UP_TO else "NO-22")


def on_place_one(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, form = position.state, "place <discipline>"
    if len(rest) != 1:
        return Ruling("NO-22", "form", {"form": form})
    d = name_of(rest, 0, position.box.ids("disciplines"), form)
    if state.free[state.site, d] == state.placed[d]:
        return no_space(position, "LI-153" if state.declared else "LI-46", d, 0)
    if not state.declared and state.level[seat, state.sent, d] == state.placed[d]:
        return Ruling("AM-43", "beyond-level")
    return None


def on_place_number(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, form = position.state, "place <number> <discipline>"
    if len(rest) != 2 or not is_small_number(rest[0]) or rest[0] != str(int(rest[0])):
        return Ruling("NO-23", "form", {"form": form})
    number, d = int(rest[0]), name_of(rest, 1, position.box.ids("disciplines"), form)
    if d != state.discipline:
        return Ruling("NO-23", "other-discipline", {"discipline": discipline_name(position, state.discipline)})
    if may_place_number(state, number):
        return None
    if number > state.free[state.site, d]:
        return no_space(position, "LI-46", d, int(state.free[state.site, d]))
    left = int(state.cubes_left[seat] - state.placed.sum())
    if number > left:
        return Ruling("AM-23", "supply", {"cubes": left})
    placed = state.placed.copy()
    placed[d] = number
    if np.maximum(placed - state.level[seat, state.sent], 0).sum() > 2 * state.declared:
        return Ruling("LI-148" if state.declared else "LI-44", "beyond-level")
    return Ruling("AM-07", "token-left-over") if state.declared else Ruling("LI-47", "one-cube-at-least")


def no_space(position: "Snapshot", rule: str, d: int, spaces: int) -> Ruling:
    return Ruling(rule, "spaces", {"discipline": discipline_name(position, d), "spaces": spaces})


def discipline_name(position: "Snapshot", d: int) -> Any:
    """In every language; the words choose (core/words.py)."""
    return position.box.components["disciplines"][d]["name"]


def on_upgrade(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, box, form = position.state, position.box, FORMS["upgrade"]
    if rest[2] != "with":
        return Ruling("NO-18", "form", {"form": form})
    inventor = own_inventor(position, seat, rest, "upgrade")
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
        return Ruling("LI-140", "points-not-flipped") if kind == Kind.POINTS and not state.vp_token_may_be_flipped else None
    if kind != Kind.PROGRESS:
        return Ruling("LI-132", "one-on-empty", values)
    return Ruling("LI-131", "wrong-level", values) if value != level + 1 else None


def on_take(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, tokens = position.state, position.box.ids("tokens")
    if state.phase != Phase.TAKE:
        return the_question_is(position, "NO-24")
    what = name_of(rest, 0, [*tokens, "patent", "nothing"], FORMS["take"])
    if rest == ["patent"]:
        return Ruling("LI-78", "reward-gone") if state.where[state.layout[state.site]] != TABLE else None
    if rest == ["nothing"]:
        return Ruling("LI-77", "must-take") if state.reward_mandatory else None
    return Ruling("LI-71", "reward-gone") if what not in state.reward[state.site] else None


def on_done(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.phase in (Phase.AFTER, Phase.WINDOW):
        return None
    if state.phase == Phase.TURN and state.declared:
        return Ruling("NO-21", "send-must-follow")
    if state.phase == Phase.TURN and not must_pass(state, seat):
        return Ruling("LI-36", "must-act")
    return the_question_is(position, "NO-26")


def own_inventor(position: "Snapshot", seat: int, rest: list[str], word: str) -> int:
    """Return the place in one's own team of the inventor that is named."""
    members, (of_another, of_dealer) = team_members(position.box), OWN_INVENTOR[word]
    if seat == DEALER:
        raise Refusal(the_question_is(position, of_dealer))
    if position.state.team[seat] == NONE:
        raise Refusal(the_question_is(position, "NO-12"))
    mine = members[position.state.team[seat]]
    everybody = [inventor for team in members for inventor in team]
    inventor = everybody[name_of(rest, 0, everybody, FORMS[word])]
    if inventor not in mine:
        names = [record["name"] for record in position.box.components["inventors"] if record["id"] in mine]
        raise Refusal(Ruling(of_another, "not-your-inventor", {"mine": names}))
    return mine.index(inventor)


OWN_INVENTOR = {"send": ("LI-40", "NO-15"), "upgrade": ("LI-129", "NO-18")}  # forbidden: another's inventor; the dealer
JUDGES: dict[str, Any] = {
    "start": on_start,
    "team": on_team,
    "deal": on_deal,
    "draw": on_draw,
    "send": on_send,
    "refresh": on_refresh,
    "pass": on_pass,
    "use": on_use,
    "place": on_place,
    "upgrade": on_upgrade,
    "take": on_take,
    "done": on_done,
}
