"""How a notice leaves: by web push, to a webhook, by mail. None of them waits longer than a few seconds."""
import asyncio
import http.client
import ipaddress
import json
import os
import socket
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from inventorium.core.errors import InventoriumError
from inventorium.store.outbox import DISCORD, NTFY, SLACK, Channel

PATIENCE = 10.0                                     # seconds
PORTS = (80, 443, 8080, 8443)                       # of the world; elsewhere are no webhooks
NAT64 = ipaddress.ip_network("64:ff9b::/96")
LIVES = 12 * 3600                                   # seconds for which a push service keeps a message
MOST_READ = 300                                     # bytes of an answer, to tell its owner


class Undelivered(InventoriumError):
    """It is certain that nothing arrived; the text is shown to the owner of the channel."""


class Gone(Undelivered):
    """And nothing ever will: nobody is at this address any more."""


@dataclass(frozen=True)
class Message:
    """What is told: a title, a line, where it leads, and what programs want to know."""

    title: str
    text: str
    link: str
    facts: dict[str, str | int]


@dataclass(frozen=True)
class Settings:
    """What whoever runs the server allows. `mail` is smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or smtps://..."""

    mail: str = ""
    local: bool = False                             # whether addresses of this machine and its network are allowed

    @classmethod
    def from_environment(cls) -> "Settings":
        return cls(os.environ.get("INVENTORIUM_MAIL", ""), os.environ.get("INVENTORIUM_WEBHOOKS") == "local")


# ---------------------------------------------------------------- to an address of the web

def check_address(address: str, local: bool = False) -> None:
    """Refuse what is no address of the public web: nobody can use us to reach machines that only we can reach."""
    find(split(address, local), local)


def split(address: str, local: bool) -> SplitResult:
    try:
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Undelivered("this is no address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not address.isascii() or not address.isprintable():
        raise Undelivered("an address begins with https:// or http://")
    if parts.username or parts.password or (port not in PORTS and not local):
        raise Undelivered("an address has no password, and one of the ports " + ", ".join(map(str, PORTS)))
    return parts


def find(parts: SplitResult, local: bool) -> str:
    """Return the number of a host. It is looked up once, here: what was checked is what is connected to."""
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise Undelivered(f"there is no host {host}") from None
    if not local and not all(is_public(number) for number in found):
        raise Undelivered(f"{host} is no address of the public web")
    return found[0]


def is_public(number: str) -> bool:
    """Return whether a number belongs to the public net, and so does the one that it may stand for."""
    address = ipaddress.ip_address(number.partition("%")[0])
    inside: list[ipaddress.IPv4Address | None] = []
    if isinstance(address, ipaddress.IPv6Address):
        inside = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in NAT64:
            inside.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return all(one.is_global and not one.is_multicast for one in (address, *filter(None, inside)))


def post(address: str, body: bytes, headers: dict[str, str], local: bool = False) -> None:
    """Send something. Nothing is followed elsewhere. An OSError means that nobody knows whether it arrived."""
    parts = split(address, local)
    number, host, port = find(parts, local), str(parts.hostname), parts.port
    connection: http.client.HTTPConnection
    try:
        if parts.scheme == "https":
            connection = http.client.HTTPSConnection(host, port, timeout=PATIENCE)
            line = socket.create_connection((number, port or 443), PATIENCE)
            connection.sock = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
            connection.sock = socket.create_connection((number, port or 80), PATIENCE)
    except OSError as error:
        raise Undelivered(f"{host} cannot be reached: {error.strerror or error}") from None
    try:
        connection.request("POST", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), body, headers)
        answer = connection.getresponse()
        told = answer.read(MOST_READ).decode("utf-8", "replace")
    except http.client.HTTPException as error:
        raise OSError(f"{host} answers strangely: {error!r}") from None
    finally:
        connection.close()
    if not 200 <= answer.status < 300:
        text = " ".join(f"{host} says {answer.status} {answer.reason}: {told}".split())
        raise Gone(text) if answer.status in (404, 410) else Undelivered(text)


async def to_webhook(channel: Channel, message: Message, local: bool) -> None:
    """In the form that the receiver wants. The key lets one that cares tell a repetition."""
    headers = {"content-type": "application/json", "user-agent": "Inventorium",
               "idempotency-key": "-".join(map(str, (channel.id, message.facts["table"], message.facts["number"])))}
    line = f"{message.text} {message.link}"
    if channel.kind == NTFY:
        headers |= {"content-type": "text/plain; charset=utf-8", "click": message.link}
        body = message.text.encode()
    else:
        plain = {"title": message.title, "text": message.text, "link": message.link, **message.facts}
        body = json.dumps({"content": line, "allowed_mentions": {"parse": []}} if channel.kind == DISCORD
                          else {"text": line} if channel.kind == SLACK else plain).encode()
    await asyncio.to_thread(post, channel.address, body, headers, local)


# ---------------------------------------------------------------- to a browser

def new_key() -> str:
    """Return the key by which push services know this site (VAPID), as PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


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
    from webpush import WebPush, WebPushSubscription
    payload = {"web_push": 8030, "notification": {
        "title": message.title, "body": message.text, "navigate": message.link, "app_badge": "1",
        "tag": str(message.facts["table"])}}
    subscription = WebPushSubscription.model_validate_json(channel.address)
    made = WebPush(key.encode(), public_part(key), subscriber="nobody@" + (urlsplit(channel.site).hostname or "localhost"),
                   ttl=LIVES).get(payload, subscription)
    headers = {name: str(value) for name, value in made.headers.items()} | {
        "content-type": "application/octet-stream", "topic": str(message.facts["table"]), "urgency": "high"}
    await asyncio.to_thread(post, str(subscription.endpoint), made.encrypted, headers, local)


def check_subscription(text: str, local: bool) -> str:
    """Return the subscription of a browser in its plain form."""
    from pydantic import ValidationError
    from webpush import WebPushSubscription
    try:
        subscription = WebPushSubscription.model_validate_json(text)
    except ValidationError:
        raise Undelivered("this is no subscription of a browser") from None
    check_address(str(subscription.endpoint), local)
    return subscription.model_dump_json()


# ---------------------------------------------------------------- by mail

async def by_mail(settings: Settings, to: str, subject: str, text: str, off: str) -> None:
    """Send a mail. Programs that read mail can switch it off by one click (RFC 8058)."""
    import aiosmtplib
    server = urlsplit(settings.mail)
    mail = EmailMessage()
    mail["From"] = parse_qs(server.query).get("from", [f"inventorium@{server.hostname}"])[0]
    mail["To"], mail["Subject"] = to, subject
    mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{off}>", "List-Unsubscribe=One-Click"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    tls = server.scheme == "smtps"
    try:
        await aiosmtplib.send(mail, hostname=server.hostname, port=server.port, timeout=PATIENCE, use_tls=tls,
                              username=unquote(server.username) if server.username else None,
                              password=unquote(server.password) if server.password else None)
    except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPConnectError, aiosmtplib.SMTPResponseException) as error:
        raise Undelivered(f"the mail server refused it: {error}") from None
    except aiosmtplib.SMTPException as error:
        raise OSError(str(error)) from None


def may_push() -> bool:
    """Return whether what web push needs is installed."""
    try:
        import webpush  # noqa: F401
    except ImportError:
        return False
    return True
