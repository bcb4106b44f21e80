"""The server, as guests see it."""

import random
import re

import httpx
import pytest

from inventorium.core import library
from tests.tiers import in_tiers
from tests.web.browser import Visitor


@pytest.mark.parametrize("game", in_tiers(library.names(), "legendary-inventors", "genies"))  # moves one by one, and sealed
def test_a_whole_game_by_clicking_against_bots(address: str, game: str) -> None:
    chance, mira = random.Random(1), Visitor(address)
    players = 3
    path = mira.new_table(game, ["me"] + ["random"] * (players - 1), name="Mira")
    while (actions := mira.wait_for_turn(path)) or mira.sealed_moves(chance):
        assert "Mira" in mira.page
        if sheet := mira.sealed_moves(chance):
            done = mira.post(f"{path}/answer", {"number": mira.number, "seat": mira.seat, **sheet})
        else:
            done = mira.answer(path, chance.choice(actions))
        assert done.status_code == 200, mira.page
    assert 'id="result-heading"' in mira.page
    record = mira.get(f"{path}/record").text
    assert "seed: " in record
    from inventorium import load

    over = load(game).read(record)
    assert over.over and re.search(rf"Your best: {over.scores[0]} point", mira.get("/").text), "it is a record of one's own"
    assert f"{path}/review" in mira.get(path).text, "what was luck and what was a mistake is one press away"
    for at in (0, 5, 40):
        assert mira.get(f"{path}?at={at}").status_code == 200
    thought = mira.get(f"{path}?at=40&seat=0&think=1").text
    assert "What a strong player would do" in thought and ("<meter" in thought or "nothing to decide" in thought)
    mira.post("/replay", {"record": record})
    assert "Mira" in mira.page and "free seat" not in mira.page, "a record knows who played"
    begun = int(mira.response.url.query.decode().removeprefix("at="))
    assert begun == next(place for place, (seat, _) in enumerate(over.log) if seat >= 0), "it begins where somebody decides"
    mira.post(f"{path}/play-on", {"at": begun, "seat": 0, "bot": "random"})
    assert (
        ">practice</small>" in mira.page and "· practice" in mira.get("/").text and ">practice</small>" not in mira.get(path).text
    )
    again = mira.post(f"{path}/rematch")
    assert again.status_code == 200 and again.url.path.startswith("/table/") and again.url.path != path


def test_a_shared_screen_shows_secrets_only_to_whoever_says_who_looks(address: str) -> None:
    both = Visitor(address)
    path = both.new_table("genies", ["me", "here"])
    assert both.get(path) and both.seat == -1 and both.page.count("I am ") == 2
    hands = [set(re.findall(r"<h3>(.+?)</h3><p>", both.get(f"{path}?seat={seat}").text)) for seat in (0, 1)]
    assert both.seat == 1 and "I am " not in both.page
    assert hands[0] and hands[1] and hands[0] != hands[1]
    assert not any(f"<h3>{card}</h3>" in both.get(path).text for card in hands[0] | hands[1])


def test_behind_tls_cookies_are_secure_and_browsers_stay_with_it(address: str) -> None:
    """A proxy on the same machine says how the guest came; `docs/hosting.md` was tried with nginx."""
    plain, secure = httpx.get(address), httpx.get(address, headers={"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"})
    assert "secure" in secure.headers["set-cookie"].lower() and "max-age" in secure.headers["strict-transport-security"]
    assert "secure" not in plain.headers["set-cookie"].lower() and "strict-transport-security" not in plain.headers
    assert httpx.get(f"{address}/metrics").status_code == 200
    assert httpx.get(f"{address}/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 404


def test_a_name_typed_for_a_new_table_is_kept(address: str) -> None:
    visitor = Visitor(address)
    visitor.new_table("legendary-inventors", ["me", "open"], **{"name.0": "Anna"})
    visitor.get("/new/genies")
    assert 'value="Anna"' in visitor.page


def test_two_people_and_a_spectator(address: str) -> None:
    mira, jonas, watcher = Visitor(address), Visitor(address, "de"), Visitor(address)
    path = mira.new_table("legendary-inventors", ["me", "open"], name="Mira")
    invitation = re.search(r'data-copy="(/join/[^"]+)"', mira.page)
    assert invitation
    assert jonas.get(invitation[1]).status_code == 200 and "eingeladen" in jonas.page
    assert "/join/" not in watcher.get(path).text
    assert jonas.post(invitation[1], {"name": "<b>Jonas</b>"}).status_code == 200
    assert "&lt;b&gt;Jonas" in jonas.page and "<b>Jonas" not in jonas.page
    assert "All seats at this table are taken" in watcher.get(invitation[1]).text and 'name="name"' not in watcher.page
    watcher.post(invitation[1], {"name": "Third"})
    assert "All seats at this table are taken" in watcher.page
    assert (mira.get(path), mira.seat)[1] == 0
    assert (jonas.get(path), jonas.seat)[1] == 1
    assert (watcher.get(path), watcher.seat)[1] == -1 and not watcher.actions()
    chance = random.Random(2)
    for _ in range(30):
        for visitor in (mira, jonas):
            visitor.get(path)
            if actions := visitor.actions():
                assert visitor.answer(path, chance.choice(actions)).status_code == 200
    assert "Du bist dran" in jonas.get(path).text or "Your turn" in mira.get(path).text


def test_answers_are_done_once_and_stale_ones_refused(address: str) -> None:
    mira = Visitor(address)
    path = mira.new_table("legendary-inventors", ["me", "here"])
    first = mira.wait_for_turn(path)
    number, seat = mira.number, mira.seat
    assert mira.answer(path, first[0]).status_code == 200
    after = mira.number
    again = mira.answer(path, first[0], number=number, seat=seat)
    assert again.status_code == 200 and mira.number == after, "sent twice, done once"
    other = mira.answer(path, first[1], number=number, seat=seat)
    assert other.status_code == 409 and mira.number == after, "stale"
    assert 'role="alert"' in mira.page


def test_undo_on_the_page(address: str) -> None:
    mira = Visitor(address)
    path = mira.new_table("legendary-inventors", ["me", "here"], **{"option.team_assignment": "choose"})
    mira.get(path)
    assert "/undo" not in mira.page
    seat, number = mira.seat, mira.number
    mira.answer(path, mira.actions()[0])
    mira.get(f"{path}?seat={seat}")
    assert "/undo" in mira.page
    assert mira.post(f"{path}/undo", {"seat": seat, "number": mira.number}).status_code == 200
    assert mira.seat == seat and mira.number == number + 2
    assert mira.post(f"{path}/undo", {"seat": seat, "number": mira.number}).status_code == 409


def test_every_page_in_both_languages(address: str) -> None:
    for language, word in (("en", "Rules"), ("de", "Regeln")):
        visitor = Visitor(address, language)
        assert word in visitor.page
        for path in (
            "/credits",
            *(f"/{page}/{game}" for page in ("learn", "rules", "new") for game in library.names()),
            *(f"/rules/{game}/{page}" for page in ("all", "legend") for game in library.names()),
        ):
            assert visitor.get(path).status_code == 200, path
            assert f'lang="{language}"' in visitor.page


def test_every_style_sheet_of_a_page_is_there(address: str) -> None:
    visitor = Visitor(address)
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', visitor.page)
    assert any(sheet.endswith("/tokens.css") for sheet in sheets)
    for sheet in sheets:
        response = visitor.get(sheet)
        assert response.status_code == 200 and "immutable" in response.headers["cache-control"], sheet


def test_headers_forbid_what_we_do_not_need(address: str) -> None:
    response = Visitor(address).get("/")
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "unsafe" not in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "same-origin"
    cookie = Visitor(address).http.get("/", headers={"cookie": ""}).headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
