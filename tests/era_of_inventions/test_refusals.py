"""Every refusal says what is true: random positions, every answer that the notation knows, each sentence held against the
position in plain words and numbers."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import inventorium
from inventorium import testing as kit
from inventorium.core.errors import IllegalMove
from inventorium.core.position import Position
from inventorium.games.era_of_inventions.notation import ACTION_NAMES, KIND_NAMES, TRADES, VERSION_NAMES, face_ids
from inventorium.games.era_of_inventions.tables import GOOD_IDS, card_faces

GAME = inventorium.load("era-of-inventions")
BOX = GAME.box()
PLACES = [f"{invention} {version}" for invention in BOX.ids("inventions") for version in VERSION_NAMES]
MOVES = [
    *(f"{word} {action}" for word in ("place", "execute", "forgo") for action in ACTION_NAMES),
    "done",
    "take stone",
    "patent",
    *(f"{word} {factory}" for word in ("build", "run") for factory in BOX.ids("factories")),
    "run start",
    *(f"buy {lot}" for lot in BOX.ids("lots")),
    *(f"produce {face} {field}" for face in face_ids(BOX) for field in range(1, 8)),
    *(f"produce {face}" for face in face_ids(BOX)),
    *(f"{word} {good}" for word in ("pay", "give", "get") for good in GOOD_IDS),
    *(f"exchange {trade}" for trade in TRADES),
    "exchange influence coins",
    *(f"make {place}" for place in PLACES),
    *(f"protect {place}" for place in PLACES),
    "protect nothing",
    *(f"bonus {kind}" for kind in KIND_NAMES),
    *(f"deal {card}" for card in BOX.ids("factories") + face_ids(BOX)),
    *(f"start {seat}" for seat in range(5)),
]
Truth = Callable[[dict[str, Any], int, list[str], dict[str, Any]], bool]


def me(picture: dict[str, Any], seat: int) -> dict[str, Any]:
    return dict(picture["players"][seat])


def place(picture: dict[str, Any], words: list[str]) -> dict[str, Any]:
    return dict(next(one for one in picture["inventions"] if one["id"] == words[1])[words[2]])


def cost_of(picture: dict[str, Any], seat: int, words: list[str]) -> dict[str, int]:
    """What the part named costs, question marks apart."""
    if words[0] == "build":
        return dict(BOX.components.find(words[1])["cost"])  # type: ignore[index]
    if words[0] == "produce":
        return dict(card_faces(BOX.components)[face_ids(BOX).index(words[1])]["cost"])
    if words[0] == "make":
        return {"stone": place(picture, words)["cost"]}
    if words[0] == "patent":
        return {"coin": BOX.components["patent_fields"][me(picture, seat)["patents"]]["price"]}
    if words[0] == "exchange":
        return {"stone": 1} if words[1] == "stone" else {"coin": 2}
    return {words[1]: 1}


def truly_missing(picture: dict[str, Any], seat: int, words: list[str], values: dict[str, Any]) -> bool:
    goods = me(picture, seat)["goods"]
    missing = {good: number - goods[good] for good, number in cost_of(picture, seat, words).items() if number > goods[good]}
    if words[0] == "produce":
        wild = card_faces(BOX.components)[face_ids(BOX).index(words[1])].get("wild", 0)
        if wild > goods["metal"] + goods["tech"] + goods["tool"]:
            missing["wild"] = wild - goods["metal"] - goods["tech"] - goods["tool"]
    told = {key.split(".")[1]: number for number, key in values["missing"]}
    return bool(missing) and told == missing


def on_fields(picture: dict[str, Any], words: list[str]) -> list[int]:
    return [number for number, card in enumerate(picture["cards"], 1) if card == words[1]]


TRUTHS: dict[str, Truth] = {
    "needs": truly_missing,
    "question": lambda picture, seat, words, values: seat == picture["asked"],
    "dealer-asked": lambda picture, seat, words, values: seat != picture["asked"] == -1,
    "seat-asked": lambda picture, seat, words, values: seat != picture["asked"] == values["seat"],
    "not-in-pile": lambda picture, seat, words, values: words[1] not in [*picture["factory_pile"], *picture["pile"]],
    "no-such-seat": lambda picture, seat, words, values: int(words[1]) > values["last"] == len(picture["players"]) - 1,
    "own-disc": lambda picture, seat, words, values: seat in picture["spaces"][words[1]],
    "occupied": lambda picture, seat, words, values: len(picture["spaces"][words[1]]) == 2,
    "must-place": lambda picture, seat, words, values: picture["question"] == "place",
    "no-part": lambda picture, seat, words, values: seat in picture["spaces"][words[1]],
    "no-disc": lambda picture, seat, words, values: seat not in picture["spaces"][words[1]],
    "must-take-disc": lambda picture, seat, words, values: picture["question"] == "turn",
    "begun": lambda picture, seat, words, values: picture["action"]["parts"] == 0 and picture["action"]["occasion"] == "disc",
    "bonus-begun": lambda picture, seat, words, values: picture["action"]["occasion"] == "bonus",
    "bonus-nothing": lambda picture, seat, words, values: picture["question"] == "bonus",
    "built": lambda picture, seat, words, values: any(words[1] in one["factories"] for one in picture["players"]),
    "factory-not-there": lambda picture, seat, words, values: words[1] in picture["factory_pile"] + picture["factory_discard"],
    "not-your-factory": lambda picture, seat, words, values: words[1] not in me(picture, seat)["factories"],
    "lot-empty": lambda picture, seat, words, values: picture["lots"][words[1]] == 0,
    "card-not-there": lambda picture, seat, words, values: (
        int(words[2]) not in on_fields(picture, words) if len(words) == 3 else not on_fields(picture, words)
    ),
    "which-field": lambda picture, seat, words, values: len(on_fields(picture, words)) > 1,
    "own-copy": lambda picture, seat, words, values: (
        words[1].endswith("-copy")
        and seat in (place(picture, ["", words[1].removesuffix("-copy"), version])["maker"] for version in VERSION_NAMES)
    ),
    "not-for-question-marks": lambda picture, seat, words, values: words[1] in ("coin", "wood", "coal", "stone"),
    "order": lambda picture, seat, words, values: GOOD_IDS.index(words[1]) < GOOD_IDS.index(values["first"].split(".")[1]),
    "give-earlier-first": lambda picture, seat, words, values: any(
        me(picture, seat)["goods"][good] for good in GOOD_IDS[: GOOD_IDS.index(words[1])]
    ),
    "rest-unpaid": lambda picture, seat, words, values: (
        sum(me(picture, seat)["goods"][good] for good in GOOD_IDS[GOOD_IDS.index(words[1]) : 6]) < picture["action"]["wild_left"]
    ),
    "not-in-final": lambda picture, seat, words, values: picture["question"] == "final-exchange",
    "not-with-bonus": lambda picture, seat, words, values: picture["action"]["occasion"] == "bonus",
    "one-option": lambda picture, seat, words, values: picture["action"]["parts"] > 0,
    "influence-stays": lambda picture, seat, words, values: words[1] == "influence",
    "row-full": lambda picture, seat, words, values: 3 in picture["action"]["exchanges"].values(),
    "no-disc-left": lambda picture, seat, words, values: picture["disc_supply"] == 0,
    "no-stones": lambda picture, seat, words, values: words[1] == "stone",
    "two-goods": lambda picture, seat, words, values: (
        sum(number for good, number in me(picture, seat)["goods"].items() if good != "stone") == 1
    ),
    "another-kind": lambda picture, seat, words, values: words[1] in picture["action"]["given"],
    "other-half": lambda picture, seat, words, values: picture["action"]["parts"] > 0,
    "made": lambda picture, seat, words, values: place(picture, words)["maker"] is not None,
    "gold-first": lambda picture, seat, words, values: place(picture, [*words[:2], "gold"])["maker"] is None,
    "no-invention-stone": lambda picture, seat, words, values: me(picture, seat)["invention_stones"] == 0,
    "seven-stones": lambda picture, seat, words, values: (
        values["left"] == 7 - picture["action"]["stones_spent"] < values["cost"] == place(picture, words)["cost"]
    ),
    "six-patents": lambda picture, seat, words, values: me(picture, seat)["patents"] == 6,
    "patented": lambda picture, seat, words, values: place(picture, words)["patented"],
    "not-your-invention": lambda picture, seat, words, values: place(picture, words)["maker"] != seat,
}


def some_positions() -> list[Position]:
    """All kinds of questions, most of them inside an action, with goods enough to meet all kinds of limits."""
    found, chance = kit.some_positions(GAME, 15, seed=7), random.Random(7)
    for position in kit.some_positions(GAME, 60, seed=8):
        while not position.over and position.picture()["question"] != "turn":
            position.act(chance.choice(position.actions()))
        if position.over:
            continue
        seat = position.to_act[0]
        for action in range(len(ACTION_NAMES)):
            position.arrange("discs", (seat, action), int(action == chance.choice((0, 2, 3, 4, 4, 5, 5, 5))))
        if not position.state.discs[seat].any():
            position.arrange("discs", (seat, ACTION_NAMES.index("invent")), 1)
        for good in range(len(GOOD_IDS)):
            position.arrange("goods", (seat, good), chance.choice([0, 1, 2, 9]))
        for field, value in (("invention_stones", 0), ("patents", 6), ("disc_supply", 0)):
            if chance.random() < 0.3:
                position.arrange(field, () if field == "disc_supply" else (seat,), value)
        for _ in range(6):
            if not position.over and position.to_act == (seat,):
                moves = position.moves()
                eager = [move for move in moves if not move.startswith(("forgo", "done"))]
                position.play(chance.choice(eager or moves))
                found.append(position.copy())
    return found


def test_every_refusal_is_true() -> None:
    met = set()
    for position in some_positions():
        picture, chance = position.picture(), random.Random(3)
        seats = [*position.to_act, chance.randrange(position.players)] if not position.over else []
        for seat in seats:
            legal = set(position.moves(seat)) if seat in position.to_act else set()
            for move in MOVES:
                single = GAME.notation.expand(position, seat, move)
                ruling = GAME.rulings.why_not(position, seat, single[0])
                assert (ruling is None) == (single[0] in legal), (position.record(), seat, move, ruling)
                if seat >= 0 and ruling is not None:
                    met.add(ruling.key)
                    assert TRUTHS[ruling.key](picture, seat, move.split(), ruling.values), (position.record(), seat, move, ruling)
    assert len(met) > len(TRUTHS) - 12  # the rare ones are met in scenarios


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_refusal_of_the_dealer_is_true(players: int) -> None:
    position, chance, met = GAME.new(players, dealer=None), random.Random(players), set()
    while not position.over:
        if position.to_act == (-1,) and chance.random() < 0.3:
            picture = position.picture()
            for move in set(MOVES) - set(position.moves()):
                with pytest.raises(IllegalMove) as refused:
                    position.play(move, -1)
                ruling = refused.value.ruling
                met.add(ruling.key)
                assert TRUTHS[ruling.key](picture, -1, move.split(), ruling.values), (move, ruling)
        position.act(chance.choice(position.actions()))
    assert {"not-in-pile", "question"} <= met


def test_what_is_missing_is_told_in_both_languages() -> None:
    position = GAME.new(4, seed=1)
    for move in ("produce", "build", "run", "buy", "exchange", "invent", "build", "run"):
        position.play(f"place {move}")
    position.arrange("card_row", (0,), face_ids(BOX).index("telephone"))
    for good in range(len(GOOD_IDS)):
        position.arrange("goods", (position.to_act[0], good), 1)
    position.play("execute produce")
    with pytest.raises(IllegalMove) as refused:
        position.play("produce telephone 1")
    assert str(refused.value) == "'produce telephone 1' is not possible: you still need 1 coal (EI-118)"
    assert "Du brauchst noch 1 Kohle" in refused.value.message(GAME.words("de"))
