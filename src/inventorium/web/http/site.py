"""What every request needs: the live tables, the templates, the guest; and how an error becomes a response."""

import asyncio
import gzip
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from typing import TypedDict

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.words import Words, languages, words_of
from inventorium.server.achievements import Achievements
from inventorium.server.bot_runner import BotRunner
from inventorium.server.game_compiler import GameCompiler
from inventorium.server.live_tables import LiveTable, LiveTables
from inventorium.server.notifications import Notifier
from inventorium.server.review_compiler import ReviewCompiler
from inventorium.server.reviews import Reviews
from inventorium.store.identities import Identities
from inventorium.store.store import Unavailable
from inventorium.table.problems import Refused, message_of
from inventorium.table.seats import Seat
from inventorium.table.table import Table
from inventorium.teaching.coach import Tutor
from inventorium.teaching.daily_results import Daily
from inventorium.web.http.community import Community
from inventorium.web.http.hosts import Hosts, host_of, is_loopback
from inventorium.web.http.rate_limit import Limits
from inventorium.web.http.sessions import PACES, Guest, check_form, remember, set_cookie

STATUS = {
    "wrong-secret": 401,
    "no-table": 404,
    "no-game": 404,
    "no-page": 404,
    "not-yours": 403,
    "foreign-form": 403,
    "invitation": 403,
    "not-together": 403,
    "too-many-reports": 429,
    "stale": 409,
    "broken": 409,
    "nothing-to-undo": 409,
    "taken-back-too-often": 409,
    "not-over": 409,
    "seat-taken": 409,
    "is-over": 409,
    "not-overdue": 409,
    "still-running": 409,
    "said-too-much": 409,
    "said-too-fast": 429,
    "enough-stand-ins": 409,
    "whole-sheet": 409,
    "no-form": 415,
    "too-many-tables": 429,
    "too-many-streams": 429,
    "too-many-requests": 429,
    "unavailable": 503,
    "setting-up": 503,
}


LONGEST_WRITE = 10.0  # seconds in which requests of a deleted person may finish
GZIP_LEVEL = 4  # a fifth of the size, in half a millisecond


class Writing:
    """How many requests of each person that may write something are under way."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.changed = asyncio.Condition()

    @asynccontextmanager
    async def by(self, owner: str) -> AsyncIterator[None]:
        self.count[owner] += 1
        try:
            yield
        finally:
            self.count[owner] -= 1
            self.count += Counter()  # forget those who write nothing
            async with self.changed:
                self.changed.notify_all()

    async def last(self, owner: str) -> None:
        """Wait until no other request of a person is under way; two that wait for each other go on."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WRITE), self.changed:
                await self.changed.wait_for(lambda: self.count[owner] <= 1)


class InvitationFields(TypedDict):
    """What a page with invitations shows: the address with which they begin, whether the page was opened at an address that means
    another machine elsewhere, and whether the invitation works on this machine only."""

    site_address: str
    is_local: bool
    is_local_only: bool


class Site:
    """One for each server; a request finds it in `request.app.state.site`."""

    def __init__(
        self,
        live_tables: LiveTables,
        thinking: BotRunner,
        notifier: Notifier,
        templates: Environment,
        limits: Limits,
        hosts: Hosts,
    ) -> None:
        self.live_tables, self.thinking, self.notifier, self.templates, self.limits = (
            live_tables,
            thinking,
            notifier,
            templates,
            limits,
        )
        self.hosts = hosts
        self.review_compiler = ReviewCompiler(thinking)
        self.reviews = Reviews(live_tables, thinking, self.review_compiler)
        self.community = Community()  # app.py puts another one here, where there is a community
        self.writing = Writing()
        self.streams: dict[str, int] = {}  # how many each address has

    def address(self, request: Request) -> str:
        """Return our address as links to elsewhere begin with it, without a slash at its end."""
        return self.hosts.site or str(request.base_url).rstrip("/")

    def invitations_from(self, request: Request) -> InvitationFields:
        address, host = self.address(request), host_of(request.headers.get("host", ""))
        if self.hosts.site or not is_loopback(host):
            return {"site_address": address, "is_local": False, "is_local_only": False}
        others = self.hosts.for_others((request.scope.get("server") or ("", 0))[1])
        return {"site_address": others[0] if others else address, "is_local": True, "is_local_only": not others}

    @property
    def game_compiler(self) -> GameCompiler:
        return self.thinking.game_compiler

    @cached_property
    def achievements(self) -> Achievements:
        return Achievements(self.live_tables.store)

    @cached_property
    def tutor(self) -> Tutor:
        return Tutor(self.live_tables, self.thinking, self.review_compiler, self.achievements)

    @cached_property
    def daily(self) -> Daily:
        return Daily(self.live_tables.store)

    def page(self, request: Request, guest: Guest, template: str, status: int = 200, **context: object) -> HTMLResponse:
        """A page with what all pages get: guest, words, lang, languages, csrf, here, community."""
        context.setdefault("words", words_of(None, guest.language))
        text = self.templates.get_template(template).render(
            guest=guest,
            lang=guest.language,
            languages=languages(),
            paces=PACES,
            csrf=guest.csrf,
            here=local_path(request),
            community=self.community,
            **context,
        )
        response = HTMLResponse(text, status)
        if "gzip" in request.headers.get("accept-encoding", "") and not context.get("invitations"):
            compress(response)
        remember(response, request, guest)
        return response

    async def remember_name(self, response: Response, request: Request, guest: Guest, name: str) -> None:
        """Remember what a guest is called: in a cookie, or on all devices of a person."""
        if not guest.person:
            set_cookie(response, request, "name", name)
        elif name != guest.name:
            await self.live_tables.committer.write(Identities(self.live_tables.store).call, guest.person, name)

    async def begin(
        self,
        table: Table,
        sitting: Sequence[Seat],
        guest: Guest,
        mine: Sequence[int] = (),
        is_open: bool = False,
        bot_pause: float = 0.0,
        rated: bool = False,
    ) -> LiveTable:
        """Set up a new table, unless this guest has set up too many."""
        return await self.live_tables.create(
            table, sitting, guest.secret, mine, is_open, bot_pause, self.limits.tables_per_hour, rated, guest.owner
        )


def compress(response: Response) -> None:
    """Compress a page, except where it holds a plain secret: its length would reveal something of it to a person who can write
    on the same page. The secret of forms is masked; the links of invitations are not, so the host's page is left as it is."""
    response.body = gzip.compress(bytes(response.body), GZIP_LEVEL, mtime=0)
    response.headers.update({"content-encoding": "gzip", "content-length": str(len(response.body)), "vary": "Accept-Encoding"})


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def local_path(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def own_path(path: str) -> str:
    """Return a path only if it is our own, so that we never redirect elsewhere."""
    safe = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isascii() and path.isprintable()
    return path if safe else "/"


def wants_fragment(request: Request) -> bool:
    """Return whether the page's own script asks: then only the part that changes is sent."""
    return request.headers.get("x-fragment") == "1"


async def read_form(request: Request, guest: Guest) -> dict[str, str]:
    """Return the fields of a form of ours, as text. One that comes several times is one text of several words."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise Refused("no-form")
    async with request.form(max_files=1, max_fields=200) as form:
        fields: dict[str, str] = {}
        for key, value in form.multi_items():
            text = value if isinstance(value, str) else (await value.read()).decode("utf-8", "replace")
            fields[key] = f"{fields[key]} {text}" if key in fields else text
    check_form(request, guest, fields.get("csrf", ""))
    return fields


def whole_number(fields: dict[str, str], key: str) -> int:
    value = fields.get(key, "")
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise Refused("number", field=key)
    return int(value)


def game_named(name: str) -> Game:
    if name not in library.names():
        raise Refused("no-game")
    return load_game(name)


def words_at(live_table: LiveTable, guest: Guest) -> Words:
    """Return the words of a table's game in the language of a guest."""
    return load_game(live_table.stored.setup.game).words(guest.language)


def problem_of(error: InventoriumError) -> str:
    """Return the key of a refusal, for programs."""
    if isinstance(error, Unavailable):
        return "unavailable"
    return error.key if isinstance(error, Refused) else "refused"


def status_of(error: InventoriumError) -> int:
    return STATUS.get(problem_of(error), 422)


def text_of(error: InventoriumError, words: Words) -> str:
    return words("problems.unavailable") if isinstance(error, Unavailable) else message_of(error, words)


def redirect(path: str) -> Response:
    return RedirectResponse(path, 303)
