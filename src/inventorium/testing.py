"""The test kit that every game passes with a few lines (in the manner of OpenSpiel's RandomSimTest), as a plugin of pytest.

    pytest_plugins = ["inventorium.testing"]    # in conftest.py; it makes every scenario of a *.scenario file a test, too

    class TestMyGame(GameTests):
        game = "my-game"
        broken = staticmethod(broken)           # compiled with njit: 0, or the number of the invariant that is broken

A draft is not asked for German, numbered rules and golden records. INVENTORIUM_GAMES sets how many random games are played over
all settings of a game, INVENTORIUM_RULINGS in how many of them every answer is asked about, INVENTORIUM_EVENTS in how many
every event is added up (`make long`: 100,000, 500 and 2,000).
"""
import contextlib
import inspect
import json
import os
import random
import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from inventorium import bots
from inventorium.core import records, scenarios
from inventorium.core.chance import new_stream, random_below, restart
from inventorium.core.contract import DRAFT
from inventorium.core.dealer import Dealer
from inventorium.core.errors import BadRecord, IllegalMove, InventoriumError, Ruling
from inventorium.core.events import Event, difference, sentence, sums
from inventorium.core.game import Game, load_game as load
from inventorium.core.options import Option
from inventorium.core.position import DEALER, Fields, Position, copied
from inventorium.core.words import LANGUAGES
from inventorium.terminal import rulebook

GAMES = int(os.environ.get("INVENTORIUM_GAMES", "5000"))                # over all settings of one game
EVENTS = int(os.environ.get("INVENTORIUM_EVENTS", "8"))                  # games of which every event is added up
RULINGS = int(os.environ.get("INVENTORIUM_RULINGS", "3"))               # games in which every answer is asked about

Setting = tuple[str, dict[str, Any]]


def settings(game: Game) -> list[Setting]:
    """Return every edition as it is, and the default edition with every other value of every option."""
    found: list[Setting] = [(edition, {}) for edition in game.editions]
    for option in game.options:
        values = [*option.values[1:], *([option.whole_from + 6] if option.whole_from is not None else [])]
        for value in values:
            changes = {option.name: value}
            try:
                game.new(game.players[0], seed=0, **changes)
            except Exception:                       # a combination that the game refuses
                continue
            found.append(("default", changes))
    return found


def setting_name(setting: Setting) -> str:
    edition, changes = setting
    return "-".join([edition, *(f"{name}={value}" for name, value in changes.items())])


def play_on(position: Position, chance: random.Random, answers: int = 10_000) -> Position:
    """Play at random, at most `answers` answers."""
    for _ in range(answers):
        if position.over:
            break
        seat = chance.choice(position.to_act)
        position.act(chance.choice(position.actions(seat)), seat)
    return position


def some_positions(game: Game, number: int, seed: int = 0) -> list[Position]:
    """Return positions from all over random games of all player counts and editions."""
    chance = random.Random(seed)
    return [play_on(game.new(chance.choice(game.players), chance.choice(list(game.editions)), seed=f"{seed}:{i}"),
                    chance, chance.randrange(300)) for i in range(number)]


def any_table(game: Game, chance: random.Random) -> Position:
    """Return a new game of any number of players, edition and options; in half of them the dealer is asked like everybody
    else."""
    while True:
        changes = {option.name: any_value(option, chance) for option in game.options if chance.random() < 0.25}
        dealer = Dealer(chance.randrange(10**6)) if chance.random() < 0.5 else None
        try:
            return game.new(chance.choice(game.players), chance.choice(list(game.editions)), dealer=dealer, **changes)
        except InventoriumError:                    # a combination that the game refuses
            continue


def any_value(option: Option, chance: random.Random) -> Any:
    return chance.choice(option.values) if option.whole_from is None else option.whole_from + chance.randrange(9)


def some_of_every_question(position: Position, chance: random.Random, stir: Callable[[Position, random.Random], None],
                           number: int = 3) -> list[Position]:
    """Play to the end at random, stirring now and then; some positions of every question that was put on the way, and the end."""
    found: dict[str, list[Position]] = {}
    met = Counter[str]()
    while True:
        question = str(position.game.notation.question(position.state))
        met[question] += 1
        kept = found.setdefault(question, [])
        if len(kept) < number:                      # every position of a question is kept with the same chance
            kept.append(position.copy())
        elif (place := chance.randrange(met[question])) < number:
            kept[place] = position.copy()
        if position.over:
            return [position for kept in found.values() for position in kept]
        if chance.random() < 0.05:
            stir(position, chance)
        seat = chance.choice(position.to_act)
        position.act(chance.choice(position.actions(seat)), seat)


def written(position: Position, seat: int) -> set[str]:
    """Return all answers in words that this seat might conceivably give. A number that means nothing in this position, such
    as the next card of an empty hand, has no words."""
    found = set()
    for action in range(position.game.actions):
        with contextlib.suppress(InventoriumError):
            found.add(position.write(seat, action))
    return found


def watcher(game: Game, broken: Any) -> Any:
    """Return a compiled loop that plays random games and checks the invariants after every answer."""
    rules, deal, actions_there = game.rules, game.playing.deal, game.actions
    legal_actions, apply, to_act = rules.legal_actions, rules.apply, rules.to_act
    weight = rules.weight if game.type.chance else one
    is_over, set_up = rules.is_over, rules.set_up

    @numba.njit
    def watch(states, boxes, template, stream, games, actions, longest):
        state, box = states[0], boxes[0]
        for number in range(games):
            restart(stream, number)
            states[0] = template[0]
            set_up(state, box)
            answers = 0
            while not is_over(state):
                seat = to_act(state)
                count = legal_actions(state, box, seat, actions)
                if count == 0 or seat < DEALER or seat >= state.players:
                    return number, -1                                               # nobody can answer
                if seat == DEALER:
                    for i in range(count):
                        if weight(state, box, actions[i]) <= 0:
                            return number, -2                                       # an impossible deal is offered
                    action = deal(state, box, stream, actions)
                else:
                    action = actions[random_below(stream, count)]
                if action < 0 or action >= actions_there:
                    return number, -3
                apply(state, box, seat, action)
                answers += 1
                wrong = broken(state, box)
                if wrong != 0:
                    return number, wrong
                if answers > longest:
                    return number, -4                                               # the game does not end
            if legal_actions(state, box, to_act(state), actions) != 0:
                return number, -5                                                   # a finished game still asks
        return -1, 0

    return watch


@numba.njit
def nothing_broken(state, box):
    return 0


@numba.njit
def one(state, box, action):
    return 1


class GameTests:
    """What every game must hold. The golden records and scenarios of a game lie beside its tests."""

    game: str
    broken = staticmethod(nothing_broken)

    @property
    def loaded(self) -> Game:
        return load(self.game)

    @property
    def home(self) -> Path:
        return Path(inspect.getfile(type(self))).parent

    @property
    def is_draft(self) -> bool:
        return self.loaded.type.stage == DRAFT

    @property
    def languages(self) -> tuple[str, ...]:
        return LANGUAGES[:1] if self.is_draft else LANGUAGES

    def known_rules(self) -> set[str]:
        """The ids of the numbered rules; a draft may refuse without one."""
        found = {entry["id"] for entry in rulebook.rules_of(self.game, None, "en")}
        return found | {""} if self.is_draft else found

    def skip_a_draft(self, what: str) -> None:
        if self.is_draft:
            pytest.skip(f"{self.game} is a draft: it needs no {what} yet")

    @staticmethod
    def stir(position: Position, chance: random.Random) -> None:
        """Changes a position by hand, so that random games meet what they would rarely meet by themselves."""

    # ------------------------------------------------ random games

    def test_random_games_keep_the_invariants(self, players: int, setting: Setting) -> None:
        edition, changes = setting
        game = self.loaded
        position = game.new(players, edition, seed=0, **changes)
        if self.game not in WATCHERS:
            WATCHERS[self.game] = watcher(game, type(self).broken)
        number = max(2, GAMES // (len(settings(game)) * len(game.players)))
        watch = WATCHERS[self.game]
        wrong = watch(position.states.copy(), position.box.array, position.states, new_stream("invariants"), number,
                      np.empty(game.actions, np.int64), game.type.longest)
        assert tuple(wrong) == (-1, 0), f"game {wrong[0]} of seed 'invariants' breaks invariant {wrong[1]}"

    def test_copies_share_nothing(self) -> None:
        for position in some_positions(self.loaded, 20):
            before, twin = position.record(), position.copy()
            play_on(twin, random.Random(1))
            assert position.record() == before
            again = play_on(position.copy(), random.Random(1))
            assert again.record() == twin.record()

    # ------------------------------------------------ notation and records

    def test_every_move_reads_back(self) -> None:
        for position in some_positions(self.loaded, 60):
            for seat in position.to_act:
                actions, moves = position.actions(seat), position.moves(seat)
                assert moves == sorted(moves)
                assert len(set(moves)) == len(moves) == len(actions) > 0
                for action in actions:
                    by_number, by_name = position.copy(), position.copy()
                    by_number.act(action, seat)
                    by_name.play(position.write(seat, action), seat)
                    assert by_number.states.tobytes() == by_name.states.tobytes()

    def test_every_move_can_be_said(self) -> None:
        game = self.loaded
        for position in some_positions(game, 60):
            for language in self.languages:
                words = game.words(language)
                assert words(f"questions.{game.notation.question(position.state)}")
                for seat in position.to_act:
                    said = [game.notation.say(position.box, position.state, seat, action, words)
                            for action in position.actions(seat)]
                    assert all(said) and len(set(said)) == len(said), said

    def test_records_play_again_exactly(self) -> None:
        for position in some_positions(self.loaded, 30):
            text = position.record()
            again = self.loaded.read(text)
            assert again.states.tobytes() == position.states.tobytes()
            assert again.record() == text

    def test_a_finished_game_proves_its_deals(self, players: int) -> None:
        position = play_on(self.loaded.new(players, seed=5), random.Random(5))
        again = self.loaded.read(position.record())
        assert records.check_deals(again) == sum(seat == DEALER for seat, _ in position.log)
        forged = position.record().replace("seed: 5", "seed: 6")
        with pytest.raises(BadRecord, match="commitment"):
            self.loaded.read(forged)

    def test_going_back_and_on_is_the_same_game(self) -> None:
        position = play_on(self.loaded.new(self.loaded.players[-1], seed=3), random.Random(3))
        middle = position.at(position.answers_given // 2)
        for seat, action in position.log[position.answers_given // 2:]:
            if seat != DEALER:
                middle.act(action, seat)
        assert middle.record() == position.record()

    def test_golden_records(self) -> None:
        self.skip_a_draft("golden records")
        golden = sorted((self.home / "golden").glob("*.record"))
        assert {int(records.read_head(file.read_text())[0]["players"]) for file in golden} == set(self.loaded.players)
        for file in golden:
            text = file.read_text(encoding="utf-8")
            position = self.loaded.read(text)
            assert position.over and position.record() == text, file.name
            records.check_deals(position)

    # ------------------------------------------------ refusals

    def test_nonsense_is_refused_and_changes_nothing(self) -> None:
        chance = random.Random(2)
        game = self.loaded
        pool = sorted({move for position in some_positions(game, 40, seed=9) for seat in position.to_act
                       for move in position.moves(seat)})
        known = self.known_rules()
        for position in some_positions(game, 25, seed=4):
            if position.over:
                continue
            record, before = position.record(), position.states.tobytes()
            seat = chance.choice(range(DEALER, position.players))
            legal = set(position.moves(seat))
            garbage = ["", "x", "".join(chance.choices(string.printable, k=12)), "done done", "42"]
            for move in chance.sample(pool, min(60, len(pool))) + garbage:
                if move in legal:
                    continue
                with pytest.raises(IllegalMove) as refused:
                    position.play(move, seat)
                assert refused.value.ruling.rule in known, refused.value
                assert "\n" not in str(refused.value)
                assert self.is_draft or refused.value.told(game.words("de")) != str(refused.value)
                assert position.states.tobytes() == before
            for action in {-2, -1, 0, game.actions - 1, game.actions, 10**6} - set(position.actions(seat)):
                for asked in {seat, None} if position.to_act == (seat,) else {seat}:
                    with pytest.raises(IllegalMove):
                        position.act(action, asked)
            assert position.record() == record

    def test_why_not_refuses_exactly_what_is_not_legal(self) -> None:
        """The rules say what is legal, the rulings why something is not: for every seat and the dealer, for every answer in words
        they agree, and a refusal names a rule of the catalogue. By its number, too, exactly what is legal is taken."""
        chance, game, told = random.Random(7), self.loaded, dict[str, Ruling]()
        known = self.known_rules()
        for _ in range(RULINGS):
            for position in some_of_every_question(any_table(game, chance), chance, self.stir):
                for seat in range(DEALER, position.players):
                    told |= rulings_on_everything(position, seat, known)
                    check_numbers(position, seat)
        for ruling in told.values():
            for language in LANGUAGES:
                assert game.words(language)(f"refused.{ruling.key}", **ruling.values)

    # ------------------------------------------------ events

    def test_events_account_for_everything_that_changes(self) -> None:
        """Whatever anybody has more or less of after an answer is told: the changes of the events add up to the difference."""
        chance, game = random.Random(11), self.loaded
        for number in range(EVENTS):
            position = any_table(game, chance)
            choose = chooser(game, chance, number)
            while not position.over:
                account_for(position, *choose(position))

    def test_events_can_be_told_in_every_language_to_everybody(self) -> None:
        """Every event has words, names a rule of the catalogue, and everybody may hear what they may know of it."""
        chance, known = random.Random(12), self.known_rules()
        for _ in range(2):
            position = any_table(self.loaded, chance)
            while not position.over:
                seat = chance.choice(position.to_act)
                for event in account_for(position, seat, chance.choice(position.actions(seat))):
                    assert self.is_draft or event.rule in known, event
                    assert not event.moment or event.moment in self.loaded.events.MOMENTS, event
                    for language in self.languages:
                        names = [f"<{seat}>" for seat in range(position.players)]
                        for hearer in range(DEALER, position.players):
                            text = sentence(event, position.box, self.loaded.words(language), names, hearer)
                            assert text and "{" not in text, event

    # ------------------------------------------------ words and rules

    def test_words_are_complete_in_both_languages(self) -> None:
        self.skip_a_draft("German")
        english, german = (leaves(self.loaded.words(language).texts) for language in ("en", "de"))
        assert english.keys() == german.keys()
        for key, text in english.items():
            assert text.strip() and german[key].strip(), key
            if not key.startswith("sections."):
                assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", german[key])), key

    def test_every_option_and_edition_is_explained(self) -> None:
        for language in self.languages:
            words = self.loaded.words(language)
            for option in self.loaded.options:
                assert words(f"options.{option.name}.name") and words(f"options.{option.name}.meaning")
            for edition in self.loaded.editions:
                assert words(f"editions.{edition}.name")
            for part in self.loaded.tables.PART_NAMES:
                assert words(f"parts.{part}")

    def test_every_rule_has_a_test(self) -> None:
        self.skip_a_draft("numbered rules")
        report = rulebook.coverage(self.home.parent, self.game)[self.game]
        assert report["total"] > 0
        assert report["missing"] == []

    def test_every_scenario_is_a_test(self, request: pytest.FixtureRequest) -> None:
        for file in scenarios.files([self.home]):
            collectors = request.config.hook.pytest_collect_file(file_path=file, parent=request.session)
            names = [item.name for collector in collectors for item in collector.collect()]
            assert names == [story.name for story in scenarios.read(file)]
            assert len(set(names)) == len(names) > 0, f"{file.name}: two scenarios have the same name"

    # ------------------------------------------------ compiled, bounds-checked, plain: the same games

    def test_all_ways_of_running_play_the_same(self) -> None:
        """Each in a process of its own: compiled, surely from the cache, and in plain Python."""
        assert self.some_games() == self.some_games() == self.some_games(NUMBA_DISABLE_JIT="1")

    @pytest.mark.long                               # everything is compiled once more for it
    def test_with_bounds_checked_the_same_is_played(self) -> None:
        assert self.some_games(NUMBA_BOUNDSCHECK="1") == self.some_games()

    def some_games(self, **variables: str) -> list[str]:
        """Return the records of a few games that a process of their own played."""
        run = subprocess.run([sys.executable, "-c", PLAY_SOME, self.game], env={**os.environ, **variables}, check=True,
                             capture_output=True, text=True)
        records: list[str] = json.loads(run.stdout)
        return records


def chooser(game: Game, chance: random.Random, number: int) -> Callable[[Position], tuple[int, int]]:
    """Return who answers next and what: at random in every other game, else as a bot that looks one answer ahead."""
    bot = bots.make("greedy", game, number) if number % 2 and game.value else None

    def choose(position: Position) -> tuple[int, int]:
        seat = chance.choice(position.to_act)
        if bot and seat != DEALER and chance.random() < 0.8:
            return seat, bot.choose(position.view(seat))
        return seat, chance.choice(position.actions(seat))
    return choose


def account_for(position: Position, seat: int, action: int) -> list[Event]:
    """Answer, and return the events that tell it, the dealer's answers that followed included; their changes must add up to
    what changed."""
    game, told = position.game, list[Event]()
    earlier, first = position.copy(), position.answers_given
    position.act(action, seat)
    earlier.dealer = None
    for who, what in position.log[first:]:
        before = Fields(copied(earlier.states))
        earlier.act(what, who)
        after = Fields(earlier.states)
        events = list(game.events.events(position.box, before, after, who, what))
        changed = difference(game.events.holdings(position.box, before), game.events.holdings(position.box, after))
        assert sums(events) == changed, f"{game.name}, answer {earlier.answers_given}: {who} {what}\n{events}\n{changed}"
        told += events
    return told


def rulings_on_everything(position: Position, seat: int, known: set[str]) -> dict[str, Ruling]:
    """Ask about every answer in words; return a ruling of every kind. A seat hears the same whether the whole position is
    judged or what it may see of it."""
    why_not, told = position.game.rulings.why_not, dict[str, Ruling]()
    legal = {position.write(seat, action) for action in position.actions(seat)}
    view = position.view(seat) if position.game.type.secrets and seat != DEALER else None
    for move in written(position, seat):
        ruling = why_not(position, seat, move)
        where = position, seat, move, ruling
        assert (ruling is None) == (move in legal), described(*where)
        assert view is None or why_not(view, seat, move) == ruling, described(*where)
        if ruling is not None:
            assert ruling.rule in known, described(*where)
            told[ruling.key] = ruling
    return told


def described(position: Position, seat: int, move: str, ruling: Ruling | None) -> str:
    question = position.game.notation.question(position.state)
    return f"{position.options}, {position.players} players: seat {seat} says '{move}' to '{question}': {ruling}"


def check_numbers(position: Position, seat: int) -> None:
    """Try every answer by its number."""
    before, legal = position.states.tobytes(), position.actions(seat)
    for action in set(range(position.game.actions)) - set(legal):
        with pytest.raises(IllegalMove):
            position.act(action, seat)
    assert position.states.tobytes() == before
    for action in legal[:3]:
        position.copy().act(action, seat)


WATCHERS: dict[str, Any] = {}

PLAY_SOME = """
import json, random, sys
import inventorium
game = inventorium.load(sys.argv[1])
chance, records = random.Random(1), []
for players in game.players:
    position = game.new(players, list(game.editions)[players % len(game.editions)], seed=players)
    while not position.over:
        seat = position.to_act[0]
        position.act(chance.choice(position.actions(seat)), seat)
    records.append(position.record())
print(json.dumps(records))
"""


def leaves(texts: dict[str, Any], path: str = "") -> dict[str, str]:
    """Return all texts by their dotted keys."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found |= leaves(value, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = str(value)
    return found


# ---------------------------------------------------------------- hooks of pytest

def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes long; leave it out with -m 'not long'")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.cls is not None and issubclass(metafunc.cls, GameTests):
        game = load(metafunc.cls.game)
        if "players" in metafunc.fixturenames:
            metafunc.parametrize("players", list(game.players))
        if "setting" in metafunc.fixturenames:
            metafunc.parametrize("setting", settings(game), ids=setting_name)


# ---------------------------------------------------------------- scenario files

def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.from_parent(parent, path=file_path) if file_path.suffix == ".scenario" else None


class ScenarioFile(pytest.File):
    """A file of scenarios, each of which is a test of its own: `pytest "tests/genies/bids.scenario::0 is no bid"`."""

    def collect(self) -> Iterator[pytest.Item]:
        for story in scenarios.read(self.path):
            yield ScenarioItem.from_parent(self, name=story.name, story=story)


class ScenarioItem(pytest.Item):
    def __init__(self, story: scenarios.Scenario, **rest: Any) -> None:
        super().__init__(**rest)
        self.story = story

    def runtest(self) -> None:
        """Run it. Only a draft has rules without numbers."""
        if load(self.story.heads["game"]).type.stage != DRAFT:
            self.check_rules()
        self.story.run()

    def check_rules(self) -> None:
        """A scenario names the rules that it tests, and every refusal the rule that forbids the move."""
        if not self.story.rules:
            raise scenarios.Failed(f"{self.path}:{self.story.line}: {self.name}: it does not say which rules it tests")
        for line, part, text in self.story.steps:
            if part == "refused" and not scenarios.RULE_AT_END.search(text):
                raise scenarios.Failed(f"{self.path}:{line}: {self.name}: '{text}' does not end with the rule that forbids it")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected and what was found, in one line that names its place."""
        return str(excinfo.value) if isinstance(excinfo.value, scenarios.Failed) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.story.line - 1, self.name
