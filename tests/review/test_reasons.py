"""Reasons are true: what they say is on the board and happens when the game is played on, and only after the better move."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from inventorium import bots, review
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.review import Decision
from inventorium.review.decisions import PLANNING, explain_against
from inventorium.review.explanations import FALLS, GROWS, KINDS, LATER, LESS, MORE, NOW, OFTEN, OTHERWISE, Clause, Reason, say
from inventorium.review.ranking import best_other
from inventorium.review.report import reason_for, sentence
from inventorium.review.turns import Turn, after, completed, play_all, start_of, thinker
from tests.languages import LANGUAGES
from tests.reason_checks import boards, changed, holds, mutations
from tests.tiers import in_tiers

NAMES = library.names()
SEATS = ("Ada", "Bob", "Cleo", "Dan", "Eve")


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
            for wrong in mutations(clause):
                mutated += 1
                if (wrong.is_sure or wrong.kind in (GROWS, FALLS, MORE, LESS)) and holds(wrong, found):
                    survived.append((clause, wrong))
    assert told >= number / 10, "reasons are found"
    assert len(false) <= 0.05 * told, f"{len(false)} of {told}: {false}"
    assert mutated and not survived, survived


@pytest.mark.parametrize("number", in_tiers((4, 60), 4))
@pytest.mark.parametrize("name", NAMES)
def test_a_reason_follows_the_board(name: str, number: int) -> None:
    """Where something else lies on the table, a reason changes, or it is still true."""
    random, tried, false = Random(name), 0, []
    for turn, other, _ in decisions(name, number, "changed"):
        there = changed(turn, other, random) if turn.actions != other else None
        if there is None:
            continue
        thread = thinker(there.view, PLANNING).ponder(there.view)[0] if there.view.game.type.sealed else None
        reason = explain_against(there, other, thread)
        found, tried = boards(there, reason.better, reason.other, thread) if reason.clauses else [], tried + 1
        false += [clause for clause in reason.clauses if not holds(clause, found)]
    assert tried and len(false) <= max(0, 0.05 * number), false


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
    for kind in (*KINDS, OFTEN):
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
    refreshed = clause_of(LATER, "ready-instead", 0, 0.8, inventor=["newton", "boyle"])
    assert (
        said(inventors, "en", 0, refreshed)
        == "After that, one refresh probably brings back Isaac Newton and Robert Boyle together."
    )
    assert said(inventors, "de", 1, refreshed) == (
        "Danach holt wahrscheinlich ein einziger Zug Isaac Newton und Robert Boyle zurück."
    )
    soon = clause_of(MORE, "takes-patent", 1, thing=["battery"], times=8, rarely=3)
    assert said(inventors, "en", 0, soon) == "Bob soon gets the patent Battery in 8 of 10 cases instead of 3."
    assert said(inventors, "de", 1, soon) == "Du bekommst das Patent Batterie bald in 8 von 10 Fällen statt in 3."
    cubes = clause_of(GROWS, "cubes", 0, number=2)
    assert said(inventors, "en", 0, cubes) == "Over the next turns you place about 2 more cubes."
    assert said(inventors, "de", 0, cubes) == "In den nächsten Zügen setzt du etwa 2 Spielsteine mehr ein."
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
