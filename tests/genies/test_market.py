"""The market of Genies, as the lab counts it: void bids, ties, what is left unsold, prices, and what a card decides."""

from typing import Any

from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.research.lab.sample import look_at

GENIUSES = ("freud", "darwin", "smith", "galilei", "plato")


def new(**options: Any) -> Position:
    return load_game("genies").new(2, dealer=None, **options)


def bid(position: Position, *sheets: tuple[int, ...]) -> None:
    for seat, sheet in enumerate(sheets):
        for chips in sheet:
            position.play(f"bid {chips}", seat)
        position.play("seal", seat)


def market(position: Position) -> tuple[dict[str, tuple[float, float]], list[tuple[str, str, float]]]:
    course, _ = look_at(position)
    return {row: (total, number) for row, (total, number) in course["tally"].items()}, course["prices"]


def test_a_round_without_cards() -> None:
    """30 chips each. A: 20 wins. B: 20 can no longer be paid (GE-82), so 5 wins. C: 5 and 5 tie (GE-89). D: nobody. E: 4."""
    position = new(action_cards=False)
    for genius in GENIUSES:
        position.play(f"deal {genius}")
    bid(position, (20, 20, 5, 0, 4), (10, 5, 5, 0, 0))
    rows, prices = market(position)
    assert rows == {"void": (1, 7), "tied": (1, 4), "unsold": (2, 5), "decided": (0, 4), "price": (29, 3), "left": (0, 0)}
    assert prices == [("geniuses", "freud", 20), ("geniuses", "darwin", 5), ("geniuses", "plato", 4)]


def test_what_is_sold_together_has_no_price_of_its_own() -> None:
    """Nobody bids in the first round, so in the second two geniuses lie at every position (GE-94)."""
    position = new(action_cards=False)
    for geniuses in (GENIUSES, ("lavoisier", "aristotle", "homer", "archimedes", "kepler")):
        for genius in geniuses:
            position.play(f"deal {genius}")
        bid(position, (0, 0, 0, 0, 9 * (geniuses != GENIUSES)), (0,) * 5)
    rows, prices = market(position)
    assert rows["price"] == (9, 1) and rows["unsold"] == (9, 10) and prices == []


def test_cards_decide() -> None:
    """TOP-UP lifts a bid over a higher one, PERSUASION breaks a tie; FUNDS makes a genius cheaper but decides nothing."""
    position = new()
    for card in ("ac1-05", "ac1-06", "ac1-04", "ac1-07", "ac1-08", "ac1-09"):  # in turn: seat 0, seat 1, ...
        position.play(f"deal {card}")
    for genius in GENIUSES:
        position.play(f"deal {genius}")
    bid(position, (4, 6, 0, 0, 0), (8, 6, 10, 0, 0))
    for move in ("play ac1-04 b", "play ac1-05 a", "hold"):
        position.play(move, 0)
    for move in ("play ac1-06 c", "hold", "hold"):
        position.play(move, 1)
    rows, prices = market(position)
    assert rows["decided"] == (2, 3) and rows["tied"] == (1, 3) and rows["void"] == (0, 5)
    assert [paid for _, _, paid in prices] == [4, 0, 2]
