"""What the coach says comes true in the next scoring, if nothing else changes."""

from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.games.genies import rules, settlement
from inventorium.games.genies.coach import cards_in_hand
from inventorium.games.genies.tables import PHASES, Effect, Question
from tests.remarks import cases

NAME = "genies"


def order(position: Position, discipline: str) -> list[int]:
    """Return who is ahead in a discipline, the strongest first."""
    return settlement.rank(position.state, position.box.array[0], position.box.ids("disciplines").index(discipline)).order


def brought(position: Position, seat: int, discipline: str) -> int:
    """Return the points of a discipline in all scorings to come."""
    d, points, trial = position.box.ids("disciplines").index(discipline), 0, position.copy()
    for phase in range(int(position.fields.round_now) // 2, PHASES):
        trial.state.round_now = 2 * phase
        points += rules.discipline_points(trial.state, trial.box.array[0], seat, d)
    return int(points)


def lies_at(position: Position, genius: str, letter: str) -> bool:
    row = position.fields.offer["ABCDE".index(letter)].tolist()
    return position.box.ids("geniuses").index(genius) in row


def given(position: Position, letter: str, seat: int) -> Position:
    """Return a position in which a seat has what lies at a position."""
    after = position.copy()
    for genius in position.fields.offer["ABCDE".index(letter)].tolist():
        if genius >= 0:
            after.state.where[genius] = seat
    return after


def test_geniuses_that_put_a_seat_ahead() -> None:
    for position, seat, one in cases(NAME, "overtake"):
        letter, discipline = one.values["position"], one.values["discipline"]
        assert lies_at(position, one.values["genius"], letter) and order(position, discipline)[0] == one.values["name"]
        after = given(position, letter, seat)
        assert order(after, discipline)[0] == seat
        assert brought(after, seat, discipline) - brought(position, seat, discipline) == one.points


def test_geniuses_that_put_another_one_ahead() -> None:
    for position, seat, one in cases(NAME, "threat"):
        letter, discipline = one.values["position"], one.values["discipline"]
        assert lies_at(position, one.values["genius"], letter) and order(position, discipline)[0] == seat
        after = given(position, letter, one.values["name"])
        assert order(after, discipline)[0] == one.values["name"]
        assert brought(position, seat, discipline) - brought(after, seat, discipline) == one.points


def test_the_fullest_purse() -> None:
    for position, seat, one in cases(NAME, "richest"):
        purses = position.fields.purse.tolist()[: position.players]
        assert purses[seat] > one.values["chips"] == max(chips for who, chips in enumerate(purses) if who != seat)
        most = [rules.highest_bid(position.state, position.box.array[0], who, 0) for who in range(position.players)]
        assert max(bid for who, bid in enumerate(most) if who != seat) == one.values["chips"]


def test_cards_that_win_what_is_lost_as_the_bids_lie() -> None:
    for key, effect in (("tie", Effect.PERSUASION), ("top-up", Effect.TOP_UP)):
        for position, seat, one in cases(NAME, key):
            p, card = "ABCDE".index(one.values["position"]), position.box.ids("action_cards").index(one.values["card"])
            assert card in cards_in_hand(position.view(seat), effect)
            before = list(settlement.settle(position.view(seat).state.copy(), position.box.array[0]))[p]
            assert before.winner != seat
            after = position.view(seat).state.copy()
            after.target[card] = p
            assert list(settlement.settle(after, position.box.array[0]))[p].winner == seat


def test_stars_that_put_a_seat_ahead() -> None:
    for position, seat, one in cases(NAME, "stars"):
        card, genius = (
            position.box.ids(group).index(name) for group, name in (("action_cards", one.values["card"]), ("geniuses", one.about))
        )
        after = position.copy()
        after.state.stars_added[genius] += position.box.array[0].n[card]
        assert order(after, one.values["discipline"])[0] == seat
        assert brought(after, seat, one.values["discipline"]) - brought(position, seat, one.values["discipline"]) == one.points


def test_nothing_is_said_of_what_a_seat_cannot_see() -> None:
    """What others write and hold changes nothing."""
    for position, seat, _ in [*cases(NAME, "overtake"), *cases(NAME, "tie")]:
        game, view = load_game(NAME), position.view(seat)
        other = view.determinize("another hand")
        assert list(game.coach.remarks(view)) == list(game.coach.remarks(other.view(seat)))
        assert view.fields.question in (Question.BIDS, Question.CARDS)
