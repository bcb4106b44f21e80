"""Opens the table in the browser of the user who started the server."""

import os
import socket
import sys
import threading
import time
import webbrowser

HOST, USUAL_PORT = "127.0.0.1", 8000
PATIENCE, PAUSE = 600, 0.2  # seconds: until the server answers at the latest, and between two tries


def free_port() -> int:
    """Return the usual port, or any other if that is taken."""
    for port in (USUAL_PORT, 0):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, sys.platform != "win32")
            try:
                trial.bind((HOST, port))
            except OSError:
                continue
            return int(trial.getsockname()[1])
    return USUAL_PORT  # the server's own error message says what is wrong


def open_when_ready(port: int) -> None:
    """Open the browser as soon as the server answers. Without a desktop, the printed address has to do: a browser for terminals
    would take the terminal away."""
    if has_desktop():
        threading.Thread(target=open_soon, args=(port,), daemon=True).start()


def has_desktop() -> bool:
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def open_soon(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(PAUSE)
        else:
            webbrowser.open(f"http://localhost:{port}/")
            return
