"""Why one turn is better than another: what happens after it and not after the other.

Both turns are played on with the same luck and by the same players (futures.py). What happens in most of these pairs after one
turn only is a reason, told in events of the game: what the seat gets, what another seat would get otherwise. docs/review.md
explains how the reason is chosen. Nothing that was not seen to happen is said.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
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

PAIRS, SEALED_PAIRS = 12, 24  # of futures that are played on; sealed moves meet many others
LONGEST = 160  # answers in a future
USUAL, SURE = 0.75, 0.95  # what happens in so many pairs is said; what in so many, without a "probably"
LEAST = 0.5  # points: what is worth less is no reason
ENOUGH = 0.6  # what speaks for a turn is told where it weighs at least so much of what speaks against it
SECOND = 0.4  # of the worth of the first clause, from which on a second one is said
RIVALS = 0.6  # what another seat gets is a loss of so much of it
SOONER = 0.5  # of the worth of something that happens at once and otherwise later
KEPT = 0.4  # what is kept is no more than a promise of points
LOOK = 300  # simulations that look for the best other turn
MOST_NAMED = 3  # things in a clause
INSTEAD = "instead"  # part of the other move: its button says it
NOW, MORE, LATER, LESS, OTHERWISE = KINDS = ("now", "more", "later", "less", "otherwise")
CLEARLY = 0.35  # by so much more or less often sealed moves must bring something that is said
INDIFFERENT = 0.01  # a difference in the chance to win that is none


@dataclass(frozen=True)
class Clause:
    """One thing that happens after a turn (`now`: with it, `later`), after the other (`otherwise`), or, with sealed moves, in
    `more` or `less` of the cases."""

    kind: str
    key: str
    seat: int
    values: Mapping[str, Any]
    share: float  # of the pairs

    @property
    def is_sure(self) -> bool:
        """Whether it can be said without a "probably": it is part of the move itself."""
        return self.kind == NOW and self.share >= SURE

    def is_about(self, other: "Clause") -> bool:
        """Return whether two clauses say the same of two seats, or of the same things."""
        return self.key == other.key and self.seat != other.seat and self.values.get("thing") == other.values.get("thing")

    @property
    def text_key(self) -> str:
        return f"reasons.{self.kind}.{self.key}"


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


# ---------------------------------------------------------------- the reason


def why_better(turn: Turn, other: Sequence[int], gain: float, error: float, thread: Any = None, pairs: int = PAIRS) -> Reason:
    """Return why a turn is better than another one from the same position, by so much."""
    reason = Reason(turn.seat, gain, error, turn.actions, tuple(other))
    if gain <= 0 or reason.is_even:
        return reason
    pairs = max(pairs, SEALED_PAIRS) if turn.view.game.type.sealed else pairs
    return replace(reason, clauses=tuple(clauses_of(turn, futures_of(turn, other, thread, pairs))))


@dataclass
class Difference:
    """What happens in some pairs after one turn and not after the other."""

    is_after: bool  # after the turn that is explained, not after the other
    seat: int
    share: float
    worth: float  # for the seat that is explained
    seen: dict[int, Seen] = field(default_factory=dict)  # by pair
    rates: tuple[int, int] | None = None  # how often in 10 it happens after the turn, and after the other, where that is said

    @property
    def is_now(self) -> bool:
        return all(seen.is_now for seen in self.seen.values())

    @property
    def fact(self) -> Fact:
        return next(iter(self.seen.values())).fact


def clauses_of(turn: Turn, futures: Sequence[tuple[Future, Future]]) -> Iterator[Clause]:
    """Yield the one or two things that separate two turns most; nothing where what speaks against them weighs more."""
    found = differences(turn.view.game, turn.seat, futures)
    pros = sorted((one for one in found if one.worth >= LEAST), key=lambda one: -one.worth * one.share)
    cons = -sum(one.worth * one.share for one in found if one.worth < 0)
    if sum(one.worth * one.share for one in pros) < ENOUGH * cons:
        return
    groups: dict[tuple[str, str, int], list[Difference]] = defaultdict(list)
    for one in pros:
        groups[kind_of(one), one.fact.key, one.seat].append(one)
    against = {
        about: sum(one.worth * one.share for one in found if one.worth < 0 and is_like(one, ones))
        for about, ones in groups.items()
    }
    ranked = [
        (clause(*about, ones, len(futures)), worth_of(ones))
        for about, ones in groups.items()
        if worth_of(ones) + against[about] >= LEAST
    ]
    told = [(one, worth) for one, worth in sorted(ranked, key=lambda item: -item[1]) if can_say(one, turn.view.game)]
    first = [one for one, _ in told[:1]]
    second = [one for one, worth in told[1:] if worth >= SECOND * told[0][1] and "kept" not in (one.key, first[0].key)]
    second = [one for one in second if one.kind != first[0].kind or one.kind in (NOW, MORE)]
    second.sort(key=lambda one: one.kind != OTHERWISE)  # the contrast says most
    both = sorted(first + second[:1], key=lambda one: KINDS.index(one.kind))
    if len(both) == 2 and both[1].is_about(both[0]) and words_for(replace(both[1], key=f"{both[1].key}-it"), turn.view.game):
        both[1] = replace(both[1], key=f"{both[1].key}-it")
    yield from both


def is_like(one: Difference, others: Sequence[Difference]) -> bool:
    """Return whether something is of the same sort as others, or about the same."""
    return any(one.fact.key == other.fact.key or (one.fact.about and one.fact.about == other.fact.about) for other in others)


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
    """Return what happens in most pairs after one of two turns only, and what the seat keeps more of."""
    found = list[Difference]()
    for same in dict.fromkeys(same for pair in futures for future in pair for same in future.facts):
        both = [(one.facts.get(same, []), two.facts.get(same, [])) for one, two in futures]
        if game.type.sealed:
            found += rated(seat, both)
        else:
            found += more_after(seat, both, is_after=True)
            found += more_after(seat, [(two, one) for one, two in both], is_after=False)
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
                found.append(Difference(sign > 0, seat, len(seen) / len(more), sign * fact.worth, seen))
    return found


def on_average(seat: int, what: str, worth: float, more: Sequence[int]) -> Iterator[Difference]:
    """Yield what a seat keeps more of on average after sealed moves, where that is certain."""
    number = round(fmean(more))
    if abs(number) > 2 * standard_error(np.array(more)):
        fact = Fact("kept", seat, (), KEPT * worth * abs(number), (("won", ((abs(number), what),)),))
        seen = dict.fromkeys(range(len(more)), Seen(fact, True))
        yield Difference(number > 0, seat, 1.0, fact.worth if number > 0 else -fact.worth, seen)


def more_after(seat: int, both: Sequence[tuple[list[Seen], list[Seen]]], is_after: bool) -> Iterator[Difference]:
    """Yield what is part of the first turn and not of the second, or follows the first in most pairs and not the second."""
    one_now, two_now = (sum(any(fact.is_now for fact in pair[which]) for pair in both) for which in range(2))
    is_part = one_now == len(both) and not two_now
    seen = {
        number: next(fact for fact in one if fact.is_now == is_part)
        for number, (one, two) in enumerate(both)
        if is_part or (len(one) > len(two) and not one[-1].is_now)
    }
    if seen and len(seen) >= USUAL * len(both):
        fact = next(iter(seen.values())).fact
        worth = fmean(one.fact.worth for one in seen.values()) * for_seat(seat, fact.seat)
        if is_part:  # the other turn may lead to it later
            worth *= max(sum(len(one) > len(two) for one, two in both) / len(both), SOONER)
        yield Difference(is_after, fact.seat, len(seen) / len(both), worth if is_after else -worth, seen)


def rated(seat: int, both: Sequence[tuple[list[Seen], list[Seen]]]) -> Iterator[Difference]:
    """Yield what one of two sets of sealed moves brings clearly more often than the other."""
    one, two = ({number: pair[which][0] for number, pair in enumerate(both) if pair[which]} for which in range(2))
    by = (len(one) - len(two)) / len(both)
    if abs(by) < CLEARLY:
        return
    seen = one if by > 0 else two
    fact, share = next(iter(seen.values())).fact, len(seen) / len(both)
    worth = fmean(each.fact.worth for each in seen.values()) * for_seat(seat, fact.seat) * by
    rates = tuple(round(10 * len(each) / len(both)) for each in (one, two))
    is_plain = share >= USUAL and share - abs(by) <= 1 - USUAL
    yield Difference(by > 0, fact.seat, share, worth / share, seen, None if is_plain else (rates[0], rates[1]))


def for_seat(seat: int, other: int) -> float:
    """Return what a point of one seat is worth for another."""
    return 1.0 if other == seat else 0.0 if other == TABLE else -RIVALS


# ---------------------------------------------------------------- playing on


def futures_of(
    turn: Turn, other: Sequence[int], thread: Any = None, pairs: int = PAIRS, seed: str = "reasons"
) -> list[tuple[Future, Future]]:
    """Return what happens after a turn and after another one, each time with the same luck for both."""
    starts, logs = logs_of(turn, other, thread, pairs, seed)
    story, plans, futures = Story(turn.view, turn.seat), [(), ()] if turn.view.game.type.sealed else [turn.actions, other], []
    for number in range(pairs):
        states = starts[number % len(starts)].states
        one, two = (story.future(states, plan, log) for plan, log in zip(plans, logs[number], strict=True))
        futures.append((one, two))
    return futures


def logs_of(turn: Turn, other: Sequence[int], thread: Any, pairs: int, seed: str) -> tuple[list[Position], np.ndarray]:
    """Play on after a turn and after another one, each time with the same luck for both. Return the positions before them, over
    and over again if they are fewer, and who did what afterwards: [pair, turn, number, (seat, action)]."""
    view, game, sealed = turn.view, turn.view.game, turn.view.game.type.sealed
    starts = [start_of(view, number) for number in range(pairs if game.type.secrets else 1)]
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
        game.reasons.TURNS,
        new_stream(seed),
        new_stream(f"{seed} choices"),
        net,
        bots.compiled(game, "inference").room_for(view.states, net) if net else None,
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
        found, kept = defaultdict[Same, list[Seen]](list), states
        for action in actions:
            kept = states = self.add(found, states, self.seat, action, is_now=True)
        for seat, action in log.tolist():
            if seat < DEALER:
                break
            states = self.add(found, states, seat, action, is_now=self.game.type.sealed)
        has = self.game.events.holdings(self.box, Fields(kept if actions else states))
        return Future(dict(found), {what: has.get((self.seat, what), 0) for what in self.game.reasons.KEPT})

    def add(self, found: dict[Same, list[Seen]], states: np.ndarray, seat: int, action: int, is_now: bool) -> np.ndarray:
        """Add the facts of an action, and return the position after it."""
        key = states.tobytes(), seat, action
        if key not in self.known:
            then = copied(states)
            self.game.rules.apply(then[0], self.box.array[0], seat, action)
            events = list(self.game.events.events(self.box, Fields(states), Fields(then), seat, action))
            self.known[key] = tuple(self.game.reasons.facts(self.box, events)), then
        facts, then = self.known[key]
        for fact in facts:
            found[fact[:3]].append(Seen(fact, is_now))
        return then


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
