"""Being known again, without an account: words, devices, everything taken along, everything forgotten."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inventorium.core.errors import InventoriumError
from inventorium.server.table_bots import level_of
from inventorium.store import schema
from inventorium.store.doctor import examine
from inventorium.store.identities import Identities, new_words, word_list
from inventorium.store.outbox import Channel, Outbox
from inventorium.store.personal_data import OWNER_COLUMNS, export_person, forget_person
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import NewEntries, Store
from inventorium.table.entries import SAT_DOWN
from inventorium.table.names import FORGOTTEN
from inventorium.web.http import passkeys
from tests.command import run as command
from tests.patience import wait_for
from tests.web.browser import Visitor, serving
from tests.web.clicks import Page
from tests.web.test_friends import invited
from tests.web.test_store import ONE, keep_new

GAME = "legendary-inventors"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store, Path]]:
    file = tmp_path_factory.mktemp("person") / "tables.db"
    with serving(f"sqlite:///{file}") as address:
        store = Store(f"sqlite:///{file}")
        yield address, store, file
        store.close()


def kept(visitor: Visitor) -> str:
    """Keep one's place; return the words."""
    assert visitor.post("/identity/save").status_code == 200
    return visitor.found(r'<p class="recovery"><b translate="no">([a-z ]+)</b>')


def test_words_are_ours_and_enough() -> None:
    assert len(set(word_list())) == 256 and all(re.fullmatch("[a-z]{3,10}", word) for word in word_list())
    assert len(new_words().split()) == 8 and new_words() != new_words()


def test_a_lost_cookie_is_back_and_so_is_the_seat(site: tuple[str, Store, Path]) -> None:
    """In another browser with nothing but the words; the first device stays, and what the new one had comes along."""
    address, store, _ = site
    mira = Visitor(address)
    path = mira.new_table(GAME, ["me", "open"], name="Mira")
    words = kept(mira)
    assert words not in mira.get("/identity").text and "Your place is saved" in mira.page, "shown once"
    elsewhere = Visitor(address)
    own = elsewhere.new_table(GAME, ["me", "easy"], name="M.")
    assert (elsewhere.get(path), elsewhere.seat)[1] == -1
    for wrong in ("", "abbey " * 8, words[:-1]):
        assert elsewhere.post("/identity/sign-in", {"words": wrong}).status_code == 422
    elsewhere.csrf = (elsewhere.get("/identity"), elsewhere.found(r'name="csrf" value="(\w+)"'))[1]
    assert elsewhere.post("/identity/sign-in", {"words": f"  {words.upper()} "}).status_code == 200
    for table in (path, own):
        assert (elsewhere.get(table), elsewhere.seat)[1] == 0
    for table in (path, own):
        assert (mira.get(table), mira.seat)[1] == 0, "both devices are hers"
    assert path.rpartition("/")[2] in elsewhere.get("/").text
    elsewhere.csrf = elsewhere.found(r'name="csrf" value="(\w+)"')
    assert (elsewhere.get(elsewhere.new_table(GAME, ["me", "open"])), elsewhere.seat)[1] == 0, "one's own"
    assert 'data-copy="/join/' in elsewhere.page
    elsewhere.post("/identity/leave")
    assert (elsewhere.get(path), elsewhere.seat)[1] == -1 and (mira.get(path), mira.seat)[1] == 0
    stranger = Visitor(address)
    stranger.http.cookies.set("person", "yes")
    assert (stranger.get(path), stranger.seat)[1] == -1, "a cookie that says so is no proof"
    again = kept(mira)
    with pytest.raises(AssertionError):
        comes_back(address, words)
    assert (comes_back(address, again).get(path).status_code, not [one for one in examine(store) if one.problem]) == (200, True)


def comes_back(address: str, words: str) -> Visitor:
    visitor = Visitor(address)
    assert visitor.post("/identity/sign-in", {"words": words}).status_code == 200
    visitor.csrf = csrf(visitor)
    return visitor


# ---------------------------------------------------------------- devices


def signed_out(visitor: Visitor, path: str) -> bool:
    """Whether a device is a stranger's, who has neither the name nor what was kept for times without a network."""
    answer = visitor.get(path)
    first = answer.headers.get("clear-site-data") == '"storage"'
    return first and visitor.seat == -1 and not {"person", "name", "coach"} & set(visitor.http.cookies)


def set_cookie(visitor: Visitor, name: str, value: str) -> None:
    """As the server does."""
    visitor.http.cookies.set(name, value, domain="127.0.0.1", path="/")


def csrf(visitor: Visitor) -> str:
    """After a new secret, the token of its forms."""
    visitor.get("/identity")
    return visitor.found(r'name="csrf" value="(\w+)"')


def device_of(visitor: Visitor) -> str:
    return digest(visitor.http.cookies["guest"])


def person_with_two_devices(address: str) -> tuple[Visitor, Visitor, str]:
    one = Visitor(address)
    one.http.headers["user-agent"] = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"
    path = one.new_table(GAME, ["me", "open"], name="Mira")
    return one, comes_back(address, kept(one)), path


def test_a_device_is_signed_out_at_once(site: tuple[str, Store, Path]) -> None:
    """Security 5 and 15, friends 6."""
    one, other, path = person_with_two_devices(site[0])
    assert (other.get(path), other.seat)[1] == 0
    page = one.get("/identity").text
    assert "Firefox, Windows" in page and "This device" in page and page.count('name="device"') == 2
    set_cookie(other, "coach", "off")
    stranger = Visitor(site[0])
    stranger.post("/identity/sign-out", {"device": device_of(other)})
    assert (other.get(path), other.seat)[1] == 0, "nobody else's"
    assert one.post("/identity/sign-out", {"device": device_of(other)}).status_code == 200
    assert signed_out(other, path)
    assert (one.get(path), one.seat)[1] == 0


def test_new_words_sign_out_the_others_where_one_wants_it(site: tuple[str, Store, Path]) -> None:
    one, other, path = person_with_two_devices(site[0])
    page = one.get("/identity").text
    assert page.count('name="others"') == 2 and 'value="out" required' in page
    assert one.post("/identity/save", {"others": "in"}).status_code == 200
    assert (other.get(path), other.seat)[1] == 0
    assert one.post("/identity/save", {"others": "out"}).status_code == 200
    assert signed_out(other, path) and (one.get(path), one.seat)[1] == 0
    assert 'name="others"' not in one.get("/identity").text, "there are no others"


def test_the_first_device_is_signed_out_from_another(site: tuple[str, Store, Path]) -> None:
    """Its secret was the person's number, so the person gets another; the seats, the name and the table they host stay theirs."""
    address, store, _ = site
    one, other, path = person_with_two_devices(address)
    club = one.post("/clubs", {"name": "Mira's", "me": "Mira"}).url.path
    thief = Visitor(address)
    set_cookie(thief, "guest", one.http.cookies["guest"])  # without the cookie that says so
    assert (thief.get(path), thief.seat)[1] == 0
    assert other.post("/identity/sign-out").status_code == 200
    assert signed_out(one, path) and (thief.get(path), thief.seat)[1] == -1
    assert (other.get(path), other.seat)[1] == 0 and other.get(club).status_code == 200 and one.get(club).status_code == 404
    assert "Mira" in other.get("/identity").text and other.page.count('name="device"') == 1
    stored = store.load(path.rpartition("/")[2])
    assert stored and stored.host == stored.owners[0] != device_of(thief)


def test_the_whole_way_in_a_browser(visit: Callable[..., Page], address: str) -> None:
    """Keep a place on one device, sign in on another, sign that out by keyboard from the first: it is out at once, and its
    service worker keeps no page with the name."""
    one = visit("/", user_agent="Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36")
    one.fill("input[name=name]", "Zaubermira")
    one.press("input[name=name]", "Enter")
    one.wait_for_load_state()
    one.goto(f"{address}/identity")
    one.get_by_role("button", name="Save my place").click()
    words = one.locator(".recovery b").inner_text()
    other = visit("/identity", service_workers="allow", viewport={"width": 390, "height": 844})
    other.fill("#words", words)
    other.get_by_role("button", name="Sign in", exact=True).click()
    other.get_by_role("heading", name="Zaubermira").wait_for()
    other.evaluate("""async () => {
        await navigator.serviceWorker.register("/sw.js");
        await navigator.serviceWorker.ready;
        await (await caches.open("kept")).put("/offline", await fetch("/offline"));      // as the worker does when a guest is new
    }""")
    kept = "async () => (await (await (await caches.open('kept')).match('/offline'))?.text()) ?? ''"
    assert "Zaubermira" in other.evaluate(kept)
    one.goto(f"{address}/identity")
    devices = one.locator("li", has=one.locator("input[name=device]"))
    devices.filter(has_not_text="This device").get_by_role("button").focus()
    one.keyboard.press("Enter")
    one.locator("text=This device").wait_for()
    assert devices.count() == 1
    other.goto(f"{address}/identity")
    assert other.locator("#words").is_visible() and "Zaubermira" not in other.content()
    assert "Zaubermira" not in other.evaluate(kept)
    assert {cookie["name"] for cookie in other.context.cookies()} <= {"guest", "pace"}


def test_a_person_is_renumbered_everywhere() -> None:
    known = {*OWNER_COLUMNS, schema.people.c.owner}
    named = {
        column
        for table in schema.metadata.tables.values()
        for column in table.c
        if column.name in ("owner", "host", "other", "subject")
    }
    assert named == known


def test_leaving_leaves_nothing(site: tuple[str, Store, Path]) -> None:
    one, other, _ = person_with_two_devices(site[0])
    for cookie in ("name", "coach", "stars", "puzzles", "learned"):
        for visitor in (one, other):
            set_cookie(visitor, cookie, "x")
    answer = other.http.post("/identity/leave", data={"csrf": csrf(other)}, follow_redirects=False)
    assert answer.headers["clear-site-data"] == '"storage"'
    assert set(other.http.cookies) == {"stars", "puzzles", "learned"}
    answer = one.http.post("/identity/delete", data={"csrf": csrf(one), "sure": "yes"}, follow_redirects=False)
    assert answer.headers["clear-site-data"] == '"storage"' and not set(one.http.cookies)


def test_the_name_comes_along(site: tuple[str, Store, Path]) -> None:
    """Friends 13: it is one name on all devices."""
    one, other, _ = person_with_two_devices(site[0])
    assert 'value="Mira"' in other.get(f"/new/{GAME}").text and "name" not in {*other.http.cookies, *one.http.cookies}
    other.post("/name", {"name": "Miranda", "back": "/"})
    assert 'value="Miranda"' in one.get(f"/new/{GAME}").text


def test_who_is_forgotten_on_one_device_writes_nothing_on_another(site: tuple[str, Store, Path]) -> None:
    """Security 6: not for a moment."""
    address, store, _ = site
    one, other, path = person_with_two_devices(address)
    other.get(path)
    owner = device_of(one)
    assert one.post("/identity/delete", {"sure": "yes"}).status_code == 200
    other.new_table(GAME, ["me", "open"], name="Ghostname2")
    assert other.post("/clubs", {"name": "Ghostname3", "me": "Ghostname2"}).status_code == 200
    with pytest.raises(InventoriumError):
        export_person(store, owner)
    assert len(export_person(store, device_of(other))["seats"]) == 1, "a stranger's, who can forget it"


def test_other_processes_hear_at_once(new_postgres: Callable[[], str]) -> None:
    """Of a device that is signed out, of the first one, and of somebody who is forgotten."""
    url = new_postgres()
    with serving(url) as address, serving(url) as beside:
        one, other, path = person_with_two_devices(beside)
        third = Visitor(address)
        third.http.cookies.update(other.http.cookies)
        assert (third.get(path), third.seat)[1] == 0
        thief = Visitor(address)
        set_cookie(thief, "guest", one.http.cookies["guest"])
        assert (thief.get(path), thief.seat)[1] == 0
        assert other.post("/identity/sign-out").status_code == 200
        wait_for(lambda: (thief.get(path), thief.seat)[1] == -1)
        assert (third.get(path), third.seat)[1] == 0
        assert other.post("/identity/delete", {"sure": "yes"}).status_code == 200
        assert signed_out(third, path)
        wait_for(lambda: ">someone<" in third.get(path).text)


def test_a_challenge_is_ours_and_young(monkeypatch: pytest.MonkeyPatch) -> None:
    from webauthn.helpers import bytes_to_base64url

    def answered(challenge: bytes) -> bytes:
        said = json.dumps({"challenge": bytes_to_base64url(challenge)}).encode()
        return passkeys.answered_challenge("key", {"response": {"clientDataJSON": bytes_to_base64url(said)}})

    ours = passkeys.new_challenge("key")
    assert answered(ours) == ours
    for wrong in (passkeys.new_challenge("other"), ours[:-1], b"", bytes(40), b"\xff" * 40):
        with pytest.raises(InventoriumError):
            answered(wrong)
    now = passkeys.time.time() + passkeys.VALID + 1
    monkeypatch.setattr(passkeys.time, "time", lambda: now)
    with pytest.raises(InventoriumError):
        answered(ours)
    for text in ("", "[]", "{}", '{"response": 5}'):
        with pytest.raises(InventoriumError):
            passkeys.answered_challenge("key", passkeys.read(text))


# ---------------------------------------------------------------- everything that is kept


def test_everything_is_taken_along_and_nothing_is_left(site: tuple[str, Store, Path]) -> None:
    """The whole file is searched, with its free places and its log; every game still replays, and the others play on."""
    address, store, file = site
    mira = Visitor(address)
    path = mira.new_table(GAME, ["me", "open"], name="Zaubermira")
    jonas = invited(address, mira)
    mira.get(path)
    mira.post(f"{path}/chat", {"seat": 0, "number": mira.number, "text": "geheimplauderei"})
    assert mira.post("/name", {"name": "Zaubermira", "back": "/"}).status_code == 200
    kept(mira)
    owner = digest(mira.http.cookies["guest"])
    jonas.get(path)
    jonas.post(f"{path}/chat", {"seat": 1, "number": jonas.number, "text": "hm"})
    said = [entry.number for entry in store.entries(path.rpartition("/")[2]) if entry.text == "hm"]
    assert mira.post(f"{path}/report", {"entry": said[0], "note": "zauberbeschwerde"}).status_code == 200
    assert mira.post(f"{path}/avoid", {"seat": 1, "kind": "block"}).status_code == 200
    assert jonas.post(f"{path}/avoid", {"seat": 0, "kind": "mute"}).status_code == 200
    assert "Zaubermira" in jonas.get("/identity").text
    zauber = [entry.number for entry in store.entries(path.rpartition("/")[2]) if entry.text == "geheimplauderei"]
    assert jonas.post(f"{path}/report", {"entry": zauber[0], "note": "he said: geheimplauderei"}).status_code == 200
    assert mira.post("/cups", {"name": "Zaubercup", "size": "genies 7 4", "me": "Zaubermira"}).status_code == 200
    club = mira.post("/clubs", {"name": "Zauberclub", "me": "Zaubermira"}).url.path
    assert jonas.post(mira.found(r'value="https?://[^/]+(/club/[^"]+)"'), {"name": "Jonas"}).status_code == 200
    assert mira.post("/lobby", {"game": "genies default", "pace": "calm", "name": "Zaubermira"}).status_code == 200
    Outbox(store).add(Channel(new_id(), owner, owner, "mail", "zauber@example.org", "en", address, "key"))
    found = json.loads(mira.get("/identity/export").text)
    assert found["id"] == owner and found["seats"][0]["said"][0]["text"] == "geheimplauderei"
    assert (found["reported"][0]["note"], found["avoids"][0]["name"], found["clubs"][0]["club"]) == (
        "zauberbeschwerde",
        "Jonas",
        "Zauberclub",
    ) and found["waits-at"]
    assert found["told-at"][0]["address"] == "zauber@example.org" and found["seats"][0]["name"] == "Zaubermira"
    assert mira.post("/identity/delete").status_code == 200 and "Zaubermira" in jonas.get(path).text, "only who is sure"
    assert mira.post("/identity/delete", {"sure": "yes"}).status_code == 200
    assert ">someone<" in jonas.get(path).text and "Zaubermira" not in jonas.page and "geheimplauderei" not in jonas.page
    assert ">jemand<" in Visitor(address, "de").get(path).text
    assert "Club without a name" in jonas.get(club).text and "Zauber" not in jonas.get("/cups").text
    for part in (file, file.with_name(file.name + "-wal")):
        content = part.read_bytes() if part.exists() else b""
        for text in (
            b"Zaubermira",
            b"geheimplauderei",
            b"zauber@example.org",
            b"zauberbeschwerde",
            b"Zauberclub",
            b"Zaubercup",
            owner.encode(),
        ):
            assert text not in content, (part.name, text)
    assert not [one for one in examine(store) if one.problem]
    assert mira.get("/identity/export").status_code == 422


def test_forgetting_on_both_databases(database: str) -> None:
    store = Store(database)
    table, people, owner = keep_new(store), Identities(store), digest("me")
    said = table.with_chat(0, "hello").with_seat(0, "Mira", SAT_DOWN)
    store.append(NewEntries(ONE, table.number, said))
    people.set_words(owner, "one two")
    people.set_words(owner, "three four")
    assert people.by_words("one two") is None and people.by_words(" Three  FOUR ") == owner
    people.sign_in(digest("device"), owner)
    found = people.on_device(digest("device"))
    assert found and found.owner == owner and export_person(store, owner)["seats"][0]["said"][0]["text"] == "hello"
    assert forget_person(store, owner, level_of) == [ONE]
    stored = store.load(ONE)
    assert stored and stored.seats[0].name == FORGOTTEN and stored.owners[0] != owner
    assert [entry.text for entry in store.entries(ONE)[-2:]] == [FORGOTTEN, FORGOTTEN]
    assert not [one for one in examine(store) if one.problem] and people.on_device(digest("device")) is None
    with pytest.raises(InventoriumError):
        forget_person(store, owner, level_of)
    store.close()


def test_on_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    store = Store(url)
    keep_new(store)
    store.close()

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return command("person", *words, "--database", url)

    assert json.loads(run("export", digest("me")).stdout)["seats"][0]["table"] == ONE
    assert "deleted at 1" in run("delete", digest("me")).stdout
    assert run("delete", digest("me")).returncode == 2 and run("export", "x").returncode == 2
