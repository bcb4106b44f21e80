"""Pages and programs are told which bot really plays behind a level."""

import os
import random
from pathlib import Path

import pytest

from inventorium.core import library
from tests.web.browser import Visitor
from tests.web.program import Program

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def test_a_level_without_a_network_is_not_offered(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft has a hand-written value, but no network."""
    monkeypatch.setenv(library.FOLDERS, os.pathsep.join(filter(None, [os.environ.get(library.FOLDERS), str(EXAMPLES)])))
    visitor = Visitor(address)
    draft, finished = (visitor.http.get(f"/new/{name}").text for name in ("fields", "legendary-inventors"))
    assert "Expert" in draft and "Master" not in draft and "Casual" not in draft and "Master" in finished
    levels = {game["name"]: game["levels"] for game in Program(address).http.get("/games").json()}
    assert levels["fields"][-1] == "expert" and levels["legendary-inventors"][-1] == "master"
    refused = Program(address).http.post("/tables", json={"game": "fields", "seats": ["me", "master"]})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    "language, name, plays_as",
    [
        ("en", "Master", "Master (plays like Expert, because these rules have no network)"),
        ("de", "Meister", "Meister (spielt wie Experte, weil es für diese Regeln kein Netz gibt)"),
    ],
)
def test_a_seat_says_who_plays_there(address: str, language: str, name: str, plays_as: str) -> None:
    """With an option that the network does not know another level plays; the page and the program both learn of it."""
    for options, shown, level in (({}, name, ""), ({"cubes_per_player": 20}, plays_as, "expert")):
        program = Program(address)
        table = program.create("legendary-inventors", ["me", "master"], options=options)["table"]
        visitor = Visitor(address, language)
        assert shown in visitor.http.get(f"/table/{table}").text
        assert [seat["plays_as"] for seat in program.view(table)["seats"]] == ["", level]


@pytest.mark.parametrize("is_hinted", [False, True])
def test_a_clear_loss_offers_a_weaker_level_but_not_after_hints(address: str, is_hinted: bool) -> None:
    """Random moves lose clearly to the network. With a hint on the way the page says that the game does not count."""
    chance, visitor = random.Random(2), Visitor(address)
    path = visitor.new_table("legendary-inventors", ["me", "tricky"], name="Mira")
    assert not is_hinted or (visitor.wait_for_turn(path) and visitor.get(f"{path}?hint=1").status_code == 200)
    while actions := visitor.wait_for_turn(path):
        assert visitor.answer(path, chance.choice(actions)).status_code == 200
    assert ("You used hints" in visitor.page) == is_hinted
    assert ("Rematch against Medium" in visitor.page) != is_hinted
    visitor.post(f"{path}/rematch", {"level": "wizard"})
    assert visitor.response.status_code == 422
    visitor.post(f"{path}/rematch", {"level": "medium"})
    assert visitor.response.url.path != path
    assert [seat["level"] for seat in Program(address).view(visitor.response.url.path.split("/")[-1])["seats"]] == ["", "medium"]
