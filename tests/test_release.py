"""The package works outside the checkout, and a release writes what it should."""
import datetime
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools import release, wheels

HERE = Path(__file__).parent.parent


def test_the_wheel_has_every_file_and_works_outside_the_checkout(tmp_path: Path) -> None:
    wheel = wheels.build(tmp_path / "dist", "--wheel")[0]
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=HERE, capture_output=True, text=True, check=True).stdout.splitlines()
    missing = {name.removeprefix("src/") for name in tracked} - set(zipfile.ZipFile(wheel).namelist())
    assert not missing, "pyproject.toml names the data of the package"
    wheels.check(sys.executable, wheels.unpacked(wheel, tmp_path / "site"), tmp_path)


def test_a_release_writes_the_version_and_the_section_of_the_changelog(tmp_path: Path) -> None:
    package, changes = tmp_path / "src" / "inventorium" / "__init__.py", tmp_path / "CHANGELOG.md"
    package.parent.mkdir(parents=True)
    package.write_text('"""Doc."""\n__version__ = "0.1.0"\n')
    changes.write_text("# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 (2026-01-01)\n")
    release.prepare(tmp_path, "0.2.0", datetime.date(2026, 11, 16))
    assert '__version__ = "0.2.0"' in package.read_text()
    assert changes.read_text() == ("# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-16)\n\n### Added\n- A thing.\n\n"
                                   "## 0.1.0 (2026-01-01)\n")
    for wrong, why in (("0.2.0", "not newer"), ("new", "no version"), ("0.3.0", "nothing under")):
        with pytest.raises(SystemExit, match=why):
            release.prepare(tmp_path, wrong, datetime.date(2026, 11, 16))
