"""Genies: everything that is a table. The numbers of things, the record of a position, the box of components, the options,
and what a component file must satisfy (catalogue, sections 3.3, 6.1, 6.2, 7.5 and 7.8)."""
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from inventorium.core.components import Components
from inventorium.core.options import Option, Value

RULES_VERSION = 1                   # changes with every change that makes an old record play differently

MOST_PLAYERS = 5
ROUNDS, PHASES = 6, 3               # two rounds a phase (GE-41, GE-42)
POSITIONS = 5                       # A to E (GE-13)
GENIUSES = CARDS = 30
PHASE_CARDS = 10                    # geniuses, and action cards, of one phase (GE-03, GE-05)
MOST_CARDS = 3                      # in a hand (GE-35)
DEEPEST = ROUNDS                    # most geniuses at one position: one new one each round, none ever sold
DISCIPLINES, FIELD_COUNT = 8, 2
HIGHEST_BID = 99                    # GE-A02
DEALER = NOBODY = NONE = -1
NO_BID = -1                         # nothing written, or `bid -`
PILE, OFFER, GONE = -1, -2, -3      # where a card is, unless a seat has it


class Effect(IntEnum):
    """What action cards do (6.2)."""
    GRANT, PATRON, TOP_UP, PERSUASION, FUNDS, STARS, RENOWN = range(7)


class Question(IntEnum):
    """What is asked now (7.2)."""
    ACTION_CARD, GENIUS, BIDS, CARDS, STARS, OVER = range(6)


class Sheet(IntEnum):
    """How far a seat is with its sheet in a window: not asked at all, still asked, or finished."""
    NOT_ASKED, OPEN, COMPLETE = range(3)


class Act(IntEnum):
    """First number of each family of answers (7.5); the remark tells what is added to it."""
    BID = 0                                                     # chips
    BID_NOTHING = BID + HIGHEST_BID + 1                         # `bid -`, only with `zero_bids`
    SEAL = BID_NOTHING + 1
    REOPEN = SEAL + 1
    HOLD = REOPEN + 1
    PLAY_FROM = HOLD + 1                                        # position
    PLAY_ON = PLAY_FROM + POSITIONS                             # genius
    DEAL_GENIUS = PLAY_ON + GENIUSES                            # genius
    DEAL_CARD = DEAL_GENIUS + GENIUSES                          # action card
    END = DEAL_CARD + CARDS


ACTIONS = int(Act.END)

# ---------------------------------------------------------------- options (catalogue, 7.8)

LAST_PLACE, FIRST_PLACE = 0, 1                                  # full_tie
KEEP = 1                                                        # bundles
HIDDEN = 1                                                      # chips

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
    "players": (), "round_now": (),                                 # rounds from 0
    "question": (),
    "asked": (),                                                # the dealer, or the lowest seat still asked (7.6)
    "dealt": (),                                                # cards since the dealer was asked first
    # a window that several seats answer at once
    "sheet": ("seat",),
    "answered": ("seat",),                                      # answers on the sheet
    "target": ("card",),                                        # the position or genius named for a card in a hand
    # the players
    "purse": ("seat",),                                         # chips, by value (GE-10)
    "hand": ("seat",), "lost": ("seat",),                       # numbers of action cards
    "patron": ("seat", "field"),                                # chips that open PATRON cards bring for a position
    # the geniuses
    "where": ("genius",),                                       # the owner, or PILE, OFFER, GONE
    "stars_added": ("genius",),                                 # by action cards
    "offer": ("position", "rank"),                              # the geniuses there, the new one last
    "carried": ("position", "rank"),                            # unsold geniuses, where they will lie next round
    # the action cards
    "holder": ("card",),                                        # who has it in hand or has played it, or PILE, GONE
    "played_in": ("card",), "played_at": ("card",),             # the round, and the position or genius
    # the open sheets, and what came of them
    "bids": ("round", "seat", "position"),
    "winner": ("round", "position"), "price": ("round", "position"),
    "patronage": ("round", "position"),                         # chips the winner got from PATRON cards
    "points": ("phase", "seat", "discipline"), "bonus": ("phase", "seat"),
}
ONE_OF = {"question": len(Question), "asked": "seat", "where": "seat", "holder": "seat", "winner": "seat",
          "offer": GENIUSES, "carried": GENIUSES}                   # fields that are no numbers: a seat, or one of so many
NOT_BY_HAND = {"players", "question", "asked", "dealt", "sheet", "answered",
               "target"}                                            # follows from answers (core/arranging.py)
LIMITS = {"round_now": (0, ROUNDS - 1), "played_in": (NONE, ROUNDS - 1), "played_at": (NONE, GENIUSES - 1),
          "hand": (0, PHASE_CARDS), "bids": (NO_BID, HIGHEST_BID), "where": (GONE, MOST_PLAYERS - 1),
          "holder": (GONE, MOST_PLAYERS - 1)}                       # fields where other numbers than usual can stand
SIZES = {"seat": MOST_PLAYERS, "card": CARDS, "field": FIELD_COUNT, "genius": GENIUSES, "position": POSITIONS,
         "rank": DEEPEST, "round": ROUNDS, "phase": PHASES, "discipline": DISCIPLINES}
VALUES = {"round_now": "round", "played_in": "round", "where": "where", "holder": "where", "offer": "genius", "carried": "genius",
          "target": "target", "played_at": "target"}              # fields whose values have names

STATE = np.dtype((np.record, [(option.name, "i4") for option in OPTIONS] + [
    (field, "i4", tuple(SIZES[axis] for axis in axes)) for field, axes in FIELDS.items()]))

# ---------------------------------------------------------------- the box

BOX = np.dtype((np.record, [
    ("chips", "i4", (MOST_PLAYERS + 1,)), ("cards", "i4", (MOST_PLAYERS + 1,)),        # by number of players
    ("highest_bid", "i4"),
    ("genius_phase", "i4", (GENIUSES,)), ("discipline", "i4", (GENIUSES,)), ("stars", "i4", (GENIUSES,)),
    ("field", "i4", (DISCIPLINES,)), ("points", "i4", (DISCIPLINES, PHASES, 2)),
    ("card", "i4", (PHASES, PHASE_CARDS)),                                             # in the order of their ids
    ("effect", "i4", (CARDS,)), ("card_field", "i4", (CARDS,)), ("n", "i4", (CARDS,)), ("m", "i4", (CARDS,)),
]))


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
        box.card[phase] = sorted((i for i, card in enumerate(cards) if card["phase"] == phase + 1),
                                 key=lambda i: cards[i]["id"])
    return boxes


def effect_of(card: Mapping[str, Any]) -> Effect:
    return Effect[card["effect"].replace("-", "_").upper()]


# ---------------------------------------------------------------- what a component file must satisfy

DISCIPLINE_NAMES = ("psychology", "biology", "economics", "chemistry", "literature", "physics", "philosophy", "mathematics")
PART_NAMES = (*DISCIPLINE_NAMES, "bonus")                       # what a score is made of

FORM = {
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

INCOMES = {2: (30, 3), 3: (20, 3), 4: (15, 2), 5: (12, 2)}      # players: chips a round, action cards a phase
CHIPS = {1: 30, 5: 10, 10: 10}                                  # worth: pieces
NEW = [[1, 1, 1]] * 4 + [[1, 2, 1]] * 2 + [[2, 1, 2]] * 2       # geniuses of each discipline in each phase (3.3)
POINTS = [[[1, 0], [1, 0], [2, 1]]] * 4 + [[[1, 0], [2, 1], [2, 1]]] * 2 + [[[2, 1], [2, 1], [2, 1]]] * 2
EFFECTS = {"grant": ("start", "start", "none"), "patron": ("start", "start", "none"),
           "top-up": ("resolution", "i", "position"), "persuasion": ("resolution", "ii", "position"),
           "funds": ("resolution", "iii", "position"),
           "stars": ("scoring", "s1", "genius"), "renown": ("scoring", "s2", "none")}
WINDOWS = {"start": 3, "resolution": 3, "scoring": 4}           # action cards of a phase in each (6.2, rule 1)
NAMED = ("freud", "darwin", "smith", "galilei", "plato", "aristotle", "archimedes", "kepler", "pasteur", "keynes",
         "newton", "planck", "bernoulli", "schumpeter", "einstein")             # geniuses that the rulebook names (3.6)


def check(components: Components) -> None:
    """Every constraint on a component file; the first one broken is reported with its place."""
    check_ids(components)
    check_table(components)
    check_disciplines(components)
    check_geniuses(components)
    check_effects(components)
    check_action_cards(components)


def check_ids(components: Components) -> None:
    taken = set("abcde")                                        # the positions
    for group in ("geniuses", "action_cards", "fields", "disciplines", "effects"):
        for thing in components[group]:
            if not components.is_id(thing["id"]) or thing["id"] in taken:
                components.broken("NO-02", "an id is lower-case letters, digits and hyphens, and nothing else has it", thing)
            if group in ("geniuses", "action_cards"):           # only these stand in a line of the notation
                taken.add(thing["id"])


def check_table(components: Components) -> None:
    """Players, pawns, chips, board, bids, income, phases."""
    broken = components.broken
    if components.get("players") != [2, MOST_PLAYERS]:
        broken("GE-01", "the game is for players = [2, 5]")
    board, bids = components.get("board", {}), components.get("bids", {})
    if board.get("track") != 50:
        broken("GE-12", "the score track has 50 fields")
    if board.get("positions") != list("abcde"):
        broken("GE-13", "the positions are a, b, c, d, e, in this order")
    if not isinstance(bids.get("highest"), int) or not 1 <= bids["highest"] <= HIGHEST_BID:
        broken("GE-A02", "the highest bid is a whole number from 1 to 99")
    if len(components["colours"]) < MOST_PLAYERS:
        broken("GE-14", "there are five pawns", components["colours"][0])
    for chip in components["chips"]:
        if CHIPS.get(chip["worth"]) != chip["pieces"]:
            broken("GE-09", "the chips are 30 worth 1, 10 worth 5 and 10 worth 10", chip)
    if sorted(chip["worth"] for chip in components["chips"]) != sorted(CHIPS):
        broken("GE-09", "the chips are 30 worth 1, 10 worth 5 and 10 worth 10", components["chips"][0])
    for income in components["incomes"]:
        if INCOMES.get(income["players"]) != (income["chips"], income["cards"]):
            broken("GE-31 to GE-38", "income is 30, 20, 15, 12 chips a round and 3, 3, 2, 2 cards a phase "
                                     "with 2, 3, 4, 5 players", income)
    if sorted(income["players"] for income in components["incomes"]) != sorted(INCOMES):
        broken("GE-31 to GE-38", "there is one income for each of 2, 3, 4, 5 players", components["incomes"][0])
    for number, phase in enumerate(components["phases"], 1):
        if phase["number"] != number or phase["rounds"] != [2 * number - 1, 2 * number] or number > PHASES:
            broken("GE-43 to GE-45", "phase 1 has the rounds 1 and 2, phase 2 has 3 and 4, phase 3 has 5 and 6", phase)
    if len(components["phases"]) != PHASES:
        broken("GE-42", "there are three phases", components["phases"][0])


def check_disciplines(components: Components) -> None:
    """The scoring table (3.3) and the fields (3.4)."""
    broken, disciplines = components.broken, components["disciplines"]
    if components.ids("fields") != ["humanities", "sciences"]:
        broken("GE-18", "the fields are humanities and sciences, in this order", components["fields"][0])
    if components.ids("disciplines") != list(DISCIPLINE_NAMES):
        broken("GE-17", f"the disciplines are {', '.join(DISCIPLINE_NAMES)}, in this order", disciplines[0])
    for i, discipline in enumerate(disciplines):
        if discipline["field"] != ("humanities", "sciences")[i % 2]:
            broken("GE-A30", "the disciplines in table order are humanities and natural sciences in turn", discipline)
        if discipline["new"] != NEW[i]:
            broken("GE-20 to GE-22", f"the new geniuses of the three phases are {NEW[i]}", discipline)
        if discipline["points"] != POINTS[i]:
            broken("GE-125 to GE-133", f"the points of the three scorings are {POINTS[i]}", discipline)


def check_geniuses(components: Components) -> None:
    """Section 6.1. Five geniuses of each field in each phase, and sums of stars of 12, 24, 38, then follow by themselves."""
    broken, geniuses = components.broken, components["geniuses"]
    for genius in geniuses:
        if genius["phase"] not in range(1, PHASES + 1):
            broken("GE-03", "the phase is 1, 2 or 3", genius)
        if genius["discipline"] not in DISCIPLINE_NAMES:
            broken("GE-17", f"there is no discipline '{genius['discipline']}'", genius)
        if genius["stars"] < 1:
            broken("GE-19", "a genius has at least one star", genius)
    if len(geniuses) != GENIUSES:
        broken("GE-02", f"there are 30 geniuses, not {len(geniuses)}", geniuses[-1])
    for d, discipline in enumerate(components["disciplines"]):
        members = sorted((g for g in geniuses if g["discipline"] == discipline["id"]), key=lambda g: (g["phase"], g["stars"]))
        for phase in range(1, PHASES + 1):
            found = [g for g in members if g["phase"] == phase]
            if len(found) != NEW[d][phase - 1]:
                broken(f"GE-{19 + phase}", f"phase {phase} has {NEW[d][phase - 1]} of {discipline['id']}, not {len(found)}",
                       found[-1] if found else discipline)
        for stars, genius in enumerate(members, 1):
            if genius["stars"] != stars:
                broken("6.1", f"the stars of {discipline['id']} run 1, 2, 3 ... in the order of the phases; "
                              f"here {stars} would be right", genius)
    for name in NAMED:
        genius = components.find(name)
        if genius is None or genius.get("source", {}).get("name") != "document":
            broken("6.1", f"the rulebook names {', '.join(NAMED)}; the source of these names is \"document\", and {name} "
                          "is missing or has another source", genius)


def check_effects(components: Components) -> None:
    """What the seven effects are is in the rules; a card can only have one of them (6.2, rule 4)."""
    for effect in components["effects"]:
        if EFFECTS.get(effect["id"]) != (effect["window"], effect["moment"], effect["target"]):
            components.broken("6.2, effects", f"the effects are {', '.join(EFFECTS)}, each with its window, moment and target",
                              effect)
    if sorted(components.ids("effects")) != sorted(EFFECTS):
        components.broken("6.2, effects", f"the effects are {', '.join(EFFECTS)}", components["effects"][0])


def check_action_cards(components: Components) -> None:
    """The design rules of section 6.2."""
    broken, cards = components.broken, components["action_cards"]
    for card in cards:
        if card["phase"] not in range(1, PHASES + 1):
            broken("GE-05", "the phase is 1, 2 or 3", card)
        if card["effect"] not in EFFECTS:
            broken("6.2, rule 4", f"the effect is one of {', '.join(EFFECTS)}", card)
        if card["effect"] in ("patron", "renown") and card.get("field") not in components.ids("fields"):
            broken("GE-142", "the card names a field: humanities or sciences", card)
        if card["effect"] != "persuasion" and (not isinstance(card.get("n"), int) or card["n"] < 1):
            broken("6.2, effects", "n is a whole number from 1", card)
        if card["effect"] == "renown" and (not isinstance(card.get("m"), int) or not 0 <= card["m"] <= card["n"] <= 2):
            broken("6.2, rule 3", "a bonus card gives n points or m points, at most 2, and m is not more than n", card)
    if len(cards) != CARDS:
        broken("GE-04", f"there are 30 action cards, not {len(cards)}", cards[-1])
    for phase in range(1, PHASES + 1):
        of_phase = [card for card in cards if card["phase"] == phase]
        if len(of_phase) != PHASE_CARDS:
            broken("GE-05", f"phase {phase} has 10 action cards, not {len(of_phase)}", (of_phase or cards)[-1])
        for window, number in WINDOWS.items():
            found = [card for card in of_phase if EFFECTS[card["effect"]][0] == window]
            if len(found) != number:
                broken("6.2, rule 1", f"phase {phase} has {number} cards for the window '{window}', not {len(found)}",
                       (found or of_phase)[-1])
        for effect in ("top-up", "persuasion", "funds"):
            found = [card for card in of_phase if card["effect"] == effect]
            if len(found) != 1:
                broken("6.2, rule 2", f"phase {phase} has one card '{effect}', not {len(found)}", (found or of_phase)[-1])
        for field in components.ids("fields"):
            found = [card for card in of_phase if card["effect"] == "renown" and card["field"] == field]
            if len(found) != 1:
                broken("6.2, rule 3", f"phase {phase} has one bonus card for {field}, not {len(found)}",
                       (found or of_phase)[-1])
    prizes = [card for card in cards if card["name"]["en"] == "Nobel Prize"]
    if not prizes or any((card["effect"], card["n"]) != ("stars", 2) for card in prizes):
        broken("GE-154", "there is a card 'Nobel Prize', and it gives 2 stars", prizes[0] if prizes else cards[0])
