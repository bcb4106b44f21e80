"""The host names that the server answers to, and its public address."""

import contextlib
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import Scope

from inventorium.core.errors import InventoriumError, shown

LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
AUTHORITY = re.compile(r"(\[(?P<number>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(:[0-9]{1,5})?")
OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # nothing is sent to these examples


@dataclass(frozen=True)
class Hosts:
    """The host names and addresses at which the server answers. `site` is its public address, such as
    `https://table.example.org`: all links in mails, notices and invitations begin with it. Without one they begin with the
    address of the request."""

    names: tuple[str, ...] = LOOPBACK
    site: str = ""
    listening: str = LOOPBACK[1]

    def know(self, scope: Scope) -> bool:
        """Return whether a request asks for one of our names, or for the very address at which it arrived. A request without
        a `Host` (HTTP/1.0) asks for none."""
        asked = [host_of(value.decode("latin-1")) for name, value in scope["headers"] if name == b"host"]
        arrived = plain(scope["server"][0]) if scope.get("server") else ""
        return all(host and (host in self.names or host == arrived) for host in asked)

    def for_others(self, port: int) -> list[str]:
        """Return the addresses, without a slash at their end, at which people on other machines reach the server: the public one,
        or else those of this machine in its networks. There are none where it listens to this machine only."""
        if self.site:
            return [self.site]
        if is_loopback(self.listening):
            return []
        if self.listening not in EVERYWHERE:
            return [f"http://{in_url(self.listening)}:{port}"]
        return [f"http://{in_url(name)}:{port}" for name in self.names if is_reached_through(name, self.listening)]


def is_loopback(name: str) -> bool:
    """Return whether a name or an address means the machine itself."""
    with contextlib.suppress(ValueError):
        return ip_address(name).is_loopback
    return name == LOOPBACK[0]


def is_reached_through(name: str, listening: str) -> bool:
    """Return whether a name is an address in a network that reaches a server which listens at `0.0.0.0` or `::`."""
    with contextlib.suppress(ValueError):
        address = ip_address(name)
        return not (address.is_loopback or address.is_link_local) and (address.version == 4 or ":" in listening)
    return False


def in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def hosts_at(listening: str, site: str = "") -> Hosts:
    """Return what a server that listens at an address is called."""
    public = [urlsplit(site).hostname or ""] if site else []
    bound = [listening] if listening not in EVERYWHERE else names_of_machine()
    return Hosts(tuple(dict.fromkeys([*LOOPBACK, *map(plain, [*bound, *public])])), site, listening)


def names_of_machine() -> list[str]:
    """Return the names and addresses of this machine, as far as it knows them."""
    name, found = socket.gethostname(), []
    with contextlib.suppress(OSError):
        found = [str(one[4][0]) for one in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    return [*dict.fromkeys([*addresses_outwards(), *found]), name, *([f"{name}.local"] if "." not in name else [])]


def addresses_outwards() -> Iterator[str]:
    """The addresses from which this machine would speak to the rest of the world."""
    for family, outside in OUTSIDE.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect((outside, 80))
            yield trial.getsockname()[0]


def host_of(authority: str) -> str:
    """Return the host in `table.example.org:8000` or `[::1]:8000`, as we compare it; nothing, if this is none."""
    found = AUTHORITY.fullmatch(authority)
    return plain(found["number"] or found["name"]) if found else ""


def plain(host: str) -> str:
    """Return a name or an address in the one form in which we compare it."""
    host = host.lower().partition("%")[0].removesuffix(".")
    with contextlib.suppress(ValueError):
        return str(ip_address(host))
    return host


def check_site(site: str) -> str:
    """Return the public address of a site without a slash at its end, or refuse it."""
    try:
        parts = urlsplit(site)
        valid = (
            parts.scheme in ("https", "http") and host_of(parts.netloc) and site.rstrip("/") == f"{parts.scheme}://{parts.netloc}"
        )
    except ValueError:
        valid = False
    if site and not valid:
        raise InventoriumError(f"--site {shown(site)}: expected an address without a path, such as https://table.example.org")
    return site.rstrip("/")
