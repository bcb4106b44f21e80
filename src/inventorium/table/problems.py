"""What a table refuses. `problems.<key>` in the words is the text that a person sees."""

from typing import Any

from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.words import Words, words_of


class Refused(InventoriumError):
    """The table does not do it, and nothing has changed."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key, self.values = key, values
        super().__init__(self.message(words_of(None, "en")))

    def message(self, words: Words) -> str:
        return words(f"problems.{self.key}", **self.values)


class SettingUp(Refused):
    """The game is not compiled yet; in a moment it will be."""


class Stale(Refused):
    """The action was meant for an earlier position."""


class DoesNotReplay(InventoriumError):
    """The entries of a table do not fit the rules or the deals. It is not guessed at."""


def message_of(error: InventoriumError, words: Words) -> str:
    """Return the text of an error, in the language of the words where there is one."""
    return error.message(words) if isinstance(error, IllegalMove | Refused) else str(error)
