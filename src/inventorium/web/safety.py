"""What stands between the world and the pages: limits, and headers that forbid a browser everything we do not need."""
import re
import time
from collections import OrderedDict
from ipaddress import ip_network
from typing import Any

from fastapi import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 256 * 1024
TOO_LARGE = f"a body has at most {LARGEST_BODY} bytes"
POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"))
HEADERS = [(name.encode(), value.encode()) for name, value in {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",                # with "no-referrer" browsers hide where a form of ours comes from
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}.items()]

# What is not shown as a page needs fewer, and is sent thousands of times a second.
SHORT = [(name, value) for name, value in HEADERS
         if name in (b"x-content-type-options", b"cross-origin-resource-policy", b"cache-control")]
NO_PAGES = (b"application/json", b"text/event-stream; charset=utf-8")

STAY_SECURE = (b"strict-transport-security", b"max-age=31536000")
SETS_UP = re.compile(r"/(new|play)/[^/]+|/api/tables|/table/[^/]+/(rematch|play-on)|/replay")


class Buckets:
    """So many requests a second for each key, and some at once."""

    def __init__(self, per_second: float, at_once: float, most_keys: int = 10_000) -> None:
        self.per_second, self.at_once, self.most_keys = per_second, at_once, most_keys
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, cost: float = 1.0) -> bool:
        now = time.monotonic()
        level, then = self.levels.pop(key, (self.at_once, now))
        level = min(self.at_once, level + (now - then) * self.per_second)
        allowed = level >= cost
        self.levels[key] = (level - cost if allowed else level, now)
        if len(self.levels) > self.most_keys:
            self.levels.popitem(last=False)
        return allowed


class Safety:
    """Limits the size of bodies and the rate of requests, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, rate: float, at_once: float, tables: float) -> None:
        self.app, self.requests, self.tables = app, Buckets(rate, at_once), Buckets(tables / 3600, max(1.0, tables / 6))

    def allows(self, scope: Scope) -> bool:
        """Setting up tables has a limit of its own: a new cookie makes a new guest, but not a new address."""
        key, sets_up = sender(scope), scope["method"] == "POST" and SETS_UP.fullmatch(scope["path"])
        return self.requests.allows(key) and (not sets_up or self.tables.allows(key))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        send_safely = with_headers(send, scope["scheme"] == "https")
        if not scope["path"].startswith("/static/") and not self.allows(scope):
            await PlainTextResponse("too many requests", 429, {"retry-after": "2"})(scope, receive, send_safely)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and (len(announced) > 9 or int(announced) > LARGEST_BODY):
            await PlainTextResponse(TOO_LARGE, 413)(scope, receive, send_safely)
            return
        await self.app(scope, limited(receive), send_safely)


def sender(scope: Scope) -> str:
    """Who asks, as far as limits go: an address, or the whole network that somebody with IPv6 usually has to himself."""
    address = scope["client"][0] if scope.get("client") else ""
    if ":" not in address:
        return str(address)
    try:
        return str(ip_network(f"{address.partition('%')[0]}/64", strict=False))
    except ValueError:
        return str(address)


def with_headers(send: Send, is_secure: bool = False) -> Send:
    """`send`, with the headers that every answer has, unless it brings its own."""
    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = dict(message["headers"])
            ours = SHORT if given.get(b"content-type") in NO_PAGES else HEADERS
            message["headers"] = [*message["headers"], *(header for header in ours if header[0] not in given),
                                  *([STAY_SECURE] if is_secure else [])]
        await send(message)
    return send_safely


def limited(receive: Receive) -> Receive:
    """`receive`, but not more than the largest body, whatever was announced."""
    size = 0

    async def receive_some() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            raise HTTPException(413, TOO_LARGE)
        return message
    return receive_some
