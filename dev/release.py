"""Build, try, commit and tag a release, in a clean checkout of main that has passed `make lint test long`.

It writes the version and the CHANGELOG's section, builds the documentation, the wheel, the sdist and a wheel with compiled code,
checks and tries them, commits, and tags. It publishes nothing: `twine upload dist/*` and `git push --follow-tags` are for people.
"""

import argparse
import datetime
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.version import InvalidVersion, Version

HERE = Path(__file__).parent.parent
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
UNRELEASED = "## Unreleased\n"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("version", metavar="VERSION", help="0.2.0, for example")
    parser.add_argument("--dry-run", action="store_true", help="do everything in a copy; commit and tag nothing")


def main(wanted: argparse.Namespace) -> None:
    release(wanted.version, wanted.dry_run)


def release(wanted: str, dry_run: bool = False) -> None:
    if dry_run:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "checkout"
            git("clone", "--quiet", str(HERE), str(copy))
            prepare(copy, wanted, datetime.date.today())
            build(copy)
            print(*sorted(file.name for file in (copy / "dist").iterdir()), sep="\n")
        return
    if git("status", "--porcelain"):
        raise SystemExit("release: there are changes that are not committed")
    prepare(HERE, wanted, datetime.date.today())
    build(HERE)
    git("commit", "--quiet", "--all", "--message", f"Inventorium {wanted}")
    git("tag", "--annotate", f"v{wanted}", "--message", f"Inventorium {wanted}")
    print(f"v{wanted} is built, checked and tagged. To publish it: git push --follow-tags && twine upload dist/*")


def prepare(checkout: Path, wanted: str, day: datetime.date) -> None:
    """Write the version into the package, and turn "Unreleased" into its section of the CHANGELOG."""
    package, changes = checkout / "src" / "inventorium" / "__init__.py", checkout / "CHANGELOG.md"
    text, changelog = package.read_text(encoding="utf-8"), changes.read_text(encoding="utf-8")
    found = VERSION.search(text)
    assert found, package
    try:
        is_newer = Version(wanted) > Version(found[1])
    except InvalidVersion:
        raise SystemExit(f"release: '{wanted}' is no version; 0.2.0 would be one") from None
    if not is_newer:
        raise SystemExit(f"release: {wanted} is not newer than {found[1]}")
    if not re.search(rf"{UNRELEASED}\s+###", changelog):
        raise SystemExit("release: the CHANGELOG has nothing under '## Unreleased'")
    package.write_text(VERSION.sub(f'__version__ = "{wanted}"', text), encoding="utf-8")
    changes.write_text(changelog.replace(UNRELEASED, f"{UNRELEASED}\n## {wanted} ({day})\n", 1), encoding="utf-8")


def build(checkout: Path) -> None:
    """Build and try everything, with the tools of that checkout."""
    shutil.rmtree(checkout / "dist", ignore_errors=True)
    for command in (["site"], ["wheels", "--compiled"]):
        subprocess.run([sys.executable, "-m", "dev", *command], cwd=checkout, check=True)


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=HERE, check=True, capture_output=True, text=True).stdout.strip()
