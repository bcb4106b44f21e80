"""What the coach says comes true when it is played."""

import pytest

from inventorium.core.position import Position
from inventorium.core.remarks import Remark
from inventorium.games.legendary_inventors import rules
from inventorium.games.legendary_inventors.coach import cubes_of
from inventorium.games.legendary_inventors.tables import INVENTORS, SPLIT, Act, Phase
from tests.legendary_inventors.positions import GAME, first_turn
from tests.remarks import cases

NAME = "legendary-inventors"


def best_send(position: Position, seat: int, one: Remark) -> int:
    """Return the send that brings the most cubes to the invention of a remark."""
    slot = position.fields.layout.tolist().index(position.box.ids("inventions").index(one.values["invention"]))
    sends = [action for action in position.actions() if Act.SEND <= action < Act.REFRESH and SPLIT[action, 1] == slot]
    return max(sends, key=lambda action: cubes_of(position.fields, seat, int(SPLIT[action, 0]), slot))


def slot_of(position: Position, one: Remark) -> int:
    return int(position.fields.layout.tolist().index(position.box.ids("inventions").index(one.values["invention"])))


def gained(position: Position, seat: int, action: int, *parts: str) -> int:
    before = position.breakdown[seat]
    position.act(action, seat)
    return sum(position.breakdown[seat][part] - before[part] for part in parts)


def test_who_finishes_an_invention_chooses_first() -> None:
    for position, seat, one in cases(NAME, "finish"):
        position.act(best_send(position, seat, one), seat)
        assert position.to_act == (seat,) and Act.TAKE_PATENT in position.actions()
        assert gained(position, seat, Act.TAKE_PATENT, "patents", "runs") == one.points


def test_the_next_player_finishes_where_nothing_is_done() -> None:
    for position, seat, one in cases(NAME, "threat", least=1):
        rival, slot = int(one.values["name"]), slot_of(position, one)
        free = position.fields.free[slot].sum()
        defended = position.copy()
        defended.act(best_send(defended, seat, one), seat)
        idle = next(a for a in position.actions() if not (Act.SEND <= a < Act.REFRESH and SPLIT[a, 1] == slot))
        position.act(idle, seat)
        if position.to_act != (rival,):
            continue  # the idle action was a token, or finished something else
        reach = [
            a
            for a in position.actions()
            if Act.SEND <= a < Act.REFRESH
            and SPLIT[a, 1] == slot
            and cubes_of(position.fields, rival, int(SPLIT[a, 0]), slot) == free
        ]
        position.act(reach[0], rival)
        assert position.fields.phase == Phase.TAKE and position.to_act == (rival,)
        ends = defended.fields.cubes[slot]
        assert ends[seat] > ends[rival] + defended.fields.free[slot].sum()


def test_cubes_that_put_a_seat_first() -> None:
    for position, seat, one in cases(NAME, "overtake"):
        slot = slot_of(position, one)
        cubes = position.fields.cubes[slot].tolist()
        assert (cubes[seat], cubes[one.values["name"]]) == (one.values["mine"], one.values["theirs"])
        position.act(best_send(position, seat, one), seat)
        after = position.fields.cubes[slot].tolist()
        assert after[seat] > max(number for other, number in enumerate(after) if other != seat)
        assert after[seat] - cubes[seat] >= one.values["number"]


@pytest.mark.parametrize("key", ["last-token", "last-step"])
def test_the_last_step_to_a_target(key: str) -> None:
    for position, seat, one in cases(NAME, key):
        token = position.box.ids("tokens").index(one.values["token"])
        if key == "last-step":
            position.state.tokens[seat, token] += 1
        gains = []
        for inventor in range(INVENTORS):
            for d in range(4):
                trial = position.copy()
                if rules.may_upgrade(trial.state, trial.box.array[0], seat, inventor, d, token):
                    before = trial.breakdown[seat]["inventors"]
                    trial.state.level[seat, inventor, d] += 1
                    gains.append(trial.breakdown[seat]["inventors"] - before)
        assert one.points in gains


def test_a_patent_that_makes_runs_longer() -> None:
    for position, seat, one in cases(NAME, "next-number"):
        assert gained(position, seat, Act.TAKE_PATENT, "runs") == one.points


def test_nothing_is_said_where_nothing_can_be_changed() -> None:
    """At the beginning nobody has a cube anywhere, and no invention can be finished by one inventor."""
    position = first_turn(3)
    assert not [one for one in GAME.coach.remarks(position.view(0)) if one.key != "finish"]
    assert not list(GAME.coach.remarks(GAME.new(3, dealer=None).view(0)))
