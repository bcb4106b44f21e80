"""Every command that developers run by hand starts, says what it takes, and is listed; texts and workflows name no other."""

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


def targets() -> set[str]:
    rules = (ROOT / "Makefile").read_text(encoding="utf-8").partition("PYTHON ?=")[2]
    return set(re.findall(r"^([a-z]+):", rules, re.MULTILINE))


def test_the_head_of_the_makefile_names_its_few_targets() -> None:
    head = (ROOT / "Makefile").read_text(encoding="utf-8").partition("PYTHON ?=")[0]
    assert set(re.findall(r"make ([a-z]+)", head)) == targets() - {"browser"} and len(targets()) <= 9


def test_texts_and_workflows_name_commands_that_there_are() -> None:
    """All but the CHANGELOG, which tells of old ones."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*"), ROOT / ".ci" / "run"]
    for page in pages:
        if page.is_file() and page.name != "CHANGELOG.md":
            text = page.read_text(encoding="utf-8")
            assert set(re.findall(r"python -m dev ([a-z-]+)", text)) <= set(COMMANDS), page
            made = re.findall(r"(?:`|run: |PYTHON=\S+ )make ((?:[a-z]+ ?)+)", text)
            assert {one for words in made for one in words.split()} <= targets(), page


def test_workflows_test_the_versions_of_python_that_the_package_names() -> None:
    versions = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    assert versions and f"python: {versions}".replace("'", '"') in workflow
