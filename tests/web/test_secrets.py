"""No secret in any response: a seat gets the same, byte for byte, whatever the others have hidden."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.store.secrets import digest
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from tests.patience import PATIENCE
from tests.web.browser import serving

SECRET_GAMES = [game for game in library.names() if load_game(game).type.secrets]
SECRETS = ["a" * 32, "b" * 32, "c" * 32]
WORLDS = ("a" * 16, "b" * 16)


@pytest.fixture(scope="module", params=SECRET_GAMES)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two tables of the same deal, with the same people."""
    url = f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}"
    store = Store(url)
    for world in WORLDS:
        table = Table.new(Setup(request.param, 3, seed="7"))
        sitting = tuple(Seat(PERSON, name) for name in ("Mira", "Jonas", "Ines"))
        store.create(
            TableRow(
                world, table.setup, *versions(table.setup), sitting, tuple(map(digest, SECRETS)), (None,) * 3, digest(SECRETS[0])
            ),
            table,
        )
    store.close()
    with serving(url) as found:
        yield found


def program(address: str, seat: int) -> httpx.Client:
    return httpx.Client(base_url=f"{address}/api", headers={"authorization": f"Bearer {SECRETS[seat]}"}, timeout=PATIENCE)


def sheet(shown: dict[str, Any], choose: int) -> list[int]:
    """The first (0) or the last (-1) of the legal answers to each question."""
    return [moves[choose]["action"] for moves in shown["sheet"]]


def answer(address: str, world: str, seat: int, choose: int) -> None:
    """Hand in a sheet; one that is handed in already is taken back first."""
    with program(address, seat) as http:
        for _ in range(2):
            shown = http.get(f"/tables/{world}", params={"seat": seat}).json()
            given = {"actions": sheet(shown, choose)} if shown["sheet"] else {"move": "reopen"}
            body = {"number": shown["number"], "seat": seat, **given}
            assert http.post(f"/tables/{world}/answers", json=body).status_code == 200
            if seat not in http.get(f"/tables/{world}", params={"seat": seat}).json()["asked"]:
                return


def all_that_is_seen(address: str, world: str, seat: int) -> dict[str, str]:
    """Everything the server tells somebody about a table: pages, fragments, views, records, streams."""
    secret = SECRETS[seat] if seat >= 0 else "z" * 32
    texts = {}
    shown = {"authorization": f"Bearer {secret}"} if seat >= 0 else {}
    with httpx.Client(base_url=address, cookies={"guest": secret}, headers=shown) as http:
        number = http.get(f"/api/tables/{world}").json()["number"]
        for path in (
            "/table/{}",
            "/table/{}?log=all",
            "/table/{}?at=1",
            f"/table/{{}}?at={number - 3}",
            "/table/{}/record",
            "/table/{}?after=0",
            "/table/{}?after=0&once=1",
            "/table/{}?after=5",
            f"/table/{{}}?at={number - 3}&moment=reveal",
            "/api/tables/{}",
            "/api/tables/{}/moves",
            "/api/tables/{}/record",
        ):
            for headers in ({}, {"x-fragment": "1"}):
                response = http.get(path.format(world), headers=headers)
                assert response.status_code == 200, (path, response.text)
                texts[f"{path} {headers}"] = response.text
        with http.stream("GET", f"/api/tables/{world}/stream") as response:
            lines: list[str] = []
            for line in response.iter_lines():
                lines.append(line)
                if line == f"id: {number}":
                    break
            texts["stream"] = "\n".join(lines)
    # The secret of a form is masked anew; that somebody is gone is noticed sooner or later.
    always_new = re.compile(r'"time": [\d.]+|name="csrf" value="\w+"|id="here" role="status">[^<]*')
    return {path: always_new.sub("", text.replace(world, "WORLD")) for path, text in texts.items()}


def test_what_others_hide_shows_nowhere(address: str) -> None:
    """Jonas and Ines answer differently in the two worlds; Mira and a spectator cannot tell, as long as Mira is asked."""
    for step in range(3):
        for world, choose in zip(WORLDS, (0, -1), strict=True):
            answer(address, world, 1, choose)
            if step:  # the first look comes while Ines is still writing
                answer(address, world, 2, choose)
        for seat in (0, -1):
            one, two = (all_that_is_seen(address, world, seat) for world in WORLDS)
            for path in one:
                assert one[path] == two[path], f"after {step + 1} sheets seat {seat} can tell by {path}"
        mine = [all_that_is_seen(address, world, 1)["/api/tables/{} {}"] for world in WORLDS]
        assert mine[0] != mine[1], "the owner does see it"


def test_a_begun_sheet_is_not_taken(address: str) -> None:
    """An entry that only its owner understands would tell the others, by its number, how far the sheet is."""
    world = WORLDS[0]
    with program(address, 0) as http:
        shown = http.get(f"/tables/{world}", params={"seat": 0}).json()
        before = all_that_is_seen(address, world, -1)
        actions = sheet(shown, 0)
        assert len(actions) > 1
        for number in range(1, len(actions)):
            body = {"number": shown["number"], "seat": 0, "actions": actions[:number]}
            refused = http.post(f"/tables/{world}/answers", json=body)
            assert refused.status_code == 409 and refused.json()["problem"] == "whole-sheet", refused.text
            assert str(len(actions)) in refused.json()["text"]
        body = {"number": shown["number"], "seat": 0, "action": actions[0]}
        assert http.post(f"/tables/{world}/answers", json=body).status_code == 409
        assert all_that_is_seen(address, world, -1) == before
        body = {"number": shown["number"], "seat": 0, "actions": actions}
        done = http.post(f"/tables/{world}/answers", json=body).json()
        assert http.post(f"/tables/{world}/answers", json=body).json() == done, "sent twice, done once"


def test_a_bot_gets_only_a_view() -> None:
    """What a bot is given is concealed: the same bytes whatever the others hide."""
    for game in SECRET_GAMES:
        first = Table.new(Setup(game, 3, seed="7"))
        seat = first.asked[1]
        actions = first.position.actions(seat)
        views = [first.play(seat, action).position.view(first.asked[0]).states.tobytes() for action in (actions[0], actions[-1])]
        assert views[0] == views[1]
