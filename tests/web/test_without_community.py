"""A server from which the package of the community is removed: what people do at tables still works."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import wait_for
from tests.web.browser import Visitor
from tests.web.program import Program

SOURCE = Path(__file__).parents[2] / "src" / "inventorium"
GAME = "genies"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the program without any folder named `community`."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, folder / "inventorium", ignore=shutil.ignore_patterns("community", "__pycache__", "site"))
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The address of a server of the copy."""
    with started(folder, "serve", "--port", "0") as server:
        assert server.stdout
        found = next((line.split()[1] for line in server.stdout if line.startswith("Inventorium: ")), "")
        assert found, "the server does not start"
        yield found.rstrip("/")
        server.terminate()
        server.stdout.read()


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a command of the copy."""
    command = [sys.executable, "-m", "inventorium", *words, "--database", f"sqlite:///{folder / 'tables.db'}"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder)


@pytest.fixture(scope="module")
def visitor(address: str) -> Visitor:
    """A guest of the server, when its games are compiled."""
    guest = Visitor(address)
    wait_for(
        lambda: guest.post(f"/new/{GAME}", {"players": 2, "seat.0": "me", "seat.1": "random"}).url.path.startswith("/table/")
    )
    return guest


@pytest.mark.parametrize(
    "path", ["/", "/lobby", "/identity", f"/new/{GAME}", f"/rules/{GAME}", f"/daily/{GAME}/today", f"/puzzles/{GAME}"]
)
def test_pages_open_and_link_to_nothing_that_is_not_there(visitor: Visitor, path: str) -> None:
    if path.endswith("/today"):
        visitor.get("/daily")
        path = visitor.found(rf'href="(/daily/{GAME}/[\d-]+)"')
    assert visitor.get(path).status_code == 200
    assert not visitor.links(r'(?:href|action)="(/(?:clubs?|cups?|ratings|moderation)\b[^"]*)"')


@pytest.mark.parametrize("path", ["/clubs", "/cups", "/ratings", "/moderation", "/lobby?club=AAAAAAAAAAAAAAAAAAAAAA"])
def test_what_the_community_answers_is_not_there(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_a_game_is_played_against_a_bot_and_its_review_opens(visitor: Visitor, address: str) -> None:
    program = Program(address)
    table = program.create(GAME, ["me", "random"])["table"]
    assert program.play_out(table, random.Random(1))["over"]
    assert visitor.get(f"/table/{table}").status_code == 200
    assert visitor.get(f"/table/{table}/review").status_code == 200


def test_friends_meet_talk_mute_and_block(visitor: Visitor, address: str) -> None:
    friend = Visitor(address)
    path = visitor.new_table(GAME, ["me", "open"])
    link = visitor.found(rf"({path.replace('/table/', '/join/')}/[\w-]+)")
    assert friend.get(link).status_code == 200
    assert friend.post(link, {"name": "Mira"}).url.path == path
    assert friend.post(f"{path}/chat", {"text": "hello there", "seat": 1, "number": friend.number}).status_code == 200
    assert "hello there" in visitor.get(path).text
    people = visitor.get(f"{path}/people")
    assert people.status_code == 200 and "Mira" in people.text and "/report" not in people.text
    assert visitor.post(f"{path}/avoid", {"seat": 1, "kind": "mute"}).status_code == 200
    assert "hello there" not in visitor.get(path).text
    assert visitor.post(f"{path}/avoid", {"seat": 1, "kind": "block"}).status_code == 200
    other = visitor.new_table(GAME, ["me", "open"], open="yes")
    friend.get(other)
    assert friend.post(f"{other}/sit", {"seat": 1}).status_code == 403, "who is blocked does not sit down"


def test_two_who_seek_others_meet(address: str) -> None:
    one, two = Visitor(address), Visitor(address)
    fields: dict[str, object] = {"game": GAME, "players": 2, "pace": "live"}
    assert "/lobby/" in one.post("/lobby", fields).url.path
    assert two.post("/lobby", fields).url.path.startswith("/table/")


def test_a_person_is_exported_and_forgotten(address: str) -> None:
    guest = Visitor(address)
    path = guest.new_table(GAME, ["me", "random"], name="Zauberin")
    assert guest.get("/identity/export").json()["seats"][0]["table"] == path.rpartition("/")[2]
    assert guest.post("/identity/delete", {"sure": "yes"}).status_code == 200
    assert "Zauberin" not in Visitor(address).get(path).text


def test_a_command_of_the_community_says_what_is_missing(folder: Path, address: str) -> None:
    with started(folder, "rate") as command:
        _, problem = command.communicate()
    assert command.returncode == 2
    assert problem == "inventorium: this command needs inventorium.community, which is not installed here\n"
