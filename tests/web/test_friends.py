"""The people at a table see each other: who sits down, leaves, watches, takes back, hands over to a bot; how one is invited."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from queue import Queue
from zoneinfo import ZoneInfo

import httpx
import pytest

from inventorium.core.errors import InventoriumError
from inventorium.store.doctor import examine
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.chat import ChatMessage, chat_messages
from inventorium.table.clocks import Clock, Night
from inventorium.table.entries import SEAT, Entry
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.render.qr import qr
from tests.patience import PATIENCE
from tests.web.browser import Visitor, serving


def asides(page: str) -> list[str]:
    """What people did beside the game, as a page tells it."""
    return re.findall(r'<li data-entry="\d+" class="aside">(.*?)</li>', page)


def invited(address: str, host: Visitor, language: str = "en", name: str = "Jonas") -> Visitor:
    guest = Visitor(address, language)
    link = host.found(r'data-copy="(/join/[^"]+)"')
    assert guest.post(link, {"name": name}).status_code == 200
    return guest


@contextmanager
def listening(address: str, path: str, visitor: Visitor, name: str = "", query: str = "") -> Iterator[Callable[[], str]]:
    """Open the stream of a table as its page does; the function returns the next thing it says about who is here."""
    heard: Queue[str] = Queue()
    cookies = dict(visitor.http.cookies) | ({"name": name} if name else {})
    client = httpx.Client(base_url=address, cookies=cookies, timeout=PATIENCE)
    response = client.send(client.build_request("GET", f"{path}/events{query}", headers={"accept-language": "en"}), stream=True)

    def read() -> None:
        event = ""
        try:
            for line in response.iter_lines():
                event = line.removeprefix("event: ") if line.startswith("event: ") else event
                if line.startswith("data: ") and event == "here":
                    heard.put(json.loads(line.removeprefix("data: "))["text"])
        except (httpx.HTTPError, httpx.StreamError):
            pass

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        yield lambda: heard.get(timeout=PATIENCE)
    finally:
        # Closing alone would tell the server nothing for as long as the thread still waits for what comes next.
        response.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        reader.join()
        client.close()


def test_the_others_are_told_who_came_and_went(address: str) -> None:
    mira = Visitor(address)
    path = mira.new_table("legendary-inventors", ["me", "open"], name="Mira")
    jonas = invited(address, mira, "de")
    assert asides(mira.get(path).text) == ["Jonas sits down."] and asides(jonas.get(path).text) == ["Jonas setzt sich."]
    jonas.post(f"{path}/stand-in", {"seat": 1, "bot": "easy"})
    jonas.post(f"{path}/stand-in", {"seat": 1, "bot": ""})
    assert asides(mira.get(path).text) == ["Jonas sits down.", "Jonas lets a bot play.", "Jonas is back."]


def test_answers_taken_back_are_counted_for_the_others() -> None:
    table = Table.new(Setup("legendary-inventors", 2, seed="friends"))
    seat = table.asked[0]
    for _ in range(3):
        table = table.play(seat, table.position.actions(seat)[0])
        assert table.may_undo(seat)
        table = table.undo(seat)
    assert (
        [(one.what, one.times) for one in chat_messages(table, 1 - seat)]
        == [("took-back", 3)]
        == [(one.what, one.times) for one in chat_messages(table, -1)]
    )
    assert chat_messages(table, seat) == [], "whoever took them back knows it"


def test_a_sheet_that_is_reopened_is_nobody_elses_business() -> None:
    table = Table.new(Setup("genies", 3, seed="friends"))
    seat = table.asked[0]
    table = table.play(seat, table.position.actions(seat)[0]).undo(seat)
    assert all(chat_messages(table, other) == [] for other in (-1, 0, 1, 2))
    assert chat_messages(table.with_chat(1, "well?"), 0) == [ChatMessage(table.number + 1, 1, "said", "well?")]


def test_a_seat_changes_in_known_ways_only() -> None:
    table = Table.new(Setup("legendary-inventors", 2, seed="friends"))
    with pytest.raises(InventoriumError, match="a seat changes in 5 ways; 7 is none"):
        table.extended([Entry(table.number + 1, SEAT, 0, 7)])


def test_who_is_here_and_who_watches(address: str) -> None:
    """By open streams alone: nobody is told of those without a seat and a name, and one's own presence is no news."""
    mira = Visitor(address)
    path = mira.new_table("legendary-inventors", ["me", "open"], name="Mira")
    jonas, cleo, nobody = invited(address, mira), Visitor(address), Visitor(address)
    with listening(address, path, mira) as mira_hears:
        assert mira_hears() == ""
        with listening(address, path, nobody), listening(address, path, jonas) as jonas_hears:
            assert mira_hears() == "Jonas is here." and jonas_hears() == "Mira is here."
            with listening(address, path, cleo, name="Cleo") as cleo_hears:
                assert mira_hears() == "Jonas is here. Cleo is watching."
                assert cleo_hears() == "Mira and Jonas are here."
                assert re.search(r'id="here" role="status">Jonas is here. Cleo is watching.</p>', mira.get(path).text)
            assert mira_hears() == "Jonas is here."


@pytest.mark.parametrize(
    ("language", "asks"), [("en", "A seat is free. Invite someone"), ("de", "Ein Platz ist frei. Lade jemanden ein")]
)
def test_a_host_who_waits_is_shown_the_invitation(address: str, language: str, asks: str) -> None:
    """In the place of the question when the free seat is asked; beside it while the host is asked."""
    mira = Visitor(address, language)
    mira.new_table("legendary-inventors", ["open", "open"])
    assert f'<h1 id="question" tabindex="-1">{asks}</h1>' in mira.page
    links = re.findall(r'class="link" readonly value="([^"]+)"', mira.page)
    assert len(links) == 3 == mira.page.count('data-share="/join/') and mira.page.count("<details open><summary") == 1
    assert all(link.startswith(f"{address}/join/") for link in links)
    code = str(qr(links[0], "")).partition("<path")[2]
    assert code and code in mira.page, "the code leads to the same address"
    assert "style=" not in mira.page


def test_one_link_seats_everyone_in_the_order_they_come(address: str) -> None:
    mira, jonas, lena, late = (Visitor(address) for _ in range(4))
    path = mira.new_table("legendary-inventors", ["me", "open", "open"], name="Mira", clock="evening", rated="yes")
    link = mira.found(r'data-copy="(/join/[^"]+)"')
    for guest, name, there in ((jonas, "Jonas", "Mira"), (lena, "Lena", "Jonas")):
        page = guest.get(link).text
        assert all(told in page for told in ("12 hours a turn", "The clocks start when", "<b>Rated</b>", there, "og:title"))
        assert page.count("free seat") == (2 if guest is jonas else 1), "opening the page takes no seat"
        guest.post(link, {"name": name})
        assert guest.response.url.path == path and guest.get(link).url.path == path, "whoever sits is led to the table"
    assert (jonas.get(path), jonas.seat)[1] == 1 and (lena.get(path), lena.seat)[1] == 2
    assert "All seats at this table are taken" in late.get(link).text
    assert "All seats at this table are taken" in late.get(f"{link[:-4]}0000").text, "a guessed link says the same"


def test_two_who_come_at_once_sit_on_two_seats(address: str) -> None:
    mira, guests = Visitor(address), [Visitor(address) for _ in range(3)]
    path = mira.new_table("legendary-inventors", ["me", "open", "open"], name="Mira")
    link = mira.found(r'data-copy="(/join/[^"]+)"')
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda guest: guest.post(link, {"name": "Jonas"}), guests))
    seated = [guest for guest in guests if guest.response.url.path == path]
    assert sorted((guest.get(path), guest.seat)[1] for guest in seated) == [1, 2]


def test_who_resigns_is_out_and_a_bot_plays_on(address: str) -> None:
    mira, jonas = Visitor(address), Visitor(address)
    path = mira.new_table("legendary-inventors", ["me", "open"], name="Mira")
    link = mira.found(r'data-copy="(/join/[^"]+)"')
    assert "/resign" not in mira.page, "nobody else is there to play on"
    assert mira.post(f"{path}/resign", {"seat": 0}).status_code == 422
    jonas.post(link, {"name": "Jonas"})
    assert jonas.post(f"{path}/resign", {"seat": 0}).status_code == 422, "not for others"
    assert "/resign" in jonas.get(path).text
    jonas.post(f"{path}/resign", {"seat": 1})
    assert "Jonas resigns. A bot plays on." in mira.get(path).text and "Take over again" not in jonas.get(path).text
    assert "You have resigned." in jonas.page and "You have resigned." not in mira.page
    assert jonas.post(f"{path}/stand-in", {"seat": 1, "bot": ""}).status_code == 422, "nobody comes back"
    assert jonas.post(f"{path}/resign", {"seat": 1}).status_code == 422, "and nobody resigns twice"


def test_a_game_of_ones_own_can_be_deleted(address: str) -> None:
    mira, jonas = Visitor(address), Visitor(address)
    alone = mira.new_table("legendary-inventors", ["me", "easy"], name="Mira")
    assert jonas.post(f"{alone}/delete").status_code == 422 and "/delete" not in jonas.get(alone).text
    assert "/delete" in mira.get(alone).text
    mira.post(f"{alone}/delete")
    assert mira.response.url.path == "/" and alone not in mira.page and mira.get(alone).status_code == 404
    unjoined = mira.new_table("genies", ["me", "open"], name="Mira")
    link = mira.found(r'data-copy="(/join/[^"]+)"')
    mira.post(f"{unjoined}/delete")
    assert jonas.get(link).status_code == 404, "a table that nobody joined is left by deleting it"
    shared = mira.new_table("genies", ["me", "open"], name="Mira")
    jonas.post(mira.found(r'data-copy="(/join/[^"]+)"'), {"name": "Jonas"})
    assert mira.post(f"{shared}/delete").status_code == 422 and "/delete" not in mira.get(shared).text


def test_a_host_who_is_asked_is_asked(address: str) -> None:
    mira = Visitor(address)
    mira.new_table("genies", ["me", "open"], name="Mira")  # both are asked at once
    assert "Your turn, Mira" in mira.page and "/join/" in mira.page and "Invite someone" not in mira.page


# ---------------------------------------------------------------- time to think


def late_table(store: Store, clock: Clock, people: list[Visitor], ago: float) -> tuple[str, int]:
    """A table whose first question was put so many seconds ago; its id, and who is asked."""
    table, table_id = Table.new(Setup("legendary-inventors", 2, seed="7", clock=clock), now=time.time() - ago), new_id()
    owners = tuple(digest(visitor.http.cookies["guest"]) for visitor in people)
    store.create(
        TableRow(
            table_id, table.setup, *versions(table.setup), (Seat(PERSON, "Mira"), Seat(PERSON, "Jonas")), owners, (None, None), ""
        ),
        table,
    )
    return table_id, table.asked[0]


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store]]:
    """A server, and its database."""
    url = f"sqlite:///{tmp_path_factory.mktemp('clocks') / 'tables.db'}"
    with serving(url) as found:
        store = Store(url)
        yield found, store
        store.close()


def test_a_table_with_a_clock_shows_what_everybody_has_left(clocks: tuple[str, Store]) -> None:
    address, store = clocks
    mira, hour = Visitor(address), (datetime.now(ZoneInfo("Europe/Berlin")).hour + 12) % 24  # by day, whenever that is
    path = mira.new_table(
        "legendary-inventors",
        ["me", "me"],
        clock="evening",
        night="yes",
        **{"night.start": f"{hour:02}:00", "night.end": f"{hour:02}:01", "zone": "Europe/Berlin"},
    )
    assert mira.page.count('class="clock"') == 3, "one for each seat, and one's own beside the question"
    assert mira.page.count('data-runs="yes"') == 2 and re.search(r"<b>(4 d 23 h|5 d 0 h)</b>", mira.page)
    assert re.search(r"(4 d 23 h|5 d 0 h) left", mira.get("/").text), "the list says it, too"
    german = mira.get(path, headers={"accept-language": "de"}).text
    assert "Deine Zeit:" in german and re.search(r"(4 Tg. 23|5 Tg. 0) Std.", german)
    stored = store.load(path.rpartition("/")[2])
    assert stored and stored.setup.clock == Clock(12 * 3600, 5 * 86400, Night(60 * hour, 60 * hour + 1, "Europe/Berlin"))
    for wrong, status in (
        ({"clock": "own", "bonus": "x", "cap": "1"}, 422),
        ({"clock": "own", "bonus": "2", "cap": "1"}, 422),
        ({"clock": "calm", "night": "yes", "night.start": "25:00", "night.end": "03:00", "zone": "UTC"}, 422),
        ({"clock": "calm", "night": "yes", "night.start": "01:00", "night.end": "03:00", "zone": "x"}, 422),
    ):
        fields = {"players": 2, "seat.0": "me", "seat.1": "me", **wrong}
        assert mira.post("/new/legendary-inventors", fields).status_code == status


def test_at_zero_nothing_is_lost(clocks: tuple[str, Store]) -> None:
    """The others may let a bot stand in, and only then; whoever was late may come back and has the time of a turn."""
    address, store = clocks
    people = [Visitor(address), Visitor(address)]
    for ago, status in ((3_000, 409), (12_000, 200)):
        table_id, late = late_table(store, Clock(4_000, 6_000), people, ago)
        other = people[1 - late]
        assert ("is out of time" in other.get(f"/table/{table_id}").text) == (status == 200)
        assert other.post(f"/table/{table_id}/stand-in", {"seat": late, "bot": "expert"}).status_code == status
    own = people[late]
    assert own.post(f"/table/{table_id}/stand-in", {"seat": late, "bot": ""}).status_code == 200
    stored = store.load(table_id)
    assert stored and stored.seats[late].kind == PERSON and not [one for one in examine(store) if one.problem]
    if stored.asked == (late,):  # the bot has not answered yet
        assert 3_000 < stored.due[0] - time.time() <= 4_000


def test_a_table_that_nobody_wants_is_given_up_until_somebody_does(clocks: tuple[str, Store]) -> None:
    address, store = clocks
    people = [Visitor(address), Visitor(address)]
    table_id, asked = late_table(store, Clock(40, 60), people, 11 * 86400)
    mira = people[asked]
    assert "abandoned" in mira.get("/").text and "waiting for you" not in mira.page
    assert "counts as abandoned" in mira.get(f"/table/{table_id}").text
    assert mira.answer(f"/table/{table_id}", mira.actions()[0]).status_code == 200, "whoever wants it plays on"
    assert "abandoned" not in mira.get("/").text


def test_programs_see_clocks(clocks: tuple[str, Store]) -> None:
    address, _ = clocks
    with httpx.Client(base_url=f"{address}/api") as http:
        new = {"game": "legendary-inventors", "seats": ["me", "easy"], "clock": {"bonus": 6_000, "cap": 90_000}}
        created = http.post("/tables", json=new).json()
        shown = http.get(f"/tables/{created['table']}", headers={"authorization": f"Bearer {created['secret']}"}).json()
        mine, bot = shown["clocks"]
        assert bot is None and 80_000 <= mine["left"] <= 90_000
        for clock in ({"bonus": 2, "cap": 1}, {"bonus": 1, "cap": 1, "night": {"start": 0, "end": 60, "zone": "Mars"}}):
            assert http.post("/tables", json=new | {"clock": clock}).status_code == 422
