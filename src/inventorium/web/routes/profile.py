"""A page about yourself: results, what the reviews found, puzzles, lessons and achievements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import bots
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.core.words import Words, words_of
from inventorium.server.profile import IN_A_ROW, LEAST_DECISIONS, FinishedGame, games_of, mistakes, standings
from inventorium.teaching.daily_results import MOST_HELD
from inventorium.teaching.lessons import lessons_of
from inventorium.teaching.puzzles import puzzles_of, solved
from inventorium.theme import charts
from inventorium.web.http.sessions import Guest, guest_of
from inventorium.web.http.site import site_of
from inventorium.web.render.templates import whole_in

router = APIRouter(include_in_schema=False)
PAGE = "/you"
LISTED = 30  # games
DRAWN = 20  # reviewed games in the chart


@dataclass(frozen=True)
class Goal:
    """An achievement: its text, the progress, and the goal."""

    text: str
    have: int
    needed: int

    @property
    def is_reached(self) -> bool:
        return self.have >= self.needed


@router.get(PAGE)
async def show(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    ask, words = site.live_tables.committer.ask, words_of(None, guest.language)
    held = [] if guest.is_new else await ask(site.live_tables.store.held_by, guest.owner, MOST_HELD)
    played = await ask(games_of, site.achievements, guest.owner, held)
    games = [load_game(name) for name in library.names()]
    reviewed = [one for one in reversed(played) if one.review][-DRAWN:]
    kinds, lost = mistakes(played)
    return site.page(
        request,
        guest,
        "profile.html",
        words=words,
        games=games,
        title_of={game.name: game.title(guest.language) for game in games},
        played=played[:LISTED],
        standings=standings(played),
        reviewed=reviewed,
        trend=trend_chart(reviewed, words) if len(reviewed) > 1 else "",
        kinds=kinds,
        lost=lost,
        puzzles=solved(guest.tried),
        lessons=[(game, stars_at(game, guest), len(lessons_of(game))) for game in games if lessons_of(game)],
        goals=goals_of(played, games, guest, words),
        ratings=await site.community.ratings_of(guest),
        day=lambda moment: words.day(datetime.fromtimestamp(moment, UTC).date()),
    )


def trend_chart(reviewed: Sequence[FinishedGame], words: Words) -> charts.Svg:
    losses = [100 * one.review.mean_loss for one in reviewed if one.review]
    title = words("profile.trend-title", first=whole_in(losses[0], "%", words), last=whole_in(losses[-1], "%", words))
    return charts.trend(losses, title)


def stars_at(game: Game, guest: Guest) -> int:
    """Return how many lessons of a game a guest has solved."""
    return sum(f"{game.name}/{name}" in guest.stars for name in lessons_of(game))


def goals_of(played: Sequence[FinishedGame], games: Sequence[Game], guest: Guest, words: Words) -> list[Goal]:
    """Return all achievements, reached or not. A win with hints is none over the bots."""
    levels = list(dict.fromkeys(level for game in games for level in bots.levels_of(game) if level != "random"))
    won = {one.level for one in played if one.won and not one.hinted}
    found = [Goal(words("profile.goals.win", level=words(f"levels.{level}")), int(level in won), 1) for level in levels]
    clean = any(one.review.is_clean for one in played if one.review)
    found.append(Goal(words("profile.goals.clean", least=LEAST_DECISIONS), int(clean), 1))
    if any(puzzles_of(game) for game in games):
        found.append(Goal(words("profile.goals.puzzles", number=IN_A_ROW), min(solved(guest.tried).longest, IN_A_ROW), IN_A_ROW))
    return found + [
        Goal(words("profile.goals.lessons", game=game.title(guest.language)), stars_at(game, guest), len(lessons_of(game)))
        for game in games
        if lessons_of(game)
    ]
