"""A server in a thread, and a guest who clicks through its pages without a browser."""

import atexit
import random
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

import httpx

from inventorium.server.senders import Settings
from inventorium.store.store import Store
from inventorium.web.app import make_app
from inventorium.web.http.hosts import hosts_at
from inventorium.web.http.rate_limit import Limits
from inventorium.web.server import Server, listen
from tests.patience import PATIENCE, wait_for

PLENTY = Limits(
    requests_per_second=100_000,
    requests_at_once=100_000,
    tables_per_hour=100_000,
    streams_per_address=10_000,
    tables_per_address=10**8,
    connections_per_address=10_000,
    chat_a_minute=10**9,
)


@cache
def empty_database() -> Path:
    """Return a SQLite file with all tables: going through the steps to them takes most of a server's start."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    Store(f"sqlite:///{Path(folder.name) / 'tables.db'}").close()
    return Path(folder.name) / "tables.db"


@contextmanager
def serving(
    database: str,
    limits: Limits = PLENTY,
    port: int = 0,
    patience: float = 60,
    settings: Settings | None = None,
    tell: Callable[[str], None] | None = None,
    site: str = "",
    listening: str = "127.0.0.1",
) -> Iterator[str]:
    """The address of a server that runs until the end of the block."""
    listener, file = listen("127.0.0.1", port, patience), Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and file.parent.is_dir() and not file.exists():
        shutil.copy(empty_database(), file)
    app = make_app(database, limits, settings, tell, hosts_at(listening, site))
    server = Server(app, limits)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    wait_for(lambda: server.started or not thread.is_alive())
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


class Visitor:
    """A guest with a cookie jar. `page` is the text of the last page seen."""

    def __init__(self, address: str, language: str = "en") -> None:
        self.http = httpx.Client(base_url=address, headers={"accept-language": language}, follow_redirects=True, timeout=PATIENCE)
        self.response = self.http.get("/")
        self.csrf = self.found(r'name="csrf" value="(\w+)"')

    @property
    def page(self) -> str:
        return self.response.text

    def found(self, pattern: str) -> str:
        match = re.search(pattern, self.page)
        assert match, f"{pattern} is not on the page:\n{self.page}"
        return match[1]

    def get(self, path: str, **more: object) -> httpx.Response:
        self.response = self.http.get(path, **more)  # type: ignore[arg-type]
        return self.response

    def post(self, path: str, fields: dict[str, object] | None = None, **more: object) -> httpx.Response:
        self.response = self.http.post(path, data={"csrf": self.csrf, **(fields or {})}, **more)  # type: ignore[arg-type]
        return self.response

    # ------------------------------------------------ at a table

    def new_table(self, game: str, seats: list[str], **fields: object) -> str:
        """Set up a table and return its path."""
        sitting = {f"seat.{number}": kind for number, kind in enumerate(seats)}
        response = self.post(f"/new/{game}", {"players": len(seats), **sitting, **fields})
        assert response.status_code == 200, response.text
        return response.url.path

    @property
    def number(self) -> int:
        return int(self.found(r'data-number="(\d+)"'))

    @property
    def seat(self) -> int:
        return int(self.found(r'data-seat="(-?\d+)"'))

    def actions(self) -> list[int]:
        """What may be answered, where one is asked. (One who is not may still take a sheet back, until the others are done.)"""
        if 'data-asked="yes"' not in self.page:
            return []
        return [int(action) for action in re.findall(r'name="action" value="(\d+)"', self.page)]

    def sealed_moves(self, chance: random.Random) -> dict[str, str]:
        """Return a form that is handed in as a whole, filled in at random; empty where answers are given one by one (also in
        forms that give several at once)."""
        fields: dict[str, list[str]] = {}
        if self.actions():
            return {}
        for tag in re.findall(r'<input[^>]+name="move\.[^>]+>', self.page):
            name, kind, most, value = (
                found[1] if (found := re.search(rf'{key}="([^"]*)"', tag)) else "" for key in ("name", "type", "max", "value")
            )
            if kind == "radio":
                fields[name] = [chance.choice([value, *fields.get(name, [value])])]
            else:
                fields.setdefault(name, []).append(str(chance.randint(0, int(most))) if most else value)
        return {name: " ".join(values) for name, values in fields.items()}

    def answer(self, path: str, action: int, **changes: object) -> httpx.Response:
        fields: dict[str, object] = {"number": self.number, "seat": self.seat, "action": action}
        return self.post(f"{path}/answer", fields | changes)

    def refused(self, path: str, **moves: object) -> httpx.Response:
        """Send what the rules refuse at the number of the page; where others have answered meanwhile, as bots do who write at the
        same time, the page is out of date: look again."""

        def is_refused() -> bool:
            self.get(path)
            return self.post(f"{path}/answer", {"seat": self.seat, "number": self.number, **moves}).status_code != 409

        wait_for(is_refused)
        return self.response

    def wait_for_turn(self, path: str) -> list[int]:
        """Wait until one is asked, or the game is over; return the answers open."""
        wait_for(lambda: self.get(path) and (self.actions() or 'name="move.' in self.page or 'id="result-heading"' in self.page))
        return self.actions()

    def links(self, pattern: str) -> list[str]:
        return [urljoin(str(self.response.url), link) for link in re.findall(pattern, self.page)]
