"""Genies: everything that is a table. The numbers of things, the record of a position, the box of components, the options,
and what a component file must satisfy (catalogue, sections 3.3, 6.1, 6.2, 7.5 and 7.8)."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from string import Formatter
from typing import Any

import numpy as np

from inventorium.core.actions import Space
from inventorium.core.components import Components, fits
from inventorium.core.contract import GameType, record_of
from inventorium.core.options import Option, Value

RULES_VERSION = 1  # changes with every change that makes an old record play differently

MOST_PLAYERS = 5
ROUNDS, PHASES = 6, 3  # two rounds a phase (GE-41, GE-42)
POSITIONS = 5  # A to E (GE-13)
GENIUSES = CARDS = 30
PHASE_CARDS = 10  # geniuses, and action cards, of one phase (GE-03, GE-05)
DEEPEST = ROUNDS  # most geniuses at one position: one new one each round, none ever sold
DISCIPLINES, FIELD_COUNT = 8, 2
HIGHEST_BID = 99  # GE-A02
DEALER = NOBODY = NONE = -1
NO_BID = -1  # nothing written, or `bid -`
PILE, OFFER, GONE = -1, -2, -3  # where a card is, unless a seat has it


class Effect(IntEnum):
    """What action cards do (6.2)."""

    GRANT, PATRON, TOP_UP, PERSUASION, FUNDS, STARS, RENOWN = range(7)


class Question(IntEnum):
    """What is asked now (7.2)."""

    ACTION_CARD, GENIUS, BIDS, CARDS, STARS, OVER = range(6)


class Sheet(IntEnum):
    """How far a seat is with its sheet in a window: not asked at all, still asked, or finished."""

    NOT_ASKED, OPEN, COMPLETE = range(3)


# ---------------------------------------------------------------- options (catalogue, 7.8)

LAST_PLACE, FIRST_PLACE = 0, 1  # full_tie
KEEP = 1  # bundles
HIDDEN = 1  # chips

OPTIONS = (
    Option("zero_bids", (False, True), "GE-A01"),
    Option("full_tie", ("last", "first", "none"), "GE-A23, GE-A24"),
    Option("bundles", ("split", "keep"), "GE-A15"),
    Option("chips", ("open", "hidden"), "GE-A10"),
    Option("action_cards", (True, False), "GE-A48"),
)
EDITIONS: dict[str, dict[str, Value]] = {"default": {}}


def check_options(values: Mapping[str, Value]) -> None:
    """All combinations make sense."""


# ---------------------------------------------------------------- the position

FIELDS: dict[str, tuple[str, ...]] = {
    # the game
    "players": (),
    "round_now": (),  # rounds from 0
    "question": (),
    "asked": (),  # the dealer, or the lowest seat still asked (7.6)
    "dealt": (),  # cards since the dealer was asked first
    # a window that several seats answer at once
    "sheet": ("seat",),
    "answered": ("seat",),  # answers on the sheet
    "target": ("card",),  # the position or genius named for a card in a hand
    # the players
    "purse": ("seat",),  # chips, by value (GE-10)
    "hand": ("seat",),
    "lost": ("seat",),  # numbers of action cards
    "patron": ("seat", "field"),  # chips that open PATRON cards bring for a position
    # the geniuses
    "where": ("genius",),  # the owner, or PILE, OFFER, GONE
    "stars_added": ("genius",),  # by action cards
    "offer": ("position", "rank"),  # the geniuses there, the new one last
    "carried": ("position", "rank"),  # unsold geniuses, where they will lie next round
    # the action cards
    "holder": ("card",),  # who has it in hand or has played it, or PILE, GONE
    "played_in": ("card",),
    "played_at": ("card",),  # the round, and the position or genius
    # the open sheets, and what came of them
    "bids": ("round", "seat", "position"),
    "winner": ("round", "position"),
    "price": ("round", "position"),
    "patronage": ("round", "position"),  # chips the winner got from PATRON cards
    "points": ("phase", "seat", "discipline"),
    "bonus": ("phase", "seat"),
}
CATEGORICAL = {
    "question": Question,
    "asked": "seat",
    "where": "seat",
    "holder": "seat",
    "winner": "seat",
    "offer": GENIUSES,
    "carried": GENIUSES,
}  # fields that are not numbers: a seat, or one of n
DERIVED = {"players", "question", "asked", "dealt", "sheet", "answered", "target"}  # follows from answers (core/arranging.py)
LIMITS = {
    "round_now": (0, ROUNDS - 1),
    "played_in": (NONE, ROUNDS - 1),
    "played_at": (NONE, GENIUSES - 1),
    "hand": (0, PHASE_CARDS),
    "bids": (NO_BID, HIGHEST_BID),
    "where": (GONE, MOST_PLAYERS - 1),
    "holder": (GONE, MOST_PLAYERS - 1),
}  # fields where other numbers than usual can stand
SIZES = {
    "seat": MOST_PLAYERS,
    "card": CARDS,
    "field": FIELD_COUNT,
    "genius": GENIUSES,
    "position": POSITIONS,
    "rank": DEEPEST,
    "chips": HIGHEST_BID + 1,
    "round": ROUNDS,
    "phase": PHASES,
    "discipline": DISCIPLINES,
}
VALUES = {
    "round_now": "round",
    "played_in": "round",
    "where": "where",
    "holder": "where",
    "offer": "genius",
    "carried": "genius",
    "target": "target",
    "played_at": "target",
}  # fields whose values have names

STATE = record_of(OPTIONS, FIELDS, SIZES)

# ---------------------------------------------------------------- the answers (catalogue, 7.5)

SPACE = Space(
    SIZES,
    bid=("chips",),
    bid_nothing=(),
    seal=(),
    reopen=(),
    hold=(),
    play_from=("position",),
    play_on=("genius",),
    deal_genius=("genius",),
    deal_card=("card",),
)  # bid_nothing: `bid -`, only with `zero_bids`
Act, ACTIONS = SPACE.acts, SPACE.size
GAME_TYPE = GameType(simultaneous=True, secrets=True, sheets=True, longest=303, longest_sheet=POSITIONS + 1)

# ---------------------------------------------------------------- the box

BOX = np.dtype(
    (
        np.record,
        [
            ("chips", "i4", (MOST_PLAYERS + 1,)),
            ("cards", "i4", (MOST_PLAYERS + 1,)),  # by number of players
            ("highest_bid", "i4"),
            ("genius_phase", "i4", (GENIUSES,)),
            ("discipline", "i4", (GENIUSES,)),
            ("stars", "i4", (GENIUSES,)),
            ("field", "i4", (DISCIPLINES,)),
            ("points", "i4", (DISCIPLINES, PHASES, 2)),
            ("card", "i4", (PHASES, PHASE_CARDS)),  # in the order of their ids
            ("effect", "i4", (CARDS,)),
            ("card_field", "i4", (CARDS,)),
            ("n", "i4", (CARDS,)),
            ("m", "i4", (CARDS,)),
        ],
    )
)


def fill_box(components: Components) -> np.ndarray:
    """The box: the components as the rules read them."""
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    fields, disciplines = components.ids("fields"), components.ids("disciplines")
    for income in components["incomes"]:
        box.chips[income["players"]], box.cards[income["players"]] = income["chips"], income["cards"]
    box.highest_bid = components["bids"]["highest"]
    for i, discipline in enumerate(components["disciplines"]):
        box.field[i], box.points[i] = fields.index(discipline["field"]), discipline["points"]
    for i, genius in enumerate(components["geniuses"]):
        box.genius_phase[i], box.stars[i] = genius["phase"] - 1, genius["stars"]
        box.discipline[i] = disciplines.index(genius["discipline"])
    cards = components["action_cards"]
    for i, card in enumerate(cards):
        box.effect[i] = effect_of(card)
        box.card_field[i] = fields.index(card["field"]) if "field" in card else NONE
        box.n[i], box.m[i] = card.get("n", 0), card.get("m", 0)
    for phase in range(PHASES):
        box.card[phase] = sorted((i for i, card in enumerate(cards) if card["phase"] == phase + 1), key=lambda i: cards[i]["id"])
    return boxes


def effect_of(card: Mapping[str, Any]) -> Effect:
    return Effect[card["effect"].replace("-", "_").upper()]


# ---------------------------------------------------------------- what a component file must satisfy

FIELD_NAMES = ("humanities", "sciences")
DISCIPLINE_NAMES = ("psychology", "biology", "economics", "chemistry", "literature", "physics", "philosophy", "mathematics")
SCORE_PARTS = (*DISCIPLINE_NAMES, "bonus")  # what a score is made of

FORM: dict[str, dict[str, Any]] = {
    "colours": {"id": str, "name": dict},
    "chips": {"id": str, "name": dict, "worth": int, "pieces": int},
    "incomes": {"players": int, "chips": int, "cards": int},
    "phases": {"number": int, "name": dict, "rounds": [int] * 2},
    "fields": {"id": str, "name": dict, "letter": str},
    "disciplines": {"id": str, "name": dict, "field": str, "new": [int] * 3, "points": [[int] * 2] * 3},
    "geniuses": {"id": str, "name": dict, "years": str, "phase": int, "discipline": str, "stars": int},
    "effects": {"id": str, "window": str, "moment": str, "target": str, "text": dict},
    "action_cards": {"id": str, "name": dict, "phase": int, "effect": str},
}

INCOMES = {2: (30, 3), 3: (20, 3), 4: (15, 2), 5: (12, 2)}  # players: chips a round, action cards a phase
CHIPS = {1: 30, 5: 10, 10: 10}  # worth: pieces
NEW = [[1, 1, 1]] * 4 + [[1, 2, 1]] * 2 + [[2, 1, 2]] * 2  # geniuses of each discipline in each phase (3.3)
POINTS = [[[1, 0], [1, 0], [2, 1]]] * 4 + [[[1, 0], [2, 1], [2, 1]]] * 2 + [[[2, 1], [2, 1], [2, 1]]] * 2
EFFECTS = {
    "grant": ("start", "start", "none"),
    "patron": ("start", "start", "none"),
    "top-up": ("resolution", "i", "position"),
    "persuasion": ("resolution", "ii", "position"),
    "funds": ("resolution", "iii", "position"),
    "stars": ("scoring", "s1", "genius"),
    "renown": ("scoring", "s2", "none"),
}
MIXTURE = {
    "for the window 'start'": 3,
    "for the window 'resolution'": 3,
    "for the window 'scoring'": 4,
    "of the effect 'top-up'": 1,
    "of the effect 'persuasion'": 1,
    "of the effect 'funds'": 1,
    "of the effect 'renown' for humanities": 1,
    "of the effect 'renown' for sciences": 1,
}  # of a phase; ours
MOST_POINTS = 2  # of a bonus card; ours
MOST_OF_A_CARD = 99  # chips or stars that a card brings, stars of a genius
OWN_FILE = Path(__file__).with_name("components.toml")


def check(components: Components) -> None:
    """Whether this can be played, is what the rulebook prints, and is like our reconstruction; the first mistake is reported with
    its place."""
    check_ids(components)
    check_table(components)
    check_disciplines(components)
    check_geniuses(components)
    check_effects(components)
    check_action_cards(components)


def check_ids(components: Components) -> None:
    taken = set("abcde")  # the positions
    for group in ("geniuses", "action_cards", "fields", "disciplines", "effects"):
        for thing in components[group]:
            if not components.is_id(thing["id"]) or thing["id"] in taken:
                components.unplayable("NO-02", "an id is lower-case letters, digits and hyphens, and nothing else has it", thing)
            if group in ("geniuses", "action_cards"):  # only these stand in a line of the notation
                taken.add(thing["id"])


def check_table(components: Components) -> None:
    """Players, pawns, chips, board, bids, income, phases."""
    contradicts = components.contradicts
    if components.get("players") != [2, MOST_PLAYERS]:
        contradicts("GE-01", "the game is for players = [2, 5]")
    board, bids = components.get("board", {}), components.get("bids", {})
    if board.get("track") != 50:
        contradicts("GE-12", "the score track has 50 fields")
    if board.get("positions") != list("abcde"):
        contradicts("GE-13", "the positions are a, b, c, d, e, in this order")
    if not isinstance(bids.get("highest"), int) or not 1 <= bids["highest"] <= HIGHEST_BID:
        components.unplayable("GE-A02", "the highest bid is a whole number from 1 to 99")
    if len(components["colours"]) < MOST_PLAYERS:
        contradicts("GE-14", "there are five pawns", components["colours"][0])
    for chip in components["chips"]:
        if CHIPS.get(chip["worth"]) != chip["pieces"]:
            contradicts("GE-09", "the chips are 30 worth 1, 10 worth 5 and 10 worth 10", chip)
    if sorted(chip["worth"] for chip in components["chips"]) != sorted(CHIPS):
        contradicts("GE-09", "the chips are 30 worth 1, 10 worth 5 and 10 worth 10", components["chips"][0])
    for income in components["incomes"]:
        if INCOMES.get(income["players"]) != (income["chips"], income["cards"]):
            contradicts(
                "GE-31", "income is 30, 20, 15, 12 chips a round and 3, 3, 2, 2 cards a phase with 2, 3, 4, 5 players", income
            )
    if sorted(income["players"] for income in components["incomes"]) != sorted(INCOMES):
        contradicts("GE-31", "there is one income for each of 2, 3, 4, 5 players", components["incomes"][0])
    for number, phase in enumerate(components["phases"], 1):
        if phase["number"] != number or phase["rounds"] != [2 * number - 1, 2 * number] or number > PHASES:
            contradicts("GE-43", "phase 1 has the rounds 1 and 2, phase 2 has 3 and 4, phase 3 has 5 and 6", phase)
    if len(components["phases"]) != PHASES:
        contradicts("GE-42", "there are three phases", components["phases"][0])


def check_disciplines(components: Components) -> None:
    """The scoring table, which the rulebook prints, and the fields, which are ours."""
    contradicts, disciplines = components.contradicts, components["disciplines"]
    if components.ids("fields") != list(FIELD_NAMES):
        contradicts("GE-18", "the fields are humanities and sciences, in this order", components["fields"][0])
    if components.ids("disciplines") != list(DISCIPLINE_NAMES):
        contradicts("GE-17", f"the disciplines are {', '.join(DISCIPLINE_NAMES)}, in this order", disciplines[0])
    for i, discipline in enumerate(disciplines):
        if discipline["field"] not in FIELD_NAMES:
            contradicts("GE-18", f"there is no field '{discipline['field']}'", discipline)
        if discipline["field"] != FIELD_NAMES[i % 2]:
            components.doubt("GE-A30", "the disciplines in table order are humanities and natural sciences in turn", discipline)
        if discipline["new"] != NEW[i]:
            contradicts("GE-20", f"the new geniuses of the three phases are {NEW[i]}", discipline)
        if discipline["points"] != POINTS[i]:
            contradicts("GE-125", f"the points of the three scorings are {POINTS[i]}", discipline)


def check_geniuses(components: Components) -> None:
    """The numbers in each phase and discipline, and fifteen of the geniuses, are the rulebook's; that stars run on is ours."""
    contradicts, geniuses = components.contradicts, components["geniuses"]
    for genius in geniuses:
        if genius["phase"] not in range(1, PHASES + 1):
            contradicts("GE-03", "the phase is 1, 2 or 3", genius)
        if genius["discipline"] not in DISCIPLINE_NAMES:
            contradicts("GE-17", f"there is no discipline '{genius['discipline']}'", genius)
        if not 1 <= genius["stars"] <= MOST_OF_A_CARD:
            contradicts("GE-19", f"a genius has at least one star (and here at most {MOST_OF_A_CARD})", genius)
    if len(geniuses) != GENIUSES:
        contradicts("GE-02", f"there are 30 geniuses, not {len(geniuses)}", geniuses[-1])
    for d, discipline in enumerate(components["disciplines"]):
        for phase in range(1, PHASES + 1):
            found = [g for g in geniuses if (g["discipline"], g["phase"]) == (discipline["id"], phase)]
            if len(found) != NEW[d][phase - 1]:
                contradicts(
                    f"GE-{19 + phase}",
                    f"phase {phase} has {NEW[d][phase - 1]} of {discipline['id']}, not {len(found)}",
                    found[-1] if found else discipline,
                )
    if components.path != OWN_FILE:
        components.check_printed(Components(OWN_FILE, FORM, components.game), "geniuses", ("phase", "discipline", "stars"))
    for discipline in components.ids("disciplines"):
        members = sorted((g for g in geniuses if g["discipline"] == discipline), key=lambda g: (g["phase"], g["stars"]))
        for stars, genius in enumerate(members, 1):
            if genius["stars"] != stars:
                components.doubt(
                    "",
                    f"the stars of {discipline} run 1, 2, 3 ... in the order of the phases; here {stars} would be right",
                    genius,
                )


def check_effects(components: Components) -> None:
    """What the seven effects are is in the rules; a card can only have one of them."""
    for effect in components["effects"]:
        if EFFECTS.get(effect["id"]) != (effect["window"], effect["moment"], effect["target"]):
            components.unplayable(
                "GE-144", f"the effects are {', '.join(EFFECTS)}, each with its window, moment and target", effect
            )
        if not all(is_pattern(effect["text"].get(language)) for language in ("en", "de")):
            components.unplayable("", "a text is given in English and German, with no gaps but {n}, {m} and {field}", effect)
    if sorted(components.ids("effects")) != sorted(EFFECTS):
        components.unplayable("GE-144", f"the effects are {', '.join(EFFECTS)}", components["effects"][0])


def is_pattern(text: Any) -> bool:
    """A text that can be filled with the numbers and the field of a card."""
    try:
        gaps = {(gap, look) for _, gap, look, _ in Formatter().parse(text) if gap is not None}
    except (TypeError, ValueError):
        return False
    return gaps <= {("n", ""), ("m", ""), ("field", "")}


def check_action_cards(components: Components) -> None:
    """Their number and the Nobel Prize are the rulebook's, everything else is ours."""
    cards = components["action_cards"]
    for card in cards:
        check_card(components, card)
    if len(cards) != CARDS:
        components.contradicts("GE-04", f"there are 30 action cards, not {len(cards)}", cards[-1])
    for phase in range(1, PHASES + 1):
        of_phase = [card for card in cards if card["phase"] == phase]
        if len(of_phase) != PHASE_CARDS:
            components.contradicts("GE-05", f"phase {phase} has 10 action cards, not {len(of_phase)}", (of_phase or cards)[-1])
    prizes = [card for card in cards if card["name"]["en"] == "Nobel Prize"]
    if not prizes or any((card["effect"], card["n"]) != ("stars", 2) for card in prizes):
        components.contradicts("GE-154", "there is a card 'Nobel Prize', and it gives 2 stars", prizes[0] if prizes else cards[0])
    for phase in range(1, PHASES + 1):
        check_mixture(components, phase, [card for card in cards if card["phase"] == phase])


def check_card(components: Components, card: Mapping[str, Any]) -> None:
    """One card by itself: what the rules need to know of it."""
    if card["phase"] not in range(1, PHASES + 1):
        components.contradicts("GE-05", "the phase is 1, 2 or 3", card)
    if card["effect"] not in EFFECTS:
        components.unplayable("GE-144", f"the effect is one of {', '.join(EFFECTS)}", card)
    if card["effect"] in ("patron", "renown") and card.get("field") not in components.ids("fields"):
        components.unplayable("GE-142", "the card names a field: humanities or sciences", card)
    if card["effect"] != "persuasion" and not is_of_a_card(card.get("n"), 1):
        components.unplayable("", f"n is a whole number from 1 to {MOST_OF_A_CARD}", card)
    if card["effect"] == "renown":
        if not is_of_a_card(card.get("m"), 0):
            components.unplayable("", f"m is a whole number from 0 to {MOST_OF_A_CARD}", card)
        if not card["m"] <= card["n"] <= MOST_POINTS:
            components.doubt(
                "", f"a bonus card gives n points or m points, at most {MOST_POINTS}, and m is not more than n", card
            )


def is_of_a_card(value: Any, least: int) -> bool:
    return fits(value, int) and least <= value <= MOST_OF_A_CARD


def check_mixture(components: Components, phase: int, cards: list[dict[str, Any]]) -> None:
    """Which cards a phase has: the design of our reconstruction."""
    for kind, number in MIXTURE.items():
        found = [card for card in cards if kind in kinds_of(card)]
        if len(found) != number:
            components.doubt(
                "", f"of the action cards of phase {phase} {number} are {kind}, not {len(found)}", (found or cards)[-1]
            )


def kinds_of(card: Mapping[str, Any]) -> list[str]:
    """What a card counts as in MIXTURE."""
    effect = card["effect"]
    return [
        f"for the window '{EFFECTS[effect][0]}'",
        f"of the effect '{effect}'",
        f"of the effect '{effect}' for {card.get('field')}",
    ]
