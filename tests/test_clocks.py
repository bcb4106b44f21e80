"""Time to think: a bank that follows from the times of the entries alone."""

import random
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from inventorium.table.clocks import DAY, HOUR, PRESETS, Clock, Hand, Night, hands, is_given_up, pace_of, waiting_clock
from inventorium.table.entries import ACTION, CAME_BACK, CHANGES, CHAT, HANDED_OVER, SAT_DOWN, SEAT, UNDO, Entry
from inventorium.table.problems import Refused
from inventorium.table.seats import OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table

History = list[tuple[Entry, tuple[int, ...]]]
GAME = "legendary-inventors"


# ---------------------------------------------------------------- against a simple model


def a_history(chance: random.Random, players: int) -> History:
    """Something that could have happened at a table, with times in whole seconds."""
    found: History = []
    asked: tuple[int, ...] = (chance.randrange(players),)
    now, answers = chance.randrange(100), list[tuple[int, int, tuple[int, ...]]]()  # number, seat, asked before
    for number in range(1, chance.randint(2, 22)):
        now += chance.choice((0, 0, 1, 2, 5))
        kind = chance.choices((ACTION, UNDO, SEAT, CHAT), (10, 3, 2, 1))[0]
        if kind == UNDO and answers:
            action, seat, asked = answers.pop()
            entry = Entry(number, UNDO, seat, action, time=float(now))
        elif kind == SEAT:
            change = chance.choice((SAT_DOWN, HANDED_OVER, CAME_BACK))
            entry = Entry(number, SEAT, chance.randrange(players), CHANGES.index(change), time=float(now))
        elif kind == CHAT or not asked:
            entry = Entry(number, CHAT, 0, text="hm", time=float(now))
        else:
            seat, automatic = chance.choice(asked), chance.random() < 0.2
            if seat >= 0 and not automatic:
                answers.append((number, seat, asked))
            entry = Entry(number, ACTION, seat, 0, automatic, time=float(now))
            others = tuple(one for one in asked if one != seat)
            asked = chance.choice((others, (seat,), (-1,), tuple(chance.sample(range(players), chance.randint(1, players)))))
        found.append((entry, asked))
    return found


class Model:
    """Counts second by second. What was used and what was added stands in a list for each seat, and is added up anew."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.events: list[list[tuple[str, float]]] = [[] for _ in range(players)]
        self.bots, self.last = set[int](), dict[int, int]()

    def bank(self, seat: int) -> float:
        bank = self.clock.cap
        for what, number in self.events[seat]:
            if what == "bonus":
                bank = min(self.clock.cap, bank + self.clock.bonus)
            else:
                bank += number
        return bank

    def play(self, history: History) -> list[float]:
        asked: tuple[int, ...] = ()
        now = history[0][0].time
        for entry, after in history:
            while now < entry.time:
                now += 1
                for seat in asked:
                    if seat >= 0 and seat not in self.bots:
                        self.events[seat].append(("used", -1))
            self.note(entry)
            for seat in asked:
                if seat not in after and seat in self.last:
                    number = self.last.pop(seat)
                    self.events[seat] += [("bonus", number)] if entry.kind != UNDO else []
            asked = after
        return [self.bank(seat) for seat in range(len(self.events))]

    def note(self, entry: Entry) -> None:
        seat = entry.seat
        if entry.kind == ACTION and seat >= 0 and not entry.automatic and seat not in self.bots:
            self.last[seat] = entry.number
        elif entry.kind == UNDO:
            self.events[seat] = [one for one in self.events[seat] if one[0] != "bonus" or one[1] < entry.action]
        elif entry.kind == SEAT and CHANGES[entry.action] == SAT_DOWN:
            self.bots.discard(seat)
            self.last.pop(seat, None)
            self.events[seat] = []
        elif entry.kind == SEAT and CHANGES[entry.action] == CAME_BACK:
            self.bots.discard(seat)
            self.events[seat].append(("raise", max(0.0, self.clock.bonus - self.bank(seat))))
        elif entry.kind == SEAT:
            self.bots.add(seat)


def test_ten_thousand_histories_against_a_simple_model() -> None:
    chance, undone, at_zero, full = random.Random(1), 0, 0, 0
    for _ in range(10_000):
        players = chance.randint(2, 5)
        bonus = chance.randint(0, 6)
        clock = Clock(bonus, bonus + chance.randint(1, 9))
        history = a_history(chance, players)
        found = [hand.left for hand in hands(clock, players, history)]
        assert found == Model(clock, players).play(history), history
        undone += any(entry.kind == UNDO for entry, _ in history)
        at_zero += min(found) <= 0
        full += clock.cap in found
    assert min(undone, at_zero, full) > 1_000, "the histories have everything in them"


def test_undo_gives_no_time() -> None:
    """Nobody's bank is ever fuller after an undo than it was just before, with all the time that passed meanwhile."""
    chance, tried = random.Random(2), 0
    for _ in range(2_000):
        players, clock = chance.randint(2, 5), Clock(5, 20)
        history = a_history(chance, players)
        for place, (entry, _) in enumerate(history):
            if place and entry.kind == UNDO:
                before, last = hands(clock, players, history[:place]), history[place - 1][0].time
                after = hands(clock, players, history[: place + 1])
                tried += 1
                assert all(new.left <= old.at(clock, last, entry.time) for new, old in zip(after, before, strict=True))
    assert tried > 1_000


# ---------------------------------------------------------------- nights


def at(zone: str, *when: int) -> float:
    return datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(("day", "slept"), [((2026, 3, 28), 7), ((2026, 10, 24), 9), ((2026, 6, 1), 8)])
def test_a_night_in_which_the_clocks_are_changed(day: tuple[int, int, int], slept: int) -> None:
    """From 23 to 7 o'clock, as the clocks on the wall show: an hour is missing in March, and comes twice in October."""
    clock = Clock(HOUR, DAY, Night(23 * 60, 7 * 60, "Europe/Berlin"))
    year, month, number = day
    evening = at("Europe/Berlin", year, month, number, 22)
    morning = (datetime(year, month, number, 8, tzinfo=ZoneInfo("Europe/Berlin")) + timedelta(days=1)).timestamp()
    assert morning - evening == (slept + 2) * HOUR
    assert clock.counted(evening, morning) == 2 * HOUR
    assert clock.end(evening, 2 * HOUR) == morning and clock.end(evening, HOUR) == evening + HOUR
    assert clock.next_change(evening) == evening + HOUR and clock.next_change(evening + 2 * HOUR) == morning - HOUR
    assert clock.is_night(evening + 2 * HOUR) and not clock.is_night(evening) and not clock.is_night(morning)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"])
def test_nights_against_the_clock_on_the_wall(zone: str) -> None:
    """Minute by minute over the changes of a year: what counts is what the wall does not call night."""
    chance, place = random.Random(3), ZoneInfo(zone)
    for month, day in ((3, 7), (3, 28), (4, 4), (10, 3), (10, 24), (10, 31), (12, 31)):
        start, end = chance.choice(((23 * 60, 7 * 60), (22 * 60 + 30, 9 * 60), (13 * 60, 15 * 60)))
        clock = Clock(1, DAY, Night(start, end, zone))
        first = at("UTC", 2026, month, day, chance.randrange(24))
        awake = 0
        for minute in range(chance.randrange(60, 3_000)):
            wall = datetime.fromtimestamp(first + 60 * minute, place)
            now = 60 * wall.hour + wall.minute
            awake += not (start <= now < end if start < end else now >= start or now < end)
        assert clock.counted(first, first + 60 * (minute + 1)) == 60 * awake
        seconds = 60.0 * chance.randrange(1, 5_000)
        assert clock.counted(first, clock.end(first, seconds)) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Night(60, 60, "UTC"),
        lambda: Night(-1, 60, "UTC"),
        lambda: Night(0, 22 * 60, "UTC"),
        lambda: Night(0, 60, "Mars"),
        lambda: Night(0, 60, "../etc"),
        lambda: Night(0, 60, "/etc/passwd"),
        lambda: Night(0, 60, ""),
        lambda: Night(0, 60, "Europe"),
        lambda: Night(0, 60, "a\0b"),
        lambda: Clock(2, 1),
        lambda: Clock(-1, 1),
        lambda: Clock(0, 0),
        lambda: Clock(1, 91 * DAY),
        lambda: Clock(float("nan"), 1),
        lambda: Clock(1, float("nan")),
    ],
)
def test_what_no_clock_is(wrong: object) -> None:
    with pytest.raises(Refused):
        wrong()  # type: ignore[operator]


# ---------------------------------------------------------------- at a table


def test_a_table_keeps_time_and_a_restart_changes_nothing() -> None:
    clock = PRESETS["evening"]
    table = Table.new(Setup(GAME, 2, seed="7", clock=clock), now=0.0)
    now, first = 0.0, table.asked[0]
    assert table.due == (clock.cap,) and table.hands[first].runs and not table.hands[1 - first].runs
    while first in table.asked:
        now += HOUR
        table = table.play(first, table.position.actions(first)[0], now=now)
    assert table.hands[first].left == clock.cap, "a turn of an hour brings twelve"
    if table.may_undo(first):
        table = table.undo(first, now=now + HOUR)
        assert table.hands[first].left == clock.cap - now and table.due == (clock.cap + HOUR,)
    table = table.with_chat(0, "hello", now=now + 2 * HOUR).with_seat(first, "Mira", HANDED_OVER, now=now + 2 * HOUR)
    assert not table.hands[first].runs, "a bot needs no clock"
    again = Table.load(table.setup, table.entries)
    assert again.hands == table.hands and again.due == table.due and again.asks == table.asks


def test_whoever_comes_back_has_the_time_of_a_turn() -> None:
    clock = PRESETS["live"]
    table = Table.new(Setup(GAME, 2, seed="7", clock=clock), now=0.0)
    seat = table.asked[0]
    late = table.with_seat(seat, "Mira", CHANGES[2], now=2 * clock.cap)
    assert late.hands[seat].left == -clock.cap
    back = late.with_seat(seat, "Mira", CAME_BACK, now=3 * clock.cap)
    assert back.hands[seat] == Hand(clock.bonus, runs=True) and back.due == (3 * clock.cap + clock.bonus,)


def test_no_clock_runs_until_all_seats_are_taken() -> None:
    clock = waiting_clock(PRESETS["live"], [Seat(PERSON), Seat(OPEN), Seat(OPEN)])
    assert clock and clock.waits_for == 2 and pace_of(clock) == "live"
    table = Table.new(Setup(GAME, 3, seed="7", clock=clock), now=0.0)
    first = table.asked[0]
    table = table.with_seat(1, "Mira", now=DAY)
    assert table.due == () and not any(hand.runs for hand in table.hands)
    table = table.with_seat(2, "Jonas", now=2 * DAY)
    assert table.due == (2 * DAY + clock.cap,) and table.hands[first] == Hand(clock.cap, runs=True)


def test_a_table_that_nobody_wants_ends() -> None:
    assert not is_given_up((), 1e9) and not is_given_up((0.0, 5 * DAY), 14 * DAY) and is_given_up((0.0, 5 * DAY), 16 * DAY)
