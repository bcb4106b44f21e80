"""Rate limits, and security headers."""

import math
import re
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from fastapi import HTTPException
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inventorium.core.errors import shown
from inventorium.core.words import words_of
from inventorium.store.counts import seconds_to_wait
from inventorium.store.store import Unavailable
from inventorium.web.http.hosts import Hosts
from inventorium.web.http.sessions import client_of, guest_of

LARGEST_BODY = 256 * 1024
TOO_LARGE = f"a body has at most {LARGEST_BODY} bytes"
MOST_HEADERS = 100  # each of them is read many times
TOO_MANY_HEADERS = f"a request has at most {MOST_HEADERS} headers"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",  # with "no-referrer" browsers hide where a form of ours comes from
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    }.items()
]

# Responses that are no pages need fewer, and are sent thousands of times a second.
SHORT = [
    (name, value)
    for name, value in HEADERS
    if name in (b"x-content-type-options", b"cross-origin-resource-policy", b"cache-control")
]
NO_PAGES = (b"application/json", b"text/event-stream; charset=utf-8")

STAY_SECURE = (b"strict-transport-security", b"max-age=31536000")
NO_LIMIT = 10**9
SETS_UP = re.compile(
    r"/(new|play)/[^/]+|/api/tables|/table/[^/]+/(rematch|play-on|what-if|avoid|report)|/replay"
    r"|/(notifications|identity)/[\w-]+|/cups|/cup/[^/]+/join|/lobby|/lobby/[^/]+/join|/clubs|/club/[^/]+/[^/]+"
)

# The cost of a table's page with one of these parameters, measured in ordinary pages.
COSTS = {"think": 30, "hint": 10, "because": 5, "log": 3, "at": 3}
TABLE = re.compile(r"/table/[^/]+")


@dataclass
class Limits:
    """How much one guest or one address may ask of us."""

    requests_per_second: float = 60
    requests_at_once: float = 300
    tables_per_hour: int = 60
    streams_per_address: int = 60
    tables_per_address: float = 600  # an hour; a sixth of them at once
    connections_per_address: int = 200
    chat_a_minute: int = 10  # lines of a person at a table


class Buckets:
    """A rate per second for each key, and a burst allowance (token buckets)."""

    def __init__(self, per_second: float, at_once: float, most_keys: int = 10_000) -> None:
        self.per_second, self.at_once, self.most_keys = per_second, at_once, most_keys
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take the cost out of the bucket of a key; return 0, or the seconds until there is enough in it."""
        now = time.monotonic()
        level, then = self.levels.pop(key, (self.at_once, now))
        level = min(self.at_once, level + (now - then) * self.per_second)
        missing = min(cost, self.at_once) - level
        self.levels[key] = (level if missing > 0 else max(0.0, level - cost), now)
        if len(self.levels) > self.most_keys:
            self.levels.popitem(last=False)
        return max(0.0, missing / self.per_second)


class Heads:
    """Handles HEAD as GET without the body, which is how monitors and load balancers ask."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body"})

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self.app({**scope, "method": "GET"}, receive, send_head)
        else:
            await self.app(scope, receive, send)


class Safety:
    """Limits the size of requests and their rate, refuses those for another host, and adds the headers of every response."""

    def __init__(self, app: ASGIApp, rate: float, at_once: float, tables: float, hosts: Hosts) -> None:
        self.app, self.hosts, self.most_tables = app, hosts, tables
        self.requests, self.tables = Buckets(rate, at_once), Buckets(tables / 3600, max(1.0, tables / 6))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send_safely = with_headers(send, scope["scheme"] == "https")
        if refused := self.refused(scope):
            await refused(scope, receive, send_safely)
        elif seconds := await self.seconds_for_all(scope):
            await too_many(scope, seconds)(scope, receive, send_safely)
        else:
            await self.app(scope, limited(receive), send_safely)

    def refused(self, scope: Scope) -> Response | None:
        """Return the response to a request beyond the limits."""
        if seconds := self.seconds_to_wait(scope):
            return too_many(scope, seconds)
        if len(scope["headers"]) > MOST_HEADERS:
            return refusal(scope, "input", TOO_MANY_HEADERS, 431)
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and (len(announced) > 9 or int(announced) > LARGEST_BODY):
            return refusal(scope, "input", TOO_LARGE, 413)
        if not self.hosts.know(scope):
            words = words_of(None, guest_of(Request(scope)).language)
            asked = Request(scope).headers.get("host", "")
            return refusal(scope, "unknown-host", words("problems.unknown-host", host=shown(asked)), 421)
        return None

    def seconds_to_wait(self, scope: Scope) -> float:
        """Setting up tables has a limit of its own: a new cookie makes a new guest, but not a new address."""
        key = client_of(scope)
        return self.requests.take(key, cost_of(scope)) or (self.tables.take(key) if sets_up(scope) else 0.0)

    async def seconds_for_all(self, scope: Scope) -> int:
        """Return how long an address must wait that created too much within an hour, in all processes together."""
        if not sets_up(scope) or self.most_tables >= NO_LIMIT:
            return 0
        live_tables = scope["app"].state.site.live_tables
        with suppress(Unavailable):  # the route itself will report it
            return int(
                await live_tables.committer.write(
                    seconds_to_wait, live_tables.store, "sets up", client_of(scope), int(self.most_tables)
                )
            )
        return 0


def sets_up(scope: Scope) -> bool:
    return scope["method"] == "POST" and SETS_UP.fullmatch(scope["path"]) is not None


def cost_of(scope: Scope) -> float:
    """Return what a request costs us, measured in ordinary pages."""
    if not scope["query_string"] or not TABLE.fullmatch(scope["path"]):
        return 1
    return max(COSTS.get(key, 1) for key in ("", *QueryParams(scope["query_string"])))


def too_many(scope: Scope, seconds: float) -> Response:
    wait = max(1, math.ceil(seconds))
    words = words_of(None, guest_of(Request(scope)).language)
    return refusal(scope, "too-many-requests", words("problems.too-many-requests", seconds=wait), 429, wait)


def refusal(
    scope: Scope, problem: str, text: str, status: int, seconds: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """A refusal in few words: JSON for programs, plain text for people. `seconds`, where it helps to wait."""
    headers = {**(headers or {}), **retry_after(seconds)}
    if is_for_programs(scope):
        return JSONResponse({"problem": problem, "text": text} | ({"seconds": seconds} if seconds else {}), status, headers)
    return PlainTextResponse(text, status, headers)


def is_for_programs(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/api/")


def retry_after(seconds: int | None) -> dict[str, str]:
    return {"retry-after": str(seconds)} if seconds else {}


def with_headers(send: Send, is_secure: bool = False) -> Send:
    """Return `send`, with the headers of every response, unless it has its own."""

    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = dict(message["headers"])
            ours = SHORT if given.get(b"content-type") in NO_PAGES else HEADERS
            message["headers"] = [
                *message["headers"],
                *(header for header in ours if header[0] not in given),
                *([STAY_SECURE] if is_secure else []),
            ]
        await send(message)

    return send_safely


def limited(receive: Receive) -> Receive:
    """`receive`, but not more than the largest body, whatever was announced."""
    size = 0

    async def receive_some() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            raise HTTPException(413, TOO_LARGE)
        return message

    return receive_some
