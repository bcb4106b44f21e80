"""What a player can have or do in a game, as the game itself lists it (`inventory.py`, see core/contract.py)."""

from inventorium.core.box import Box
from inventorium.core.contract import Inventory
from inventorium.core.position import View

Thing = tuple[str, str]  # kind and name
SHARE, MEAN = "share", "mean"  # what a row of a tally is


def measured(inventory: Inventory, box: Box) -> dict[str, list[str]]:
    """Return the kinds that are measured as items: all but the factions, of which each seat has one."""
    return {kind: names for kind, names in inventory.items(box).items() if kind != inventory.FACTIONS}


def aims_of(view: View, answer: int) -> list[Thing]:
    """Return what an action of the seat takes: at once, or, where the game says what an action aims at, when it is carried out.
    Factions, and uses of what all seats have anyway, are not taken."""
    inventory = view.game.inventory
    if inventory.aims:
        return list(inventory.aims(view.box, view.state, view.seat, answer))
    if not inventory.items(view.box):
        return []
    after = view.after(answer, view.seat)
    return [
        (kind, thing)
        for who, kind, thing in inventory.gains(view.box, view.state, after.state, view.seat, answer)
        if who == view.seat and kind not in (*inventory.ACTIONS_OF, inventory.FACTIONS)
    ]
