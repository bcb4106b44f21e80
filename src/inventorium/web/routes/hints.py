"""Help that a page of a table shows beside it: a hint, what a strong player would think, why a bot did something, where to look,
and a doubt before a turn is final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inventorium import bots
from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.review.report import reason_for, with_numbers
from inventorium.server import best_lines, table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT
from inventorium.teaching import coach
from inventorium.web.http.sessions import Guest
from inventorium.web.http.site import Site, whole_number


@dataclass(frozen=True)
class BlunderWarning:
    """What a turn may cost, and the form by which one keeps to it."""

    loss: float  # in chances to win
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Advice:
    """What somebody is told who looks at a table."""

    hint: Sequence[int] = ()  # answers
    because: str = ""  # what they are good for, or what the turn of a bot was good for
    thoughts: tuple[int, list[best_lines.Thought]] | None = None
    speaks: int = 0  # the coach speaks in one of so many turns; 0: in none
    doubt: BlunderWarning | None = None


async def advice_on(
    site: Site, guest: Guest, live_table: LiveTable, seat: int, query: dict[str, str], words: Words, may_analyse: bool
) -> Advice:
    """Return what somebody asks for in the address of a table."""
    speaks, table = await how_often(site, guest, live_table), live_table.table
    if "hint" in query and seat in table.asked and not live_table.stored.rated:
        hint = await site.thinking.hint(guest.asker, table, seat)
        is_told = bool(hint) and site.review_compiler.is_ready(table.game)
        why = await site.thinking.advise(guest.asker, reason_for, table.view(seat), hint, words) if is_told else ""
        return Advice(hint, with_numbers(why, words), speaks=speaks)
    if "think" in query and "at" in query and may_analyse:
        at, is_ready = whole_number(query, "at"), site.review_compiler.is_ready(table.game)
        return Advice(thoughts=await site.thinking.advise(guest.asker, best_lines.thoughts, table, at, seat, words, is_ready))
    if "because" in query:
        why = await reason_of_turn(site, guest, live_table, seat, whole_number(query, "because"), words)
        return Advice(because=why, speaks=speaks)
    return Advice(speaks=speaks)


async def how_often(site: Site, guest: Guest, live_table: LiveTable) -> int:
    """Return in which of how many turns the coach speaks; 0: in none."""
    return await site.tutor.speaks(guest.owner, live_table) if guest.coach else 0


async def reason_of_turn(site: Site, guest: Guest, live_table: LiveTable, seat: int, answers: int, words: Words) -> str:
    """Return what the turn of a bot was good for that ended after so many answers, in a sentence."""
    table = live_table.table
    who = table.told[answers - 1].entry.seat if answers in range(1, len(table.told) + 1) else DEALER
    if (
        not (table.over or may_help(live_table, live_table.seats_of(guest.owner)))
        or who == DEALER
        or live_table.seats[who].kind != BOT
    ):
        raise Refused("no-page")
    if not site.review_compiler.is_ready(table.game):
        return words("review.setting-up")
    text = await site.thinking.advise(guest.asker, coach.reason_of_turn, table, answers, seat, words)
    return words("coach.why-of", name=table_bots.names(live_table.seats, words)[who], text=text)


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
    """Return a doubt about a turn, where the guest wants to be asked and is not `sure` already."""
    if "sure" in fields:
        return None
    judged = await site.tutor.doubt(guest.asker, live_table, seat, answers, number, guest.doubts)
    return BlunderWarning(judged.loss, {key: value for key, value in fields.items() if key != "csrf"}) if judged else None
