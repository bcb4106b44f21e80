"""Era of Inventions: everything that is a table. The numbers of things, the record of a position, the box of components,
the options, and the constraints that a component file must meet (catalogue, sections 3.2, 7.3 and 8)."""
from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from inventorium.core.components import Components
from inventorium.core.options import Option, Value

RULES_VERSION = 1                   # changes with every change that makes an old record play differently

MOST_PLAYERS = 5
ACTION_KINDS = 6                    # actions on the board, each with two spaces (EI-018)
SPACES = 2
INVENTIONS = 9
VERSIONS = 2                        # original and developed (EI-021)
STARTERS = 12                       # start inventions (EI-011)
FACES = 30                          # of invention cards: 9 official, 9 plagiarism, 12 start
MOST_FACES = FACES + INVENTIONS     # the two official cards of an invention may differ (K-33)
CARD_FIELDS, FACTORY_FIELDS = 7, 5  # EI-019, EI-020
ARROWS = 3                          # arrow fields at the right end of both rows
FACTORIES = 24                      # without the start factories (EI-013)
MOST_LOTS = 8                       # ships and warehouses (7.3)
PATENT_FIELDS = 6
MOST_SQUARES = 256                  # squares of the influence track that can show a symbol
ROWS = 3                            # of the exchange market

BONUS_DISCS = 20                    # EI-004
INVENTION_STONES = 15               # EI-005

# by the number of players
ROUNDS = (0, 0, 0, 9, 8, 10)        # EI-067 to EI-069
DISCS = (0, 0, 0, 3, 2, 2)          # EI-031, EI-032
FIRST_BONUS_DISCS = (0, 0, 0, 3, 5, 1)          # EI-041 to EI-043

# the most in one action
MOST_PARTS = 3                      # factories, loads, cards (EI-095, EI-110, EI-116)
MOST_EXCHANGES, MOST_IN_ROW = 5, 3  # EI-146 to EI-149
MOST_STONES = 7                     # EI-166
MOST_PATENTS = 2                    # EI-200

DEALER = NOBODY = NONE = -1
PILE, BOARD, DISCARD = -1, -2, -3   # where a factory is, unless a seat owns it
GOLD, SILVER = 0, 1


class Good(IntEnum):
    """What a player holds, in the order of the notation (7.1). The raw materials are wood to tool (EI-014)."""
    COIN, WOOD, COAL, METAL, TECH, TOOL, STONE = range(7)


GOODS = len(Good)
GOOD_IDS = tuple(good.name.lower() for good in Good)
RAW = GOOD_IDS[Good.WOOD:Good.STONE]
CUBES_OF_CARDS = ("coal", "metal", "tech", "tool")              # what a card may cost (K-11)
FIRST_GOODS = (2, 1, 3, 1, 1, 1, 1)                             # EI-034 to EI-040


class Action(IntEnum):
    """The six actions of the board."""
    BUILD, RUN, BUY, PRODUCE, EXCHANGE, INVENT = range(ACTION_KINDS)


class Kind(IntEnum):
    """The seven uses of a bonus disc (EI-223)."""
    PRODUCE, RUN, BUY, EXCHANGE, MAKE, PATENT, BUILD = range(7)


class Trade(IntEnum):
    """The exchanges that need no further answer; the upper, middle and lower row of the market (5.1)."""
    COINS_STONE, STONE_COINS, COINS_INFLUENCE, STONE_INFLUENCE, COINS_DISC = range(5)


class Row(IntEnum):
    UPPER, MIDDLE, LOWER = range(ROWS)


class Occasion(IntEnum):
    """What a part belongs to: an action disc, a bonus disc or the final exchange."""
    DISC, BONUS, FINAL = range(3)


class Phase(IntEnum):
    """What is asked now (catalogue, 7.2)."""
    DEAL_FACTORY, DEAL_CARD, START, PLACE, TURN = range(5)
    BUILD, RUN, BUY, PRODUCE, PAY, EXCHANGE, GIVE, GET, INVENT, PROTECT, BONUS, OVER = range(5, 17)


class Act(IntEnum):
    """First number of each family of answers (7.3); the remark tells what is added to it."""
    PLACE = 0                                                   # action
    EXECUTE = PLACE + ACTION_KINDS                              # action
    FORGO = EXECUTE + ACTION_KINDS                              # action
    DONE = FORGO + ACTION_KINDS
    BUILD = DONE + 1                                            # factory
    RUN = BUILD + FACTORIES                                     # 0 the start factory, 1 + factory
    BUY = RUN + 1 + FACTORIES                                   # lot
    PRODUCE = BUY + MOST_LOTS                                   # field, from the left
    PAY = PRODUCE + CARD_FIELDS                                 # metal, tech, tool
    TAKE_STONE = PAY + 3
    EXCHANGE = TAKE_STONE + 1                                   # trade
    GIVE = EXCHANGE + len(Trade)                                # good
    GET = GIVE + GOODS - 1                                      # good
    MAKE = GET + GOODS - 1                                      # 2 * invention + version
    PATENT = MAKE + VERSIONS * INVENTIONS
    PROTECT = PATENT + 1                                        # 2 * invention + version
    PROTECT_NOTHING = PROTECT + VERSIONS * INVENTIONS
    BONUS = PROTECT_NOTHING + 1                                 # kind
    DEAL_FACTORY = BONUS + len(Kind)                            # factory
    DEAL_CARD = DEAL_FACTORY + FACTORIES                        # face
    START = DEAL_CARD + FACES                                   # seat
    DEAL_MORE = START + MOST_PLAYERS                            # face beyond the 30 of the standard file
    END = DEAL_MORE + MOST_FACES - FACES


ACTIONS = int(Act.END)
PART_NAMES = ("track", "exchange", "patents", "development", "capacity")        # what a score is made of (EI-287)

# ---------------------------------------------------------------- options (catalogue, 8)

TWO = 1                                                         # bonus_limit
CUBES = 1                                                       # capacity

OPTIONS = (
    Option("bonus_limit", ("per_disc", "two"), "A-03"),
    Option("royalty_benefit", (True, False), "A-26"),
    Option("final_benefit", (False, True), "A-27"),
    Option("capacity", ("all", "cubes"), "A-32"),
    Option("telephone_cubes", (4, 5), "A-44"),
)

EDITIONS: dict[str, dict[str, Value]] = {"default": {}}


def check_options(values: Mapping[str, Value]) -> None:
    """Every combination makes sense."""


# ---------------------------------------------------------------- the position

FIELDS: dict[str, tuple[str, ...]] = {
    # the game
    "players": (), "phase": (), "round_number": (),             # rounds from 1
    "start_player": (),
    "asked": (),                                                # who is asked, the dealer too
    "turn": (),                                                 # placing or execution turns taken in this phase
    # the players
    "goods": ("seat", "good"),
    "influence": ("seat",),                                     # the square of the pawn
    "final_points": ("seat",),                                  # points of the final exchange
    "patents": ("seat",),                                       # the patent marker
    "invention_stones": ("seat",),                              # in the personal supply
    "bonus_discs": ("seat",),
    "new_discs": ("seat",),                                     # of these, bought in this round (EI-236)
    "used_discs": ("seat",),                                    # bonus discs used in this round
    "discs": ("seat", "action"),                                # 1: a disc lies on a space of this action
    # the board
    "disc_supply": (),                                          # bonus discs in the general supply
    "factory_row": ("factory_field",), "card_row": ("card_field",),     # what lies there, from left to right
    "loads": ("lot",),
    "maker": ("invention", "version"),
    "patented": ("invention", "version"),
    # the cards
    "factory_at": ("factory",),                                 # the owner, or PILE, BOARD, DISCARD
    "stack": ("face",),                                         # copies in the open stacks,
    "fresh": ("face",),                                         # set aside as new,
    "pile": ("face",),                                          # in the draw pile,
    "discard": ("face",),                                       # in the discard pile,
    "gone": ("face",),                                          # removed from the game
    # an action on its way
    "occasion": (), "action": (),                               # which disc it belongs to
    "parts": (),                                                # carried out so far
    "exchanges": ("row",),
    "stones_spent": (),
    "first_given": (), "second_given": (),                      # goods of a 2-for-1 exchange
    "field": (), "last_paid": (), "wild_left": (),              # a plagiarism card being paid
}
SIZES = {"seat": MOST_PLAYERS, "good": GOODS, "action": ACTION_KINDS, "factory_field": FACTORY_FIELDS,
         "card_field": CARD_FIELDS, "lot": MOST_LOTS, "invention": INVENTIONS, "version": VERSIONS,
         "factory": FACTORIES, "face": MOST_FACES, "row": ROWS}

STATE = np.dtype((np.record, [(option.name, "i4") for option in OPTIONS] + [
    (field, "i4", tuple(SIZES[axis] for axis in axes)) for field, axes in FIELDS.items()]))

# ---------------------------------------------------------------- the box

BOX = np.dtype((np.record, [
    # places: [invention, version]
    ("place_cost", "i4", (INVENTIONS, VERSIONS)), ("place_influence", "i4", (INVENTIONS, VERSIONS)),
    ("royalty_influence", "i4", (INVENTIONS, VERSIONS)), ("royalty_coins", "i4", (INVENTIONS, VERSIONS)),
    # faces of invention cards; costs for both readings of the telephone
    ("faces", "i4"), ("copies", "i4", (MOST_FACES,)),
    ("invention", "i4", (MOST_FACES,)), ("is_copy", "i4", (MOST_FACES,)),       # a start invention has NONE
    ("card_cost", "i4", (2, MOST_FACES, GOODS)), ("wild", "i4", (2, MOST_FACES)),
    ("card_yield", "i4", (MOST_FACES, GOODS)), ("card_influence", "i4", (MOST_FACES,)),
    # factories; in `output` and `capacity` the first is the start factory
    ("factory_cost", "i4", (FACTORIES, GOODS)), ("factory_influence", "i4", (FACTORIES,)),
    ("output", "i4", (1 + FACTORIES, GOODS)),
    # market and tracks
    ("lots", "i4"), ("lot_good", "i4", (MOST_LOTS,)), ("lot_load", "i4", (MOST_LOTS,)),
    ("patent_price", "i4", (PATENT_FIELDS,)), ("patent_influence", "i4", (PATENT_FIELDS,)),
    ("symbol", "i4", (MOST_SQUARES,)),                                          # a good, or NONE
]))


def card_faces(components: Components) -> list[dict[str, Any]]:
    """The faces of the invention cards in the order of the file: each with its invention, if it has one."""
    faces = []
    for number, invention in enumerate(components["inventions"]):
        for card in invention["official"]:
            faces.append({"is_copy": False, "invention": number, **card})
        copy = invention["plagiarism"]
        faces.append({"is_copy": True, "invention": number, **copy, "cost": {"coal": copy["coal"]}})
    for card in components["start_inventions"]:
        faces.append({"is_copy": False, "invention": NONE, "copies": 1, **card})
    return faces


def with_changes(components: Components, faces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same faces in the other reading: with what [[changes]] says."""
    changed = {change["card"]: change for change in components.get("changes", [])}
    result = []
    for face in faces:
        change = changed.get(face["id"], {})
        cost = {"coal": change["coal"]} if "coal" in change else change.get("cost", face["cost"])
        result.append({**face, "cost": cost, "wild": change.get("wild", face.get("wild", 0))})
    return result


def fill_box(components: Components) -> np.ndarray:
    """The box: the components as the rules read them."""
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    for i, invention in enumerate(components["inventions"]):
        for v, place in enumerate((invention["gold"], invention["silver"])):
            box.place_cost[i, v], box.place_influence[i, v] = place["cost"], place["influence"]
            box.royalty_influence[i, v] = place["royalty"].get("influence", 0)
            box.royalty_coins[i, v] = place["royalty"].get("coin", 0)

    faces = card_faces(components)
    box.faces = len(faces)
    for f, face in enumerate(faces):
        box.copies[f], box.invention[f], box.is_copy[f] = face["copies"], face["invention"], face["is_copy"]
        box.card_yield[f] = amounts(face["yield"])
        box.card_influence[f] = face["yield"].get("influence", 0)
    for reading, cards in enumerate((faces, with_changes(components, faces))):
        for f, face in enumerate(cards):
            box.card_cost[reading, f] = amounts(face["cost"])
            box.wild[reading, f] = face.get("wild", 0)

    box.output[0] = amounts(components["start_factory"]["output"])
    for f, factory in enumerate(components["factories"]):
        box.factory_cost[f], box.output[1 + f] = amounts(factory["cost"]), amounts(factory["output"])
        box.factory_influence[f] = factory["influence"]

    box.lots = len(components["lots"])
    for i, lot in enumerate(components["lots"]):
        box.lot_good[i], box.lot_load[i] = Good[lot["good"].upper()], lot["load"]
    for i, field in enumerate(components["patent_fields"]):
        box.patent_price[i], box.patent_influence[i] = field["price"], field["influence"]
    box.symbol[:] = NONE
    for square in components["influence_track"]["squares"]:
        box.symbol[square["at"]] = Good[square["symbol"].upper()]
    return boxes


def amounts(table: Mapping[str, int]) -> list[int]:
    """A table such as { coin = 2, wood = 1 } as numbers in the order of the goods."""
    return [table.get(good, 0) for good in GOOD_IDS]


FORM: dict[str, dict[str, Any]] = {}


def check(components):
    pass
