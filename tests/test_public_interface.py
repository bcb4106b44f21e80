"""What is public: docs/api.md, `inventorium.__all__` and the reference name the same things, and old names still work."""

import importlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import inventorium
from dev.site import REFERENCE
from inventorium.moved import MOVED

PAGE = (Path(__file__).parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`inventorium\..*?) \| (.*) \|$", PAGE, re.MULTILINE)
NAMED = [name.partition("(")[0].removesuffix(".*") for names, _ in ROWS for name in re.findall(r"`(inventorium[^`]*)`", names)]


def test_the_page_names_what_all_lists() -> None:
    top = {name.split(".")[1] for name in NAMED if name.count(".") == 1}
    assert top - {"testing"} == set(inventorium.__all__)
    assert dir(inventorium) == sorted([*inventorium.__all__, "__version__"])
    assert all(hasattr(inventorium, name) for name in dir(inventorium))


@pytest.mark.parametrize("name", ["bots", "review"])
def test_a_module_has_every_name_of_its_row(name: str) -> None:
    [row] = [about for names, about in ROWS if names == f"`inventorium.{name}`"]
    module = importlib.import_module(f"inventorium.{name}")
    old = getattr(module, "OLD_NAMES", {})
    assert [one for one in re.findall(r"`(\w+)`", row) if one in old or not hasattr(module, one)] == []


@pytest.mark.parametrize("name", ["Game", "Position", "View", "Batch"])
def test_a_class_has_every_name_of_its_row(name: str) -> None:
    [row] = [about for names, about in ROWS if names == f"`inventorium.{name}`"]
    kind, wanted = getattr(inventorium, name), re.findall(r"`(\w+)`", row)
    source = Path(sys.modules[kind.__module__].__file__ or "").read_text(encoding="utf-8")
    assert wanted
    assert [one for one in wanted if not hasattr(kind, one) and f"self.{one}" not in source] == []


def test_the_reference_has_every_public_module() -> None:
    modules = {name for name in NAMED if name.count(".") > 1 or name == "inventorium.testing"}
    modules |= {one.__name__ for name in inventorium.__all__ if isinstance(one := getattr(inventorium, name), ModuleType)}
    assert modules <= set(REFERENCE)
    assert all(importlib.util.find_spec(name) for name in REFERENCE if not name.startswith("!"))


OLD_IMPORTS = [(old, f"import {old} as old") for old in MOVED]
OLD_NAMES = [(old, f"import inventorium; old = {old}") for old in MOVED if old.count(".") == 1]


@pytest.mark.parametrize(("old", "code"), OLD_IMPORTS + OLD_NAMES)
def test_an_old_name_is_the_new_package_and_warns(old: str, code: str) -> None:
    """In a process of its own, where nothing is imported yet."""
    code += f"; import {MOVED[old]} as new; assert old is new"
    run = [sys.executable, "-W", "always::DeprecationWarning", "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"DeprecationWarning: {old} is now {MOVED[old]}; the old name goes with version 0.3" in done.stderr
