"""Options and presets (catalogue, section 3), and the numbers of players."""

from typing import Any

import pytest

from inventorium.core.errors import InventoriumError
from tests.legendary_inventors.positions import GAME

# 3.2, the whole table
PRESETS = """
option                      de                   en                   bn                      default
placement_mode              up_to                as_many_as_possible  up_to                   as_many_as_possible
additional_knowledge_alone  true                 true                 true                    true
refresh_requires_busy       true                 true                 true                    true
availability_timing         any_time             own_turn             own_turn_before_action  own_turn
run_must_start_at_zero      true                 true                 true                    true
run_top_limit               none                 none                 5                       none
run_min_length              2                    1                    1                       2
run_min_real_cards          2                    1                    1                       1
final_upgrade_window        true                 true                 true                    true
vp_token_may_be_flipped     true                 true                 true                    true
reward_mandatory            true                 true                 true                    true
tie_break                   patents_then_shared  patents              none                    patents_then_shared
tie_break_scope             all_places           winner_only          winner_only             all_places
start_player                random               agreed               free_pick               random
team_assignment             choose               choose               given                   choose
cubes_per_player            none                 none                 none                    none
"""

# 3.1: the values of every option, the default first
OPTIONS = {
    "placement_mode": ("as_many_as_possible", "up_to"),
    "additional_knowledge_alone": (True, False),
    "refresh_requires_busy": (True, False),
    "availability_timing": ("own_turn", "any_time", "own_turn_before_action"),
    "run_must_start_at_zero": (True, False),
    "run_top_limit": (None, 5),
    "run_min_length": (2, 1),
    "run_min_real_cards": (1, 0, 2),
    "final_upgrade_window": (True, False),
    "vp_token_may_be_flipped": (True, False),
    "reward_mandatory": (True, False),
    "tie_break": ("patents_then_shared", "patents", "none"),
    "tie_break_scope": ("all_places", "winner_only"),
    "start_player": ("random", "agreed", "free_pick"),
    "team_assignment": ("choose", "given", "random"),
    "cubes_per_player": (None,),
}


def test_there_are_the_sixteen_options_with_their_values() -> None:
    assert {option.name: option.values for option in GAME.options} == OPTIONS
    assert len(GAME.options) == 16
    assert {option.name: option.whole_from for option in GAME.options if option.whole_from} == {"cubes_per_player": 1}


def test_the_presets_are_those_of_the_catalogue() -> None:
    head, *rows = [line.split() for line in PRESETS.strip().splitlines()]
    assert set(head[1:]) == set(GAME.editions)
    assert [row[0] for row in rows] == [option.name for option in GAME.options]
    for place, preset in enumerate(head[1:], 1):
        chosen = GAME.new(2, preset, seed=0).options
        for name, *values in rows:
            option = next(option for option in GAME.options if option.name == name)
            assert chosen[name] == option.read(values[place - 1]), (preset, name)


def test_a_preset_may_be_changed() -> None:
    chosen = GAME.new(2, "de", seed=0, run_top_limit=5, cubes_per_player=15).options
    assert (chosen["placement_mode"], chosen["run_top_limit"], chosen["cubes_per_player"]) == ("up_to", 5, 15)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("run_top_limit", 6, "none, 5"),
        ("run_min_real_cards", 3, "1, 0, 2"),
        ("placement_mode", "some", "up_to"),
        ("reward_mandatory", "maybe", "true, false"),
        ("cubes_per_player", 0, "whole number from 1"),
        ("cubes_per_player", -3, "whole number from 1"),
        ("cubes_per_player", 2.5, "whole number from 1"),
        ("cubes_per_player", 10**12, "whole number from 1"),
        ("refresh_requires_bussy", True, "refresh_requires_busy"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, value: Any, told: str) -> None:
    with pytest.raises(InventoriumError, match=told):
        GAME.new(2, seed=0, **{name: value})


@pytest.mark.parametrize("players", [0, 1, 6, -2, 2.5])
def test_two_to_five_players(players: int) -> None:
    assert list(GAME.players) == [2, 3, 4, 5]
    with pytest.raises(InventoriumError, match="2 to 5 players"):
        GAME.new(players, seed=0)
