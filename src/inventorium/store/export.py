"""Moves tables between databases as text: a whole table with its entries, or a record."""

import json
from dataclasses import asdict, replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from inventorium.core.errors import BadRecord, InventoriumError, UnknownName
from inventorium.core.game import load_game
from inventorium.core.records import BETWEEN_NAMES, FIRST_LINE, read_head
from inventorium.store.secrets import ID, digest, new_id, new_secret
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import replayed, versions
from inventorium.table.clocks import LONGEST, Clock
from inventorium.table.entries import Entry
from inventorium.table.exercises import DAILY
from inventorium.table.names import LONGEST_CHAT, clean_line, clean_name
from inventorium.table.seats import OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table

FORMAT = "inventorium table 1"
MOST_ANSWERS = 2_000  # lines of a record; the longest games have a quarter of them

Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Text = Annotated[str, Field(max_length=200)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class NightInFile(Strict):
    start: Whole
    end: Whole
    zone: Text


class ClockInFile(Strict):
    bonus: float
    cap: float
    night: NightInFile | None = None
    waits_for: Whole = 0


class SetupInFile(Strict):
    game: Text
    players: Whole
    edition: Text
    options: dict[Text, bool | Whole | Text | None] = Field(max_length=50)
    seed: Text
    given: Whole
    clock: ClockInFile | None = None


class SeatInFile(Strict):
    kind: Literal["person", "bot", "open"]
    name: Text
    level: Text


class TableInFile(Strict):
    """A table as it is exported: what such a file may say, field by field. Whether it is true, the rules say (`replayed`)."""

    format: Literal["inventorium table 1"]
    id: str = Field(pattern=f"^{ID.pattern}$")
    rules: Text
    components: Text
    open: bool
    bot_pause: float = Field(ge=0, le=10)
    patience: float | None = Field(None, gt=0, le=LONGEST)  # of files from before there were clocks
    created: float
    setup: SetupInFile
    seats: list[SeatInFile] = Field(max_length=9)
    entries: list[tuple[Whole, Text, Whole, Whole, bool, str, float]]


def exported(store: Store, table_id: str) -> str:
    """Return a table as text. It reveals the seed and the actions of every seat: not for the players of a running game."""
    stored = store.load(table_id)
    if stored is None:
        raise UnknownName("table", table_id, store.ids()[-20:])
    keep = ("id", "rules", "components", "open", "bot_pause", "created")
    return json.dumps(
        {
            "format": FORMAT,
            **{key: getattr(stored, key) for key in keep},
            "setup": asdict(stored.setup),
            "seats": [asdict(seat) for seat in stored.seats],
            "entries": [list(asdict(entry).values()) for entry in store.entries(table_id)],
        },
        ensure_ascii=False,
        indent=1,
    )


def imported(store: Store, text: str) -> tuple[str, dict[int, str]]:
    """Store a table from another store, or a record; return its id, and for every person's seat a new invitation.
    It must replay here, or it is refused."""
    new, table = from_record(text) if text.lstrip().startswith(FIRST_LINE) else from_export(text)
    if store.load(new.id) is not None:
        raise InventoriumError(f"table {new.id} already exists here")
    links = {seat: new_secret() for seat, who in enumerate(new.seats) if who.kind == PERSON}
    store.create(
        replace(new, invitations=tuple(digest(links[seat]) if seat in links else None for seat in range(len(new.seats)))), table
    )
    return new.id, {seat: f"/join/{new.id}/{seat}/{secret}" for seat, secret in links.items()}


def from_record(text: str) -> tuple[TableRow, Table]:
    """Return a record as a table with free seats; they bear the names of those who played, where the record has them. A
    finished game that reveals its seed is checked against it."""
    head, answers = read_head(text)
    if len(answers) > MOST_ANSWERS:
        raise BadRecord(f"this record has {len(answers)} moves; at most {MOST_ANSWERS} are allowed")
    position = load_game(head["game"]).read(text)
    seed = position.dealer.seed if position.dealer and position.over else ""
    table = Table.going_on(position, "" if seed.startswith(DAILY) else seed)  # the deal of a day cannot be imported
    called = [clean_name(name) for name in head.get("names", "").split(BETWEEN_NAMES)] + [""] * position.players
    return empty(new_id(), table, tuple(Seat(OPEN, name) for name in called[: position.players])), table


def from_export(text: str) -> tuple[TableRow, Table]:
    """Return a table from an untrusted file. Names and chat are cleaned as those of a page are."""
    try:
        file = TableInFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InventoriumError(f"not an exported table: {where + ': ' if where else ''}{first['msg']}") from None
    sitting = tuple(Seat(seat.kind, clean_name(seat.name), seat.level) for seat in file.seats)
    nobody = (None,) * len(sitting)
    clock = Clock.read(file.setup.model_dump()["clock"]) or (Clock(file.patience, file.patience) if file.patience else None)
    stored = TableRow(
        file.id,
        Setup(**file.setup.model_dump() | {"clock": clock}),
        file.rules,
        file.components,
        sitting,
        nobody,
        nobody,
        "",
        file.open,
        file.bot_pause,
    )
    entries = [
        Entry(number, kind, seat, action, automatic, clean_line(text, LONGEST_CHAT), when)
        for number, kind, seat, action, automatic, text, when in file.entries
    ]
    return stored, replayed(stored, entries)


def empty(table_id: str, table: Table, sitting: tuple[Seat, ...]) -> TableRow:
    """Return a table with free seats."""
    nobody = (None,) * len(sitting)
    return TableRow(table_id, table.setup, *versions(table.setup), sitting, nobody, nobody, "")
