"""Help beside the board: hints, analysis, explanations of bots' moves, the coach, and the warning before a blunder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inventorium import bots
from inventorium.core.pages import Moves
from inventorium.core.position import DEALER
from inventorium.core.remarks import Remark
from inventorium.core.words import Words
from inventorium.review import best_lines
from inventorium.review.report import reason_for
from inventorium.review.stakes import Margin
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT
from inventorium.teaching import coach
from inventorium.web.http.sessions import DOUBTS, Guest
from inventorium.web.http.site import Site, whole_number
from inventorium.web.render.scene import Scene


@dataclass(frozen=True)
class BlunderWarning:
    """The likely loss of a turn, and the form that plays it all the same."""

    margin: Margin  # how much better another turn is
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Advice:
    """The help on the page of a table."""

    hint: Sequence[int] = ()  # actions
    because: str = ""  # what they are good for, or what the turn of a bot was good for
    turn: int = 0  # that ended after so many actions
    thoughts: tuple[int, list[best_lines.Thought]] | None = None
    remark: Remark | None = None  # of the coach
    warning: BlunderWarning | None = None


def advice_context(scene: Scene, mine: Sequence[int], advice: Advice, query: dict[str, str]) -> dict[str, object]:
    """Return what the page of a table shows of that help."""
    live_table, hint = scene.live_table, advice.hint
    return {
        "may_help": may_help(live_table, mine),
        "may_play_on": may_analyse(live_table),
        "doubts": DOUBTS,
        "blunder_warning": advice.warning,
        "hint": scene.said(hint) if hint else "",
        "hinted": hinted(scene.moves, hint or kept_hint(query)),
        "hinted_action": hint[0] if hint else None,
        "hint_sheet": scene.sheet_with(hint),
        "explained": advice.because,
        "explained_turn": advice.turn,
        "thoughts": advice.thoughts,
    }


def hinted(moves: Moves, hint: Sequence[int]) -> set[int | str]:
    """Return what a page highlights for a hint: the move, and its pieces."""
    found = moves.numbered(hint[0]) if hint else None
    return {found.action, *found.things} if found else set()


def kept_hint(query: dict[str, str]) -> list[int]:
    """Return the hinted move, which the page's script remembers while it is tried."""
    return [whole_number(query, "hinted")] if "hinted" in query else []


def may_analyse(live_table: LiveTable) -> bool:
    """Return whether analysis is allowed: the game is over, or all of it came from an uploaded record. Empty seats say nothing:
    people may still join, and bots may have sealed their bids."""
    table = live_table.table
    return table.over or 0 < len(table.history) <= table.setup.given


async def advice_on(site: Site, guest: Guest, live_table: LiveTable, seat: int, query: dict[str, str], words: Words) -> Advice:
    """Return the help that the address of a table asks for."""
    remark, table = await remark_of(site, guest, live_table), live_table.table
    if "hint" in query and seat in table.asked and not live_table.stored.rated:
        is_ready = site.review_compiler.is_ready(table.game)  # or a hint knows nothing of decided games, and no reason
        hint = await site.thinking.hint(guest.asker, table, seat, best_lines.hint if is_ready else bots.hint)
        live_table.hinted.add(seat)
        site.tutor.be_silent(guest.owner, live_table, seat)
        is_told = bool(hint) and is_ready
        names = table_bots.names(live_table.seats, words)
        why = await site.thinking.advise(guest.asker, reason_for, table.view(seat), hint, words, names) if is_told else ""
        return Advice(hint, why)
    if "think" in query and "at" in query and may_analyse(live_table):
        at, is_ready = whole_number(query, "at"), site.review_compiler.is_ready(table.game)
        names = table_bots.names(live_table.seats, words)
        return Advice(
            thoughts=await site.thinking.advise(
                guest.asker, best_lines.thoughts, table.position.copy(), at, seat, words, is_ready, names
            )
        )
    if "because" in query:
        why = await reason_of_turn(site, guest, live_table, seat, whole_number(query, "because"), words)
        return Advice(because=why, turn=whole_number(query, "because"), remark=remark)
    return Advice(remark=remark)


async def remark_of(site: Site, guest: Guest, live_table: LiveTable) -> Remark | None:
    """Return what the coach says now, if the guest has the coach on."""
    return await site.tutor.remark(guest.owner, live_table) if guest.coach else None


async def reason_of_turn(site: Site, guest: Guest, live_table: LiveTable, seat: int, answers: int, words: Words) -> str:
    """Return the reason for the turn of a bot that ended after so many actions, in a sentence."""
    table = live_table.table
    who = table.history[answers - 1].entry.seat if answers in range(1, len(table.history) + 1) else DEALER
    if (
        not (table.over or may_help(live_table, live_table.seats_of(guest.owner)))
        or who == DEALER
        or live_table.seats[who].kind != BOT
    ):
        raise Refused("no-page")
    if not site.review_compiler.is_ready(table.game):
        return words("review.setting-up")
    names = table_bots.names(live_table.seats, words)
    text = await site.thinking.advise(guest.asker, coach.reason_of_turn, table, answers, seat, words, names)
    return words("coach.why-of", name=names[who], text=text)


def may_help(live_table: LiveTable, mine: Sequence[int]) -> bool:
    """Return whether the viewer plays alone against bots, so that help hurts no other player."""
    return len(mine) == 1 and coach.is_alone(live_table, mine[0]) and bots.can_judge(live_table.table.game)


async def blunder_warning_of(
    site: Site,
    guest: Guest,
    live_table: LiveTable,
    seat: int,
    answers: Sequence[int | str],
    number: int,
    fields: Mapping[str, str],
) -> BlunderWarning | None:
    """Return a warning about a turn, if the guest has warnings on and is not `sure` already."""
    if "sure" in fields:
        return None
    judged = await site.tutor.warning(guest.asker, live_table, seat, answers, number, guest.doubts)
    return BlunderWarning(judged.margin, {key: value for key, value in fields.items() if key != "csrf"}) if judged else None
