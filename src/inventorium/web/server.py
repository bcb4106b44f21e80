"""The server process: uvicorn with the application, limits on connections, a clean stop."""

import asyncio
import contextlib
import gc
import socket
import sys
from dataclasses import replace
from typing import TextIO

import uvicorn
from fastapi import FastAPI

from inventorium.core.errors import InventoriumError
from inventorium.server.senders import Settings
from inventorium.web.app import make_app
from inventorium.web.http.connections import Config
from inventorium.web.http.hosts import EVERYWHERE, Hosts, check_site, hosts_at, in_url, is_loopback
from inventorium.web.http.logs import write_logs
from inventorium.web.http.rate_limit import NO_LIMIT, Limits
from inventorium.web.render.qr import qr_for_terminal

PATIENCE = 60  # seconds
MOST_FILES = 65_536  # every connection is one
TICKS = 10  # of uvicorn, in a second


class Server(uvicorn.Server):
    """On a stop, live streams end first, so that open requests can finish."""

    def __init__(self, app: FastAPI, limits: Limits) -> None:
        config = Config(
            app,
            limits.connections_per_address,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=10,
            timeout_keep_alive=75,
        )
        super().__init__(config)
        self.app, self.watch = app, config.watch

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.calming = asyncio.create_task(self.calm_down())
        if sockets and self.started:
            host, port = sockets[0].getsockname()[:2]
            print(announcement(self.app.state.site.hosts, host, port, can_draw(sys.stdout)), flush=True)

    async def calm_down(self) -> None:
        await self.app.state.site.game_compiler.finished()
        calm_collector()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self.watch.close_overdue(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.site.live_tables.end_streams()
        await super().shutdown(sockets)


def announcement(hosts: Hosts, host: str, port: int, with_code: bool) -> str:
    """Return what the terminal shows when the server is ready: its address, for you and for others, and the first address for
    others as a QR code."""
    name, others = "localhost" if host in EVERYWHERE or is_loopback(host) else in_url(host), hosts.for_others(port)
    lines = [f"Inventorium: http://{name}:{port}/   (stop with Ctrl-C)"]
    lines += [f"For others: {address}/" for address in others]
    if others and with_code:
        lines.append(qr_for_terminal(f"{others[0]}/"))
    if not others:
        lines.append(
            "For this machine only. To let others in your network open it: inventorium serve --host 0.0.0.0"
            if host not in EVERYWHERE
            else "This machine is in no network, so others cannot open it."
        )
    return "\n".join(lines)


def can_draw(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that shows blocks."""
    return stream.isatty() and (stream.encoding or "").lower().startswith("utf")


def listen(host: str, port: int, timeout: float = PATIENCE) -> socket.socket:
    """Return the socket at which guests arrive. A client that reads nothing of what we send for `timeout` seconds is cut
    off: it holds a stream, and some memory, no longer."""
    if not host:
        raise InventoriumError("--host needs an address, such as 127.0.0.1; 0.0.0.0 is all of them")
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * timeout))
    try:
        listener.bind((host, port))
        listener.listen()  # from now on no other server can take the port, although ours starts for some seconds yet
    except OSError as error:
        raise InventoriumError(f"cannot serve at {host}:{port}: {error.strerror}; choose another --port") from None
    return listener


def serve(
    host: str,
    port: int,
    database: str | None,
    rate: float,
    log: str,
    site: str = "",
    streams: int | None = None,
    tables: int | None = None,
) -> None:
    """Serve until the process is stopped."""
    hosts = hosts_at(host, check_site(site))
    listener, limits = listen(host, port), limits_at(rate, streams, tables)
    write_logs(log)
    raise_file_limit()
    sys.setswitchinterval(0.0002)  # so that the thread that commits entries runs soon
    Server(make_app(database, limits, Settings.from_environment(), log_line, hosts), limits).run([listener])


def log_line(text: str) -> None:
    """Say on the terminal how far the games are compiled."""
    print(text, flush=True)


def raise_file_limit() -> None:
    """Allow as many open files as we may have: a shell often allows only 1,024."""
    with contextlib.suppress(ImportError):  # not on Windows, which has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def calm_collector() -> None:
    """Tune the garbage collector, which stops all threads. Objects at startup stay, so they are not scanned; new ones are
    scanned often and little at a time: 50,000 objects at once take 50 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 10_000)


def limits_at(rate: float, streams: int | None = None, tables: int | None = None) -> Limits:
    """Return the limits that a host has chosen; 0 is no limit, and at a rate of 0 there is none that is not named."""
    usual = Limits(rate, 5 * rate) if rate else Limits(*[NO_LIMIT] * 7)
    if tables is not None:
        usual = replace(usual, tables_per_address=tables or NO_LIMIT)
    if streams is not None:  # every stream is a connection
        more = usual.connections_per_address - usual.streams_per_address
        usual = replace(usual, streams_per_address=streams or NO_LIMIT, connections_per_address=(streams or NO_LIMIT) + more)
    return usual
