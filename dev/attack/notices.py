"""Attacks on notices and mail: slow receivers, invalid keys, ports without an answer, a mailbox confirmed 200 times."""

import contextlib
import json
import re
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx

from inventorium.server.senders import Settings
from inventorium.store.outbox import PUSH, Channel, Outbox
from inventorium.store.secrets import digest, new_id, new_secret
from inventorium.store.store import Store
from inventorium.web.http.rate_limit import Limits
from inventorium.web.http.sessions import Guest
from tests.patience import PATIENCE, wait_for
from tests.web.browser import Visitor, serving
from tests.web.receiver import Browser, mail_server, receiving

GAME = "legendary-inventors"
TRIES, DRIPS, QUESTIONS = 20, 8, 200
PROMISED = 10.0  # seconds until a notice has arrived
SITE = "https://table.example.org"


@contextlib.contextmanager
def dripping() -> Iterator[int]:
    """Return the port of a server whose response header grows by one byte a second while the client waits."""
    over = threading.Event()

    def drip(line: socket.socket) -> None:
        with line, contextlib.suppress(OSError):
            line.sendall(b"HTTP/1.1 200 OK\r\nx-a: ")
            while not over.wait(1.0):
                line.sendall(b"a")

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=drip, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]
        over.set()
        listener.shutdown(socket.SHUT_RDWR)


def pair(address: str) -> tuple[str, list[Visitor]]:
    """Create a table for two; return its path, the player who moves first, and the other."""
    host, guest = Visitor(address), Visitor(address)
    path = host.new_table(GAME, ["me", "open"], name="Mira")
    guest.post(host.found(r'data-copy="(/join/[^"]+)"'), {"name": "Jonas"})
    people = [host, guest]
    for one in people:
        one.get(path)
    return path, sorted(people, key=lambda one: not one.actions())


def play_turn(path: str, visitor: Visitor) -> int:
    """Move until it is another seat's turn; return the number of the last entry."""
    while actions := (visitor.get(path), visitor.actions())[1]:
        assert visitor.answer(path, actions[0]).status_code == 200
    return visitor.number


def poisoned(visitor: Visitor, address: str) -> Channel:
    """A subscription whose key is no point of the curve, as the server accepted it once."""
    text = json.loads(Browser("http://127.0.0.3:9/push").subscription)
    text["keys"]["p256dh"] = "A" * 87
    owner = digest(visitor.http.cookies["guest"])
    return Channel(new_id(), owner, owner, PUSH, json.dumps(text), "en", address, new_secret(), 3.0)


def hostile_receivers(folder: Path, tries: int = TRIES) -> str:
    """One guest's receivers are slow, one's browser has no key, one's port is closed. Another guest's notice arrives all the
    same."""
    url, waits = f"sqlite:///{folder / 'notices.db'}", list[float]()
    with dripping() as drips, receiving() as receiver, serving(url, settings=Settings(local=True)) as address:
        store = Store(url)
        for _ in range(tries):
            path, (first, second) = pair(address)
            assert second.post("/notifications/webhook", {"form": "json", "address": receiver.address}).status_code == 200
            hostile = [pair(address) for _ in range(3)]
            bad = [people[1] for _, people in hostile]
            for number in range(DRIPS):  # each with a name of its own: a host takes one delivery at a time
                dripping_hook: dict[str, object] = {"form": "json", "address": f"http://127.0.1.{number + 1}:{drips}/"}
                assert bad[0].post("/notifications/webhook", dripping_hook).status_code == 200
            Outbox(store).add(poisoned(bad[1], address))
            assert bad[2].post("/notifications/webhook", {"form": "json", "address": "http://127.0.0.2:9/"}).status_code == 200
            for there, (mover, _) in hostile:
                play_turn(there, mover)
            number, began = play_turn(path, first), time.monotonic()
            said = receiver.got.get(timeout=PATIENCE).json
            waits.append(time.monotonic() - began)
            table = path.rpartition("/")[2]
            assert (said["table"], said["number"]) == (table, number) and waits[-1] < PROMISED, waits
            wait_for(partial(is_settled, store, table))
        assert receiver.got.empty(), "each came once, and none is left to come"
        store.close()
    return f"{tries} notices beside receivers that drip, have no key or are closed: each once, the last after {max(waits):.1f} s"


def is_settled(store: Store, table: str) -> bool:
    return all(one != table for _, one in Outbox(store).waiting())


def questions_to_one_mailbox(folder: Path, number: int = QUESTIONS) -> str:
    """From one address, with a new cookie each; every other one with a `Host` of its own."""
    url = f"sqlite:///{folder / 'mail.db'}"
    with (
        mail_server() as (box, mail),
        serving(url, Limits(), settings=Settings(mail), site=SITE) as address,
        httpx.Client(base_url=address) as http,
    ):
        forged, honest = Counter[int](), Counter[int]()
        for one in range(number):
            guest, is_forged = Guest(new_secret()), one % 2 == 0
            mailbox = ("victim@example.org", "Victim@example.org", f"victim+{one}@example.org")[one % 3]
            response = http.post(
                "/notifications/mail",
                data={"csrf": guest.csrf, "address": mailbox},
                headers={"cookie": f"guest={guest.secret}", **({"host": "evil.example"} if is_forged else {})},
            )
            (forged if is_forged else honest)[response.status_code] += 1
            assert not is_forged or box.got.qsize() == bool(honest[303]), "nothing is sent for another host"
        assert honest[303] == 1 == box.got.qsize() and set(forged) <= {421, 429}, (honest, forged)
        links = re.findall(r"https?://\S+", box.next().get_content())
        assert len(links) == 2 and all(link.startswith(f"{SITE}/notifications/") for link in links)
        return f"{number} requests to mail one mailbox: one mail; statuses {dict(honest)}, with a forged Host {dict(forged)}"


def attack() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for one in (hostile_receivers, questions_to_one_mailbox):
            began = time.monotonic()
            print(f"  {one(Path(folder))} ({time.monotonic() - began:.0f} s)", flush=True)
