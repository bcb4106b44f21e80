"""The server of boardgame.io, and players who speak its protocol (engine.io and socket.io in a websocket)."""

import asyncio
import json
import os
import secrets
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import cast

PLAYERS = 2
SERVER = Path(__file__).with_name("boardgame_io.js")


class Server:
    def __init__(self, modules: Path, port: int, files: Path | None = None, picture: Path | None = None) -> None:
        """Everything in memory, as it comes; or kept in the files of a folder, by the storage that comes with it. With a picture
        the state of a match is as large as the table of a game of ours."""
        command = ["node", str(SERVER), str(port)]
        for option, path in (("--files", files), ("--picture", picture)):
            command += [option, str(path)] if path else []
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "NODE_PATH": str(modules), "NODE_ENV": "production"},
        )
        assert self.process.stdout is not None
        if not any("ready" in line for line in self.process.stdout):
            raise SystemExit("boardgame.io did not start")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def installed(folder: Path) -> Path | None:
    """boardgame.io in a folder of its own, fetched if it can be; nothing where there is no node or no way to get it."""
    modules = folder / "node_modules"
    if (modules / "boardgame.io").exists() and (modules / "node-persist").exists():
        return modules
    if not (shutil.which("npm") and shutil.which("node")):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text("{}")
    command = ["npm", "install", "--silent", "--no-package-lock", "boardgame.io@0.50.2", "node-persist@3"]
    done = subprocess.run(command, cwd=folder, check=False)
    return modules if done.returncode == 0 else None


class Socket(asyncio.Protocol):
    """A websocket of a player. A mask of zeros is a mask."""

    def __init__(self, table: "TheirTable", player: int) -> None:
        self.table, self.player, self.data, self.shaken = table, player, b"", False
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\n"
            b"connection: Upgrade\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )

    def send(self, text: str) -> None:
        body = text.encode()
        length = bytes((128 + len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + body)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.shaken:
            _, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            self.shaken, self.data = True, rest
        while len(self.data) >= 2:
            length, start = self.data[1], 2
            if length >= 126:
                start = 4 if length == 126 else 10
                if len(self.data) < start:
                    return
                length = int.from_bytes(self.data[2:start], "big")
            if len(self.data) < start + length:
                return
            message, self.data = self.data[start : start + length], self.data[start + length :]
            self.take(message)

    def take(self, message: bytes) -> None:
        if message.startswith(b"0"):
            self.send("40/load,")
        elif message == b"2":
            self.send("3")
        elif message.startswith(b"40/load"):
            self.send("42/load," + json.dumps(["sync", self.table.match, str(self.player), None, PLAYERS]))
        elif message.startswith(b'42/load,["sync"') and not self.synced.done():
            self.synced.set_result(None)
        elif message.startswith(b'42/load,["update"'):
            found = message.find(b'"_stateID":') + 11
            self.table.heard(self.player, int(message[found : message.find(b"}", found)]))


class TheirTable:
    """A match whose players take a card in turn. It begins when they connect, without credentials."""

    def __init__(self, match: str, port: int) -> None:
        self.match, self.port, self.moves_left = match, port, 10**6
        self.state = 0
        self.numbers = [0] * PLAYERS
        self.all_heard: asyncio.Future[None] | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self.sockets: list[Socket] = []
        for player in range(PLAYERS):
            _, socket = await loop.create_connection(partial(Socket, self, player), "127.0.0.1", self.port)
            await socket.synced
            self.sockets.append(socket)

    def close(self) -> None:
        for socket in self.sockets:
            socket.transport.close()

    def heard(self, player: int, state: int) -> None:
        self.numbers[player] = state
        if self.all_heard is not None and not self.all_heard.done() and min(self.numbers) > self.state:
            self.all_heard.set_result(None)

    async def move(self) -> None:
        player = self.state % PLAYERS
        self.all_heard = asyncio.get_running_loop().create_future()
        action = {"type": "MAKE_MOVE", "payload": {"type": "take", "args": [self.state % 6], "playerID": str(player)}}
        self.sockets[player].send("42/load," + json.dumps(["update", action, self.state, self.match, str(player)]))
        await self.all_heard
        self.state += 1
        self.moves_left -= 1


async def tables(port: int, count: int) -> list[TheirTable]:
    made = [TheirTable(secrets.token_hex(8), port) for _ in range(count)]
    for one in made:
        await one.open()
    return made
