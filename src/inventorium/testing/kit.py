"""What every game must hold."""

import inspect
import json
import os
import random
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inventorium.core import records, scenarios, words_check
from inventorium.core.chance import new_stream
from inventorium.core.contract import DRAFT
from inventorium.core.errors import BadRecord, IllegalMove, Ruling
from inventorium.core.events import sentence
from inventorium.core.game import Game, load_game as load
from inventorium.core.position import DEALER, Position
from inventorium.core.words import ENGLISH, languages
from inventorium.terminal import rulebook
from inventorium.testing.checks import account_for, check_numbers, check_rule, rulings_on_everything
from inventorium.testing.golden import command_for
from inventorium.testing.invariants import nothing_broken, watcher
from inventorium.testing.positions import Setting, any_table, chooser, play_on, positions_by_question, settings, some_positions

GAMES = int(os.environ.get("INVENTORIUM_GAMES", "5000"))  # over all settings of one game
EVENTS = int(os.environ.get("INVENTORIUM_EVENTS", "8"))  # games of which every event is added up
RULINGS = int(os.environ.get("INVENTORIUM_RULINGS", "3"))  # games in which the ruling of every move is checked
WATCHERS: dict[str, Any] = {}  # compiled once a game

PLAY_SOME = """
import json, random, sys
import inventorium
game = inventorium.load(sys.argv[1])
chance, records = random.Random(1), []
for players in game.players:
    position = game.new(players, list(game.editions)[players % len(game.editions)], seed=players)
    while not position.over:
        seat = position.to_act[0]
        if game.value and position.actions_taken % 10 == 0:
            records += [round(float(game.value.value(position.state, position.box.array[0], seat)), 6) for seat in range(players)]
        position.act(chance.choice(position.actions(seat)), seat)
    records.append(position.record())
print(json.dumps(records))
"""


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
        """The languages that the game has words in, English first."""
        there = sorted(folder.parent.name for folder in (self.loaded.folder / "words").glob("*/main.toml"))
        return (ENGLISH, *(language for language in there if language in languages()[1:]))

    def known_rules(self) -> set[str]:
        """The ids of the numbered rules; a draft may refuse without one."""
        found = {entry["id"] for entry in rulebook.rules_of(self.game, None, "en")}
        return found | {""} if self.is_draft else found

    def skip_if_draft(self, what: str) -> None:
        if self.is_draft:
            pytest.skip(f"{self.game} is a draft: it needs no {what} yet")

    @staticmethod
    def perturb(position: Position, chance: random.Random) -> None:
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
        wrong = watch(
            position.states.copy(),
            position.box.array,
            position.states,
            new_stream("invariants"),
            number,
            np.empty(game.actions, np.int64),
            game.type.longest,
        )
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
                    said = [
                        game.notation.say(position.box, position.state, seat, action, words) for action in position.actions(seat)
                    ]
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
        half = next(
            place
            for place, (seat, _) in enumerate(position.log)  # the dealer deals when a seat has moved
            if seat != DEALER and place >= position.actions_taken // 2
        )
        middle = position.at(half)
        for seat, action in position.log[half:]:
            if seat != DEALER:
                middle.act(action, seat)
        assert middle.record() == position.record()

    def test_golden_records(self) -> None:
        self.skip_if_draft("golden records")
        golden = sorted((self.home / "golden").glob("*.record"))
        played = {int(records.read_head(file.read_text(encoding="utf-8"))[0]["players"]) for file in golden}
        assert played == set(self.loaded.players), (
            f"golden records are for {sorted(played)} players, not for {list(self.loaded.players)}; "
            f"write them: {command_for(self.game, self.home / 'golden')}"
        )
        for file in golden:
            text = file.read_text(encoding="utf-8")
            position = self.loaded.read(text)
            assert position.over and position.record() == text, file.name
            records.check_deals(position)

    # ------------------------------------------------ refusals

    def test_nonsense_is_refused_and_changes_nothing(self) -> None:
        chance = random.Random(2)
        game = self.loaded
        pool = sorted(
            {move for position in some_positions(game, 40, seed=9) for seat in position.to_act for move in position.moves(seat)}
        )
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
                check_rule(refused.value.ruling.rule, known, f"the refusal of '{move}'", "rulings.py")
                assert "\n" not in str(refused.value)
                assert position.states.tobytes() == before
            for action in {-2, -1, 0, game.actions - 1, game.actions, 10**6} - set(position.actions(seat)):
                for asked in {seat, None} if position.to_act == (seat,) else {seat}:
                    with pytest.raises(IllegalMove):
                        position.act(action, asked)
            assert position.record() == record

    def test_why_not_refuses_exactly_what_is_not_legal(self) -> None:
        """The rules say what is legal, the rulings why something is not: for every seat and the dealer, for every move in words
        they agree, and a refusal names a rule of the catalogue. By its number, too, exactly the legal actions are accepted."""
        chance, game, rulings = random.Random(7), self.loaded, dict[str, Ruling]()
        known = self.known_rules()
        for _ in range(RULINGS):
            for position in positions_by_question(any_table(game, chance), chance, self.perturb):
                for seat in range(DEALER, position.players):
                    rulings |= rulings_on_everything(position, seat, known)
                    check_numbers(position, seat)
        for ruling in rulings.values():
            for language in self.languages:
                assert game.words(language)(f"refused.{ruling.key}", **ruling.values)

    # ------------------------------------------------ events

    def test_events_account_for_everything_that_changes(self) -> None:
        """The events of an action report every change: their changes add up to the difference of the holdings."""
        chance, game = random.Random(11), self.loaded
        for number in range(EVENTS):
            position = any_table(game, chance)
            choose = chooser(game, chance, number)
            while not position.over:
                account_for(position, *choose(position))

    def test_events_can_be_told_in_every_language_to_everybody(self) -> None:
        """Every event has words, names a rule of the catalogue, and can be worded for every reader who may know it."""
        chance, known = random.Random(12), self.known_rules()
        for _ in range(2):
            position = any_table(self.loaded, chance)
            while not position.over:
                seat = chance.choice(position.to_act)
                for event in account_for(position, seat, chance.choice(position.actions(seat))):
                    check_rule(event.rule, known, f"the event {event.key}", "events.py")
                    assert not event.moment or event.moment in self.loaded.events.MOMENTS, event
                    for language in self.languages:
                        names = [f"<{seat}>" for seat in range(position.players)]
                        for hearer in range(DEALER, position.players):
                            text = sentence(event, position.box, self.loaded.words(language), names, hearer)
                            is_silent = self.loaded.words(language).get(f"events.{event.key}") == ""  # its line says it already
                            assert (text or is_silent) and "{" not in text, event

    # ------------------------------------------------ words and rules

    def test_translations_fit_the_english_words(self) -> None:
        """A language may lack a text, which is then English; what it has, English has, with the same gaps."""
        for language in self.languages[1:]:
            found = words_check.check(self.loaded.folder, language, dict(self.loaded.box().components.names()))
            assert not found.unknown, f"words/{language}: English has no {', '.join(found.unknown)}"
            assert not found.gaps, f"words/{language}: other gaps than in English: {', '.join(found.gaps)}"

    def test_every_option_and_edition_is_explained(self) -> None:
        for language in self.languages:
            words = self.loaded.words(language)
            for option in self.loaded.options:
                assert words(f"options.{option.name}.name") and words(f"options.{option.name}.meaning")
            for edition in self.loaded.editions:
                assert words(f"editions.{edition}.name")
            for part in self.loaded.tables.SCORE_PARTS:
                assert words(f"parts.{part}")

    def test_every_rule_has_a_test(self) -> None:
        self.skip_if_draft("numbered rules")
        report = rulebook.coverage(self.home.parent, self.game)[self.game]
        assert report["total"] > 0, "write the numbered rules: words/en/rules.toml, as [sections.<name>] with a title and rules"
        assert report["missing"] == [], (
            f"no test names {', '.join(report['missing'])}: write a scenario that says 'rules: {report['missing'][0]}'"
        )

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

    @pytest.mark.long  # everything is compiled once more for it
    def test_with_bounds_checked_the_same_is_played(self) -> None:
        assert self.some_games(NUMBA_BOUNDSCHECK="1") == self.some_games()

    def some_games(self, **variables: str) -> list[str | float]:
        """Return the records of a few games that a process of their own played, and what positions on the way were worth."""
        run = subprocess.run(
            [sys.executable, "-c", PLAY_SOME, self.game],
            env={**os.environ, **variables},
            check=True,
            capture_output=True,
            text=True,
        )
        records: list[str | float] = json.loads(run.stdout)
        return records
