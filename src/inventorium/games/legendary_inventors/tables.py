"""Legendary Inventors: everything that is a table. The numbers of things, the record of a position, the box of components,
the options and editions, and the constraints that a component file must meet (catalogue, sections 3, 4.4 and 8.4)."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from inventorium.core.actions import Space
from inventorium.core.components import Components
from inventorium.core.contract import GameType, record_of
from inventorium.core.errors import InventoriumError
from inventorium.core.options import Option, Value

RULES_VERSION = 1  # changes with every change that makes an old record play differently

MOST_PLAYERS = TEAMS = 5
AGES = 3
INVENTORS = DISCIPLINES = 4  # four inventors in a team, four levels of knowledge each
INVENTIONS = 36
SLOTS = MOST_PLAYERS + 3  # most inventions on the table (LI-27)
TOKENS = 9  # kinds of reward token (LI-06)
CLASSES = 6  # classification numbers 0 to 5 (LI-15)
MOST_SPACES = 9  # of one discipline on one card (DC-19)
CHOOSERS = 3  # at most three get a reward (LI-79)
DEALER = NOBODY = NONE = -1
PILE, TABLE, GONE = -1, -2, -3  # where a card is, unless a seat owns it


class Kind(IntEnum):
    """Kinds of reward token (LI-05)."""

    PROGRESS, POINTS, AVAILABILITY, KNOWLEDGE, CLASSIFICATION = range(5)


class Phase(IntEnum):
    """What is asked now (catalogue, 8.2)."""

    START, TEAM, DEAL, DRAW, TURN, PLACE, PLACE_NUMBER, TAKE, AFTER, WINDOW, OVER = range(11)


SCORE_PARTS = ("patents", "runs", "tokens", "inventors")  # what a score is made of (LI-105)

# ---------------------------------------------------------------- options (catalogue, 3.1 and 3.2)

UP_TO = 1  # placement_mode
BEFORE_ACTION = 2  # availability_timing
NO_TIE_BREAK = 2  # tie_break
WINNER_ONLY = 1  # tie_break_scope
CHOOSE = 0  # team_assignment

OPTIONS = (
    Option("placement_mode", ("as_many_as_possible", "up_to"), "LI-48"),
    Option("additional_knowledge_alone", (True, False), "LI-154"),
    Option("refresh_requires_busy", (True, False), "LI-60"),
    Option("availability_timing", ("own_turn", "any_time", "own_turn_before_action"), "LI-146"),
    Option("run_must_start_at_zero", (True, False), "LI-113"),
    Option("run_top_limit", (None, 5), "LI-160"),
    Option("run_min_length", (2, 1), "LI-117"),
    Option("run_min_real_cards", (1, 0, 2), "AM-30"),
    Option("final_upgrade_window", (True, False), "LI-104"),
    Option("vp_token_may_be_flipped", (True, False), "LI-140"),
    Option("reward_mandatory", (True, False), "LI-77"),
    Option("tie_break", ("patents_then_shared", "patents", "none"), "LI-123"),
    Option("tie_break_scope", ("all_places", "winner_only"), "LI-125"),
    Option("start_player", ("random", "agreed", "free_pick"), "LI-32"),
    Option("team_assignment", ("choose", "given", "random"), "AM-22"),
    Option("cubes_per_player", (None,), "AM-23", whole_from=1),
)

EDITIONS: dict[str, dict[str, Value]] = {
    "default": {},
    "de": {"placement_mode": "up_to", "availability_timing": "any_time", "run_min_real_cards": 2},
    "en": {"run_min_length": 1, "tie_break": "patents", "tie_break_scope": "winner_only", "start_player": "agreed"},
    "bn": {
        "placement_mode": "up_to",
        "availability_timing": "own_turn_before_action",
        "run_top_limit": 5,
        "run_min_length": 1,
        "tie_break": "none",
        "tie_break_scope": "winner_only",
        "start_player": "free_pick",
        "team_assignment": "given",
    },
}


def check_options(values: Mapping[str, Value]) -> None:
    """Combinations that would make nonsense (3.1)."""
    if values["run_must_start_at_zero"] is False and (
        values["run_min_length"] != 2 or values["run_min_real_cards"] not in (1, 2)
    ):
        raise InventoriumError(
            "run_must_start_at_zero=false needs run_min_length=2 and run_min_real_cards of 1 or 2, "
            "else single cards or tokens alone would score (LI-113)"
        )


# ---------------------------------------------------------------- the position

FIELDS: dict[str, tuple[str, ...]] = {
    # the game
    "players": (),
    "phase": (),
    "age": (),  # from 0; AGES in the final window
    "figurine": (),  # who completed the last invention
    "active": (),  # whose turn it is
    "asked": (),  # who is asked, the dealer too
    "dealt": (),  # cards, then tokens laid out in this age
    "unfinished": (),  # inventions on the table
    "passes": (),  # in a row, no token played between (AM-03)
    # the players
    "team": ("seat",),
    "cubes_left": ("seat",),
    "level": ("seat", "inventor", "discipline"),
    "busy": ("seat", "inventor"),
    "tokens": ("seat", "token"),
    # the inventions
    "where": ("invention",),  # the owner, or PILE, TABLE, GONE
    "layout": ("slot",),  # the invention there
    "free": ("slot", "discipline"),  # its empty spaces
    "cubes": ("slot", "seat"),
    "reward": ("slot", "pair"),  # the two tokens on it
    # the tokens that are nowhere else
    "bag": ("token",),
    "used": ("token",),  # put on inventors, discarded or left over
    # a send on its way
    "sent": (),
    "site": (),  # who, and to which slot
    "declared": (),  # additional-knowledge tokens
    "to_place": (),  # cubes still to be asked about
    "discipline": (),  # asked about, with `up_to`
    "placed": ("discipline",),
    # a sharing on its way
    "choosers": ("rank",),
    "choosing": (),
}
VALUES = {"team": "team", "layout": "invention", "reward": "token", "where": "where"}  # fields that hold things
CATEGORICAL = {
    "phase": Phase,
    "figurine": "seat",
    "active": "seat",
    "asked": "seat",
    "where": "seat",
    "choosers": "seat",
    "team": TEAMS,
    "layout": INVENTIONS,
    "reward": TOKENS,
    "sent": INVENTORS,
    "site": SLOTS,
    "discipline": DISCIPLINES,
}  # fields that are not numbers: a seat, or one of n
DERIVED = {
    "players",
    "phase",
    "dealt",
    "sent",
    "site",
    "declared",
    "to_place",
    "discipline",
    "placed",
    "choosers",
    "choosing",
}  # follows from answers (core/arranging.py)
LIMITS = {
    "age": (0, AGES - 1),
    "tokens": (0, 12),
    "where": (GONE, MOST_PLAYERS - 1),
}  # fields where other numbers than usual can stand
SIZES = {
    "seat": MOST_PLAYERS,
    "inventor": INVENTORS,
    "discipline": DISCIPLINES,
    "token": TOKENS,
    "invention": INVENTIONS,
    "slot": SLOTS,
    "team": TEAMS,
    "cubes": MOST_SPACES + 1,
    "pair": 2,
    "rank": CHOOSERS,
}

STATE = record_of(OPTIONS, FIELDS, SIZES)

# ---------------------------------------------------------------- the answers (catalogue, 8.4)

SPACE = Space(
    SIZES,
    start=("seat",),
    team=("team",),
    deal=("invention",),
    draw=("token",),
    send=("inventor", "slot"),
    refresh=(),
    **{"pass": ()},
    use_availability=(),
    use_knowledge=(),
    place=("discipline",),
    place_number=("cubes",),
    upgrade=("inventor", "discipline", "token"),
    take_patent=(),
    take_token=("token",),
    take_nothing=(),
    done=(),
)
Act, ACTIONS, SPLIT = SPACE.acts, SPACE.size, SPACE.parts  # SPLIT[action]: what it is about, axis by axis
SEND, UPGRADE = SPACE.numbers("send"), SPACE.numbers("upgrade")
GAME_TYPE = GameType()

# ---------------------------------------------------------------- the box

BOX = np.dtype(
    (
        np.record,
        [
            ("start", "i4", (TEAMS, INVENTORS, DISCIPLINES)),
            ("target", "i4", (TEAMS, INVENTORS, DISCIPLINES)),
            ("target_points", "i4", (TEAMS, INVENTORS)),
            ("spaces", "i4", (INVENTIONS, DISCIPLINES)),
            ("age", "i4", (INVENTIONS,)),
            ("number", "i4", (INVENTIONS,)),
            ("points", "i4", (INVENTIONS,)),
            ("kind", "i4", (TOKENS,)),
            ("value", "i4", (TOKENS,)),
            ("count", "i4", (TOKENS,)),
            ("availability", "i4"),
            ("knowledge", "i4"),
            ("classification", "i4"),  # which token is the one of this kind
        ],
    )
)


def inventors_by_team(components: Components) -> list[list[dict[str, Any]]]:
    """The inventors of each team, teams and inventors in the order of the file."""
    return [[inventor for inventor in components["inventors"] if inventor["team"] == team["id"]] for team in components["teams"]]


def fill_box(components: Components) -> np.ndarray:
    """The box: the components as the rules read them."""
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    for t, inventors in enumerate(inventors_by_team(components)):
        for i, inventor in enumerate(inventors):
            box.start[t, i] = inventor["start"]
            box.target[t, i] = inventor["target"]
            box.target_points[t, i] = inventor["points"]
    for i, invention in enumerate(components["inventions"]):
        box.spaces[i] = invention["spaces"]
        box.age[i], box.number[i], box.points[i] = invention["age"] - 1, invention["class"], invention["points"]
    for i, token in enumerate(components["tokens"]):
        box.kind[i], box.value[i] = Kind[token["kind"].upper()], token.get("value", 0)
        box.count[i] = token["count"]
        if token["kind"] in ("availability", "knowledge", "classification"):
            box[token["kind"]] = i
    return boxes


# ---------------------------------------------------------------- what a component file must satisfy (4.4)

TOKEN_TABLE = [  # kind, value, number (LI-06)
    ("progress", 2, 12),
    ("progress", 3, 8),
    ("progress", 4, 6),
    ("points", 1, 4),
    ("points", 2, 4),
    ("points", 3, 4),
    ("availability", 0, 4),
    ("knowledge", 0, 5),
    ("classification", 0, 5),
]
FORM: dict[str, dict[str, Any]] = {
    "disciplines": {"id": str, "name": dict},
    "classes": {"number": int, "name": dict},
    "tokens": {"id": str, "name": dict, "kind": str, "count": int},
    "teams": {"id": str, "name": dict, "colour": str},
    "inventors": {"id": str, "name": dict, "team": str, "start": [int] * 4, "target": [int] * 4, "points": int},
    "inventions": {"id": str, "name": dict, "age": int, "class": int, "spaces": [int] * 4, "points": int},
}


def check(components: Components) -> None:
    """The constraints DC-01 to DC-20: those of the rulebooks and of the notation, and those that only our reconstruction has.
    The first mistake is reported with its place. DC-17 needs no look: a target takes at most four tokens of a level, and there
    are more of each (DC-04, DC-16)."""
    if [d["id"] for d in components["disciplines"]] != ["physics", "chemistry", "mechanics", "mathematics"]:
        components.contradicts(
            "LI-08", "the disciplines are physics, chemistry, mechanics, mathematics, in this order", components["disciplines"]
        )
    if sorted(c["number"] for c in components["classes"]) != list(range(CLASSES)):
        components.contradicts("LI-15", "the classes are numbered 0 to 5", components["classes"])
    check_names(components)
    check_teams(components)
    check_inventors(components)
    check_inventions(components)
    check_examples(components)
    found = [(token["kind"], token.get("value", 0), token["count"]) for token in components["tokens"]]
    if len(found) != TOKENS or any(row not in found for row in TOKEN_TABLE):
        components.contradicts(
            "DC-16",
            "the 52 tokens are 12, 8, 6 of progress 2, 3, 4; 4 each of points 1, 2, 3; "
            "4 of availability, 5 of knowledge, 5 of classification",
            components["tokens"],
        )


def check_names(components: Components) -> None:
    """DC-18 and DC-20."""
    named = [*components["teams"], *components["inventors"], *components["inventions"], *components["tokens"]]
    taken = {"patent", "nothing", "with", *(d["id"] for d in components["disciplines"])}
    for thing in named:
        if not components.is_id(thing["id"]) or thing["id"] in taken:
            components.unplayable("DC-20", "an id is lower-case letters, digits and hyphens, and nothing else has it", thing)
        taken.add(thing["id"])
    for group in ("inventors", "inventions"):
        for language in ("en", "de"):
            seen = set()
            for thing in components[group]:
                if thing["name"][language] in seen:
                    components.doubt("DC-18", f"the name '{thing['name'][language]}' is there twice", thing)
                seen.add(thing["name"][language])


def check_teams(components: Components) -> None:
    """DC-01."""
    contradicts, teams, inventors = components.contradicts, components["teams"], components["inventors"]
    if len(teams) != TEAMS or len(inventors) != TEAMS * INVENTORS:
        contradicts("DC-01", f"5 teams and 20 inventors are needed, not {len(teams)} and {len(inventors)}", teams)
    if sorted(team["colour"] for team in teams) != ["blue", "green", "purple", "red", "yellow"]:
        contradicts("LI-11", "the teams are red, green, blue, yellow and purple", teams)
    for inventor in inventors:
        if inventor["team"] not in {team["id"] for team in teams}:
            contradicts("DC-01", f"there is no team '{inventor['team']}'", inventor)
    for team, members in zip(teams, inventors_by_team(components), strict=True):
        if len(members) != INVENTORS:
            contradicts("DC-01", f"a team has 4 inventors, not {len(members)}", team)


def check_inventors(components: Components) -> None:
    """DC-02 to DC-06. Only the number of starting levels and their range are the rulebooks'."""
    contradicts, doubt, inventors = components.contradicts, components.doubt, components["inventors"]
    for inventor in inventors:
        start, target = inventor["start"], inventor["target"]
        if any(not 0 <= level <= 4 for level in start + target) or not any(target):
            contradicts("DC-04", "levels are 0 to 4, and a target names a discipline", inventor)
        if not any(start):
            doubt("DC-03", "an inventor starts with some knowledge", inventor)
        if any(0 < goal < level for level, goal in zip(start, target, strict=True)):
            doubt("DC-04", "a target is not below the starting level", inventor)
        if all(level >= goal for level, goal in zip(start, target, strict=True)):
            doubt("DC-05", "the target is reached at the start", inventor)
    if (pairs := sum(level > 0 for inventor in inventors for level in inventor["start"])) != 33:
        contradicts("DC-02", f"33 starting levels are above 0, not {pairs}", inventors)
    for team, members in zip(components["teams"], inventors_by_team(components), strict=True):
        for d, discipline in enumerate(components["disciplines"]):
            if not any(inventor["start"][d] for inventor in members):
                doubt("DC-06", f"nobody in the team starts with {discipline['id']}", team)


def check_inventions(components: Components) -> None:
    """DC-07 to DC-11, DC-19."""
    contradicts, inventions = components.contradicts, components["inventions"]
    ages = [[card for card in inventions if card["age"] == age] for age in (1, 2, 3)]
    if len(inventions) != INVENTIONS or sum(map(len, ages)) != INVENTIONS or min(map(len, ages)) < SLOTS:
        contradicts(
            "DC-07", f"36 inventions of the ages 1 to 3 are needed, at least 8 of each, not {[*map(len, ages)]}", inventions
        )
    for card in inventions:
        if not any(card["spaces"]) or min(card["spaces"]) < 0:
            components.unplayable("DC-08", "an invention has at least one space", card)
        if card["class"] not in range(CLASSES):
            contradicts("DC-09", "the classification number is 0 to 5", card)
        if max(card["spaces"]) > MOST_SPACES:
            components.unplayable("DC-19", "no more than 9 spaces in one discipline", card)
    if {card["class"] for card in inventions} != set(range(CLASSES)):
        contradicts("DC-09", "every classification number 0 to 5 occurs", inventions)
    for what, value in (("value", lambda card: card["points"]), ("number of spaces", lambda card: sum(card["spaces"]))):
        means = [sum(map(value, cards)) / len(cards) for cards in ages]
        if not means[0] < means[1] < means[2]:
            contradicts("DC-10", f"the mean {what} rises from age to age, not {[round(mean, 2) for mean in means]}", inventions)
    if not {1, 2, 3} <= {card["points"] for card in inventions}:
        contradicts("DC-11", "the patent values 1, 2 and 3 occur", inventions)


def check_examples(components: Components) -> None:
    """DC-12 to DC-15: what the rulebooks name and show."""
    contradicts, inventors, inventions = components.contradicts, components["inventors"], components["inventions"]
    known = {inventor["id"]: inventor for inventor in inventors}
    einstein = known.get("einstein")
    if einstein is None or (einstein["start"], einstein["target"], einstein["points"]) != ([1, 0, 0, 1], [3, 0, 0, 3], 9):
        contradicts("DC-12", "Einstein starts with physics 1, mathematics 1; target 3 and 3 for 9 points", einstein or inventors)
    antiquity = {inventor["id"] for inventor in inventors if inventor["team"] == "antiquity"}
    if antiquity != {"hypatia", "archimedes", "aristotle", "hippocrates"}:
        contradicts("DC-13", "Antiquity is Hypatia, Archimedes, Aristotle, Hippocrates", components["teams"])
    bow = next((card for card in inventions if card["id"] == "bow"), None)
    if bow is None or bow["spaces"][0] < 1 or bow["spaces"][2] < 2:
        contradicts("DC-14", "the bow has at least 1 physics and 2 mechanics spaces", bow or inventions)
    most = [1, 0 if bow["spaces"][1] else 4, 2, 0 if bow["spaces"][3] else 4]
    if any(level > limit for level, limit in zip(known["archimedes"]["start"], most, strict=True)):
        contradicts("DC-15", "Archimedes starts with no more than physics 1, mechanics 2", known["archimedes"])
