"""Puzzles: the next one for a guest, one by its id, and what the guest has solved. docs/puzzles.md."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import bots
from inventorium.core.game import Game
from inventorium.table.problems import Refused
from inventorium.teaching.puzzle_criteria import GRADES
from inventorium.teaching.puzzles import MISSED, SOLVED, Tried, grade_for, next_for, noted, puzzles_of, table_of
from inventorium.web.http.sessions import Guest, guest_of, keep_tried
from inventorium.web.http.site import game_named, site_of
from inventorium.web.render.coach import Coach
from inventorium.web.routes.lessons import begin

router = APIRouter(include_in_schema=False)


@router.get("/puzzles/{game_name}")
async def show_puzzles(request: Request, game_name: str) -> Response:
    """How far the guest is, and a button for the next puzzle."""
    site, guest = site_of(request), guest_of(request)
    game = with_puzzles(game_name)
    return site.page(
        request,
        guest,
        "puzzles.html",
        game=game,
        words=game.words(guest.language),
        rows=progress(game, guest.tried),
        grade=grade_for(game, guest.tried),
        next=next_for(game, guest.tried, guest.owner),
    )


@router.post("/puzzles/{game_name}")
async def next_puzzle(request: Request, game_name: str) -> Response:
    """The next puzzle that fits, at a table of its own."""
    game, guest = with_puzzles(game_name), guest_of(request)
    puzzle = next_for(game, guest.tried, guest.owner)
    if puzzle is None:
        raise Refused("no-page")
    return await begin(request, table_of(game, puzzle), puzzle.seat, bots.default_level(game))


@router.post("/puzzles/{game_name}/{id}")
async def one_puzzle(request: Request, game_name: str, id: str) -> Response:
    """A certain puzzle: that of the day, or the same once more."""
    game = with_puzzles(game_name)
    puzzle = puzzles_of(game).get(id)
    if puzzle is None:
        raise Refused("no-page")
    return await begin(request, table_of(game, puzzle), puzzle.seat, bots.default_level(game))


def with_puzzles(name: str) -> Game:
    game = game_named(name)
    if not puzzles_of(game):
        raise Refused("no-page")
    return game


def progress(game: Game, tried: Tried) -> list[dict[str, object]]:
    """Return by grade how many puzzles there are, how many were tried, and how many solved."""
    return [
        {
            "grade": grade,
            "all": len(there),
            "tried": sum(id in tried for id in there),
            "solved": sum(tried.get(id) in SOLVED for id in there),
        }
        for grade in GRADES
        for there in [[one.id for one in puzzles_of(game).values() if one.grade == grade]]
    ]


def note_try(response: Response, request: Request, guest: Guest, coach: Coach | None, was_helped: bool) -> None:
    """Remember what became of a puzzle that a page shows. Who asks for help has not found the solution alone."""
    if not coach or not coach.puzzle:
        return
    if coach.tried and coach.tried.verdict:
        keep_tried(response, request, guest, coach.puzzle.id, noted(guest.tried.get(coach.puzzle.id), coach.tried.verdict))
    elif was_helped and coach.puzzle.id not in guest.tried:
        keep_tried(response, request, guest, coach.puzzle.id, MISSED)
