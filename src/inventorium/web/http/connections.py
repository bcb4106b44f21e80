"""Limits of a connection before its first request: bytes, seconds, and connections per address.

uvicorn has no setting for these. Its parser gathers the head of a request without limit, in time that grows with the square
of its size, and waits forever for the rest of a head or of a body.
"""

import contextlib
import math
from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from inventorium.web.http.sessions import subnet_of

LARGEST_HEAD = 64 * 1024  # bytes
HEAD_PATIENCE, BODY_PATIENCE = 10.0, 30.0  # seconds
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
EVERYBODY = ("0.0.0.0/0", "::/0")


class Watch:
    """All connections of a server."""

    def __init__(self, most: int, proxies: str | Iterable[str]) -> None:
        self.most = most  # of one address
        self.proxies = networks(proxies)
        self.open: set[Connection] = set()
        self.count: Counter[str] = Counter()  # by address

    def admit(self, connection: "Connection") -> bool:
        self.open.add(connection)
        self.count[connection.address] += 1
        return self.count[connection.address] <= self.most or self.is_proxy(connection)

    def forget(self, connection: "Connection") -> None:
        self.open.discard(connection)
        self.count[connection.address] -= 1
        if not self.count[connection.address]:
            del self.count[connection.address]

    def is_proxy(self, connection: "Connection") -> bool:
        """Return whether many guests come through it: then only its forwarded headers count."""
        if connection.client is None:
            return True
        address = ip_address(connection.client[0].partition("%")[0])
        return any(address in network for network in self.proxies)

    def close_overdue(self, now: float) -> None:
        for connection in [one for one in self.open if one.due < now]:
            connection.transport.close()


def networks(names: str | Iterable[str]) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks that uvicorn's `forwarded_allow_ips` names; `*` is all of them."""
    found = []
    for name in names.split(",") if isinstance(names, str) else names:
        for one in EVERYBODY if name.strip() == "*" else (name.strip(),):
            with contextlib.suppress(ValueError):  # the name of a socket
                found.append(ip_network(one, strict=False))
    return found


class Config(uvicorn.Config):
    """uvicorn's settings, and the watch over its connections."""

    def __init__(self, app: Any, connections_per_address: int, **more: Any) -> None:
        super().__init__(app, http=Connection, **more)
        self.watch = Watch(connections_per_address, self.forwarded_allow_ips)


class Connection(HttpToolsProtocol):
    """uvicorn's connection, watched. Everything still does what it did there: the methods are those that the event loop calls
    (`connection_made`, `data_received`, `connection_lost`) and those that the parser calls (`on_...`)."""

    config: Config
    live_table = LARGEST_HEAD  # bytes that the parser may take before it reports something
    due = math.inf  # when the head or body being received must be complete

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.due = self.loop.time() + HEAD_PATIENCE
        self.address = subnet_of(self.client[0] if self.client else "")
        if not self.config.watch.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.watch.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.due == math.inf:
            self.due = self.loop.time() + HEAD_PATIENCE
        while data and not self.transport.is_closing():
            piece, data = data[: self.live_table], data[self.live_table :]
            self.live_table -= len(piece)
            super().data_received(piece)
            if not self.live_table:
                self.transport.write(TOO_LARGE)
                self.transport.close()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.live_table, self.due = LARGEST_HEAD, self.loop.time() + BODY_PATIENCE

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self.live_table = LARGEST_HEAD

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.live_table, self.due = LARGEST_HEAD, math.inf
