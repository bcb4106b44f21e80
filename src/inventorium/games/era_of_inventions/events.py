"""Era of Inventions: what an answer did, told one event at a time (docs/events.md).

A `Story` follows an answer on a copy of the position: it carries out the rules one by one, in the order in which `rules.apply`
does, and tells what each of them changed.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from inventorium.core.box import Box
from inventorium.core.events import TABLE, Change, Event, Seat
from inventorium.core.words import Key
from inventorium.games.era_of_inventions import rules
from inventorium.games.era_of_inventions.notation import (
    ACTION_NAMES,
    KIND_NAMES,
    TRADES,
    VERSION_NAMES,
    cards_in,
    face_ids,
    factory_name,
    tallied,
    trades,
)
from inventorium.games.era_of_inventions.tables import (
    BOARD,
    DEALER,
    DISCARD,
    FACES,
    GOLD,
    GOOD_IDS,
    MOST_PLAYERS,
    NOBODY,
    NONE,
    PILE,
    ROUNDS,
    SCORE_PARTS,
    SPACE,
    STATE,
    VERSIONS,
    Good,
    Kind,
    Occasion,
    Phase,
    Trade,
)

MOMENTS = ("round", "final")
ROUND, FINAL = MOMENTS
PILES = ("stack", "fresh", "pile", "discard", "gone")  # of invention cards
FIRST_RACE = 2  # parts of a score from here on count only for the highest value:
RACES = {"patents": "EI-296", "development": "EI-298", "capacity": "EI-300"}  # by these rules if it is alone,
VALUES = {"development": rules.development, "capacity": rules.capacity}
SHARED = {2: "EI-303", 3: "EI-304", 4: "EI-305", 5: "EI-305"}  # by these if so many share it
EXCHANGED_BY = {
    Trade.COINS_STONE: "EI-134",
    Trade.STONE_COINS: "EI-135",
    Trade.COINS_INFLUENCE: "EI-136",
    Trade.STONE_INFLUENCE: "EI-137",
    Trade.COINS_DISC: "EI-144",
}


def events(box: Box, before: Any, after: Any, seat: int, action: int) -> list[Event]:
    """What an answer did, and what followed from it without a choice."""
    family, parts = SPACE.split(action)
    story = Story(box, before)
    if seat == DEALER:
        story.deal(family, parts)
    else:
        story.act(family, parts, seat)
        story.end(family, seat, before, after)
    return story.told


def holdings(box: Box, state: Any) -> dict[tuple[int, str], int]:
    """Everything at a table that can be counted: what every seat has, its points, and what lies on the board."""
    found = on_board(box, state)
    parts = np.zeros((MOST_PLAYERS, len(SCORE_PARTS)), np.int64)
    rules.breakdown(state.record, box.array[0], parts)
    for seat in range(state.players):
        mine = dict(zip(GOOD_IDS, state.goods[seat].tolist(), strict=True))
        mine |= {
            "influence": int(state.influence[seat]),
            "patents": int(state.patents[seat]),
            "invention-stones": int(state.invention_stones[seat]),
            "bonus-discs": int(state.bonus_discs[seat]),
            "new-discs": int(state.new_discs[seat]),
            "start": int(state.start_player == seat),
            "development": int(rules.development(state.record, box.array[0], seat)),
            "capacity": int(rules.capacity(state.record, box.array[0], seat)),
            "points": int(parts[seat].sum()),
        }
        mine |= {f"points.{part}": int(points) for part, points in zip(SCORE_PARTS, parts[seat], strict=True)}
        mine |= {f"disc.{action}": int(state.discs[seat, number]) for number, action in enumerate(ACTION_NAMES)}
        mine |= {f"factory.{box.ids('factories')[number]}": 1 for number in np.flatnonzero(state.factory_at == seat).tolist()}
        for invention, version in np.argwhere(state.maker == seat).tolist():
            mine[f"made.{place_id(box, invention, version)}"] = 1
            mine[f"patent.{place_id(box, invention, version)}"] = int(state.patented[invention, version])
        found |= {(seat, what): number for what, number in mine.items()}
    return found


def on_board(box: Box, state: Any) -> dict[tuple[int, str], int]:
    """What lies on the table and belongs to nobody."""
    found = {
        "round": state.round_number,
        "disc-supply": state.disc_supply,
        "factory-pile": int((state.factory_at == PILE).sum()),
        "factory-discard": int((state.factory_at == DISCARD).sum()),
        **{name: int(getattr(state, name).sum()) for name in PILES},
        **{f"lot.{lot}": load for lot, load in zip(box.ids("lots"), state.loads.tolist(), strict=False)},
        **{f"factory.{box.ids('factories')[number]}": 1 for number in np.flatnonzero(state.factory_at == BOARD).tolist()},
        **tallied(f"card.{face_ids(box)[face]}" for face in state.card_row.tolist() if face != NONE),
    }
    return {(TABLE, what): number for what, number in found.items()}


# ---------------------------------------------------------------- what events speak of


def amounts(goods: Mapping[str, int]) -> list[tuple[int, Key]]:
    """Goods as a text has them: 2 coins and 1 wood."""
    return [(number, Key(f"many.{good}", number=number)) for good, number in goods.items()]


def won(changes: Iterable[Change]) -> list[tuple[int, Key]]:
    return amounts({change.what: change.by for change in changes if change.by > 0 and change.what in GOOD_IDS})


def lost(changes: Iterable[Change]) -> list[tuple[int, Key]]:
    return amounts({change.what: -change.by for change in changes if change.by < 0 and change.what in GOOD_IDS})


def shown_card(box: Box, face: int) -> str:
    """What is on a card: a start invention, an invention, or the plagiarism of one."""
    name = face_ids(box)[face]
    record = cards_in(box, False)[name]
    if record["invention"] == NONE:
        return name
    invention = box.components["inventions"][record["invention"]]
    return Key("cards.copy", invention=invention["name"]) if record["is_copy"] else str(invention["id"])


def shown_place(box: Box, invention: int, version: int) -> Key:
    """The place of an invention: gold or silver."""
    return Key(f"versions.{VERSION_NAMES[version]}", invention=box.components["inventions"][invention]["name"])


def place_id(box: Box, invention: int, version: int) -> str:
    return f"{box.ids('inventions')[invention]}-{VERSION_NAMES[version]}"


class Story:
    """Follows an answer, rule by rule, on a copy of the position before it."""

    def __init__(self, box: Box, before: Any) -> None:
        self.box, self.array, self.players = box, box.array[0], before.players
        self.states = np.frombuffer(bytearray(before.record.tobytes()), STATE)
        self.state = self.states[0]
        self.told: list[Event] = []
        self.points = self.scored()
        self.majorities: set[int] = set()  # races of which it is told at the end of the answer who has the most now
        self.overtaken: dict[int, dict[int, int]] = {}  # races that were not told yet: points by part and seat

    # ------------------------------------------------ carrying out and telling

    def scored(self) -> np.ndarray:
        """The parts of everybody's score."""
        parts = np.zeros((MOST_PLAYERS, len(SCORE_PARTS)), np.int64)
        rules.breakdown(self.state, self.array, parts)
        return parts

    def do(self, rule: Callable[..., Any], *values: Any) -> list[Change]:
        """Carry out a rule. Return what it changed in the goods, the influence and the piles of cards; who was overtaken in a
        race is told after the next event."""
        goods, piles = self.states["goods"][0].copy(), self.piles()
        rule(self.state, *values)
        changed, points = self.states["goods"][0] - goods, self.scored()
        found = [Change(seat, GOOD_IDS[good], int(changed[seat, good])) for seat, good in np.argwhere(changed).tolist()]
        found += self.since(piles)
        for seat, part in np.argwhere(points != self.points).tolist():
            by = int(points[seat, part] - self.points[seat, part])
            if part >= FIRST_RACE:
                self.overtaken.setdefault(part, {})[seat] = by
            else:
                found += [Change(seat, "points", by), Change(seat, f"points.{SCORE_PARTS[part]}", by)]
                found += [Change(seat, "influence", by)] if SCORE_PARTS[part] == "track" else []
        self.points = points
        return found

    def piles(self) -> dict[str, int]:
        return {name: int(self.states[name][0].sum()) for name in PILES}

    def since(self, piles: dict[str, int]) -> list[Change]:
        """How the piles have changed."""
        return [Change(TABLE, name, by) for name, number in self.piles().items() if (by := number - piles[name])]

    def add_event(
        self,
        key: str,
        seat: int,
        rule: str,
        changes: Iterable[Change] = (),
        things: tuple[str, ...] = (),
        moment: str = "",
        /,
        **values: Any,
    ) -> None:
        """Add an event, and who is ahead in a race after it."""
        self.told.append(Event(key, seat, rule, values, things, tuple(changes), moment))
        overtaken, self.overtaken = self.overtaken, {}
        for part, points in sorted(overtaken.items()):
            self.majorities.add(part)
            for one, by in points.items():
                self.tell_race(part, one, by)

    def tell_majority(self, part: int) -> None:
        """EI-296 to EI-308: who has the most now. What that is worth counts at the end only, so no sentence says it yet."""
        name, ahead = SCORE_PARTS[part], self.ahead(part)
        self.add_event(
            "majority",
            TABLE,
            RACES[name] if len(ahead) == 1 else SHARED[len(ahead)],
            (),
            tuple(f"seat-{seat}" for seat in ahead),
            part=Key(f"majorities.{name}"),
            names=ahead,
            highest=self.highest(name, ahead[0]),
        )

    def tell_race(self, part: int, seat: int, by: int) -> None:
        """EI-296 to EI-308: somebody's points in a race change, whoever acts."""
        name, ahead = SCORE_PARTS[part], self.ahead(part)
        self.add_event(
            "ahead" if by > 0 else "overtaken",
            seat,
            RACES[name] if len(ahead) == 1 else SHARED[len(ahead)],
            [Change(seat, "points", by), Change(seat, f"points.{name}", by)],
            (f"seat-{seat}",),
            points=abs(by),
            part=Key(f"parts.{name}"),
            names=ahead,
        )

    def ahead(self, part: int) -> list[Seat]:
        """Who has the highest value in a race: only they have points for it."""
        return [Seat(seat) for seat in range(self.players) if self.points[seat, part] > 0]

    def highest(self, race: str, seat: int) -> int:
        """Return what a seat has of what counts in a race."""
        return self.valued(VALUES[race], seat) if race in VALUES else int(self.state.patents[seat])

    def award(self, seat: int, influence: int, rule: str) -> None:
        """Influence, and the benefit of the field where the pawn comes to stand."""
        moved, goods = self.advance(rules.award, self.array, seat, influence)
        square = int(self.state.influence[seat])
        if moved:
            self.add_event(
                "influence",
                seat,
                rule,
                moved,
                (f"square-{square}",),
                influence=influence,
                before=square - influence,
                square=square,
            )
        self.benefit(seat, goods, square)

    def advance(self, rule: Callable[..., Any], *values: Any) -> tuple[list[Change], list[Change]]:
        """Carry out a rule that moves a pawn: return what the move is worth, and the benefit of the field."""
        changes = self.do(rule, *values)
        goods = [change for change in changes if change.what in GOOD_IDS]
        return [change for change in changes if change not in goods], goods

    def benefit(self, seat: int, goods: list[Change], square: int) -> None:
        if goods:
            self.add_event("benefit", seat, "EI-241", goods, (f"square-{square}",), won=won(goods), square=square)

    # ------------------------------------------------ answers of the players

    def act(self, family: str, parts: Mapping[str, int], seat: int) -> None:
        """One answer: every family of answers (tables.SPACE) has a method of its name."""
        getattr(self, family)(seat, *parts.values())

    def place(self, seat: int, action: int) -> None:
        name = ACTION_NAMES[action]
        self.add_event(
            "place", seat, "EI-071", [Change(seat, f"disc.{name}", 1)], (f"action-{name}",), action=Key(f"actions.{name}")
        )

    def execute(self, seat: int, action: int) -> None:
        name = ACTION_NAMES[action]
        if name != "run":
            self.add_event("begin", seat, "EI-082", (), (f"action-{name}",), action=Key(f"actions.{name}"))
            return
        changes = self.do(rules.run_all_factories, self.array, seat)
        own = [self.factory(one) for one in np.flatnonzero(self.states["factory_at"][0] == seat).tolist()]
        self.add_event("run-all", seat, "EI-105", changes, (f"factory-start-{seat}", *own, f"seat-{seat}"), won=won(changes))

    def forgo(self, seat: int, action: int) -> None:
        name = ACTION_NAMES[action]
        self.add_event(
            "forgo", seat, "EI-086", [Change(seat, f"disc.{name}", -1)], (f"action-{name}",), action=Key(f"actions.{name}")
        )

    def done(self, seat: int) -> None:
        if self.state.phase == Phase.BONUS:
            self.add_event("no-bonus", seat, "EI-222")
        elif self.state.occasion == Occasion.FINAL:
            self.add_event("final-stop", seat, "EI-291")

    def build(self, seat: int, factory: int) -> None:
        capacity, field = self.valued(rules.capacity, seat), self.states["factory_row"][0].tolist().index(factory) + 1
        changes = self.do(rules.take_factory, self.array, seat, factory)
        name = self.box.ids("factories")[factory]
        self.add_event(
            "build",
            seat,
            "EI-096",
            [
                *changes,
                Change(seat, f"factory.{name}", 1),
                Change(TABLE, f"factory.{name}", -1),
                Change(seat, "capacity", self.valued(rules.capacity, seat) - capacity),
            ],
            (f"factory-field-{field}", self.factory(factory), f"seat-{seat}"),
            what=name,
            lost=lost(changes),
        )
        self.award(seat, int(self.array.factory_influence[factory]), "EI-099")

    def factory(self, factory: int) -> str:
        return f"factory-{self.box.ids('factories')[factory]}"

    def valued(self, value: Callable[..., Any], seat: int) -> int:
        """What counts in a race."""
        return int(value(self.state, self.array, seat))

    def run(self, seat: int, number: int) -> None:
        changes = self.do(rules.run_factory, self.array, seat, number)
        name = factory_name(self.box, number)
        self.add_event(
            "run",
            seat,
            "EI-225",
            changes,
            (f"factory-{name}" if number else f"factory-start-{seat}", f"seat-{seat}"),
            what=name if number else self.box.components["start_factory"]["name"],
            won=won(changes),
        )

    def buy(self, seat: int, lot: int) -> None:
        name, load = self.box.ids("lots")[lot], int(self.state.loads[lot])
        changes = self.do(rules.buy, self.array, seat, lot)
        self.add_event(
            "buy",
            seat,
            "EI-111",
            [*changes, Change(TABLE, f"lot.{name}", -load)],
            (f"lot-{name}",),
            won=won(changes),
            lost=lost(changes),
        )

    def produce(self, seat: int, field: int) -> None:
        face = int(self.state.card_row[field])
        changes = self.do(rules.pay_cubes, self.array, seat, field)
        if self.array.wild[rules.reading(self.state), face]:
            self.add_event(
                "copy", seat, "EI-176", changes, (f"card-{field + 1}",), card=shown_card(self.box, face), lost=lost(changes)
            )
        else:
            self.lay_aside(seat, field, "produce", "EI-117", changes)

    def pay(self, seat: int, payment: int) -> None:
        good = GOOD_IDS[Good.METAL + payment]
        self.add_event("pay", seat, "EI-177", [Change(seat, good, -1)], lost=amounts({good: 1}))
        if self.state.wild_left == 1:
            self.lay_aside(seat, int(self.state.field), "copied", "EI-122", [])

    def lay_aside(self, seat: int, field: int, key: str, rule: str, paid: list[Change]) -> None:
        """EI-332: the card is laid aside, then come its yield and the royalties."""
        face, box = int(self.state.card_row[field]), self.box
        changes = self.do(rules.lay_aside, field)
        self.add_event(
            key,
            seat,
            rule,
            [*paid, *changes, Change(TABLE, f"card.{face_ids(box)[face]}", -1)],
            (f"card-{field + 1}",),
            card=shown_card(box, face),
            lost=lost(paid),
        )
        if changes := self.do(rules.receive_yield, self.array, seat, face):
            self.add_event("receive", seat, "EI-119", changes, won=won(changes))
        self.award(seat, int(self.array.card_influence[face]), "EI-121")
        invention = int(self.array.invention[face])
        for version in range(VERSIONS if invention != NONE else 0):
            is_copy = int(self.array.is_copy[face])
            if rules.earns_royalty(self.state, seat, invention, version, is_copy):
                rule = "EI-192" if is_copy else "EI-185" if version == GOLD else "EI-186"
                self.royalty(int(self.state.maker[invention, version]), invention, version, rule)

    def royalty(self, seat: int, invention: int, version: int, rule: str) -> None:
        """EI-185 to EI-198: coins and influence for whoever made the place."""
        coins, influence = (int(table[invention, version]) for table in (self.array.royalty_coins, self.array.royalty_influence))
        moved, goods = self.advance(rules.award_royalty, self.array, seat, influence)
        received = {good: number for good, number in (("coin", coins), ("influence", influence)) if number}
        self.add_event(
            "royalty",
            seat,
            rule,
            [*moved, *([Change(seat, "coin", coins)] if coins else [])],
            (f"place-{place_id(self.box, invention, version)}",),
            won=amounts(received),
            place=shown_place(self.box, invention, version),
        )
        self.benefit(seat, goods, int(self.state.influence[seat]))

    def take_stone(self, seat: int) -> None:
        self.add_event("take-stone", seat, "EI-131", [Change(seat, "stone", 1)], ("trade-free",), won=amounts({"stone": 1}))

    def exchange(self, seat: int, number: int) -> None:
        """What is given and received is what the rules do with the trade (notation.trades)."""
        trade, name = trades(self.box)[number], TRADES[number].replace(" ", "-")
        given, received = trade["given"], trade["received"]
        changes = [Change(seat, good, -many) for good, many in given.items()]
        changes += [Change(seat, good, many) for good, many in received.items() if good in GOOD_IDS]
        if "disc" in received:
            changes += [Change(seat, "bonus-discs", 1), Change(seat, "new-discs", 1), Change(TABLE, "disc-supply", -1)]
        goods: list[Change] = []
        if "influence" in received:
            is_final = self.state.occasion == Occasion.FINAL
            moved, goods = (
                self.advance(rules.score_final_point, self.array, seat)
                if is_final
                else self.advance(rules.award, self.array, seat, received["influence"])
            )
            changes += moved
        self.add_event(
            "exchange", seat, EXCHANGED_BY[Trade(number)], changes, (f"trade-{name}",), lost=amounts(given), won=amounts(received)
        )
        self.benefit(seat, goods, int(self.state.influence[seat] + self.state.final_points[seat]))

    def give(self, seat: int, good: int) -> None:
        name = GOOD_IDS[good]
        self.add_event("give", seat, "EI-139", [Change(seat, name, -1)], ("trade-any",), lost=amounts({name: 1}))

    def get(self, seat: int, good: int) -> None:
        name, given = GOOD_IDS[good], [GOOD_IDS[one] for one in (self.state.first_given, self.state.second_given)]
        self.add_event(
            "get",
            seat,
            "EI-140" if name == "coin" else "EI-139",
            [Change(seat, name, 1)],
            ("trade-any",),
            won=amounts({name: 1}),
            lost=amounts({one: given.count(one) for one in given}),
        )

    def make(self, seat: int, invention: int, version: int) -> None:
        development, name = self.valued(rules.development, seat), place_id(self.box, invention, version)
        changes = self.do(rules.claim_place, self.array, seat, invention, version)
        self.add_event(
            "make",
            seat,
            "EI-163",
            [
                *changes,
                Change(seat, "invention-stones", -1),
                Change(seat, f"made.{name}", 1),
                Change(seat, "development", self.valued(rules.development, seat) - development),
            ],
            (f"place-{name}",),
            place=shown_place(self.box, invention, version),
            lost=lost(changes),
        )
        self.award(seat, int(self.array.place_influence[invention, version]), "EI-168")
        if version == GOLD:
            changes = self.do(rules.bring_in_cards, self.array, invention)
            self.add_event(
                "new-cards",
                TABLE,
                "EI-169",
                changes,
                ("pile-cards",),
                invention=self.box.ids("inventions")[invention],
                number=sum(change.by for change in changes if change.by > 0),
            )

    def patent(self, seat: int) -> None:
        field = int(self.state.patents[seat])
        changes = self.do(rules.enter_patent_field, self.array, seat)
        self.add_event(
            "patent",
            seat,
            "EI-202",
            [*changes, Change(seat, "patents", 1)],
            (f"rung-{field + 1}",),
            field=field + 1,
            lost=lost(changes),
        )
        self.award(seat, int(self.array.patent_influence[field]), "EI-203")

    def protect(self, seat: int, invention: int, version: int) -> None:
        name = place_id(self.box, invention, version)
        self.add_event(
            "protect",
            seat,
            "EI-205",
            [Change(seat, "invention-stones", -1), Change(seat, f"patent.{name}", 1)],
            (f"place-{name}",),
            place=shown_place(self.box, invention, version),
        )

    def protect_nothing(self, seat: int) -> None:
        self.add_event("protect-nothing", seat, "EI-211")

    def bonus(self, seat: int, kind: int) -> None:
        self.add_event("bonus", seat, "EI-223", kind=Key(f"kinds.{KIND_NAMES[kind]}"))
        if kind == Kind.PATENT:
            self.patent(seat)

    # ------------------------------------------------ what follows from an answer

    def end(self, family: str, seat: int, before: Any, after: Any) -> None:
        """Discs go back, a round ends, or the game. How far that goes the position tells to which the rules came."""
        for part in sorted(self.majorities):
            self.tell_majority(part)
        for action in np.flatnonzero(before.discs[seat] > after.discs[seat]).tolist() if family != "forgo" else ():
            name = ACTION_NAMES[action]
            self.add_event(
                "disc-back",
                seat,
                "EI-084",
                [Change(seat, f"disc.{name}", -1)],
                (f"action-{name}",),
                action=Key(f"actions.{name}"),
            )
        if (before.occasion == Occasion.BONUS or family == "bonus") and after.occasion != Occasion.BONUS:
            self.add_event("bonus-back", seat, "EI-235", [Change(seat, "bonus-discs", -1), Change(TABLE, "disc-supply", 1)])
        if (after.asked == DEALER and after.phase != Phase.OVER) or after.round_number > before.round_number:
            self.end_round()
        if before.occasion != Occasion.FINAL and (after.occasion == Occasion.FINAL or after.phase == Phase.OVER):
            self.add_event("last-round-over", TABLE, "EI-284")
        if after.phase == Phase.OVER:
            self.final_scoring()

    # ------------------------------------------------ the preparation of a round

    def end_round(self) -> None:
        """EI-256 to EI-270: what leaves the row of invention cards, and the new cards."""
        self.add_event("round-over", TABLE, "EI-256", (), (), ROUND, round=int(self.state.round_number))
        row, earlier = self.states["card_row"][0].tolist(), {name: self.states[name][0].copy() for name in PILES}
        self.do(rules.clear_card_row, self.array)
        for key, pile, rule in (("gone", "gone", "EI-258"), ("discarded", "discard", "EI-261")):
            left = self.states[pile][0] - earlier[pile]
            for field in reversed(range(len(row))):  # of equal cards the right ones leave
                if row[field] != NONE and left[row[field]]:
                    left[row[field]] -= 1
                    self.add_event(
                        key,
                        TABLE,
                        rule,
                        [Change(TABLE, f"card.{face_ids(self.box)[row[field]]}", -1), Change(TABLE, pile, 1)],
                        (f"card-{field + 1}",),
                        ROUND,
                        thing=shown_card(self.box, row[field]),
                    )
        if changes := self.do(rules.mix_in_new_cards):
            self.add_event("mixed-in", TABLE, "EI-263", changes, ("pile-cards",), ROUND)
        self.go_on_with_cards()

    def go_on_with_cards(self) -> None:
        """EI-268: a discard pile that becomes the draw pile; where no card is to be dealt the factories follow."""
        piles = self.piles()
        is_asked = rules.ask_for_card(self.state)
        if changes := self.since(piles):
            self.add_event("turned-over", TABLE, "EI-268", changes, ("pile-cards",), ROUND)
        if not is_asked and self.state.start_player != NOBODY:
            self.prepare_factories()

    def prepare_factories(self) -> None:
        """EI-271: the factories that leave."""
        row = self.states["factory_row"][0].tolist()
        rules.clear_factory_row(self.state)
        for factory in row:
            if factory != NONE and self.state.factory_at[factory] == DISCARD:
                self.add_event(
                    "factory-discarded",
                    TABLE,
                    "EI-271",
                    [Change(TABLE, f"factory.{self.box.ids('factories')[factory]}", -1), Change(TABLE, "factory-discard", 1)],
                    (self.factory(factory),),
                    ROUND,
                    thing=self.box.ids("factories")[factory],
                )
        self.go_on_with_factories()

    def go_on_with_factories(self) -> None:
        """EI-274: a discard pile that becomes the draw pile; where no factory is to be dealt the next round begins."""
        discarded = int(rules.factories_in(self.state, DISCARD))
        is_asked = rules.ask_for_factory(self.state)
        if turned := discarded - int(rules.factories_in(self.state, DISCARD)):
            self.add_event(
                "factories-turned-over",
                TABLE,
                "EI-274",
                [Change(TABLE, "factory-discard", -turned), Change(TABLE, "factory-pile", turned)],
                ("pile-factories",),
                ROUND,
            )
        if not is_asked and self.state.start_player != NOBODY:
            self.begin_round()

    def begin_round(self) -> None:
        """EI-276 to EI-282: the harbour, the next round and its start player; bonus discs become usable."""
        loads, discs = self.states["loads"][0].copy(), self.states["new_discs"][0].tolist()
        start = int(self.state.start_player)
        rules.begin_next_round(self.state, self.array)
        added = (self.states["loads"][0] - loads).tolist()
        lots = list(zip(self.box.components["lots"], added, strict=False))
        goods = {good: sum(by for lot, by in lots if lot["good"] == good) for good in GOOD_IDS}
        self.add_event(
            "harbour",
            TABLE,
            "EI-276",
            [Change(TABLE, f"lot.{lot['id']}", by) for lot, by in lots],
            tuple(f"lot-{lot['id']}" for lot, _ in lots),
            ROUND,
            won=amounts({good: n for good, n in goods.items() if n}),
        )
        for seat, new in enumerate(discs):
            if new:
                self.add_event(
                    "discs-ready", seat, "EI-282", [Change(seat, "new-discs", -new)], (f"seat-{seat}",), ROUND, number=new
                )
        number, rounds, first = int(self.state.round_number), ROUNDS[self.players], int(self.state.start_player)
        self.add_event(
            "last-round" if number == rounds else "round",
            TABLE,
            "EI-280",
            [Change(TABLE, "round", 1), Change(start, "start", -1), Change(first, "start", 1)],
            (f"seat-{first}",),
            ROUND,
            round=number,
            rounds=rounds,
            seat=Seat(first),
        )

    # ------------------------------------------------ answers of the dealer

    def deal(self, family: str, parts: Mapping[str, int]) -> None:
        (number,) = parts.values()
        if family == "start":
            self.add_event("start", TABLE, "EI-059", [Change(number, "start", 1)], (f"seat-{number}",), seat=Seat(number))
        elif family == "deal_factory":
            self.deal_factory(number)
        else:
            self.deal_card(number if family == "deal_card" else FACES + number)

    def preparing(self) -> str:
        """The moment of a preparation; what is laid out before the first round is none."""
        return ROUND if self.state.start_player != NOBODY else ""

    def deal_factory(self, factory: int) -> None:
        name = self.box.ids("factories")[factory]
        rules.put_factory(self.state, factory)
        self.add_event(
            "factory-laid-out",
            TABLE,
            "EI-273" if self.preparing() else "EI-050",
            [Change(TABLE, f"factory.{name}", 1), Change(TABLE, "factory-pile", -1)],
            (self.factory(factory),),
            self.preparing(),
            thing=name,
        )
        self.go_on_with_factories()

    def deal_card(self, face: int) -> None:
        field = int(rules.last_empty(self.state.card_row))
        changes = self.do(rules.put_card, face)
        self.add_event(
            "laid-out",
            TABLE,
            "EI-270" if self.preparing() else "EI-052",
            [*changes, Change(TABLE, f"card.{face_ids(self.box)[face]}", 1)],
            (f"card-{field + 1}",),
            self.preparing(),
            thing=shown_card(self.box, face),
        )
        self.go_on_with_cards()

    # ------------------------------------------------ the end of the game

    def final_scoring(self) -> None:
        """EI-287: the parts of the score one after the other, then everybody's total, then who wins."""
        for part, name in enumerate(SCORE_PARTS):
            if name in RACES:
                self.tell_final_race(part)
                continue
            for seat in range(self.players):
                if points := int(self.points[seat, part]):
                    self.add_event(f"final-{name}", seat, "EI-287", (), (f"seat-{seat}",), FINAL, points=points)
        totals = self.points[: self.players].sum(axis=1)
        for seat in np.argsort(totals, kind="stable").tolist():
            self.add_event("final-total", seat, "EI-287", (), (f"seat-{seat}",), FINAL, points=int(totals[seat]))
        places = np.zeros(MOST_PLAYERS, np.int64)
        rules.places(self.state, self.array, self.points.sum(axis=1), places)
        winners = [Seat(seat) for seat in range(self.players) if places[seat] == 1]
        is_tied = len(winners) < int((totals == totals.max()).sum())
        self.add_event(
            "winner-by-inventions" if is_tied else "winner",
            TABLE,
            "EI-310" if is_tied else "EI-309",
            (),
            tuple(f"seat-{seat}" for seat in winners),
            FINAL,
            names=winners,
        )

    def tell_final_race(self, part: int) -> None:
        """EI-296 to EI-308: who has the highest value of a race, and what that brings each of them."""
        name, ahead = SCORE_PARTS[part], self.ahead(part)
        first = ahead[0]
        highest = self.highest(name, first)
        self.add_event(
            "final-race",
            TABLE,
            RACES[name] if len(ahead) == 1 else SHARED[len(ahead)],
            (),
            tuple(f"seat-{seat}" for seat in ahead),
            FINAL,
            part=Key(f"parts.{name}"),
            names=ahead,
            highest=highest,
            points=int(self.points[first, part]),
        )
