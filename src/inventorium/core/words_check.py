"""What the translation of the program, or of a game, lacks, and where it does not fit the English words."""

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from inventorium.core.words import ENGLISH, FOLDER, homes_of, merge, read

GAP = re.compile(r"{(\w+)[}:]")
FILLED = re.compile(r"{(\w+)}")  # a gap whose value is shown, not one that only chooses words
OWN = "locale"  # a key that each language has for itself


@dataclass(frozen=True)
class Check:
    """The English texts that are missing, by file and key; how many there are; keys and gaps that do not fit."""

    texts: int
    missing: Mapping[str, Mapping[str, str]]
    unknown: list[str]  # keys that English does not have, or no longer has
    gaps: list[str]  # keys whose text has other gaps than the English one
    stale: list[str] = field(default_factory=list)  # keys whose English text changed later (words_history.py)

    @property
    def lacks(self) -> int:
        return sum(map(len, self.missing.values()))

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def check(folder: Path | None, language: str, names: Mapping[str, Mapping[str, str]] | None = None) -> Check:
    """Compare a language with English: of the program, or of the game in a folder, with the names of its components."""
    english = {file: leaves(texts) for file, texts in files_of(folder, ENGLISH).items()}
    if names:
        english["cards.toml"] = {f"names.{key}": name[ENGLISH] for key, name in names.items()}
    named = {f"names.{key}" for key, name in (names or {}).items() if language in name}  # in the component file
    texts = {key: text for found in english.values() for key, text in found.items() if key != OWN}
    translated: dict[str, Any] = {}
    for found in files_of(folder, language).values():
        merge(translated, found)
    own = {key: text for key, text in leaves(translated).items() if key != OWN}
    missing = {
        file: {key: text for key, text in found.items() if key in texts and key not in own and key not in named}
        for file, found in english.items()
    }
    return Check(
        len(texts),
        {file: found for file, found in missing.items() if found},
        sorted(own.keys() - texts.keys()),
        sorted(key for key in own.keys() & texts.keys() if not fits(own[key], texts[key])),
    )


def files_of(folder: Path | None, language: str) -> dict[str, dict[str, Any]]:
    """Return the words of the program alone, or of a game alone, by file."""
    more = os.environ.get(FOLDER, "")
    homes = [home for home in homes_of(folder, more) if not folder or home not in homes_of(None, more)]
    found: dict[str, dict[str, Any]] = {}
    for file in (file for home in homes for file in sorted((home / language).glob("*.toml"))):
        merge(found.setdefault(file.name, {}), read(file))
    return found


def leaves(texts: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Return all texts by their dotted keys; a list is one text."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, Mapping):
            found |= leaves(value, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = str(value)
    return found


def fits(text: str, english: str) -> bool:
    """Return whether a translation shows what the English text shows. It may choose more words by number."""
    shown, gaps = set(FILLED.findall(text)), set(GAP.findall(text))
    return shown <= set(GAP.findall(english)) and set(FILLED.findall(english)) <= gaps
