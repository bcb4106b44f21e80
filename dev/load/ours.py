"""Our server, and players who use its HTTP interface. Their games are generated before, so the players need no time to think."""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
import urllib.request
from functools import partial
from typing import cast
from urllib.error import URLError

from inventorium.store.outbox import JSON, Channel, Outbox
from inventorium.store.secrets import digest, new_id, new_secret
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.clocks import Clock
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table

GAME, PLAYERS = "legendary-inventors", 2
LATER = 3_600.0  # seconds after which notices are due: not while we measure


class Server:
    def __init__(self, database: str, port: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inventorium", "serve", "--port", str(port), "--database", database, "--rate", "0"],
            stdout=subprocess.DEVNULL,
            env=os.environ,
        )
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/ready")
                return
            except URLError:
                if self.process.poll() is not None:
                    raise SystemExit("our server did not start") from None
                time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Script:
    """A game played at random in advance: the seat and action at each entry number, and the number after it."""

    def __init__(self, seed: str, clock: Clock | None = None) -> None:
        chance = random.Random(seed)
        self.table = table = Table.new(Setup(GAME, PLAYERS, seed=seed, clock=clock))
        self.answers: list[tuple[int, int, int, int]] = []
        while not table.over:
            seat = table.asked[0]
            action = chance.choice(table.position.actions(seat))
            after = table.play(seat, action)
            self.answers.append((table.number, seat, action, after.number))
            table = after


def picture(script: Script) -> str:
    """What a table of ours shows in the middle of a game, as JSON."""
    table = script.table
    for _, seat, action, _ in script.answers[: len(script.answers) // 2]:
        table = table.play(seat, action)
    return json.dumps(table.view(0).picture())


class Hearing(asyncio.Protocol):
    """A stream of entries, read only for their numbers."""

    def __init__(self, table: "OurTable", player: int) -> None:
        self.table, self.player, self.rest = table, player, b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if not self.open.done():
            self.open.set_result(None) if data.startswith(b"HTTP/1.1 200") else self.open.set_exception(OSError(data[:60]))
        data = self.rest + data
        found = data.rfind(b"\nid: ")
        end = data.find(b"\n", found + 5)
        if found >= 0 and end >= 0:
            self.table.heard(self.player, int(data[found + 5 : end]))
        self.rest = data[-40:]


class Asking(asyncio.Protocol):
    """A connection for one request after the other."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[bytes] | None = None
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def ask(self, request: bytes) -> "asyncio.Future[bytes]":
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.answer

    def data_received(self, data: bytes) -> None:
        self.data += data
        if self.data.endswith(b"}") and self.answer is not None and not self.answer.done():
            self.answer.set_result(self.data)
            self.data = b""


class OurTable:
    """A table whose players move as in the script, each with a stream."""

    def __init__(self, table_id: str, secret: str, script: Script, ports: list[int], watchers: int = 0) -> None:
        self.script, self.ports, self.watchers, self.place = script, ports, watchers, 0
        self.head = (
            f"POST /api/tables/{table_id}/answers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n"
            "content-type: application/json\r\ncontent-length: "
        ).encode()
        self.listen = (
            f"GET /api/tables/{table_id}/stream?seat=%d HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n\r\n"
        )
        self.numbers = [0] * (PLAYERS + watchers)
        self.wanted = 0
        self.all_heard: asyncio.Future[None] | None = None

    async def open(self) -> None:
        """Players and watchers sit at different processes, where there are several. Watchers only listen."""
        loop = asyncio.get_running_loop()
        self.asking: list[Asking] = []
        self.ends: list[asyncio.BaseTransport] = []
        for guest in range(PLAYERS + self.watchers):
            port = self.ports[guest % len(self.ports)]
            transport, hearing = await loop.create_connection(partial(Hearing, self, guest), "127.0.0.1", port)
            transport.write((self.listen % (guest if guest < PLAYERS else -1)).encode())
            await hearing.open
            self.ends.append(transport)
            if guest < PLAYERS:
                transport, asking = await loop.create_connection(Asking, "127.0.0.1", port)
                self.asking.append(asking)
                self.ends.append(transport)

    def close(self) -> None:
        for end in self.ends:
            end.close()

    @property
    def moves_left(self) -> int:
        return len(self.script.answers) - self.place

    def heard(self, player: int, number: int) -> None:
        self.numbers[player] = number
        if self.all_heard is not None and not self.all_heard.done() and min(self.numbers) >= self.wanted:
            self.all_heard.set_result(None)

    async def move(self) -> None:
        number, seat, action, self.wanted = self.script.answers[self.place]
        body = b'{"number":%d,"seat":%d,"action":%d}' % (number, seat, action)
        self.all_heard = asyncio.get_running_loop().create_future()
        answer = await self.asking[seat].ask(self.head + b"%d\r\n\r\n" % len(body) + body)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise OSError(answer[-200:].decode())
        self.place += 1
        if min(self.numbers) < self.wanted:
            await self.all_heard


def prepare(database: str, count: int, scripts: list[Script]) -> list[tuple[str, str, Script]]:
    """Create tables in the store: their id, the secret of their seats, their game. Where there are clocks, the players also
    have notifications: every turn is queued, but nothing is sent, because delivery would go to players of an earlier rate."""
    store, made = Store(database), []
    outbox = Outbox(store)
    for number in range(count):
        script, secret, table_id = scripts[number % len(scripts)], new_secret(), new_id()
        owners = (digest(secret),) * PLAYERS
        store.create(
            TableRow(
                table_id,
                script.table.setup,
                *versions(script.table.setup),
                (Seat(PERSON, "Mira"),) * PLAYERS,
                owners,
                (None,) * PLAYERS,
                digest(secret),
            ),
            script.table,
        )
        if script.table.setup.clock:
            outbox.add(Channel(new_id(), owners[0], owners[0], JSON, "https://nobody.invalid/", "en", "", "key", delay=LATER))
        made.append((table_id, secret, script))
    store.close()
    return made


async def tables(database: str, count: int, scripts: list[Script], ports: list[int], watchers: int = 0) -> list[OurTable]:
    made = [OurTable(*one, ports, watchers) for one in await asyncio.to_thread(prepare, database, count, scripts)]
    for one in made:
        await one.open()
    return made
