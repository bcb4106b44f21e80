"""Moving tables between stores, as text: the whole table with its entries, or a record."""
import json
from dataclasses import asdict, replace
from typing import Any

from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.game import load_game
from inventorium.core.records import FIRST_LINE, read_head
from inventorium.store.loading import replayed, versions
from inventorium.store.secrets import digest, new_id, new_secret
from inventorium.store.store import Store, Stored
from inventorium.table.entries import Entry
from inventorium.table.seats import OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table

FORMAT = "inventorium table 1"


def exported(store: Store, table_id: str) -> str:
    """A table as text. It tells the seed and what every seat has answered: not for the players of a running game."""
    stored = store.load(table_id)
    if stored is None:
        raise UnknownName("table", table_id, store.ids()[-20:])
    keep = ("id", "rules", "components", "open", "bot_pause", "patience", "created")
    return json.dumps({
        "format": FORMAT, **{key: getattr(stored, key) for key in keep}, "setup": asdict(stored.setup),
        "seats": [asdict(seat) for seat in stored.seats],
        "entries": [list(asdict(entry).values()) for entry in store.entries(table_id)],
    }, ensure_ascii=False, indent=1)


def imported(store: Store, text: str) -> tuple[str, dict[int, str]]:
    """Keep a table from another store, or a record; gives its id, and for every person's seat a new invitation.
    It must replay here, or it is refused."""
    new, table = from_record(text) if text.lstrip().startswith(FIRST_LINE) else from_export(text)
    if store.load(new.id) is not None:
        raise InventoriumError(f"table {new.id} is here already")
    links = {seat: new_secret() for seat, who in enumerate(new.seats) if who.kind == PERSON}
    store.create(replace(new, invitations=tuple(digest(links[seat]) if seat in links else None
                                                for seat in range(len(new.seats)))), table)
    return new.id, {seat: f"/join/{new.id}/{seat}/{secret}" for seat, secret in links.items()}


def from_record(text: str) -> tuple[Stored, Table]:
    """A record becomes a table where nobody sits. A finished game that opens its seed is checked against it."""
    head, _ = read_head(text)
    position = load_game(head["game"]).read(text)
    table = Table.going_on(position, position.dealer.seed if position.dealer and position.over else "")
    return empty(new_id(), table, (Seat(OPEN),) * position.players), table


def from_export(text: str) -> tuple[Stored, Table]:
    try:
        data: dict[str, Any] = json.loads(text)
        if data["format"] != FORMAT:
            raise InventoriumError(f"this is '{data['format']}'; this program reads '{FORMAT}'")
        stored = Stored(data["id"], Setup(**data["setup"]), data["rules"], data["components"],
                        tuple(Seat(**seat) for seat in data["seats"]), (None,) * len(data["seats"]),
                        (None,) * len(data["seats"]), "", bool(data["open"]), float(data["bot_pause"]), data["patience"])
        return stored, replayed(stored, [Entry(*entry) for entry in data["entries"]])
    except (ValueError, KeyError, TypeError) as error:
        raise InventoriumError(f"not a table that was exported: {type(error).__name__} {error}") from None


def empty(table_id: str, table: Table, sitting: tuple[Seat, ...]) -> Stored:
    """A table that nobody has taken a seat at."""
    nobody = (None,) * len(sitting)
    return Stored(table_id, table.setup, *versions(table.setup), sitting, nobody, nobody, "")
