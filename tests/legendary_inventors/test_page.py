"""What the page shows of the rules is what the rules do."""

import random

import pytest

from inventorium import load
from inventorium.core.pages import PLAYER_COLOURS
from inventorium.games.legendary_inventors.page import AgeEnd, Final, NewAge, Sharing, Slot, page
from inventorium.table.turn_log import step_after
from inventorium.web.render.scene import scene_at
from tests.scenes import asking, begun, played, scene_of

GAME = "legendary-inventors"


def test_the_strip_of_runs_counts_the_patents_of_each_class() -> None:
    """LI-113, LI-120: a run is made of the classes of the patents that somebody holds, so the strip counts each of them."""
    *_, table = played(begun(GAME, 3), random.Random(2))
    box, shown = table.position.box, page(scene_of(table, 0))
    number = {one["id"]: one["class"] for one in box.components["inventions"]}
    for one, holding in zip(table.view(0).picture()["players"], shown.holdings, strict=True):
        classes = [number[patent] for patent in one["patents"]]
        assert [(step.of_class.number, step.number) for step in holding.run] == [(n, classes.count(n)) for n in range(6)]
    assert any(step.number for holding in shown.holdings for step in holding.run)


def test_so_many_inventions_are_laid_out() -> None:
    """LI-27: players + 3"""
    for players in load(GAME).players:
        shown = page(scene_of(asking(begun(GAME, players), "turn", random.Random(1))))
        assert shown.unfinished == shown.laid_out == players + 3 == len(shown.inventions)


def test_a_team_to_choose_is_drawn_in_the_ink_that_its_owner_gets() -> None:
    table = begun(GAME, 3)
    scene = scene_of(table)
    crews = page(scene).crews
    assert [one.ink for one in crews] == [PLAYER_COLOURS[team["colour"]] for team in table.position.box.components["teams"]]
    chosen = next(one for one in crews if one.spot.move)
    after = table.play(scene.seat, chosen.spot.move.action)  # type: ignore[union-attr]
    assert scene_of(after).seats[scene.seat].ink == chosen.ink
    taken = next(one for one in page(scene_of(after)).crews if one.name == chosen.name)
    assert taken.spot.is_still and scene.names[scene.seat] in taken.when


def test_an_invention_foretells_the_cubes_of_a_send() -> None:
    """What is drawn as ghosts is what is covered afterwards, and whoever would complete it is told so (LI-64)."""
    seen, completed = 0, 0
    for table in played(begun(GAME, 2), random.Random(4)):
        if table.over or load(GAME).notation.question(table.position.state) != "turn" or not scene_of(table).moves.of("send"):
            continue
        scene = scene_of(table)
        scene.picked = [scene.moves.of("send")[0].things[0]]
        for slot in (one.slot for one in page(scene).inventions if one.slot):
            assert (slot.spot.move is None) == (slot.reason is not None), "what cannot be chosen says why"
            if slot.spot.move and (after := scene.view.after(slot.spot.move.action, scene.seat).picture()):
                if after["send"]:
                    continue  # it is still to be said where the cubes go
                seen, completed = seen + 1, completed + slot.completes
                assert covered(slot, after) == {row.discipline: row.ghosts for row in slot.spaces if row.ghosts}
                assert slot.completes == (after["question"] == "take")
    assert seen > 50 and completed


def covered(slot: Slot, after: dict) -> dict[str, int]:
    now = next(one["free"] for one in after["inventions"] if one["id"] == slot.id)
    return {row.discipline: row.free - now[row.discipline] for row in slot.spaces if row.free != now[row.discipline]}


def test_two_equal_tokens_are_one_answer() -> None:
    """NO-24"""
    table = next(one for one in played(begun(GAME, 5), random.Random(3)) if one.asked and twins(one))
    slot = next(one.slot for one in page(scene_of(table)).inventions if one.slot and one.slot.is_shared)
    first, second = [prize.spot for prize in slot.prizes if prize.token]
    assert first.move and second.move == first.move and first.key and not second.key


def twins(table) -> bool:  # type: ignore[no-untyped-def]
    sharing = table.view(-1).picture()["sharing"]
    return bool(sharing) and any(
        len(one["tokens"]) == 2 and len(set(one["tokens"])) == 1
        for one in table.view(-1).picture()["inventions"]
        if one["id"] == sharing["invention"]
    )


def test_a_number_of_cubes_names_its_discipline() -> None:
    """NO-23: on a phone the board may be scrolled away, so every button says which discipline it fills."""
    scene = scene_of(asking(begun(GAME, 3, placement_mode="up_to"), "place-number", random.Random(1)))
    named = [button.text.split(": ") for button in page(scene).buttons]
    assert len({discipline for discipline, _ in named}) == 1
    assert named[0][0] in {"Physics", "Chemistry", "Mechanics", "Mathematics"}
    assert [number for _, number in named] == [move.things[0] for move in scene.moves]


def test_steps_to_the_target() -> None:
    table = asking(begun(GAME, 2), "turn", random.Random(1))

    def change(state) -> None:  # type: ignore[no-untyped-def]
        state.level[0, 0] = table.position.box.array[0].target[state.team[0], 0]

    before, after = page(scene_of(table, 0)).members[0], page(scene_of(table, 0, change=change)).members[0]
    record = next(one for one in table.position.box.components["inventors"] if one["id"] == before.id)
    steps = sum(max(0, goal - level) for goal, level in zip(record["target"], record["start"], strict=True))
    assert f"{steps} steps" in before.goal and not before.is_reached and after.is_reached


def test_the_teams_of_others_lie_open() -> None:
    """LI-09, LI-82: whoever plays sees what everybody's inventors know, and their targets."""
    table = asking(begun(GAME, 3), "turn", random.Random(1))
    scene = scene_of(table)
    shown = page(scene)
    assert [rival.seat.seat for rival in shown.rivals] == [seat for seat in range(3) if seat != scene.seat]
    for rival in shown.rivals:
        for member, man in zip(rival.members, scene.picture["players"][rival.seat.seat]["inventors"], strict=True):
            assert {one.discipline: (one.level, one.target) for one in member.gauges} == {
                discipline: (level, man["target"][discipline]) for discipline, level in man["levels"].items()
            }


def test_a_free_space_says_who_could_fill_it() -> None:
    """LI-41, LI-45: whoever is available and knows the discipline."""
    table = asking(begun(GAME, 2), "turn", random.Random(1))

    def change(state) -> None:  # type: ignore[no-untyped-def]
        state.busy[1], state.busy[0], state.level[0, :, 0] = 1, 0, (2, 0, 0, 0)

    scene = scene_of(table, 0, change=change)
    names = [scene.name(man["id"]) for player in scene.picture["players"] for man in player["inventors"]]
    tips = [row.tip for one in page(scene).inventions if one.slot for row in one.slot.spaces if row.discipline == "physics"]
    assert tips and all(f"You: {names[0]} 2." in tip for tip in tips)
    assert not any(name in tip for tip in tips for name in names[1:])


@pytest.mark.parametrize(
    ("classes", "stars", "scoring", "stand_for"),
    [
        ([0, 1, 2], 0, {0, 1, 2}, []),
        ([0, 0, 1, 4], 0, {0, 1}, []),  # a second 0 is not needed, a 4 not reached
        ([2, 3, 4, 5], 0, set(), []),  # LI-116
        ([0, 2], 1, {0, 2}, [1]),  # LI-158
        ([1, 2], 1, {1, 2}, [0]),  # LI-159
    ],
)
def test_the_strip_joins_what_scores(classes: list[int], stars: int, scoring: set[int], stand_for: list[int]) -> None:
    table = asking(begun(GAME, 2), "turn", random.Random(1))
    box = table.position.box

    def change(state) -> None:  # type: ignore[no-untyped-def]
        for number in classes:
            card = next(card for card in range(36) if box.array[0].number[card] == number and state.where[card] != 0)
            state.where[card] = 0
        state.tokens[0, box.ids("tokens").index("classification")] = stars

    run = page(scene_of(table, 0, change=change)).holdings[0].run
    assert {step.of_class.number for step in run if step.scores} == scoring
    assert [step.of_class.number for step in run if step.stars] == stand_for


def test_a_token_in_hand_is_explained_and_shows_what_it_brings() -> None:
    """LI-108, LI-131, LI-140: the text belongs to the step, a target stays in sight, and what is lost is said."""
    table = asking(begun(GAME, 2), "turn", random.Random(1))
    seat, tokens = table.asked[0], table.position.box.ids("tokens")

    def change(state) -> None:  # type: ignore[no-untyped-def]
        for token in ("progress-2", "points-3"):
            state.tokens[seat, tokens.index(token)] = 1

    scene = scene_of(table, change=change)
    scene.picked = ["progress-2"]
    shown = page(scene)
    assert "from 1 to 2" in shown.help
    for member, man in zip(shown.members, scene.picture["players"][seat]["inventors"], strict=True):
        for gauge in member.gauges:
            assert gauge.spot and (gauge.spot.move is None) == bool(gauge.spot.why), "what cannot be clicked says why"
            helps = gauge.spot.move is not None and gauge.level < gauge.target
            left = {0: f"+{man['points']}", 1: "one step"}.get(man["steps"] - 1, f"{man['steps'] - 1} steps")
            assert left in gauge.brings if helps else not gauge.brings
    scene.picked = ["points-3"]
    assert "(−3)" in page(scene).help
    chips = page(scene_of(table, change=change)).chips
    assert next(chip.spot.style for chip in chips if chip.token.kind == "points").startswith("chip spare")


def test_what_cannot_be_sent_to_says_why() -> None:
    """LI-47: an invention where nobody of one's own can place a cube answers a click with the rule."""
    table = asking(begun(GAME, 2), "turn", random.Random(1))
    seat = table.asked[0]

    def change(state) -> None:  # type: ignore[no-untyped-def]
        state.level[seat] = 0

    scene = scene_of(table, change=change)
    for one in page(scene).inventions:
        assert one.slot and one.slot.spot.why and scene.why_not(one.slot.spot.why).rule == "LI-47"  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_moment_is_drawn_from_its_events(language: str) -> None:
    """The order and what everybody took (LI-72), the standings (LI-105), what is laid out (LI-94), and the points by parts."""
    *_, table = played(begun(GAME, 3), random.Random(2))
    kinds, answers, now = [], 0, scene_of(table, 0, language)
    while step := step_after(table, 0, answers):
        answers = step.answers
        for moment in step.moments:
            scene = scene_at(now.live_table, 0, now.words, step.answers)
            scene.moment = moment
            drawn = page(scene).moment
            assert drawn and drawn.kind == moment.name
            kinds.append(drawn.kind)
            if isinstance(drawn, Sharing):
                cubes = [took.share.number for took in drawn.took]
                assert cubes == sorted(cubes, reverse=True) and 1 <= len(cubes) <= 3
            if isinstance(drawn, Final):
                assert drawn.totals == table.position.scores
                assert [sum(one) for one in zip(*(points for _, _, points in drawn.parts), strict=True)] == list(drawn.totals)
            if isinstance(drawn, NewAge):
                assert [one[0] for one in drawn.laid] == [one.id for one in page(scene).inventions]
            if isinstance(drawn, AgeEnd):
                assert [one.number for one in drawn.standings] == sorted((one.score for one in scene.seats), reverse=True)
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"sharing": 15, "age": 3, "new-age": 2, "final": 1}
