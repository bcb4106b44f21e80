"""What the page shows of the rules is what the rules do."""
import random

from inventorium import load
from inventorium.core.pages import INKS
from inventorium.games.legendary_inventors.page import Slot, page
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
    assert [one.ink for one in crews] == [INKS[team["colour"]] for team in table.position.box.components["teams"]]
    chosen = next(one for one in crews if one.spot.move)
    after = table.answer(scene.seat, chosen.spot.move.action)                       # type: ignore[union-attr]
    assert scene_of(after).seats[scene.seat]["ink"] == chosen.ink
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
                    continue                                        # it is still to be said where the cubes go
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
    assert first.move and second.is_still


def twins(table) -> bool:                                                           # type: ignore[no-untyped-def]
    sharing = table.view(-1).picture()["sharing"]
    return bool(sharing) and any(len(one["tokens"]) == 2 and len(set(one["tokens"])) == 1
                                 for one in table.view(-1).picture()["inventions"] if one["id"] == sharing["invention"])


def test_steps_to_the_target() -> None:
    table = asking(begun(GAME, 2), "turn", random.Random(1))

    def change(state) -> None:                                                      # type: ignore[no-untyped-def]
        state.level[0, 0] = table.position.box.array[0].target[state.team[0], 0]

    before, after = page(scene_of(table, 0)).members[0], page(scene_of(table, 0, change=change)).members[0]
    record = next(one for one in table.position.box.components["inventors"] if one["id"] == before.id)
    steps = sum(max(0, goal - level) for goal, level in zip(record["target"], record["start"], strict=True))
    assert f"{steps} steps" in before.goal and not before.is_reached and after.is_reached
