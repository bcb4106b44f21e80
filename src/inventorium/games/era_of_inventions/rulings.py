"""Era of Inventions: which rule forbids an answer. The rules only know what is legal; here a person learns why not."""
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from inventorium.core.errors import Ruling
from inventorium.core.rulings import Refusal, name_of, not_asked, shape, the_question_is
from inventorium.core.words import Key
from inventorium.games.era_of_inventions.notation import (
    ACTION_NAMES, FACTORY_PLACES, KIND_NAMES, TRADES, VERSION_NAMES, face_ids)
from inventorium.games.era_of_inventions.tables import (
    CARD_FIELDS, DEALER, GOLD, GOOD_IDS, MOST_IN_ROW, MOST_STONES, NOBODY, PATENT_FIELDS, SILVER, TWO, Good, Occasion, Phase, Row,
    Trade)

if TYPE_CHECKING:
    from inventorium.core.game import Position

FORMS = {
    "place": "place <action>", "execute": "execute <action>", "forgo": "forgo <action>", "done": "done",
    "build": "build <factory>", "run": "run <factory>", "buy": "buy <lot>", "produce": "produce <card> <field> | produce <card>",
    "pay": "pay <good>", "take": "take stone", "exchange": "exchange <given> <received>", "give": "give <good>",
    "get": "get <good>", "make": "make <invention> <version>", "patent": "patent",
    "protect": "protect <invention> <version> | protect nothing", "bonus": "bonus <kind>", "deal": "deal <card>",
    "start": "start <seat>",
}
TRADE_RULES = {Trade.COINS_STONE: "EI-134", Trade.STONE_COINS: "EI-135", Trade.COINS_INFLUENCE: "EI-136",
               Trade.STONE_INFLUENCE: "EI-137", Trade.COINS_DISC: "EI-144"}
ROW_RULES = {Row.UPPER: "EI-147", Row.MIDDLE: "EI-148", Row.LOWER: "EI-149"}


def why_not(position: "Position", seat: int, move: str) -> Ruling:
    """The ruling on a move that is not among the legal ones."""
    try:
        word, *rest = shape(move, FORMS)
        if seat not in position.to_act:
            return not_asked(position, why_wait(position, seat, word))
        judge: Callable[[Position, int, list[str]], Ruling] = JUDGES[word]
        return judge(position, seat, rest)
    except Refusal as refusal:
        return refusal.ruling


def why_wait(position: "Position", seat: int, word: str) -> str:
    """The rule by which it is not for this seat to say this now."""
    state = position.state
    if word in ("start", "deal") or seat < 0:
        return "NO-07"
    if position.to_act == (DEALER,):
        return "NO-09"
    if state.occasion == Occasion.FINAL:
        return "EI-295"
    if word == "bonus" and state.phase != Phase.PLACE:
        if state.bonus_limit == TWO and state.used_discs[seat] == 2:
            return "EI-221"
        return "EI-236" if state.new_discs[seat] and state.new_discs[seat] == state.bonus_discs[seat] else "EI-218"
    return "EI-070" if state.phase == Phase.PLACE else "EI-081"


def must_be(position: "Position", phase: Phase) -> None:
    """Leaves with a ruling if this is not what is asked now: which rule says that something else comes first."""
    state = position.state
    if state.phase != phase:
        rules = {Phase.PLACE: "EI-063", Phase.TURN: "EI-082", Phase.BONUS: "EI-223", Phase.PAY: "EI-177",
                 Phase.GIVE: "EI-139", Phase.GET: "EI-139", Phase.PROTECT: "EI-204",
                 Phase.DEAL_FACTORY: "EI-330", Phase.DEAL_CARD: "EI-330", Phase.START: "EI-330"}
        other = "EI-223" if state.occasion == Occasion.BONUS else "EI-082"
        raise Refusal(the_question_is(position, rules.get(Phase(state.phase), other)))


def needs(rule: str, missing: Iterable[tuple[int, str]]) -> Ruling:
    """What is missing, good by good: needs 1 coal more."""
    return Ruling(rule, "needs", {"missing": [(number, Key(f"many.{good}", number=number))
                                              for number, good in missing if number > 0]})


# ---------------------------------------------------------------- the dealer

def on_deal(position: "Position", seat: int, rest: list[str]) -> Ruling:
    factories, faces = position.box.ids("factories"), face_ids(position.box)
    thing = (factories + faces)[name_of(rest, 0, factories + faces, FORMS["deal"])]
    wanted = {Phase.DEAL_FACTORY: factories, Phase.DEAL_CARD: faces}.get(Phase(position.state.phase), [])
    return Ruling("EI-329", "not-in-pile") if thing in wanted else the_question_is(position, "EI-330")


def on_start(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.phase != Phase.START:
        return the_question_is(position, "EI-330")
    return Ruling("EI-060", "no-such-seat", {"last": position.players - 1})


# ---------------------------------------------------------------- placing and executing

def on_place(position: "Position", seat: int, rest: list[str]) -> Ruling:
    action = name_of(rest, 0, ACTION_NAMES, FORMS["place"])
    if position.state.phase != Phase.PLACE:
        return the_question_is(position, "EI-062")
    return Ruling("EI-075", "own-disc") if position.state.discs[seat, action] else Ruling("EI-074", "occupied")


def on_execute(position: "Position", seat: int, rest: list[str]) -> Ruling:
    action = name_of(rest, 0, ACTION_NAMES, FORMS["execute"])
    must_be(position, Phase.TURN)
    return Ruling("EI-325", "no-part") if position.state.discs[seat, action] else Ruling("EI-082", "no-disc")


def on_forgo(position: "Position", seat: int, rest: list[str]) -> Ruling:
    name_of(rest, 0, ACTION_NAMES, FORMS["forgo"])
    if position.state.phase == Phase.PLACE:
        return Ruling("EI-073", "must-place")
    if position.state.phase == Phase.TURN:
        return Ruling("EI-087", "no-disc")
    return the_question_is(position, "EI-325")


def on_done(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state = position.state
    if state.phase == Phase.PLACE:
        return Ruling("EI-073", "must-place")
    if state.phase == Phase.TURN:
        return Ruling("EI-088", "must-take-disc")
    if state.phase in (Phase.PAY, Phase.GIVE, Phase.GET, Phase.PROTECT):
        must_be(position, Phase.BONUS)
    if state.occasion == Occasion.BONUS:
        return Ruling("EI-239", "bonus-begun")
    return Ruling("EI-325", "begun") if seat >= 0 else the_question_is(position, "EI-330")


# ---------------------------------------------------------------- factories, market, cards

def on_build(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, factory = position.state, name_of(rest, 0, position.box.ids("factories"), FORMS["build"])
    must_be(position, Phase.BUILD)
    place = state.factory_at[factory]
    if place != FACTORY_PLACES["board"]:
        return Ruling("EI-097", "built") if place >= 0 else Ruling("EI-103", "factory-not-there")
    cost = position.box.array[0].factory_cost[factory] - state.goods[seat]
    return needs("EI-096", zip(cost.tolist(), GOOD_IDS, strict=True))


def on_run(position: "Position", seat: int, rest: list[str]) -> Ruling:
    name_of(rest, 0, ["start", *position.box.ids("factories")], FORMS["run"])
    must_be(position, Phase.RUN)
    return Ruling("EI-225", "not-your-factory")


def on_buy(position: "Position", seat: int, rest: list[str]) -> Ruling:
    name_of(rest, 0, position.box.ids("lots"), FORMS["buy"])
    must_be(position, Phase.BUY)
    return Ruling("EI-114", "lot-empty")


def on_produce(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box = position.state, position.box.array[0]
    face = name_of(rest, 0, face_ids(position.box), FORMS["produce"])
    fields = [str(field + 1) for field in range(CARD_FIELDS) if state.card_row[field] == face]
    if len(rest) == 2:
        name_of(rest, 1, [str(field + 1) for field in range(CARD_FIELDS)], FORMS["produce"])
    must_be(position, Phase.PRODUCE)
    if not fields or (len(rest) == 2 and rest[1] not in fields):
        return Ruling("EI-116", "card-not-there")
    if len(rest) == 1:
        return Ruling("EI-324", "which-field", {"fields": ", ".join(fields)})
    invention, reading = box.invention[face], int(state.telephone_cubes == 5)
    if box.is_copy[face]:
        for version, rule in ((GOLD, "EI-180"), (SILVER, "EI-181")):
            if state.maker[invention, version] == seat:
                return Ruling("EI-182" if state.patented[invention, version] else rule, "own-copy")
    missing = list(zip((box.card_cost[reading, face] - state.goods[seat]).tolist(), GOOD_IDS, strict=True))
    cubes = int(state.goods[seat, Good.METAL:Good.STONE].sum())
    return needs("EI-118", [*missing, (int(box.wild[reading, face]) - cubes, "wild")])


def on_pay(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, good = position.state, name_of(rest, 0, GOOD_IDS, FORMS["pay"])
    if state.phase != Phase.PAY:
        return the_question_is(position, "EI-177")
    if good == Good.COAL:
        return Ruling("EI-179", "not-for-question-marks")
    if good < Good.METAL or good == Good.STONE:
        return Ruling("EI-178", "not-for-question-marks")
    if good < state.last_paid:
        return Ruling("EI-326", "order", {"first": Key(f"goods.{GOOD_IDS[state.last_paid]}")})
    if not state.goods[seat, good]:
        return needs("EI-118", [(1, GOOD_IDS[good])])
    return Ruling("EI-326", "rest-unpaid")


# ---------------------------------------------------------------- exchange market

def on_take(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state = position.state
    name_of(rest, 0, ["stone"], FORMS["take"])
    must_be(position, Phase.EXCHANGE)
    if state.occasion == Occasion.FINAL:
        return Ruling("EI-292", "not-in-final")
    return Ruling("EI-228", "not-with-bonus") if state.occasion == Occasion.BONUS else Ruling("EI-130", "one-option")


def on_exchange(position: "Position", seat: int, rest: list[str]) -> Ruling:
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
        return needs(TRADE_RULES[trade], [(1, "stone")])
    return needs(TRADE_RULES[trade], [(2 - int(state.goods[seat, Good.COIN]), "coin")])


def on_give(position: "Position", seat: int, rest: list[str]) -> Ruling:
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
    if state.goods[seat, :good].any():
        return Ruling("EI-326", "give-earlier-first")
    return Ruling("EI-139", "two-goods")


def on_get(position: "Position", seat: int, rest: list[str]) -> Ruling:
    good = name_of(rest, 0, GOOD_IDS, FORMS["get"])
    if position.state.phase != Phase.GET:
        return the_question_is(position, "EI-139")
    return Ruling("EI-143", "no-stones") if good == Good.STONE else Ruling("EI-142", "another-kind")


# ---------------------------------------------------------------- inventions and patents

def place_named(position: "Position", rest: list[str], form: str) -> tuple[int, int]:
    return name_of(rest, 0, position.box.ids("inventions"), form), name_of(rest, 1, VERSION_NAMES, form)


def on_make(position: "Position", seat: int, rest: list[str]) -> Ruling:
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


def on_patent(position: "Position", seat: int, rest: list[str]) -> Ruling:
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


def on_protect(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state = position.state
    if rest != ["nothing"]:
        place = place_named(position, rest, FORMS["protect"])
    if state.phase != Phase.PROTECT:
        return the_question_is(position, "EI-211")
    return Ruling("EI-209", "patented") if state.maker[place] == seat else Ruling("EI-206", "not-your-invention")


def on_bonus(position: "Position", seat: int, rest: list[str]) -> Ruling:
    name_of(rest, 0, KIND_NAMES, FORMS["bonus"])
    if position.state.phase == Phase.PLACE:
        return the_question_is(position, "EI-077")
    if position.state.phase != Phase.BONUS:
        return the_question_is(position, "EI-218")
    return Ruling("EI-239", "bonus-nothing")


JUDGES: dict[str, Any] = {
    "place": on_place, "execute": on_execute, "forgo": on_forgo, "done": on_done, "build": on_build, "run": on_run,
    "buy": on_buy, "produce": on_produce, "pay": on_pay, "take": on_take, "exchange": on_exchange, "give": on_give,
    "get": on_get, "make": on_make, "patent": on_patent, "protect": on_protect, "bonus": on_bonus, "deal": on_deal,
    "start": on_start}
