"""Bad input of every kind gets a clear 4xx, and changes nothing."""

import http.client
from pathlib import Path

import httpx
import pytest

from inventorium.table.names import clean_line, clean_name
from inventorium.web.http.rate_limit import Limits
from inventorium.web.http.sessions import subnet_of
from tests.web.browser import Visitor, serving
from tests.web.program import Program

GAME = "legendary-inventors"


@pytest.fixture(scope="module")
def mine(address: str) -> tuple[Program, str]:
    program = Program(address)
    return program, program.create(GAME, ["me", "open"])["table"]


BAD_ANSWERS = [
    ({}, 422),
    ({"number": 1}, 422),
    ({"number": 1, "action": 1, "move": "pass"}, 422),
    ({"number": "x", "action": 1}, 422),
    ({"number": 1, "action": 1e99}, 422),
    ({"number": 1, "action": 2**80}, 422),
    ({"number": -1, "action": 1}, 409),
    ({"number": 99999, "action": 1}, 409),
    ({"number": 1, "action": None}, 422),
    ({"number": 1, "action": 1, "seat": 1}, 403),
    ({"number": 1, "action": 1, "seat": -1}, 403),
    ({"number": 1, "action": 1, "seat": 77}, 403),
    ({"number": 1, "action": 1, "more": 1}, 422),
    ({"number": 1, "move": "x" * 300}, 422),
    ([1, 2], 422),
    ("text", 422),
    (None, 422),
]


@pytest.mark.parametrize(("body", "status"), BAD_ANSWERS)
def test_bad_answers(mine: tuple[Program, str], body: object, status: int) -> None:
    program, table = mine
    before = program.view(table)
    response = program.http.post(f"/tables/{table}/answers", json=body)
    assert response.status_code == status, response.text
    assert {"problem", "text"} <= response.json().keys()
    assert program.view(table) == before


def test_moves_that_are_none(mine: tuple[Program, str]) -> None:
    program, table = mine
    before = program.view(table)
    for move in ("", " ", "\x00", "<script>", "deal bow", "send", "start 9", "1" * 200, "pass\npass", "Ⅷ ² ١"):
        response = program.answer(table, number=before["number"], seat=0, move=move)
        assert response.status_code == 422, (move, response.text)
    for action in (-1, 0, 10**6, -(2**31)):
        assert program.answer(table, number=before["number"], seat=0, action=action).status_code == 422
    assert program.view(table) == before


def test_malformed_bodies(mine: tuple[Program, str]) -> None:
    program, table = mine
    path = f"/tables/{table}/answers"
    for content in (b"{", b"", b"\xff\xfe", b"[" * 10_000, b'{"number": NaN}', b'{"number": 1, "number": 2}'):
        response = program.http.post(path, content=content, headers={"content-type": "application/json"})
        assert response.status_code in (400, 422), (content[:10], response.text)
    big = program.http.post(path, content=b"x" * 10_000_000, headers={"content-type": "application/json"})
    assert big.status_code == 413
    chunks = program.http.post(path, content=iter([b"x" * 100_000] * 20), headers={"content-type": "application/json"})
    assert chunks.status_code == 413
    assert program.http.delete(path).status_code == 405


def test_secrets_of_others(address: str, mine: tuple[Program, str]) -> None:
    program, table = mine
    stranger = Program(address)
    other = stranger.create(GAME, ["me", "me"])["table"]
    for secret in (stranger.secret, "x", "x" * 32, str(program.secret)[:-1], "Ä" * 30, None):
        headers = {b"authorization": f"Bearer {secret}".encode()} if secret is not None else {}
        with httpx.Client(base_url=f"{address}/api") as client:
            response = client.post(f"/tables/{table}/answers", json={"number": 1, "action": 1}, headers=headers)
            refused = 403 if secret is None else 401
            assert response.status_code == refused, response.text
            seen = client.get(f"/tables/{table}", headers=headers)
            if secret is None:
                assert seen.json()["seat"] == -1 and seen.json()["moves"] == []
            else:  # a typo must not look as if there were no moves
                assert seen.status_code == 401 and seen.headers["www-authenticate"] == "Bearer"
                assert seen.json()["problem"] == "wrong-secret"
            assert client.get(f"/tables/{table}", params={"seat": 0}, headers=headers).status_code == refused
            assert client.get(f"/tables/{table}/stream", params={"seat": 0}, headers=headers).status_code == refused
    assert program.answer(other, number=1, action=1).status_code == 401, "a foreign table"


def test_new_tables_that_cannot_be(address: str) -> None:
    program = Program(address)
    for body, status in (
        ({"game": "chess", "seats": ["me", "me"]}, 404),
        ({"game": "../core", "seats": ["me", "me"]}, 404),
        ({"game": GAME, "seats": ["me"]}, 422),
        ({"game": GAME, "seats": ["me"] * 6}, 422),
        ({"game": GAME, "seats": ["me", "wizard"]}, 422),
        ({"game": GAME, "seats": ["me", "me"], "edition": "xx"}, 422),
        ({"game": GAME, "seats": ["me", "me"], "options": {"nonsense": 1}}, 422),
        ({"game": GAME, "seats": ["me", "me"], "options": {"components": "/etc/passwd"}}, 422),
        ({"game": GAME, "seats": ["me", "me"], "options": {"seed": "1"}}, 422),
        ({"game": GAME, "seats": ["me", "me"], "options": {"dealer": "1"}}, 422),
        ({"game": GAME, "seats": ["me", "me"], "bot_pause": 1e9}, 422),
    ):
        response = program.http.post("/tables", json=body)
        assert response.status_code == status, (body, response.text)
        assert "passwd" not in response.text


def test_addresses_that_are_none(address: str) -> None:
    host = address.removeprefix("http://")
    for path in (
        "/table/..%2f..%2fetc%2fpasswd",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/game/legendary-inventors/rules.py",
        "/game/legendary-inventors/..%2fgenies%2frules.py",
        "/rules/..",
        "/rules/%2e%2e%2f",
        "/../../etc/passwd",
        "/static/..%2f..%2f..%2f..%2fetc/passwd",
        "/new/x",
        "/table/x/record",
        "/join/x/0/y",
        "/join/x/y/z",
        "/language/fr",
        "/theme/pink",
        "/table/%00",
        "/table/" + "x" * 5000,
        "/nope",
    ):
        connection = http.client.HTTPConnection(host)  # httpx would tidy the path up
        connection.request("GET", path)
        response = connection.getresponse()
        assert response.status == 404, (path, response.status)
        assert b"import " not in response.read()


def test_nobody_is_sent_elsewhere(address: str) -> None:
    client = httpx.Client(base_url=address)
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/x\r\nset-cookie: a=b"):
        response = client.get("/language/de", params={"back": back})
        assert response.status_code == 303 and response.headers["location"] == "/", back
    assert client.get("/language/de", params={"back": "/credits?x=1"}).headers["location"] == "/credits?x=1"


def test_forms_of_other_sites(address: str) -> None:
    mira = Visitor(address)
    path = mira.new_table(GAME, ["me", "here"])
    mira.get(path)
    number, action = mira.number, mira.actions()[0]
    good: dict[str, object] = {"seat": mira.seat, "number": number, "action": action}
    for fields, headers in (
        ({**good, "csrf": "x"}, {}),
        ({**good, "csrf": ""}, {}),
        (good, {"origin": "https://evil.example"}),
        (good, {"sec-fetch-site": "cross-site"}),
        (good, {"origin": "null"}),
    ):
        assert mira.post(f"{path}/answer", fields, headers=headers).status_code == 403
    assert mira.http.post(f"{path}/answer", json=good).status_code == 415
    assert mira.http.post(f"{path}/answer", content=b"x" * 10_000_000).status_code in (413, 415)
    for bad in ({"number": "x"}, {"seat": "0.5"}, {"action": "１"}, {"action": ""}, {"number": ""}):
        assert mira.post(f"{path}/answer", {**good, **bad}).status_code == 422, bad
    mira.get(path)
    assert mira.number == number
    assert mira.post(f"{path}/answer", good, headers={"sec-fetch-site": "same-origin"}).status_code == 200


def test_refusals_speak_the_language_of_the_guest(address: str) -> None:
    jonas = Visitor(address, "de")
    assert "Diesen Tisch gibt es nicht" in jonas.get("/table/nope").text
    path = jonas.new_table(GAME, ["me", "here"])
    jonas.get(path)
    assert "Der Tisch hat sich inzwischen geändert" in jonas.answer(path, jonas.actions()[0], number=0).text


def test_scripts_in_names_and_talk(address: str) -> None:
    mira = Visitor(address)
    evil = "<script>alert(1)</script>"
    path = mira.new_table(GAME, ["me", "here"], name=evil, **{"name.1": '"><img src=x onerror=y>'})
    mira.post(f"{path}/chat", {"seat": 0, "text": evil})
    for page in (mira.get(path).text, mira.get("/").text):
        assert "<script>alert" not in page and "<img src=x" not in page
        assert "&lt;script&gt;" in page


def test_records_that_are_none(address: str) -> None:
    mira = Visitor(address)
    for text in (
        "",
        "hello",
        "inventorium record 1\ngame: chess\nplayers: 2\n",
        "inventorium record 1\ngame: ../x\nplayers: 2\n",
        "inventorium record 1\ngame: legendary-inventors\nplayers: 99999999999\n",
        "inventorium record 1\ngame: legendary-inventors\nplayers: 2\noptions: components=/etc/passwd\n\n- start 0\n",
        "inventorium record 1\ngame: legendary-inventors\nplayers: 2\n\n- start 7\n",
    ):
        response = mira.post("/replay", {"record": text})
        assert response.status_code in (404, 422), (text, response.status_code)


def test_limits(tmp_path: Path) -> None:
    few = Limits(requests_per_second=0.001, requests_at_once=20, tables_per_hour=2, streams_per_address=2)
    with serving(f"sqlite:///{tmp_path / 'x.db'}", few) as address:
        program = Program(address)
        tables = [program.http.post("/tables", json={"game": GAME, "seats": ["me", "me"]}) for _ in range(3)]
        program.secret = tables[0].json()["secret"]
        first = [program.http.post("/tables", json={"game": GAME, "seats": ["me", "me"]}).status_code for _ in range(2)]
        assert first == [201, 429], "too many tables of one guest"
        path = f"/tables/{tables[0].json()['table']}/stream"
        with program.http.stream("GET", path) as one, program.http.stream("GET", path) as two:
            assert one.status_code == two.status_code == 200
            lines = [one.iter_lines(), two.iter_lines()]  # a stream that nobody reads on is closed by httpx
            assert [next(line) for line in lines] == ["retry: 1000"] * 2
            assert program.http.get(path).status_code == 429, "too many streams of one address"
        assert 429 in [program.http.get("/games").status_code for _ in range(30)], "too many requests of one address"


def test_an_address_cannot_set_up_tables_without_end(tmp_path: Path) -> None:
    """Whoever throws the cookie away is a new guest, but at the same address."""
    with serving(f"sqlite:///{tmp_path / 'x.db'}", Limits(tables_per_address=12)) as address:
        made = [Program(address).http.post("/tables", json={"game": GAME, "seats": ["me", "me"]}).status_code for _ in range(4)]
        assert made == [201, 201, 429, 429]
        assert Program(address).http.get("/games").status_code == 200
    assert subnet_of("2001:db8:1:2:3::4") == subnet_of("2001:db8:1:2:ffff::1") != subnet_of("2001:db8:1:3::1")


def test_chat_is_kept_without_what_no_database_keeps(tmp_path: Path) -> None:
    assert clean_line("a\0b\x1b[31m\tc\nd\u202e\ud800", 300) == "ab[31m c d"


def test_a_name_can_be_seen_and_is_not_what_the_table_says_itself() -> None:
    for name in (
        "\u3164",
        "\u2800 \u1160",
        "\u115f\uffa0",
        "\u034f",
        "\u200b",
        "Dealer",
        "THE DEALER",
        "der Geber",
        "Seat 2",
        "seat２",
        "Platz 12",
        "\u3164Seat 2",
    ):
        assert clean_name(name) == "", name
    for name in ("Mira", "Anna Geber", "Seat", "Platzhirsch", "2", "李", "😀", "a\u0308"):
        assert clean_name(name) == name
    assert clean_name("Mira\u3164\u2800Ada") == "Mira Ada"
    assert len(clean_name("x" * 23 + " y" * 9)) == 23, "no blank at the end either"


@pytest.mark.parametrize("referer", ["http://[", "http://a]b/", "http://[::1/table/x", "x" * 9_000])
def test_an_odd_referer_is_none(address: str, referer: str) -> None:
    for path in (f"/learn/{GAME}", f"/rules/{GAME}", f"/rules/{GAME}/all", f"/rules/{GAME}/legend"):
        assert httpx.get(address + path, headers={"referer": referer}).status_code == 200, path


@pytest.mark.parametrize("credential", ["[" * 19_000, '{"response":' * 1_500, "{}", "[]", "x", ""])
def test_an_odd_credential_is_refused(address: str, credential: str) -> None:
    for path in ("/identity/passkey", "/identity/sign-in"):
        assert Visitor(address).post(path, {"credential": credential}).status_code == 422, path
