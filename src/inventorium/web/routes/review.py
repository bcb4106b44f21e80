"""The review of a finished game: why it was won or lost, the best turns and those to learn from, luck, and where the result came
from."""

import time
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.review import Balance, Deal, Decision, Review
from inventorium.review.best_lines import THOUGHT
from inventorium.review.decisions import cost
from inventorium.review.explanations import say
from inventorium.review.outcome import outcome_of
from inventorium.review.report import as_json, plain_errors, unexplained
from inventorium.review.usual_play import LEVEL
from inventorium.server import practice, table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.server.practice import Verdict, best_in, lessons_in
from inventorium.server.reviews import Part
from inventorium.table import turn_log
from inventorium.table.exercises import practice_of
from inventorium.table.problems import Refused
from inventorium.table.turn_log import Narrator
from inventorium.theme import charts
from inventorium.web.http.sessions import Guest, guest_of, remember, set_cookie
from inventorium.web.http.site import Site, read_form, redirect, site_of, whole_number, words_at
from inventorium.web.render.pieces import pieces_of
from inventorium.web.render.playback import watch_context
from inventorium.web.render.scene import page_context, scene_at
from inventorium.web.render.templates import board_of, whole_in
from inventorium.web.routes.api import REFUSALS
from inventorium.web.routes.hints import Advice, advice_context
from inventorium.web.routes.table_view import preview_context

router = APIRouter()
PARTS = [field.name for field in fields(Balance)]
KEPT = 24 * 3600.0  # seconds until a practice table expires
DONE = "lessons"  # the cookie with the turns of one game that the guest has solved, seen or skipped


@router.get("/table/{table_id}/review", include_in_schema=False)
async def show_review(request: Request, table_id: str) -> Response:
    """The review of a finished game from `seat`: by default the guest's own, for a spectator the winner's. It starts the
    analysis and grows. `turn` is the turn shown on the board; `done` marks one as seen; `again=1` starts over."""
    site, guest, query = site_of(request), guest_of(request), dict(request.query_params)
    live_table = await site.live_tables.get(table_id, fresh=True)
    if (practised := practice_of(live_table.table.setup)) is not None:
        return redirect(f"/table/{practised.table_id}/review?seat={practised.seat}&turn={practised.answers}")
    table, words = live_table.table, words_at(live_table, guest)
    await site.reviews.of(live_table)  # or it is refused
    seat = whole_number(query, "seat") if "seat" in query else seat_of(live_table, guest)
    if seat not in range(table.position.players):
        raise Refused("number", field="seat")
    found = await site.reviews.start(guest.asker, live_table, seat)
    part = found.seats[seat]
    done = set() if "again" in query else done_in(request, table_id)
    done |= {whole_number(query, "done")} if "done" in query else set()
    lessons, best, scene = lessons_in(part.decisions), best_in(part.errors(seat)), scene_at(live_table, seat, words)
    has_won, is_mine = seat in table.position.winners, seat in live_table.seats_of(guest.owner)
    wanted = whole_number(query, "turn") if "turn" in query else None
    first = [one for one in lessons if one.answers not in done]
    if has_won and not {"done", "again"} & query.keys():
        first = [*best, *first]
    shown = part.decision_at(wanted) if wanted is not None else next(iter(first), None)
    turn_of = turn_numbers(live_table)
    context: dict[str, Any] = {
        "live_table": live_table,
        "words": words,
        "game": table.game,
        "seats": scene.seats,
        "seat": seat,
        "result": turn_log.result(table.view(seat), seat, words, scene.names),
        "why": why_in_short(live_table, seat, words, is_mine),
        "has_won": has_won,
        "is_mine": is_mine,
        "part": part,
        "state": state_of(site, live_table, seat, part),
        "lessons": lessons,
        "best": best,
        "done": done,
        "shown": shown,
        "turn_of": turn_of,
        "whole": found.whole,
        "counted": part.errors(seat).counted,
        "mean_loss": part.errors(seat).mean_loss,
        "costliest": min((one for one in part.decisions if one.margin.counts > 0), key=cost, default=None),
    }
    if shown:
        context |= {
            "told": in_words(live_table, contrasted(shown), words, hearer=seat if is_mine else DEALER),
            "usual_level": words(f"levels.{LEVEL}"),
            "board": board_at(request, site, guest, live_table, shown, words),
            "next": next_after(lessons, done, shown),
        }
    if found.whole:
        context |= drawn(found.whole, live_table, seat, words)
        is_moderator = await site.community.is_moderator(guest)
        context["did"] = found.whole.did if is_moderator else ()  # raw estimates, for fair play: not the parts that add up
    response = site.page(request, guest, "review.html", **context)
    if "done" in query or "again" in query:
        keep_done(response, request, table_id, done)
    return response


@router.post("/table/{table_id}/try-again", include_in_schema=False)
async def try_again(request: Request, table_id: str) -> Response:
    """A table at the position before action `at`, to find a better turn for `seat`. `done` marks a turn as seen."""
    site, guest = site_of(request), guest_of(request)
    form = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    table, at, seat = live_table.table, whole_number(form, "at"), whole_number(form, "seat")
    found = await site.reviews.start(guest.asker, live_table, seat if seat in range(table.position.players) else 0)
    if seat not in found.seats or found.seats[seat].decision_at(at) is None:
        raise Refused("number", field="at")
    names = table_bots.names(live_table.seats, words_at(live_table, guest))
    new, sitting = practice.table_of(live_table, seat, at, guest.name, names)
    await site.live_tables.committer.write(site.live_tables.store.forget_practice, guest.owner, time.time() - KEPT)
    response = redirect(f"/table/{(await site.begin(new, sitting, guest, [seat])).id}")
    remember(response, request, guest)
    if "done" in form:
        keep_done(response, request, table_id, done_in(request, table_id) | {whole_number(form, "done")})
    return response


@router.get("/api/tables/{table_id}/account", include_in_schema=False)  # until version 0.3
@router.get("/api/tables/{table_id}/review", tags=["tables"], responses=REFUSALS, operation_id="review")
async def fetch_review(request: Request, table_id: str) -> dict[str, Any]:
    """The review of a finished game: start + luck + own decisions + others' decisions = result, for every seat, in
    chances to win and in points; every deal; the curve of chances; and by seat the decisions that were judged."""
    site = site_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    found = await site.reviews.of(live_table)
    if found.whole is None:
        await site.review_compiler.ready(live_table.table.game)
        async with site.thinking.advice.turn(guest_of(request).asker):
            await site.reviews.compute(live_table, found)
    assert found.whole is not None
    errors = {seat: {**plain_errors(part.errors(seat)), "done": part.done} for seat, part in found.seats.items()}
    return {**as_json(found.whole), "errors": errors}


# ---------------------------------------------------------------- context


def seat_of(live_table: LiveTable, guest: Guest) -> int:
    """Return the seat of the review: the guest's own, or the winner's."""
    return next(iter(live_table.seats_of(guest.owner)), live_table.table.view(DEALER).winners[0])


def state_of(site: Site, live_table: LiveTable, seat: int, part: Part) -> str:
    """Return how far the decisions of a seat are: done, failed, judging, or what they wait for."""
    if part.done or part.failed:
        return "done" if part.done else "failed"
    if not site.review_compiler.is_ready(live_table.table.game):
        return "setting-up"
    return "waiting" if part.turns is None else "judging"


def why_in_short(live_table: LiveTable, seat: int, words: Words, is_mine: bool) -> list[str]:
    """Return why a seat won or lost, in a sentence or two: where the points differ most, and when that came about."""
    position, names = live_table.table.position, table_bots.names(live_table.seats, words)
    found, to = outcome_of(position, seat, words), "-you" if is_mine else ""
    name, rival = names[seat], names[found.rival]
    if not found.lead:
        is_shared = {seat, found.rival} <= {*position.winners}
        return [] if is_shared else [words(f"review.level{to}", name=name, rival=rival)]
    parts = [
        words("review.part", part=words(f"parts.{one.name}"), more=max(one.own, one.other), less=min(one.own, one.other))
        for one in found.parts
    ]
    first, second = (name, rival) if found.lead > 0 else (rival, name)
    key = f"review.{'win' if found.lead > 0 else 'lose'}-you" if is_mine else "review.win"
    told = [words(key, name=first, rival=rival if is_mine else second, parts=parts)]
    if found.stage:
        sign = 1 if is_mine or found.lead > 0 else -1  # of somebody else's game the one is told who has more
        before, after = (standing_of(sign * one, words) for one in (found.stage.before, found.stage.after))
        told.append(words(f"review.stage{to}", stage=found.stage.name, name=first, before=before, after=after))
    return told


def standing_of(lead: int, words: Words) -> str:
    """Return in words how far somebody is ahead or behind."""
    return words("review.ahead" if lead > 0 else "review.behind", points=abs(lead)) if lead else words("review.even")


def contrasted(decision: Decision) -> Decision:
    """Return a decision as it is shown: a good turn beside the usual one, any other beside the better one."""
    gain = decision.gain
    if gain is None:
        return decision
    return replace(decision, better=gain.usual, better_actions=gain.usual_actions, reason=gain.reason)


def turn_numbers(live_table: LiveTable) -> Callable[[int], int]:
    """Return a function from the number of actions before a turn to the number of the turn in the log."""
    ends = turn_log.turn_ends(live_table.table)
    return lambda answers: bisect(ends, answers) + 1


def next_after(lessons: Sequence[Decision], done: set[int], shown: Decision) -> Decision | None:
    """Return the next turn to learn from: the first after this one that is not done, or else the first of all."""
    left = [one for one in lessons if one.answers not in done and one.answers != shown.answers]
    return next((one for one in left if one.answers > shown.answers), next(iter(left), None))


@dataclass(frozen=True)
class TurnInWords:
    """A turn and a better one in words: moves of one row, such as bids, are in `columns`."""

    played: list[str]
    better: list[str]
    columns: list[tuple[str, str, str]]  # a heading, the played move, the better one
    reason: str
    things: tuple[str, str]  # what the two are about, for the board

    def line(self, which: int) -> str:
        """Return one of them as one line: 1 is the played turn, 2 the better one."""
        row = ", ".join(f"{column[0]} {column[which]}" for column in self.columns)
        return "; ".join(filter(None, [row, *(self.played if which == 1 else self.better)]))


def in_words(
    live_table: LiveTable, decision: Decision, words: Words, tried: Sequence[int] = (), hearer: int = DEALER
) -> TurnInWords:
    """Return a decision in words; with the guest's attempt in place of the played turn."""
    played = tried or played_at(live_table, decision)
    one, other = clauses(live_table, decision, played, words), clauses(live_table, decision, decision.better_actions, words)
    columns = [(mine[0][0], mine[0][1], better[0][1]) for mine, better in zip(one, other, strict=False) if mine[0] and better[0]]
    texts = [[text for column, text in side if not (column and columns)] for side in (one, other)]
    if columns:  # equal moves are left out
        texts = [[text for text in side if text not in texts[1 - place]] for place, side in enumerate(texts)]
    things = tuple(" ".join(word for move in side for word in move.split()[1:]) for side in (decision.played, decision.better))
    return TurnInWords(texts[0], texts[1], columns, reason_of(live_table, decision, words, hearer), (things[0], things[1]))


def played_at(live_table: LiveTable, decision: Decision) -> tuple[int, ...]:
    """Return the turn that was played, as numbers."""
    position, found = live_table.table.at(decision.answers), list[int]()
    position.dealer = None
    for move in decision.played:
        found.append(next(action for action in position.actions(decision.seat) if position.write(decision.seat, action) == move))
        position.act(found[-1], decision.seat)
    return tuple(found)


def clauses(
    live_table: LiveTable, decision: Decision, actions: Sequence[int], words: Words
) -> list[tuple[tuple[str, str] | None, str]]:
    """Return for each action of a turn its place in a row, if it is one of a row, and the text of its button."""
    position, notation, found = live_table.table.at(decision.answers), live_table.table.game.notation, []
    position.dealer = None
    for action in actions:
        about = position.box, position.fields, decision.seat, action
        found.append((notation.column(*about), str(notation.say(*about, words))))
        position.act(action, decision.seat)
    return found


def reason_of(live_table: LiveTable, decision: Decision, words: Words, hearer: int) -> str:
    """Return in one sentence why the better turn is better; "" where nothing certain was lost."""
    if decision.reason is None:
        return ""
    names = table_bots.names(live_table.seats, words)
    why = say(decision.reason, live_table.table.position.box, words, names, hearer)
    return why or unexplained(decision.reason, words)


def board_at(request: Request, site: Site, guest: Guest, live_table: LiveTable, decision: Decision, words: Words) -> Markup:
    """Return the board before a turn, as its seat saw it."""
    scene = scene_at(live_table, decision.seat, words, decision.answers)
    context = page_context(scene, 1) | preview_context(scene, {}) | watch_context(scene, None)
    context |= advice_context(scene, [], Advice(), {})
    context |= {"look": "?", "my_seats": [], "embedded": True, "guest": guest, "lang": guest.language, "here": request.url.path}
    context |= {"csrf": guest.csrf, "community": site.community, "problem": "", "coach": None, "practice": None}
    if scene.game.page:
        context |= {"page": scene.game.page.page(scene), "pieces": pieces_of(site.templates, scene.game, words)}
    return Markup(site.templates.get_template(board_of(scene.game)).render(**context))


def drawn(whole: Review, live_table: LiveTable, seat: int, words: Words) -> dict[str, object]:
    """Return the curve of chances, the luckiest and unluckiest deals of a seat in words, and the parts of its result."""
    teller = Narrator(live_table.table, DEALER, words, table_bots.names(live_table.seats, words))
    mine = whole.seats[seat]
    balances = [
        charts.balance(steps(mine.wins, 100, "%", words), words("review.in-wins")),
        charts.balance(steps(mine.points, 1, "", words), words("review.in-points")),
    ]
    return {
        "chances": charts.chance_charts([(moment.answers, moment.wins) for moment in whole.curve]),
        "balances": balances,
        "parts": PARTS,
        "shares": [whole_parts(one.wins, 100) for one in whole.seats],
        "points": [whole_parts(one.points, 1) for one in whole.seats],
        "deals": [
            (which, deal, "; ".join(clause.text for clause in teller.clauses(teller.events(deal.answers))) or deal.move)
            for which, deal in zip(("luckiest", "unluckiest"), extremes(whole.deals, seat), strict=False)
        ],
    }


def steps(balance: Balance, scale: int, unit: str, words: Words) -> list[tuple[str, float, str]]:
    """Return the parts of a balance with their names, and in words: whole numbers that add up as the parts do."""
    return [
        (words(f"review.{part}"), scale * getattr(balance, part), whole_in(number, unit, words, part not in ("start", "result")))
        for part, number in whole_parts(balance, scale).items()
    ]


def whole_parts(balance: Balance, scale: int) -> dict[str, int]:
    """Return the known parts of a balance as whole numbers that add up to the result."""
    values = {part: scale * getattr(balance, part) for part in PARTS if getattr(balance, part) is not None}
    *_, result = values.values()
    return dict(zip(values, [*rounded([*values.values()][:-1], round(result)), round(result)], strict=True))


def rounded(values: Sequence[float], total: int) -> list[int]:
    """Return values as whole numbers with a certain sum: those are rounded the other way where that changes least.

    >>> rounded([33.4, 33.4, 33.4], 100)
    [34, 33, 33]
    """
    found = [round(value) for value in values]
    while (rest := total - sum(found)) and values:
        by = 1 if rest > 0 else -1
        place = max(range(len(values)), key=lambda one: by * (values[one] - found[one]))
        found[place] += by
    return found


def extremes(deals: Sequence[Deal], seat: int) -> list[Deal]:
    """Return the luckiest and the unluckiest deal of a seat."""
    ordered = sorted(deals, key=lambda deal: -deal.wins[seat])
    return [ordered[0], ordered[-1]] if ordered else []


def thought_context(site: Site, live_table: LiveTable, advice: Advice, answers: int, words: Words) -> dict[str, object]:
    """Return what a replay shows beside the thoughts of a strong player: how far they went, and what the review
    says of the turn."""
    decision = site.reviews.decision_at(live_table, answers) if advice.thoughts else None
    return {
        "simulations": THOUGHT.simulations,
        "reviewed": decision,
        "reviewed_better": in_words(live_table, decision, words).line(2) if decision else "",
    }


# ---------------------------------------------------------------- trying a turn again


@dataclass(frozen=True)
class PracticeStrip:
    """What a table says where a turn is tried again."""

    home: str  # the address of the review
    table_id: str  # of the game
    decision: Decision
    number: int  # of the turn, as the log counts them
    told: TurnInWords
    tried: str  # the turn that was tried, in words
    verdict: Verdict | None
    loss: float  # what it counts, as a chance to win
    in_points: bool  # it counts by the points
    is_tried: bool
    is_same: bool  # it is the turn of the game
    is_solved: bool  # the solution is shown
    next: Decision | None


def practice_context(request: Request, live_table: LiveTable, words: Words) -> PracticeStrip | None:
    """Return what a table says that is there to practise a turn."""
    task = practice.tasks.get(live_table)
    if task is None:
        return None
    here, decision = task.practice, task.decision
    turn = practice.turn_at(live_table.table, here)
    tried = task.tried.get(turn)
    told = in_words(task.played_at, decision, words, hearer=decision.seat)
    mine = in_words(task.played_at, decision, words, turn, decision.seat) if turn else told
    return PracticeStrip(
        f"/table/{here.table_id}/review?seat={here.seat}",
        here.table_id,
        decision,
        turn_numbers(task.played_at)(here.answers),
        told,
        mine.line(1) if turn else "",
        tried.verdict if tried else None,
        tried.loss if tried else 0.0,
        bool(tried and tried.in_points),
        bool(turn),
        bool(turn) and mine.line(1) == told.line(1),
        "solution" in request.query_params or (tried is not None and tried.verdict is Verdict.RIGHT),
        next_after(lessons_in(task.part.decisions), done_in(request, here.table_id), decision),
    )


def note_practice(response: Response, request: Request, strip: PracticeStrip | None) -> None:
    """Remember that a guest has found or seen the solution."""
    if strip and strip.is_solved:
        keep_done(response, request, strip.table_id, done_in(request, strip.table_id) | {strip.decision.answers})


def done_in(request: Request, table_id: str) -> set[int]:
    """Return the turns of a game that the guest has solved, seen or skipped, from the cookie: `<table>~12.40`."""
    name, _, turns = request.cookies.get(DONE, "").partition("~")
    return {int(turn) for turn in turns.split(".") if turn.isascii() and turn.isdigit()} if name == table_id else set()


def keep_done(response: Response, request: Request, table_id: str, done: set[int]) -> None:
    set_cookie(response, request, DONE, f"{table_id}~{'.'.join(map(str, sorted(done)))}")
