"""Loads a stored table so that it can be played on."""

from collections.abc import Sequence

from inventorium import bots
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.store.store import TableRow
from inventorium.table.entries import Entry
from inventorium.table.problems import DoesNotReplay, SettingUp
from inventorium.table.seats import BOT, KINDS
from inventorium.table.table import Setup, Table


def versions(setup: Setup) -> tuple[str, str]:
    """Return the versions that a table is bound to when it begins: of the rules, and of the components."""
    game = load_game(setup.game)
    return str(game.tables.RULES_VERSION), game.box().components.set_name


def replayed(stored: TableRow, entries: Sequence[Entry]) -> Table:
    """Replay a stored table. What does not fit our rules is refused with the reason, never guessed at."""
    try:
        rules, components = versions(stored.setup)
        known = load_game(stored.setup.game).box().components
        if stored.rules != rules:
            raise DoesNotReplay(f"it was started with version {stored.rules} of the rules; this program has {rules}")
        if not known.is_called(stored.components):
            raise DoesNotReplay(f"it was started with the components '{stored.components}'; this program has '{components}'")
        check_seats(stored)
        return Table.load(stored.setup, entries)
    except (DoesNotReplay, SettingUp):
        raise
    except InventoriumError as error:
        raise DoesNotReplay(str(error)) from None
    except Exception as error:  # the database may hold anything
        raise DoesNotReplay(f"{type(error).__name__}: {error}") from error


def check_seats(stored: TableRow) -> None:
    """Check that there are only people, free seats, and bots that exist."""
    setup, sitting = stored.setup, stored.seats
    if len(sitting) != setup.players:
        raise DoesNotReplay(f"it has {len(sitting)} seats for {setup.players} players")
    levels = bots.known_levels(load_game(setup.game))
    for seat, who in enumerate(sitting):
        if who.kind not in KINDS:
            raise DoesNotReplay(f"seat {seat + 1}: {who.kind!r} is not one of {', '.join(KINDS)}")
        if who.kind == BOT and who.level not in levels:
            raise DoesNotReplay(f"seat {seat + 1}: there is no bot {who.level!r}; there are {', '.join(levels)}")
