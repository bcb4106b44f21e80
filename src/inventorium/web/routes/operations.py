"""For those who run the server: is it alive, is it ready, what does it do."""
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import PlainTextResponse, Response

from inventorium.core import library
from inventorium.table.problems import Refused
from inventorium.web.plumbing.guests import guest_of
from inventorium.web.plumbing.site import site_of

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> Response:
    """The process is alive."""
    return PlainTextResponse("alive\n")


@router.get("/ready")
async def ready(request: Request) -> Response:
    """The database answers too, and keeps what it is given; 503 if not."""
    rooms = site_of(request).rooms
    await rooms.keeper.ask(rooms.store.last_numbers, [])
    await rooms.keeper.check_writing()
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For Prometheus on the same machine; nobody else needs it."""
    if request.client is None or request.client.host not in ("127.0.0.1", "::1"):
        raise Refused("no-page")
    return Response(site_of(request).rooms.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api")
async def interface(request: Request) -> Response:
    """The HTTP interface, explained: drawn from the same description that programs read."""
    site = site_of(request)
    return site.page(request, guest_of(request), "api.html", description=request.app.openapi(), game=library.names()[0],
                     base=str(request.base_url).rstrip("/"))
