"""Notices arrive once, only when one is away, by every channel: against a real receiver, a real mail server, real keys."""

import asyncio
import base64
import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from dev.attack.notices import dripping
from inventorium.server import notifications, senders
from inventorium.server.senders import Settings, Undelivered
from inventorium.store.outbox import Channel, Outbox
from inventorium.store.secrets import digest, new_id
from inventorium.store.site_keys import setting
from inventorium.store.store import NewEntries, NumberTaken, Store, TableRow
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from tests.patience import PATIENCE, wait_for as wait_until
from tests.web.browser import Visitor, serving
from tests.web.receiver import Browser, Mailbox, Receiver, mail_server, receiving
from tests.web.test_friends import invited, listening
from tests.web.test_store import ONE, keep_new

GAME = "legendary-inventors"


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store, Mailbox]]:
    """A server that allows addresses of this machine and has a mail server; nobody has to wait for notices."""
    url = f"sqlite:///{tmp_path_factory.mktemp('notices') / 'tables.db'}"
    with pytest.MonkeyPatch.context() as patch, mail_server() as (box, mail):
        patch.setattr("inventorium.web.routes.notifications.DELAY", 0.2)
        patch.setattr("inventorium.web.routes.notifications.MAIL_DELAY", 0.2)
        patch.setattr(notifications, "LOOK", 0.1)
        patch.setattr(notifications, "FIRST_PAUSE", 0.1)
        with serving(url, settings=Settings(mail, local=True)) as address:
            store = Store(url)
            yield address, store, box
            store.close()


def pending(store: Store) -> int:
    with store.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM outbox").scalar() or 0)


@pytest.fixture
def look_twice(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function that waits until the server has looked twice for notices that are due, from beginning to end."""
    real, looks = notifications.Notifier.queue_due, list[None]()

    async def look(self: notifications.Notifier) -> None:
        await real(self)
        looks.append(None)

    monkeypatch.setattr(notifications.Notifier, "queue_due", look)

    def wait() -> None:
        enough = len(looks) + 3  # the first of them may have begun before
        wait_until(lambda: len(looks) >= enough)

    return wait


def due_in(store: Store) -> float:
    """Seconds until the notice that waits."""
    with store.reading() as connection:
        return float(connection.exec_driver_sql("SELECT min(due) FROM outbox").scalar() or 0) - time.time()


def two_people(address: str) -> tuple[str, list[Visitor]]:
    """Create a table for two; return its path, the player who moves first, and the other."""
    mira = Visitor(address)
    path = mira.new_table(GAME, ["me", "open"], name="Mira")
    jonas = invited(address, mira, name="Jonas")
    people = [mira, jonas]
    for one in people:
        one.get(path)
    return path, sorted(people, key=lambda one: not one.actions())


def play_turn(path: str, visitor: Visitor) -> int:
    """Move until it is another seat's turn; return the number of the last entry."""
    while actions := (visitor.get(path), visitor.actions())[1]:
        assert visitor.answer(path, actions[0]).status_code == 200
    return visitor.number


def tell(visitor: Visitor, kind: str, **fields: object) -> httpx.Response:
    return visitor.post(f"/notifications/{kind}", fields)


# ---------------------------------------------------------------- webhooks


def test_whoever_is_away_is_told_once(
    site: tuple[str, Store, Mailbox], receiver: Receiver, look_twice: Callable[[], None]
) -> None:
    address, store, _ = site
    path, (first, second) = two_people(address)
    assert tell(second, "webhook", form="json", address=f"{receiver.address}/hook").status_code == 200
    number = play_turn(path, first)
    request = receiver.next()
    said = request.json
    assert (said["event"], said["table"], said["number"]) == ("turn", path.rpartition("/")[2], number)
    assert said["link"] == address + path and "your turn" in said["text"] and request.path == "/hook"
    wait_until(lambda: pending(store) == 0)
    look_twice()
    assert receiver.got.empty(), "once"


def test_whoever_is_here_is_not_told_and_a_newer_notice_replaces_an_older(
    site: tuple[str, Store, Mailbox], receiver: Receiver
) -> None:
    address, store, _ = site
    path, (first, second) = two_people(address)
    tell(second, "webhook", form="json", address=f"{receiver.address}/here")
    with listening(address, path, second, query="?visible") as hears:
        hears()
        play_turn(path, first)
        wait_until(lambda: pending(store) == 0)
        assert receiver.got.empty()
    receiver.statuses += [500] * 3  # it does not arrive at first
    play_turn(path, second)
    last = play_turn(path, first)
    assert [receiver.next().json["number"] for _ in range(4)] == [last] * 4
    wait_until(lambda: pending(store) == 0)
    assert receiver.got.empty()


@pytest.mark.parametrize(
    ("form", "reads"),
    [
        ("discord", lambda one: one.json["content"]),
        ("slack", lambda one: one.json["text"]),
        ("ntfy", lambda one: f"{one.body.decode()} {one.headers['click']}"),
    ],
)
def test_every_receiver_gets_its_own_form(
    site: tuple[str, Store, Mailbox], receiver: Receiver, form: str, reads: Callable[..., str]
) -> None:
    """Of a whole table, whoever's turn it is."""
    address, _, _ = site
    path, (first, second) = two_people(address)
    assert tell(first, "webhook", form=form, address=receiver.address, table=path.rpartition("/")[2]).status_code == 200
    play_turn(path, first)
    name = "Jonas" if second.get(path).text.count("Your turn, Jonas") else "Mira"
    assert reads(receiver.next()) == f"Legendary Inventors: it is {name}’s turn. {address}{path}"
    stranger = Visitor(address)
    assert tell(stranger, "webhook", form=form, address=receiver.address, table=path.rpartition("/")[2]).status_code == 403


def test_the_owner_sees_why_nothing_arrived_and_switches_it_off(site: tuple[str, Store, Mailbox], receiver: Receiver) -> None:
    address, store, _ = site
    path, (first, second) = two_people(address)
    tell(second, "webhook", form="json", address=f"{receiver.address}/sad")
    receiver.statuses += [302, 503]
    play_turn(path, first)
    paths = [receiver.next().path for _ in range(2)]
    assert paths == ["/sad", "/sad"], "nobody is sent elsewhere"
    wait_until(lambda: "answered: 503" in second.get("/notifications").text or pending(store) == 0)
    receiver.next()
    wait_until(lambda: pending(store) == 0)
    second.get("/notifications")
    channel = second.found(r'name="channel" value="(\w+)"')
    assert tell(Visitor(address), "off", channel=channel).status_code == 200 and channel in second.get("/notifications").text
    assert tell(second, "off", channel=channel).status_code == 200 and channel not in second.page
    play_turn(path, second)
    play_turn(path, first)
    assert pending(store) == 0 and receiver.got.empty()


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/x",
        "http://[::1]/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://0.0.0.0/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::ffff:127.0.0.1]/",
        "http://[fd00::1]/",
        "http://2130706433/",
        "http://127.1/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://224.0.0.1/",
        "file:///etc/passwd",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://192.88.99.1/",
        "http://[5f00::1]/",
        "http://[3fff::1]/",
        "http://[::ffff:93.184.215.14]/",
        "http://[64:ff9b::a00:1]/",
        "http://192.0.2.1/a b",
        "ftp://example.org/",
        "gopher://example.org/",
        "http://user:password@192.0.2.1/",
        "https://192.0.2.1:25/",
        "http:///x",
        "x",
        "http://192.0.2.1:99999/",
        "https://no-such-host.invalid/",
        "http://\u2460.example/",
    ],
)
def test_nobody_reaches_machines_that_only_we_can_reach(address: str) -> None:
    with pytest.raises(Undelivered):
        asyncio.run(senders.check_address(address))
    with pytest.raises(Undelivered):
        asyncio.run(senders.post(address, b"", {}))


def test_a_host_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was checked is what is connected to: a name that leads elsewhere the second time helps nobody."""
    answers, reached = iter(["93.184.215.14", "127.0.0.1"]), []
    monkeypatch.setattr(senders.socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (next(answers), 80))])

    async def connect(host: str, port: int, **_: object) -> None:
        reached.append((host, port))
        raise OSError(111, "refused")

    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Undelivered, match="cannot be reached"):
        asyncio.run(senders.post("http://rebinding.example/", b"", {}))
    assert reached == [("93.184.215.14", 80)]


def test_a_site_allows_no_local_address_by_itself(tmp_path_factory: pytest.TempPathFactory, receiver: Receiver) -> None:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('closed') / 'tables.db'}") as address:
        mira = Visitor(address)
        refused = tell(mira, "webhook", form="json", address=receiver.address)
        assert refused.status_code == 422 and "That did not work" in mira.page
        assert tell(mira, "push", subscription=Browser(receiver.address).subscription).status_code == 422
        assert tell(mira, "mail", address="mira@example.org").status_code == 404, "there is no mail server"


# ---------------------------------------------------------------- push


def test_only_the_browser_can_read_a_push(site: tuple[str, Store, Mailbox], receiver: Receiver) -> None:
    address, store, _ = site
    path, (first, second) = two_people(address)
    browser = Browser(f"{receiver.address}/push")
    key = (second.get("/notifications"), second.found(r'data-push="([\w-]+)"'))[1]
    assert tell(second, "push", subscription=browser.subscription).status_code == 200
    number = play_turn(path, first)
    request = receiver.next()
    assert path.rpartition("/")[2].encode() not in request.body and request.headers["content-encoding"] == "aes128gcm"
    told = browser.read(request)
    assert told["web_push"] == 8030 and told["notification"]["navigate"] == address + path and number
    assert request.headers["topic"] == path.rpartition("/")[2] and int(request.headers["ttl"]) > 0
    assert is_signed(request.headers["authorization"], key)
    receiver.statuses.append(410)  # the browser does not want it any more
    play_turn(path, second)
    play_turn(path, first)
    receiver.next()
    wait_until(lambda: "Browser notifications</b>" not in second.get("/notifications").text)
    assert pending(store) == 0


def is_signed(header: str, key: str) -> bool:
    """Whether a VAPID header is signed with the key that the page gave the browser."""
    found = re.fullmatch(r"vapid t=([\w.-]+), k=([\w-]+)", header)
    assert found and found[2] == key

    def plain(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    head, claims, signature = found[1].split(".")
    raw = plain(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    public.verify(
        encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])), f"{head}.{claims}".encode(), ec.ECDSA(SHA256())
    )
    return str(json.loads(plain(claims))["sub"]).startswith("mailto:")


# ---------------------------------------------------------------- mail


def test_mail_is_asked_for_sent_once_a_day_and_ended_by_one_click(site: tuple[str, Store, Mailbox]) -> None:
    address, store, box = site
    path, (first, second) = two_people(address)
    assert tell(second, "mail", address="not an address").status_code == 422
    assert tell(second, "mail", address="jonas@example.org").status_code == 200 and "not confirmed yet" in second.page
    play_turn(path, first)
    asked = box.next()
    assert asked["To"] == "jonas@example.org" and asked["From"] == "table@example.org"
    yes = re.search(r"http\S+/notifications/on/\S+", asked.get_content())
    assert yes and pending(store) == 0, "nothing is sent before somebody says yes"
    stranger = httpx.Client()
    headers = box.bytes.partition(b"\r\n\r\n")[0].decode("ascii")
    assert re.search(r"(?m)^List-Unsubscribe: <http\S+/notifications/never/\S+>\r?$", headers), headers
    wrong = yes[0][:-1] + ("y" if yes[0].endswith("x") else "x")
    assert "Yes, e-mail me" in stranger.get(yes[0]).text and stranger.post(wrong).status_code == 404
    assert box.got.empty() and stranger.post(yes[0]).status_code == 200
    assert "We will e-mail you" in stranger.post(yes[0]).text and 'href="/notifications"' in stranger.post(yes[0]).text
    play_turn(path, second)
    play_turn(path, first)
    digest_mail = box.next()
    assert address + path in digest_mail.get_content() and "A table is waiting for you" in digest_mail["Subject"]
    headers = box.bytes.partition(b"\r\n\r\n")[0].decode("ascii")
    assert re.search(r"(?m)^List-Unsubscribe: <http\S+/notifications/off/\S+>\r?$", headers), headers
    assert re.search(r"(?m)^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$", headers), headers
    assert abs(digest_mail["Date"].datetime.timestamp() - time.time()) < PATIENCE
    assert digest_mail["Message-ID"].endswith("@127.0.0.1>")
    play_turn(path, second)
    play_turn(path, first)
    wait_until(lambda: due_in(store) > 3_600)
    assert box.got.empty(), "the next one comes tomorrow"
    off = digest_mail["List-Unsubscribe"].strip("<>").replace("/notifications/", "/notices/")  # as in mails before 0.2
    assert stranger.post(off, data={"List-Unsubscribe": "One-Click"}, follow_redirects=False).status_code == 200
    assert "jonas@example.org" not in second.get("/notifications").text and pending(store) == 0


def test_a_mailbox_that_says_no_is_never_asked_again(site: tuple[str, Store, Mailbox]) -> None:
    address, store, box = site
    mira, stranger, later = Visitor(address), Visitor(address), Visitor(address)
    assert tell(mira, "mail", address="ines@example.org").status_code == 200
    never = re.search(r"http\S+/notifications/never/\S+", box.next().get_content())
    assert never and tell(stranger, "mail", address="INES+x@example.org").status_code == 422
    assert "within the last 24 hours" in stranger.page
    channel = (mira.get("/notifications"), mira.found(r'name="channel" value="(\w+)"'))[1]
    tell(mira, "off", channel=channel)  # whoever asked cannot take the answer away
    assert httpx.post(never[0][:-1] + "g").status_code == 404
    assert "Never write again" in httpx.get(never[0]).text and "never write to this address" in httpx.post(never[0]).text
    with store.writing() as connection:  # two days later
        connection.exec_driver_sql("UPDATE counts SET hour = hour - 48")
    assert tell(later, "mail", address="ines@example.org").status_code == 422 and box.got.empty()


def test_mails_come_as_often_as_wanted(site: tuple[str, Store, Mailbox]) -> None:
    address, store, box = site
    path, (first, second) = two_people(address)
    assert tell(second, "mail", address="vera@example.org", often="mail-1s").status_code == 404
    assert tell(second, "mail", address="vera@example.org", often="mail-2h").status_code == 200
    yes = re.search(r"http\S+/notifications/on/\S+", box.next().get_content())
    assert yes and httpx.post(yes[0]).status_code == 200
    play_turn(path, first)
    assert "A table is waiting for you" in box.next()["Subject"]
    wait_until(lambda: pending(store) == 0)
    play_turn(path, second)
    play_turn(path, first)

    def due() -> float:
        with store.reading() as connection:
            return float(connection.exec_driver_sql("SELECT max(due) FROM outbox").scalar() or 0)

    wait_until(lambda: due() > time.time() + 3_600)
    assert due() < time.time() + 7_200 and box.got.empty()
    second.get("/notifications")
    tell(second, "off", channel=second.found(r'name="channel" value="(\w+)"'))


def test_an_address_asks_a_few_mailboxes_an_hour(site: tuple[str, Store, Mailbox], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inventorium.web.routes.notifications.QUESTIONS", 0)
    address, _, box = site
    assert tell(Visitor(address), "mail", address="new@example.org").status_code == 429 and box.got.empty()


# ---------------------------------------------------------------- who is here, and who waits


@pytest.mark.parametrize("elsewhere", ["another table", "a hidden page", "another device"])
def test_only_a_visible_page_of_the_table_itself_is_being_here(
    site: tuple[str, Store, Mailbox], receiver: Receiver, elsewhere: str
) -> None:
    address, store, _ = site
    path, (first, second) = two_people(address)
    other = second.new_table(GAME, ["me", "random"])
    tell(second, "webhook", form="json", address=f"{receiver.address}/away")
    there, query = (other, "?visible") if elsewhere == "another table" else (path, "")
    device = second
    if elsewhere == "another device":
        device = Visitor(address)
        device.http.cookies.update(second.http.cookies)
    with listening(address, there, device, query=query) as hears:
        hears()
        number = play_turn(path, first)
        assert (told := receiver.next().json)["table"] == path.rpartition("/")[2] and told["number"] == number
    wait_until(lambda: pending(store) == 0)
    assert receiver.got.empty()


def test_nobody_is_told_where_only_bots_wait(site: tuple[str, Store, Mailbox], receiver: Receiver) -> None:
    address, store, _ = site
    mira = Visitor(address)
    tell(mira, "webhook", form="json", address=f"{receiver.address}/bots")
    path = mira.new_table(GAME, ["random", "me"])
    for _ in range(3):  # turns, each of which makes a notice
        mira.wait_for_turn(path)
        play_turn(path, mira)
    mira.wait_for_turn(path)
    wait_until(lambda: pending(store) == 0)
    assert receiver.got.empty()


def test_who_waits_for_a_notice() -> None:
    me, you = digest("me"), digest("you")
    people, bots = Seat(PERSON, "Mira"), Seat(BOT, "", "random")
    for seats, owners, waits in (
        ((people, people), (me, you), True),
        ((people, bots), (me, None), False),
        ((people, people), (me, me), False),
        ((people, Seat()), (me, None), False),
        ((people, bots, people), (me, None, you), True),
    ):
        stored = TableRow(ONE, Setup(GAME, len(seats)), "", "", seats, owners, (None,) * len(seats), me)
        assert notifications.has_others(stored, me) == waits, seats


# ---------------------------------------------------------------- receivers that do not play along


def test_a_delivery_has_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the receiver drips; nobody knows then whether it arrived."""
    monkeypatch.setattr(senders, "PATIENCE", 0.5)
    with dripping() as port, pytest.raises(OSError, match="took longer"):
        asyncio.run(asyncio.wait_for(senders.post(f"http://127.0.0.1:{port}/", b"{}", {}, local=True), PATIENCE))


@pytest.mark.parametrize("key", ["x", "A" * 87, "\u2460", ""])
def test_a_browser_without_a_key_is_refused(site: tuple[str, Store, Mailbox], receiver: Receiver, key: str) -> None:
    address, _, _ = site
    text = json.loads(Browser(f"{receiver.address}/push").subscription)
    text["keys"]["p256dh"] = key
    mira = Visitor(address)
    assert tell(mira, "push", subscription=json.dumps(text)).status_code == 422
    assert "The browser sent no valid push subscription" in mira.page and "Remove" not in mira.page


def test_a_bug_in_one_delivery_is_its_own(
    site: tuple[str, Store, Mailbox], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody thought of fails for one channel; the others are told once."""
    address, store, _ = site
    real = senders.to_webhook

    async def fail(channel: Channel, *more: object) -> None:
        if channel.address.endswith("/bug"):
            raise RuntimeError("a bug")
        await real(channel, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(senders, "to_webhook", fail)
    path, (first, second) = two_people(address)
    tell(second, "webhook", form="json", address=f"{receiver.address}/bug")
    tell(second, "webhook", form="json", address=f"{receiver.address}/fine")
    play_turn(path, first)
    assert receiver.next().path == "/fine"
    wait_until(lambda: pending(store) == 0)
    assert receiver.got.empty() and "a bug" in second.get("/notifications").text


# ---------------------------------------------------------------- the outbox


def a_channel(owner: str) -> Channel:
    return Channel(new_id(), owner, owner, "json", "http://127.0.0.1/", "en", "http://here", "key")


def test_a_notice_is_kept_with_its_entry_or_not_at_all(database: str) -> None:
    """On SQLite and PostgreSQL: where the entry is refused, there is no notice; a try is noted before it begins."""
    store = Store(database)
    outbox, table = Outbox(store), keep_new(store)
    outbox.add(a_channel(digest("me")))
    outbox.add(a_channel(digest("me")))
    assert len(outbox.of(digest("me"))) == 1, "the same address once"
    while 0 in table.asked:
        before, table = table, table.play(0, table.position.actions(0)[0])
        store.append(NewEntries(ONE, before.number, table))
    while 0 not in table.asked:
        before, seat = table, table.asked[0]
        table = table.play(seat, table.position.actions(seat)[0])
        with pytest.raises(NumberTaken):
            store.append(NewEntries(ONE, before.number - 1, Table.load(table.setup, table.entries)))
        assert outbox.channels_due(1e12) == []
        store.append(NewEntries(ONE, before.number, table))
    (channel,) = outbox.channels_due(1e12)
    (notice,) = outbox.due(channel, 1e12)
    assert (notice.table_id, notice.seat, notice.number, notice.tries) == (ONE, 0, table.number, 0)
    assert outbox.waiting() == {(digest("me"), ONE)} and outbox.channels_due(0) == [] == outbox.due(channel, 0)
    assert outbox.channels_due(1e12, [channel.id]) == []
    outbox.see([(digest("me"), "another table"), (digest("you"), ONE)])
    assert outbox.begin(notice, 1e10) and not outbox.begin(notice, 1e10), "whoever sends it has it for a while"
    assert outbox.due(channel, 1e10) == [] and outbox.due(channel, 1e11)
    assert outbox.begin(notice, 1e11) and not outbox.begin(notice, 1e12), "in the dark at most twice"
    assert outbox.due(channel, 1e12) == []
    outbox.settle(replace(notice, number=notice.number + 1))
    assert setting(store, "push-key", lambda: "one") == "one" == setting(store, "push-key", lambda: "two")
    for _ in range(7):
        outbox.add(replace(a_channel(digest("me")), address=new_id()))
    with pytest.raises(Refused):
        outbox.add(replace(a_channel(digest("me")), address=new_id()))
    store.close()
