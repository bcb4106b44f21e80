"""Legendary Inventors: what an answer did, event by event (docs/events.md), and what can be counted at a table.

An answer is carried out once more on a copy of the position, by the steps of the rules themselves; each step is an event.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from inventorium.core.box import Box
from inventorium.core.events import TABLE as TABLE_SEAT, Change, Event, Seat
from inventorium.core.words import Key
from inventorium.games.legendary_inventors import rules
from inventorium.games.legendary_inventors.notation import inventor_id, team_members
from inventorium.games.legendary_inventors.tables import (
    ACTIONS,
    AGES,
    DEALER,
    INVENTORS,
    NOBODY,
    NONE,
    PILE,
    SCORE_PARTS,
    SLOTS,
    SPACE,
    TABLE,
    Kind,
    Phase,
)

MOMENTS = ("sharing", "age", "new-age", "final")
STAGED = ("final",)
PART_RULES = dict(zip(SCORE_PARTS, ("LI-106", "LI-114", "LI-107", "LI-108"), strict=True))
FORCED = {"refresh": "only-refresh", "take_patent": "only-reward", "take_token": "only-reward"}


def events(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterable[Event]:
    """Return what an answer did, and what followed from it without a choice."""
    return Telling(box, before, after, seat).events_of(action)


class Telling:
    """Carries out one answer step by step. `state` is where it has come to, `after` what comes of it in the end."""

    def __init__(self, box: Box, before: Any, after: Any, seat: int) -> None:
        self.box, self.printed, self.state, self.after, self.seat = box, box.array[0], before.record.copy(), after, seat
        self.inventions, self.tokens, self.disciplines = box.ids("inventions"), box.ids("tokens"), box.ids("disciplines")
        self.found: list[Event] = []
        self.moment = ""

    def events_of(self, action: int) -> list[Event]:
        family, parts = SPACE.split(action)
        if self.state.phase == Phase.TAKE and self.after.site == NONE:  # the last one has chosen
            self.moment = "sharing"
        self.tell_forced(family)
        getattr(self, f"on_{family}")(**parts)
        return self.found

    def add_event(
        self, key: str, seat: int, rule: str, changes: Iterable[Change] = (), things: Iterable[str] = (), **values: Any
    ) -> None:
        whose = (place_of(seat),) if seat != TABLE_SEAT else ()
        self.found.append(Event(key, seat, rule, values, (*whose, *things), tuple(changes), self.moment))

    def tell_forced(self, family: str) -> None:
        """Where there was only one answer, the table may have given it (NO-04)."""
        if self.seat != DEALER and rules.legal_actions(self.state, self.printed, self.seat, np.zeros(ACTIONS, np.int64)) == 1:
            self.add_event(FORCED.get(family, "only-answer"), self.seat, "NO-04")

    # ------------------------------------------------ the set-up

    def on_start(self, seat: int) -> None:
        rules.choose_start_player(self.state, seat)
        self.add_event("starts", seat, "LI-33", [Change(seat, "figurine", 1)], ["figurine"])

    def on_team(self, team: int) -> None:
        seat = int(self.state.active)
        rules.take_team(self.state, self.printed, team)
        learned = [
            Change(seat, level_of(inventor, discipline), int(self.state.level[seat, i, d]))
            for i, inventor in enumerate(team_members(self.box)[team])
            for d, discipline in enumerate(self.disciplines)
            if self.state.level[seat, i, d]
        ]
        self.add_event("takes-team", seat, "LI-21", learned, thing=self.box.ids("teams")[team])
        for inventor in range(INVENTORS):
            self.tell_target(seat, inventor, False)

    def on_deal(self, invention: int) -> None:
        state, card = self.state, self.inventions[invention]
        is_first, pile = state.age == 0, cards_in_piles(state) - 1
        self.moment = "" if is_first else "new-age"
        rules.lay_out(state, self.printed, invention)
        spaces = zip(self.disciplines, self.printed.spaces[invention].tolist(), strict=True)
        changes = on_table(pile=-1, inventions=1, **{free_of(card, d): number for d, number in spaces})
        self.add_event("laid-out", TABLE_SEAT, "LI-27" if is_first else "LI-94", changes, [card], thing=card)
        if rest := pile - cards_in_piles(state):
            self.add_event("rest-leaves", TABLE_SEAT, "LI-28" if is_first else "LI-96", on_table(pile=-rest), number=rest)

    def on_draw(self, token: int) -> None:
        state, drawn = self.state, self.tokens[token]
        is_first, card = state.age == 0, self.inventions[state.layout[state.dealt // 2]]
        self.moment = "" if is_first else "new-age"
        rules.draw_token(state, token)
        self.add_event(
            "drawn",
            TABLE_SEAT,
            "LI-30" if is_first else "LI-95",
            on_table(bag=-1, **{f"bag.{drawn}": -1, reward_of(card, drawn): 1}),
            [card],
            invention=card,
            thing=drawn,
        )
        if state.phase == Phase.TURN:
            self.add_event("first-turn", int(state.active), "LI-34" if is_first else "LI-100")

    # ------------------------------------------------ the turn

    def on_send(self, inventor: int, slot: int) -> None:
        state = self.state
        state.sent, state.site = inventor, slot
        invention, man = self.inventions[state.layout[slot]], inventor_id(self.box, state, self.seat, inventor)
        self.add_event("sends", self.seat, "LI-40", things=[man, invention], inventor=man, invention=invention)
        if self.after.sent == NONE:
            rules.plan_cubes(state)
            self.cubes_lie()

    def on_place(self, discipline: int) -> None:
        self.state.placed[discipline] += 1
        if self.after.sent == NONE:
            self.cubes_lie()

    def on_place_number(self, cubes: int) -> None:
        self.state.placed[self.state.discipline] = cubes
        if self.after.sent == NONE:
            self.cubes_lie()

    def cubes_lie(self) -> None:
        """All cubes of a send are placed: on an invention which that may complete."""
        state, seat = self.state, self.seat
        slot, invention = state.site, self.inventions[state.layout[state.site]]
        man = inventor_id(self.box, state, seat, state.sent)
        placed = [(number, d) for number, d in zip(state.placed.tolist(), self.disciplines, strict=True) if number]
        number = sum(number for number, _ in placed)
        left, cubes = rules.lay_cubes(state), state.cubes[slot].tolist()
        self.add_event(
            "places",
            seat,
            "LI-48",
            [
                *cubes_of(seat, invention, number, state),
                Change(seat, f"busy.{man}", 1),
                *on_table(**{free_of(invention, d): -number for number, d in placed}),
            ],
            [man, invention],
            placed=placed,
            invention=invention,
            left=left,
            rivals=sum(number >= cubes[seat] for other, number in enumerate(cubes) if other != seat),
        )
        if left == 0:
            self.complete(slot, invention)

    def complete(self, slot: int, invention: str) -> None:
        state, seat, holder = self.state, self.seat, int(self.state.figurine)
        rules.complete(state)
        self.add_event("completes", seat, "LI-65", things=[invention], invention=invention)
        if holder != seat:
            handed = [Change(holder, "figurine", -1), Change(seat, "figurine", 1)]
            self.add_event("takes-figurine", seat, "LI-66", handed, ["figurine"])
        cubes = state.cubes[slot].tolist()
        choosers = [one for one in state.choosers.tolist() if one != NOBODY]
        self.add_event("order", TABLE_SEAT, "LI-72", things=[invention], order=[(Seat(one), cubes[one]) for one in choosers])
        for number in sorted({cubes[one] for one in choosers}, reverse=True):
            equals = [Seat(one) for one in choosers if cubes[one] == number]
            if len(equals) > 1:
                self.add_event("equals", TABLE_SEAT, "LI-74" if seat in equals else "LI-75", seats=equals, number=number)
        for one, number in enumerate(cubes):
            if number and one not in choosers:
                self.add_event("empty-handed", one, "LI-80", [], [invention], number=number)

    def on_refresh(self) -> None:
        if rules.anybody_busy(self.state, self.seat):
            self.refreshed("LI-59")
        else:
            self.on_pass()  # AM-46

    def refreshed(self, rule: str) -> None:
        seat, busy = self.seat, self.state.busy[self.seat].tolist()
        men = [inventor_id(self.box, self.state, seat, i) for i in range(INVENTORS) if busy[i]]
        rules.make_available(self.state)
        self.add_event("refreshes", seat, rule, [Change(seat, f"busy.{man}", -1) for man in men], men, inventor=men)

    def on_pass(self) -> None:
        self.add_event("passes", self.seat, "AM-02")
        if self.after.age != self.state.age:
            self.end_age("AM-03")

    def on_use_availability(self) -> None:
        self.use_up(int(self.printed.availability), "plays-availability", "LI-143")
        self.refreshed("LI-143")

    def on_use_knowledge(self) -> None:
        self.use_up(int(self.printed.knowledge), "plays-knowledge", "LI-148")

    def on_done(self) -> None:
        self.end_window()

    # ------------------------------------------------ sharing the rewards

    def on_take_patent(self) -> None:
        state, seat, card = self.state, self.seat, int(self.state.layout[self.state.site])
        invention, points, runs = self.inventions[card], int(self.printed.points[card]), self.runs(seat)
        rules.take_patent(state)
        self.add_event(
            "takes-patent",
            seat,
            "LI-106",
            [
                Change(seat, f"patent.{invention}", 1),
                Change(seat, f"class.{self.printed.number[card]}", 1),
                *score(seat, "patents", points),
            ],
            [invention],
            invention=invention,
            points=points,
        )
        self.tell_runs(seat, runs, "LI-114")
        self.next_chooser()

    def on_take_token(self, token: int) -> None:
        state, seat, name = self.state, self.seat, self.tokens[token]
        invention, points, runs = self.inventions[state.layout[state.site]], self.worth(token), self.runs(seat)
        rules.take_token(state, token)
        self.add_event(
            "takes-points" if points else "takes-token",
            seat,
            "LI-107" if points else "LI-77",
            [Change(seat, f"token.{name}", 1), *on_table(**{reward_of(invention, name): -1}), *score(seat, "tokens", points)],
            [invention, token_of(seat, name)],
            token=name,
            invention=invention,
            points=points,
        )
        self.tell_runs(seat, runs, "LI-158")
        self.next_chooser()

    def on_take_nothing(self) -> None:
        self.add_event("takes-nothing", self.seat, "LI-77", invention=self.inventions[self.state.layout[self.state.site]])
        self.next_chooser()

    def next_chooser(self) -> None:
        """After the last one the invention leaves the table, and the age may be over."""
        if self.after.site != NONE:
            return
        slot, state = int(self.state.site), self.state
        card = state.layout[slot]
        invention = self.inventions[card]
        if state.where[card] == TABLE:
            self.add_event("patent-left", TABLE_SEAT, "LI-83", things=[invention], invention=invention)
        self.clear(slot, "LI-83", "LI-84", on_table(inventions=-1))
        if self.after.age != state.age:
            self.end_age("LI-87")

    def clear(self, slot: int, rule_of_tokens: str, rule_of_cubes: str, changes: Iterable[Change]) -> None:
        """Tokens that nobody took leave the game; the cubes go back to their owners."""
        state, invention = self.state, self.inventions[self.state.layout[slot]]
        for token in (self.tokens[one] for one in state.reward[slot].tolist() if one != NONE):
            self.add_event(
                "token-left",
                TABLE_SEAT,
                rule_of_tokens,
                on_table(**{reward_of(invention, token): -1}),
                [invention],
                thing=token,
                invention=invention,
            )
        cubes = {seat: number for seat, number in enumerate(state.cubes[slot].tolist()) if number}
        rules.clear_site(state, slot)
        back = [change for seat, number in cubes.items() for change in cubes_of(seat, invention, -number, state)]
        if cubes or changes:
            self.add_event(
                "cubes-back",
                TABLE_SEAT,
                rule_of_cubes,
                [*changes, *back],
                [invention],
                invention=invention,
                placed=[(Seat(seat), number) for seat, number in cubes.items()],
            )

    # ------------------------------------------------ the end of an age, and of the game

    def end_age(self, rule: str) -> None:
        state, age, names = self.state, int(self.state.age), self.box.words("en").get("board.ages")
        self.moment = "age"
        self.add_event("age-ends", TABLE_SEAT, rule, age=names[age])
        for slot in range(SLOTS):
            if state.layout[slot] != NONE:
                self.unfinished(slot)
        self.add_event("standings", TABLE_SEAT, "LI-105", order=self.ranked(self.scores().sum(axis=1).tolist()))
        is_last = age + 1 == AGES
        self.add_event(
            "ages-over" if is_last else "age-begins",
            TABLE_SEAT,
            "LI-102" if is_last else "LI-93",
            on_table(age=1),
            **{} if is_last else {"age": names[age + 1]},
        )
        if is_last:
            self.end_window()

    def unfinished(self, slot: int) -> None:
        state, invention = self.state, self.inventions[self.state.layout[slot]]
        free = zip(self.disciplines, state.free[slot].tolist(), strict=True)
        changes = on_table(inventions=-1, **{free_of(invention, d): -number for d, number in free})
        self.add_event("unfinished", TABLE_SEAT, "LI-91", changes, [invention], thing=invention)
        self.clear(slot, "LI-92", "LI-90", ())

    def end_window(self) -> None:
        """After the last age tokens may still be played, by one seat after the other; then the points are counted."""
        if self.after.phase == Phase.OVER:
            self.final_scoring()
        elif self.after.phase == Phase.WINDOW and self.state.phase != Phase.WINDOW:
            self.add_event("window", TABLE_SEAT, "LI-104")

    def final_scoring(self) -> None:
        self.moment, parts = "final", self.scores()
        totals = parts.sum(axis=1)
        for number, part in enumerate(SCORE_PARTS):
            self.add_event(
                "counts",
                TABLE_SEAT,
                PART_RULES[part],
                what=Key(f"parts.{part}"),
                part=part,
                order=[(Seat(seat), points) for seat, points in enumerate(parts[:, number].tolist())],
            )
        self.add_event("totals", TABLE_SEAT, "LI-105", order=self.ranked(totals.tolist()))
        places = np.zeros(len(totals), np.int64)
        rules.places(self.state, self.printed, totals, places)
        for seat, other in self.tie_breaks(totals):
            self.add_event(
                "tie-break",
                seat,
                "LI-123",
                other=Seat(other),
                points=int(totals[seat]),
                patents=rules.patents(self.state, seat),
                fewest=rules.patents(self.state, other),
            )
        winners = [seat for seat, place in enumerate(places.tolist()) if place == 1]
        key, rule = ("wins", "LI-122") if len(winners) == 1 else ("shares-victory", "LI-124")
        for seat in winners:
            self.add_event(key, seat, rule, points=int(totals[seat]))

    def tie_breaks(self, totals: np.ndarray) -> Iterator[tuple[int, int]]:
        """Return who is above whom by patents only."""
        seats = range(len(totals))
        return (
            (one, other)
            for one in seats
            for other in seats
            if totals[one] == totals[other] and rules.breaks_tie(self.state, totals, one, other)
        )

    def ranked(self, totals: list[int]) -> list[tuple[Seat, int]]:
        return sorted(((Seat(seat), points) for seat, points in enumerate(totals)), key=lambda one: -one[1])

    # ------------------------------------------------ tokens, and the points they and others bring

    def on_upgrade(self, inventor: int, discipline: int, token: int) -> None:
        state, seat, level = self.state, self.seat, int(self.state.level[self.seat, inventor, discipline])
        man, learned = inventor_id(self.box, state, seat, inventor), self.disciplines[discipline]
        had_reached = bool(rules.has_reached_target(state, self.printed, seat, inventor))
        if level == 0:
            self.use_up(token, "turns-over", "LI-138")
        else:
            self.use_up(token, "plays-progress", "LI-131")
        state.level[seat, inventor, discipline] += 1
        self.add_event(
            "teaches",
            seat,
            "LI-132" if level == 0 else "LI-133",
            [Change(seat, level_of(man, learned), 1)],
            [man],
            inventor=man,
            discipline=learned,
            before=level,
            level=level + 1,
        )
        self.tell_target(seat, inventor, had_reached)
        if state.phase == Phase.WINDOW:
            self.end_window()

    def use_up(self, token: int, key: str, rule: str) -> None:
        """A token is played, for its front or as a 1; one that scores does so no longer."""
        seat, name, points, runs = self.seat, self.tokens[token], self.worth(token), self.runs(self.seat)
        rules.use_up(self.state, seat, token)
        self.add_event(key, seat, rule, [Change(seat, f"token.{name}", -1)], [token_of(seat, name)], token=name)
        if points:
            self.add_event("loses-points", seat, "LI-140", score(seat, "tokens", -points), [token_of(seat, name)], points=points)
        self.tell_runs(seat, runs, "LI-128")

    def worth(self, token: int) -> int:
        """The points of a token that lies front up (LI-107)."""
        return int(self.printed.value[token]) if self.printed.kind[token] == Kind.POINTS else 0

    def runs(self, seat: int) -> int:
        return int(rules.run_points(self.state, self.printed, seat))

    def tell_runs(self, seat: int, earlier: int, rule: str) -> None:
        by = self.runs(seat) - earlier
        if by:
            key, changes = "runs-grow" if by > 0 else "runs-shrink", score(seat, "runs", by)
            self.add_event(key, seat, rule, changes, [f"{place_of(seat)}.run"], points=abs(by))

    def tell_target(self, seat: int, inventor: int, had_reached: bool) -> None:
        if not had_reached and rules.has_reached_target(self.state, self.printed, seat, inventor):
            man = inventor_id(self.box, self.state, seat, inventor)
            points = int(self.printed.target_points[self.state.team[seat], inventor])
            self.add_event("reaches-target", seat, "LI-108", score(seat, "inventors", points), [man], inventor=man, points=points)

    def scores(self) -> np.ndarray:
        return parts_of(self.state, self.printed)


# ---------------------------------------------------------------- what is counted


def holdings(box: Box, state: Any) -> Mapping[tuple[int, str], int]:
    """Return everything that can be counted: what every seat has, and what lies on the table (-1)."""
    found: Counter[tuple[int, str]] = Counter()
    inventions, tokens, disciplines, printed = box.ids("inventions"), box.ids("tokens"), box.ids("disciplines"), box.array[0]
    parts = parts_of(state.record, printed).tolist()
    for seat in range(state.players):
        found[seat, "points"] = sum(parts[seat])
        found |= {(seat, f"points.{part}"): points for part, points in zip(SCORE_PARTS, parts[seat], strict=True)}
        found |= {(seat, f"token.{token}"): number for token, number in zip(tokens, state.tokens[seat].tolist(), strict=True)}
        found[seat, "figurine"] = int(state.figurine == seat)
        if state.cubes_per_player:
            found[seat, "supply"] = int(state.cubes_left[seat])
        for i, man in enumerate(team_members(box)[state.team[seat]] if state.team[seat] != NONE else ()):
            found[seat, f"busy.{man}"] = int(state.busy[seat, i])
            found |= {(seat, level_of(man, discipline)): int(state.level[seat, i, d]) for d, discipline in enumerate(disciplines)}
    for card, owner in enumerate(state.where.tolist()):
        if owner >= 0:
            found[owner, f"patent.{inventions[card]}"] += 1
            found[owner, f"class.{printed.number[card]}"] += 1
    found[TABLE_SEAT, "pile"], found[TABLE_SEAT, "age"] = cards_in_piles(state), int(state.age)
    found[TABLE_SEAT, "bag"] = int(state.bag.sum())
    found |= {(TABLE_SEAT, f"bag.{token}"): number for token, number in zip(tokens, state.bag.tolist(), strict=True)}
    for slot in (one for one in range(SLOTS) if state.layout[one] != NONE):
        card = inventions[state.layout[slot]]
        found[TABLE_SEAT, "inventions"] += 1
        for d, discipline in enumerate(disciplines):
            found[TABLE_SEAT, free_of(card, discipline)] = int(state.free[slot, d])
        for token in (one for one in state.reward[slot].tolist() if one != NONE):
            found[TABLE_SEAT, reward_of(card, tokens[token])] += 1
        for seat in range(state.players):
            found[seat, f"cubes.{card}"] = int(state.cubes[slot, seat])
    return found


def parts_of(state: Any, printed: Any) -> np.ndarray:
    """The parts of every seat's score, as the rules count them."""
    parts = np.zeros((int(state.players), len(SCORE_PARTS)), np.int64)
    rules.breakdown(state, printed, parts)
    return parts


def cards_in_piles(state: Any) -> int:
    return int((state.where == PILE).sum())


# What is counted by which name.


def level_of(inventor: str, discipline: str) -> str:
    return f"level.{inventor}.{discipline}"


def free_of(invention: str, discipline: str) -> str:
    return f"free.{invention}.{discipline}"


def reward_of(invention: str, token: str) -> str:
    return f"reward.{invention}.{token}"


# The things on the board view that are no components.


def place_of(seat: int) -> str:
    return f"seat-{seat}"


def token_of(seat: int, token: str) -> str:
    return f"{place_of(seat)}.{token}"


def on_table(**by: int) -> list[Change]:
    return [Change(TABLE_SEAT, what, number) for what, number in by.items() if number]


def score(seat: int, part: str, points: int) -> list[Change]:
    return [Change(seat, f"points.{part}", points), Change(seat, "points", points)] if points else []


def cubes_of(seat: int, invention: str, number: int, state: Any) -> list[Change]:
    """Cubes come from the supply, where it is limited, and go back there."""
    placed = Change(seat, f"cubes.{invention}", number)
    return [placed, Change(seat, "supply", -number)] if state.cubes_per_player else [placed]
