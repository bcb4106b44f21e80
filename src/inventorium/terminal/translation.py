"""What a translator still has to do, printed: inventorium words check."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from babel import Locale, UnknownLocaleError
from rich.console import Console
from rich.markup import escape

from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.words import name_of
from inventorium.core.words_check import Check, check
from inventorium.core.words_history import stale

console = Console(soft_wrap=True)
PROGRAM, HOME = "inventorium", Path(__file__).parents[1]


def check_words(language: str, game: str | None, with_stale: bool = False) -> dict[str, Check]:
    """Compare a language with English: the words of the program and of all games, or those of one game. `with_stale` asks git
    which English texts changed later."""
    try:
        Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        raise InventoriumError(f"'{language}' is not a language; write it like fr or pt-BR") from None
    found, homes = {} if game else {PROGRAM: check(None, language)}, {PROGRAM: HOME}
    for one in map(load_game, [game] if game else library.names()):
        found[one.name], homes[one.name] = check(one.folder, language, dict(one.box().components.names())), one.folder
    if with_stale:
        return {name: replace(one, stale=stale(homes[name] / "words", language)) for name, one in found.items()}
    return found


def fits(found: Mapping[str, Check]) -> bool:
    """Return whether all translated texts can be used; missing ones are English."""
    return not any(one.unknown or one.gaps for one in found.values())


def show_check(found: Mapping[str, Check], language: str) -> None:
    for name, one in found.items():
        console.print(f"\n[bold]{name}[/bold]: {one.texts - one.lacks} of {one.texts} texts are in {name_of(language)}")
        for key in one.unknown:
            console.print(f"  [red]{key}[/red]: English has no such text")
        for key in one.gaps:
            console.print(f"  [red]{key}[/red]: other gaps than in English")
        for key in one.stale:
            console.print(f"  {key}: the English text changed later")
        for file, missing in one.missing.items():
            console.print(f"  missing in words/{language}/{file}:")
            for key, text in missing.items():
                console.print(f"    {key} = [dim]{escape(text)}[/dim]", highlight=False)
