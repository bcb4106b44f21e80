"""The sender of a request: a guest with a secret in a cookie, or a program with the secret of a seat.

A guest needs no account. The secret is made at the first visit; its seats decide what it may do.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_network
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from inventorium.core import library
from inventorium.core.editions import usual
from inventorium.core.game import Game
from inventorium.core.words import ENGLISH, closest, languages
from inventorium.review.decisions import CLASSES
from inventorium.server.advice_queue import Asker
from inventorium.store.secrets import digest, new_secret
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused

YEAR = 365 * 24 * 3600
COOKIE = "person"  # set when a person has signed in; it is no proof
OF_A_PERSON = (COOKIE, "name", "coach")  # cookies that a device loses that is signed out
OF_A_GUEST = ("guest", *OF_A_PERSON, "stars", "puzzles", "learned", "editions")  # all cookies, to be deleted with the data
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}  # the first that a browser names is what it is
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
PACES = ("slow", "normal", "fast", "once")  # how fast a page plays back the moves of others
DOUBTS = ("off", *CLASSES)
SECRET = re.compile(r"[A-Za-z0-9_-]{22,64}")
STARS = re.compile(r"([a-z0-9-]{1,40}/[a-z0-9-]{1,40})\.([1-3])")
TRIED = re.compile(r"([0-9a-f]{8})([rlm])")
EDITION = re.compile(r"([a-z0-9-]{1,40})\.([a-z0-9_-]{1,20})")
MOST_LESSONS, MOST_PUZZLES = 60, 300  # that are remembered: a cookie is small


@dataclass
class Guest:
    """A visitor: a secret, a name, and how they like their pages."""

    secret: str
    is_new: bool = False
    name: str = ""
    language: str = ENGLISH
    theme: str = ""  # "", "light" or "dark"
    confirm: bool = True  # ask again before a turn ends
    pace: str = "normal"  # one of PACES
    sounds: bool = False  # quiet sounds at a table
    coach: bool = True  # explanations in a guided game, and tips in first games
    doubts: str = "off"  # a warning before a turn ends that is an error of this class, or worse
    stars: dict[str, int] = field(default_factory=dict)  # of lessons: `genies/ties` to 1, 2 or 3
    tried: dict[str, str] = field(default_factory=dict)  # puzzles by id, in order: table/puzzles.py
    learned: frozenset[str] = frozenset()  # the games whose panels this guest has seen
    editions: dict[str, str] = field(default_factory=dict)  # by game: whose rulebook this guest has
    person: str = ""  # who is signed in on this device
    network: str = ""  # where the request came from, as far as limits go

    @property
    def owner(self) -> str:
        """What the store knows of the secret, or of the person who has come back on this device."""
        return self.person or self.device

    @property
    def asker(self) -> Asker:
        return Asker(self.owner, self.network)

    @property
    def device(self) -> str:
        return digest(self.secret)

    @property
    def mark(self) -> str:
        """A tag with which a browser recognises this guest's stored data; it opens nothing."""
        return hashlib.sha256(b"inventorium mark 1\n" + f"{self.secret} {self.person} {self.name}".encode()).hexdigest()[:16]

    @property
    def csrf(self) -> str:
        """The token of every form, known to our own pages only. It is masked anew for every page, so that the length of a
        compressed page does not reveal it (BREACH)."""
        mask = secrets.token_bytes(16)
        return (mask + xor(mask, self.form_key)).hex()

    @property
    def form_key(self) -> bytes:
        return hashlib.sha256(b"inventorium form 1\n" + self.secret.encode()).digest()[:16]

    def has_written(self, csrf: str) -> bool:
        """Return whether a form was written by this guest's page."""
        try:
            sent = bytes.fromhex(csrf)
        except ValueError:
            return False
        return len(sent) == 32 and hmac.compare_digest(xor(sent[:16], sent[16:]), self.form_key)


def xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def guest_of(request: Request) -> Guest:
    """Return the guest behind a request; a new one, if there is no cookie."""
    cookies, person = request.cookies, request.scope.get("person")
    secret = cookies.get("guest", "")
    known = SECRET.fullmatch(secret) is not None
    language = cookies.get("language", "")
    return Guest(
        secret=secret if known else new_secret(),
        is_new=not known,
        name=clean_name(person.name if person else unquote(cookies.get("name", ""))),
        language=language if language in languages() else accepted_language(request.headers.get("accept-language", "")),
        theme=cookies.get("theme", "") if cookies.get("theme") in ("light", "dark") else "",
        confirm=cookies.get("confirm") != "off",
        pace=cookies.get("pace", "") if cookies.get("pace") in PACES else "normal",
        sounds=cookies.get("sounds") == "on",
        coach=cookies.get("coach") != "off",
        doubts=cookies.get("doubts", "") if cookies.get("doubts") in DOUBTS else DOUBTS[0],
        stars=read_stars(cookies.get("stars", "")),
        tried=read_tried(cookies.get("puzzles", "")),
        learned=frozenset(filter(None, cookies.get("learned", "").split("."))),
        editions=read_editions(cookies.get("editions", "")),
        person=person.owner if person else "",
        network=client_of(request.scope),
    )


def remember(response: Response, request: Request, guest: Guest) -> None:
    """Give a new guest the cookie."""
    if guest.is_new:
        set_cookie(response, request, "guest", guest.secret)


def remember_learned(response: Response, request: Request, guest: Guest, game: str) -> None:
    """Remember that a guest has seen the introduction of a game: it is shown unasked only once."""
    seen = {*guest.learned, game} & set(library.names())
    set_cookie(response, request, "learned", ".".join(sorted(seen)))


def edition_of(guest: Guest, game: Game) -> str:
    """Return whose rulebook a guest reads and plays by: what they chose, else that of their language."""
    chosen = guest.editions.get(game.name, "")
    return chosen if chosen in game.editions else usual(game, guest.language)


def remember_edition(response: Response, request: Request, guest: Guest, game: Game, edition: str) -> None:
    """Remember whose rulebook of a game a guest has."""
    kept = {**guest.editions, game.name: edition}
    set_cookie(
        response, request, "editions", "~".join(f"{name}.{chosen}" for name, chosen in kept.items() if name in library.names())
    )


def read_editions(text: str) -> dict[str, str]:
    """Return the editions that a cookie remembers: `legendary-inventors.de`."""
    found = (EDITION.fullmatch(one) for one in unquote(text).split("~")[:MOST_LESSONS])
    return {one[1]: one[2] for one in found if one}


def forget_cookies(response: Response, cookies: Sequence[str]) -> None:
    """Clear a device: the cookies, and the offline cache of its service worker."""
    for cookie in cookies:
        response.delete_cookie(cookie, path="/")
    response.headers["clear-site-data"] = '"storage"'


def device_name(request: Request) -> str:
    """Return a readable name of a browser, such as "Firefox, Windows"; "" where it does not say."""
    said = request.headers.get("user-agent", "")
    found = (next((name for part, name in known.items() if part in said), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


def client_of(scope: Scope) -> str:
    """Return the client for rate limits: an address, or for IPv6 the whole network, which usually belongs to one household."""
    return subnet_of(scope["client"][0]) if scope.get("client") else ""


def subnet_of(address: str) -> str:
    if ":" not in address:
        return address
    try:
        return str(ip_network(f"{address.partition('%')[0]}/64", strict=False))
    except ValueError:
        return address


def set_cookie(response: Response, request: Request, key: str, value: str) -> None:
    response.set_cookie(
        key, quote(value), max_age=YEAR, httponly=True, samesite="lax", path="/", secure=request.url.scheme == "https"
    )


def read_stars(text: str) -> dict[str, int]:
    """Return the stars that a cookie remembers: `genies/ties.3~genies/voids.1`."""
    found = (STARS.fullmatch(one) for one in unquote(text).split("~")[:MOST_LESSONS])
    return {one[1]: int(one[2]) for one in found if one}


def keep_stars(response: Response, request: Request, guest: Guest, lesson: str, stars: int) -> None:
    """Remember the stars of a lesson, if they are more than before."""
    if stars > guest.stars.get(lesson, 0):
        kept = {**guest.stars, lesson: stars}
        set_cookie(response, request, "stars", "~".join(f"{name}.{number}" for name, number in kept.items()))


def read_tried(text: str) -> dict[str, str]:
    """Return the puzzles that a cookie remembers: `18fa2253r~d1911015m`."""
    found = (TRIED.fullmatch(one) for one in unquote(text).split("~")[-MOST_PUZZLES:])
    return {one[1]: one[2] for one in found if one}


def keep_tried(response: Response, request: Request, guest: Guest, puzzle: str, result: str) -> None:
    """Remember what became of a puzzle."""
    if result != guest.tried.get(puzzle):
        kept = {**guest.tried, puzzle: result}
        set_cookie(response, request, "puzzles", "~".join(f"{id}{how}" for id, how in list(kept.items())[-MOST_PUZZLES:]))


def accepted_language(header: str) -> str:
    """Return the first of our languages that a browser asks for."""
    return closest(part.partition(";")[0] for part in header.split(","))


def check_form(request: Request, guest: Guest, token: str) -> None:
    """Refuse a form that another site has sent in the guest's name."""
    came_from = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    same = origin is None or origin.partition("://")[2] == request.headers.get("host")
    if came_from not in ("same-origin", "none") or not same or not guest.has_written(token):
        raise Refused("foreign-form")


def bearer(request: Request) -> str | None:
    """Return the secret of a seat that a program sends, if it sends one."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        return None
    if not SECRET.fullmatch(secret):
        raise Refused("wrong-secret")
    return secret
