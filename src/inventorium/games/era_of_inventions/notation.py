"""Era of Inventions: answers in words (catalogue, section 7), and a position in plain words and numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from inventorium.core.box import Box
from inventorium.core.position import Position, View, copied
from inventorium.core.words import Words
from inventorium.games.era_of_inventions.rules import (
    capacity,
    development,
    earns_royalty,
    execute,
    may_place,
    trade_in,
)
from inventorium.games.era_of_inventions.tables import (
    BOARD,
    DISCARD,
    DISCS,
    FACES,
    GOOD_IDS,
    MOST_SQUARES,
    NONE,
    PILE,
    ROUNDS,
    SPACE,
    STATE,
    Act,
    Action,
    Good,
    Kind,
    Occasion,
    Phase,
    Row,
    Trade,
    card_faces,
    with_changes,
)

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


def cards(box: Box, state: Any) -> dict[str, dict[str, Any]]:
    """The faces of invention cards by their ids, in the reading that is played; `price` counts question marks too."""
    return cards_in(box, bool(state.telephone_cubes == 5))


@cache
def cards_in(box: Box, is_other_reading: bool) -> dict[str, dict[str, Any]]:
    faces = card_faces(box.components)
    if is_other_reading:
        faces = with_changes(box.components, faces)
    return {face["id"]: {**face, "price": {"wild": face.get("wild", 0), **face["cost"]}} for face in faces}


# How every family of answers is written (7.2).
WRITTEN = {
    "place": "place {action}",
    "execute": "execute {action}",
    "forgo": "forgo {action}",
    "done": "done",
    "build": "build {factory}",
    "run": "run {own_factory}",
    "buy": "buy {lot}",
    "produce": "produce {card_field}",
    "pay": "pay {payment}",
    "take_stone": "take stone",
    "exchange": "exchange {trade}",
    "give": "give {cube}",
    "get": "get {cube}",
    "make": "make {invention} {version}",
    "patent": "patent",
    "protect": "protect {invention} {version}",
    "protect_nothing": "protect nothing",
    "bonus": "bonus {kind}",
    "deal_factory": "deal {factory}",
    "deal_card": "deal {standard_face}",
    "start": "start {seat}",
    "deal_more": "deal {other_face}",
}


def write(box: Box, state: Any, seat: int, action: int) -> str:
    """The line of an answer, word for word as in section 7.2."""
    family, parts = SPACE.split(action)
    return WRITTEN[family].format(**{axis: word_for(box, state, axis, number) for axis, number in parts.items()})


def word_for(box: Box, state: Any, axis: str, number: int) -> str:
    """The word, or the words, for a thing on an axis of the action space."""
    if axis == "card_field":
        return f"{face_ids(box)[state.card_row[number]]} {number + 1}"
    if axis == "own_factory":
        return factory_name(box, number)
    if axis == "seat":
        return str(number)
    return words_on(box, axis)[number]


@cache
def words_on(box: Box, axis: str) -> Sequence[str]:
    """The words for all things on an axis that are called the same in every position."""
    return {
        "action": ACTION_NAMES,
        "factory": box.ids("factories"),
        "lot": box.ids("lots"),
        "payment": GOOD_IDS[Good.METAL :],
        "trade": TRADES,
        "cube": GOOD_IDS,
        "invention": box.ids("inventions"),
        "version": VERSION_NAMES,
        "kind": KIND_NAMES,
        "standard_face": face_ids(box),
        "other_face": face_ids(box)[FACES:],
    }[axis]


def factory_name(box: Box, number: int) -> str:
    """0 is the start factory, the others follow."""
    return box.ids("factories")[number - 1] if number else "start"


def expand(position: Position, seat: int, move: str) -> list[str]:
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
        return words("moves.start", seat=words("seat", seat=int(rest[0]) + 1))
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


def tallied(goods: Iterable[str]) -> dict[str, int]:
    """How many of each: wood twice is 2 wood."""
    return dict(Counter(goods))


def in_words(amounts: dict[str, int], words: Words) -> str:
    """1 coin, 2 wood"""
    return ", ".join(f"{number} {good_word(good, number, words)}" for good, number in amounts.items())


def good_word(good: str, number: int, words: Words) -> str:
    """coin, coins"""
    return words(f"many.{good}", number=number)


# ---------------------------------------------------------------- the position


def stage(state: Any, words: Words) -> str:
    """The round, or the final exchange."""
    if state.occasion == Occasion.FINAL:
        return words("parts.exchange")
    return words("board.stage", round=int(state.round_number))


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
        "spaces": {
            name: [seat for seat in range(state.players) if state.discs[seat, action]] for action, name in enumerate(ACTION_NAMES)
        },
        "factories": [factories[factory] if factory != NONE else None for factory in state.factory_row.tolist()],
        "cards": [faces[face] if face != NONE else None for face in state.card_row.tolist()],
        "lots": dict(zip(box.ids("lots"), state.loads.tolist(), strict=False)),
        "inventions": inventions_picture(box, state),
        "disc_supply": int(state.disc_supply),
        "factory_pile": [factories[f] for f, place in enumerate(state.factory_at.tolist()) if place == PILE],
        "factory_discard": [factories[f] for f, place in enumerate(state.factory_at.tolist()) if place == DISCARD],
        **{name: counted(faces, getattr(state, name)) for name in ("stack", "fresh", "pile", "discard", "gone")},
        "action": action_picture(box, state),
    }


def player_picture(box: Box, state: Any, seat: int) -> dict[str, Any]:
    owners = zip(box.ids("factories"), state.factory_at.tolist(), strict=True)
    factories = ["start", *(name for name, owner in owners if owner == seat)]
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
        "discs_to_place": discs_to_place(state, seat),
        "development": int(development(state.record, box.array[0], seat)),
        "capacity": int(capacity(state.record, box.array[0], seat)),
        "factories": factories,
        "output": output(box, factories),
    }


def discs_to_place(state: Any, seat: int) -> int:
    """EI-031, EI-032: the action discs that a seat still has in its hand while they are placed."""
    return int(DISCS[state.players] - state.discs[seat].sum()) if state.phase == Phase.PLACE else 0


def output(box: Box, factories: list[str]) -> dict[str, int]:
    """What factories produce together."""
    found: dict[str, int] = {}
    for factory in factories:
        for good, number in factory_record(box, factory)["output"].items():
            found[good] = found.get(good, 0) + number
    return found


def factory_record(box: Box, factory: str) -> dict[str, Any]:
    return factory_records(box)[factory]


@cache
def factory_records(box: Box) -> dict[str, dict[str, Any]]:
    return {"start": box.components["start_factory"], **{record["id"]: record for record in box.components["factories"]}}


def missing(price: dict[str, int], goods: dict[str, int]) -> dict[str, int]:
    """What somebody lacks of a price; a question mark is paid with metal, tech or tools."""
    held = {**goods, "wild": goods["metal"] + goods["tech"] + goods["tool"]}
    return {good: number - held[good] for good, number in price.items() if number > held[good]}


def royalties(box: Box, state: Any, seat: int, face: str) -> list[tuple[int, dict[str, int]]]:
    """Who else earns what if a seat produces a card: its gold place first, then its silver one."""
    card = cards(box, state)[face]
    if card["invention"] == NONE:
        return []
    found, place = [], places(box)[card["invention"]]
    for version, name in enumerate(VERSION_NAMES):
        if earns_royalty(state.record, seat, card["invention"], version, int(card["is_copy"])):
            found.append((int(state.maker[card["invention"], version]), place[name]["royalty"]))
    return found


def landing(box: Box, influence: int, gain: int) -> tuple[int, str] | None:
    """EI-241 to EI-243: the square on which a pawn lands, and what lies there; nothing if nothing does, or it does not move."""
    square = influence + gain
    symbol = int(box.array[0].symbol[square]) if gain > 0 and square < MOST_SQUARES else NONE
    return (square, GOOD_IDS[symbol]) if symbol != NONE else None


def outlook(view: View, seat: int) -> dict[str, View]:
    """The position if a seat executed each of the actions now: there one can ask what would be possible, and why not. All
    factories produce without a question."""
    found = {}
    for action in Action:
        if action != Action.RUN:
            states = copied(view.states)
            states["asked"] = seat
            execute(states[0], view.box.array[0], seat, action)
            found[ACTION_NAMES[action]] = View(view.game, view.box, view.options, states, seat)
    return found


def payments(view: View, seat: int) -> list[tuple[str, ...]]:
    """All mixtures with which the question marks of a card can be paid: the answers one after the other (EI-177, EI-326)."""
    if question(view.fields) != "pay":
        return [()]
    return [(view.write(seat, action), *rest) for action in view.actions() for rest in payments(view.after(action, seat), seat)]


def who_may_place(state: Any, action: int) -> list[int]:
    """EI-074, EI-075: whose disc could still be placed on a free space of this action."""
    return [seat for seat in range(state.players) if discs_to_place(state, seat) and may_place(state.record, seat, action)]


@cache
def trades(box: Box) -> list[dict[str, Any]]:
    """The exchanges that need no further answer: in which row of the market each is, what is given and what is received. They
    are tried out by the rules themselves, for somebody who has two of everything and whose pawn has left the track."""
    found = []
    for trade in Trade:
        before, after = np.zeros(2, STATE)
        for state in (before, after):
            state.goods[0], state.influence[0], state.disc_supply = 2, MOST_SQUARES, 1
        trade_in(after, box.array[0], 0, trade)
        change = dict(zip(GOOD_IDS, (after.goods[0] - before.goods[0]).tolist(), strict=True)) | {
            "influence": int(after.influence[0] - before.influence[0]),
            "disc": int(after.bonus_discs[0] - before.bonus_discs[0]),
        }
        found.append(
            {
                "trade": TRADES[trade],
                "row": ROW_NAMES[int(after.exchanges.argmax())],
                "given": {good: -n for good, n in change.items() if n < 0},
                "received": {good: n for good, n in change.items() if n > 0},
            }
        )
    return found


def inventions_picture(box: Box, state: Any) -> list[dict[str, Any]]:
    makers, patented = state.maker.tolist(), state.patented.tolist()
    return [
        {
            "id": one["id"],
            **{
                name: {
                    **one[name],
                    "maker": maker if maker != NONE else None,
                    "patented": bool(is_patented),
                }
                for name, maker, is_patented in zip(VERSION_NAMES, makers[i], patented[i], strict=True)
            },
        }
        for i, one in enumerate(places(box))
    ]


@cache
def places(box: Box) -> list[dict[str, Any]]:
    """What is printed on the board: every invention with its two places."""
    return [
        {
            "id": record["id"],
            **{
                name: {
                    "cost": record[name]["cost"],
                    "influence": record[name]["influence"],
                    "royalty": {"influence": 0, "coin": 0, **record[name]["royalty"]},
                }
                for name in VERSION_NAMES
            },
        }
        for record in box.components["inventions"]
    ]


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


STATISTICS = (
    "built",
    "loads",
    "cards",
    "copies",
    "exchanges",
    "made",
    "registered",
    "protected",
    "bonus",
    "forgone",
    "royalty-influence",
    "royalty-coins",
)


def statistics(position: Position) -> list[dict[str, int]]:
    """What every seat did in the game so far, counted from the answers; royalties are what others' cards brought."""
    found = [dict.fromkeys(STATISTICS, 0) for _ in range(position.players)]
    earlier = position.at(0)
    earlier.dealer = None
    for seat, action in position.log:
        before = earlier.state.copy()
        earlier.act(action, seat)
        if seat < 0:
            continue
        mine, state = found[seat], earlier.state
        mine["built"] += Act.BUILD <= action < Act.RUN
        mine["loads"] += Act.BUY <= action < Act.PRODUCE
        mine["exchanges"] += Act.EXCHANGE <= action < Act.GIVE or Act.GET <= action < Act.MAKE
        mine["made"] += Act.MAKE <= action < Act.PATENT
        mine["registered"] += int(state.patents[seat] - before.patents[seat])
        mine["protected"] += Act.PROTECT <= action < Act.PROTECT_NOTHING
        mine["bonus"] += Act.BONUS <= action < Act.DEAL_FACTORY
        mine["forgone"] += Act.FORGO <= action < Act.DONE
        if Act.PRODUCE <= action < Act.PAY:
            mine["cards"] += 1
            mine["copies"] += bool(position.box.array[0].is_copy[before.card_row[action - Act.PRODUCE]])
        for other in range(position.players):
            if other != seat:
                found[other]["royalty-influence"] += int(state.influence[other] - before.influence[other])
                found[other]["royalty-coins"] += int(state.goods[other, Good.COIN] - before.goods[other, Good.COIN])
    return found


def place_of(box: Box, state: Any, axis: str, word: str) -> int:
    """Which place a word means on an axis of the state (tables.FIELDS), or as a value of a field (tables.FIELD_CONTENTS)."""
    if axis == "factory_place":
        return FACTORY_PLACES[word]
    if axis in ("card_field", "factory_field"):  # fields from the left: f1, f2, ...
        return int(word.removeprefix("f")) - 1
    known = {"good": GOOD_IDS, "action": ACTION_NAMES, "face": face_ids(box), "version": VERSION_NAMES, "row": ROW_NAMES}
    return (known[axis] if axis in known else box.ids({"lot": "lots", "factory": "factories"}.get(axis, f"{axis}s"))).index(word)
