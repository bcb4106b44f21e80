"""The results so far, in a file, so that a run continues where the last one stopped."""

import hashlib
import json
from dataclasses import astuple
from functools import cache
from pathlib import Path

from dev.mutants.mutant import TESTS, Mutant, rules_file
from inventorium import core
from inventorium.core.scenarios import Scenario

CORE = Path(core.__file__ or "").parent
FILE = TESTS.parent / ".mutants" / "noticed.json"


class Progress:
    """Which scenario noticed which mutant. That holds as long as the mutant, the game, the core and the scenario are the same."""

    def __init__(self, file: Path = FILE) -> None:
        self.file = file
        self.noticed: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    def known(self, mutant: Mutant, candidates: list[Scenario]) -> Scenario | None:
        """The scenario that noticed this mutant in an earlier run, if it still is as it was."""
        name, digest = self.noticed.get(key(mutant), ("", ""))
        return next((story for story in candidates if story.name == name and digest_of(story) == digest), None)

    def note(self, mutant: Mutant, story: Scenario) -> None:
        self.noticed[key(mutant)] = [story.name, digest_of(story)]
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(self.noticed, indent=1), encoding="utf-8")


def key(mutant: Mutant) -> str:
    return hashed(f"{astuple(mutant)} {digest_of_folder(rules_file(mutant.game).parent)} {digest_of_folder(CORE)}")


@cache
def digest_of_folder(folder: Path) -> str:
    files = sorted(file for file in folder.iterdir() if file.suffix in (".py", ".toml"))
    return hashed("".join(file.read_text(encoding="utf-8") for file in files))


def digest_of(story: Scenario) -> str:
    return hashed(str([story.heads, [step[1:] for step in story.steps]]))


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
