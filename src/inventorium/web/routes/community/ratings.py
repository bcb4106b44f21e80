"""How strong people are: the page of the ratings."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.game import load_game
from inventorium.core.words import words_of
from inventorium.table.names import called
from inventorium.web.http.sessions import guest_of
from inventorium.web.http.site import site_of
from inventorium.web.routes.community.services import rating_fields, services_of

router = APIRouter(include_in_schema=False)


@router.get("/ratings")
async def show_ratings(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    ranking, words = await site.live_tables.committer.ask(services_of(site).ratings.now), words_of(None, guest.language)
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
    return site.page(request, guest, "ratings.html", pools=[pool for pool in pools if pool["rows"]], rating_fields=rating_fields)
