"""What is at the other end of a notice: a receiver of the web, a mail server, a browser with a subscription."""

import json
import socket
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.patience import PATIENCE


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Receiver:
    """A real HTTP server that takes what comes; `statuses` are what it says to the next ones, then 204."""

    got: "Queue[Request]" = field(default_factory=Queue)
    statuses: list[int] = field(default_factory=list)
    address: str = ""

    def next(self) -> Request:
        return self.got.get(timeout=PATIENCE)


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = receiver.statuses.pop(0) if receiver.statuses else 204
            self.send_response(status)
            self.send_header("content-length", "0")
            self.send_header("location", "/elsewhere")
            self.end_headers()
            receiver.got.put(Request(self.path, {key.lower(): value for key, value in self.headers.items()}, body))

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield receiver
        server.shutdown()


class Mailbox:
    """What a mail server was handed."""

    def __init__(self) -> None:
        self.got: Queue[EmailMessage] = Queue()
        self.bytes = b""  # of the last one, as they came

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.bytes = envelope.content
        self.got.put(message_from_bytes(envelope.content, policy=policy.default))
        return "250 ok"

    def next(self) -> EmailMessage:
        return self.got.get(timeout=PATIENCE)


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, str]]:
    """A real SMTP server: what it got, and its address."""
    box = Mailbox()
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    controller = Controller(box, "127.0.0.1", port)
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{port}?from=table@example.org"
    finally:
        controller.stop()


class Browser:
    """The keys of a browser that wants to be told; only it can read what arrives."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.key, self.secret = endpoint, ec.generate_private_key(ec.SECP256R1()), b"s" * 16

    @property
    def subscription(self) -> str:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {
            name: urlsafe_b64encode(value).decode().rstrip("=") for name, value in (("p256dh", public), ("auth", self.secret))
        }
        return json.dumps({"endpoint": self.endpoint, "keys": keys})

    def read(self, request: Request) -> dict[str, Any]:
        return dict(json.loads(http_ece.decrypt(request.body, private_key=self.key, auth_secret=self.secret)))
