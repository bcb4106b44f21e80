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
    """What a turn may cost, and the form by which one keeps to it."""

    margin: Margin  # how much better another turn is
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Advice:
    """What somebody is told who looks at a table."""

    hint: Sequence[int] = ()  # answers
    because: str = ""  # what they are good for, or what the turn of a bot was good for
    turn: int = 0  # that ended after so many answers
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
    """What a page marks to show a hint: the answer, and the things it is about."""
    found = moves.numbered(hint[0]) if hint else None
    return {found.action, *found.things} if found else set()


def kept_hint(query: dict[str, str]) -> list[int]:
    """Return the answer that a hint named, which the page's script keeps in mind while somebody tries it."""
    return [whole_number(query, "hinted")] if "hinted" in query else []


def may_analyse(live_table: LiveTable) -> bool:
    """Return whether everything may be looked into: the game is over, or all of it came from a record that somebody brought.
    That nobody sits here says nothing: people may still join, and bots may have sealed their bids."""
    table = live_table.table
    return table.over or 0 < len(table.history) <= table.setup.given


async def advice_on(site: Site, guest: Guest, live_table: LiveTable, seat: int, query: dict[str, str], words: Words) -> Advice:
    """Return what somebody asks for in the address of a table."""
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
    """Return what the coach says now, where the guest wants to hear it."""
    return await site.tutor.remark(guest.owner, live_table) if guest.coach else None


async def reason_of_turn(site: Site, guest: Guest, live_table: LiveTable, seat: int, answers: int, words: Words) -> str:
    """Return what the turn of a bot was good for that ended after so many answers, in a sentence."""
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
    """Return whether whoever looks plays alone against bots, so that nobody else is hurt by help."""
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
    """Return a warning about a turn, where the guest wants to be asked and is not `sure` already."""
    if "sure" in fields:
        return None
    judged = await site.tutor.warning(guest.asker, live_table, seat, answers, number, guest.doubts)
    return BlunderWarning(judged.margin, {key: value for key, value in fields.items() if key != "csrf"}) if judged else None
