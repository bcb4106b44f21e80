"""The component file: what the catalogue knows (3.3, 6.1, 6.2), and that a file which breaks it is refused with line and rule, or
played with a warning where it only breaks the design of our reconstruction."""

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from inventorium import bots, testing as kit
from inventorium.core.box import Box
from inventorium.core.components import NEEDED, OURS, PRINTED
from inventorium.core.errors import BadComponents, ComponentsWarning, InventoriumError
from inventorium.core.position import Position
from inventorium.games.genies import tables

game = kit.load("genies")
components = game.box().components
TEXT = (game.folder / "components.toml").read_text(encoding="utf-8")


@pytest.mark.rules("GE-01")
@pytest.mark.parametrize("players", [0, 1, 6, 7, "4", None])
def test_two_to_five_play(players: object) -> None:
    assert list(game.players) == [2, 3, 4, 5]
    with pytest.raises(InventoriumError, match="2 to 5 players"):
        game.new(players)  # type: ignore[arg-type]


@pytest.mark.rules("GE-02, GE-03, GE-04, GE-05")
def test_thirty_geniuses_and_thirty_action_cards() -> None:
    for group in ("geniuses", "action_cards"):
        assert len(components[group]) == 30
        assert Counter(card["phase"] for card in components[group]) == {1: 10, 2: 10, 3: 10}


@pytest.mark.rules("GE-06, GE-07, GE-08, GE-09, GE-10")
def test_chips() -> None:
    pieces = {chip["id"]: (chip["pieces"], chip["worth"]) for chip in components["chips"]}
    assert pieces == {"white": (30, 1), "purple": (10, 5), "yellow": (10, 10)}
    assert sum(number * worth for number, worth in pieces.values()) == 180
    # 60 chips are handed out in round 1 although the box has 50 pieces: numbers of chips are values
    position = game.new(2, seed=0, action_cards=False)
    assert position.state.purse[:2].sum() == 60 > sum(number for number, _ in pieces.values())


@pytest.mark.rules("GE-12, GE-13, GE-14, GE-15")
def test_board_and_pawns() -> None:
    assert components["board"]["track"] == 50
    assert components["board"]["positions"] == list("abcde")
    assert len({colour["id"] for colour in components["colours"]}) == 5
    assert tables.STATE["bids"].shape == (6, 5, 5)  # a row for each round, a column for each position


@pytest.mark.rules("GE-17, GE-18, GE-19, GE-20, GE-21, GE-22, GE-A30")
def test_geniuses_fill_the_cells_of_the_scoring_table() -> None:
    cells = Counter((genius["discipline"], genius["phase"]) for genius in components["geniuses"])
    for name in ("psychology", "biology", "economics", "chemistry"):
        assert [cells[name, phase] for phase in (1, 2, 3)] == [1, 1, 1]
    for name in ("literature", "physics"):
        assert [cells[name, phase] for phase in (1, 2, 3)] == [1, 2, 1]
    for name in ("philosophy", "mathematics"):
        assert [cells[name, phase] for phase in (1, 2, 3)] == [2, 1, 2]
    field = {discipline["id"]: discipline["field"] for discipline in components["disciplines"]}
    assert {name for name in field if field[name] == "humanities"} == {"psychology", "economics", "literature", "philosophy"}
    assert Counter((field[genius["discipline"]], genius["phase"]) for genius in components["geniuses"]) == {
        (name, phase): 5 for name in ("humanities", "sciences") for phase in (1, 2, 3)
    }
    assert all(genius["stars"] >= 1 for genius in components["geniuses"])


def test_stars_run_without_gaps() -> None:
    """6.1: 1, 2, 3 ... in every discipline in the order of the phases; 12, 24, 38 stars, 74 in all."""
    for discipline in components["disciplines"]:
        of_it = [genius for genius in components["geniuses"] if genius["discipline"] == discipline["id"]]
        ordered = sorted(of_it, key=lambda genius: (genius["phase"], genius["stars"]))
        assert [genius["stars"] for genius in ordered] == list(range(1, len(of_it) + 1))
    stars = Counter[int]()
    for genius in components["geniuses"]:
        stars[genius["phase"]] += genius["stars"]
    assert stars == {1: 12, 2: 24, 3: 38} and sum(stars.values()) == 74


def test_the_document_names_fifteen() -> None:
    named = [genius["id"] for genius in components["geniuses"] if genius.get("source", {}).get("name") == "document"]
    assert (
        set(named)
        == {
            "freud",
            "darwin",
            "smith",
            "galilei",
            "plato",
            "aristotle",
            "archimedes",
            "kepler",
            "pasteur",
            "keynes",
            "newton",
            "planck",
            "bernoulli",
            "schumpeter",
            "einstein",
        }
        and len(named) == 15
    )


@pytest.mark.rules("GE-154, GE-141")
def test_action_cards_keep_the_design_rules() -> None:
    effects = {effect["id"]: effect for effect in components["effects"]}
    for phase in (1, 2, 3):
        cards = [card for card in components["action_cards"] if card["phase"] == phase]
        windows = Counter(effects[card["effect"]]["window"] for card in cards)
        assert windows == {"start": 3, "resolution": 3, "scoring": 4}  # rule 1
        resolution = [effects[card["effect"]]["moment"] for card in cards if effects[card["effect"]]["window"] == "resolution"]
        assert sorted(resolution) == ["i", "ii", "iii"]  # rule 2
        renown = [(card["field"], card["n"], card["m"]) for card in cards if card["effect"] == "renown"]
        assert sorted(renown) == [("humanities", 2, 1), ("sciences", 2, 1)]  # rule 3
    first = sum(discipline["points"][phase][0] for discipline in components["disciplines"] for phase in range(3))
    assert first == 38 and first + 3 * 4 == components["board"]["track"]
    prizes = [(card["effect"], card["n"]) for card in components["action_cards"] if card["name"]["en"] == "Nobel Prize"]
    assert prizes == [("stars", 2)] * 2


def test_everything_has_a_known_source() -> None:
    assert components["default_source"] == "reconstructed"
    for group in tables.COMPONENT_SCHEMA:
        for record in components[group]:
            for key, kind in record.get("source", {}).items():
                assert key.split(".")[0] in record and kind in ("document", "public", "reconstructed")
            assert all(record["source"][key] == "document" for key in record.get("concluded", []))


# ---------------------------------------------------------------- files of one's own


def genius(which: str, /, **changes: object) -> tuple[str, str]:
    """The text of a record, and the same text with other values."""
    return record("geniuses", f'id         = "{which}"', changes)


def action_card(which: str, /, **changes: object) -> tuple[str, str]:
    return record("action_cards", f'id     = "{which}"', changes)


def record(group: str, marker: str, changes: dict[str, object]) -> tuple[str, str]:
    start = TEXT.index(f"[[{group}]]\n{marker}")
    old = TEXT[start:].partition("\n\n")[0]
    new = old
    for key, value in changes.items():
        new, count = re.subn(rf"(?m)^{key}( *)=.*$", rf"{key}\1= {value}", new)
        assert count == 1, key
    return old, new


BROKEN = {
    "a field of another kind": (genius("darwin", stars='"1"'), "", NEEDED),
    "a name that is not in English": (genius("darwin", name='{ de = "Charles Darwin" }'), "", NEEDED),
    "an id in capitals": (genius("darwin", id='"Darwin"'), "NO-02", NEEDED),
    "an id twice": (genius("darwin", id='"freud"'), "NO-02", NEEDED),
    "an id that is a position": (genius("darwin", id='"a"'), "NO-02", NEEDED),
    "players": (("players   = [2, 5]", "players   = [2, 6]"), "GE-01", PRINTED),
    "track": (("track     = 50", "track     = 60"), "GE-12", PRINTED),
    "positions": (('positions = ["a", "b", "c", "d", "e"]', 'positions = ["a", "b", "c", "d"]'), "GE-13", PRINTED),
    "highest bid": (("highest = 99", "highest = 120"), "GE-A02", NEEDED),
    "pawns": (('[[colours]]\nid   = "black"\nname = { en = "Black", de = "Schwarz" }\n', ""), "GE-14", PRINTED),
    "pieces of a chip": (("worth  = 5\npieces = 10", "worth  = 5\npieces = 12"), "GE-09", PRINTED),
    "worth of a chip": (("worth  = 5\npieces = 10", "worth  = 10\npieces = 10"), "GE-09", PRINTED),
    "income": (("players = 3\nchips   = 20", "players = 3\nchips   = 25"), "GE-31", PRINTED),
    "cards of a hand": (("players = 4\nchips   = 15\ncards   = 2", "players = 4\nchips   = 15\ncards   = 3"), "GE-31", PRINTED),
    "an income twice": (("players = 3\nchips   = 20\ncards   = 3", "players = 2\nchips   = 30\ncards   = 3"), "GE-31", PRINTED),
    "rounds of a phase": (("rounds = [3, 4]", "rounds = [3, 5]"), "GE-43", PRINTED),
    "fields": (('id     = "sciences"', 'id     = "science"'), "GE-18", PRINTED),
    "disciplines": (('id        = "biology"', 'id        = "geology"'), "GE-17", PRINTED),
    "field of a discipline": (
        ('de = "Biologie" }\nfield     = "sciences"', 'de = "Biologie" }\nfield     = "arts"'),
        "GE-18",
        PRINTED,
    ),
    "text of an effect": (("Take {n} chips from the bank.", "Take {n.real} chips from the bank."), "", NEEDED),
    "a gap too many": (("Take {n} chips from the bank.", "Take {number} chips from the bank."), "", NEEDED),
    "a broken gap": (("Take {n} chips from the bank.", "Take {n chips from the bank."), "", NEEDED),
    "new geniuses of a discipline": (("new       = [1, 2, 1]", "new       = [2, 1, 1]"), "GE-20", PRINTED),
    "points of a discipline": (
        ("points    = [[2, 1], [2, 1], [2, 1]]", "points    = [[3, 1], [2, 1], [2, 1]]"),
        "GE-125",
        PRINTED,
    ),
    "phase of a genius": (genius("darwin", phase=4), "GE-03", PRINTED),
    "discipline of a genius": (genius("darwin", discipline='"geology"'), "GE-17", PRINTED),
    "stars of a genius": (genius("darwin", stars=0), "GE-19", PRINTED),
    "number of geniuses": ((genius("noether")[0], ""), "GE-02", PRINTED),
    "cell of phase 1": (genius("darwin", discipline='"chemistry"'), "GE-20", PRINTED),
    "cell of phase 2": (genius("pasteur", discipline='"chemistry"'), "GE-21", PRINTED),
    "cell of phase 3": (genius("lorenz", discipline='"chemistry"'), "GE-22", PRINTED),
    "printed stars": (genius("einstein", stars=5), "", PRINTED),
    "a printed phase": (genius("kepler", phase=2), "GE-20", PRINTED),
    "a named genius": (genius("darwin", id='"huxley"'), "", PRINTED),
    "an effect": (('moment = "iii"', 'moment = "iv"'), "GE-144", NEEDED),
    "phase of a card": (action_card("ac1-01", phase=0), "GE-05", PRINTED),
    "effect of a card": (action_card("ac1-01", effect='"steal"'), "GE-144", NEEDED),
    "field of a card": (action_card("ac1-02", field='"arts"'), "GE-142", NEEDED),
    "number of a card": (action_card("ac1-01", n=0), "", NEEDED),
    "a number too large": (action_card("ac1-01", n=100), "", NEEDED),
    "a bonus too large": (action_card("ac1-09", m=100), "", NEEDED),
    "number of cards": ((action_card("ac1-05")[0], ""), "GE-04", PRINTED),
    "cards of a phase": (action_card("ac1-05", phase=2), "GE-05", PRINTED),
    "the Nobel Prize": (action_card("ac3-07", n=1), "GE-154", PRINTED),
}


NOT_A_RECORD = ("players", "track", "positions", "highest bid")  # what stands alone has no line

DOUBTED = {
    # what no rulebook says: the file, and the doubts that it raises
    "stars of one that is ours": (genius("homer", stars=9), ["here 1 would be right"]),
    "field of a discipline": (
        ('de = "Biologie" }\nfield     = "sciences"', 'de = "Biologie" }\nfield     = "humanities"'),
        ["humanities and natural sciences in turn"],
    ),
    "bonus of a card": (action_card("ac1-09", n=3), ["at most 2"]),
    "bonus upside down": (action_card("ac1-09", n=1, m=2), ["m is not more than n"]),
    "cards of a window": (
        action_card("ac1-01", effect='"top-up"'),
        [
            "3 are for the window 'start', not 2",
            "3 are for the window 'resolution', not 4",
            "1 are of the effect 'top-up', not 2",
        ],
    ),
    "a resolution effect twice": (action_card("ac1-06", effect='"top-up"'), ["'top-up', not 2", "'funds', not 0"]),
    "a bonus card for one field": (action_card("ac1-10", field='"humanities"'), ["for humanities, not 2", "for sciences, not 0"]),
}


def own_file(folder: Path, old: str, new: str) -> Path:
    assert old in TEXT, old
    file = folder / "own.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_with_line_and_rule(case: str, tmp_path: Path) -> None:
    (old, new), rule, kind = BROKEN[case]
    file = own_file(tmp_path, old, new)
    with pytest.raises(BadComponents) as refused:
        game.box(file)
    text = str(refused.value)
    assert text.endswith(f"({kind}: inventorium rules genies {rule})" if rule else f"({kind})") and "\n" not in text, text
    if case not in NOT_A_RECORD:
        number = int(re.search(r"line (\d+)", text)[1])  # type: ignore[index]
        assert file.read_text(encoding="utf-8").splitlines()[number - 1].startswith("[[")


@pytest.mark.parametrize("case", DOUBTED)
def test_a_file_that_only_differs_from_our_reconstruction_is_played_with_a_warning(case: str, tmp_path: Path) -> None:
    (old, new), doubts = DOUBTED[case]
    file = own_file(tmp_path, old, new)
    with pytest.warns(ComponentsWarning) as told:
        position = game.new(3, seed=5, components=file)
    texts = [str(one.message) for one in told]
    assert len(texts) == len(doubts) and all(doubt in text for doubt, text in zip(doubts, texts, strict=True)), texts
    assert all(OURS in text and f"{file}, line " in text and "\n" not in text for text in texts)
    assert kit.play_on(position, random.Random(5)).over


def test_a_doubt_is_told_once(tmp_path: Path) -> None:
    """The file of a game is read once, however many games are played with it."""
    file = own_file(tmp_path, *genius("homer", stars=9))
    with pytest.warns(ComponentsWarning) as told:
        for seed in range(3):
            game.new(2, seed=seed, components=file)
    assert len(told) == len({str(one.message) for one in told})
    assert components.doubts == []  # our own file leaves none


def test_any_mixture_of_cards_can_be_played(tmp_path: Path) -> None:
    """The rules know the effects, not how many cards of each there are; so do the bots."""
    text = TEXT
    for number in range(1, 11):
        old, _ = action_card(f"ac1-{number:02d}")
        kind = ("top-up", "persuasion", "funds", "stars")[number % 4]
        new = re.sub(r"(?m)^effect( *)=.*$", rf'effect\1= "{kind}"', old)
        text = text.replace(old, new if "\nn " in new or kind == "persuasion" else new.rstrip("\n") + "\nn      = 3")
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.warns(ComponentsWarning):
        position = game.new(4, seed=2, components=file)
    bot = bots.make("greedy", game, 1)
    while not position.over:
        seat = position.to_act[0]
        position.act(bot.choose(position.view(seat)), seat)
    assert sum(position.scores) > 0


def test_a_set_of_ones_own_can_be_played(tmp_path: Path) -> None:
    """Whoever owns the box puts printed values in; the game plays with them, and a record says so."""
    text = TEXT
    for old, new in (
        genius("lavoisier", id='"boyle"', name='{ en = "Robert Boyle", de = "Robert Boyle" }'),
        action_card("ac1-01", n=15),
        action_card("ac1-06", n=3),
    ):
        text = text.replace(old, new)
    file = tmp_path / "own.toml"
    file.write_text(text.replace("reconstruction 1", "my box"), encoding="utf-8")
    position = game.new(2, components=file, dealer=None)
    for card in ("01", "04", "06", "07", "05", "08"):
        position.play(f"deal ac1-{card}", -1)
    assert position.state.purse[:2].tolist() == [45, 30]
    assert "deal boyle" in position.moves(-1) and "deal lavoisier" not in position.moves(-1)
    assert "components: my box" in position.record()
    with pytest.raises(InventoriumError, match="name their component file"):
        game.read(position.record())
    assert game.read(position.record(), file).states.tobytes() == position.states.tobytes()


# ---------------------------------------------------------------- effects that our set has only once a phase


def two_of(first: str, second: str) -> Position:
    """A game for three with a box in which two cards of phase 1 have the same effect, which the design rules forbid."""
    position = game.new(3, dealer=None, components=game.folder / "components.toml")
    box = object.__new__(Box)
    box.__dict__.update(position.box.__dict__)
    box.array = box.array.copy()
    ids = box.ids("action_cards")
    box.array[0].effect[ids.index(second)] = box.array[0].effect[ids.index(first)]
    box.array[0].n[ids.index(second)] = box.array[0].n[ids.index(first)]
    position.box = box
    return position


def deal(position: Position, cards: str) -> None:
    for card in cards.split():
        position.play(f"deal ac1-{card}", -1)
    for name in ("darwin", "archimedes", "freud", "galilei", "smith"):
        position.play(f"deal {name}", -1)


@pytest.mark.rules("GE-A47")
def test_cards_of_one_moment_are_looked_at_in_seat_order_and_by_id() -> None:
    position = two_of("ac1-04", "ac1-08")  # two PERSUASION cards: seat 1 has one, seat 2 the other
    deal(position, "07 08 04 02 10 09 03 06 05")
    for seat, bids in enumerate(("0 0 0 0 0", "5 0 0 0 0", "5 0 0 0 0")):
        position.play(f"bid {bids}", seat)
    for seat in (1, 2):
        while seat in position.to_act:
            moves = position.moves(seat)
            position.play(next((move for move in moves if move in ("play ac1-08 a", "play ac1-04 a")), "hold"), seat)
    assert position.state.winner[0, 0] == 1  # the lower seat is looked at first
    ids = position.box.ids("action_cards")
    assert position.state.played_in[ids.index("ac1-08")] == 0
    assert position.state.played_in[ids.index("ac1-04")] == tables.NONE  # not possible any more, so it stays


@pytest.mark.rules("GE-A47")
def test_two_cards_of_one_seat_in_one_moment() -> None:
    position = two_of("ac1-06", "ac1-08")  # two FUNDS of 8: 20 becomes 12, then 4
    deal(position, "07 06 04 02 08 09 03 10 05")
    for seat, bids in enumerate(("0 0 0 0 0", "20 0 0 0 0", "0 0 0 0 0")):
        position.play(f"bid {bids}", seat)
    for move in ("play ac1-06 a", "play ac1-08 a", "hold"):
        position.play(move, 1)
    assert position.state.price[0, 0] == 4
    assert np.count_nonzero(position.state.played_at == 0) == 2
