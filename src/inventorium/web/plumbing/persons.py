"""Who has come back on which device. Only for browsers whose cookie says that somebody has: all others are not looked up."""
import time
from collections import OrderedDict

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from inventorium.store.people import People
from inventorium.web.plumbing.guests import guest_of

COOKIE = "person"
REMEMBERED, TRUST = 4_096, 30.0                     # devices, and seconds for which what was read counts


class Persons:
    """Finds the person behind a device, and notes it for `guest_of`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and any(name == b"cookie" and b"person=" in value for name, value in scope["headers"]):
            request = Request(scope)
            if request.cookies.get(COOKIE):
                scope["person"] = await self.person(scope, guest_of(request).device)
        await self.app(scope, receive, send)

    async def person(self, scope: Scope, device: str) -> str:
        holder, read = self.known.get(device, ("", 0.0))
        if time.monotonic() - read > TRUST or not holder:
            rooms = scope["app"].state.site.rooms
            holder = await rooms.keeper.ask(People(rooms.store).on_device, device) or ""
            self.known[device] = holder, time.monotonic()
            if len(self.known) > REMEMBERED:
                self.known.popitem(last=False)
        return holder
