"""Which translations are older than the English text, as git remembers the lines of both."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from inventorium.core.errors import InventoriumError
from inventorium.core.words import ENGLISH

HEADING = re.compile(r"^\[(.+)\]\s*(?:#.*)?$")
KEY = re.compile(r"^([\w-]+|\"[^\"]+\")\s*=")
IGNORED = ".git-blame-ignore-revs"  # commits that only formatted


def stale(words: Path, language: str) -> list[str]:
    """Return the keys whose English text is newer than its translation, from a folder of words in a git checkout."""
    found = list[str]()
    for file in sorted((words / language).glob("*.toml")):
        english = words / ENGLISH / file.name
        if english.exists():
            before = changes(file)
            found += [key for key, time in changes(english).items() if time > before.get(key, time)]
    return found


def changes(file: Path) -> Mapping[str, int]:
    """Return when the text of each key was last changed, in seconds since 1970."""
    found, section, key = dict[str, int](), "", ""
    for time, line in blamed(file):
        if heading := HEADING.match(line):
            section, key = f"{heading[1]}.", ""
            continue
        if begun := KEY.match(line):
            key = section + begun[1].strip('"')
        if key and line.strip():  # a text may have several lines
            found[key] = max(found.get(key, 0), time)
    return found


def blamed(file: Path) -> list[tuple[int, str]]:
    """Return the lines of a file, each with the time of the commit that changed it last."""
    try:
        root = git(file, "rev-parse", "--show-toplevel").strip()
        ignored = ["--ignore-revs-file", IGNORED] if (Path(root) / IGNORED).exists() else []
        text = git(Path(root) / "any", "blame", "--line-porcelain", *ignored, "--", str(file))
    except (OSError, subprocess.CalledProcessError) as error:
        raise InventoriumError(f"{file} is not in a git checkout, so --stale cannot tell when its texts changed") from error
    lines, time = list[tuple[int, str]](), 0
    for line in text.splitlines():
        if line.startswith("committer-time "):
            time = int(line.split()[1])
        elif line.startswith("\t"):
            lines.append((time, line[1:]))
    return lines


def git(beside: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=beside.parent, check=True, capture_output=True, encoding="utf-8").stdout
