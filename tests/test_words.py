"""The words that people see: singular and plural, numbers and names in both languages, one word for one action, no dead ones."""

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import inventorium
from dev import words as words_page
from dev.words import LISTS, leaves
from inventorium.core import library
from inventorium.core.words import Key, Words, words_of
from tests.languages import LANGUAGES

SRC = Path(inventorium.__file__).parent
FILES = [
    file
    for file in sorted(SRC.rglob("words/*/*.toml"))
    if file.stem not in ("rules", "lessons", "guide", "search", "sources") and "template" not in file.parts
]

# Every gap is a number of things, a list of them, or something else. A new one has to be added here.
# fmt: off
COUNTS = {
    "all", "cards", "chips", "comparisons", "count", "cubes", "days", "dead", "discs", "done", "entries", "faults",
    "fewest", "games", "highest", "least", "left", "loses", "minutes", "most", "new", "number", "patents", "players",
    "points", "spaces", "spent", "steps", "stones", "studied", "sure", "theirs", "times", "tokens", "tried", "you",
}
# fmt: on
# fmt: off
OTHERS = {
    "action", "after", "age", "amount", "asked", "before", "best", "bonus", "bot", "cap", "card", "chance", "clause1",
    "clause2", "close", "cost", "discipline", "edition", "evaluation", "example", "factory", "fair", "field",
    "fields", "file", "first", "form", "game", "genius", "given", "good", "high", "host", "id", "influence",
    "invention", "inventor", "kind", "known", "last", "less", "level", "levels", "link", "longest", "lost", "low",
    "lowest", "m", "meaning", "mine", "missing", "more", "move", "moves", "n", "name", "near", "never", "next", "one",
    "options", "order", "other", "others", "output", "part", "parts", "phase", "place", "placed", "ports", "position",
    "positions", "price", "question", "questions", "rarely", "rating", "reason", "rival", "round", "rounds", "rule",
    "seat", "seats", "seconds", "seed", "set", "share", "side", "simulations", "since", "slips", "solved", "square",
    "stage", "stars", "streak", "target", "text", "thing", "things", "title", "token", "turn", "what", "where", "who",
    "why", "winner", "won", "word", "words", "worst", "zone",
}
# fmt: on
# Where a number stands before a word that is the same for one and for many.
# fmt: off
SAME = {
    "reasons.grows.influence",
    "reasons.falls.influence",
    "reasons.grows.capacity",
    "board.new-discs", "coach.stars", "cups.people-at", "cups.so-many",
    "lab.claims.more", "lab.claims.thing", "lab.claims.tried", "lobby.free",
    "page.added", "page.free", "page.help.pay", "page.left", "page.pile", "page.prize", "page.row-used", "page.short",
    "page.so-many-of", "page.tip.space", "page.tip.space-nobody", "page.tip.step", "page.tip.step-scores", "problems.players",
    "profile.goals.clean", "profile.goals.puzzles", "remarks.card-leaves", "remarks.contested", "remarks.last-stones",
    "remarks.run-first", "teach.won",
}
# fmt: on
UNCHANGING = {
    "en": SAME
    | {
        "events.equals",
        "lab.played",
        "page.help.build",
        "page.help.buy",
        "page.help.exchange",
        "page.help.final-exchange",
        "page.help.produce",
        "remarks.richest",
        "web.invited-to",
        "web.next-table",
    },
    "de": SAME | {"profile.puzzles", "board.bids", "moves.bid", "page.in-bag", "page.would-place", "terminal.choose"},
}


def language_of(file: Path) -> str:
    return file.parent.name


def every_text() -> list[tuple[Path, str, str]]:
    return [(file, key, text) for file in FILES for key, text in leaves(tomllib.loads(file.read_text(encoding="utf-8")))]


def filled(file: Path, text: str, number: int) -> str:
    """A text with this number in all its gaps that count, and as many names."""
    words = Words(language_of(file), SRC / "words" / language_of(file) / "main.toml")
    words.texts["tried"] = text

    def value_of(gap: str) -> Any:
        return number if gap in COUNTS else ["Ann", "Ben"][:number] if gap in LISTS else "…"

    return words("tried", **{gap: value_of(gap) for gap in re.findall(r"{(\w+)", text)})


def without_values(text: str) -> str:
    return re.sub(r"\b\d+\b|Ann( and | und )?|Ben", "", text)


def test_every_gap_is_known() -> None:
    for file, key, text in every_text():
        unknown = set(re.findall(r"{(\w+)", text)) - COUNTS - LISTS - OTHERS
        assert not unknown, f"{file.name}, {key}: say in this test whether {unknown} is a number of things"


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_and_many_are_told_apart(language: str) -> None:
    """A number before a word: the word is chosen, or it is one that does not change."""
    texts = [(file, key, text) for file, key, text in every_text() if language_of(file) == language]
    same = {
        key: text
        for _, key, text in texts
        for gap in re.findall(r"{(\w+)} (?!(?:of|von) 10 )(?=[^\W\d])", text)  # "in {times} of 10 cases" is always many
        if gap in COUNTS | LISTS and f"{{{gap}:" not in text
    }
    assert same.keys() - UNCHANGING[language] == set(), {key: same[key] for key in same.keys() - UNCHANGING[language]}
    assert UNCHANGING[language] - same.keys() == set(), "no longer there"


def test_words_are_chosen_by_number() -> None:
    """1 is one form, 0 and 2 are another; a choice has two words, with no gap inside but its own number, or who it is."""
    chosen = 0
    for file, key, text in every_text():
        if "|" not in text:
            continue
        chosen += 1
        for gap, one, many in re.findall(r"{(\w+):((?:[^{}|]|{\w+})*)\|((?:[^{}|]|{\w+})*)}", text):
            assert gap in COUNTS | LISTS and one != many, (key, gap)
            assert set(re.findall(r"{(\w+)}", one + many)) <= {gap, "others", "who"}, (key, gap)
        none, one, two = (without_values(filled(file, text, number)) for number in (0, 1, 2))
        assert none == two != one, f"{file.name}, {key}: {one} / {two} / {none}"
    assert chosen > 80


@pytest.mark.parametrize(
    ("game", "key", "values", "english", "german"),
    [
        ("genies", "page.in-hand", {"number": 1}, "1 action card in hand", "1 Aktionskarte auf der Hand"),
        ("genies", "page.in-hand", {"number": 2}, "2 action cards in hand", "2 Aktionskarten auf der Hand"),
        ("genies", "page.in-hand", {"number": 0}, "0 action cards in hand", "0 Aktionskarten auf der Hand"),
        ("legendary-inventors", "page.patent-value", {"points": 1}, "patent worth 1 point", "Patent für 1 Punkt"),
        (
            "legendary-inventors",
            "page.steps",
            {"points": 3, "steps": 1},
            "3 points, one step to go",
            "3 Punkte, noch ein Schritt",
        ),
        ("legendary-inventors", "page.steps", {"points": 3, "steps": 2}, "3 points, 2 steps to go", "3 Punkte, noch 2 Schritte"),
        (
            "genies",
            "web.invited-to",
            {"names": ["Anna"], "game": "Genies"},
            "Anna would like to play Genies with you.",
            "Anna möchte mit dir Genies spielen.",
        ),
        (
            "genies",
            "web.invited-to",
            {"names": ["Anna", "Ben"], "game": "Genies"},
            "Anna and Ben would like to play Genies with you.",
            "Anna und Ben möchten mit dir Genies spielen.",
        ),
        ("genies", "table.wins", {"names": ["Anna", "Ben", "Cleo"]}, "Anna, Ben and Cleo win.", "Anna, Ben und Cleo gewinnen."),
        ("genies", "replay.expects", {"points": 33.5}, "33.5 points", "33,5 Punkte"),
        ("genies", "replay.expects", {"points": 1.0}, "1.0 points", "1,0 Punkte"),
        (
            "era-of-inventions",
            "refused.needs",
            {"missing": [(1, Key("many.coin", number=1)), (2, Key("many.stone", number=2))]},
            "you still need 1 coin and 2 development stones",
            "Du brauchst noch 1 Münze und 2 Entwicklungssteine",
        ),
    ],
)
def test_texts_with_numbers(game: str, key: str, values: dict[str, Any], english: str, german: str) -> None:
    loaded = inventorium.load(game)
    assert (loaded.words("en")(key, **values), loaded.words("de")(key, **values)) == (english, german)


def test_one_word_for_one_action() -> None:
    """What the question, the button and the log call by one name."""
    german = inventorium.load("legendary-inventors").words("de")
    for key in ("questions.turn", "moves.refresh", "events.refreshes", "page.button.refresh"):
        assert "insatzbereit" in german(key) and "uffrisch" not in german(key), key
    for language, seal in (("en", "eal"), ("de", "ersieg")):
        genies = inventorium.load("genies").words(language)
        for key in ("moves.seal", "events.sealed", "page.button.seal", "page.ask.bids"):
            assert seal in genies(key), key
    assert words_of(None, "en")("web.seat-me") == "Me"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_who_speaks(language: str) -> None:
    """It is the search of the level expert, with a second's time, and no simple bot."""
    words = words_of(None, language)
    expert = words("levels.expert").lower()
    for text in (words("table.hint-is", move="…"), words("terminal.hint", move="…"), words("terminal.help", example="", rule="")):
        assert expert in text.lower() and "simpl" not in text and "einfach" not in text


def test_a_seat_is_no_object_of_a_german_event() -> None:
    """It may be the hearer, who is "du" there: "gleichauf mit du" would be wrong."""
    after_a_preposition = re.compile(
        r"\b(an|auf|bei|durch|für|gegen|hinter|mit|nach|neben|vor|von|zu) {(names|other|seats?|who)}"
    )
    events = [(file, key, text) for file, key, text in every_text() if key.startswith("events.") and language_of(file) == "de"]
    assert len(events) > 100 and [(key, text) for _, key, text in events if after_a_preposition.search(text)] == []


# ---------------------------------------------------------------- no word is dead

CODE = "\n".join(file.read_text(encoding="utf-8") for file in SRC.rglob("*") if file.suffix in words_page.CODE)
NAMED = set(re.findall(r"[\w-]+", CODE)) | {"web", "lab"}
LITERALS, BEGINNINGS = map(set, words_page.used(""))


def is_used(key: str) -> bool:
    """Whether the code names a key: as it is, or put together of a beginning and something that is a name in the code."""
    if key in LITERALS:
        return True
    ends = [key.removeprefix(begin) for begin in BEGINNINGS - {"terminal."} if key.startswith(begin) and key != begin]
    return any(is_named(end) or is_used(end) for end in ends)


def is_named(end: str) -> bool:
    if "." in end:
        return all(map(is_named, end.split(".")))
    return end in NAMED or end.upper().replace("-", "_") in NAMED or ("-" in end and set(end.split("-")) <= NAMED)


def test_no_word_is_dead() -> None:
    data = {
        record["id"]
        for game in library.names()
        for group in inventorium.load(game).box().components.data.values()
        if isinstance(group, list)
        for record in group
        if isinstance(record, dict) and "id" in record
    }
    NAMED.update(data)
    dead = sorted({key for _, key, text in every_text() if not is_used(key)})
    assert dead == []


def test_no_forbidden_variant_of_a_term() -> None:
    """docs/words.md names the term of every thing, and in its last column the words that are not used for it."""
    page = (SRC.parents[1] / "docs" / "words.md").read_text(encoding="utf-8")
    column = [row.split("|")[-2] for row in page.splitlines() if row.startswith("| ") and not row.endswith("| not |")]
    variants = [word.strip() for cell in column for word in cell.split(",") if set(word.strip()) - {"-"}]
    pattern = re.compile(
        r"\b(" + "|".join(re.escape(word).replace(r"\*", r"\w*") for word in variants) + r")(?!\w)", re.IGNORECASE
    )
    files = [file for file in SRC.rglob("words/*/*.toml") if file.stem != "search" and "template" not in file.parts]
    texts = [(file, key, text) for file in files for key, text in leaves(tomllib.loads(file.read_text(encoding="utf-8")))]
    assert (
        len(variants) > 30 and [(str(file), key, found[0]) for file, key, text in texts if (found := pattern.search(text))] == []
    )


# ---------------------------------------------------------------- the page for translators: python -m dev words


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    words_page.main(argparse.Namespace(folder=folder))
    return (folder / "words.html").read_text(encoding="utf-8")


def test_the_page_for_translators_has_every_key_with_a_place(page: str) -> None:
    assert {f"<h2>{key}</h2>" for _, key, _ in every_text()} <= set(re.findall("<h2>.*?</h2>", page))
    assert "no place found" not in page and not re.search("(src|href)=", page)


def test_the_page_for_translators_has_every_filling(page: str) -> None:
    (invited,) = re.findall(r"<h2>web.invited-to</h2>.*?</section>", page)
    assert "words/en/web.toml" in invited and "web/templates/join.html:" in invited
    for german in ("Ada möchte mit dir ‹game› spielen.", "Ada und Ben möchten mit dir ‹game› spielen."):
        assert f"<li>{german}</li>" in invited
    sealed = re.search(r"<h2>events.sealed</h2>.*?</section>", page)
    assert sealed and "<li>have sealed your bids</li><li>has sealed their bids</li>" in sealed[0]
    assert "games/genies/events.py:" in sealed[0]
