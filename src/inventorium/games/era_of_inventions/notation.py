"""Era of Inventions: answers in words (catalogue, section 7), and a position in plain words and numbers."""
from functools import cache
from typing import Any

from inventorium.core.game import Box
from inventorium.core.words import Words
from inventorium.games.era_of_inventions.tables import (
    BOARD, DISCARD, GOOD_IDS, NONE, PILE, ROUNDS, VERSIONS, Act, Action, Good, Kind, Occasion, Phase, Row, Trade, card_faces)

ACTION_NAMES = tuple(action.name.lower() for action in Action)
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
VERSION_NAMES = ("gold", "silver")
ROW_NAMES = tuple(row.name.lower() for row in Row)
TRADES = tuple(trade.name.lower().replace("_", " ") for trade in Trade)
FACTORY_PLACES = {"pile": PILE, "board": BOARD, "discard": DISCARD}


def question(state: Any) -> str:
    """The name of the question that is put now; its words are `questions.<name>`."""
    if state.phase == Phase.EXCHANGE and state.occasion == Occasion.FINAL:
        return "final-exchange"
    return Phase(state.phase).name.lower().replace("_", "-")


@cache
def face_ids(box: Box) -> list[str]:
    """The ids of the faces of invention cards."""
    return [face["id"] for face in card_faces(box.components)]


def place_name(box: Box, place: int) -> str:
    invention, version = divmod(place, VERSIONS)
    return f"{box.ids('inventions')[invention]} {VERSION_NAMES[version]}"


def write(box: Box, state: Any, seat: int, action: int) -> str:
    """The line of an answer, word for word as in section 7.2."""
    if action < Act.EXECUTE:
        return f"place {ACTION_NAMES[action - Act.PLACE]}"
    if action < Act.FORGO:
        return f"execute {ACTION_NAMES[action - Act.EXECUTE]}"
    if action < Act.DONE:
        return f"forgo {ACTION_NAMES[action - Act.FORGO]}"
    if action == Act.DONE:
        return "done"
    if action < Act.RUN:
        return f"build {box.ids('factories')[action - Act.BUILD]}"
    if action < Act.BUY:
        return f"run {factory_name(box, action - Act.RUN)}"
    if action < Act.PRODUCE:
        return f"buy {box.ids('lots')[action - Act.BUY]}"
    if action < Act.PAY:
        field = action - Act.PRODUCE
        return f"produce {face_ids(box)[state.card_row[field]]} {field + 1}"
    if action < Act.TAKE_STONE:
        return f"pay {GOOD_IDS[action - Act.PAY + Good.METAL]}"
    if action == Act.TAKE_STONE:
        return "take stone"
    if action < Act.GIVE:
        return f"exchange {TRADES[action - Act.EXCHANGE]}"
    if action < Act.GET:
        return f"give {GOOD_IDS[action - Act.GIVE]}"
    if action < Act.MAKE:
        return f"get {GOOD_IDS[action - Act.GET]}"
    if action < Act.PATENT:
        return f"make {place_name(box, action - Act.MAKE)}"
    if action == Act.PATENT:
        return "patent"
    if action < Act.PROTECT_NOTHING:
        return f"protect {place_name(box, action - Act.PROTECT)}"
    if action == Act.PROTECT_NOTHING:
        return "protect nothing"
    if action < Act.DEAL_FACTORY:
        return f"bonus {KIND_NAMES[action - Act.BONUS]}"
    if action < Act.DEAL_CARD:
        return f"deal {box.ids('factories')[action - Act.DEAL_FACTORY]}"
    if Act.START <= action < Act.DEAL_MORE:
        return f"start {action - Act.START}"
    return f"deal {face_ids(box)[face_of(action)]}"


def face_of(action: int) -> int:
    """The card that an answer of the dealer lays out (rules.deal_of is its other direction)."""
    return action - Act.DEAL_CARD if action < Act.START else action - Act.DEAL_MORE + Act.START - Act.DEAL_CARD


def factory_name(box: Box, number: int) -> str:
    """0 is the start factory, the others follow."""
    return box.ids("factories")[number - 1] if number else "start"


def expand(position: Any, seat: int, move: str) -> list[str]:
    """Shorter forms (7.2, NO-08): a card without its field where only one field holds it, and a bonus disc with its part."""
    words = move.split()
    if len(words) > 2 and words[0] == "bonus" and words[1] in KIND_NAMES:
        kind, part = words[1], " ".join(words[2:])
        return [f"bonus {kind}", part if words[2] in ("give", kind) else f"{kind} {part}"]
    if len(words) == 2 and words[0] == "produce" and words[1] in face_ids(position.box):
        face, row = face_ids(position.box).index(words[1]), position.state.card_row.tolist()
        if row.count(face) == 1:
            return [f"{move} {row.index(face) + 1}"]
    return [move]


# ---------------------------------------------------------------- for people

def say(box: Box, state: Any, seat: int, action: int, words: Words) -> str:
    """The same answer for people, in their language: what a button or the list of moves says."""
    first, *rest = write(box, state, seat, action).split()
    if first in ("place", "execute", "forgo"):
        return words(f"moves.{first}", action=words(f"actions.{rest[0]}"))
    if first == "bonus":
        return words("moves.bonus", kind=words(f"kinds.{rest[0]}"))
    if first == "done":
        return words("moves.no-bonus" if state.phase == Phase.BONUS else "moves.done")
    if first in ("pay", "give", "get"):
        return words(f"moves.{first}", good=words(f"goods.{rest[0]}"))
    if first in ("take", "exchange") or rest == ["nothing"]:
        return words(f"moves.{'-'.join([first, *rest])}")
    if first in ("make", "protect"):
        return words(f"moves.{first}", place=place_for_people(box, rest[0], rest[1], words))
    if first == "produce":
        return words("moves.produce", card=card_for_people(box, rest[0], words), field=rest[1])
    if first == "start":
        return words("moves.start", seat=words("seat", seat=rest[0]))
    if first == "deal" and state.phase == Phase.DEAL_CARD:
        return words("moves.deal", thing=card_for_people(box, rest[0], words))
    if first == "run" and rest == ["start"]:
        return words("moves.run", thing=box.components["start_factory"]["name"][words.language])
    return words(f"moves.{first}", thing=box.name(rest[0], words.language)) if rest else words(f"moves.{first}")


def place_for_people(box: Box, invention: str, version: str, words: Words) -> str:
    return words(f"versions.{version}", invention=box.name(invention, words.language))


def card_for_people(box: Box, face: str, words: Words) -> str:
    """The name of a card. Two official cards of an invention that differ are told apart by their ids."""
    card = card_faces(box.components)[face_ids(box).index(face)]
    if card["invention"] == NONE:
        return str(card["name"][words.language])
    invention = box.components["inventions"][card["invention"]]
    name = str(invention["name"][words.language])
    if card["is_copy"]:
        return words("cards.copy", invention=name)
    return name if len(invention["official"]) == 1 else f"{name} ({face})"


# ---------------------------------------------------------------- the position

def picture(box: Box, state: Any) -> dict[str, Any]:
    """The whole position. Nothing in this game is hidden but the order of the piles (A-39)."""
    factories, faces = box.ids("factories"), face_ids(box)
    return {
        "question": question(state),
        "round": int(state.round_number),
        "rounds": ROUNDS[state.players],
        "start_player": int(state.start_player),
        "asked": int(state.asked),
        "players": [player_picture(box, state, seat) for seat in range(state.players)],
        "spaces": {name: [seat for seat in range(state.players) if state.discs[seat, action]]
                   for action, name in enumerate(ACTION_NAMES)},
        "factories": [factories[factory] if factory != NONE else None for factory in state.factory_row.tolist()],
        "cards": [faces[face] if face != NONE else None for face in state.card_row.tolist()],
        "lots": dict(zip(box.ids("lots"), state.loads.tolist(), strict=False)),
        "inventions": [invention_picture(box, state, i) for i in range(len(box.ids("inventions")))],
        "disc_supply": int(state.disc_supply),
        "factory_pile": [factories[f] for f, place in enumerate(state.factory_at.tolist()) if place == PILE],
        "factory_discard": [factories[f] for f, place in enumerate(state.factory_at.tolist()) if place == DISCARD],
        **{name: counted(faces, state[name]) for name in ("stack", "fresh", "pile", "discard", "gone")},
        "action": action_picture(box, state),
    }


def player_picture(box: Box, state: Any, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "colour": box.ids("colours")[seat],
        "goods": dict(zip(GOOD_IDS, state.goods[seat].tolist(), strict=True)),
        "influence": int(state.influence[seat]),
        "final_points": int(state.final_points[seat]),
        "patents": int(state.patents[seat]),
        "invention_stones": int(state.invention_stones[seat]),
        "bonus_discs": int(state.bonus_discs[seat]),
        "new_discs": int(state.new_discs[seat]),
        "used_discs": int(state.used_discs[seat]),
        "factories": ["start", *(name for name, owner in zip(box.ids("factories"), state.factory_at.tolist(), strict=True)
                                 if owner == seat)],
    }


def invention_picture(box: Box, state: Any, invention: int) -> dict[str, Any]:
    return {
        "id": box.ids("inventions")[invention],
        **{name: {
            "cost": int(box.array[0].place_cost[invention, version]),
            "influence": int(box.array[0].place_influence[invention, version]),
            "royalty": {"influence": int(box.array[0].royalty_influence[invention, version]),
                        "coin": int(box.array[0].royalty_coins[invention, version])},
            "maker": int(state.maker[invention, version]) if state.maker[invention, version] != NONE else None,
            "patented": bool(state.patented[invention, version]),
        } for version, name in enumerate(VERSION_NAMES)},
    }


def action_picture(box: Box, state: Any) -> dict[str, Any] | None:
    """An action on its way: with which disc, and what has been done so far."""
    if state.phase in (Phase.OVER, Phase.PLACE, Phase.TURN, Phase.BONUS) or state.asked == NONE:
        return None
    card = int(state.card_row[state.field]) if state.field != NONE else NONE
    return {
        "occasion": Occasion(state.occasion).name.lower(),
        "action": ACTION_NAMES[state.action] if state.action != NONE else None,
        "parts": int(state.parts),
        "exchanges": dict(zip(ROW_NAMES, state.exchanges.tolist(), strict=True)),
        "stones_spent": int(state.stones_spent),
        "given": [GOOD_IDS[good] for good in (state.first_given, state.second_given) if good != NONE],
        "card": face_ids(box)[card] if card != NONE else None,
        "wild_left": int(state.wild_left),
    }


def counted(ids: list[str], numbers: Any) -> dict[str, int]:
    """Only what there is."""
    return {name: number for name, number in zip(ids, numbers.tolist(), strict=False) if number}


def place_of(box: Box, state: Any, axis: str, word: str) -> int:
    """Which place a word means on an axis of the state (tables.FIELDS), or as a value of a field (tables.VALUES)."""
    if axis == "factory_place":
        return FACTORY_PLACES[word]
    if axis in ("card_field", "factory_field"):             # fields from the left: f1, f2, ...
        return int(word.removeprefix("f")) - 1
    known = {"good": GOOD_IDS, "action": ACTION_NAMES, "face": face_ids(box), "version": VERSION_NAMES, "row": ROW_NAMES}
    return (known[axis] if axis in known else box.ids({"lot": "lots", "factory": "factories"}.get(axis, f"{axis}s"))).index(word)
