"""Clocks. They follow from the times of the entries, so replay, undo and a restart need nothing more.

Every seat has a bank, which is full at first. It runs while the seat is to move: where several move at once, each has its own
clock. When a turn is over the seat gets the bonus: `bank = min(cap, bank - used + bonus)`. At zero nothing is lost: the others
may let a bot play for the seat, and a returning player has at least the time of one turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from inventorium.table.entries import ACTION, CAME_BACK, CHANGES, SAT_DOWN, SEAT, UNDO, Entry
from inventorium.table.problems import Refused
from inventorium.table.seats import OPEN, Seat

MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
LONGEST = 90 * DAY  # the longest bank
LONGEST_NIGHT = 21 * 60  # minutes: three hours a day are left to play in
GIVEN_UP = 10 * DAY  # after the end of their time: then the table is given up


@dataclass(frozen=True)
class Night:
    """From when until when no clock runs, in minutes of the day, wherever the table is at home."""

    start: int
    end: int
    zone: str

    def __post_init__(self) -> None:
        minutes = range(24 * 60)
        if self.start not in minutes or self.end not in minutes or not 0 < (self.end - self.start) % 1440 <= LONGEST_NIGHT:
            raise Refused("night")
        try:
            ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):  # OSError: the name of a folder
            raise Refused("zone", zone=self.zone[:40]) from None

    @cached_property
    def place(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    def nights(self, first: float, last: float) -> Iterator[tuple[float, float]]:
        """Yield every night that is not over before `first` and begins before `last`. What the clocks on the wall show counts:
        a night in which they are changed is an hour shorter or longer."""
        day = datetime.fromtimestamp(first, self.place).date() - timedelta(days=1)
        while (begin := self.moment(day, self.start)) < last:
            end = self.moment(day + timedelta(days=self.end <= self.start), self.end)
            if end > first:
                yield begin, end
            day += timedelta(days=1)

    def moment(self, day: date, minute: int) -> float:
        return datetime.combine(day, time(*divmod(minute, 60)), self.place).astimezone(UTC).timestamp()


@dataclass(frozen=True)
class Clock:
    """The agreed times: seconds that each turn brings, and the largest bank."""

    bonus: float
    cap: float
    night: Night | None = None
    waits_for: int = 0  # free seats at the beginning: no clock runs before as many people have sat down

    def __post_init__(self) -> None:
        if not 0 <= self.bonus <= self.cap <= LONGEST or self.cap <= 0:
            raise Refused("clock", days=int(LONGEST / DAY))

    @classmethod
    def read(cls, found: Any) -> "Clock | None":
        """Return the clock that was written as JSON; none, where there is none."""
        if found is None:
            return None
        night = Night(**found["night"]) if found.get("night") else None
        return cls(float(found["bonus"]), float(found["cap"]), night, int(found.get("waits_for", 0)))

    def has_begun(self, entries: Iterable[Entry]) -> bool:
        """Return whether all seats that were free at the beginning have been taken."""
        return sum(entry.kind == SEAT and CHANGES[entry.action] == SAT_DOWN for entry in entries) >= self.waits_for

    def counted(self, first: float, last: float) -> float:
        """Return how many of the seconds between two moments count."""
        if self.night is None or last - first > 2 * LONGEST:  # no one waits for so many nights
            return max(0.0, last - first)
        asleep = sum(min(end, last) - max(begin, first) for begin, end in self.night.nights(first, last))
        return max(0.0, last - first - asleep)

    def end(self, first: float, seconds: float) -> float:
        """Return the moment when so many seconds have counted."""
        moment = first + max(0.0, seconds)
        for begin, end in self.night.nights(first, first + 9 * LONGEST) if self.night else ():
            if begin >= moment:
                break
            moment += end - max(begin, first)
        return moment

    def next_change(self, now: float) -> float | None:
        """Return when all clocks begin or cease to run next; never, where there is no night."""
        if self.night is None:
            return None
        begin, end = next(self.night.nights(now, now + 3 * DAY))
        return end if begin <= now else begin

    def is_night(self, now: float) -> bool:
        return self.night is not None and any(begin <= now < end for begin, end in self.night.nights(now, now + 1))


NO_CLOCK, OWN_CLOCK, LIVE = "none", "own", "live"  # what a pace is called; LIVE is one of PRESETS
PRESETS = {LIVE: Clock(1 * MINUTE, 15 * MINUTE), "evening": Clock(12 * HOUR, 5 * DAY), "calm": Clock(36 * HOUR, 10 * DAY)}


def waiting_clock(clock: Clock | None, sitting: Sequence[Seat]) -> Clock | None:
    """Return a clock that does not run before all seats are taken."""
    return clock and replace(clock, waits_for=sum(who.kind == OPEN for who in sitting))


def pace_of(clock: Clock | None) -> str:
    """Return the name of a time control: a name of PRESETS, `own` or `none`. Nights and free seats do not matter."""
    if clock is None:
        return NO_CLOCK
    return next((name for name, preset in PRESETS.items() if replace(clock, night=None, waits_for=0) == preset), OWN_CLOCK)


def is_given_up(due: Sequence[float], now: float) -> bool:
    """Return whether a table is abandoned: the time of all seats to move was over long ago. A late move still continues it."""
    return bool(due) and max(due) + GIVEN_UP < now


@dataclass
class Hand:
    """The clock of one seat: seconds `left` at the time of the last entry, and whether it runs since then."""

    left: float
    runs: bool = False
    by_bot: bool = False  # a bot plays for the seat
    answered: int = 0  # the number of its last action in this turn
    gains: list[tuple[int, float]] = field(default_factory=list)  # of every turn: its last action, and what the bonus brought

    def at(self, clock: Clock, last: float, now: float) -> float:
        """Return the time left now, if the last entry came at `last`."""
        return self.left - clock.counted(last, now) if self.runs else self.left

    def note(self, clock: Clock, entry: Entry) -> None:
        """Note what an entry of this seat means for its clock."""
        if entry.kind == ACTION and not entry.automatic and not self.by_bot:
            self.answered = entry.number
        elif entry.kind == UNDO:  # gives no time: the turn continues, its bonus is yet to come
            while self.gains and self.gains[-1][0] >= entry.action:
                self.left -= self.gains.pop()[1]
        elif entry.kind == SEAT:
            change = CHANGES[entry.action]
            self.by_bot = change not in (SAT_DOWN, CAME_BACK)
            if change == SAT_DOWN:
                self.left, self.answered, self.gains = clock.cap, 0, []
            elif change == CAME_BACK:
                self.left = max(self.left, clock.bonus)

    def end_turn(self, clock: Clock, is_withdrawn: bool) -> None:
        """Give the bonus, if this seat acted itself: actions of the table, and a question that is withdrawn, bring none."""
        if self.answered and not is_withdrawn:
            gain = min(clock.cap, self.left + clock.bonus) - self.left
            self.left += gain
            self.gains.append((self.answered, gain))
        self.answered = 0


def hands(clock: Clock, players: int, history: Iterable[tuple[Entry, tuple[int, ...]]]) -> list[Hand]:
    """Return the clocks of all seats after a history of entries with the seats to move after each."""
    found, free = [Hand(clock.cap) for _ in range(players)], clock.waits_for
    now, before = 0.0, tuple[int, ...]()
    for entry, asked in history:
        free -= entry.kind == SEAT and CHANGES[entry.action] == SAT_DOWN
        moment = max(now, entry.time)  # clocks of machines differ; time does not go back
        for hand in found:
            hand.left = hand.at(clock, now, moment)
        if entry.seat >= 0:
            found[entry.seat].note(clock, entry)
        for seat in before:
            if seat >= 0 and seat not in asked:
                found[seat].end_turn(clock, is_withdrawn=entry.kind == UNDO)
        for seat, hand in enumerate(found):
            hand.runs = seat in asked and not hand.by_bot and free <= 0
        now, before = moment, asked
    return found
