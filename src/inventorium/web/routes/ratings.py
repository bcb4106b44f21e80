"""How strong people are: the page of the ratings."""
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.arena.rating import Strength
from inventorium.core.game import load_game
from inventorium.core.words import Words
from inventorium.web.plumbing.guests import guest_of
from inventorium.web.plumbing.site import site_of

router = APIRouter(include_in_schema=False)


@router.get("/ratings")
async def show_ratings(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    ranking = await site.rooms.keeper.ask(site.ratings.now)
    pools = [{"game": load_game(pool[0]), "players": pool[1],
              "rows": [{"name": ranking.names[one], "mine": one == guest.holder, "known": known}
                       for one, known in ranking.ranked(pool) if ranking.names[one]]} for pool in sorted(ranking.pools)]
    return site.page(request, guest, "ratings.html", pools=[pool for pool in pools if pool["rows"]], told=told)


def told(known: Strength, words: Words) -> dict[str, Any]:
    """Return a rating in words: a number, with a question mark while it is provisional, and the ends of its range."""
    low, high = (round(end) for end in known.interval)
    mean = str(round(known.mean))
    return {"rating": mean if known.is_sure else words("ratings.unsure", rating=mean), "low": low, "high": high}
