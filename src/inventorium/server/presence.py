"""Who has a table open now, by open streams. It is never stored."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from inventorium.core.words import Words

GRACE = 4.0  # seconds: loading the page again is not leaving
MOST_NAMED = 6


class Presence:
    """The open streams of those at a table who have a seat or a name, by owner and name."""

    def __init__(self, wake_streams: Callable[[], None]) -> None:
        self.wake_streams = wake_streams  # wakes the streams when a person came or left
        self.streams: Counter[tuple[str, str]] = Counter()
        self.looking: Counter[str] = Counter()  # visible pages, by owner, without grace
        self.changes = 0

    def come(self, owner: str, name: str, is_visible: bool) -> None:
        self.streams[owner, name] += 1
        self.looking[owner] += is_visible
        if self.streams[owner, name] == 1:
            self.change()

    def leave_soon(self, owner: str, name: str, is_visible: bool) -> None:
        self.looking[owner] -= is_visible
        asyncio.get_running_loop().call_later(GRACE, self.leave, owner, name)

    def leave(self, owner: str, name: str) -> None:
        self.streams[owner, name] -= 1
        if not self.streams[owner, name]:
            del self.streams[owner, name]
            self.change()

    def change(self) -> None:
        self.changes += 1
        self.wake_streams()

    def present_text(self, me: str, owners: Sequence[str | None], names: Sequence[str], words: Words) -> str:
        """Return who else is here, at their seats or watching, in words; empty if no one is."""
        here = {owner for owner, _ in self.streams}
        seated = [name for owner, name in zip(owners, names, strict=True) if owner in here and owner != me]
        watching = sorted({name for owner, name in self.streams if name and owner != me and owner not in owners})
        return " ".join(
            words(key, names=shortened(who, words))
            for key, who in (("friends.here", seated), ("friends.watching", watching))
            if who
        )


def shortened(names: list[str], words: Words) -> list[str]:
    """Return a list that fits into a line."""
    if len(names) <= MOST_NAMED:
        return names
    return [*names[: MOST_NAMED - 1], words("friends.others", number=len(names) - MOST_NAMED + 1)]
