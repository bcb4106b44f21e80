"""Why one turn is better than another: what happens after it and not after the other.

Both turns are played on with the same luck and by the same players (futures.py). What happens in most of these pairs after one
turn only is a reason, told in events of the game: what the seat gets, what another seat would get otherwise. docs/review.md
explains how the reason is chosen. Nothing that was not seen to happen is said, and nothing that does not happen again with
other luck.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from statistics import fmean
from string import Formatter
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from inventorium import bots
from inventorium.bots.networks import as_int32, network_for
from inventorium.core.box import Box
from inventorium.core.chance import new_stream
from inventorium.core.events import TABLE, capital
from inventorium.core.facts import Fact
from inventorium.core.game import Game
from inventorium.core.position import DEALER, Fields, Position, View, copied
from inventorium.core.statistics import standard_error
from inventorium.core.words import ENGLISH, Key, Words
from inventorium.review.turns import Turn, after, start_of

PAIRS, SEALED_PAIRS = 24, 96  # of futures that are played on, and again to confirm; sealed moves meet many others
LONGEST = 400  # answers in a future
IMAGINED = 24  # positions that look as the seat saw it
USUAL = 0.75  # what happens in so many pairs is said
AGAIN = 0.65  # what happens in so many pairs with other luck, too, is usual
LEAST = 0.3  # points: what is worth less is no reason
LEAST_MEAN = 0.85  # the same of what a seat has more of on average
ENOUGH = 0.5  # what speaks for a turn is told where it weighs at least so much of what speaks against it
AGAINST = 0.5  # of the worth of something like it, that the other turn brings
SECOND = 0.4  # of the worth of the first clause, from which on a second one is said
RIVALS = 0.6  # what another seat gets is a loss of so much of it
SOONER = 0.5  # of the worth of something that happens at once and otherwise later
KEPT = 0.4  # what is kept is no more than a promise of points
LOOK = 300  # simulations that look for the best other turn
MOST_NAMED = 3  # things in a clause
NOW, MORE, LATER, GROWS, FALLS, LESS, OTHERWISE, INSTEAD = KINDS = (
    "now",
    "more",
    "later",
    "grows",
    "falls",
    "less",
    "otherwise",
    "instead",
)
OFTEN = "often"  # the words of what happens more or less often: both say how often
CLEARLY, SEALED_CLEARLY = 0.2, 0.15  # by so much more or less often something must happen that is said
LEAST_RATES = 3  # cases of 10: a smaller difference convinces nobody
CERTAIN = 2.5  # standard errors from 0: then a difference is certain
AVERAGE = 0.5  # of the worth of events: a mean says less
INDIFFERENT = 0.01  # a difference in the chance to win that is none


@dataclass(frozen=True)
class Clause:
    """One thing that happens after a turn (`now`: with it, `later`), after the other (`otherwise`, `instead`: with it), in
    `more` or `less` of the cases, or of which a seat has more or less on average (`grows`, `falls`)."""

    kind: str
    key: str
    seat: int
    values: Mapping[str, Any]
    share: float  # of the pairs

    @property
    def is_sure(self) -> bool:
        """Whether it can be said without a "probably": it is part of the move itself, whatever the others have sealed."""
        return self.kind == NOW and self.share == 1

    def is_about(self, other: "Clause") -> bool:
        """Return whether two clauses say the same of two seats, or of the same things."""
        return self.key == other.key and self.seat != other.seat and self.values.get("thing") == other.values.get("thing")

    @property
    def text_key(self) -> str:
        return f"reasons.{OFTEN if self.kind in (MORE, LESS) else self.kind}.{self.key}"


@dataclass(frozen=True)
class Reason:
    """Why a turn is better than another, without words: `say` has them."""

    seat: int
    gain: float  # in chances to win
    error: float  # its standard error
    better: tuple[int, ...]
    other: tuple[int, ...]
    clauses: tuple[Clause, ...] = ()
    in_points: bool = False  # the gain is one of points, by what they count where a game is as good as decided

    @property
    def is_even(self) -> bool:
        """Whether nothing separates the two turns."""
        return abs(self.gain) < max(INDIFFERENT, 2 * self.error)


class Seen(NamedTuple):
    """A fact in one future."""

    fact: Fact
    is_now: bool


Same = tuple[str, int, tuple[tuple[str, Any], ...]]  # what facts must have in common to be the same


class Future(NamedTuple):
    """What happens after a turn, and what the seat has then."""

    facts: dict[Same, list[Seen]]
    kept: dict[str, int]
    totals: dict[tuple[int, str], int]  # what every seat has in the end, or had until then


# ---------------------------------------------------------------- the reason


def why_better(turn: Turn, other: Sequence[int], gain: float, error: float, thread: Any = None, pairs: int = PAIRS) -> Reason:
    """Return why a turn is better than another one from the same position, by so much."""
    reason = Reason(turn.seat, gain, error, turn.actions, tuple(other))
    if gain <= 0 or reason.is_even:
        return reason
    pairs = max(pairs, SEALED_PAIRS) if turn.view.game.type.sealed else pairs
    again = cache(lambda: futures_of(turn, other, thread, pairs, "confirmed"))
    return replace(reason, clauses=tuple(clauses_of(turn, futures_of(turn, other, thread, pairs), again)))


@dataclass
class Difference:
    """What happens in some pairs after one turn and not after the other."""

    same: Same
    is_after: bool  # after the turn that is explained, not after the other
    seat: int
    share: float
    worth: float  # for the seat that is explained
    seen: dict[int, Seen] = field(default_factory=dict)  # by pair
    rates: tuple[int, int] | None = None  # how often in 10 it happens after the turn, and after the other, where that is said
    is_mean: bool = False  # of this a seat has more or less on average

    @property
    def is_now(self) -> bool:
        return all(seen.is_now for seen in self.seen.values())

    @property
    def fact(self) -> Fact:
        return next(iter(self.seen.values())).fact


def clauses_of(
    turn: Turn, futures: Sequence[tuple[Future, Future]], again: Callable[[], Sequence[tuple[Future, Future]]]
) -> Iterator[Clause]:
    """Yield the one or two things that separate two turns most, of those that other luck confirms; nothing where what speaks
    against them weighs more."""
    game = turn.view.game
    found = differences(game, turn.seat, futures)
    events, means = [one for one in found if not one.is_mean], [one for one in found if one.is_mean and one.worth >= LEAST_MEAN]
    pros = sorted((one for one in events if one.worth >= LEAST), key=lambda one: -one.worth * one.share)
    cons = -sum(one.worth * one.share for one in events if one.worth < 0)
    if worth_of(pros) < ENOUGH * cons and not means:
        return
    groups: dict[tuple[str, str, int], list[Difference]] = defaultdict(list)
    for one in pros:
        groups[kind_of(one), key_of(one, events, game), one.seat].append(one)
    for one in means:
        groups[kind_of(one), one.fact.key, one.seat] = [one]
    ranked = [
        (about, ones, worth_of(ones) * (AVERAGE if ones[0].is_mean else 1))
        for about, ones in groups.items()
        if worth_of(ones) + AGAINST * worth_of([one for one in events if one.worth < 0 and is_like(one, ones)]) >= LEAST
    ]
    told: list[tuple[Clause, float]] = []
    for (kind, key, seat), ones, worth in sorted(ranked, key=lambda item: -item[2]):
        if told and (len(told) == 2 or worth < SECOND * told[0][1]):
            break
        if not can_say(clause(kind, key, seat, ones, len(futures)), game):
            continue
        sure = [one for one in ones if is_confirmed(one, game, turn.seat, again())]
        found_again = clause(kind, key, seat, sure, len(futures)) if worth_of(sure) >= LEAST else None
        if found_again and can_say(found_again, game) and (not told or is_second(found_again, told[0][0])):
            told.append((found_again, worth))
    both = sorted((clause for clause, _ in told), key=lambda clause: KINDS.index(clause.kind))
    if len(both) == 2 and both[1].is_about(both[0]) and words_for(replace(both[1], key=f"{both[1].key}-it"), game):
        both[1] = replace(both[1], key=f"{both[1].key}-it")
    yield from both


def key_of(one: Difference, events: Sequence[Difference], game: Game) -> str:
    """Return the key of a difference; one of its own, if it has words, where the other turn does something like it at once."""
    key = f"{one.fact.key}-instead"
    is_like = any(kind_of(other) == INSTEAD and other.same[:2] == one.same[:2] for other in events)
    has_words = kind_of(one) == LATER and game.words(ENGLISH).get(f"reasons.{LATER}.{key}")
    return key if is_like and has_words else one.fact.key


def is_second(one: Clause, first: Clause) -> bool:
    """Return whether a clause says something else than the first one."""
    if {one.kind, first.kind} & {GROWS, FALLS} or "kept" in (one.key, first.key):
        return False
    if one.is_about(first) and one.kind in (MORE, LESS):
        return False
    return one.kind != first.kind or one.kind in (NOW, MORE)


def is_like(one: Difference, others: Sequence[Difference]) -> bool:
    """Return whether something is of the same sort as others for the same seat, or about the same."""
    return any(one.same[:2] == other.same[:2] or (one.fact.about and one.fact.about == other.fact.about) for other in others)


def worth_of(ones: Sequence[Difference]) -> float:
    return sum(one.worth * one.share for one in ones)


def words_for(one: Clause, game: Game) -> str:
    """Return the English words of a clause; "" where there are none."""
    return str(game.words(ENGLISH).get(one.text_key, ""))


def can_say(one: Clause, game: Game) -> bool:
    """Return whether the game has words for a clause, and the clause everything that they name."""
    text = words_for(one, game)
    return bool(text) and {gap for _, gap, _, _ in Formatter().parse(text) if gap} <= {*one.values, "who", "you", "sure"}


def kind_of(one: Difference) -> str:
    if one.is_mean:
        return GROWS if one.is_after else FALLS
    if one.rates:
        return MORE if one.is_after else LESS
    if not one.is_after:
        return INSTEAD if one.is_now and one.fact.key != "kept" else OTHERWISE
    return NOW if one.is_now else LATER


def clause(kind: str, key: str, seat: int, ones: Sequence[Difference], pairs: int) -> Clause:
    """Return one clause of facts that differ only in what they are about: as many as happen together in most pairs, with the
    numbers that they mostly have there."""
    if ones[0].rates:
        times, less = ones[0].rates
        about = {name: list(thing) if isinstance(thing, tuple) else [thing] for name, thing in ones[0].fact.about}
        return Clause(kind, key, seat, {**about, "times": times, "rarely": less}, ones[0].share)
    chosen, numbers = list[Difference](), set(range(pairs))
    for one in ones:
        if len(chosen) < MOST_NAMED and len(numbers & one.seen.keys()) >= USUAL * pairs:
            chosen.append(one)
            numbers &= one.seen.keys()
    values: dict[str, Any] = {}
    for name, thing in (about for one in chosen for about in one.fact.about):
        values[name] = [*values.get(name, []), *(thing if isinstance(thing, tuple) else [thing])]
    amounts = Counter(
        tuple(reduce(added, amount) for amount in zip(*(details(one.seen[number]) for one in chosen), strict=True))
        for number in sorted(numbers)
    )
    amount, times = amounts.most_common(1)[0]
    if amount and times >= USUAL * pairs:
        values |= zip((name for name, _ in chosen[0].fact.details), amount, strict=True)
        return Clause(kind, key, seat, values, times / pairs)
    return Clause(kind, f"{key}-any" if amount else key, seat, values, len(numbers) / pairs)


def details(seen: Seen) -> list[Any]:
    return [amount for _, amount in seen.fact.details]


def added(one: Any, other: Any) -> Any:
    """Return the sum of two numbers, or of two lists of goods."""
    if isinstance(one, int):
        return one + other
    total: dict[str, int] = defaultdict(int)
    for number, good in (*one, *other):
        total[good] += number
    return tuple((number, good) for good, number in total.items())


def differences(game: Game, seat: int, futures: Sequence[tuple[Future, Future]]) -> list[Difference]:
    """Return what happens in most pairs after one of two turns only, or clearly more often, and what seats have more of."""
    found = list[Difference]()
    for same in dict.fromkeys(same for pair in futures for future in pair for same in future.facts):
        both = [(one.facts.get(same, []), two.facts.get(same, [])) for one, two in futures]
        usual = list[Difference]()
        if not game.type.sealed:
            usual += more_after(seat, same, both, is_after=True)
            usual += more_after(seat, same, [(two, one) for one, two in both], is_after=False)
        found += usual or rated(seat, same, both, SEALED_CLEARLY if game.type.sealed else CLEARLY)
    for what, worth in game.reasons.KEPT.items():
        more = [one.kept[what] - two.kept[what] for one, two in futures]
        if game.type.sealed:
            found += on_average(seat, what, worth, more)
            continue
        for sign in (1, -1):
            number = sorted(sign * one for one in more)[int((1 - USUAL) * len(more))]  # so many or more in most pairs
            if number > 0:
                fact = Fact("kept", seat, (), KEPT * worth * number, (("won", ((number, what),)),))
                seen = {index: Seen(fact, True) for index, one in enumerate(more) if sign * one >= number}
                same = ("kept", seat, (("thing", what),))
                found.append(Difference(same, sign > 0, seat, len(seen) / len(more), sign * fact.worth, seen))
    for who, what in dict.fromkeys(key for pair in futures for future in pair for key in future.totals):
        found += mean(seat, who, what, game.reasons.AVERAGE[what], futures)
    return found


def is_confirmed(one: Difference, game: Game, seat: int, again: Sequence[tuple[Future, Future]]) -> bool:
    """Return whether what separates two turns does so with other luck, too. Rates are corrected by it."""
    key, who, about = one.same
    amounts: dict[str, Any] = dict(one.fact.details)
    if one.is_mean:
        more = [pair[not one.is_after].totals.get((who, key), 0) - pair[one.is_after].totals.get((who, key), 0) for pair in again]
        return fmean(more) >= 0.5 * amounts["number"]
    if key == "kept":
        what, number = str(about[0][1]), amounts["won"][0][0]
        more = [pair[not one.is_after].kept[what] - pair[one.is_after].kept[what] for pair in again]
        return fmean(more) >= 0.5 * number if game.type.sealed else fmean(by >= number for by in more) >= AGAIN
    both = [(first.facts.get(one.same, []), second.facts.get(one.same, [])) for first, second in again]
    often = [fmean(bool(pair[which]) for pair in both) for which in range(2)]
    if one.rates:
        one.rates = (round(10 * often[0]), round(10 * often[1]))
        return (one.rates[0] - one.rates[1]) * (1 if one.is_after else -1) >= LEAST_RATES
    if game.type.sealed:
        return often[not one.is_after] >= AGAIN and often[one.is_after] <= 1 - AGAIN
    ordered = both if one.is_after else [(second, first) for first, second in both]
    return bool(next(more_after(seat, one.same, ordered, one.is_after, AGAIN), None))


def on_average(seat: int, what: str, worth: float, more: Sequence[int]) -> Iterator[Difference]:
    """Yield what a seat keeps more of on average after sealed moves, where that is certain."""
    number = round(fmean(more))
    if abs(number) > CERTAIN * standard_error(np.array(more)):
        fact = Fact("kept", seat, (), KEPT * worth * abs(number), (("won", ((abs(number), what),)),))
        seen = dict.fromkeys(range(len(more)), Seen(fact, True))
        same = ("kept", seat, (("thing", what),))
        yield Difference(same, number > 0, seat, 1.0, fact.worth if number > 0 else -fact.worth, seen)


def mean(seat: int, who: int, what: str, worth: float, futures: Sequence[tuple[Future, Future]]) -> Iterator[Difference]:
    """Yield what a seat has more or less of on average in the end, where that is certain."""
    more = np.array([one.totals.get((who, what), 0) - two.totals.get((who, what), 0) for one, two in futures])
    number = round(float(more.mean()))
    if number and abs(more.mean()) > CERTAIN * standard_error(more):
        fact = Fact(what.replace(".", "-"), who, (), worth * abs(number), (("number", abs(number)),))
        seen = dict.fromkeys(range(len(more)), Seen(fact, False))
        value = worth * number * for_seat(seat, who)
        yield Difference((what, who, ()), number > 0, who, 1.0, value, seen, is_mean=True)


def more_after(
    seat: int, same: Same, both: Sequence[tuple[list[Seen], list[Seen]]], is_after: bool, usual: float = USUAL
) -> Iterator[Difference]:
    """Yield what is part of the first turn and not of the second, or follows the first in most pairs and not the second."""
    one_now, two_now = (sum(any(fact.is_now for fact in pair[which]) for pair in both) for which in range(2))
    is_part = one_now == len(both) and not two_now
    seen = {
        number: next(fact for fact in one if fact.is_now == is_part)
        for number, (one, two) in enumerate(both)
        if is_part or (len(one) > len(two) and not one[-1].is_now)
    }
    if seen and len(seen) >= usual * len(both):
        fact = next(iter(seen.values())).fact
        worth = fmean(one.fact.worth for one in seen.values()) * for_seat(seat, fact.seat)
        if is_part:  # the other turn may lead to it later
            worth *= max(sum(len(one) > len(two) for one, two in both) / len(both), SOONER)
        yield Difference(same, is_after, fact.seat, len(seen) / len(both), worth if is_after else -worth, seen)


def rated(seat: int, same: Same, both: Sequence[tuple[list[Seen], list[Seen]]], clearly: float) -> Iterator[Difference]:
    """Yield what one of two turns brings clearly more often than the other."""
    one, two = ({number: pair[which][0] for number, pair in enumerate(both) if pair[which]} for which in range(2))
    by = (len(one) - len(two)) / len(both)
    more = np.array([bool(first) - bool(second) for first, second in both], float)
    if abs(by) < clearly or abs(by) < CERTAIN * standard_error(more):
        return
    seen = one if by > 0 else two
    fact, share = next(iter(seen.values())).fact, len(seen) / len(both)
    worth = fmean(each.fact.worth for each in seen.values()) * for_seat(seat, fact.seat) * by
    rates = tuple(round(10 * len(each) / len(both)) for each in (one, two))
    is_plain = share >= USUAL and share - abs(by) <= 1 - USUAL
    yield Difference(same, by > 0, fact.seat, share, worth / share, seen, None if is_plain else (rates[0], rates[1]))


def for_seat(seat: int, other: int) -> float:
    """Return what a point of one seat is worth for another."""
    return 1.0 if other == seat else 0.0 if other == TABLE else -RIVALS


# ---------------------------------------------------------------- playing on


def futures_of(
    turn: Turn, other: Sequence[int], thread: Any = None, pairs: int = PAIRS, seed: str = "reasons"
) -> list[tuple[Future, Future]]:
    """Return what happens after a turn and after another one, each time with the same luck for both."""
    starts, logs = logs_of(turn, other, thread, pairs, seed)
    story, plans, futures = (
        Story(turn.view, turn.seat),
        [(), ()] if turn.view.game.type.sealed else [turn.actions, other],
        [],
    )
    for number in range(pairs):
        states = starts[number % len(starts)].states
        one, two = (story.future(states, plan, log) for plan, log in zip(plans, logs[number], strict=True))
        futures.append((one, two))
    return futures


def logs_of(turn: Turn, other: Sequence[int], thread: Any, pairs: int, seed: str) -> tuple[list[Position], np.ndarray]:
    """Play on after a turn and after another one, each time with the same luck for both. Return the positions before them, over
    and over again if they are fewer, and who did what afterwards: [pair, turn, number, (seat, action)]."""
    view, game, sealed = turn.view, turn.view.game, turn.view.game.type.sealed
    starts = [start_of(view, f"{seed} {number}") for number in range(min(pairs, IMAGINED) if game.type.secrets else 1)]
    value: Any = game.value
    for start in starts if sealed else ():  # what others have sealed is not known; they seal what a search would
        value.forget_sealed(start.states[0], view.box.array[0], turn.seat)
    turns = game.reasons.TURNS_AFTER.get(game.tables.SPACE.family(turn.actions[0]), game.reasons.TURNS)
    begun = [[start if sealed else after(start, turn.seat, actions) for actions in (turn.actions, other)] for start in starts]
    states = np.array([[one.states[0] for one in begun[number % len(begun)]] for number in range(pairs)], view.states.dtype)
    logs = np.empty((pairs, 2, LONGEST, 2), np.int64)
    own = np.full((2, max(1, game.type.longest_sealed)), DEALER, np.int64)
    plans, odds = np.zeros((game.seats, 1, own.shape[1]), np.int64), np.ones((game.seats, 1))
    if sealed:
        for plan, actions in zip(own, (turn.actions, other), strict=True):
            plan[: len(actions)] = actions
        plans, odds = thread.others
    net = network_for(view.box, view.options)
    trial, look = view.states.copy(), view.states.copy()
    compiled(game).play_pairs(
        states,
        view.box.array,
        np.int64(turn.seat),
        own,
        plans,
        odds,
        turns,
        new_stream(seed),
        new_stream(f"{seed} choices"),
        net,
        bots.compiled(game, "inference").new_scratch(view.states, net) if net else None,
        trial,
        as_int32(trial),
        look,
        np.empty(game.actions, np.int64),
        logs,
    )
    return starts, logs


@cache
def compiled(game: Game) -> ModuleType:
    """Return futures.py, compiled with the rules of a game."""
    parts = {name: bots.compiled(game, name) for name in ("evaluator", "inference")}
    regret = bots.compiled(game, "regret") if game.type.sealed else None
    return game.bind("inventorium.review.futures", engine=game.engine, regret=regret, **parts)


class Story:
    """Tells futures of one position in facts. What many of them share is told once."""

    def __init__(self, view: View, seat: int) -> None:
        self.game, self.box, self.seat = view.game, view.box, seat
        self.known: dict[tuple[bytes, int, int], tuple[tuple[Fact, ...], np.ndarray]] = {}

    def future(self, states: np.ndarray, actions: Sequence[int], log: np.ndarray) -> Future:
        """Return what happens in a turn and in what follows it. What the seat keeps is counted after its turn, or when sealed
        moves are settled."""
        found, kept, averages = defaultdict[Same, list[Seen]](list), states, self.game.reasons.AVERAGE
        for action in actions:
            kept = states = self.add(found, states, self.seat, action, is_now=True)
        for seat, action in log.tolist():
            if seat < DEALER:
                break
            states = self.add(found, states, seat, action, is_now=self.game.type.sealed)
        has = self.holdings(kept if actions else states)
        totals = {key: number for key, number in (self.holdings(states) if averages else {}).items() if key[1] in averages}
        for key, who, _ in list(found):
            if key in averages:
                totals[who, key] = sum(int(amount) for one in found.pop((key, who, ())) for amount in details(one))
        return Future(dict(found), {what: has.get((self.seat, what), 0) for what in self.game.reasons.KEPT}, totals)

    def holdings(self, states: np.ndarray) -> Mapping[tuple[int, str], int]:
        return self.game.events.holdings(self.box, Fields(states))

    def add(self, found: dict[Same, list[Seen]], states: np.ndarray, seat: int, action: int, is_now: bool) -> np.ndarray:
        """Add the facts of an action, and return the position after it."""
        key = states.tobytes(), seat, action
        if key not in self.known:
            then = copied(states)
            self.game.rules.apply(then[0], self.box.array[0], seat, action)
            self.known[key] = tuple(self.facts(states, then, seat, action)), then
        facts, then = self.known[key]
        for fact in facts:
            found[fact[:3]].append(Seen(fact, is_now))
        return then

    def facts(self, states: np.ndarray, then: np.ndarray, seat: int, action: int) -> Iterable[Fact]:
        """Return the facts of an action. While moves are sealed nothing happens."""
        game, value = self.game, self.game.value
        is_sealed = game.type.sealed and value is not None and value.window(states[0]) == value.window(then[0])
        if is_sealed and not game.rules.is_over(then[0]):
            return ()
        return self.game.reasons.facts(
            self.box, list(self.game.events.events(self.box, Fields(states), Fields(then), seat, action))
        )


# ---------------------------------------------------------------- in words


def say(reason: Reason, box: Box, words: Words, names: Sequence[str], hearer: int) -> str:
    """Return a reason as one sentence; "" where there is none. `hearer` is the seat that reads it."""
    if not reason.clauses:
        return ""
    clauses = [say_clause(one, box, words, names, hearer) for one in reason.clauses]
    values = {f"clause{number}": text for number, text in enumerate(clauses, 1)}
    return capital(words("reasons.two" if len(clauses) == 2 else "reasons.one", **values))


def say_clause(one: Clause, box: Box, words: Words, names: Sequence[str], hearer: int) -> str:
    values = {name: shown(value, box, words) for name, value in one.values.items()}
    who = (words("you") if one.seat == hearer else names[one.seat]) if one.seat != TABLE else ""
    return words(one.text_key, who=who, you=int(one.seat == hearer), sure=int(one.is_sure), **values)


def shown(value: Any, box: Box, words: Words) -> Any:
    """Return a value of a clause as a text has it: components by name, goods as 2 coins and 1 wood."""
    if not isinstance(value, list | tuple):
        return value
    if value and isinstance(value[0], str):
        return [Key(one) if "." in one else box.name(one, words.language) for one in value]
    return [(number, Key(f"many.{good}", number=number)) for number, good in value]
