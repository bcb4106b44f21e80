"""The package works outside the checkout, and a release writes what it should."""

import datetime
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dev import __main__ as dev, release, wheels

HERE = Path(__file__).parent.parent


@pytest.mark.long
def test_the_wheel_has_every_file_and_works_outside_the_checkout(tmp_path: Path) -> None:
    wheel = wheels.build(tmp_path / "dist", "--wheel")[0]
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=HERE, capture_output=True, text=True, check=True).stdout.splitlines()
    missing = {name.removeprefix("src/") for name in tracked} - set(zipfile.ZipFile(wheel).namelist())
    assert not missing, "pyproject.toml names the data of the package"
    wheels.check(sys.executable, wheels.unpacked(wheel, tmp_path / "site"), tmp_path)


def checkout(folder: Path) -> tuple[Path, Path]:
    """What a release writes to: the package's version and the CHANGELOG."""
    package, changes = folder / "src" / "inventorium" / "__init__.py", folder / "CHANGELOG.md"
    package.parent.mkdir(parents=True)
    package.write_text('"""Doc."""\n__version__ = "0.1.0"\n')
    changes.write_text("# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 (2026-01-01)\n")
    return package, changes


def test_a_release_writes_the_version_and_the_section_of_the_changelog(tmp_path: Path) -> None:
    package, changes = checkout(tmp_path)
    release.prepare(tmp_path, "0.2.0", datetime.date(2026, 11, 16))
    assert '__version__ = "0.2.0"' in package.read_text()
    assert changes.read_text() == (
        "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-16)\n\n### Added\n- A thing.\n\n## 0.1.0 (2026-01-01)\n"
    )
    for wrong, why in (("0.2.0", "not newer"), ("new", "no version"), ("0.3.0", "nothing under")):
        with pytest.raises(SystemExit, match=why):
            release.prepare(tmp_path, wrong, datetime.date(2026, 11, 16))


def test_a_release_is_built_before_it_is_committed_and_tagged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, _ = checkout(tmp_path)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "somebody@example.org")
    monkeypatch.setattr(release, "HERE", tmp_path)
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Begun"]):
        release.git(*words)
    built = []

    def build(place: Path) -> None:
        told = "Inventorium 0.2.0" in release.git("log"), release.git("tag")
        built.append((place, release.VERSION.findall(package.read_text()), *told))

    monkeypatch.setattr(release, "build", build)
    release.release("0.2.0")
    assert built == [(tmp_path, ["0.2.0"], False, "")], "what cannot be built leaves no tag"
    assert release.git("describe") == "v0.2.0" and release.git("cat-file", "-t", "v0.2.0") == "tag"
    assert release.git("log", "-1", "--format=%s") == "Inventorium 0.2.0" and not release.git("status", "--porcelain")
    package.write_text("changed")
    with pytest.raises(SystemExit, match="not committed"):
        release.release("0.3.0")


def test_a_release_is_built_by_commands_that_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = []
    monkeypatch.setattr(release.subprocess, "run", lambda command, **_: run.append(command[1:]))
    release.build(tmp_path)
    assert [words[:2] for words in run] == [["-m", "dev"]] * len(run) and {words[2] for words in run} == {"site", "wheels"}
    assert {words[2] for words in run} <= set(dev.commands())
