"""The review of a finished game: luck, decisions, and what better ones would have been worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import review
from inventorium.core.position import DEALER, Position
from inventorium.core.words import Words
from inventorium.review import Balance, Deal, Decision, Review
from inventorium.review.decisions import Turn
from inventorium.review.report import SHOWN, as_json, plain_errors
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.server.reviews import Part
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Table
from inventorium.table.turn_log import Narrator, said
from inventorium.theme import charts
from inventorium.web.http.sessions import guest_of, remember
from inventorium.web.http.site import read_form, redirect, site_of, whole_number, words_at
from inventorium.web.render.scene import scene_at
from inventorium.web.render.templates import number_in
from inventorium.web.routes.api import REFUSALS
from inventorium.web.routes.pages import GRACE

router = APIRouter()
PARTS = ("start", "luck", "own", "others", "result")


@dataclass(frozen=True)
class DecisionRow:
    """A decision in words."""

    decision: Decision
    played: list[str]
    better: list[str]


@router.get("/table/{table_id}/review", include_in_schema=False)
async def show_account(request: Request, table_id: str, seat: int = 0) -> Response:
    """The account of a finished game, as far as it is computed. At a table that goes on from another game: what the first turn
    there was worth."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    words = words_at(live_table, guest)
    if not live_table.table.over and (turn := trial_of(live_table, live_table.seats_of(guest.owner))):
        await site.review_compiler.ready(live_table.table.game)
        judged = await site.thinking.advise(guest.asker, review.judge, turn) if turn.actions else None
        return site.page(
            request,
            guest,
            "try_again.html",
            live_table=live_table,
            words=words,
            game=live_table.table.game,
            told=told(live_table.table.position, judged, words) if judged else None,
        )
    study = await site.studies.of(live_table)
    seat = seat if seat in range(live_table.table.position.players) else 0
    part, scene = study.seats.get(seat, Part()), scene_at(live_table, DEALER, words)
    context: dict[str, Any] = {
        "live_table": live_table,
        "words": words,
        "game": live_table.table.game,
        "seats": scene.seats,
        "seat": seat,
        "account": study.account,
        "part": part,
        "errors": part.errors(seat),
        "growing": site.studies.is_growing(live_table, seat),
        "parts": PARTS,
        "set_up": site.review_compiler.is_ready(live_table.table.game),
        "worst": [told(live_table.table.position, one, words) for one in part.errors(seat).worst[:SHOWN]],
    }
    context["did"] = study.account is not None and any(map(any, study.account.did))
    if study.account:
        context |= drawn(study.account, live_table, words)
    response = site.page(request, guest, "review.html", **context)
    if context["growing"]:
        response.headers["refresh"] = "3"
    return response


@router.post("/table/{table_id}/review", include_in_schema=False)
async def begin_account(request: Request, table_id: str) -> Response:
    """Begin to look into a finished game, with the decisions of `seat`."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = whole_number(fields, "seat")
    if seat not in range(live_table.table.position.players):
        raise Refused("number", field="seat")
    await site.studies.begin(guest.asker, live_table, seat)
    return redirect(f"/table/{table_id}/review?seat={seat}")


@router.post("/table/{table_id}/try-again", include_in_schema=False)
async def try_again(request: Request, table_id: str) -> Response:
    """A new table at the position before answer `at`, where one sits on `seat` against bots; what one does there is judged."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    table, at, seat = live_table.table, whole_number(fields, "at"), whole_number(fields, "seat")
    if not table.over:
        raise Refused("not-over")
    if at not in range(len(table.history)) or seat not in range(table.position.players):
        raise Refused("number", field="at")
    level = table_bots.default_level(table.game)
    sitting = [Seat(PERSON, guest.name) if one == seat else Seat(BOT, "", level) for one in range(table.position.players)]
    new = await site.begin(Table.going_on(table.at(at)), sitting, guest, [seat], False, GRACE)
    response = redirect(f"/table/{new.id}/review")
    remember(response, request, guest)
    return response


@router.get("/api/tables/{table_id}/account", tags=["tables"], responses=REFUSALS, operation_id="account")
async def fetch_account(request: Request, table_id: str) -> dict[str, Any]:
    """The account of a finished game: start + luck + own decisions + others' decisions + rest = result, for every seat, in
    chances to win and in points; every deal; the curve of chances; and by seat the decisions that somebody had judged."""
    site = site_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    study = await site.studies.of(live_table)
    if study.account is None:
        await site.review_compiler.ready(live_table.table.game)
        async with site.thinking.advice.turn(guest_of(request).asker):
            await site.studies.review(live_table, study)
    assert study.account is not None
    found = {seat: {**plain_errors(part.errors(seat)), "done": part.done} for seat, part in study.seats.items()}
    return {**as_json(study.account), "errors": found}


# ---------------------------------------------------------------- in words


def drawn(account: Review, live_table: LiveTable, words: Words) -> dict[str, object]:
    """The curve of chances, the balance of every seat, and the deals that mattered most to each, as the log tells them."""
    teller = Narrator(live_table.table, DEALER, words, table_bots.names(live_table.seats, words))
    balances = [
        [
            charts.balance(steps(balance, unit, words), words(f"review.in-{name}"))
            for balance, unit, name in ((seat.wins, "%", "wins"), (seat.points, "", "points"))
        ]
        for seat in account.seats
    ]
    deals = [
        [
            (which, deal, "; ".join(clause.text for clause in teller.clauses(teller.events(deal.answers))) or deal.move)
            for which, deal in zip(("luckiest", "unluckiest"), extremes(account.deals, seat), strict=False)
        ]
        for seat in range(len(account.seats))
    ]
    return {
        "chances": charts.chance_charts([(moment.answers, moment.wins) for moment in account.curve]),
        "balances": balances,
        "deals": deals,
        "adjusted": [(seat.wins.adjusted, seat.points.adjusted) for seat in account.seats],
    }


def steps(balance: Balance, unit: str, words: Words) -> list[tuple[str, float, str]]:
    scale = 100 if unit else 1
    return [
        (
            words(f"review.{part}"),
            getattr(balance, part),
            number_in(scale * getattr(balance, part), unit, words, part not in ("start", "result")),
        )
        for part in PARTS
        if getattr(balance, part) is not None
    ]


def extremes(deals: Sequence[Deal], seat: int) -> list[Deal]:
    """Return the luckiest and the unluckiest deal of a seat."""
    ordered = sorted(deals, key=lambda deal: -deal.wins[seat])
    return [ordered[0], ordered[-1]] if ordered else []


def told(position: Position, decision: Decision, words: Words) -> DecisionRow:
    """Return a decision in words: what was played, and what would have been better."""
    start = position.at(decision.answers)
    played = next(turn.actions for turn in review.turns_of(position, decision.seat) if turn.answers == decision.answers)
    return DecisionRow(
        decision, said(start, decision.seat, played, words), said(start, decision.seat, decision.better_actions, words)
    )


def trial_of(live_table: LiveTable, mine: list[int]) -> Turn | None:
    """Return one's first turn at a table that goes on from another game, where one plays alone against bots; without answers
    as long as it is not finished. None at any other table."""
    table, others = live_table.table, [who for seat, who in enumerate(live_table.seats) if seat not in mine]
    if len(mine) != 1 or not table.setup.given or any(who.kind != BOT for who in others):
        return None
    turns = (turn for turn in review.turns_of(table.position, mine[0]) if turn.answers >= table.setup.given)
    return next(turns, Turn(mine[0], 0, (), table.view(mine[0])))
