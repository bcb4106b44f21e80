"""Sends (catalogue 6.1): what can be reached through the questions is exactly what the definition allows."""

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from inventorium.core.position import Position
from tests.legendary_inventors.positions import first_turn

UNLIMITED = 1_000
Levels = tuple[int, ...]
TABLES = {
    (mode, alone): first_turn(placement_mode=mode, additional_knowledge_alone=alone)
    for mode in ("as_many_as_possible", "up_to")
    for alone in (True, False)
}


def defined(mode: str, alone: bool, level: Levels, free: Levels, tokens: int, supply: int) -> set[Levels]:
    """The placements of 6.1, word for word, among all that one can think of."""
    base = [min(pair) for pair in zip(level, free, strict=True)]
    own, room = sum(base), sum(free) - sum(base)
    found = set()
    for x in product(*(range(spaces + 1) for spaces in free)):
        if mode == "up_to":
            excess = sum(max(0, cubes - known) for cubes, known in zip(x, level, strict=True))
            legal = 1 <= sum(x) <= supply and excess <= 2 * tokens and (tokens == 0 or excess > 2 * (tokens - 1))
        elif supply >= own:
            more = min(2 * tokens, room, supply - own)
            legal = (
                all(cubes >= least for cubes, least in zip(x, base, strict=True))
                and sum(x) == own + more >= 1
                and (tokens == 0 or 2 * (tokens - 1) < more)
            )
        else:
            legal = (
                tokens == 0
                and supply >= 1
                and sum(x) == supply
                and all(cubes <= most for cubes, most in zip(x, base, strict=True))
            )
        if legal and (alone or own >= 1):
            found.add(x)
    return found


def reached(mode: str, alone: bool, level: Levels, free: Levels, tokens: int, supply: int) -> set[Levels]:
    """The placements that Hypatia can make on the bow, alone at work, by answering what is asked."""
    position = TABLES[mode, alone].copy()
    state = position.state
    state.busy[0, 1:] = 1
    state.layout[1:] = -1
    state.level[0, 0], state.free[0], state.cubes_left[0] = level, free, supply
    position.arrange("tokens", (0, position.box.ids("tokens").index("knowledge")), 5)
    for _ in range(tokens):
        if "use knowledge" not in position.moves():
            return set()
        position.play("use knowledge")
    if "send hypatia bow" not in position.moves():
        return set()
    position.play("send hypatia bow")
    return outcomes(position, free)


def outcomes(position: Position, free: Levels) -> set[Levels]:
    if not position.game.notation.question(position.state).startswith("place"):
        assert position.state.busy[0, 0]
        return {tuple(int(before - after) for before, after in zip(free, position.state.free[0], strict=True))}
    found = set()
    assert position.moves(), "a question without an answer"
    for move in position.moves():
        after = position.copy()
        after.play(move)
        found |= outcomes(after, free)
    return found


LEVELS = st.tuples(*[st.integers(0, 4)] * 4)
SPACES = st.tuples(*[st.integers(0, 3)] * 4).filter(any)


@pytest.mark.rules(
    "LI-44",
    "LI-45",
    "LI-47",
    "LI-48",
    "LI-50",
    "LI-51",
    "LI-52",
    "LI-148",
    "LI-151",
    "LI-152",
    "LI-153",
    "LI-154",
    "AM-05",
    "AM-06",
    "AM-07",
    "AM-08",
    "AM-43",
    "NO-15",
    "NO-20",
    "NO-22",
    "NO-23",
)
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("mode", ["as_many_as_possible", "up_to"])
@settings(max_examples=150)
@given(level=LEVELS, free=SPACES, tokens=st.integers(0, 3), supply=st.one_of(st.just(UNLIMITED), st.integers(0, 9)))
def test_the_questions_reach_exactly_what_the_rules_allow(
    mode: str, alone: bool, level: Levels, free: Levels, tokens: int, supply: int
) -> None:
    assert reached(mode, alone, level, free, tokens, supply) == defined(mode, alone, level, free, tokens, supply)


@pytest.mark.rules("AM-23", "AM-43")
@pytest.mark.parametrize("mode", ["as_many_as_possible", "up_to"])
def test_a_very_large_supply_is_like_no_limit(mode: str) -> None:
    for free, tokens in (((1, 0, 0, 0), 1), ((1, 0, 2, 0), 2), ((0, 0, 0, 2), 1)):
        wanted = defined(mode, True, (1, 0, 0, 1), free, tokens, UNLIMITED)
        assert reached(mode, True, (1, 0, 0, 1), free, tokens, 5_000) == wanted


@pytest.mark.rules("NO-23")
def test_no_number_is_asked_that_could_only_be_0() -> None:
    position = TABLES["up_to", True].copy()
    position.arrange("free", (0, 2), 0)
    position.play("send archimedes bow")  # physics 1, mechanics 1; no mechanics space is left
    assert position.moves() == ["place 1 physics"]
