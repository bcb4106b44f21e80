"""Writes golden records: `python -m inventorium.testing.golden GAME`, once a game is finished, or has a new rules version.

A golden record keeps what was right. One that does not replay is a mistake in the rules, or a new version of them on
purpose.
"""

import argparse
import random
import sys
from pathlib import Path

from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.testing.positions import play_on


def write_records(game: Game, folder: Path) -> list[Path]:
    """Write a game for every edition and number of players into a folder, and return the files. Nothing is overwritten; a game
    that differs from one of an earlier edition in its head only is left out."""
    folder.mkdir(parents=True, exist_ok=True)
    written, seen = list[Path](), set[str]()
    for edition in game.editions:
        for players in game.players:
            text = play_on(game.new(players, edition, seed=f"golden {players}"), random.Random(players)).record()
            body = text.replace(f"\nedition: {edition}\n", "\n", 1)
            if body in seen:
                continue
            seen.add(body)
            file = folder / f"{edition}-{players}.record"
            try:
                with file.open("x", encoding="utf-8") as out:
                    out.write(text)
            except FileExistsError:
                raise InventoriumError(f"{file} already exists; remove it if the rules have changed on purpose") from None
            written.append(file)
    return written


def command_for(name: str, folder: Path) -> str:
    """Return the command that writes the golden records of a game into a folder."""
    home = library.folder_of(name).parent
    games = "" if str(home) in library.OURS else f" --games {home}"
    return f"python -m {__spec__.name} {name} --folder {folder}{games}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {__spec__.name}", description="Write golden records of a game.")
    parser.add_argument("name", help="the game")
    parser.add_argument("--folder", type=Path, help="where to write them; the usual place is tests/GAME/golden")
    parser.add_argument("--games", type=Path, help="the folder that has the game, as `inventorium --games`")
    wanted = parser.parse_args(arguments)
    try:
        if wanted.games:
            library.add_folder(wanted.games)
        game = load_game(wanted.name)
        for file in write_records(game, wanted.folder or Path("tests") / wanted.name.replace("-", "_") / "golden"):
            print(file)
    except InventoriumError as error:
        sys.exit(f"inventorium: {error}")


if __name__ == "__main__":
    main()
