"""The server answers at its own names only, and writes links that begin with its public address."""

import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from inventorium.core.errors import InventoriumError
from inventorium.web.http.hosts import LOOPBACK, Hosts, check_site, host_of, hosts_at, names_of_machine
from tests.web.browser import Visitor, serving

SITE = "https://table.example.org"


def asking(*hosts: str, server: tuple[str, int] | None = ("127.0.0.1", 8000)) -> dict[str, Any]:
    return {"headers": [(b"host", one.encode()) for one in hosts], "server": server}


def test_which_hosts_are_known() -> None:
    alone, public = hosts_at("127.0.0.1"), hosts_at("127.0.0.1", "https://Table.example.org:8443")
    for known in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST", "[0:0::1]", "localhost."):
        assert alone.know(asking(known)), known
    for unknown in (
        "evil.example",
        "localhost.evil.example",
        "",
        "[",
        "a]b",
        "192.168.1.5",
        "evil.example:8000",
        "127.0.0.1@evil.example",
        "evil.example\\@127.0.0.1",
        "evil.example/@127.0.0.1",
    ):
        assert not alone.know(asking(unknown)), unknown
    assert public.know(asking("table.example.org")) and not alone.know(asking("table.example.org"))
    assert not alone.know(asking("localhost", "evil.example")) and alone.know(asking())


def test_a_server_everywhere_knows_every_address_of_its_machine() -> None:
    everywhere = hosts_at("0.0.0.0")
    assert set(everywhere.names) >= {*LOOPBACK, socket.gethostname().lower()} and "0.0.0.0" not in everywhere.names
    assert everywhere.know(asking("203.0.113.7:8000", server=("203.0.113.7", 8000)))  # one that the machine got later
    assert everywhere.know(asking("[2001:db8::7]", server=("2001:db8::7", 8000)))
    assert not everywhere.know(asking("203.0.113.8", server=("203.0.113.7", 8000))) and not Hosts().know(asking("x", server=None))
    assert all(host_of(f"[{one}]" if ":" in one else one) for one in names_of_machine())


def test_an_address_of_a_site_is_checked_before_the_server_starts() -> None:
    assert check_site("") == "" and check_site(SITE + "/") == SITE and check_site("http://[::1]:8000") == "http://[::1]:8000"
    for wrong in (
        "table.example.org",
        "ftp://table.example.org",
        "https://",
        SITE + "/games",
        SITE + "?x",
        "https://a@b.example",
        "https://a.example:x",
        "https://a b.example",
        "https://[",
        "https://a.example\\@b.example",
    ):
        with pytest.raises(InventoriumError, match=r"expected an address without a path, such as https://table\.example\.org"):
            check_site(wrong)


def test_a_foreign_host_is_refused_in_one_line(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", site=SITE) as address, httpx.Client(base_url=address) as http:
        for path in ("/", "/metrics", "/health", "/static/table.js", "/table/x/events", "/docs/"):
            response = http.get(path, headers={"host": "evil.example"})
            assert response.status_code == 421 and "'evil.example'" in response.text and "\n" not in response.text, path
        assert http.get("/api/games", headers={"host": "evil.example"}).json()["problem"] == "unknown-host"
        for host in ("table.example.org", "localhost:99", "127.0.0.1"):
            assert http.get("/health", headers={"host": host}).status_code == 200
        german = http.get("/", headers={"host": "evil.example", "accept-language": "de"})
        assert german.text.startswith("Dieser Server ist unter 'evil.example' nicht zu erreichen.")


def test_invitations_begin_with_the_public_address(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", site=SITE) as address:
        visitor = Visitor(address)
        visitor.new_table("genies", ["me", "open"])
        assert re.search(rf'readonly value="{SITE}/join/', visitor.page) and f'data-site="{SITE}"' in visitor.page
        assert f"curl -s {SITE}/api/games" in visitor.get("/api").text
