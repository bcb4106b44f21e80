"""Names that have changed: the old one works, with a warning, until version 0.3."""

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made", bound=type)


def warn(old: str, new: str, stacklevel: int = 3) -> None:
    """Warn of an old name; `stacklevel` 3 is the caller of the function that warns."""
    warnings.warn(f"{old} is now {new}; the old name goes with version 0.3", DeprecationWarning, stacklevel=stacklevel)


class OldName:
    """The old name of an attribute or a method: `old = OldName("new")` in the body of a class."""

    def __init__(self, new: str) -> None:
        self.new = new

    def __set_name__(self, owner: type, old: str) -> None:
        self.old = f"{owner.__name__}.{old}"

    def __get__(self, instance: Any, owner: type) -> Any:
        warn(self.old, self.new)
        return getattr(owner if instance is None else instance, self.new)


def old_arguments(**renamed: str) -> Callable[[Made], Made]:
    """Let a class also accept old names of its arguments."""

    def wrap(made: Made) -> Made:
        begin = made.__init__  # type: ignore[misc]

        @functools.wraps(begin)
        def __init__(self: Any, *values: Any, **named: Any) -> None:
            for old, new in renamed.items():
                if old in named:
                    warn(f"{made.__name__}({old}=...)", new)
                    named[new] = named.pop(old)
            begin(self, *values, **named)

        made.__init__ = __init__  # type: ignore[misc]
        return made

    return wrap
