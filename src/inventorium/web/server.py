"""The process that serves: uvicorn with our app, stopped cleanly."""
import socket
import sys

import uvicorn
from fastapi import FastAPI

from inventorium.core.errors import InventoriumError
from inventorium.web.app import make_app
from inventorium.web.logs import write_logs
from inventorium.web.site import Limits

NO_LIMIT = 10**9
PATIENCE = 60                                           # seconds


class Server(uvicorn.Server):
    """On a stop, live streams end first, so that open requests can finish."""

    def __init__(self, app: FastAPI, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sockets and self.started:
            host, port = sockets[0].getsockname()[:2]
            name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host
            print(f"Inventorium: http://{name}:{port}/   (stop with Ctrl-C)", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.site.rooms.end_streams()
        await super().shutdown(sockets)


def listen(host: str, port: int, patience: float = PATIENCE) -> socket.socket:
    """The socket at which guests arrive. Who takes nothing of what we send him for so many seconds is cut off: a reader who
    never reads holds a stream, and some memory, no longer."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):             # connections inherit it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * patience))
    try:
        listener.bind((host, port))
    except OSError as error:
        raise InventoriumError(f"cannot serve at {host}:{port}: {error.strerror}; choose another --port") from None
    return listener


def serve(host: str, port: int, database: str | None, rate: float, log: str) -> None:
    """Serve until the process is stopped."""
    listener = listen(host, port)
    write_logs(log)
    app = make_app(database, limits_at(rate))
    config = uvicorn.Config(app, log_config=None, log_level="warning", access_log=False, server_header=False,
                            timeout_graceful_shutdown=10, timeout_keep_alive=75)
    print("Getting ready; after a change of the rules this takes a minute, to compile them ...", flush=True)
    sys.setswitchinterval(0.0002)                        # the thread that keeps answers gets its turn soon
    Server(app, config).run([listener])


def limits_at(rate: float) -> Limits:
    """The limits at a rate of requests; without one there are none."""
    if rate == 0:
        return Limits(NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT)
    return Limits(rate, 5 * rate)
