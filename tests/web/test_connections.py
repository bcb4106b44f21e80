"""What a connection may take before it has asked for anything."""

import contextlib
import resource
import socket
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from dev.attack.connections import HEAD, TRAILER, UNFINISHED, answer, connected, endless, still_open
from inventorium.core.errors import InventoriumError
from inventorium.store.database_url import default_url
from inventorium.web.http import connections, rate_limit
from inventorium.web.http.rate_limit import Limits
from inventorium.web.server import MOST_FILES, listen, raise_file_limit
from tests.patience import PATIENCE, wait_for
from tests.web.browser import serving

LIMIT = connections.LARGEST_HEAD


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits half a second for a head or a body."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "HEAD_PATIENCE", 0.5)
        patch.setattr(connections, "BODY_PATIENCE", 0.5)
        with serving(f"sqlite:///{tmp_path_factory.mktemp('store') / 'x.db'}") as address:
            yield address


# ---------------------------------------------------------------- bytes


@pytest.mark.parametrize(
    "beginning",
    [HEAD, b"GET /", b"GET /health HTTP/1.1\r\n" + b"x-a: b\r\n" * 7_000],
    ids=["a header", "the path", "many headers"],
)
def test_a_head_has_a_limit(address: str, beginning: bytes) -> None:
    one = connected(address, beginning)
    one.sendall(b"a" * (LIMIT + 1_000 - len(beginning)))
    assert answer(one).startswith(b"HTTP/1.1 431 "), "and then the connection is closed"


@pytest.mark.parametrize("beginning", [HEAD, TRAILER], ids=["head", "trailer"])
def test_a_head_without_end_is_cut_off(address: str, beginning: bytes) -> None:
    """Also one that comes after a body."""
    taken, _ = endless(address, beginning, 50_000_000)
    assert taken < 50_000_000
    assert httpx.get(f"{address}/health").status_code == 200


def test_a_large_head_is_read(address: str) -> None:
    one = connected(address, HEAD)
    one.sendall(b"a" * (LIMIT - 1_000) + b"\r\nconnection: close\r\n\r\n")
    assert answer(one).startswith(b"HTTP/1.1 200 ")


def test_what_follows_a_large_body_is_read(address: str) -> None:
    """One request after the other without waiting, with bodies larger than a head may be."""
    form = (
        b"POST /replay HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n"
        b"content-length: 200000\r\n\r\n" + b"a" * 200_000
    )
    one = connected(address, form + form + HEAD + b"a\r\nconnection: close\r\n\r\n")
    found = answer(one)
    assert found.count(b"HTTP/1.1 403 ") == 2 and found.count(b"HTTP/1.1 200 ") == 1, found[:200]


def test_headers_are_counted(address: str) -> None:
    many = [("x-a", "b")] * (rate_limit.MOST_HEADERS + 1)
    assert httpx.get(f"{address}/health", headers=many).status_code == 431
    assert httpx.get(f"{address}/api/games", headers=many).json()["problem"] == "input"
    assert httpx.get(f"{address}/health", headers=many[:50]).status_code == 200


# ---------------------------------------------------------------- seconds


@pytest.mark.parametrize("name", UNFINISHED)
def test_who_does_not_go_on_is_cut_off(impatient: str, name: str) -> None:
    crowd = [connected(impatient, UNFINISHED[name]) for _ in range(20)]
    wait_for(lambda: is_served(impatient))
    wait_for(lambda: not still_open(crowd))


def all_are_closed(crowd: list[socket.socket]) -> bool:
    return not still_open(crowd)


def is_served(address: str) -> bool:
    """Whether somebody else gets an answer; where all is slow, half a second may be over before the head is read."""
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{address}/health").status_code == 200
    return False


def test_a_trickle_does_not_count_as_going_on(impatient: str) -> None:
    head, body = connected(impatient, UNFINISHED["half a head"]), connected(impatient, UNFINISHED["half a body"])

    def both_are_closed() -> bool:
        for one in still_open([head, body]):
            one.send(b"a")
        return not still_open([head, body])

    wait_for(both_are_closed)


def test_who_waits_between_two_requests_may(impatient: str) -> None:
    """Also a stream is not cut off."""
    with pytest.MonkeyPatch.context() as patch, httpx.Client(base_url=impatient) as client:
        for name in ("HEAD_PATIENCE", "BODY_PATIENCE"):  # what comes whole may come slowly on a busy machine
            patch.setattr(connections, name, PATIENCE)
        table = client.post("/api/tables", json={"game": "legendary-inventors", "seats": ["me", "me"]}).json()["table"]
        stream = connected(impatient, f"GET /table/{table}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        idle = connected(impatient, HEAD + b"\r\n\r\n")
        assert stream.recv(1) and idle.recv(1)
        patch.setattr(connections, "HEAD_PATIENCE", 0.5)
        for _ in range(2):  # others who come later and do not go on have been cut off
            later = [connected(impatient, UNFINISHED["half a head"])]
            wait_for(partial(all_are_closed, later))
        assert len(still_open([stream, idle])) == 2
        idle.setblocking(True)
        idle.sendall(HEAD + b"\r\nconnection: close\r\n\r\n")
        assert answer(idle).startswith(b"HTTP/1.1 200 ")


def test_somebody_who_leaves_in_the_middle_is_no_mistake_of_ours(address: str) -> None:
    connected(address, UNFINISHED["half a body"]).close()
    wait_for(lambda: 'responses_total{status="499"} 1.0' in httpx.get(f"{address}/metrics").text)
    assert 'status="500"' not in httpx.get(f"{address}/metrics").text


# ---------------------------------------------------------------- how many


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", Limits(connections_per_address=5)) as address:
        crowd = [connected(address, source="127.0.0.2") for _ in range(8)]
        wait_for(lambda: len(still_open(crowd)) == 5)
        others = [connected(address, source="127.0.0.3") for _ in range(5)]
        proxy = [connected(address) for _ in range(8)]  # whose guests are counted one by one
        assert httpx.get(f"{address}/health").status_code == 200
        assert len(still_open(others)) == 5 and len(still_open(proxy)) == 8
        for one in crowd:
            one.close()
        wait_for(lambda: bool(still_open([connected(address, source="127.0.0.2")])))


def test_those_who_are_believed_about_addresses() -> None:
    assert [str(one) for one in connections.networks("127.0.0.1, 10.0.0.0/8,::1,/run/socket")] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
    ]
    assert len(connections.networks("*")) == 2 and connections.networks(["192.0.2.1"])


def test_the_limit_of_open_files_is_raised() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(MOST_FILES, before[1] % (1 << 63))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# ---------------------------------------------------------------- around it


def test_nobody_else_may_read_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = Path(default_url().removeprefix("sqlite:///")).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_an_empty_host_is_not_every_host() -> None:
    with pytest.raises(InventoriumError, match=r"0\.0\.0\.0"):
        listen("", 0)
