"""The HTTP interface for programs."""

import random
import threading

import pytest

from inventorium import load
from inventorium.core import library
from tests.patience import wait_for
from tests.tiers import in_tiers
from tests.web.program import Program


@pytest.mark.parametrize("game", in_tiers(library.names(), "legendary-inventors", "genies"))
def test_two_programs_play_a_game_and_a_third_hears_all_of_it(address: str, game: str) -> None:
    seats = load(game).players[0]
    one, two, watcher = Program(address), Program(address), Program(address)
    created = one.create(game, ["me", "open"] + ["random"] * (seats - 2), name="One")
    table = created["table"]
    two.join(table, 1, created["invitations"]["1"], "Two")
    heard: list[dict[str, object]] = []
    threading.Thread(target=lambda: heard.extend(watcher.stream(table)), daemon=True).start()
    other = threading.Thread(target=two.play_out, args=(table, random.Random(2)), daemon=True)
    other.start()
    end = one.play_out(table, random.Random(1))
    other.join()
    wait_for(lambda: len(heard) >= end["number"])
    assert [event["number"] for event in heard] == list(range(1, end["number"] + 1)), "every number, once, in order"
    record = one.record(table)
    position = load(game).read(record)
    assert position.over and [seat["score"] for seat in end["seats"]] == list(position.scores)
    again = list(zip(range(end["number"]), Program(address).stream(table), strict=False))
    assert [event["number"] for _, event in again] == list(range(1, end["number"] + 1)), "who comes late gets everything"


def test_a_stream_goes_on_where_it_broke_off(address: str) -> None:
    one = Program(address)
    table = one.create("legendary-inventors", ["me", "me"])["table"]
    one.play_out(table, random.Random(3), most=20)
    number = one.view(table)["number"]
    after = next(one.stream(table, number - 1))["number"]
    assert after == number
    with one.http.stream("GET", f"/tables/{table}/stream", headers={"last-event-id": "3"}) as response:
        lines = (line for line in response.iter_lines() if line.startswith("id: "))
        assert next(lines) == "id: 4"


def test_answers_in_the_notation_and_undo(address: str) -> None:
    one = Program(address)
    table = one.create("legendary-inventors", ["me", "me"], options={"team_assignment": "choose"})["table"]
    shown = one.view(table)
    done = one.answer(table, number=shown["number"], seat=shown["seat"], move="team antiquity")
    assert done.status_code == 200 and done.json()["number"] > shown["number"]
    undo = one.http.post(f"/tables/{table}/undo", json={"number": done.json()["number"], "seat": shown["seat"]})
    assert undo.status_code == 200
    assert one.view(table)["picture"] == shown["picture"]
    refused = one.answer(table, number=undo.json()["number"], seat=shown["seat"], move="send archimedes bow")
    assert refused.status_code == 422 and "not possible" in refused.json()["text"]
    assert one.view(table)["number"] == undo.json()["number"]


def test_the_whole_description_is_there(address: str) -> None:
    program = Program(address)
    description = program.http.get("/openapi.json").json()
    assert {"/api/tables", "/api/tables/{table_id}/answers", "/api/tables/{table_id}/stream"} <= set(description["paths"])
    page = program.http.get(f"{address}/api").text
    assert "curl" in page and "/api/tables/{table_id}/answers" in page
    listed = program.http.get("/games").json()
    assert [game["name"] for game in listed] == library.names()


def test_the_description_lists_what_a_seat_shows(address: str) -> None:
    known = Program(address).http.get("/openapi.json").json()["components"]["schemas"]
    assert known["Shown"]["properties"]["seats"]["items"] == {"$ref": "#/components/schemas/SeatView"}
    assert known["SeatView"]["properties"]["parts"]["additionalProperties"] == {"type": "integer"}


def test_the_description_says_how_to_show_a_secret_and_what_is_refused(address: str) -> None:
    description = Program(address).http.get("/openapi.json").json()
    assert description["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"
    ids = {one["operationId"]: one for methods in description["paths"].values() for one in methods.values()}
    assert set(ids) == {
        "list_games",
        "list_rules",
        "list_components",
        "create_table",
        "join_table",
        "view_table",
        "legal_moves",
        "answer",
        "undo",
        "stream",
        "record",
        "review",
    }
    assert ids["answer"]["security"] == ids["undo"]["security"] == [{"seat": []}]
    assert ids["view_table"]["security"] == [{"seat": []}, {}]
    record = ids["record"]["responses"]
    assert [*record["200"]["content"]] == ["text/plain"] and [*record["404"]["content"]] == ["application/json"]
    for name in ("create_table", "join_table", "undo"):
        assert "400" in ids[name]["responses"]


def test_a_body_that_is_not_utf_8_is_refused_as_described(address: str) -> None:
    program = Program(address)
    refused = program.http.post("/tables", content=b'{"game": "\xff"}', headers={"content-type": "application/json"})
    assert refused.status_code == 400 and set(refused.json()) == {"problem", "text"}


def test_a_kind_of_bot_that_is_not_there_is_told_which_there_are(address: str) -> None:
    refused = Program(address).http.post("/tables", json={"game": "genies", "seats": ["me", "search:1000"]})
    assert refused.status_code == 422
    assert refused.json()["text"] == (
        "Seat 2: 'search:1000' is unknown. "
        "Use one of me, open, random, easy, casual, medium, tricky, hard, tough, expert, master."
    )


def test_who_has_sealed_has_no_moves_and_others_do_not_make_a_sheet_stale(address: str) -> None:
    """The only move of a sealed sheet is to take it back: a program that plays whatever is open would do so again and again."""
    one, two = Program(address), Program(address)
    created = one.create("genies", ["me", "open"], options={"action_cards": False})
    table = created["table"]
    two.join(table, 1, created["invitations"]["1"])
    mine, other = one.view(table), two.view(table)
    assert mine["asked"] == [0, 1] and mine["sheet"]
    assert two.answer(table, number=other["number"], actions=[moves[0]["action"] for moves in other["sheet"]]).status_code == 200
    waiting = two.view(table)
    assert (waiting["asked"], waiting["moves"], waiting["sheet"]) == ([0], [], [])
    assert two.http.get(f"/tables/{table}/moves").json() == []
    assert two.answer(table, number=waiting["number"], move="reopen").status_code == 200
    assert one.answer(table, number=mine["number"], actions=[moves[0]["action"] for moves in mine["sheet"]]).status_code == 200
