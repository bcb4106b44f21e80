"""Writes golden records: `python -m tests.golden GAME`. Only for games that have none yet, or a new rules version.

A golden record keeps what was right. One that does not replay is a mistake in the rules, or a new version of them on
purpose.
"""
import random
import sys
from pathlib import Path

from inventorium.testing import load, play_on


def main(name: str) -> None:
    game = load(name)
    folder = Path(__file__).parent / name.replace("-", "_") / "golden"
    folder.mkdir(exist_ok=True)
    for edition in game.editions:
        for players in game.players:
            file = folder / f"{edition}-{players}.record"
            position = play_on(game.new(players, edition, seed=f"golden {players}"), random.Random(players))
            with file.open("x", encoding="utf-8") as out:
                out.write(position.record())
            print(file.name, position.scores)


if __name__ == "__main__":
    main(sys.argv[1])
