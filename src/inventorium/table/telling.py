"""What an answer did: in facts, for pages that draw pieces, and in words, for the log.

A game's notation may have `facts(box, before, after, seat, action)`, what cannot be seen in the position any more (as `open`
what everybody may know of it, even where the answer is secret), and
`tell(box, before, seat, action, facts, words)`, a sentence that follows the name of who did it. Without them the log says
what the button said. `tell_hidden(move, words)` says what others hear of a secret answer, of which they know only `move`.
The records they get are `Fields`: for reading.
"""
from collections.abc import Mapping
from typing import Any

from inventorium.core.game import Box, Game


def facts(game: Game, box: Box, before: Any, after: Any, seat: int, action: int) -> Mapping[str, Any]:
    find = getattr(game.notation, "facts", None)
    return find(box, before, after, seat, action) if find else {}


def tell(game: Game, box: Box, before: Any, seat: int, action: int, facts: Mapping[str, Any], language: str) -> str:
    words, say = game.words(language), getattr(game.notation, "tell", None)
    return str(say(box, before, seat, action, facts, words) if say else game.notation.say(box, before, seat, action, words))
