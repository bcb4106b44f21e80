"""The bots of every game that has them: the same answer every time, the only answer at once, no peeking."""

import numpy as np
import pytest

from inventorium import bots
from inventorium.core import library
from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.position import Position, View
from inventorium.games.legendary_inventors.tables import Phase
from inventorium.testing import some_positions
from tests.tiers import in_tiers

GAMES = [name for name in library.names() if (load_game(name).folder / "value.py").exists()]
NAMES = ("random", "greedy", "search:50", "net~80~40")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def views(game: Game, number: int) -> list[View]:
    """What somebody who is asked sees, all over random games."""
    positions = some_positions(game, number)
    return [position.view(position.to_act[0]) for position in positions if not position.over]


def win_share(game: Game, line_up: tuple[str, ...], deals: int) -> float:
    """How often the first bot of a line-up wins, over all seats of some deals."""
    players, wins = len(line_up), 0.0
    for deal in range(deals):
        for turned in range(players):
            seats = [bots.make(line_up[(seat + turned) % players], game, deal) for seat in range(players)]
            position = game.new(players, seed=deal)
            while not position.over:
                seat = position.to_act[0]
                position.act(seats[seat].choose(position.view(seat)), seat)
            mine = (-turned) % players
            wins += (mine in position.winners) / len(position.winners)
    return wins / (deals * players)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_and_seed_give_the_same_legal_answer(game: Game, name: str) -> None:
    one, other = bots.make(name, game, 7), bots.make(name, game, 7)
    for view in views(game, 40):
        choice = one.choose(view)
        assert choice in view.actions()
        assert other.choose(view) == one.choose(view) == choice


@pytest.mark.parametrize("name", [name for name in NAMES if name != "greedy"])  # which draws only between equals
def test_another_seed_gives_other_answers_somewhere(game: Game, name: str) -> None:
    choices = [[bots.make(name, game, seed).choose(view) for view in views(game, 40)] for seed in range(3)]
    assert choices[0] != choices[1] or choices[0] != choices[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_does_not_change_the_view(game: Game, name: str) -> None:
    for view in views(game, 10):
        before = view.states.tobytes()
        bots.make(name, game).choose(view)
        assert view.states.tobytes() == before


@pytest.mark.parametrize("name", [*NAMES, "search:60s"])
def test_the_only_answer_is_given_at_once(game: Game, name: str) -> None:
    forced = [view for view in views(game, 300) if len(view.actions()) == 1]
    assert forced
    for view in forced:
        assert bots.make(name, game).choose(view) == view.actions()[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_refused(game: Game, name: str) -> None:
    position = finished(game)
    with pytest.raises(InventoriumError, match="the game is over"):
        bots.make(name, game).choose(position.view(0))


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_that_is_not_asked_is_refused(game: Game, name: str) -> None:
    position = next(
        position for position in some_positions(game, 100) if not position.over and len(position.to_act) < position.players
    )
    seat = next(seat for seat in range(position.players) if seat not in position.to_act)
    with pytest.raises(InventoriumError, match=f"seat {seat} does not have to move"):
        bots.make(name, game).choose(position.view(seat))


def test_greedy_beats_random(game: Game) -> None:
    assert win_share(game, ("greedy", "random", "random", "random"), 6) >= 0.8


@pytest.mark.long  # it beats greedy, and greedy beats random
def test_search_beats_random(game: Game) -> None:
    assert win_share(game, ("search:100", "random", "random", "random"), 3) >= 0.9


@pytest.mark.parametrize("game", in_tiers(GAMES, "legendary-inventors"), indirect=True)
def test_search_beats_greedy(game: Game) -> None:
    search = "search:1000" if game.type.sealed else "search:200"  # a sheet is planned with few simulations, and quickly
    assert win_share(game, (search, "greedy", "greedy", "greedy"), 3) >= 0.45


@pytest.mark.parametrize("level, below", [("medium", "easy"), ("hard", "casual")])
def test_a_level_beats_a_lower_one(game: Game, level: str, below: str) -> None:
    """One to one, where a game has two players: a dozen games of four cannot tell 25 % from the 44 % that are measured."""
    if 2 in game.players:
        assert win_share(game, (level, below), 6) >= 0.6
    else:
        assert win_share(game, (level, below, below), 4) >= 0.4


def test_a_misjudgement_is_the_same_all_through_a_game(game: Game) -> None:
    """It is drawn once for a seed and a seat, and bounded."""
    character = bots.compiled(game, "character")
    drawn = [character.bias_of(bots.make("net~50~20", game, seed), seat, 0.5) for seed in (1, 2) for seat in (0, 1)]
    again = character.bias_of(bots.make("net~90", game, 1), 0, 0.5)
    assert np.array_equal(drawn[0], again) and len({bias.tobytes() for bias in drawn}) == 4
    assert all(0 < np.abs(bias).max() <= 0.5 for bias in drawn)


def test_without_a_misjudgement_it_is_one_look_ahead(game: Game) -> None:
    if game.type.sealed:
        pytest.skip("there it weighs fewer plans than a search")
    for view in views(game, 30):
        assert bots.make("net~0", game, 3).choose(view) == bots.make("net", game, 3).choose(view)


def test_the_more_it_misjudges_the_weaker_it_plays(game: Game) -> None:
    assert win_share(game, ("net~0", *["net~300~200~naive"] * (game.players[0] - 1)), 6) >= 0.7


def test_a_careless_character_gives_nothing_that_seems_much_worse(game: Game) -> None:
    """Within the carelessness all answers are given, and none beyond the cutoff."""
    character, stream = bots.compiled(game, "character"), new_stream("tests")
    states = game.new(game.players[0], seed=1).states
    picked = {int(character.pick(states[0], np.array([0.5, 0.49, 0.3]), 3, 0.02, stream)) for _ in range(200)}
    assert picked == {0, 1}


def test_every_level_has_a_bot_with_and_without_a_network(game: Game) -> None:
    view, odd = views(game, 1)[0], bots.levels.NetworkOrFallback
    for level in bots.LEVELS:
        bot = bots.make(level, game, 1)
        assert isinstance(bot, odd) and bot.player(view) is bot.deep
        assert bot.stand_in.name == level or bot.stand_in.name == bots.levels.without_network(level, game)[0]


def test_a_slip_is_never_silly(game: Game) -> None:
    """Somebody who does not look closely loses less than any answer would, and hardly ever twice as much as a guess is off."""
    if game.type.sealed:
        pytest.skip("a bid alone says nothing: there a slip is a sensible answer without a plan")
    assert game.value is not None
    evaluator, careless, anything = bots.compiled(game, "evaluator"), list[float](), list[float]()
    for view in (view for view in views(game, 60) if len(view.actions()) > 2):
        answers, worth = np.array(view.actions()), np.zeros(game.actions)
        evaluator.weigh(
            view.states, view.box.array, view.seat, answers, len(answers), new_stream("slips"), view.states.copy(), worth
        )
        lost = (worth[: len(answers)].max() - worth[: len(answers)]) / game.value.spread(view.states[0])
        anything.append(lost.mean())
        for seed in range(10):
            bot = bots.compiled(game, "greedy").Careless("careless", game, seed)
            careless.append(lost[answers.tolist().index(bot.choose(view))])
    assert 0 < np.mean(careless) < 0.75 * np.mean(anything)
    assert np.mean(np.array(careless) > 2) < 0.02


@pytest.mark.parametrize("name", ["gready", "search", "search:", "search:0", "search:0s", "search:x", "search:-1"])
def test_a_wrong_name_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(InventoriumError) as refusal:
        bots.make(name, load_game(GAMES[0]))
    assert "\n" not in str(refusal.value)


def test_threads_share_a_budget_and_agree_with_themselves() -> None:
    game = load_game(GAMES[0])
    view = views(game, 5)[0]
    both = [bots.searcher("search", game, 1, bots.Budget(simulations=400, threads=2)).study(view) for _ in range(2)]
    assert both[0] == both[1]
    assert abs(sum(line.share for line in both[0]) - 1) < 1e-9
    for line in both[0]:
        assert abs(sum(line.wins) - 1) < 1e-6


def finished(game: Game) -> Position:
    from random import Random

    from inventorium.testing import play_on

    return play_on(game.new(game.players[0], seed=3), Random(3))


@pytest.mark.parametrize("name", (*NAMES, "net"))
def test_what_a_seat_cannot_know_does_not_change_its_answer(game: Game, name: str) -> None:
    """All that is hidden is replaced: hands, sheets, and the dealer with all that he will deal."""
    bot, replaced = bots.make(name, game, 7), 0
    for number, position in enumerate(position for position in some_positions(game, 40) if not position.over):
        seat = position.to_act[0]
        view, other = position.view(seat), position.view(seat).determinize(seed=f"otherwise {number}")
        replaced += other.states.tobytes() != position.states.tobytes()
        assert other.view(seat).states.tobytes() == view.states.tobytes()
        assert bot.choose(other.view(seat)) == bot.choose(view)
    assert (replaced > 0) == game.type.secrets


@pytest.mark.parametrize("name", NAMES)
def test_a_position_that_no_game_leads_to_is_refused(name: str) -> None:
    game = load_game("legendary-inventors")
    view = next(view for view in views(game, 100) if view.state.phase == Phase.TAKE)
    view.states["reward"], view.states["where"] = -1, -1  # a reward is to be taken, but there is none
    with pytest.raises(InventoriumError, match="has no legal action: no game leads to this position"):
        bots.make(name, game).choose(view)


def test_analysis_tells_chances_and_points_of_every_seat(game: Game) -> None:
    for view in views(game, 6):
        lines = bots.analyse(view, bots.Budget(simulations=100))
        assert {line.action for line in lines} <= set(view.actions())
        assert sum(line.share for line in lines) == pytest.approx(1)
        for line in lines:
            assert len(line.wins) == len(line.points) == view.players
            assert sum(line.wins) == pytest.approx(1)
        assert bots.hint(view) in view.actions()
