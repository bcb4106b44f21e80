"""What a player can have or do in a game: the game's own account of it (`things.py`), for games that give one."""
from inventorium.core.game import View


def aims_of(view: View, answer: int) -> list[tuple[str, str]]:
    """What an answer of the seat takes, by kind and name: at once, or, where the game says what an answer is after, when it is
    carried out. Uses of what everybody has anyway and sides are not taken."""
    account = view.game.things
    if account is None:
        return []
    if account.aims:
        return list(account.aims(view.box, view.state, view.seat, answer))
    after, passed_over = view.after(answer, view.seat), (*account.USES, account.SIDES)
    return [(kind, thing) for who, kind, thing in account.gains(view.box, view.state, after.state, view.seat, answer)
            if who == view.seat and kind not in passed_over]
