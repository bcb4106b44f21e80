"""Commands for hosts: the server and its database."""

from pathlib import Path
from typing import Annotated

import typer

from inventorium.cli.arguments import AS_JSON, DATABASE, needed_for_the_web, print_json, read_text, write_text

PERSON = Annotated[str, typer.Argument(metavar="ID", help="the number on the page of that person (/identity)")]


def serve(
    host: Annotated[str, typer.Option("--host", help="the address to listen at; 0.0.0.0 is all of them")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free")] = 8000,
    database: DATABASE = None,
    rate: Annotated[float, typer.Option("--rate", min=0, help="requests a second that one address may send; 0 is no limit")] = 60,
    streams: Annotated[
        int | None,
        typer.Option(
            "--streams", min=0, help="open tables (live streams) that one address may have, 60 if not given; 0 is no limit"
        ),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option("--tables", min=0, help="tables that one address may set up in an hour, 600 if not given; 0 is no limit"),
    ] = None,
    log: Annotated[
        str,
        typer.Option(
            "--log", metavar="warning|info", help="what is written to the standard error; info is a line for every request"
        ),
    ] = "warning",
    site: Annotated[
        str,
        typer.Option(
            "--site",
            metavar="URL",
            envvar="INVENTORIUM_SITE",
            help="the public address, such as https://table.example.org: all links that the "
            "server writes begin with it, and it answers there",
        ),
    ] = "",
) -> None:
    """The table in the browser: prints the address and serves until it is stopped."""
    from inventorium.core.errors import UnknownName

    with needed_for_the_web():
        from inventorium.web.server import serve as serve_pages
    if log not in ("warning", "info"):
        raise UnknownName("level of the log", log, ("warning", "info"))
    serve_pages(host, port, database, rate, log, site, streams, tables)


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="the id in the address of the table")],
    database: DATABASE = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="write to a file")] = None,
) -> None:
    """A stored table as text, to import elsewhere. It contains the seed, so keep it from the players of a running game."""
    with needed_for_the_web():
        from inventorium.store.export import exported
        from inventorium.store.store import Store
    text = exported(Store(database, may_begin=False), table)
    if out is None:
        typer.echo(text)
    else:
        write_text(out, text + "\n")


def import_(file: Path, database: DATABASE = None, json: AS_JSON = False) -> None:
    """Store a table that was exported elsewhere, or a record; prints its address and new invitations to its seats."""
    with needed_for_the_web():
        from inventorium.store.export import imported
        from inventorium.store.store import Store
    table, links = imported(Store(database), read_text(file))
    if json:
        print_json({"table": table, "invitations": links})
    else:
        typer.echo("\n".join([f"/table/{table}", *(f"seat {seat + 1}: {link}" for seat, link in links.items())]))


def doctor(database: DATABASE = None, json: AS_JSON = False) -> None:
    """Check every stored table: does it replay, do its deals come from its seed, are its numbers whole?"""
    with needed_for_the_web():
        from inventorium.store.doctor import examine
        from inventorium.store.store import Store
    findings = list(examine(Store(database, may_begin=False)))
    ill = [finding for finding in findings if finding.problem]
    if json:
        print_json(
            {
                "tables": len(findings),
                "entries": sum(finding.entries for finding in findings),
                "problems": {finding.table_id: finding.problem for finding in ill},
            }
        )
    else:
        for finding in ill:
            typer.echo(f"{finding.table_id} ({finding.game}): {finding.problem}")
        typer.echo(
            f"{len(findings)} tables with {sum(finding.entries for finding in findings)} entries: "
            f"{len(findings) - len(ill)} are sound, {len(ill)} are not"
        )
    raise typer.Exit(1 if ill else 0)


def rate(database: DATABASE = None, json: AS_JSON = False) -> None:
    """Compute the ratings of people from all rated tables anew; the same tables give the same ratings."""
    with needed_for_the_web():
        from inventorium.community.ratings import Ratings
        from inventorium.store.store import Store
    from inventorium.terminal.output import ranking_table

    rows = Ratings(Store(database, may_begin=False)).now().rows()
    print_json(rows) if json else ranking_table(rows)


def prune(
    days: Annotated[int, typer.Option("--days", min=1, max=36500, help="unchanged for this many days")],
    finished: Annotated[bool, typer.Option("--finished", help="only those where the game is over")] = False,
    database: DATABASE = None,
    json: AS_JSON = False,
) -> None:
    """Remove old tables from the database, also while servers run. There is no way back but a backup."""
    import time

    with needed_for_the_web():
        from inventorium.store.store import Store
    store, removed = Store(database, may_begin=False), list[str]()
    while some := store.remove(time.time() - 86400 * days, finished):
        removed += some
    left = len(store.ids())
    print_json({"removed": removed, "left": left}) if json else typer.echo(f"{len(removed)} tables are removed, {left} are left")


def export_person(id: PERSON, database: DATABASE = None) -> None:
    """Print all stored data of a person, as JSON."""
    import json

    with needed_for_the_web():
        from inventorium.store.personal_data import export_person as export_of
        from inventorium.store.store import Store
    typer.echo(json.dumps(export_of(Store(database, may_begin=False), id), ensure_ascii=False, indent=1))


def delete_person(id: PERSON, database: DATABASE = None) -> None:
    """Delete a person: their moves stay, a bot plays on, nothing else is left. A server on SQLite shows it after a restart."""
    with needed_for_the_web():
        from inventorium.server.table_bots import level_of
        from inventorium.store.personal_data import forget_person
        from inventorium.store.store import Store
    typer.echo(f"forgotten at {len(forget_person(Store(database, may_begin=False), id, level_of))} seats")


def name_moderator(
    id: PERSON,
    database: DATABASE = None,
    no_longer: Annotated[bool, typer.Option("--no-longer", help="from now on they are none")] = False,
) -> None:
    """Make a person a moderator (/moderation), or no longer. Servers need no restart."""
    with needed_for_the_web():
        from inventorium.community.moderation import set_moderator
        from inventorium.store.personal_data import export_person as export_of
        from inventorium.store.store import Store
    store = Store(database, may_begin=False)
    export_of(store, id)  # or there is no such person
    set_moderator(store, id, not no_longer)
    typer.echo("no longer a moderator" if no_longer else "a moderator from now on: /moderation")
