"""Finds the identity that a device is signed in to, at every request: signing out works at once in all processes."""

import time
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inventorium.core.words import words_of
from inventorium.store.identities import HOUR, Identities, SignedIn
from inventorium.store.store import Unavailable
from inventorium.web.http.rate_limit import refusal
from inventorium.web.http.sessions import COOKIE, OF_A_PERSON, device_name, forget_cookies, guest_of
from inventorium.web.render.icons import STATIC


class Persons:
    """Finds the person behind a device, and notes it for `guest_of`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] == "http"
            and not scope["path"].startswith(STATIC)
            and any(name == b"cookie" and b"person=" in value for name, value in scope["headers"])
        ):
            request = Request(scope)
            if request.cookies.get(COOKIE):
                try:
                    scope["person"] = await signed_in(request)
                except Unavailable:
                    words = words_of(None, guest_of(request).language)
                    await refusal(scope, "unavailable", words("problems.unavailable"), 503)(scope, receive, send)
                    return
                if scope["person"] is None:
                    send = forgetting(send)
        if (person := scope.get("person")) and scope["method"] == "POST":
            async with scope["app"].state.site.writing.by(person.owner):
                await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)


async def signed_in(request: Request) -> SignedIn | None:
    """Return who is signed in on the device that asks."""
    live_tables, device = request.scope["app"].state.site.live_tables, guest_of(request).device
    people = Identities(live_tables.store)
    found: SignedIn | None = await live_tables.committer.ask(people.on_device, device)
    if found and time.time() - found.used > HOUR:
        with suppress(Unavailable):  # it only records the last visit
            await live_tables.committer.write(people.was_here, device, device_name(request))
    return found


def forgetting(send: Send) -> Send:
    """`send`, for a device that was signed out elsewhere: it forgets whose it was, but for cookies that it is just given."""
    left = Response()
    forget_cookies(left, OF_A_PERSON)

    async def send_and_forget(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {value.partition(b"=")[0] for name, value in message["headers"] if name == b"set-cookie"}
            message["headers"] = [
                *message["headers"],
                *(
                    (name, value)
                    for name, value in left.raw_headers
                    if name == b"clear-site-data" or (name == b"set-cookie" and value.partition(b"=")[0] not in given)
                ),
            ]
        await send(message)

    return send_and_forget
