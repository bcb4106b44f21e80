"""Era of Inventions: everything that is a table. The numbers of things, the record of a position, the box of components,
the options, and the constraints that a component file must meet (catalogue, sections 3.2, 7.3 and 8)."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from inventorium.core.actions import Space
from inventorium.core.components import Components, described, fits
from inventorium.core.contract import GameType, record_of
from inventorium.core.options import Option, Value

RULES_VERSION = 1  # changes with every change that makes an old record play differently

MOST_PLAYERS = 5
ACTION_KINDS = 6  # actions on the board, each with two spaces (EI-018)
SPACES = 2
INVENTIONS = 9
VERSIONS = 2  # original and developed (EI-021)
STARTERS = 12  # start inventions (EI-011)
FACES = 30  # of invention cards: 9 official, 9 plagiarism, 12 start
MOST_FACES = FACES + INVENTIONS  # the two official cards of an invention may differ (K-33)
CARD_FIELDS, FACTORY_FIELDS = 7, 5  # EI-019, EI-020
ARROWS = 3  # arrow fields at the right end of both rows
FACTORIES = 24  # without the start factories (EI-013)
MOST_LOTS = 8  # ships and warehouses (7.3)
PATENT_FIELDS = 6
MOST_SQUARES = 256  # squares of the influence track that can show a symbol
MOST_AMOUNT = 999  # a cost, output, yield or award in a component file
ROWS = 3  # of the exchange market

BONUS_DISCS = 20  # EI-004
INVENTION_STONES = 15  # EI-005

# by the number of players
ROUNDS = (0, 0, 0, 9, 8, 10)  # EI-067 to EI-069
DISCS = (0, 0, 0, 3, 2, 2)  # EI-031, EI-032
FIRST_BONUS_DISCS = (0, 0, 0, 3, 5, 1)  # EI-041 to EI-043

# the most in one action
MOST_PARTS = 3  # factories, loads, cards (EI-095, EI-110, EI-116)
MOST_EXCHANGES, MOST_IN_ROW = 5, 3  # EI-146 to EI-149
MOST_STONES = 7  # EI-166
MOST_PATENTS = 2  # EI-200

DEALER = NOBODY = NONE = -1
PILE, BOARD, DISCARD = -1, -2, -3  # where a factory is, unless a seat owns it
GOLD, SILVER = 0, 1


class Good(IntEnum):
    """What a player holds, in the order of the notation (7.1). The raw materials are wood to tool (EI-014)."""

    COIN, WOOD, COAL, METAL, TECH, TOOL, STONE = range(7)


GOODS = len(Good)
GOOD_IDS = tuple(good.name.lower() for good in Good)
RAW = GOOD_IDS[Good.WOOD : Good.STONE]
CUBES_OF_CARDS = ("coal", "metal", "tech", "tool")  # what a card may cost (K-11)
FIRST_GOODS = (2, 1, 3, 1, 1, 1, 1)  # EI-034 to EI-040


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


SCORE_PARTS = ("track", "exchange", "patents", "development", "capacity")  # what a score is made of (EI-287)

# ---------------------------------------------------------------- options (catalogue, 8)

TWO = 1  # bonus_limit
CUBES = 1  # capacity

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
    "players": (),
    "phase": (),
    "round_number": (),  # rounds from 1
    "start_player": (),
    "asked": (),  # who is asked, the dealer too
    "turn": (),  # placing or execution turns taken in this phase
    # the players
    "goods": ("seat", "good"),
    "influence": ("seat",),  # the square of the pawn
    "final_points": ("seat",),  # points of the final exchange
    "patents": ("seat",),  # the patent marker
    "invention_stones": ("seat",),  # in the personal supply
    "bonus_discs": ("seat",),
    "new_discs": ("seat",),  # of these, bought in this round (EI-236)
    "used_discs": ("seat",),  # bonus discs used in this round
    "discs": ("seat", "action"),  # 1: a disc lies on a space of this action
    # the board
    "disc_supply": (),  # bonus discs in the general supply
    "factory_row": ("factory_field",),
    "card_row": ("card_field",),  # what lies there, from left to right
    "loads": ("lot",),
    "maker": ("invention", "version"),
    "patented": ("invention", "version"),
    # the cards
    "factory_at": ("factory",),  # the owner, or PILE, BOARD, DISCARD
    "stack": ("face",),  # copies in the open stacks,
    "fresh": ("face",),  # set aside as new,
    "pile": ("face",),  # in the draw pile,
    "discard": ("face",),  # in the discard pile,
    "gone": ("face",),  # removed from the game
    # an action on its way
    "occasion": (),
    "action": (),  # which disc it belongs to
    "parts": (),  # carried out so far
    "exchanges": ("row",),
    "stones_spent": (),
    "first_given": (),
    "second_given": (),  # goods of a 2-for-1 exchange
    "field": (),
    "last_paid": (),
    "wild_left": (),  # a plagiarism card being paid
}
FIELD_CONTENTS = {
    "factory_row": "factory",
    "card_row": "face",
    "factory_at": "factory_place",
    "first_given": "good",
    "second_given": "good",
    "last_paid": "good",
    "action": "action",
}  # fields that hold things
CATEGORICAL = {
    "phase": Phase,
    "start_player": "seat",
    "asked": "seat",
    "maker": "seat",
    "factory_at": "seat",
    "factory_row": FACTORIES,
    "card_row": MOST_FACES,
    "occasion": Occasion,
    "action": Action,
    "first_given": Good,
    "second_given": Good,
    "field": CARD_FIELDS,
    "last_paid": Good,
}  # a seat, or one of n
DERIVED = {
    "players",
    "occasion",
    "action",
    "parts",
    "exchanges",
    "stones_spent",
    "first_given",
    "second_given",
    "field",
    "last_paid",
    "wild_left",
}  # follows from answers (core/arranging.py)
LIMITS = {
    "phase": (0, Phase.OVER),
    "round_number": (1, max(ROUNDS)),
    "patents": (0, PATENT_FIELDS),
    "factory_at": (DISCARD, MOST_PLAYERS - 1),
}  # fields where other numbers than usual can stand
SIZES = {
    "seat": MOST_PLAYERS,
    "good": GOODS,
    "action": ACTION_KINDS,
    "factory_field": FACTORY_FIELDS,
    "card_field": CARD_FIELDS,
    "lot": MOST_LOTS,
    "invention": INVENTIONS,
    "version": VERSIONS,
    "factory": FACTORIES,
    "face": MOST_FACES,
    "row": ROWS,
    "own_factory": 1 + FACTORIES,
    "payment": 3,
    "trade": len(Trade),
    "cube": GOODS - 1,
    "kind": len(Kind),
    "standard_face": FACES,
    "other_face": MOST_FACES - FACES,
}

STATE = record_of(OPTIONS, FIELDS, SIZES)

# ---------------------------------------------------------------- the answers (catalogue, 7.3)

SPACE = Space(
    SIZES,
    place=("action",),
    execute=("action",),
    forgo=("action",),
    done=(),
    build=("factory",),
    run=("own_factory",),
    buy=("lot",),
    produce=("card_field",),
    pay=("payment",),
    take_stone=(),
    exchange=("trade",),
    give=("cube",),
    get=("cube",),
    make=("invention", "version"),
    patent=(),
    protect=("invention", "version"),
    protect_nothing=(),
    bonus=("kind",),
    deal_factory=("factory",),
    deal_card=("standard_face",),
    start=("seat",),
    deal_more=("other_face",),
)  # faces beyond those of the standard file
Act, ACTIONS, SPLIT = SPACE.acts, SPACE.size, SPACE.parts  # SPLIT[action]: what it is about, axis by axis
MAKE, PROTECT = SPACE.numbers("make"), SPACE.numbers("protect")
GAME_TYPE = GameType(longest=1_500)

# ---------------------------------------------------------------- the box

BOX = np.dtype(
    (
        np.record,
        [
            # places: [invention, version]
            ("place_cost", "i4", (INVENTIONS, VERSIONS)),
            ("place_influence", "i4", (INVENTIONS, VERSIONS)),
            ("royalty_influence", "i4", (INVENTIONS, VERSIONS)),
            ("royalty_coins", "i4", (INVENTIONS, VERSIONS)),
            # faces of invention cards; costs for both readings of the telephone
            ("faces", "i4"),
            ("copies", "i4", (MOST_FACES,)),
            ("invention", "i4", (MOST_FACES,)),
            ("is_copy", "i4", (MOST_FACES,)),  # a start invention has NONE
            ("card_cost", "i4", (2, MOST_FACES, GOODS)),
            ("wild", "i4", (2, MOST_FACES)),
            ("card_yield", "i4", (MOST_FACES, GOODS)),
            ("card_influence", "i4", (MOST_FACES,)),
            # factories; in `output` and `capacity` the first is the start factory
            ("factory_cost", "i4", (FACTORIES, GOODS)),
            ("factory_influence", "i4", (FACTORIES,)),
            ("output", "i4", (1 + FACTORIES, GOODS)),
            # market and tracks
            ("lots", "i4"),
            ("lot_good", "i4", (MOST_LOTS,)),
            ("lot_load", "i4", (MOST_LOTS,)),
            ("patent_price", "i4", (PATENT_FIELDS,)),
            ("patent_influence", "i4", (PATENT_FIELDS,)),
            ("symbol", "i4", (MOST_SQUARES,)),  # a good, or NONE
        ],
    )
)


def card_faces(components: Components) -> list[dict[str, Any]]:
    """The faces of the invention cards in the order of the file: each with its invention, if it has one."""
    faces = []
    for number, invention in enumerate(components["inventions"]):
        for card in invention["official"]:
            faces.append({**card, "is_copy": False, "invention": number})
        copy = invention["plagiarism"]
        faces.append({**copy, "is_copy": True, "invention": number, "cost": {"coal": copy["coal"]}})
    for card in components["start_inventions"]:
        faces.append({**card, "is_copy": False, "invention": NONE, "copies": 1})
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


# ---------------------------------------------------------------- what a component file must satisfy (3.2)

NINE = {
    "cash-register",
    "sewing-machine",
    "typewriter",
    "telephone",
    "gramophone",
    "camera",
    "car",
    "locomotive",
    "aeroplane",
}  # EI-010
COMPONENT_SCHEMA: dict[str, dict[str, Any]] = {
    "colours": {"id": str, "name": dict},
    "goods": {"id": str, "name": dict},
    "inventions": {"id": str, "name": dict, "gold": dict, "silver": dict, "official": list, "plagiarism": dict},
    "start_inventions": {"id": str, "name": dict, "cost": dict, "yield": dict},
    "factories": {"id": str, "name": dict, "output": dict, "cost": dict, "influence": int},
    "lots": {"id": str, "name": dict, "kind": str, "good": str, "load": int},
    "patent_fields": {"number": int, "price": int, "influence": int},
}


def check(components: Components) -> None:
    """The constraints K-01 to K-35: those that the rulebook states or that follow from it, those that the rules and the notation
    need, and those that only our reconstruction has. The first mistake is reported with its place."""
    check_inner_form(components)
    check_numbers(components)
    check_ids(components)
    check_places(components)
    check_cards(components)
    check_factories(components)
    check_market(components)
    check_tracks(components)
    check_nothing_dominated(components)


def check_inner_form(components: Components) -> None:
    """What stands inside the records: tables with the right keys, amounts of goods that exist."""
    contradicts, unplayable = components.contradicts, components.unplayable
    if len(components["colours"]) != MOST_PLAYERS:
        contradicts("EI-002", f"there are 5 player colours, not {len(components['colours'])}", components["colours"][-1])
    if not {*GOOD_IDS, "influence"} <= set(components.ids("goods")):
        unplayable("EI-014", f"the goods are {', '.join(GOOD_IDS)} and influence", components["goods"][0])
    for invention in components["inventions"]:
        for version in ("gold", "silver"):
            place = invention[version]
            needs(components, invention, place, version, {"cost": int, "influence": int, "royalty": dict}, "K-08")
            only(components, invention, place["royalty"], f"{version}.royalty", ("influence", "coin"), "K-06")
        for card in invention["official"]:
            if not isinstance(card, dict):
                unplayable("", "'official' is a list of tables", invention)
            needs(components, invention, card, "official", {"id": str, "copies": int, "cost": dict, "yield": dict}, "")
            if "wild" in card:
                contradicts("K-13", "an official card has no question-mark cube", invention)
            only(components, invention, card["cost"], "official.cost", CUBES_OF_CARDS, "K-11")
            only(components, invention, card["yield"], "official.yield", ("influence", "coin", "stone"), "K-12")
        copy = invention["plagiarism"]
        needs(
            components, invention, copy, "plagiarism", {"id": str, "copies": int, "wild": int, "coal": int, "yield": dict}, "K-13"
        )
        if "cost" in copy:
            contradicts("K-13", "a plagiarism card costs question-mark cubes (wild) and coal, nothing else", invention)
        only(components, invention, copy["yield"], "plagiarism.yield", ("influence", "coin", "stone"), "K-12")
    for card in components["start_inventions"]:
        if "wild" in card:
            contradicts("K-13", "a start invention has no question-mark cube", card)
        if extra := {"gold", "silver", "royalty", "official", "plagiarism"} & card.keys():
            contradicts("K-15", f"a start invention has no {min(extra)}", card)
        only(components, card, card["cost"], "cost", CUBES_OF_CARDS, "K-11")
        only(components, card, card["yield"], "yield", ("influence", "coin", "stone"), "K-12")
    start = components.get("start_factory")
    if not isinstance(start, dict):
        unplayable("", "there is no [start_factory]")
    needs(components, start, start, "start_factory", {"id": str, "name": dict, "output": dict, "copies": int}, "")
    for factory in components["factories"]:
        only(components, factory, factory["output"], "output", GOOD_IDS, "K-19")
        only(components, factory, factory["cost"], "cost", RAW, "K-22", is_printed=False)
    track = components.get("influence_track")
    if not isinstance(track, dict):
        unplayable("", "there is no [influence_track]")
    needs(components, track, track, "influence_track", {"length": int, "squares": list}, "")
    for square in track["squares"]:
        if not isinstance(square, dict):
            unplayable("", "'squares' is a list of tables", track)
        needs(components, track, square, "squares", {"at": int, "symbol": str}, "")
    changes = components.get("changes", [])
    if not isinstance(changes, list):
        unplayable("", "'changes' are tables: [[changes]]")
    for change in changes:
        check_change(components, change)


def check_change(components: Components, change: Any) -> None:
    """What the other reading of a card says (A-44)."""
    unplayable = components.unplayable
    if not isinstance(change, dict):
        unplayable("", f"'changes' are tables, not {change!r}")
    if change.get("option") != {"telephone_cubes": 5}:
        unplayable("A-44", "a change belongs to option = { telephone_cubes = 5 }", change)
    faces = {face["id"]: face for face in card_faces(components)}
    needs(components, change, change, "changes", {"card": str}, "A-44")
    if change["card"] not in faces:
        unplayable("A-44", f"there is no card '{change['card']}'", change)
    if faces[change["card"]]["is_copy"]:
        needs(components, change, change, "changes", {"wild": int, "coal": int}, "A-44")
    else:
        needs(components, change, change, "changes", {"cost": dict}, "A-44")
        only(components, change, change["cost"], "cost", CUBES_OF_CARDS, "K-11")
        if not any(change["cost"].values()):
            components.contradicts("K-11", f"{change['card']} costs at least 1 cube", change)


def needs(
    components: Components,
    record: Mapping[str, Any],
    table: Mapping[str, Any],
    name: str,
    keys: Mapping[str, type],
    constraint: str,
) -> None:
    """A table inside a record has these keys, each of its kind, whole numbers as `is_amount` says."""
    for key, kind in keys.items():
        if key not in table:
            components.unplayable(constraint, f"'{name}' needs '{key}'", record)
        value = table[key]
        if not (is_amount(value) if kind is int else fits(value, kind)):
            kind_in_words = f"a whole number from 0 to {MOST_AMOUNT}" if kind is int else described(kind)
            components.unplayable(constraint, f"'{name}.{key}' is {kind_in_words}, not {value!r}", record)


def is_amount(value: Any) -> bool:
    """A whole number from 0, and not so large that a game could count past the numbers of a record."""
    return fits(value, int) and 0 <= value <= MOST_AMOUNT


def only(
    components: Components,
    record: Mapping[str, Any],
    table: Mapping[str, Any],
    name: str,
    allowed: Iterable[str],
    constraint: str,
    is_printed: bool = True,
) -> None:
    """A table of amounts names only these goods: the rulebook's, or those that the rules can work with."""
    refuse = components.contradicts if is_printed else components.unplayable
    for good in table:
        if good not in allowed:
            refuse(constraint, f"'{name}' may name {', '.join(allowed)}, not '{good}'", record)
    needs(components, record, table, name, dict.fromkeys(table, int), constraint)


def check_numbers(components: Components) -> None:
    """K-01, K-02, K-33."""
    contradicts = components.contradicts
    inventions, start = components["inventions"], components["start_factory"]
    for what, group, number in (
        ("inventions", inventions, INVENTIONS),
        ("start inventions", components["start_inventions"], STARTERS),
        ("factories", components["factories"], FACTORIES),
    ):
        if len(group) != number:
            contradicts("K-01", f"there are {number} {what}, not {len(group)}", group[-1])
    if start["copies"] != MOST_PLAYERS:
        contradicts("K-01", f"there are 5 start factories, not {start['copies']}", start)
    for card in (*components["start_inventions"], *components["factories"]):
        if card.get("copies", 1) != 1:
            contradicts("K-01", "there is 1 card of each start invention and of each factory", card)
    for invention in inventions:
        if invention["id"] not in NINE:
            contradicts("K-02", f"the inventions are {', '.join(sorted(NINE))}", invention)
        if invention["plagiarism"]["copies"] != 1:
            contradicts("K-01", "there is 1 plagiarism card of each invention", invention)
        copies = [card["copies"] for card in invention["official"]]
        if copies not in ([2], [1, 1]):
            components.unplayable(
                "K-33", "the official cards are one face with 2 copies or two faces with 1 copy each", invention
            )


def check_ids(components: Components) -> None:
    """K-01 (no id twice) and K-34. An official card may have the id of its invention, which is no card itself."""
    taken = {"all", "nothing", "start"}
    faces = [
        (face, invention) for invention in components["inventions"] for face in (*invention["official"], invention["plagiarism"])
    ]
    named = [*faces, *((thing, thing) for group in ("start_inventions", "factories", "lots") for thing in components[group])]
    for thing, record in named:
        if not components.is_id(thing["id"]) or thing["id"] in taken:
            components.unplayable(
                "K-34",
                f"'{thing['id']}' is not an id of its own: lower-case words joined by hyphens, nothing else has it",
                record,
            )
        taken.add(thing["id"])
    seen = set()
    for invention in components["inventions"]:
        if invention["id"] in seen:
            components.contradicts("K-02", "this invention is there twice", invention)
        seen.add(invention["id"])


def check_places(components: Components) -> None:
    """K-03 to K-07. With them every place can be made (K-31): no place costs more than one action may spend."""
    contradicts = components.contradicts
    for invention in components["inventions"]:
        for version in ("gold", "silver"):
            place = invention[version]
            if not 1 <= place["cost"] <= MOST_STONES:
                contradicts("K-03", f"the {version} place costs 1 to 7 development stones", invention)
            if place["influence"] < 1 or not any(place["royalty"].values()):
                contradicts("K-06", f"the {version} place gives at least 1 influence, and a royalty of at least 1", invention)
    by_id = {invention["id"]: invention for invention in components["inventions"]}
    sewing = by_id["sewing-machine"]
    gold = sewing["gold"]
    if (gold["cost"], gold["influence"], some(gold["royalty"])) != (1, 2, {"influence": 1}):
        contradicts("K-04", "the gold place costs 1 and gives 2 influence, royalty 1 influence", sewing)
    for name, cost in (("locomotive", 4), ("car", 3)):  # printed; that it is the gold one is our reading
        if cost not in (by_id[name]["gold"]["cost"], by_id[name]["silver"]["cost"]):
            contradicts("K-05", f"the gold place costs {cost}", by_id[name])
        if by_id[name]["gold"]["cost"] != cost:
            components.doubt("K-05", f"the gold place costs {cost}", by_id[name])
    if not any(invention[version]["royalty"].get("coin") for invention in by_id.values() for version in ("gold", "silver")):
        contradicts("K-07", "at least one royalty contains coins", components["inventions"][0])


def some(table: Mapping[str, int]) -> dict[str, int]:
    """Only what there is."""
    return {good: amount for good, amount in table.items() if amount}


def check_cards(components: Components) -> None:
    """K-09 to K-17, K-32."""
    contradicts, doubt = components.contradicts, components.doubt
    by_id = {invention["id"]: invention for invention in components["inventions"]}
    for name, rule, cost, influence in (
        ("telephone", "K-09", {"metal": 1, "tech": 1, "coal": 2}, 3),
        ("cash-register", "K-10", {"metal": 1, "tech": 1, "coal": 1}, 2),
    ):
        if not any(
            (some(card["cost"]), some(card["yield"])) == (cost, {"influence": influence}) for card in by_id[name]["official"]
        ):
            contradicts(rule, f"an official card costs {written(cost)} and yields {influence} influence", by_id[name])
    cards = [(card, invention) for invention in by_id.values() for card in invention["official"]]
    starters = [(card, card) for card in components["start_inventions"]]
    for card, record in cards + starters:
        if not any(card["cost"].values()):
            contradicts("K-11", f"{card['id']} costs at least 1 cube", record)
        if not any(card["yield"].values()):
            contradicts("K-12", f"{card['id']} yields something", record)
    for good in ("coin", "stone"):
        if not any(card["yield"].get(good) for card, _ in cards + starters):
            contradicts("K-12", f"at least one card yields a {good}", components["inventions"][0])
    for reading, faces in enumerate((card_faces(components), with_changes(components, card_faces(components)))):
        for invention in components["inventions"]:
            check_copy(
                components,
                invention,
                [
                    face
                    for face in faces
                    if components["inventions"][face["invention"]] is invention and face["invention"] != NONE
                ],
                reading,
            )

    if not any(
        card["cost"].get("coal", 0) <= FIRST_GOODS[Good.COAL]
        and all(card["cost"].get(good, 0) <= 1 for good in CUBES_OF_CARDS[1:])
        for card, _ in starters
    ):
        doubt("K-16", "at least one start invention can be paid from the starting goods", starters[0][0])
    if mean(card for card, _ in starters) >= mean(card for card, _ in cards):
        doubt("K-17", "start inventions are worth less on average than the real ones", starters[0][0])
    sources = {lot["good"] for lot in components["lots"]}.union(*(some(f["output"]) for f in components["factories"]))
    for card, record in cards + starters:
        for good in some(card["cost"]):
            if good not in sources:
                contradicts("K-32", f"{card['id']} costs {good}, which no lot holds and no factory produces", record)


def check_copy(components: Components, invention: Mapping[str, Any], faces: list[dict[str, Any]], reading: int) -> None:
    """K-13, K-14, for both readings of the telephone."""
    copy = next(face for face in faces if face["is_copy"])
    if copy["wild"] < 1:
        components.contradicts("K-13", "the plagiarism card has at least 1 question-mark cube", invention)
    like = [
        (sum(face["cost"].values()), face["cost"].get("coal", 0), some(face["yield"])) for face in faces if not face["is_copy"]
    ]
    if (copy["wild"] + copy["cost"]["coal"], copy["cost"]["coal"], some(copy["yield"])) not in like:
        components.doubt(
            "K-14",
            "the plagiarism card has as many cubes, as much coal and the same yield as the official card"
            + (" (with telephone_cubes = 5)" if reading else ""),
            invention,
        )


def mean(cards: Iterable[Mapping[str, Any]]) -> float:
    """The mean worth in influence: a stone is worth as much, a coin half of it (5.1)."""
    worth = [
        card["yield"].get("influence", 0) + card["yield"].get("stone", 0) + card["yield"].get("coin", 0) / 2 for card in cards
    ]
    return sum(worth) / len(worth)


def written(table: Mapping[str, int]) -> str:
    return ", ".join(f"{amount} {good}" for good, amount in table.items())


def check_factories(components: Components) -> None:
    """K-18 to K-24."""
    contradicts, doubt = components.contradicts, components.doubt
    start, factories = components["start_factory"], components["factories"]
    if some(start["output"]) != {"wood": 1}:
        contradicts("K-18", "a start factory outputs 1 wood", start)
    if start.get("influence"):
        doubt("K-18", "a start factory has no influence mark", start)
    for factory in factories:
        if not any(factory["output"].values()):
            contradicts("K-19", "a factory outputs at least 1 unit", factory)
        if factory["influence"] not in (0, 1):
            contradicts("K-21", "the influence mark gives exactly 1", factory)
        if not factory["cost"].get("wood"):
            doubt("K-22", "a factory costs at least 1 wood", factory)
    for good in GOOD_IDS:
        if not any(factory["output"].get(good) for factory in factories):
            (doubt if good in RAW else contradicts)("K-20", f"at least one factory outputs {good}", factories[0])
    if not 0 < sum(factory["influence"] for factory in factories) < len(factories):
        contradicts("K-21", "some factories have the influence mark, but not all", factories[0])
    if 2 * sum(bool(factory["cost"].get("coal")) for factory in factories) <= len(factories):
        doubt("K-22", "most factories cost coal too", factories[0])
    if not any(all(factory["cost"].get(good, 0) <= FIRST_GOODS[Good[good.upper()]] for good in RAW) for factory in factories):
        doubt("K-23", "at least one factory can be built from the starting goods", factories[0])
    reached = {sum(start["output"].values())}
    for factory in factories:
        reached |= {capacity + sum(factory["output"].values()) for capacity in reached}
    if 4 not in reached:
        contradicts("K-24", "the start factory and others together can have the capacity 4", factories[0])


def check_market(components: Components) -> None:
    """K-25 to K-27. The notation has room for 8 lots (7.3)."""
    contradicts = components.contradicts
    lots = components["lots"]
    if len(lots) > MOST_LOTS:
        components.unplayable("K-27", f"there are at most {MOST_LOTS} lots, not {len(lots)}", lots[-1])
    if len(lots) < 2 * MOST_PARTS:
        components.doubt("K-27", f"there are at least {2 * MOST_PARTS} lots, not {len(lots)}", lots[-1])
    for lot in lots:
        if lot["kind"] not in ("ship", "warehouse") or lot["good"] not in RAW:
            components.unplayable("K-26", f"a lot is a ship or a warehouse and holds one of {', '.join(RAW)}", lot)
        coal_warehouse = (lot["kind"], lot["good"]) == ("warehouse", "coal")
        if lot["load"] != (3 if coal_warehouse else 2):
            contradicts("K-25", "a coal warehouse holds 3 at first, every other lot 2", lot)
    if sum((lot["kind"], lot["good"]) == ("warehouse", "coal") for lot in lots) != 2:
        contradicts("K-25", "exactly two warehouses hold coal", lots[0])
    if not any(lot["kind"] == "ship" for lot in lots) or not any(
        lot["kind"] == "warehouse" and lot["good"] != "coal" for lot in lots
    ):
        contradicts("K-26", "there is a ship, and a warehouse that does not hold coal", lots[0])
    for good in RAW:
        if good not in {lot["good"] for lot in lots}:
            components.doubt("K-26", f"at least one lot holds {good}", lots[0])


def check_tracks(components: Components) -> None:
    """K-28 to K-30."""
    contradicts, unplayable, doubt = components.contradicts, components.unplayable, components.doubt
    fields, track = components["patent_fields"], components["influence_track"]
    if [field["number"] for field in fields] != list(range(1, PATENT_FIELDS + 1)):
        contradicts("K-28", "the patent fields are numbered 1 to 6, in this order", fields[-1])
    for field in fields:
        needs(components, field, field, "patent_fields", {"price": int, "influence": int}, "K-28")
    for before, field in zip([{"price": 0, "influence": 0}, *fields], fields, strict=False):
        if field["price"] < before["price"] or field["influence"] < before["influence"]:
            doubt("K-28", "price and influence never fall from field to field", field)
    for field, values in zip(fields, ((1, 1), (2, 1)), strict=False):
        if (field["price"], field["influence"]) != values:
            contradicts("K-28", f"patent field {field['number']} costs {values[0]} and gives {values[1]} influence", field)
    symbols: dict[int, str] = {}
    for square in track["squares"]:
        if square["symbol"] not in (*RAW, "coin"):
            contradicts("K-29", f"square {square['at']}: a symbol is a raw material or a coin, not '{square['symbol']}'", track)
        if square["at"] in symbols:
            unplayable("K-29", f"square {square['at']}: a square has at most one symbol", track)
        if square["at"] == 0:
            doubt("K-29", "square 0 has no symbol", track)
        symbols[square["at"]] = square["symbol"]
    for at, symbol in ((6, "tool"), (7, "metal"), (9, "coin"), (11, "wood")):
        if symbols.get(at) != symbol:
            contradicts("K-29", f"square {at} shows {symbol}", track)
    if max(track["length"], *symbols) >= MOST_SQUARES:
        unplayable("K-30", f"the track reaches at most to {MOST_SQUARES - 1}", track)
    if max(symbols) > track["length"]:
        doubt("K-30", "the track reaches at least to its last symbol", track)


def check_nothing_dominated(components: Components) -> None:
    """K-35: nothing is worse than another of its kind in every respect."""
    inventions = components["inventions"]
    kinds: list[list[tuple[str, Mapping[str, Any], list[int]]]] = [
        [(card["id"], card, worth(card["cost"], card["yield"])) for card in components["start_inventions"]],
        [
            (card["id"], invention, worth(card["cost"], card["yield"]))
            for invention in inventions
            for card in invention["official"]
        ],
        [(f["id"], f, worth(f["cost"], {**f["output"], "influence": f["influence"]})) for f in components["factories"]],
        *(
            [
                (
                    f"{i['id']} {v}",
                    i,
                    [-i[v]["cost"], i[v]["influence"], *(i[v]["royalty"].get(good, 0) for good in ("influence", "coin"))],
                )
                for i in inventions
            ]
            for v in ("gold", "silver")
        ),
    ]
    for kind in kinds:
        for name, record, mine in kind:
            better = [
                other for other, _, theirs in kind if mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))
            ]
            if better:
                components.doubt("K-35", f"'{name}' is worse than '{better[0]}' in every respect", record)


def worth(cost: Mapping[str, int], gain: Mapping[str, int]) -> list[int]:
    """Costs as negative numbers, then gains: more is better everywhere."""
    return [-cost.get(good, 0) for good in GOOD_IDS] + [gain.get(good, 0) for good in (*GOOD_IDS, "influence")]
