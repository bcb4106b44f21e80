"""Sends notifications by web push, webhook or e-mail. Each delivery has one deadline for everything in it."""

import asyncio
import email.policy
import ipaddress
import json
import os
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from functools import cache
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import h11

from inventorium.core.errors import InventoriumError
from inventorium.core.words import ENGLISH, Words, words_of
from inventorium.store.outbox import DISCORD, MAILS, NTFY, PUSH, SLACK, Channel

PATIENCE = 10.0  # seconds
PORTS = (80, 443, 8080, 8443)  # of the world; elsewhere are no webhooks
UNFOLDED = email.policy.SMTP.clone(max_line_length=998, cte_type="7bit")  # mail programs do not read a folded address
LIVES = 12 * 3600  # seconds for which a push service keeps a message
MOST_READ = 300  # bytes of a reply, to show to its owner
AT_ONCE = 4096  # bytes that are read at once

# Addresses that are not of the public web. `is_global` knows most of them, and more of them in newer versions of Python.
PUBLIC_6 = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # maps to the IPv4 address in its last 32 bits
SPECIAL = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20",
        ),
    )
)

# A name whose servers do not answer blocks a thread for half a minute; it does not delay other deliveries.
registering, delivering = ThreadPoolExecutor(4, "register"), ThreadPoolExecutor(16, "look up")


class Undelivered(InventoriumError):
    """It is certain that nothing arrived; the owner of the channel is told why (`notifications.why.<key>`)."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key, self.values = key, values
        super().__init__(self.message(words_of(None, ENGLISH)))

    def message(self, words: Words) -> str:
        return words(f"notifications.why.{self.key}", **self.values)


class Gone(Undelivered):
    """And nothing ever will: the address is gone."""


@dataclass(frozen=True)
class Message:
    """A notice as sent: a title, a line, a link, and a payload for programs."""

    title: str
    text: str
    link: str
    facts: dict[str, str | int]


@dataclass(frozen=True)
class Settings:
    """What the host allows. `mail` is smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or smtps://..."""

    mail: str = ""
    local: bool = False  # whether addresses of this machine and its network are allowed

    @classmethod
    def from_environment(cls) -> "Settings":
        return cls(os.environ.get("INVENTORIUM_MAIL", ""), os.environ.get("INVENTORIUM_WEBHOOKS") == "local")


# ---------------------------------------------------------------- to an address of the web


async def check_address(address: str, local: bool = False) -> None:
    """Refuse what is no address of the public web, so that no one reaches our internal machines through us."""
    parts = split(address, local)
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().run_in_executor(registering, resolve, parts, local)
    except TimeoutError:
        raise Undelivered("no-host", host=parts.hostname) from None


def split(address: str, local: bool) -> SplitResult:
    try:
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Undelivered("no-address") from None
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or not address.isascii()
        or not address.isprintable()
        or " " in address
    ):
        raise Undelivered("beginning")
    if parts.username or parts.password or (port not in PORTS and not local):
        raise Undelivered("port", ports=[str(one) for one in PORTS])
    return parts


def resolve(parts: SplitResult, local: bool) -> str:
    """Return the IP address of a host. The address that is checked here is the one connected to."""
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise Undelivered("no-host", host=host) from None
    if not local and not all(is_public(number) for number in found):
        raise Undelivered("not-public", host=host)
    return found[0]


def is_public(number: str) -> bool:
    """Return whether a number belongs to the public net."""
    address = ipaddress.ip_address(number.partition("%")[0])
    if address in NAT64:
        address = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return (address.version == 4 or address in PUBLIC_6) and address.is_global and not any(address in one for one in SPECIAL)


async def post(address: str, body: bytes, headers: dict[str, str], local: bool = False) -> None:
    """Send a notice. Redirects are not followed. An OSError means that it may or may not have arrived."""
    parts, writer = split(address, local), None
    try:
        async with asyncio.timeout(PATIENCE):
            number = await asyncio.get_running_loop().run_in_executor(delivering, resolve, parts, local)
            reader, writer = await connect(parts, number)
            answer, reply = await exchange(parts, body, headers, reader, writer)
    except TimeoutError:
        late = Undelivered("late", host=parts.hostname, seconds=round(PATIENCE))
        raise OSError(str(late)) if writer else late from None
    finally:
        if writer:
            writer.transport.abort()  # at once: who drips would make a farewell long, too
    if not 200 <= answer.status_code < 300:
        text = " ".join(f"{answer.status_code} {answer.reason.decode('latin-1')}: {reply}".split())
        raise (Gone if answer.status_code in (404, 410) else Undelivered)("answer", host=parts.hostname, text=text)


async def connect(parts: SplitResult, number: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a number that was looked up and checked; the certificate is that of the host."""
    secure = parts.scheme == "https"
    try:
        return await asyncio.open_connection(
            number,
            parts.port or (443 if secure else 80),
            ssl=certificates() if secure else None,
            server_hostname=parts.hostname if secure else None,
        )
    except TimeoutError:
        raise
    except OSError as error:
        raise Undelivered("out-of-reach", host=parts.hostname, text=error.strerror or error) from None


@cache
def certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


async def exchange(
    parts: SplitResult, body: bytes, headers: dict[str, str], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> tuple[h11.Response, str]:
    """Send a request; return the head of the reply and, if it is a refusal, how its text begins."""
    line, answer, told = h11.Connection(h11.CLIENT), None, b""
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    request = h11.Request(
        method="POST",
        target=target,
        headers=[("host", parts.netloc), ("content-length", str(len(body))), ("connection", "close"), *headers.items()],
    )
    writer.write(b"".join(line.send(one) or b"" for one in (request, h11.Data(body), h11.EndOfMessage())))
    await writer.drain()
    try:
        while True:
            event = line.next_event()
            if event is h11.NEED_DATA:
                line.receive_data(await reader.read(AT_ONCE))
            elif isinstance(event, h11.Response):
                answer = event
            elif isinstance(event, h11.Data):
                told += event.data
            if answer and (answer.status_code < 300 or len(told) >= MOST_READ or isinstance(event, h11.EndOfMessage)):
                return answer, told[:MOST_READ].decode("utf-8", "replace")
    except h11.RemoteProtocolError as error:
        raise OSError(f"{parts.hostname} sent an invalid response: {error}") from None


def receiver(settings: Settings, channel: Channel) -> str:
    """Return the host that takes what a channel gets."""
    if channel.kind in MAILS:
        return urlsplit(settings.mail).hostname or ""
    try:
        return urlsplit(json.loads(channel.address)["endpoint"] if channel.kind == PUSH else channel.address).hostname or ""
    except (ValueError, KeyError, TypeError):
        return ""


async def to_webhook(channel: Channel, message: Message, local: bool) -> None:
    """In the form that the receiver wants. By the key a receiver can recognise a repetition."""
    headers = {
        "content-type": "application/json",
        "user-agent": "Inventorium",
        "idempotency-key": "-".join(map(str, (channel.id, message.facts["table"], message.facts["number"]))),
    }
    line = f"{message.text} {message.link}"
    if channel.kind == NTFY:
        headers |= {"content-type": "text/plain; charset=utf-8", "click": message.link}
        body = message.text.encode()
    else:
        plain = {"title": message.title, "text": message.text, "link": message.link, **message.facts}
        body = json.dumps(
            {"content": line, "allowed_mentions": {"parse": []}}
            if channel.kind == DISCORD
            else {"text": line}
            if channel.kind == SLACK
            else plain
        ).encode()
    await post(channel.address, body, headers, local)


# ---------------------------------------------------------------- to a browser


def new_key() -> str:
    """Return the key by which push services know this site (VAPID), as PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    return (
        ec.generate_private_key(ec.SECP256R1())
        .private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        .decode()
    )


def public_part(key: str) -> bytes:
    from cryptography.hazmat.primitives import serialization

    private = serialization.load_pem_private_key(key.encode(), None)
    return private.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def application_key(key: str) -> str:
    """Return what a browser wants to know of the key."""
    from cryptography.hazmat.primitives.serialization import load_pem_public_key
    from webpush.vapid import VAPID

    return VAPID.get_application_server_key(load_pem_public_key(public_part(key)))


async def to_browser(channel: Channel, message: Message, key: str, local: bool) -> None:
    """Encrypted for the browser alone. Browsers that know declarative push show it by themselves, others by our script."""
    payload = {
        "web_push": 8030,
        "notification": {
            "title": message.title,
            "body": message.text,
            "navigate": message.link,
            "app_badge": "1",
            "tag": str(message.facts["table"]),
        },
    }
    endpoint, body, headers = encrypted(channel.address, payload, key, urlsplit(channel.site).hostname or "localhost")
    headers |= {"content-type": "application/octet-stream", "topic": str(message.facts["table"]), "urgency": "high"}
    await post(endpoint, body, headers, local)


def encrypted(text: str, payload: dict[str, object], key: str, host: str) -> tuple[str, bytes, dict[str, str]]:
    """Return where a subscription wants its messages, a message that only its browser can read, and the headers for it."""
    from pydantic import ValidationError
    from webpush import WebPush, WebPushException, WebPushSubscription

    try:
        subscription = WebPushSubscription.model_validate_json(text)
        made = WebPush(key.encode(), public_part(key), subscriber=f"nobody@{host}", ttl=LIVES).get(payload, subscription)
    except (ValidationError, WebPushException, ValueError):
        raise Undelivered("no-subscription") from None
    return str(subscription.endpoint), made.encrypted, {name: str(value) for name, value in made.headers.items()}


async def check_subscription(text: str, key: str, local: bool) -> str:
    """Return the subscription of a browser in its plain form. That its keys are good shows a first message, which is not sent."""
    from webpush import WebPushSubscription

    endpoint, _, _ = encrypted(text, {}, key, "localhost")
    await check_address(endpoint, local)
    return WebPushSubscription.model_validate_json(text).model_dump_json()


# ---------------------------------------------------------------- by mail


async def by_mail(settings: Settings, to: str, subject: str, text: str, off: str) -> None:
    """Send a mail. Programs that read mail can switch it off by one click (RFC 8058)."""
    import aiosmtplib

    server = urlsplit(settings.mail)
    mail = EmailMessage(UNFOLDED)
    mail["From"] = parse_qs(server.query).get("from", [f"inventorium@{server.hostname}"])[0]
    mail["To"], mail["Subject"] = to, subject
    mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{off}>", "List-Unsubscribe=One-Click"
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=urlsplit(off).hostname)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    tls = server.scheme == "smtps"
    try:
        async with asyncio.timeout(PATIENCE):
            await aiosmtplib.send(
                mail.as_bytes(),
                sender=parseaddr(mail["From"])[1],
                recipients=[to],
                hostname=server.hostname,
                port=server.port,
                timeout=PATIENCE,
                use_tls=tls,
                username=unquote(server.username) if server.username else None,
                password=unquote(server.password) if server.password else None,
            )
    except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPConnectError, aiosmtplib.SMTPResponseException) as error:
        raise Undelivered("mail-server", text=error) from None
    except aiosmtplib.SMTPException as error:
        raise OSError(str(error)) from None


def may_push() -> bool:
    """Return whether what web push needs is installed."""
    try:
        import webpush  # noqa: F401
    except ImportError:
        return False
    return True
