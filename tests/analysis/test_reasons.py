"""Reasons are true: what they say is on the board and happens when the game is played on, and only after the better move."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from inventorium import bots, review
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.core.position import DEALER, Fields, Position, copied
from inventorium.review import Decision
from inventorium.review.decisions import PLANNING, explain_against
from inventorium.review.explanations import LATER, LESS, MORE, NOW, OTHERWISE, Clause, Reason, logs_of, say
from inventorium.review.report import reason_for, sentence
from inventorium.review.turns import Turn, after, best_other, completed, play_all, start_of, thinker
from tests.languages import LANGUAGES
from tests.tiers import in_tiers

NAMES = library.names()
SEATS = ("Ada", "Bob", "Cleo", "Dan", "Eve")
FRESH = 24  # pairs with other luck, by which a clause is checked
Holdings = Mapping[tuple[int, str], int]


def decisions(name: str, number: int, seed: str) -> Iterator[tuple[Turn, tuple[int, ...], Any]]:
    """Yield turns from games of greedy bots with another turn each, and the plans of the others where moves are sealed."""
    game, random, found = load_game(name), Random(f"{seed} {name}"), 0
    while found < number:
        position = game.new(random.choice(game.players), seed=f"{seed} {found}")
        bot = bots.make("greedy", game, found)
        while not position.over and found < number:
            seat = position.to_act[0]
            view = position.view(seat)
            if len(view.actions()) > 2 and random.random() < 0.06:
                yield decision(view.seat, view, random)
                found += 1
            position.act(bot.choose(view), seat)


def decision(seat: int, view: Any, random: Random) -> tuple[Turn, tuple[int, ...], Any]:
    turn = Turn(seat, 0, (), view)
    if view.game.type.sealed:
        thread = thinker(view, PLANNING).ponder(view)[0]
        drawn = tuple(play_all(start_of(view, 0), seat, bots.built_in("random", view.game, random.randrange(1000))))
        return replace(turn, actions=drawn), best_other(replace(turn, actions=drawn), 1, thread) or drawn, thread
    one, two = random.sample(view.actions(), 2)
    return replace(turn, actions=completed(turn, [one])), completed(turn, [two]), None


# ---------------------------------------------------------------- checking a clause, by positions alone


class Board:
    """What a line of play changed on the table, seen in what `holdings` counts: no events."""

    def __init__(self, position: Position, turn: Turn, actions: tuple[int, ...], log: np.ndarray) -> None:
        self.game, self.seat = position.game, turn.seat
        self.up, self.down = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
        states, box = position.states, position.box
        before = self.holdings(states, box)
        self.kept, self.up_in_turn = before, Counter[tuple[int, str]]()
        steps = [(turn.seat, action) for action in actions] + [tuple(one) for one in log.tolist()]
        for number, (seat, action) in enumerate(steps):
            if seat < DEALER:
                break
            states = copied(states)
            self.game.rules.apply(states[0], box.array[0], seat, action)
            now = self.holdings(states, box)
            for key in {*before, *now}:
                by = now.get(key, 0) - before.get(key, 0)
                (self.up if by > 0 else self.down)[key] += abs(by)
            before = now
            if number == len(actions) - 1 or self.game.type.sealed:
                self.kept, self.up_in_turn = now, self.up.copy()
        self.final = states
        self.winners = Position(self.game, box, position.players, "default", position.options, None, states).winners

    def holdings(self, states: np.ndarray, box: Any) -> Holdings:
        return self.game.events.holdings(box, Fields(states))


def shows(board: Board, clause: Clause) -> bool:
    """Return whether a line of play shows what a clause tells of it."""
    seat, values = clause.seat, clause.values
    up = board.up_in_turn if clause.kind == NOW else board.up
    key, things = clause.key.removesuffix("-it").removesuffix("-any"), values.get("thing", [])
    won = {good: number for number, good in values.get("won", ())}
    gained = all(up[seat, good] >= number for good, number in won.items())
    if key in GAINED:
        return all(up[seat, GAINED[key].format(**{**values, "thing": thing})] > 0 for thing in things)
    if key in POINTS:
        parts = [POINTS[key].format(thing=thing) for thing in values.get("discipline", values.get("part", [""]))]
        return sum(up[seat, part.replace("parts.", "")] for part in parts) >= values.get("points", 1)
    if key == "takes-token":
        return all(up[seat, f"token.{token}"] > 0 for token in values["token"])
    if key in ("unfinished", "empty-handed"):
        return all(board.down[seat, f"cubes.{thing}"] > 0 for thing in things)
    if key == "refreshes":
        return any(who == seat and what.startswith("busy.") and by for (who, what), by in board.down.items())
    if key in ("produce", "copy", "run", "benefit", "royalty"):
        return gained
    if key == "patent":
        return up[seat, "patents"] >= len(values["field"])
    if key == "overtaken":
        return board.down[seat, values["part"][0].replace("parts.", "points.")] > 0
    if key in ("wins-game", "winner", "won", "shares-victory") or (key == "wins" and not things):
        return seat in board.winners
    assert key == "lost", key
    return bool(board.down[seat, "cards"])


GAINED = {
    "takes-patent": "patent.{thing}",
    "build": "factory.{thing}",
    "make-gold": "made.{thing}-gold",
    "make-silver": "made.{thing}-silver",
    "wins": "geniuses.{thing}",
}
POINTS = {
    "takes-points": "points.tokens",
    "runs-grow": "points.runs",
    "reaches-target": "points.inventors",
    "ahead": "points.{thing}",
    "scores": "points.{thing}",
    "renown": "points.bonus",
}


def boards(turn: Turn, better: tuple[int, ...], other: tuple[int, ...], thread: Any) -> list[tuple[Board, Board]]:
    """Return what happens after two turns, with luck that no reason has seen."""
    starts, logs = logs_of(replace(turn, actions=better), other, thread, FRESH, "fresh")
    is_sealed = turn.view.game.type.sealed
    found = []
    for number in range(FRESH):
        start = starts[number % len(starts)]
        one, two = (
            Board(start, turn, () if is_sealed else plan, logs[number, which]) for which, plan in enumerate((better, other))
        )
        found.append((one, two))
    return found


def holds(clause: Clause, found: list[tuple[Board, Board]]) -> bool:
    """Return whether a clause is true in these pairs: with half the sureness at which it was found, since luck is another."""
    if clause.key == "kept":
        more = [
            [one.kept.get((clause.seat, what), 0) - two.kept.get((clause.seat, what), 0) for one, two in found]
            for _, what in clause.values["won"]
        ]
        return all(np.mean(by) > 0 for by in more)
    one, two = (np.mean([shows(pair[which], clause) for pair in found]) for which in range(2))
    if clause.kind in (MORE, LESS):
        return bool(one > two if clause.kind == MORE else two > one)
    share, less = (two, one) if clause.kind == OTHERWISE else (one, two)
    if clause.kind == NOW and clause.is_sure:
        return bool(share == 1)
    return bool(share >= 0.5 and (share > less or amount_is_more(clause, found)))


def amount_is_more(clause: Clause, found: list[tuple[Board, Board]]) -> bool:
    """Return whether goods or points grow more, where both lines bring some."""
    return clause.kind in (NOW, LATER, OTHERWISE) and bool({"won", "points", "field"} & clause.values.keys())


def reasons(name: str, number: int, seed: str = "true") -> Iterator[tuple[Turn, Reason, Any]]:
    for turn, other, thread in decisions(name, number, seed):
        if turn.actions != other:
            yield turn, explain_against(turn, other, thread), thread


@pytest.mark.parametrize("number", in_tiers((10, 170), 10))
@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_true_and_no_mutation_of_it(name: str, number: int) -> None:
    """Every clause is checked by the positions that other luck leads to. Said of the wrong turn, seat or thing it is false."""
    told, false, survived, mutated = 0, [], [], 0
    for turn, reason, thread in reasons(name, number):
        if not reason.clauses:
            continue
        found = boards(turn, reason.better, reason.other, thread)
        for clause in reason.clauses:
            told += 1
            if not holds(clause, found):
                false.append(clause)
            for wrong in mutations(clause, turn.view.players):
                mutated += 1
                if wrong.is_sure and holds(wrong, found):
                    survived.append((clause, wrong))
    assert told >= number / 10, "reasons are found"
    assert len(false) <= 0.05 * told, f"{len(false)} of {told}: {false}"
    assert mutated and not survived, survived


def mutations(clause: Clause, players: int) -> Iterator[Clause]:
    """Yield what would be false: the same of a thing that does not exist, or a number that is too high."""
    if "thing" in clause.values:
        yield replace(clause, values={**clause.values, "thing": ["nothing"]})
    if "points" in clause.values:
        yield replace(clause, values={**clause.values, "points": 1000})
    if "won" in clause.values and clause.key != "kept":
        yield replace(clause, values={**clause.values, "won": ((1000, clause.values["won"][0][1]),)})


@pytest.mark.parametrize("name", NAMES)
def test_the_worse_turn_has_no_reason(name: str) -> None:
    """Said the other way round, no clause is found again."""
    for turn, reason, thread in reasons(name, 6, "swapped"):
        back = explain_against(replace(turn, actions=reason.other), reason.better, thread)
        assert back.gain == pytest.approx(reason.gain) and back.better in (reason.better, reason.other)
        if reason.clauses:
            assert back.better == reason.better and back.clauses == reason.clauses


# ---------------------------------------------------------------- the words


def texts(words: Any) -> Iterator[tuple[str, str]]:
    for kind in (NOW, MORE, LATER, LESS, OTHERWISE):
        for key, text in words.get(f"reasons.{kind}", {}).items():
            yield f"{kind}.{key}", text


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_words_in_every_language(name: str) -> None:
    game = load_game(name)
    english = dict(texts(game.words("en")))
    assert english
    for language in LANGUAGES:
        own = dict(texts(game.words(language)))
        assert own.keys() == english.keys()
        assert all(text[-1] not in ".;" and text[:1] in ("{", text[:1].lower()) for text in own.values())


def clause_of(kind: str, key: str, seat: int, share: float = 1.0, **values: Any) -> Clause:
    return Clause(kind, key, seat, values, share)


def said(game: Game, language: str, hearer: int, *clauses: Clause) -> str:
    return say(Reason(0, 0.1, 0.0, (), (1,), clauses), game.box(), game.words(language), SEATS, hearer)


def test_sentences_in_their_forms() -> None:
    inventors, era, genies = (load_game(name) for name in ("legendary-inventors", "era-of-inventions", "genies"))
    patent = clause_of(NOW, "takes-patent", 0, thing=["battery"], points=3)
    rival = clause_of(OTHERWISE, "takes-patent-it", 2, 0.8, thing=["battery"], points=3)
    assert said(inventors, "en", 0, patent, rival) == "You take the patent Battery (3 points); otherwise Cleo probably does."
    assert (
        said(inventors, "de", 0, patent, rival)
        == "Du nimmst das Patent Batterie (3 Punkte); sonst bekommt Cleo es wahrscheinlich."
    )
    assert said(inventors, "en", 2, patent, rival) == "Ada takes the patent Battery (3 points); otherwise you probably do."
    assert (
        said(inventors, "de", 2, patent, rival)
        == "Ada nimmt das Patent Batterie (3 Punkte); sonst bekommst du es wahrscheinlich."
    )
    lost = clause_of(NOW, "unfinished", 1, thing=["alarm-clock"], number=1)
    assert said(inventors, "en", 1, lost) == "This ends the age, and you lose 1 cube on Alarm clock."
    assert said(inventors, "de", 0, lost) == "Das Zeitalter endet, und Bob verliert 1 Spielstein auf Wecker."
    produced = clause_of(LATER, "produce", 0, 0.9, thing=["telegraph", "compass"], won=((6, "coin"), (1, "stone")))
    assert said(era, "en", 0, produced) == (
        "After that, you can probably produce Telegraph and Compass: 6 coins and 1 development stone."
    )
    assert said(era, "de", 1, produced) == (
        "Danach kann Ada wahrscheinlich Telegraf und Kompass produzieren: 6 Münzen und 1 Entwicklungsstein."
    )
    genius = clause_of(NOW, "wins", 0, 0.9, thing=["einstein"], chips=14)
    assert said(genies, "en", 0, genius) == "You probably win Albert Einstein for 14 chips."
    assert said(genies, "de", 1, genius) == "Ada gewinnt wahrscheinlich Albert Einstein für 14 Chips."


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_why(name: str, language: str) -> None:
    """A whole sentence, also where nothing separates the move from the best other one."""
    for turn, _, _ in decisions(name, 3, "hints"):
        text = reason_for(
            turn.view, turn.actions[: None if turn.view.game.type.sealed else 1], turn.view.game.words(language), SEATS
        )
        assert text.endswith(".") and "{" not in text and text[0].isupper()


def test_moves_that_are_as_good_are_said_to_be() -> None:
    turn, other, _ = next(decisions("legendary-inventors", 1, "even"))
    even = Reason(turn.seat, 0.001, 0.01, turn.actions, other)
    words = turn.view.game.words("en")
    assert sentence(even, turn, words, SEATS, 0).startswith("About as good as the best other move: ")
    assert sentence(replace(even, gain=0.2, better=other, other=turn.actions), turn, words, SEATS, 0).startswith(
        "A better move was: "
    )
    assert sentence(replace(even, gain=0.2), turn, words, SEATS, 0).startswith("In 100 games it wins about 20 more.")


def test_a_reason_survives_the_store() -> None:
    """Decisions are stored as JSON; a reason reads the same afterwards."""
    from inventorium.server.reviews import PART, Part

    game = load_game("era-of-inventions")
    reason = Reason(0, 0.1, 0.01, (1, 2), (3,), (clause_of(NOW, "produce", 0, thing=["telegraph"], won=((2, "coin"),)),))
    stored = Decision(0, 5, ("a",), ("b",), (1,), True, 0.1, 0.01, 1.0, {}, reason)
    read = PART.validate_json(PART.dump_json(Part(1, [stored]))).decisions[0].reason
    assert read and say(read, game.box(), game.words("en"), SEATS, 0) == "You produce Telegraph: 2 coins."


def test_where_there_is_no_other_turn_nothing_is_said() -> None:
    position = load_game("legendary-inventors").new(3, seed=1)
    while len(position.actions(position.to_act[0])) > 1:
        position.act(position.actions(position.to_act[0])[0], position.to_act[0])
    view = position.view(position.to_act[0])
    forced = Turn(view.seat, 0, tuple(view.actions()), view)
    if after(start_of(view, 0), view.seat, forced.actions).to_act != (view.seat,):
        assert review.explain_turn(forced) is None
