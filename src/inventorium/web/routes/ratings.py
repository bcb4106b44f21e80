"""The page of the ratings."""

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.game import load_game
from inventorium.core.words import Words, words_of
from inventorium.research.arena.rating import Strength
from inventorium.table.names import called
from inventorium.table.problems import SettingUp
from inventorium.web.http.sessions import Guest, guest_of
from inventorium.web.http.site import Site, site_of

router = APIRouter(include_in_schema=False)


@router.get("/ratings")
async def show_ratings(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    ranking, words = await site.live_tables.committer.ask(site.ratings.now), words_of(None, guest.language)
    pools = [
        {
            "game": load_game(pool[0]),
            "players": pool[1],
            "rows": [
                {"name": called(ranking.names[one], words), "mine": one == guest.owner, "known": known}
                for one, known in ranking.ranked(pool)
                if ranking.names[one]
            ],
        }
        for pool in sorted(ranking.pools)
    ]
    return site.page(request, guest, "ratings.html", pools=[pool for pool in pools if pool["rows"]], told=told)


async def own_ratings(site: Site, guest: Guest) -> dict[str, list[dict[str, Any]]]:
    """Return the ratings of a guest in words, by game; none, as long as a game is being compiled."""
    words, found = words_of(None, guest.language), dict[str, list[dict[str, Any]]]()
    with suppress(SettingUp):
        for (game, number), known in (await site.live_tables.committer.ask(site.ratings.now)).of(guest.owner).items():
            found.setdefault(game, []).append({"players": words(f"ratings.{number}"), **told(known, words)})
    return found


def told(known: Strength, words: Words) -> dict[str, Any]:
    """Return a rating in words: a number, with a question mark while it is provisional, and the ends of its range."""
    low, high = (round(end) for end in known.interval)
    mean = str(round(known.mean))
    return {"rating": mean if known.is_sure else words("ratings.unsure", rating=mean), "low": low, "high": high}
