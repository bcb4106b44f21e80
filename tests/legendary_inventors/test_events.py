"""What is told of an answer is what the rules do, step by step; the kit (test_game.py) adds up all changes."""

import random
from itertools import product

import pytest

from inventorium import load
from inventorium.core.events import Event, sentence, subject
from inventorium.core.position import Fields, Position, copied
from tests.legendary_inventors.positions import PHYSICISTS, first_turn
from tests.scenes import begun, played

GAME = "legendary-inventors"
OPENING = """start 1, team antiquity, team modern, deal bow, deal smoke-signals, deal wheel, deal sundial, deal fire,
draw progress-2, draw points-3, draw knowledge, draw progress-2, draw points-1, draw availability, draw progress-3,
draw progress-2, draw classification, draw progress-4"""  # of the catalogue, 8.5


def told(position: Position, *moves: str) -> list[Event]:
    """What happens with these moves, each of whoever is asked."""
    found: list[Event] = []
    for move in moves:
        seat, before = position.to_act[0], Fields(copied(position.states))
        action = next(one for one in position.actions(seat) if position.write(seat, one) == move)
        position.act(action, seat)
        found += position.game.events.events(position.box, before, Fields(position.states), seat, action)
    return found


def opened() -> Position:
    position = load(GAME).new(2, dealer=None)
    told(position, *(move.strip() for move in OPENING.split(",")))
    return position


def in_words(events: list[Event], hearer: int = -1, language: str = "en") -> list[str]:
    game, names = load(GAME), ["Anna", "Ben"]
    words = game.words(language)
    return [
        f"{subject(event.seat, words, names, hearer)} {sentence(event, game.box(), words, names, hearer)}".strip()
        for event in events
    ]


def test_a_whole_invention_in_words() -> None:
    """LI-65, LI-66, LI-72, LI-77, LI-83, LI-84, LI-107: the example of the catalogue."""
    position = opened()
    assert in_words(told(position, "send hypatia bow", "send edison bow", "send archimedes bow"), hearer=1) == [
        "You send Hypatia to work on Bow",
        "You place 2 Mathematics",
        "Anna sends Thomas Edison to work on Bow",
        "Anna places 1 Physics and 1 Mechanics",
        "You send Archimedes to work on Bow",
        "You place 1 Mechanics",
        "You complete Bow",
        "The rewards are chosen in this order, most cubes first: you 3 and Anna 2",
    ]
    assert in_words(told(position, "take progress-2", "take points-3"), hearer=0) == [
        "Ben takes Progress 2 from Bow",
        "You take 3 victory points from Bow: +3",
        "No one takes the patent Bow, so it leaves the game",
        "The cubes on Bow go back: you 2 and Ben 3",
    ]


def test_german_follows_the_subject() -> None:
    position = opened()
    events = told(position, "send hypatia bow")
    assert in_words(events, 1, "de")[0] == "Du schickst Hypatia ans Werk: Bogen"
    assert in_words(events, 0, "de")[0] == "Ben schickt Hypatia ans Werk: Bogen"


def test_equals_choose_from_leonardo_on() -> None:
    """LI-74: whoever completes an invention holds Leonardo, and chooses first among equals."""
    position = opened()
    for discipline, free in enumerate((0, 0, 0, 2)):
        position.arrange("free", (0, discipline), free)
    position.arrange("cubes", (0, 0), 2)
    events = told(position, "send hypatia bow")
    assert [event.values["order"] for event in events if event.key == "order"] == [[(1, 2), (0, 2)]]
    assert [(event.rule, event.values["seats"]) for event in events if event.key == "equals"] == [("LI-74", [1, 0])]


def test_only_the_end_of_a_sharing_waits_for_people() -> None:
    """LI-67: nobody has to press a button for each of the choosers."""
    position = opened()
    events = told(position, "send hypatia bow", "send edison bow", "send archimedes bow", "take progress-2")
    assert {event.moment for event in events} == {""}
    assert {event.moment for event in told(position, "take points-3")} == {"sharing"}


def test_a_token_that_is_turned_over_loses_its_points() -> None:
    """LI-140"""
    position = opened()
    position.arrange("tokens", (1, position.box.ids("tokens").index("points-3")), 1)
    events = told(position, "upgrade hypatia physics with points-3")
    assert [(event.key, event.rule) for event in events] == [
        ("turns-over", "LI-138"),
        ("loses-points", "LI-140"),
        ("teaches", "LI-132"),
    ]
    assert in_words(events, 1) == [
        "You flip 3 victory points to its 1",
        "You lose 3 points for it",
        "You upgrade Hypatia: Physics from 0 to 1",
    ]


def test_a_target_that_is_reached_scores() -> None:
    """LI-108"""
    position = opened()
    box, state = position.box, position.state
    target = box.array[0].target[state.team[1], 0]
    learned = int(target.argmax())
    for discipline in range(4):
        position.arrange("level", (1, 0, discipline), int(target[discipline]) - (discipline == learned))
    token = f"progress-{target[learned]}"
    position.arrange("tokens", (1, box.ids("tokens").index(token)), 1)
    events = told(position, f"upgrade hypatia {box.ids('disciplines')[learned]} with {token}")
    assert events[-1].key == "reaches-target" and events[-1].values["points"] == box.array[0].target_points[state.team[1], 0]


def test_a_forced_answer_is_told() -> None:
    """NO-04: a table may give it by itself."""
    position = opened()
    for inventor in range(4):
        position.arrange("busy", (1, inventor), 1)
    assert [event.key for event in told(position, "refresh")] == ["only-refresh", "refreshes"]


def test_whoever_is_fourth_comes_away_empty_handed() -> None:
    """LI-79, LI-80"""
    position = first_turn(4)
    for seat, cubes in enumerate((1, 4, 3, 2)):
        position.arrange("cubes", (0, seat), cubes)
    for discipline in range(4):
        position.arrange("free", (0, discipline), int(discipline == 0))
    position.arrange("cubes", (0, 0), 0)
    card = position.box.ids("inventions")[position.state.layout[0]]
    events = told(position, f"send {PHYSICISTS[0]} {card}")
    assert [event.values["order"] for event in events if event.key == "order"] == [[(1, 4), (2, 3), (3, 2)]]
    assert [(event.seat, event.rule) for event in events if event.key == "empty-handed"] == [(0, "LI-80")]


def test_who_takes_nothing_and_who_passes_is_told() -> None:
    """LI-77 with `reward_mandatory` = false, AM-02, AM-03: when all have passed the age ends."""
    position = first_turn(2, reward_mandatory=False)
    for discipline in range(4):
        position.arrange("free", (0, discipline), int(discipline == 0))
    told(position, f"send {PHYSICISTS[0]} {position.box.ids('inventions')[position.state.layout[0]]}")
    assert [event.key for event in told(position, "take nothing")] == [
        "takes-nothing",
        "patent-left",
        "token-left",
        "token-left",
        "cubes-back",
    ]
    position = first_turn(2)
    for seat, inventor, discipline in product(range(2), range(4), range(4)):
        position.arrange("level", (seat, inventor, discipline), 0)
    assert [event.key for event in told(position, "pass")] == ["only-answer", "passes"]
    events = told(position, "pass")
    assert [event.rule for event in events if event.key == "age-ends"] == ["AM-03"]
    assert [event.key for event in events].count("unfinished") == 5


def test_a_tie_is_broken_by_patents() -> None:
    """LI-122, LI-123"""
    position = first_turn(2, final_upgrade_window=False)
    position.arrange("age", (), 2)
    points = position.box.array[0].points
    two, one = (int(card) for card in (points == 2).nonzero()[0][:1]), [int(card) for card in (points == 1).nonzero()[0][-2:]]
    for seat, cards in enumerate((two, one)):
        for card in cards:
            position.arrange("where", (card,), seat)
    for seat, inventor, discipline in product(range(2), range(4), range(4)):
        position.arrange("level", (seat, inventor, discipline), 0)
    events = told(position, "pass", "pass")
    assert position.scores[0] == position.scores[1] == 2
    (broken,) = (event for event in events if event.key == "tie-break")
    assert (broken.seat, broken.values["patents"], broken.values["fewest"]) == (1, 2, 1)
    assert [event.seat for event in events if event.key == "wins"] == [1]


@pytest.mark.parametrize("players", [2, 4])
def test_the_end_of_every_age_and_the_final_scoring(players: int) -> None:
    """LI-87, LI-91, LI-94, LI-100, LI-105, LI-122: three ages end, two begin, and the points are those of the position."""
    *_, table = played(begun(GAME, players), random.Random(players))
    table.listen()
    events = [event for one in table.history for event in one.events]
    keys = [event.key for event in events]
    assert [event.values["age"] for event in events if event.key == "age-ends"] == ["I", "II", "III"]
    assert keys.count("age-begins") == 2 and keys.count("ages-over") == 1 and keys.count("first-turn") == 3
    assert keys.count("unfinished") == 3 and keys.count("laid-out") == 3 * (players + 3)
    assert keys.count("completes") == 3 * (players + 2)
    assert [event.moment for event in events if event.key == "cubes-back"].count("sharing") == 3 * (players + 2)
    counted = {event.values["part"]: dict(event.values["order"]) for event in events if event.key == "counts"}
    assert [{part: counted[part][seat] for part in counted} for seat in range(players)] == list(table.position.breakdown)
    assert {event.seat for event in events if event.key in ("wins", "shares-victory")} == set(table.position.winners)
    dealing = [event.moment for event in events if event.key in ("laid-out", "drawn", "first-turn")]
    assert dealing.count("") * 2 == dealing.count("new-age")
