"""The guided first games: told step by step, in both languages, without a browser; and once in a real one."""

import random
import re
import tomllib
from collections.abc import Iterator
from itertools import cycle, product

import pytest

import inventorium
from inventorium import bots
from inventorium.core import library
from inventorium.core.events import TABLE
from inventorium.core.rulings import RULE_ID
from inventorium.table.table import Setup, Table
from inventorium.table.turn_log import events_for
from inventorium.teaching import guide
from inventorium.teaching.guide import Guide
from tests.languages import LANGUAGES
from tests.patience import wait_for
from tests.tiers import in_tiers
from tests.web.browser import Visitor

GAMES = library.names()
MOST_STEPS, MOST_WORDS = 25, 600


def guide_for(game: str) -> Guide:
    found = guide.guide_of(inventorium.load(game))
    assert found
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_is_short_and_tells_rules_that_exist(game: str) -> None:
    loaded, found = inventorium.load(game), guide_for(game)
    assert len(found.steps) <= MOST_STEPS and found.players == loaded.players[0]
    known = {rule for section in loaded.words("en").get("sections").values() for rule in section["rules"]}
    for step in found.steps:
        assert step.rules and set(step.rules) <= known, step.id
        assert bool(step.question) != bool(step.event), step.id
        assert loaded.words("en").get(f"questions.{step.question}" if step.question else f"events.{step.event}"), step.id
    for language in LANGUAGES:
        texts = tomllib.loads((loaded.folder / "words" / language / "guide.toml").read_text(encoding="utf-8"))["guide"]
        assert texts.keys() == {step.id for step in found.steps} and len(texts) == len(found.steps)
        assert sum(len(f"{text['name']} {text['text']}".split()) for text in texts.values()) <= MOST_WORDS


def positions(game: str) -> Iterator[Table]:
    """A guided game, played at random, question by question."""
    chance, table = random.Random(3), guide_for(game).table()
    while not table.over:
        yield table
        seat = table.asked[0]
        trial, given = table.position.copy(), list[int]()
        for _ in table.sealed_views(seat):
            given.append(chance.choice(trial.actions(seat)))
            trial.act(given[-1], seat)
        table = table.play(seat, *given)
    yield table


@pytest.mark.parametrize("game", GAMES)
def test_each_step_is_told_once_when_its_moment_comes(game: str) -> None:
    found, last = guide_for(game), Table.new(Setup(game, guide_for(game).players))
    shown = list[str]()
    for table in positions(game):
        if 0 in table.asked:
            told = guide.steps_by_question(found, table, 0)
            assert told[-1].answers <= len(table.history)
            if told[-1].answers == len(table.history) or 0 not in last.asked:
                shown += [step.id for step in told[-1].steps]
        last = table
    everything = [step.id for one in guide.steps_by_question(found, last, 0) for step in one.steps]
    assert sorted(set(shown)) == sorted(everything) and len(everything) == len(set(everything))
    moments = guide.met(found, last, 0)
    assert set(everything) <= moments.keys() and len(moments) >= 0.6 * len(found.steps)
    for one in guide.steps_by_question(found, last, 0):
        assert all(moments[step.id] <= one.answers for step in one.steps)


@pytest.mark.rules("GE-63")
def test_who_seals_first_does_not_change_the_round_in_which_something_is_told() -> None:
    """Bids are written at the same time: the bot is often done before the player."""
    for order in ((0, 1), (1, 0)):
        table, rounds = guide_for("genies").table(), set[int]()
        for _ in range(3):
            rounds.add(max(time for _, question, time in guide.asked_at(table, 0) if question == "bids"))
            for seat in order:
                trial, given = table.position.copy(), list[int]()
                for _ in table.sealed_views(seat):
                    given.append(trial.actions(seat)[0])
                    trial.act(given[-1], seat)
                table = table.play(seat, *given)
                if seat == order[0] == 1:
                    rounds.add(max(time for _, question, time in guide.asked_at(table, 0) if question == "bids"))
        assert rounds == {1, 2, 3}, order


WRONG = {
    "legendary-inventors": ("take nothing", "start 0"),
    "era-of-inventions": ("pay wood", "start 0"),
    "genies": ("reopen", "hold"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_at_every_step_is_answered_by_a_rule(game: str) -> None:
    found, tried = guide_for(game), set[str]()
    for table in positions(game):
        told = guide.steps_by_question(found, table, 0) if 0 in table.asked else []
        if told and (new := {step.id for step in told[-1].steps} - tried):
            view = table.view(0)
            rulings = [table.game.rulings.why_not(view, 0, move) for move in WRONG[game] if move not in view.moves()]
            assert rulings and all(ruling and RULE_ID.fullmatch(ruling.rule) for ruling in rulings), new
            tried |= new
    assert len(tried) >= 0.6 * len(found.steps)


FIRST_GAMES = 4  # of each game; `docs/lessons.md` has the figures of more


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_told_before_they_matter(game: str) -> None:
    """Of the rules by which something happened to the player or the table, nearly all were told by the next question to the
    player at the latest."""
    loaded, found, told, used = inventorium.load(game), guide_for(game), 0, 0
    for seed in range(FIRST_GAMES):
        table = first_game(found, seed, bots.make("greedy" if seed % 2 else "random", loaded, seed))
        moments, asked = guide.met(found, table, 0), [answers for answers, _, _ in guide.asked_at(table, 0)]
        when: dict[str, int] = {}
        for step in found.steps:
            for rule in step.rules if step.id in moments else ():
                when[rule] = min(moments[step.id], when.get(rule, moments[step.id]))
        first: dict[str, int] = {}
        for place in range(len(table.history)):
            for event in events_for(table, place, 0):
                if event.rule and event.seat in (0, TABLE):
                    first.setdefault(event.rule, next((answers for answers in asked if answers > place), place + 1))
        used += len(first)
        told += sum(rule in when and when[rule] <= answers for rule, answers in first.items())
    assert told >= 0.95 * used, (told, used)


def first_game(found: Guide, seed: int, beginner: bots.Bot) -> Table:
    """A first game, on the guided deal or on another, played to the end against gentle bots."""
    table = found.table() if not seed else Table.new(Setup(found.game, found.players, options=found.options, seed=f"{seed}"))
    gentle = bots.built_in(found.level, inventorium.load(found.game), seed)
    while not table.over:
        seat = table.asked[0]
        trial, given = table.position.copy(), list[int]()
        for _ in table.sealed_views(seat):
            given.append((gentle if seat else beginner).choose(trial.view(seat)))
            trial.act(given[-1], seat)
        table = table.play(seat, *given)
    return table


def test_only_the_guided_deal_is_guided() -> None:
    assert guide.guide_at(guide_for("genies").table()) == guide_for("genies")
    assert guide.guide_at(Table.new(Setup("genies", 2))) is None


def answer_somehow(visitor: Visitor, path: str, chance: random.Random) -> None:
    """Answer whatever is asked."""
    if sheet := visitor.sealed_moves(chance):
        visitor.post(f"{path}/answer", {"seat": visitor.seat, "number": visitor.number, **sheet})
    elif actions := visitor.actions():
        visitor.answer(path, chance.choice(actions))


@pytest.mark.parametrize(("game", "language"), in_tiers(product(GAMES, LANGUAGES), *zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_a_guided_game_in_the_pages(address: str, game: str, language: str) -> None:
    """A guest plays the guided game: the coach speaks in their language, a wrong move is answered by a rule, the help can be
    left and comes back, and at the end stands what was learned."""
    visitor, words, found = Visitor(address, language), inventorium.load(game).words(language), guide_for(game)
    visitor.post(f"/learn/{game}/play")
    path, chance, heard = visitor.response.url.path, random.Random(1), set[str]()
    while len(heard) < 5 or 'data-step-id="' not in visitor.page:
        visitor.wait_for_turn(path)
        heard |= set(re.findall(r'data-step-id="([\w-]+)"', visitor.page))
        assert 'id="result-heading"' not in visitor.page, heard
        if len(heard) < 5 or 'data-step-id="' not in visitor.page:
            answer_somehow(visitor, path, chance)
    assert heard <= {step.id for step in found.steps}
    step = re.findall(r'data-step-id="([\w-]+)"', visitor.page)[0]
    assert words(f"guide.{step}.text") in visitor.page.replace("&#39;", "'")
    wrong = "reopen" if game == "genies" else "take nothing"
    refused = visitor.refused(path, **{"move.0": wrong})
    assert refused.status_code == 422 and RULE_ID.search(visitor.page)
    visitor.post("/coach", {"choice": "off", "back": path})
    assert 'class="coach"' not in visitor.page and words("coach.with") in visitor.page
    visitor.post("/coach", {"choice": "on", "back": path})
    assert words(f"guide.{step}.text") in visitor.page.replace("&#39;", "'")  # a reload tells the same
    play_to_the_end(visitor, path)
    assert words("coach.suggestion") in visitor.page and "/lessons/" in visitor.page


def play_to_the_end(visitor: Visitor, path: str) -> None:
    """A bot plays on for the guest, who comes back to see the end."""
    visitor.post(f"{path}/stand-in", {"seat": 0, "bot": "random"})
    wait_for(lambda: 'class="prompt ending' in visitor.get(path).text)
