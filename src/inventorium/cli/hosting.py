"""Commands for hosts: the server and its database."""

from pathlib import Path
from typing import Annotated

import typer

from inventorium.cli.arguments import AS_JSON, DATABASE, needed_for_the_web, print_json, read_text, write_text

PERSON = Annotated[str, typer.Argument(metavar="ID", help="the ID on the person's page (/identity)")]


def serve(
    host: Annotated[str, typer.Option("--host", help="the address to listen at; 0.0.0.0 means all of them")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="the port; 0 takes a free one")] = 8000,
    database: DATABASE = None,
    rate: Annotated[float, typer.Option("--rate", min=0, help="requests per second from one address; 0 means no limit")] = 60,
    streams: Annotated[
        int | None,
        typer.Option("--streams", min=0, help="open tables (live streams) per address (default: 60); 0 means no limit"),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option("--tables", min=0, help="new tables per hour and address (default: 600); 0 means no limit"),
    ] = None,
    log: Annotated[
        str,
        typer.Option("--log", metavar="warning|info", help="what to log on standard error; info logs every request"),
    ] = "warning",
    site: Annotated[
        str,
        typer.Option(
            "--site",
            metavar="URL",
            envvar="INVENTORIUM_SITE",
            help="the public address, such as https://table.example.org: all links begin "
            "with it, and the server answers to its name",
        ),
    ] = "",
) -> None:
    """Start the server: print its address and serve until it is stopped."""
    from inventorium.core.errors import UnknownName

    with needed_for_the_web():
        from inventorium.web.server import serve as serve_pages
    if log not in ("warning", "info"):
        raise UnknownName("log level", log, ("warning", "info"))
    serve_pages(host, port, database, rate, log, site, streams, tables)


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="the id in the address of the table")],
    database: DATABASE = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="write to a file")] = None,
) -> None:
    """Export a table as text, to import elsewhere. It contains the seed: do not give it to players of a running game."""
    with needed_for_the_web():
        from inventorium.store.export import exported
        from inventorium.store.store import Store
    text = exported(Store(database, may_begin=False), table)
    if out is None:
        typer.echo(text)
    else:
        write_text(out, text + "\n")


def import_(file: Path, database: DATABASE = None, json: AS_JSON = False) -> None:
    """Import an exported table or a record; print its address and new invitations to its seats."""
    with needed_for_the_web():
        from inventorium.store.export import imported
        from inventorium.store.store import Store
    table, links = imported(Store(database), read_text(file))
    if json:
        print_json({"table": table, "invitations": links})
    else:
        typer.echo("\n".join([f"/table/{table}", *(f"seat {seat + 1}: {link}" for seat, link in links.items())]))


def doctor(database: DATABASE = None, json: AS_JSON = False) -> None:
    """Check every stored table: does it replay, do its deals come from its seed, are its entries complete?"""
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
            f"{len(findings) - len(ill)} sound, {len(ill)} damaged"
        )
    raise typer.Exit(1 if ill else 0)


def rate(database: DATABASE = None, json: AS_JSON = False) -> None:
    """Compute the ratings of people from all rated tables; the same tables give the same ratings."""
    with needed_for_the_web():
        from inventorium.community.ratings import Ratings
        from inventorium.store.store import Store
    from inventorium.terminal.output import ranking_table

    rows = Ratings(Store(database, may_begin=False)).now().rows()
    print_json(rows) if json else ranking_table(rows)


def prune(
    days: Annotated[int, typer.Option("--days", min=1, max=36500, help="remove tables unchanged for this many days")],
    finished: Annotated[bool, typer.Option("--finished", help="only tables where the game is over")] = False,
    database: DATABASE = None,
    json: AS_JSON = False,
) -> None:
    """Remove old tables from the database, also while servers run. Only a backup brings them back."""
    import time

    with needed_for_the_web():
        from inventorium.store.store import Store
    store, removed = Store(database, may_begin=False), list[str]()
    while some := store.remove(time.time() - 86400 * days, finished):
        removed += some
    left = len(store.ids())
    print_json({"removed": removed, "left": left}) if json else typer.echo(f"tables removed: {len(removed)}, left: {left}")


def export_person(id: PERSON, database: DATABASE = None) -> None:
    """Print all data stored about a person, as JSON."""
    import json

    with needed_for_the_web():
        from inventorium.store.personal_data import export_person as export_of
        from inventorium.store.store import Store
    typer.echo(json.dumps(export_of(Store(database, may_begin=False), id), ensure_ascii=False, indent=1))


def delete_person(id: PERSON, database: DATABASE = None) -> None:
    """Delete a person's data: only their moves stay, and a bot plays on. A server on SQLite shows it after a restart."""
    with needed_for_the_web():
        from inventorium.server.table_bots import level_of
        from inventorium.store.personal_data import forget_person
        from inventorium.store.store import Store
    typer.echo(f"deleted at {len(forget_person(Store(database, may_begin=False), id, level_of))} seats")


def name_moderator(
    id: PERSON,
    database: DATABASE = None,
    no_longer: Annotated[bool, typer.Option("--no-longer", help="make them an ordinary person again")] = False,
) -> None:
    """Make a person a moderator, who sees all reports (/moderation). Servers need no restart."""
    with needed_for_the_web():
        from inventorium.community.moderation import set_moderator
        from inventorium.store.personal_data import export_person as export_of
        from inventorium.store.store import Store
    store = Store(database, may_begin=False)
    export_of(store, id)  # or there is no such person
    set_moderator(store, id, not no_longer)
    typer.echo("no longer a moderator" if no_longer else "now a moderator: /moderation")
