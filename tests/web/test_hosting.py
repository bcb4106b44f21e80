"""What a host needs: files that nobody else reads, mistakes that are told in one line, addresses that others can open."""

import importlib
import json
import os
import pkgutil
import re
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import segno

from inventorium.core.words import words_of
from inventorium.server.live_tables import LiveTable
from inventorium.store import outages, schema
from inventorium.store.export import exported
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.clocks import Clock
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.teaching.coach import is_alone
from inventorium.web import routes
from inventorium.web.http import hosts
from inventorium.web.http.rate_limit import Limits
from inventorium.web.render.qr import qr, qr_for_terminal
from inventorium.web.server import announcement, limits_at
from tests.patience import PATIENCE, wait_for
from tests.web.browser import Visitor, serving
from tests.web.clicks import Page, wait_until
from tests.web.program import Program
from tests.web.test_attack import run
from tests.web.test_store import ONE, keep_new

GAME = "legendary-inventors"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}"


@pytest.fixture(scope="module")
def address(url: str) -> Iterator[str]:
    with serving(url) as found:
        yield found


@pytest.fixture(scope="module")
def store_of_address(address: str, url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@contextmanager
def usual_umask() -> Iterator[None]:
    """What a shell has: everybody may read new files."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


# ---------------------------------------------------------------- files


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """The database of a server on which a game runs."""
    file = tmp_path / "running.db"
    store = Store(f"sqlite:///{file}")
    keep_new(store)
    (tmp_path / "table.json").write_text(exported(store, ONE))
    store.close()
    return file


def test_nobody_else_reads_a_file_that_holds_seeds(tmp_path: Path, running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    commands = (
        ["import", tmp_path / "table.json", "--database", f"sqlite:///{out}/imported.db"],
        ["export", ONE, "--database", f"sqlite:///{running}", "--out", out / "table.json"],
        ["match", GAME, "--seats", "random,random", "--games", 2, "--workers", 1, "--out", out / "match.jsonl"],
        ["serve", "--host", "192.0.2.1", "--port", 0, "--database", f"sqlite:///{out}/served.db"],
    )  # nobody's address
    with usual_umask():
        for words in commands:
            run(capsys, *words)
        assert os.umask(0o022) == 0o022, "and whoever calls us from Python keeps their own umask"
    made = {file.name for file in out.iterdir()}
    assert {"imported.db", "table.json", "match.jsonl"} <= made
    assert {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in out.iterdir()} == dict.fromkeys(made, "0o600")


# ---------------------------------------------------------------- doctor and databases


@pytest.mark.parametrize(
    "words",
    [["doctor"], ["rate"], ["prune", "--days", 1], ["export", "x"], ["person", "export", "x"]],
    ids=lambda words: words[0],
)
def test_no_command_makes_a_database_by_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[object]) -> None:
    """A nightly check with a typing error must not be green for ever."""
    file = tmp_path / "typo.db"
    status, out, err = run(capsys, *words, "--database", f"sqlite:///{file}")
    assert (status, out, err) == (2, "", f"inventorium: Cannot open the database at {file}: no such file.\n")
    assert not list(tmp_path.iterdir())
    file.touch()
    status, out, err = run(capsys, *words, "--database", f"sqlite:///{file}")
    assert status == 2 and "has no tables of Inventorium" in err and err.count("\n") == 1


def test_the_doctor_finds_a_database_that_is_there(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "doctor", "--database", f"sqlite:///{running}")
    assert status == 0 and out.startswith("1 tables with ")


@pytest.mark.parametrize(
    ("place", "why"),
    [("no/such/x.db", "no such folder"), ("text", "the file is not an SQLite database"), (".", "it is a folder")],
)
def test_a_database_that_cannot_be_opened_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, why: str
) -> None:
    (tmp_path / "text").write_text("no database, but a text that is longer than a page of one" * 100)
    file = os.path.normpath(tmp_path / place)
    for words in (["doctor"], ["import", tmp_path / "text"], ["serve", "--port", 0]):
        status, out, err = run(capsys, *words, "--database", f"sqlite:///{file}")
        assert (status, out, err) == (2, "", f"inventorium: Cannot open the database at {file}: {why}.\n")


def test_the_password_of_a_database_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "doctor", "--database", "postgresql://me:hunter2@127.0.0.1:1/x")
    assert status == 2 and "at postgresql+psycopg://me:***@127.0.0.1:1/x: " in err


# ---------------------------------------------------------------- monitors, and many at one address


def table_of(visitor: Visitor) -> str:
    """Return the path of a new table against bots."""
    visitor.post(f"/play/{GAME}")  # somebody new is told first what the game is about
    return visitor.post(f"/play/{GAME}").url.path


def test_every_page_answers_head(address: str) -> None:
    visitor = Visitor(address)
    table = table_of(visitor)
    for path in ("/", "/ready", "/health", "/identity", f"/rules/{GAME}", "/api", "/api/openapi.json", table, "/nowhere"):
        page, head = visitor.http.get(path), visitor.http.head(path)
        assert (head.status_code, head.content) == (page.status_code, b""), path
        assert head.headers["content-type"] == page.headers["content-type"]
    assert visitor.http.head("/ready").status_code == 200
    stream = visitor.http.head(f"{table}/events")
    assert stream.status_code == 200 and stream.content == b"", "also where GET would go on for ever"
    assert visitor.http.head("/name").status_code == 405, "what is only posted"


def test_a_host_sets_how_many_streams_an_address_has(tmp_path: Path) -> None:
    limits = limits_at(60, streams=3)
    with serving(f"sqlite:///{tmp_path / 'x.db'}", limits) as address, ExitStack() as open_streams:
        visitor = Visitor(address)
        path = f"{table_of(visitor)}/events"
        found = [open_streams.enter_context(httpx.stream("GET", f"{address}{path}", timeout=PATIENCE)) for _ in range(3)]
        readers = [one.iter_bytes() for one in found]
        assert all(one.status_code == 200 and next(reader) for one, reader in zip(found, readers, strict=True)), "they count now"
        assert httpx.get(f"{address}{path}").status_code == 429


def test_limits_are_those_that_a_host_has_chosen() -> None:
    assert limits_at(60) == Limits(60, 300)
    many = limits_at(60, streams=500, tables=9)
    assert (many.streams_per_address, many.tables_per_address, many.connections_per_address) == (500, 9, 640)
    assert limits_at(60, streams=0).streams_per_address >= 10**9
    assert limits_at(0).tables_per_address >= 10**9 and limits_at(0, tables=5).tables_per_address == 5


# ---------------------------------------------------------------- outages


def test_an_outage_is_logged_when_it_begins_and_ends_and_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr(outages, "time", SimpleNamespace(monotonic=lambda: now[0]))
    outage = outages.Outage("writing to the database")

    def told() -> list[tuple[str, object]]:
        found = [(record.getMessage(), getattr(record, "fields", None)) for record in caplog.records]
        caplog.clear()
        return found

    outage.worked()
    assert told() == []
    for _ in range(300):  # five minutes, one failure a second
        outage.failed("database or disk is full")
        now[0] += 1
        outage.worked()  # something small is kept now and then
    first, *more = told()
    assert first == ("writing to the database fails: database or disk is full", None)
    assert more == [
        ("writing to the database still fails: database or disk is full", {"failures": n + 1, "seconds": n})
        for n in (60, 120, 180, 240)
    ]
    now[0] += outages.QUIET
    for _ in range(3):
        outage.worked()
    assert told() == [("writing to the database works again", {"failures": 300, "seconds": 299})]
    outage.failed("again")
    assert [text for text, _ in told()] == ["writing to the database fails: again"]


def test_a_full_disk_stands_in_the_log_twice(tmp_path: Path) -> None:
    """However often it is tried; and it ends by itself."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    words = [
        sys.executable,
        "-m",
        "inventorium",
        "serve",
        "--port",
        "0",
        "--rate",
        "0",
        "--database",
        f"sqlite:///{tmp_path / 'x.db'}",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout and server.stderr
        try:
            lines: list[str] = []
            log: list[dict[str, object]] = []
            threading.Thread(target=lambda: lines.extend(server.stdout), daemon=True).start()  # type: ignore[arg-type]
            threading.Thread(target=lambda: log.extend(map(json.loads, server.stderr)), daemon=True).start()  # type: ignore[arg-type]
            wait_for(lambda: any("http://" in line for line in lines))
            address = "http://" + next(line for line in lines if "http://" in line).split("http://")[1].split("/")[0]
            wait_for(lambda: httpx.get(f"{address}/ready").status_code == 200)
            program = Program(address)
            table = program.create(GAME, ["me", "me"])["table"]
            largest = max(file.stat().st_size for file in tmp_path.iterdir())
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
            refused = 0
            while refused < 20:
                shown = program.view(table)
                response = program.answer(table, number=shown["number"], seat=shown["seat"], action=shown["moves"][0]["action"])
                assert response.status_code in (200, 503), response.text
                refused += response.status_code == 503
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            wait_for(lambda: any("works again" in str(line["text"]) for line in log))
        finally:
            server.terminate()
    assert [(line["text"], line["level"]) for line in log] == [
        ("writing to the database fails: disk I/O error", "error"),
        ("writing to the database works again", "warning"),
    ]
    assert int(str(log[1]["failures"])) >= 20


# ---------------------------------------------------------------- tables that wait


def keep_table(store: Store, asked: Visitor, other: Visitor | None, clock: Clock | None = None) -> str:
    """Keep a table at which a guest is asked, with another person or a bot; return its id."""
    table, table_id = Table.new(Setup(GAME, 2, seed="7", clock=clock)), new_id()
    seat, owners, sitting = table.asked[0], [""] * 2, [Seat(BOT, "", "easy")] * 2
    owners[seat], sitting[seat] = digest(asked.http.cookies["guest"]), Seat(PERSON, "Mira")
    if other:
        owners[1 - seat], sitting[1 - seat] = digest(other.http.cookies["guest"]), Seat(PERSON, "Jonas")
    store.create(
        TableRow(
            table_id,
            table.setup,
            *versions(table.setup),
            tuple(sitting),
            tuple(owner or None for owner in owners),
            (None, None),
            "",
        ),
        table,
    )
    return table_id


def links(page: str) -> list[str]:
    return re.findall(r'<a class="btn[^"]*" href="/table/([^"/]+)[/"]', page)


def test_no_table_that_waits_is_hidden_by_newer_ones(database: str) -> None:
    """First those with a clock, then the others, then what nobody waits for, in pages."""
    store = Store(database)
    with serving(database) as address:
        mira, jonas = Visitor(address), Visitor(address)
        calm = keep_table(store, mira, jonas)
        later, soon = (keep_table(store, mira, jonas, Clock(hours * 3600, hours * 3600)) for hours in (50, 20))
        his = keep_table(store, jonas, mira)
        over = [keep_table(store, mira, None) for _ in range(3)]
        with store.writing() as connection:
            connection.execute(schema.tables.update().where(schema.tables.c.id.in_(over)).values(over=True, asked=""))
        alone = [keep_table(store, mira, None) for _ in range(60)]
        page = mira.get("/").text
        assert "3 tables are waiting for you" in page and 'data-waiting="3"' in page and "(3) Inventorium" in page
        assert page.index('id="mine"') < page.index('id="next"') < page.index('id="games"'), "one's tables come first"
        assert links(page) == [soon, later, calm, *alone[:-51:-1]]
        older = mira.get("/?page=2").text
        assert 'href="/?page=2#mine"' in page and links(older) == [*alone[9::-1], his, *over[::-1]]
        assert 'rel="prev" href="/#mine"' in older and 'rel="next"' not in older
        assert links(mira.get("/identity").text)[:3] == [soon, later, calm]
        assert all(f'<option value="{one}">' in mira.get("/notifications").text for one in (soon, later, calm))
        assert "Next table" not in mira.get(f"/table/{calm}").text, "nobody is called away from their turn"
        assert links(mira.get(f"/table/{his}").text)[0] == soon and "Next table (3 waiting)" in mira.page
        assert [mira.get(f"/?page={page}").status_code for page in ("0", "999999999", "x", "9" * 30)] == [200, 200, 422, 422]
    store.close()


def test_a_table_of_bots_does_not_wait_for_anybody(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address:
        mira = Visitor(address)
        table = keep_table(store, mira, None)
        page = mira.get("/").text
        assert "waiting for you" not in page and 'data-waiting="0"' in page
        assert links(page) == [table] and ">Continue<" in page and "<b>Your turn</b>" in page
        assert "Weiterspielen" in mira.get("/", headers={"accept-language": "de"}).text
    store.close()


def test_a_bot_that_stands_in_brings_no_coach(tmp_path: Path) -> None:
    """Whoever comes back must not face somebody who was advised meanwhile."""
    table = Table.new(Setup(GAME, 2, seed="7"))
    sitting = (Seat(PERSON, "Mira"), Seat(BOT, "Jonas", "expert"))

    def alone(owner: str | None) -> bool:
        return is_alone(LiveTable(TableRow(ONE, table.setup, "", "", sitting, ("mira", owner), (None, None), ""), table), 0)

    assert alone(None) and not alone("jonas")


# ---------------------------------------------------------------- a clock that ends


@pytest.mark.parametrize(
    ("language", "offer", "late_told"),
    [
        ("en-GB", "Mira is out of time. Let a bot play", "You are out of time."),
        ("de-DE", "Die Zeit von Mira ist abgelaufen. Einen Bot spielen lassen", "Deine Zeit ist abgelaufen."),
    ],
)
def test_an_open_page_learns_that_a_clock_has_ended(
    visit: Callable[..., Page], address: str, store_of_address: Store, language: str, offer: str, late_told: str
) -> None:
    """Whoever waits is offered a bot in the prompt; whoever is late is told, and is offered nothing about themselves."""
    late, other, spectator = (visit("/", language) for _ in range(3))
    for page in (late, other):
        page.goto(f"{address}/rules/{GAME}")  # each has a cookie now
    table = Table.new(Setup(GAME, 2, seed="7", clock=Clock(8.7, 8.7)))
    seat, owners, sitting = table.asked[0], [""] * 2, [Seat(PERSON, "Jonas")] * 2
    owners[seat], owners[1 - seat], sitting[seat] = holder_of(late), holder_of(other), Seat(PERSON, "Mira")
    stored = TableRow(new_id(), table.setup, *versions(table.setup), tuple(sitting), tuple(owners), (None, None), "", open=True)
    store_of_address.create(stored, Table.new(table.setup))
    for page in (late, other, spectator):
        page.goto(f"{address}/table/{stored.id}")
    wait_until(other, lambda: offer in " ".join(other.locator(".prompt").inner_text().split()))
    assert other.locator("form[action$=stand-in] .btn").count() == 1
    wait_until(late, lambda: late_told in late.locator(".prompt").inner_text())
    assert late.locator("form[action$=stand-in] .btn").count() == 0 and "Mira" not in late.locator(".prompt .notice").inner_text()
    assert spectator.locator("form[action$=stand-in]").count() == 0
    assert words_of(None, language[:2])("clocks.out") in late.goto(address).text()
    other.locator("form[action$=stand-in] .btn").click()
    wait_until(other, lambda: store_of_address.load(stored.id).seats[seat].kind == BOT)  # type: ignore[union-attr]


def holder_of(page: Page) -> str:
    return digest(next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "guest"))


# ---------------------------------------------------------------- addresses that others can open

NAMES = ["192.168.1.5", "2001:db8::5", "127.0.1.1", "fe80::1", "box", "box.local"]


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a network, with names and addresses of which some lead to itself only."""
    monkeypatch.setattr(hosts, "names_of_machine", lambda: NAMES)


@pytest.mark.parametrize(
    ("host", "site", "others"),
    [
        ("0.0.0.0", "", ["http://192.168.1.5:8000"]),
        ("::", "", ["http://192.168.1.5:8000", "http://[2001:db8::5]:8000"]),
        ("192.168.1.7", "", ["http://192.168.1.7:8000"]),
        ("127.0.0.1", "", []),
        ("::1", "", []),
        ("localhost", "", []),
        ("127.0.0.1", "https://table.example.org", ["https://table.example.org"]),
    ],
)
@pytest.mark.usefixtures("networks")
def test_the_terminal_shows_every_address_for_others(host: str, site: str, others: list[str]) -> None:
    known = hosts.hosts_at(host, site)
    assert known.for_others(8000) == others
    shown = announcement(known, host, 8000, with_code=True)
    first, *more = shown.splitlines()
    assert first.startswith("Inventorium: http://") and first.endswith(":8000/   (stop with Ctrl-C)")
    assert [line for line in more if line.startswith("For others: ")] == [f"For others: {one}/" for one in others]
    assert ("serve --host 0.0.0.0" in shown) == (not others)
    assert ("█" in shown) == bool(others) and "█" not in announcement(known, host, 8000, with_code=False)
    if others:
        assert shown.endswith(qr_for_terminal(f"{others[0]}/"))


def test_the_code_in_the_terminal_leads_to_the_address() -> None:
    """Read off the blocks, every field of it is that of a QR code of the address; it is light on dark in every terminal."""
    address = "http://192.168.1.5:8000/"
    lines = qr_for_terminal(address).splitlines()
    assert all(line.startswith("\033[97;40m") and line.endswith("\033[0m") for line in lines)
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}  # lit is light
    blocks = [line.removeprefix("\033[97;40m").removesuffix("\033[0m") for line in lines]
    rows = [[halves[one][half] for one in line] for line in blocks for half in (0, 1)]
    code = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    assert rows[: len(code)] == code


@pytest.mark.parametrize(
    ("language", "listening", "told", "begins"),
    [
        ("en", "127.0.0.1", "works on this machine only", "http://127.0.0.1:"),
        ("de", "127.0.0.1", "nur auf diesem Rechner", "http://127.0.0.1:"),
        ("en", "0.0.0.0", "others in your network can open", "http://192.168.1.5:"),
        ("de", "0.0.0.0", "Den können auch andere in deinem Netz öffnen", "http://192.168.1.5:"),
    ],
)
@pytest.mark.usefixtures("networks")
def test_an_invitation_at_localhost_says_where_it_works(
    tmp_path: Path, language: str, listening: str, told: str, begins: str
) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", listening=listening) as address:
        mira = Visitor(address, language)
        mira.new_table(GAME, ["me", "open"])
        assert told in mira.page and ("serve --host 0.0.0.0" in mira.page) == (listening == "127.0.0.1")
        link = mira.found(r'class="link" readonly value="([^"]+)"')
        site = begins + address.rpartition(":")[2]
        assert link.startswith(f"{site}/join/") and f'data-site="{site}"' in mira.page
        assert qr(link, "x").partition("<path")[2] in mira.page, "the code leads where the link leads"
        club = mira.post("/clubs", {"name": "Club", "me": "Mira"})
        assert told in club.text and mira.found(r'class="link" readonly value="([^"]+)"').startswith(begins)


def test_an_invitation_at_the_public_address_says_nothing(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", site="https://table.example.org") as address:
        mira = Visitor(address)
        mira.new_table(GAME, ["me", "open"])
        assert "this machine" not in mira.page
        assert mira.found(r'class="link" readonly value="([^"]+)"').startswith("https://table.example.org/join/")


# ---------------------------------------------------------------- the proxy's log


def addresses_with_secrets() -> Iterator[str]:
    for module in pkgutil.walk_packages(routes.__path__, f"{routes.__name__}."):
        part = importlib.import_module(module.name)
        for route in part.router.routes if hasattr(part, "router") else ():
            if "{key}" in route.path or "{secret}" in route.path:
                yield re.sub(r"{(\w+)}", lambda found: "SECRET" if found[1] in ("key", "secret") else "7", route.path)


def test_the_log_of_the_proxy_in_the_docs_holds_no_secret() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    found = re.search(r"map \$uri \$logged {(.*?)\n}", text, re.DOTALL)
    assert found, "what comes after a ? may repeat an address, as in /language/de?back=/join/..."
    rules = re.findall(r"~(\S+)\s+(\S+);", found[1])
    addresses = set(addresses_with_secrets())
    assert {address.split("/")[1] for address in addresses} >= {"join", "club", "notifications"}
    for address in addresses:
        logged = next((shown for pattern, shown in rules if re.search(pattern, address)), address)
        assert "SECRET" not in logged, address
    assert not any(
        re.search(pattern, path) for pattern, _ in rules for path in ("/club/7", "/clubs", "/notifications", "/table/7")
    )
