"""The compiled rules against the reference procedure of the catalogue, question by question."""

import random

import pytest

from inventorium import testing as kit
from tests.genies.reference import Reference

SETTINGS = [
    {},
    {"zero_bids": True},
    {"full_tie": "first"},
    {"full_tie": "none"},
    {"bundles": "keep"},
    {"chips": "hidden"},
    {"action_cards": False},
    {"zero_bids": True, "bundles": "keep", "full_tie": "first"},
]
GAMES = max(6, kit.GAMES // 600)  # of each setting and number of players


@pytest.mark.rules("GE-51, GE-52, GE-A40, GE-A46")
@pytest.mark.parametrize("changes", SETTINGS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_rules_ask_and_do_what_the_reference_procedure_says(players: int, changes: dict) -> None:
    game = kit.load("genies")
    for number in range(GAMES):
        chance = random.Random(f"{players} {changes} {number}")
        dear = chance.choice((3, 8, 30, 100))  # low bids make ties, high ones bids that cannot be paid
        position = game.new(players, dealer=None, **changes)
        reference = Reference(position.box.components, players, position.options)
        story = reference.game()
        seat, answers = next(story)
        while True:
            assert position.to_act[0] == seat
            assert position.moves(seat) == sorted(answers)
            answer = chance.choice(answers[:dear] if answers[0] == "bid 0" else answers)
            position.play(answer, seat)
            try:
                seat, answers = story.send(answer)
            except StopIteration:
                break
            assert position.state.purse[:players].tolist() == reference.chips
        assert position.over
        assert list(position.scores) == reference.points
        assert position.state.purse[:players].tolist() == reference.chips
        for player, academy in zip(position.picture()["players"], reference.academies, strict=True):
            assert sorted(one["id"] for one in player["academy"]) == sorted(academy)
            assert all(one["added"] == sum(reference.added[one["id"]]) for one in player["academy"])
