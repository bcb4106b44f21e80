"""Who looks at a table now, by their open streams. It is live only: nothing of it is ever stored."""
import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from inventorium.core.words import Words

GRACE = 4.0                                         # seconds: whoever loads the page again has not left
MOST_NAMED = 6


class Presence:
    """The open streams of those at a table who have a seat or a name, by holder and name."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell = tell                            # wakes the streams when somebody came or left
        self.streams: Counter[tuple[str, str]] = Counter()
        self.looking: Counter[str] = Counter()      # visible pages, by holder, without grace
        self.changes = 0

    def come(self, holder: str, name: str, is_visible: bool) -> None:
        self.streams[holder, name] += 1
        self.looking[holder] += is_visible
        if self.streams[holder, name] == 1:
            self.change()

    def leave_soon(self, holder: str, name: str, is_visible: bool) -> None:
        self.looking[holder] -= is_visible
        asyncio.get_running_loop().call_later(GRACE, self.leave, holder, name)

    def leave(self, holder: str, name: str) -> None:
        self.streams[holder, name] -= 1
        if not self.streams[holder, name]:
            del self.streams[holder, name]
            self.change()

    def change(self) -> None:
        self.changes += 1
        self.tell()

    def told(self, me: str, holders: Sequence[str | None], names: Sequence[str], words: Words) -> str:
        """Return who else is here, at their seats or watching, in words; nothing, where nobody is."""
        here = {holder for holder, _ in self.streams}
        seated = [name for holder, name in zip(holders, names, strict=True) if holder in here and holder != me]
        watching = sorted({name for holder, name in self.streams if name and holder != me and holder not in holders})
        return " ".join(words(key, names=shortened(who, words)) for key, who in
                        (("friends.here", seated), ("friends.watching", watching)) if who)


def shortened(names: list[str], words: Words) -> list[str]:
    """Return a list that fits into a line."""
    if len(names) <= MOST_NAMED:
        return names
    return [*names[:MOST_NAMED - 1], words("friends.others", number=len(names) - MOST_NAMED + 1)]
