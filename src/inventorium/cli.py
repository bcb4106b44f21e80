"""The command line. Thin: every command imports what it needs when it runs, so that `--help` is quick."""
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from inventorium import __version__, manual

app = typer.Typer(name="inventorium", pretty_exceptions_enable=False, rich_markup_mode=None, epilog=manual.epilog(""))


def game_names() -> list[str]:
    """Return the games, for the completion of the shell."""
    from inventorium.core import library
    return library.names()


GAME = Annotated[str, typer.Argument(metavar="GAME", help="which game; `inventorium games` lists them",
                                     autocompletion=game_names)]
ANY_GAME = Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)]
PLAYERS = Annotated[int, typer.Option("--players", "-p", help="number of players")]
EDITION = Annotated[str, typer.Option("--edition", "-e", help="the edition of the rules, as: default, de, en, bn")]
CHANGES = Annotated[list[str], typer.Option("--set", metavar="OPTION=VALUE", help="change an option of the rules")]
COMPONENTS = Annotated[Path | None, typer.Option("--components", metavar="FILE", help="your own component file")]
SEED = Annotated[str | None, typer.Option("--seed", "-s", help="the dealer's seed; the same seed deals the same")]
AS_JSON = Annotated[bool, typer.Option("--json", help="print the result as JSON")]
GAMES = Annotated[int, typer.Option("--games", "-g", min=1, help="number of games")]
RESULTS = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="keep the results as JSON lines; "
                                              "games that the file holds already are not played again")]
WORKERS = Annotated[int | None, typer.Option("--workers", min=1, help="processes; as many as there are cores if not given")]
RAY = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help="play on a Ray cluster; local: one of this machine")]
DATABASE = Annotated[str | None, typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://...; "
                                              "without it, a file in your data folder")]
LANGUAGE = Annotated[str, typer.Option("--lang", "-l", metavar="en|de", help="language")]


FOLDERS = Annotated[list[Path], typer.Option("--games", metavar="FOLDER", help="a folder with games of your own")]


def tell_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"inventorium {__version__}")
        raise typer.Exit


VERSION = Annotated[bool, typer.Option("--version", callback=tell_version, is_eager=True, help="print the version")]


@app.callback(invoke_without_command=True)
def begin(context: typer.Context, games: FOLDERS = [], version: VERSION = False) -> None:       # noqa: B006
    """A digital table for modern board games about invention. Without a command it opens in your browser."""
    from inventorium.core import library
    for folder in games:
        library.add_folder(folder)
    if context.invoked_subcommand is None:
        open_table()


def open_table() -> None:
    """Serve, and open the browser there."""
    with needed_for_the_web():
        from inventorium.web.opening import HOST, free_port, open_when_ready
    port = free_port()
    open_when_ready(port)
    serve(HOST, port)


def main() -> None:
    """Run a command. A mistake by the user is one line and exit status 2; a mistake of ours is a traceback."""
    from inventorium.core.errors import InventoriumError
    warn_in_one_line()
    write_what_can_be_written()
    show_examples()
    try:
        status = app(standalone_mode=False)
    except typer.TyperException as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        status = complain(" ".join(text.split()))
    except InventoriumError as error:
        status = complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:                              # the reader of our output went away, as `head` does
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def complain(text: str) -> int:
    typer.echo(f"inventorium: {text}", err=True)
    return 2


def show_examples() -> None:
    """Let the help of every command end with examples."""
    for command in app.registered_commands:
        command.epilog = manual.epilog(command.name or getattr(command.callback, "__name__", "").replace("_", "-"))
    for group in app.registered_groups:
        group.epilog = manual.epilog(group.name or "")


def write_what_can_be_written() -> None:
    """Where a terminal or a pipe does not know a sign, as on Windows, something else is written in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def warn_in_one_line() -> None:
    """Show a doubt about a component file the way an error is shown; other warnings look as Python writes them."""
    import warnings

    from inventorium.core.errors import ComponentsWarning
    usual = warnings.formatwarning

    def written(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> str:
        return f"inventorium: {message}\n" if category is ComponentsWarning else usual(message, category, *where, **more)
    warnings.formatwarning = written


def changes_of(pairs: list[str]) -> dict[str, str]:
    """Return the options set on the command line."""
    from inventorium.core.errors import InventoriumError
    for pair in pairs:
        if "=" not in pair:
            raise InventoriumError(f"--set takes option=value, not '{pair}'")
    return dict(pair.split("=", 1) for pair in pairs)


def numbers_of(option: str, text: str) -> tuple[int, ...]:
    """Return whole numbers, separated by commas."""
    from inventorium.core.errors import InventoriumError
    if not all(part.strip().isdecimal() and int(part) > 0 for part in text.split(",")):
        raise InventoriumError(f"{option} takes whole numbers, separated by commas, not '{text}'")
    return tuple(int(part) for part in text.split(","))


def names_of(text: str) -> list[str]:
    """Return the bots of a line-up: separated by commas."""
    return [name.strip() for name in text.split(",")]


def read_text(file: Path) -> str:
    from inventorium.core.errors import InventoriumError
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InventoriumError(f"{file}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InventoriumError(f"{file}: cannot be read as text ({getattr(error, 'strerror', None) or 'not UTF-8'})") from None


def write_text(file: Path, text: str) -> None:
    from inventorium.core.errors import InventoriumError
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InventoriumError(f"{file}: cannot be written ({error.strerror})") from None


def read_record(file: Path, components: Path | None) -> Any:
    """Return the position that a record leads to."""
    import inventorium
    from inventorium.core.errors import InventoriumError
    from inventorium.core.records import read_head
    text = read_text(file)
    try:
        head, _ = read_head(text)
        return inventorium.load(head["game"]).read(text, components)
    except InventoriumError as error:
        raise InventoriumError(f"{file}: {error}") from None


@contextmanager
def needed_for_the_web() -> Iterator[None]:
    """The server and the store need more than the games."""
    from inventorium.core.errors import InventoriumError
    try:
        yield
    except ModuleNotFoundError as error:
        raise InventoriumError(f"'{error.name}' is missing: pip install 'inventorium[web]'") from None


def print_json(value: Any) -> None:
    import json
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


@app.command()
def play(game: GAME, players: PLAYERS = 3, edition: EDITION = "default", change: CHANGES = [],  # noqa: B006
         lang: LANGUAGE = "", seed: SEED = None, components: COMPONENTS = None,
         seat: Annotated[int, typer.Option("--seat", help="where you sit; 0 is seat 1")] = 0,
         bots: Annotated[str, typer.Option("--bots", help="who plays the other seats: easy ... expert, master")] = "medium",
         record: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="go on with a saved game")] = None,
         plain: Annotated[bool, typer.Option("--plain", help="line by line, also where the table could fill the screen")] = False
         ) -> None:
    """Play in the terminal; bots fill the other seats."""
    import inventorium
    from inventorium.core.dealer import Dealer
    from inventorium.table.table import Table
    from inventorium.terminal.play import play_in_terminal

    def begin() -> Table:
        if record is not None:
            position = read_record(record, components)
        else:
            loaded = inventorium.load(game)
            position = loaded.new(players, edition, None, components, dealer=None, **loaded.known_options(changes_of(change)))
        return Table.going_on(position, Dealer(seed).seed, dealt=record is None)
    play_in_terminal(begin, seat, bots, lang, plain)


@app.command()
def simulate(game: GAME, players: PLAYERS = 4, games: GAMES = 1000,
             edition: EDITION = "default", change: CHANGES = [], seed: SEED = "1",  # noqa: B006
             components: COMPONENTS = None, json: AS_JSON = False) -> None:
    """Random games in compiled code: how fast, how long, who wins. As JSON, `wins` counts and `win_shares` are shares."""
    import inventorium
    from inventorium.terminal.reports import run_simulation, simulation_table
    loaded = inventorium.load(game)
    simulation = loaded.simulate(players, games, seed or "1", edition, components,
                                 **loaded.known_options(changes_of(change)))
    result = run_simulation(simulation)
    print_json(result) if json else simulation_table(result)


@app.command()
def replay(file: Path, to: Annotated[int | None, typer.Option("--to", help="only the first N answers")] = None,
           components: COMPONENTS = None, lang: LANGUAGE = "", json: AS_JSON = False) -> None:
    """Play a record again and show where it leads."""
    from inventorium.terminal.reports import position_as_json, show_position
    position = read_record(file, components)
    if to is not None:
        position = position.at(to)
    print_json(position_as_json(position)) if json else show_position(position, lang)


@app.command()
def verify(file: Path, components: COMPONENTS = None, json: AS_JSON = False) -> None:
    """Check that the deals of a finished game came from the seed that was vouched for at its start."""
    from inventorium.core.records import check_deals
    position = read_record(file, components)
    deals = check_deals(position)
    if json:
        print_json({"game": position.game.name, "deals": deals, "commitment": position.commitment, "fair": True})
    else:
        typer.echo(f"{file}: all {deals} deals came from the seed, and the seed fits the commitment")


@app.command()
def analyse(file: Path, components: COMPONENTS = None,
            seat: Annotated[int | None, typer.Option("--seat", help="the errors of this seat too; 0 is seat 1")] = None,
            simulations: Annotated[int, typer.Option("--simulations", min=16, help="of the search at every question")] = 1000,
            json: AS_JSON = False) -> None:
    """What a finished game was made of: luck, decisions, and with --seat what better ones would have been worth."""
    from inventorium import analysis
    from inventorium.analysis.telling import as_json
    from inventorium.terminal.analysis import show_account, show_errors
    from inventorium.terminal.reports import progress
    position = read_record(file, components)
    account = analysis.account(position)
    errors = None
    if seat is not None:
        with progress(file.name) as tell:
            errors = analysis.errors(position, seat, simulations, tell)
    if json:
        print_json(as_json(account, errors))
    else:
        show_account(account)
        if errors:
            show_errors(position.game, errors)


@app.command()
def rules(game: ANY_GAME = None,
          rule: Annotated[str | None, typer.Argument(metavar="[RULE-ID]")] = None, lang: LANGUAGE = "",
          coverage: Annotated[Path | None, typer.Option("--coverage", metavar="TESTS",
                                                        help="which rules have a test in this folder")] = None,
          json: AS_JSON = False) -> None:
    """The rules as the program knows them; with --coverage, which of them are tested."""
    from inventorium.terminal import rulebook
    if coverage is not None:
        report = rulebook.coverage(coverage, game)
        print_json(report) if json else rulebook.show_coverage(report)
        raise typer.Exit(0 if all(not entry["missing"] for entry in report.values()) else 1)
    found = rulebook.rules_of(game, rule, lang)
    print_json(found) if json else rulebook.show_rules(found)


@app.command()
def serve(host: Annotated[str, typer.Option("--host", help="the address to listen at; 0.0.0.0 is all of them")] = "127.0.0.1",
          port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 takes any that is free")] = 8000,
          database: DATABASE = None,
          rate: Annotated[float, typer.Option("--rate", min=0, help="requests a second that one address may send; "
                                              "0 is no limit")] = 60,
          log: Annotated[str, typer.Option("--log", metavar="warning|info", help="what is written to the standard error; "
                                           "info is a line for every request")] = "warning") -> None:
    """The table in the browser: prints the address and serves until it is stopped."""
    from inventorium.core.errors import UnknownName
    with needed_for_the_web():
        from inventorium.web.server import serve as serve_pages
    if log not in ("warning", "info"):
        raise UnknownName("level of the log", log, ("warning", "info"))
    serve_pages(host, port, database, rate, log)


person = typer.Typer(no_args_is_help=True, help="Everything that is kept of a person: to be taken along, or forgotten.")
app.add_typer(person, name="person")
PERSON = Annotated[str, typer.Argument(metavar="ID", help="the number on the page of that person (/person)")]


@person.command("export")
def export_person(id: PERSON, database: DATABASE = None) -> None:
    """Print everything that is kept of a person, as JSON."""
    import json
    with needed_for_the_web():
        from inventorium.store.people import People
        from inventorium.store.store import Store
    typer.echo(json.dumps(People(Store(database)).export(id), ensure_ascii=False, indent=1))


@person.command("delete")
def delete_person(id: PERSON, database: DATABASE = None) -> None:
    """Forget a person: their answers stay, a bot goes on, nothing else is left. Servers show it after a restart."""
    with needed_for_the_web():
        from inventorium.live.players import level_of
        from inventorium.store.people import People
        from inventorium.store.store import Store
    typer.echo(f"forgotten at {len(People(Store(database)).forget(id, level_of))} seats")


@person.command("moderator")
def name_moderator(id: PERSON, database: DATABASE = None,
                   no_longer: Annotated[bool, typer.Option("--no-longer", help="from now on they are none")] = False) -> None:
    """Let a person see the reports of all (/moderation), or no longer. Servers need no restart."""
    with needed_for_the_web():
        from inventorium.store.conduct import set_moderator
        from inventorium.store.people import People
        from inventorium.store.store import Store
    store = Store(database)
    People(store).export(id)                                        # or there is no such person
    set_moderator(store, id, not no_longer)
    typer.echo("no longer a moderator" if no_longer else "a moderator from now on: /moderation")


@app.command("export")
def export_table(table: Annotated[str, typer.Argument(metavar="TABLE", help="the id in the address of the table")],
                 database: DATABASE = None,
                 out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="write to a file")] = None) -> None:
    """A stored table as text, to be imported elsewhere. It tells the seed: not for the players of a running game."""
    with needed_for_the_web():
        from inventorium.store.moving import exported
        from inventorium.store.store import Store
    text = exported(Store(database), table)
    if out is None:
        typer.echo(text)
    else:
        write_text(out, text + "\n")


@app.command("import")
def import_table(file: Path, database: DATABASE = None, json: AS_JSON = False) -> None:
    """Keep a table that was exported elsewhere, or a record; prints its address and new invitations to its seats."""
    with needed_for_the_web():
        from inventorium.store.moving import imported
        from inventorium.store.store import Store
    table, links = imported(Store(database), read_text(file))
    if json:
        print_json({"table": table, "invitations": links})
    else:
        typer.echo("\n".join([f"/table/{table}", *(f"seat {seat + 1}: {link}" for seat, link in links.items())]))


@app.command()
def doctor(database: DATABASE = None, json: AS_JSON = False) -> None:
    """Check every stored table: does it replay, do its deals come from its seed, are its numbers whole?"""
    with needed_for_the_web():
        from inventorium.store.doctor import examine
        from inventorium.store.store import Store
    findings = list(examine(Store(database)))
    ill = [finding for finding in findings if finding.problem]
    if json:
        print_json({"tables": len(findings), "entries": sum(finding.entries for finding in findings),
                    "problems": {finding.table_id: finding.problem for finding in ill}})
    else:
        for finding in ill:
            typer.echo(f"{finding.table_id} ({finding.game}): {finding.problem}")
        typer.echo(f"{len(findings)} tables with {sum(finding.entries for finding in findings)} entries: "
                   f"{len(findings) - len(ill)} are sound, {len(ill)} are not")
    raise typer.Exit(1 if ill else 0)


@app.command()
def rate(database: DATABASE = None, json: AS_JSON = False) -> None:
    """Compute the ratings of people from all rated tables anew; the same tables give the same ratings."""
    with needed_for_the_web():
        from inventorium.store.results import Ratings
        from inventorium.store.store import Store
    from inventorium.terminal.reports import ranking_table
    rows = Ratings(Store(database)).now().rows()
    print_json(rows) if json else ranking_table(rows)


@app.command()
def prune(days: Annotated[int, typer.Option("--days", min=1, max=36500, help="unchanged for this many days")],
          finished: Annotated[bool, typer.Option("--finished", help="only those where the game is over")] = False,
          database: DATABASE = None, json: AS_JSON = False) -> None:
    """Remove old tables from the database, also while servers run. There is no way back but a backup."""
    import time
    with needed_for_the_web():
        from inventorium.store.store import Store
    store, removed = Store(database), list[str]()
    while some := store.remove(time.time() - 86400 * days, finished):
        removed += some
    left = len(store.ids())
    print_json({"removed": removed, "left": left}) if json else typer.echo(f"{len(removed)} tables are removed, {left} are left")


@app.command()
def match(game: GAME, seats: Annotated[str, typer.Option("--seats", metavar="BOT,BOT,...", help="the line-up, as: "
                                                         "search:1000,greedy,random,random")],
          games: GAMES = 100, seed: SEED = "1", edition: EDITION = "default", change: CHANGES = [],  # noqa: B006
          components: COMPONENTS = None, out: RESULTS = None, workers: WORKERS = None, ray: RAY = None,
          json: AS_JSON = False) -> None:
    """Many games between bots, every deal from every seat: who wins how often."""
    from inventorium.arena.match import run_match
    from inventorium.arena.spread import Execution
    from inventorium.arena.variant import variant_of
    from inventorium.terminal.reports import match_table, progress
    variant = variant_of(game, edition, changes_of(change), components)
    with progress(game) as tell:
        result = run_match(variant, names_of(seats), games, seed or "1", Execution(out, workers, ray, tell))
    print_json(result) if json else match_table(result)


@app.command()
def ladder(game: GAME, bots: Annotated[str | None, typer.Option("--bots", metavar="BOT,BOT,...", help="the pool, as: "
                                                                "easy,medium,hard")] = None,
           players: PLAYERS = 4, games: GAMES = 200, seed: SEED = "1", edition: EDITION = "default",
           change: CHANGES = [], components: COMPONENTS = None, out: RESULTS = None,  # noqa: B006
           workers: WORKERS = None, ray: RAY = None,
           results: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="rate the games of such a file")] = None,
           plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="draw the ratings")] = None,
           json: AS_JSON = False) -> None:
    """Bots play in changing line-ups and get ratings with intervals."""
    from inventorium.arena.ladder import drawing, from_file, run_ladder
    from inventorium.arena.spread import Execution
    from inventorium.arena.variant import variant_of
    from inventorium.core.errors import InventoriumError
    from inventorium.core.files import check_writable
    from inventorium.terminal.reports import ladder_table, progress
    if (bots is None) == (results is None):
        raise InventoriumError("a ladder is made of --bots that play, or of results --from a file")
    check_writable(plot)
    if results is not None:
        result = from_file(results, game)
    else:
        variant = variant_of(game, edition, changes_of(change), components)
        with progress(game) as tell:
            result = run_ladder(variant, names_of(bots or ""), players, games, seed or "1", Execution(out, workers, ray, tell))
    if plot is not None:
        plot.write_text(drawing(result), encoding="utf-8")
    print_json(result) if json else ladder_table(result)


@app.command()
def lab(game: GAME, players: PLAYERS = 4, games: GAMES = 2000,
        bot: Annotated[str, typer.Option("--bot", metavar="LEVEL", help="who plays: easy, medium, hard, or any bot")] = "medium",
        edition: EDITION = "default", change: CHANGES = [], components: COMPONENTS = None, seed: SEED = "1",  # noqa: B006
        compare: Annotated[str | None, typer.Option("--compare", metavar="WHAT=A,B,...", help="side by side, as: "
                                                    "edition=de,en,bn or components=a.toml,b.toml or any option: "
                                                    "full_tie=last,first")] = None,
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="the report; if not given, "
                                                 "lab-GAME.html")] = None,
        numbers: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="the numbers as JSON too")] = None,
        keep: Annotated[Path | None, typer.Option("--keep", metavar="FILE", help="the games as JSON lines, so that a run can be "
                                                  "interrupted and resumed; if not given, beside the report")] = None,
        plots: Annotated[Path | None, typer.Option("--plots", metavar="FOLDER", help="the main plots as SVG files too")] = None,
        lang: LANGUAGE = "", workers: WORKERS = None, ray: RAY = None) -> None:
    """What a game is like: plays many games between equal bots and writes a report with plots and intervals."""
    from inventorium.arena.spread import Execution
    from inventorium.lab.running import Wish, run_lab
    from inventorium.terminal.language import language_of
    from inventorium.terminal.reports import progress
    wish = Wish(game, players, bot, games, seed or "1", edition, changes_of(change), components, compare)
    page = out or Path(f"lab-{game}.html")
    kept = keep or page.with_suffix(".games.jsonl")
    with progress(game) as tell:
        run_lab(wish, page, numbers, plots, language_of(lang), Execution(kept, workers, ray, tell))
    typer.echo(f"{page} is written")


@app.command()
def luck(game: GAME, games: GAMES = 200,
         bot: Annotated[str, typer.Option("--bot", metavar="LEVEL", help="who plays: easy, medium, hard, or any bot")] = "medium",
         seed: SEED = "1", keep: Annotated[Path | None, typer.Option("--keep", metavar="FILE", help="the games as JSON lines, so "
                                                                     "that a run can be interrupted and resumed")] = None,
         workers: WORKERS = None, ray: RAY = None, json: AS_JSON = False) -> None:
    """How much luck is in a game: all editions and numbers of players side by side, so many games of each."""
    from inventorium.arena.spread import Execution
    from inventorium.lab.luck import luck_by_variant
    from inventorium.terminal.reports import luck_table, progress
    with progress(game) as tell:
        rows = luck_by_variant(game, bot, games, seed or "1", Execution(keep, workers, ray, tell))
    print_json(rows) if json else luck_table(rows, bot)


@app.command()
def train(game: GAME, minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="how long, without compiling")],
          out: Annotated[Path, typer.Option("--out", metavar="FILE.network", help="the network; beside it FILE.checkpoint, with "
                                            "which --resume goes on, and FILE.log")],
          players: Annotated[str | None, typer.Option("--players", "-p", metavar="N,N,...", help="numbers of players, each as "
                                                      "often as it is named; all alike if not given")] = None,
          components: COMPONENTS = None, seed: SEED = "1",
          resume: Annotated[bool, typer.Option("--resume", help="go on where the training was stopped or killed")] = False,
          search: Annotated[float, typer.Option("--search", min=0, max=1, help="the last part of the time, in which the search "
                                                "plays instead of one look ahead")] = 0.3,
          simulations: Annotated[int, typer.Option("--simulations", min=16, help="of that search")] = 100,
          size: Annotated[str, typer.Option("--size", metavar="N,N", help="units of the two hidden layers")] = "256,128",
          threads: Annotated[int | None, typer.Option("--threads", min=1, help="that play; else cores - 1")] = None,
          ray: RAY = None) -> None:
    """Train a network by self-play: on a GPU if there is one. Put beside a component file, it plays with those components."""
    from inventorium.core.errors import InventoriumError
    try:
        from inventorium.learning.training import Wish, train as train_network
    except ModuleNotFoundError as error:
        raise InventoriumError(f"'{error.name}' is missing: pip install 'inventorium[learn]'") from None
    sizes = numbers_of("--size", size)
    if len(sizes) != 2:
        raise InventoriumError(f"--size takes two numbers, as 256,128, not '{size}'")
    train_network(Wish(game, minutes, out, numbers_of("--players", players) if players else (), components, resume, seed or "1",
                       (sizes[0], sizes[1]), search, simulations, threads, ray))


@app.command()
def mine(game: GAME, out: Annotated[Path, typer.Option("--out", metavar="FILE", help="the puzzles; what every game brought is "
                                                       "kept beside it in FILE.games.jsonl, and not mined again")],
         count: Annotated[int, typer.Option("--count", min=1, help="how many, at least")] = 300, seed: SEED = "1",
         workers: WORKERS = None, ray: RAY = None) -> None:
    """Mine puzzles from games between strong bots: one answer clearly beats all others, and ten times the search agrees."""
    from inventorium.arena.mining import mine as mine_puzzles
    from inventorium.arena.spread import Execution
    from inventorium.terminal.reports import progress
    with progress(game) as tell:
        found = mine_puzzles(game, out, count, seed or "1", Execution(None, workers, ray, tell))
    grades = ", ".join(f"{sum(one.grade == grade for one in found)} of grade {grade}" for grade in (1, 2, 3))
    typer.echo(f"{out}: {len(found)} puzzles, {grades}")


@app.command()
def puzzles(game: GAME, lang: LANGUAGE = "",
            check: Annotated[int | None, typer.Option("--check", metavar="N", min=1, help="do not play: let ten times the "
                                                      "search look at N of them, picked at random")] = None,
            file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="check those of a file")] = None,
            seed: SEED = "1", workers: WORKERS = None, json: AS_JSON = False) -> None:
    """Solve puzzles in the terminal; or, with --check, see how many of them a longer search confirms."""
    import inventorium
    from inventorium.analysis.puzzles import from_text
    from inventorium.table.puzzles import puzzles_of
    from inventorium.terminal.reports import progress
    from inventorium.terminal.solving import solve_in_terminal
    loaded = inventorium.load(game)
    if check is None:
        solve_in_terminal(loaded, lang)
        return
    from inventorium.arena.mining import check as check_puzzles
    from inventorium.arena.spread import Execution
    found = from_text(loaded, read_text(file)) if file else list(puzzles_of(loaded).values())
    with progress(game) as tell:
        result = check_puzzles(game, found, check, seed or "1", Execution(None, workers, None, tell))
    if json:
        print_json(result)
    elif result["share"] is None or result["interval"] is None:
        typer.echo(f"{game} has no puzzles")
    else:
        typer.echo(f"{game}: {100 * result['share']:.0f} % of {result['of']} puzzles confirmed "
                   f"(95 % interval {100 * result['interval'][0]:.1f} to {100 * result['interval'][1]:.1f} %)")


@app.command()
def daily(game: ANY_GAME = None, lang: LANGUAGE = "") -> None:
    """Play the deal of the day: seat, number of players and bots are those of everybody's on this date."""
    import inventorium
    from inventorium.core import library
    from inventorium.table.daily import deal_on, today
    from inventorium.terminal.play import play_in_terminal
    names = library.names()
    deal = deal_on(inventorium.load(game or names[today().toordinal() % len(names)]), today())
    play_in_terminal(lambda: deal.table(deal.own_seed), deal.seat, deal.level, lang)


@app.command()
def games(json: AS_JSON = False) -> None:
    """List the games there are."""
    from inventorium.terminal.reports import list_games
    found = list_games()
    if json:
        print_json(found)
    else:
        for game in found:
            typer.echo(f"{game['name']:24} {game['title']}, {game['players'][0]} to {game['players'][1]} players")


@app.command()
def new_game(name: Annotated[str, typer.Argument(metavar="NAME", help="what the game is called, as: my-game")],
             folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="where it goes")] = Path("games")) -> None:
    """Write a small game that runs, and its tests, as the beginning of your own."""
    from inventorium.skeleton.writing import write_game
    for file in write_game(name, folder):
        typer.echo(file)
    typer.echo(f"Play it: inventorium --games {folder} play {name} --players 2")


@app.command()
def compile(game: ANY_GAME = None, json: AS_JSON = False,
            portable: Annotated[Path | None, typer.Option("--portable", metavar="FOLDER", help="all games, for any processor of "
                                                          "this kind, into a folder that a wheel can carry")] = None) -> None:
    """Compile the rules of a game, or of all, ahead of time."""
    from inventorium.terminal.reports import compile_games, compile_portable
    result = compile_portable(portable, quiet=json) if portable else compile_games(game, quiet=json)
    if json:
        print_json(result)


@app.command()
def scenario(paths: Annotated[list[Path], typer.Argument(metavar="PATH...")], json: AS_JSON = False) -> None:
    """Run scenario files; the last line counts what came true."""
    from inventorium.terminal.reports import run_scenarios
    result = run_scenarios(paths, quiet=json)
    if json:
        print_json(result)
    raise typer.Exit(0 if result["failed"] == 0 else 1)
