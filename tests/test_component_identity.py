"""What makes a set of components the same: what rules read, not what people read."""

import hashlib
from pathlib import Path

import pytest

import inventorium
from inventorium.core.components import Components
from inventorium.core.errors import BadRecord
from inventorium.core.game import Game
from inventorium.store.store import TableRow
from inventorium.store.table_loader import replayed
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from tests.legendary_inventors.test_components import File

RECORDED = {  # the digests in the records and at the tables that there are
    "legendary-inventors": "2373ca59f7e800de",
    "era-of-inventions": "00fed727b8508010",
    "genies": "8ed1be7504b3845c",
}
CORRECTIONS = {
    "a German name": ('de = "Physik"', 'de = "Naturlehre"'),
    "an English name": ('en = "Physics"', 'en = "Natural philosophy"'),
    "a French name": ('de = "Physik" }', 'de = "Physik", fr = "Physique" }'),
    "a source": ('source = { name = "document" }', 'source = { name = "public" }'),
    "the illustrator": ('artist    = "Ga\u00ebl Lannurien"', 'artist    = "G. Lannurien"'),
    "a remark": ("# ----", "# another remark\n# ----"),
}
OTHER_VALUES = {
    "a number": ("count     = 12", "count     = 11"),
    "an id": ('id     = "physics"', 'id     = "physik"'),
    "the number of players": ("players   = [2, 5]", "players   = [2, 4]"),
}


@pytest.fixture
def game() -> Game:
    return inventorium.load("legendary-inventors")


def digest_with(game: Game, change: tuple[str, str], folder: Path) -> str:
    """The digest of our components with one change, whatever the rules say of it."""
    text = (game.folder / "components.toml").read_text(encoding="utf-8")
    assert change[0] in text
    file = folder / "mine.toml"
    file.write_text(text.replace(*change), encoding="utf-8")
    return Components(file, game.tables.COMPONENT_SCHEMA, game.name).digest


@pytest.mark.parametrize("name", RECORDED)
def test_records_of_earlier_versions_name_the_components_of_today(name: str) -> None:
    """Whoever changes a number of components.toml takes its `identity` away; whoever corrects a name leaves it."""
    assert inventorium.load(name).box().components.digest == RECORDED[name]


@pytest.mark.parametrize("change", CORRECTIONS.values(), ids=CORRECTIONS)
def test_names_and_sources_may_be_corrected(game: Game, change: tuple[str, str], tmp_path: Path) -> None:
    assert digest_with(game, change, tmp_path) == RECORDED[game.name]


@pytest.mark.parametrize("change", OTHER_VALUES.values(), ids=OTHER_VALUES)
def test_other_values_are_another_set(game: Game, change: tuple[str, str], tmp_path: Path) -> None:
    assert digest_with(game, change, tmp_path) != RECORDED[game.name]


def test_a_record_replays_after_a_name_was_corrected(game: Game, tmp_path: Path) -> None:
    record = game.new(2, seed=1).record()
    file = tmp_path / "mine.toml"
    text = (game.folder / "components.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('de = "Physik"', 'de = "Naturlehre"'), encoding="utf-8")
    again = game.read(record, file)
    assert again.record() == record and again.box.name("physics", "de") == "Naturlehre"


def test_a_record_that_names_a_file_by_its_text_replays(game: Game, tmp_path: Path) -> None:
    """Records of one's own components, written when the digest was that of the whole file."""
    file = tmp_path / "mine.toml"
    text = File().put("watt", "points", "9").text
    file.write_text(text, encoding="utf-8")
    record = game.new(2, seed=1, components=file).record()
    now = game.box(file).components.set_name
    then = f"reconstruction 1 {hashlib.sha256(text.encode()).hexdigest()[:16]}"
    assert now != then and now in record
    assert game.read(record.replace(now, then), file).record() == record
    with pytest.raises(BadRecord, match="name their component file"):
        game.read(record.replace(now, "reconstruction 1 0123456789abcdef"), file)


def test_a_table_of_an_earlier_version_goes_on(game: Game) -> None:
    table = Table.new(Setup(game.name, 2, seed="1"))
    people, nobody = (Seat(PERSON, "Mira"), Seat(PERSON, "Jonas")), (None, None)
    components = f"reconstruction 1 {RECORDED[game.name]}"
    stored = TableRow("table", table.setup, str(game.tables.RULES_VERSION), components, people, nobody, nobody, "")
    assert replayed(stored, table.entries).position.record() == table.position.record()
