"""Attacks on connections that never ask for anything: heads without end, silent and half requests, crowds of one address."""

import socket
import sys
import tempfile
import time
from collections.abc import Sequence

import httpx

from inventorium.web.http import connections
from inventorium.web.http.rate_limit import Limits
from tests.web.browser import serving

HEAD = b"GET /health HTTP/1.1\r\nhost: localhost\r\nx-a: "
TRAILER = b"POST /replay HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nx-a: "
UNFINISHED = {  # how a request begins that does not go on
    "nothing": b"",
    "an empty line": b"\r\n",
    "half a head": b"GET /health HTTP/1.1\r\nhost: localhost\r\nx-",
    "half a body": b"POST /replay HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n"
    b"content-length: 100\r\n\r\nrecord",
}


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def connected(address: str, beginning: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """A connection, from one of the addresses that this machine has for itself."""
    one = socket.create_connection(("127.0.0.1", port_of(address)), timeout=60, source_address=(source, 0))
    one.sendall(beginning)
    return one


def endless(address: str, beginning: bytes, most: int) -> tuple[int, bytes]:
    """Send until the server closes; return how many bytes were accepted, and the response."""
    taken, piece, one = 0, b"a" * 100_000, connected(address, beginning)
    try:
        while taken < most:
            taken += one.send(piece)
    except OSError:
        pass
    return taken, answer(one)


def answer(one: socket.socket) -> bytes:
    """All that is sent until the other side closes."""
    found = b""
    try:
        while more := one.recv(65_536):
            found += more
    except OSError:
        pass
    return found


def still_open(crowd: Sequence[socket.socket]) -> list[socket.socket]:
    return [one for one in crowd if is_open(one)]


def is_open(one: socket.socket) -> bool:
    """Return whether the other side has not closed the connection. Data sent meanwhile is discarded."""
    one.setblocking(False)
    try:
        while one.recv(65_536):
            pass
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False


# ---------------------------------------------------------------- the long form


def attack() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/tables.db", Limits()) as address:
        held = [attack_heads(address), *(attack_patience(address, name) for name in UNFINISHED), attack_in_crowds(address)]
    sys.exit(0 if all(held) else "an attack did what it should not")


def attack_heads(address: str) -> bool:
    """200 MB of headers, and of trailers, while another client opens a page."""
    taken = [endless(address, beginning, 200_000_000)[0] for beginning in (HEAD, TRAILER)]
    print(f"heads without end: {taken[0]:,} bytes taken, after a body {taken[1]:,}; others wait {waiting(address):.0f} ms")
    return max(taken) < 10_000_000


def attack_patience(address: str, name: str, size: int = 500) -> bool:
    """Many requests that do not go on: after a while they are all closed."""
    crowd = [connected(address, UNFINISHED[name]) for _ in range(size)]
    patience = max(connections.HEAD_PATIENCE, connections.BODY_PATIENCE if "body" in name else 0)
    wait, end = waiting(address), time.monotonic() + patience + 5
    while still_open(crowd) and time.monotonic() < end:
        time.sleep(0.5)
    left = len(still_open(crowd))
    print(f"{size} connections with {name}: others wait {wait:.0f} ms; {left} are open after {patience:.0f} s", flush=True)
    for one in crowd:
        one.close()
    return not left


def attack_in_crowds(address: str, size: int = 1_000) -> bool:
    """As many connections as one address gets; another address gets some too."""
    most = Limits().connections_per_address
    crowd = [connected(address, source="127.0.0.2") for _ in range(size)]
    time.sleep(1)
    left, other = len(still_open(crowd)), connected(address, source="127.0.0.3")
    print(f"{size} connections of one address: {left} are open; another address is {'let in' if is_open(other) else 'refused'}")
    for one in (*crowd, other):
        one.close()
    return left <= most


def waiting(address: str) -> float:
    """Return how many milliseconds a client at another address waits."""
    began = time.monotonic()
    assert httpx.get(f"{address}/health", headers={"x-forwarded-for": "192.0.2.1"}, timeout=60).status_code == 200
    return 1000 * (time.monotonic() - began)
