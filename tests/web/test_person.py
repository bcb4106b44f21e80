"""Being known again, without an account: words, devices, everything taken along, everything forgotten."""
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from inventorium.core.errors import InventoriumError
from inventorium.live.players import level_of
from inventorium.store.doctor import examine
from inventorium.store.outbox import Channel, Outbox
from inventorium.store.people import FORGOTTEN, SOMEBODY, People, new_words, word_list
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import News, Store
from inventorium.table.entries import SAT_DOWN
from inventorium.web.plumbing import passkeys
from tests.command import run as command
from tests.web.browser import Visitor, serving
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
    assert visitor.post("/person/keep").status_code == 200
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
    assert words not in mira.get("/person").text and "Your place is kept" in mira.page, "shown once"
    elsewhere = Visitor(address)
    own = elsewhere.new_table(GAME, ["me", "easy"], name="M.")
    assert (elsewhere.get(path), elsewhere.seat)[1] == -1
    for wrong in ("", "abbey " * 8, words[:-1]):
        assert elsewhere.post("/person/back", {"words": wrong}).status_code == 422
    elsewhere.csrf = (elsewhere.get("/person"), elsewhere.found(r'name="csrf" value="(\w+)"'))[1]
    assert elsewhere.post("/person/back", {"words": f"  {words.upper()} "}).status_code == 200
    for table in (path, own):
        assert (elsewhere.get(table), elsewhere.seat)[1] == 0
    for table in (path, own):
        assert (mira.get(table), mira.seat)[1] == 0, "both devices are hers"
    assert path.rpartition("/")[2] in elsewhere.get("/").text
    elsewhere.csrf = elsewhere.found(r'name="csrf" value="(\w+)"')
    assert (elsewhere.get(elsewhere.new_table(GAME, ["me", "open"])), elsewhere.seat)[1] == 0, "one's own"
    assert 'data-copy="/join/' in elsewhere.page
    elsewhere.post("/person/leave")
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
    assert visitor.post("/person/back", {"words": words}).status_code == 200
    return visitor


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
    holder = digest(mira.http.cookies["guest"])
    jonas.get(path)
    jonas.post(f"{path}/chat", {"seat": 1, "number": jonas.number, "text": "hm"})
    said = [entry.number for entry in store.entries(path.rpartition("/")[2]) if entry.text == "hm"]
    assert mira.post(f"{path}/report", {"entry": said[0], "note": "zauberbeschwerde"}).status_code == 200
    assert mira.post(f"{path}/avoid", {"seat": 1, "kind": "block"}).status_code == 200
    assert jonas.post(f"{path}/avoid", {"seat": 0, "kind": "mute"}).status_code == 200
    assert "Zaubermira" in jonas.get("/person").text
    assert mira.post("/clubs", {"name": "Zauberclub", "me": "Zaubermira"}).status_code == 200
    assert mira.post("/meet", {"game": "genies default", "pace": "calm", "name": "Zaubermira"}).status_code == 200
    Outbox(store).add(Channel(new_id(), holder, holder, "mail", "zauber@example.org", "en", address, "key"))
    found = json.loads(mira.get("/person/export").text)
    assert found["id"] == holder and found["seats"][0]["said"][0]["text"] == "geheimplauderei"
    assert (found["reported"][0]["note"], found["avoids"][0]["name"], found["clubs"][0]["club"]) == (
        "zauberbeschwerde", "Jonas", "Zauberclub") and found["waits-at"]
    assert found["told-at"][0]["address"] == "zauber@example.org" and found["seats"][0]["name"] == "Zaubermira"
    assert mira.post("/person/forget").status_code == 200 and "Zaubermira" in jonas.get(path).text, "only who is sure"
    assert mira.post("/person/forget", {"sure": "yes"}).status_code == 200
    assert SOMEBODY in jonas.get(path).text and "Zaubermira" not in jonas.page and "geheimplauderei" not in jonas.page
    for part in (file, file.with_name(file.name + "-wal")):
        content = part.read_bytes() if part.exists() else b""
        for text in (b"Zaubermira", b"geheimplauderei", b"zauber@example.org", b"zauberbeschwerde", b"Zauberclub",
                     holder.encode()):
            assert text not in content, (part.name, text)
    assert not [one for one in examine(store) if one.problem]
    assert mira.get("/person/export").status_code == 422


def test_forgetting_on_both_databases(database: str) -> None:
    store = Store(database)
    table, people, holder = keep_new(store), People(store), digest("me")
    said = table.said(0, "hello").seat_taken(0, "Mira", SAT_DOWN)
    store.append(News(ONE, table.number, said))
    people.keep(holder, "one two")
    people.keep(holder, "three four")
    assert people.by_words("one two") is None and people.by_words(" Three  FOUR ") == holder
    people.add_device(digest("device"), holder)
    assert people.on_device(digest("device")) == holder and people.export(holder)["seats"][0]["said"][0]["text"] == "hello"
    assert people.forget(holder, level_of) == [ONE]
    stored = store.load(ONE)
    assert stored and stored.seats[0].name == SOMEBODY and stored.holders[0] != holder
    assert [entry.text for entry in store.entries(ONE)[-2:]] == [FORGOTTEN, SOMEBODY]
    assert not [one for one in examine(store) if one.problem] and people.on_device(digest("device")) is None
    with pytest.raises(InventoriumError):
        people.forget(holder, level_of)
    store.close()


def test_on_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    store = Store(url)
    keep_new(store)
    store.close()

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return command("person", *words, "--database", url)
    assert json.loads(run("export", digest("me")).stdout)["seats"][0]["table"] == ONE
    assert "forgotten at 1" in run("delete", digest("me")).stdout
    assert run("delete", digest("me")).returncode == 2 and run("export", "x").returncode == 2
