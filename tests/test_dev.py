"""Every command that developers run by hand starts, says what it takes, and stands in CONTRIBUTING.md."""

import re
from pathlib import Path

import pytest

from dev import __main__ as dev

ROOT = Path(__file__).parents[1]
COMMANDS = dev.commands()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        dev.main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: python -m dev {name} ") and COMMANDS[name] in shown


def test_every_command_has_one_line_in_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    dev.main([])
    shown = capsys.readouterr().out.splitlines()[2:]
    assert [line.split()[0] for line in shown] == list(COMMANDS)
    assert all(text.splitlines()[0].endswith(".") for text in COMMANDS.values())
    assert max(map(len, shown)) <= 130


def test_contributing_lists_every_command() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)) == set(COMMANDS)


def test_a_misspelt_command_is_one_line() -> None:
    assert dev.main(["crahs"]) == "there is no command crahs; `python -m dev` lists them"


def test_a_command_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name, name="twine")

    monkeypatch.setattr(dev.importlib, "import_module", missing)
    assert dev.main(["wheels"]) == "wheels needs twine: `make .venv/release.ready` installs it"


def test_the_head_of_the_makefile_names_its_few_targets() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    head, _, rest = text.partition("PYTHON ?=")
    targets = set(re.findall(r"^([a-z]+):", rest, re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", head)) == targets - {"browser"} and len(targets) <= 9
