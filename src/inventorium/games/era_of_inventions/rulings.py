"""Era of Inventions: which rule forbids an answer. The rules only know what is legal; here a person learns why not.

Every `on_...` judges the answers that begin with one word: the ruling that forbids it, or None where nothing does.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from inventorium.core.actions import forms_of
from inventorium.core.errors import Ruling
from inventorium.core.rulings import Refusal, name_of, not_asked, shape, the_question_is
from inventorium.core.words import Key
from inventorium.games.era_of_inventions.notation import (
    ACTION_NAMES,
    FACTORY_PLACES,
    KIND_NAMES,
    TRADES,
    VERSION_NAMES,
    WRITTEN,
    face_ids,
)
from inventorium.games.era_of_inventions.rules import has_part, may_give_first, may_stop, payable
from inventorium.games.era_of_inventions.tables import (
    CARD_FIELDS,
    DEALER,
    GOLD,
    GOOD_IDS,
    MOST_IN_ROW,
    MOST_STONES,
    NOBODY,
    PATENT_FIELDS,
    PILE,
    SILVER,
    SPACES,
    TWO,
    Act,
    Good,
    Occasion,
    Phase,
    Row,
    Trade,
)

if TYPE_CHECKING:
    from inventorium.core.position import Snapshot

FORMS = forms_of(
    WRITTEN, own_factory="<factory>", payment="<good>", cube="<good>", trade="<given> <received>", card_field="<card> <field>"
) | {"produce": "produce <card> <field> | produce <card>", "deal": "deal <card>"}
TRADE_RULES = {
    Trade.COINS_STONE: "EI-134",
    Trade.STONE_COINS: "EI-135",
    Trade.COINS_INFLUENCE: "EI-136",
    Trade.STONE_INFLUENCE: "EI-137",
    Trade.COINS_DISC: "EI-144",
}
ROW_RULES = {Row.UPPER: "EI-147", Row.MIDDLE: "EI-148", Row.LOWER: "EI-149"}


def why_not(position: "Snapshot", seat: int, move: str) -> Ruling | None:
    """The ruling that forbids a move now; None if it is open."""
    if position.over:
        return Ruling("EI-284", "over")
    try:
        word, *rest = shape(move, FORMS)
        if seat not in position.to_act:
            return not_asked(position, why_wait(position, seat, word))
        judge: Callable[[Snapshot, int, list[str]], Ruling | None] = JUDGES[word]
        return judge(position, seat, rest)
    except Refusal as refusal:
        return refusal.ruling


def why_wait(position: "Snapshot", seat: int, word: str) -> str:
    """The rule by which it is not for this seat to say this now."""
    state = position.state
    if word in ("start", "deal") or seat < 0:
        return "NO-07"
    if position.to_act == (DEALER,):
        return "NO-09"
    if state.occasion == Occasion.FINAL:
        return "EI-295"
    if word == "bonus" and state.phase != Phase.PLACE:
        if state.used_discs[seat] == 2 and (position.players > 3 or state.bonus_limit == TWO):
            return "EI-220" if position.players > 3 else "EI-221"
        return "EI-236" if state.new_discs[seat] and state.new_discs[seat] == state.bonus_discs[seat] else "EI-218"
    return "EI-070" if state.phase == Phase.PLACE else "EI-081"


def must_be(position: "Snapshot", phase: Phase) -> None:
    """Leaves with a ruling if this is not what is asked now: which rule says that something else comes first."""
    state = position.state
    if state.phase != phase:
        rules = {
            Phase.PLACE: "EI-063",
            Phase.TURN: "EI-082",
            Phase.BONUS: "EI-223",
            Phase.PAY: "EI-177",
            Phase.GIVE: "EI-139",
            Phase.GET: "EI-139",
            Phase.PROTECT: "EI-204",
            Phase.DEAL_FACTORY: "EI-330",
            Phase.DEAL_CARD: "EI-330",
            Phase.START: "EI-330",
        }
        other = {Occasion.DISC: "EI-082", Occasion.BONUS: "EI-223", Occasion.FINAL: "EI-292"}[Occasion(state.occasion)]
        raise Refusal(the_question_is(position, rules.get(Phase(state.phase), other)))


def must_follow(position: "Snapshot", phase: Phase, rule: str) -> None:
    """Leaves with a ruling if this is not what is asked now: by the rule of the answer that leads to this question, once actions
    are executed."""
    if position.state.phase == Phase.PLACE or position.to_act == (DEALER,):
        must_be(position, phase)
    if position.state.phase != phase:
        raise Refusal(the_question_is(position, rule))


def needs(rule: str, missing: Iterable[tuple[int, str]]) -> Ruling | None:
    """What is missing, good by good: needs 1 coal more. None if nothing is."""
    lacking = [(number, Key(f"many.{good}", number=number)) for number, good in missing if number > 0]
    return Ruling(rule, "needs", {"missing": lacking}) if lacking else None


# ---------------------------------------------------------------- the dealer


def on_deal(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, factories, faces = position.state, position.box.ids("factories"), face_ids(position.box)
    card = name_of(rest, 0, factories + faces, FORMS["deal"])
    if state.phase != (Phase.DEAL_FACTORY if card < len(factories) else Phase.DEAL_CARD):
        return the_question_is(position, "EI-330")
    in_pile = state.factory_at[card] == PILE if card < len(factories) else state.pile[card - len(factories)] > 0
    return None if in_pile else Ruling("EI-329", "not-in-pile")


def on_start(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.phase != Phase.START:
        return the_question_is(position, "EI-330")
    seats = [str(player) for player in range(position.players)]
    return Ruling("EI-060", "no-such-seat", {"last": position.players - 1}) if rest[0] not in seats else None


# ---------------------------------------------------------------- placing and executing


def on_place(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, action = position.state, name_of(rest, 0, ACTION_NAMES, FORMS["place"])
    if state.phase != Phase.PLACE:
        return the_question_is(position, "EI-062")
    if state.discs[seat, action]:
        return Ruling("EI-075", "own-disc")
    return Ruling("EI-074", "occupied") if state.discs[:, action].sum() == SPACES else None


def on_execute(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, action = position.state, name_of(rest, 0, ACTION_NAMES, FORMS["execute"])
    must_be(position, Phase.TURN)
    if not state.discs[seat, action]:
        return Ruling("EI-082", "no-disc")
    return None if has_part(state, position.box.array[0], seat, action) else Ruling("EI-325", "no-part")


def on_forgo(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, action = position.state, name_of(rest, 0, ACTION_NAMES, FORMS["forgo"])
    if state.phase == Phase.PLACE:
        return Ruling("EI-073", "must-place")
    if state.phase == Phase.TURN:
        return None if state.discs[seat, action] else Ruling("EI-087", "no-disc")
    return the_question_is(position, "EI-292" if state.occasion == Occasion.FINAL else "EI-325")


def on_done(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.phase == Phase.PLACE:
        return Ruling("EI-073", "must-place")
    if state.phase == Phase.TURN:
        return Ruling("EI-088", "must-take-disc")
    if seat == DEALER or state.phase in (Phase.PAY, Phase.GIVE, Phase.GET, Phase.PROTECT):
        must_be(position, Phase.BONUS)
    if state.phase == Phase.BONUS or may_stop(state):
        return None
    return Ruling("EI-239", "bonus-begun") if state.occasion == Occasion.BONUS else Ruling("EI-325", "begun")


# ---------------------------------------------------------------- factories, market, cards


def on_build(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, factory = position.state, name_of(rest, 0, position.box.ids("factories"), FORMS["build"])
    must_be(position, Phase.BUILD)
    place = state.factory_at[factory]
    if place != FACTORY_PLACES["board"]:
        return Ruling("EI-097", "built") if place >= 0 else Ruling("EI-103", "factory-not-there")
    cost = position.box.array[0].factory_cost[factory] - state.goods[seat]
    return needs("EI-096", zip(cost.tolist(), GOOD_IDS, strict=True))


def on_run(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    number = name_of(rest, 0, ["start", *position.box.ids("factories")], FORMS["run"])
    must_be(position, Phase.RUN)
    if number == 0 or position.state.factory_at[number - 1] == seat:
        return None
    return Ruling("EI-225", "not-your-factory")


def on_buy(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    lot = name_of(rest, 0, position.box.ids("lots"), FORMS["buy"])
    must_be(position, Phase.BUY)
    return Ruling("EI-114", "lot-empty") if position.state.loads[lot] == 0 else None


def on_produce(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, box = position.state, position.box.array[0]
    face = name_of(rest, 0, face_ids(position.box), FORMS["produce"])
    fields = [str(field + 1) for field in range(CARD_FIELDS) if state.card_row[field] == face]
    if len(rest) == 2:
        name_of(rest, 1, [str(field + 1) for field in range(CARD_FIELDS)], FORMS["produce"])
    must_be(position, Phase.PRODUCE)
    if not fields or (len(rest) == 2 and rest[1] not in fields):
        return Ruling("EI-116", "card-not-there")
    if len(rest) == 1 and len(fields) > 1:
        return Ruling("EI-324", "which-field", {"fields": ", ".join(fields)})
    invention, reading = box.invention[face], int(state.telephone_cubes == 5)
    if box.is_copy[face]:
        for version, rule in ((GOLD, "EI-180"), (SILVER, "EI-181")):
            if state.maker[invention, version] == seat:
                return Ruling("EI-182" if state.patented[invention, version] else rule, "own-copy")
    missing = list(zip((box.card_cost[reading, face] - state.goods[seat]).tolist(), GOOD_IDS, strict=True))
    cubes = int(state.goods[seat, Good.METAL : Good.STONE].sum())
    return needs("EI-118", [*missing, (int(box.wild[reading, face]) - cubes, "wild")])


def on_pay(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, good = position.state, name_of(rest, 0, GOOD_IDS, FORMS["pay"])
    must_follow(position, Phase.PAY, "EI-177")
    if good == Good.COAL:
        return Ruling("EI-179", "not-for-question-marks")
    if good < Good.METAL or good == Good.STONE:
        return Ruling("EI-178", "not-for-question-marks")
    if good < state.last_paid:
        return Ruling("EI-326", "order", {"first": Key(f"goods.{GOOD_IDS[state.last_paid]}")})
    if not state.goods[seat, good]:
        return needs("EI-118", [(1, GOOD_IDS[good])])
    return Ruling("EI-326", "rest-unpaid") if payable(state, seat, good) < state.wild_left else None


# ---------------------------------------------------------------- exchange market


def on_take(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    name_of(rest, 0, ["stone"], FORMS["take"])
    must_be(position, Phase.EXCHANGE)
    if state.occasion == Occasion.FINAL:
        return Ruling("EI-292", "not-in-final")
    if state.occasion == Occasion.BONUS:
        return Ruling("EI-228", "not-with-bonus")
    return Ruling("EI-130", "one-option") if state.parts else None


def on_exchange(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if rest[0] == "influence":
        return Ruling("EI-138", "influence-stays")
    trades = {trade: Trade(number) for number, trade in enumerate(TRADES)}
    if " ".join(rest) not in trades:
        return Ruling("NO-02", "form", {"form": " | ".join(f"exchange {trade}" for trade in TRADES)})
    must_be(position, Phase.EXCHANGE)
    trade = trades[" ".join(rest)]
    row = Row.UPPER if trade <= Trade.STONE_COINS else Row.MIDDLE if trade <= Trade.STONE_INFLUENCE else Row.LOWER
    if trade == Trade.COINS_DISC and state.occasion == Occasion.FINAL:
        return Ruling("EI-292", "not-in-final")
    if state.exchanges[row] == MOST_IN_ROW:
        return Ruling(ROW_RULES[row], "row-full", {"most": MOST_IN_ROW})
    if trade == Trade.COINS_DISC and state.disc_supply == 0:
        return Ruling("EI-145", "no-disc-left")
    if trade in (Trade.STONE_COINS, Trade.STONE_INFLUENCE):
        return needs(TRADE_RULES[trade], [(1 - int(state.goods[seat, Good.STONE]), "stone")])
    return needs(TRADE_RULES[trade], [(2 - int(state.goods[seat, Good.COIN]), "coin")])


def on_give(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, good = position.state, name_of(rest, 0, GOOD_IDS, FORMS["give"])
    if state.phase != Phase.GIVE:
        must_be(position, Phase.EXCHANGE)
    if good == Good.STONE:
        return Ruling("EI-143", "no-stones")
    if state.phase == Phase.EXCHANGE and state.exchanges[Row.LOWER] == MOST_IN_ROW:
        return Ruling("EI-149", "row-full", {"most": MOST_IN_ROW})
    if state.phase == Phase.GIVE and good < state.first_given:
        return Ruling("EI-326", "order", {"first": Key(f"goods.{GOOD_IDS[state.first_given]}")})
    if not state.goods[seat, good]:
        return needs("EI-139", [(1, GOOD_IDS[good])])
    if state.phase == Phase.GIVE or may_give_first(state, seat, good):
        return None
    return Ruling("EI-326", "give-earlier-first") if state.goods[seat, :good].any() else Ruling("EI-139", "two-goods")


def on_get(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, good = position.state, name_of(rest, 0, GOOD_IDS, FORMS["get"])
    must_follow(position, Phase.GET, "EI-139")
    if good == Good.STONE:
        return Ruling("EI-143", "no-stones")
    return Ruling("EI-142", "another-kind") if good in (state.first_given, state.second_given) else None


# ---------------------------------------------------------------- inventions and patents


def place_named(position: "Snapshot", rest: list[str], form: str) -> tuple[int, int]:
    return name_of(rest, 0, position.box.ids("inventions"), form), name_of(rest, 1, VERSION_NAMES, form)


def on_make(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    invention, version = place_named(position, rest, FORMS["make"])
    must_be(position, Phase.INVENT)
    cost = int(position.box.array[0].place_cost[invention, version])
    if state.parts and not state.stones_spent:
        return Ruling("EI-154", "other-half")
    if state.maker[invention, version] != NOBODY:
        return Ruling("EI-158", "made")
    if version == SILVER and state.maker[invention, GOLD] == NOBODY:
        return Ruling("EI-159", "gold-first")
    if not state.invention_stones[seat]:
        return Ruling("EI-173", "no-invention-stone")
    if state.stones_spent + cost > MOST_STONES:
        return Ruling("EI-166", "seven-stones", {"left": MOST_STONES - int(state.stones_spent), "cost": cost})
    return needs("EI-164", [(cost - int(state.goods[seat, Good.STONE]), "stone")])


def on_patent(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    must_be(position, Phase.INVENT)
    if state.occasion == Occasion.BONUS:
        return the_question_is(position, "EI-223")
    if state.stones_spent:
        return Ruling("EI-154", "other-half")
    if state.patents[seat] == PATENT_FIELDS:
        return Ruling("EI-201", "six-patents")
    price = int(position.box.array[0].patent_price[state.patents[seat]])
    return needs("EI-202", [(price - int(state.goods[seat, Good.COIN]), "coin")])


def on_protect(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    place = place_named(position, rest, FORMS["protect"]) if rest != ["nothing"] else None
    has_unused = (state.maker == seat)[state.patented == 1].sum() < state.patents[seat]
    must_follow(position, Phase.PROTECT, "EI-211" if has_unused else "EI-205")
    if place is None:
        return None
    if state.maker[place] != seat:
        return Ruling("EI-206", "not-your-invention")
    return Ruling("EI-209", "patented") if state.patented[place] else None


def on_bonus(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, kind = position.state, name_of(rest, 0, KIND_NAMES, FORMS["bonus"])
    if state.phase == Phase.PLACE:
        return the_question_is(position, "EI-077")
    if state.phase != Phase.BONUS:
        return the_question_is(position, "EI-218")
    return None if Act.BONUS + kind in position.actions(seat) else Ruling("EI-239", "bonus-nothing")


JUDGES: dict[str, Any] = {
    "place": on_place,
    "execute": on_execute,
    "forgo": on_forgo,
    "done": on_done,
    "build": on_build,
    "run": on_run,
    "buy": on_buy,
    "produce": on_produce,
    "pay": on_pay,
    "take": on_take,
    "exchange": on_exchange,
    "give": on_give,
    "get": on_get,
    "make": on_make,
    "patent": on_patent,
    "protect": on_protect,
    "bonus": on_bonus,
    "deal": on_deal,
    "start": on_start,
}
