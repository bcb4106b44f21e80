"""Checks of a single position or action."""

import contextlib
from typing import Any

import pytest

from inventorium.core.errors import IllegalMove, InventoriumError, Ruling
from inventorium.core.events import Event, difference, sums
from inventorium.core.position import DEALER, Fields, Position, copied


def account_for(position: Position, seat: int, action: int) -> list[Event]:
    """Act, and return the events, including those of the deals that followed; their changes must add up to the difference."""
    game, found = position.game, list[Event]()
    earlier, first = position.copy(), position.actions_taken
    position.act(action, seat)
    earlier.dealer = None
    for who, what in position.log[first:]:
        before = Fields(copied(earlier.states))
        earlier.act(what, who)
        after = Fields(earlier.states)
        events = list(game.events.events(position.box, before, after, who, what))
        changed = difference(game.events.holdings(position.box, before), game.events.holdings(position.box, after))
        assert sums(events) == changed, f"{game.name}, answer {earlier.actions_taken}: {who} {what}\n{events}\n{changed}"
        found += events
    return found


def rulings_on_everything(position: Position, seat: int, known: set[str]) -> dict[str, Ruling]:
    """Ask for the ruling of every move in words; return a ruling of every kind. A seat gets the same ruling from the whole
    position and from its view."""
    why_not, found = position.game.rulings.why_not, dict[str, Ruling]()
    legal = {position.write(seat, action) for action in position.actions(seat)}
    view = position.view(seat) if position.game.type.secrets and seat != DEALER else None
    for move in written(position, seat):
        ruling = why_not(position, seat, move)
        where = position, seat, move, ruling
        assert (ruling is None) == (move in legal), described(*where)
        assert view is None or why_not(view, seat, move) == ruling, described(*where)
        if ruling is not None:
            check_rule(ruling.rule, known, described(*where), "rulings.py")
            found[ruling.key] = ruling
    return found


def check_rule(rule: str, known: set[str], what: str, file: str) -> None:
    """Check that a refusal or an event names a numbered rule; say where to write it."""
    assert rule in known, f"{what} names " + (
        f"the rule {rule}: write it into words/en/rules.toml"
        if rule
        else (f"no rule: write {file}, which names a rule of words/en/rules.toml for it")
    )


def described(position: Position, seat: int, move: str, ruling: Ruling | None) -> str:
    question = position.game.notation.question(position.state)
    return f"{position.options}, {position.players} players: seat {seat} says '{move}' to '{question}': {ruling}"


def written(position: Position, seat: int) -> set[str]:
    """Return all moves of this seat in words, legal or not. A number that means nothing in this position, such as the next card
    of an empty hand, has no words."""
    found = set()
    for action in range(position.game.actions):
        with contextlib.suppress(InventoriumError):
            found.add(position.write(seat, action))
    return found


def check_numbers(position: Position, seat: int) -> None:
    """Try every action by its number."""
    before, legal = position.states.tobytes(), position.actions(seat)
    for action in set(range(position.game.actions)) - set(legal):
        with pytest.raises(IllegalMove):
            position.act(action, seat)
    assert position.states.tobytes() == before
    for action in legal[:3]:
        position.copy().act(action, seat)


def flatten(texts: dict[str, Any], path: str = "") -> dict[str, str]:
    """Return all texts by their dotted keys."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found |= flatten(value, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = str(value)
    return found
