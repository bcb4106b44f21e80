"""The image of the Containerfile installs what was tested, and nothing else."""

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from dev.hashes import EXTRAS

HERE = Path(__file__).parent.parent
PINNED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)


def pins(file: str) -> dict[str, str]:
    return {canonicalize_name(name): version for name, version in PINNED.findall((HERE / file).read_text())}


def needed(texts: Iterable[str], extras: Iterable[str] = (), found: frozenset[str] = frozenset()) -> frozenset[str]:
    """The packages of these requirements, and those that they need."""
    for one in map(Requirement, texts):
        key = canonicalize_name(one.name)
        if key not in found and (one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras))):
            found = needed(requires(one.name) or (), one.extras, found | {key})
    return found


def test_what_the_image_installs_is_what_was_tested() -> None:
    tested, installed = pins("constraints.txt"), pins("hashes.txt")
    others = {name: version for name, version in installed.items() if tested.get(name) != version}
    assert list(others) == ["setuptools"], "python -m dev hashes writes it anew"
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    extras = [one for extra in EXTRAS for one in project["optional-dependencies"][extra]]
    assert needed([*project["dependencies"], *extras]) <= installed.keys()


def test_every_file_of_the_image_has_a_hash_and_none_an_address() -> None:
    text = (HERE / "hashes.txt").read_text()
    assert len(re.findall(r"==[\w.]+ \\\n    --hash=sha256:[0-9a-f]{64}", text)) == text.count("==") and "//" not in text
    assert "--require-hashes" in (HERE / "Containerfile").read_text()
