"""A language is what is there: with a start of French beside the program, pages and the terminal speak French where it does."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import inventorium
from inventorium.core import library
from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.words import FOLDER, closest, languages, name_of, words_of
from inventorium.core.words_check import check
from inventorium.core.words_history import stale
from inventorium.games.template.writer import write_game
from tests.command import run
from tests.web.browser import Visitor, serving

FRENCH = Path(__file__).parent / "french"
SENTENCES = 60


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(FRENCH))


def copied(folder: Path, to: Path) -> Path:
    """The French words in another folder, to be changed."""
    for file in folder.rglob("*.toml"):
        target = to / file.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return to


def test_the_program_has_the_languages_of_its_folders() -> None:
    assert languages() == ("en", "de")
    with pytest.raises(UnknownName, match="'fr'; there are: en, de"):
        words_of(None, "fr")


def test_a_folder_is_a_language(french: None) -> None:
    assert languages() == ("en", "de", "fr") and name_of("fr") == "Français" and name_of("pt-BR") == "Português (Brasil)"
    assert closest(["fr-CA", "en"]) == closest(["it", "FR"]) == closest(["fr_FR"]) == "fr" and closest(["it", ""]) == "en"


def test_a_folder_that_is_no_language_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copied(FRENCH / "words" / "fr", tmp_path / "words" / "frensh")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(InventoriumError, match="'frensh' is not a language"):
        languages()


def test_what_french_does_not_say_english_says(french: None) -> None:
    words = inventorium.load("genies").words("fr")
    assert words("web.play-now") == "Jouer" and words("web.credits") == "Credits"
    assert words("moves.seal") == "Sceller les mises" and words("moves.hold", card="X") == "Keep X"
    assert words.get("parts")["physics"] == "Physique" and words.get("parts")["bonus"] == "Bonus"
    assert inventorium.load("genies").words("en").get("parts")["physics"] == "Physics"


def test_numbers_lists_and_days_are_french(french: None) -> None:
    words = inventorium.load("genies").words("fr")
    assert [words("page.in-hand", number=number) for number in (0, 1, 2)] == [
        "0 carte action en main",
        "1 carte action en main",
        "2 cartes action en main",
    ]
    assert words("table.wins", names=["Anna", "Ben", "Zoé"]) == "Anna, Ben et Zoé gagnent."
    assert [words("replay.expects", points=points) for points in (1.5, 33.5)] == ["1,5 point", "33,5 points"]
    assert words.count(12345) == "12\N{NARROW NO-BREAK SPACE}345" and words.day(date(2026, 11, 19)) == "jeu. 19 nov."


def test_a_sentence_that_is_english_is_so_throughout(french: None) -> None:
    """0 is singular in French, but an English sentence on a French page says 0 chips."""
    said = inventorium.load("genies").words("fr")("board.player", chips=0, points=33.5, cards=["a", "b"])
    assert said == "0 chips, 33.5 points, action cards: a and b"


def test_cards_have_french_names(french: None, tmp_path: Path) -> None:
    game = inventorium.load("genies")
    box = game.box()
    assert [box.name("homer", language) for language in ("en", "fr")] == ["Homer", "Homère"]
    assert box.name("darwin", "fr") == "Charles Darwin" and game.title("fr") == "Génies"
    assert box.components["phases"][0]["name"]["fr"] == "Fondements"
    described = {one["id"]: one for one in game.describe(box)["geniuses"]}
    assert described["homer"]["name"]["fr"] == "Homère" and "fr" not in described["darwin"]["name"]
    text = (game.folder / "components.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('en = "Homer", de = "Homer"', 'en = "Granny", de = "Oma"'), encoding="utf-8")
    mine = game.box(file)
    assert mine.name("homer", "fr") == "Granny", "who is called otherwise by their owner is not called Homer in French"
    assert mine.components["phases"][0]["name"]["fr"] == "Fondements"


# ---------------------------------------------------------------- what translators are told


def test_what_is_missing_is_listed_by_file(french: None) -> None:
    found = check(None, "fr")
    assert "web.credits" in found.missing["web.toml"] and "web.play-now" not in found.missing["web.toml"]
    game = inventorium.load("genies")
    genies = check(game.folder, "fr", dict(game.box().components.names()))
    assert genies.missing["cards.toml"]["names.geniuses.darwin"] == "Charles Darwin"
    assert "names.geniuses.homer" not in genies.missing["cards.toml"] and "rules.toml" in genies.missing
    assert found.unknown == found.gaps == genies.unknown == genies.gaps == []
    assert found.texts - found.lacks + genies.texts - genies.lacks == SENTENCES


@pytest.mark.parametrize("game", [None, *library.names()])
def test_german_is_complete(game: str | None) -> None:
    loaded = inventorium.load(game) if game else None
    names = dict(loaded.box().components.names()) if loaded else None
    found = check(loaded.folder if loaded else None, "de", names)
    assert not found.missing and not found.unknown and not found.gaps and found.texts > 700


def test_the_command_lists_what_a_translation_lacks(french: None) -> None:
    ran = run("words", "check", "fr", "genies")
    assert ran.returncode == 0 and "texts are in Français" in ran.stdout
    assert "missing in words/fr/cards.toml:" in ran.stdout and "names.geniuses.darwin = Charles Darwin" in ran.stdout
    assert "moves.hold = Keep {card}" in ran.stdout and "moves.seal" not in ran.stdout
    everything = json.loads(run("words", "check", "fr", "--json").stdout)
    assert everything.keys() == {"inventorium", *library.names()}
    assert run("words", "check", "de").returncode == 0


def test_a_language_that_nobody_has_begun_lacks_everything() -> None:
    ran = run("words", "check", "it", "genies")
    assert ran.returncode == 0 and "genies: 0 of " in ran.stdout
    wrong = run("words", "check", "klingonian")
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1 and "'klingonian' is not a language" in wrong.stderr


def test_a_translation_that_does_not_fit_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copied(FRENCH, tmp_path)
    (tmp_path / "words" / "fr" / "more.toml").write_text(
        '[web]\nplay-noow = "Jouer"\nreplay = "Revoir {gmae}"\nwaits = "Une table attend"\n', encoding="utf-8"
    )
    monkeypatch.setenv(FOLDER, str(tmp_path))
    found = check(None, "fr")
    assert found.unknown == ["web.play-noow"] and found.gaps == ["web.replay", "web.waits"]
    ran = run("words", "check", "fr")
    assert ran.returncode == 1 and "web.play-noow: English has no such text" in ran.stdout


def test_words_that_lie_flat_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The form of games that were written before a language was a folder."""
    monkeypatch.setenv("INVENTORIUM_FOLDERS", "")
    home = write_game("old-words", tmp_path)[0].parent
    (home / "words" / "en" / "main.toml").rename(home / "words" / "en.toml")
    ran = run("--games", tmp_path, "rules", "old-words")
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1
    assert "words/en.toml: each language has a folder of words; move this file to words/en/main.toml" in ran.stderr


# ---------------------------------------------------------------- pages and the terminal


@pytest.fixture
def visitor(french: None, tmp_path: Path) -> Iterator[Visitor]:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        yield Visitor(address, "fr-CA,fr;q=0.9,en;q=0.5")


def test_pages_are_french_where_french_says_it(visitor: Visitor) -> None:
    assert '<html lang="fr"' in visitor.page and "Jouer" in visitor.page and "Credits" in visitor.page
    for path in ("/", "/credits", "/new/genies", "/rules/genies", "/learn/genies", "/ratings", "/daily"):
        assert visitor.get(path).status_code in (200, 404), path
    visitor.get("/credits")
    assert "Génies" in visitor.page
    switch = re.findall(r'href="/language/(\w+)[^>]*title="(\w+)"', visitor.page)
    assert switch == [("en", "English"), ("de", "Deutsch")]
    visitor.get("/language/de")
    assert ("fr", "Français") in re.findall(r'href="/language/(\w+)[^>]*title="(\w+)"', visitor.page)


def test_a_table_is_french(visitor: Visitor) -> None:
    path = visitor.new_table("genies", ["me", "random"])
    page = visitor.get(path)
    assert page.status_code == 200 and '<html lang="fr"' in page.text and "Génies" in page.text
    assert "Psychologie" in page.text and "Fondements" in page.text
    visitor.get("/language/de")
    assert "Psychologie" in visitor.get(path).text and "Grundlagen" in visitor.page and "Fondements" not in visitor.page


def test_the_terminal_is_french(french: None) -> None:
    ran = run("play", "genies", "--players", 2, "--seed", 3, "--lang", "fr", input="quit\n")
    assert ran.returncode == 0, ran.stderr
    assert "Génies : tu es place 1." in ran.stdout and "Au revoir." in ran.stdout and "Fondements" in ran.stdout
    assert "Bid sheet" in ran.stdout, "what French does not say is English"


def test_the_machine_says_which_language(french: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Au revoir." in run("play", "genies", "--players", 2, "--seed", 3, input="quit\n").stdout


def test_a_text_whose_english_changed_later_is_stale(tmp_path: Path) -> None:
    """By the commits of its lines, a text of several lines included; what is in no checkout is refused in one line."""

    def commit(time: int, **files: str) -> None:
        for language, text in files.items():
            (tmp_path / "words" / language).mkdir(parents=True, exist_ok=True)
            (tmp_path / "words" / language / "main.toml").write_text(text, encoding="utf-8")
        stamp = {
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in {"NAME": "x", "EMAIL": "x@example.org", "DATE": f"@{time} +0000"}.items()
        }
        for words in (["add", "."], ["commit", "--quiet", "--message", "Words"]):
            subprocess.run(["git", *words], cwd=tmp_path, check=True, env={**os.environ, **stamp})

    with pytest.raises(InventoriumError, match="is not in a git checkout"):
        (tmp_path / "words" / "fr").mkdir(parents=True)
        (tmp_path / "words" / "en").mkdir()
        for language in ("en", "fr"):
            (tmp_path / "words" / language / "main.toml").touch()
        stale(tmp_path / "words", "fr")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    english = '[a]\nx = "one"\ny = "two"\n[b]\nx = """three\nlines"""\nonly = "here"\n'
    commit(100, en=english, fr=english.replace('only = "here"\n', ""))
    assert stale(tmp_path / "words", "fr") == []
    commit(200, en=english.replace("two", "2").replace("lines", "rows"))
    assert stale(tmp_path / "words", "fr") == ["a.y", "b.x"]
    commit(300, fr=english.replace("lines", "rangs").replace('only = "here"\n', ""))
    assert stale(tmp_path / "words", "fr") == ["a.y"], "one of its lines is new"
