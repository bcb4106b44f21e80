"""Texts about a game: in sixty seconds, the rulebook, each rule by number, and the legend.

Every page of these can also be shown over a table: then only what is to be read is sent (`X-Fragment`, see static/tips.js).
"""

from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.editions import played_by
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.words import Words
from inventorium.server import table_bots
from inventorium.table.problems import Refused
from inventorium.table.table import Setup
from inventorium.web.http.sessions import guest_of, remember_learned
from inventorium.web.http.site import game_named, own_path, site_of, wants_fragment

router = APIRouter(include_in_schema=False)
LONGEST_SEARCH = 60


@router.get("/learn/{game_name}")
async def learn(request: Request, game_name: str, play: str = "") -> Response:
    """A game in four panels. `play` is set where somebody wanted to play and does not know the game yet."""
    guest, game = guest_of(request), game_named(game_name)
    if not game.words(guest.language).get("learn"):
        raise Refused("no-page")
    response = await show(
        request,
        game,
        "learn.html",
        first=bool(play),
        number=table_bots.default_number(game),
        level=table_bots.default_level(game),
    )
    remember_learned(response, request, guest, game.name)
    return response


@router.get("/rules/{game_name}")
async def book(request: Request, game_name: str, find: str = "") -> Response:
    """The rulebook for people; a game that has none yet shows its numbered rules."""
    game = game_named(game_name)
    words, find = game.words(guest_of(request).language), find.strip()[:LONGEST_SEARCH]
    if not words.get("book"):
        return await all_rules(request, game_name, find)
    return await show(
        request, game, "book.html", find=find, chapters=chapters(words, find), sections=sections(words, find) if find else {}
    )


@router.get("/rules/{game_name}/all")
async def all_rules(request: Request, game_name: str, find: str = "") -> Response:
    game = game_named(game_name)
    words, find = game.words(guest_of(request).language), find.strip()[:LONGEST_SEARCH]
    return await show(request, game, "rules.html", find=find, sections=sections(words, find))


@router.get("/rules/{game_name}/legend")
async def legend(request: Request, game_name: str) -> Response:
    """Every sign of a game's board view, and what it means."""
    return await show(request, game_named(game_name), "legend.html")


@router.get("/rules/{game_name}/card")
async def reference_card(request: Request, game_name: str) -> Response:
    """A game on one page, to be printed: how it goes, what scores, and the symbols."""
    game = game_named(game_name)
    if not game.words(guest_of(request).language).get("learn"):
        raise Refused("no-page")
    return await show(request, game, "reference_card.html")


@router.get("/rules/{game_name}/{rule}")
async def one_rule(request: Request, game_name: str, rule: str) -> Response:
    """A rule by itself, to be shown over the table."""
    game = game_named(game_name)
    written = sections(game.words(guest_of(request).language), "")
    found = next(((one["title"], one["rules"][rule]) for one in written.values() if rule in one["rules"]), None)
    if found is None:
        raise Refused("no-page")
    return await show(request, game, "rule.html", rule=rule, section=found[0], text=found[1])


async def show(request: Request, game: Game, template: str, **context: Any) -> Response:
    guest, back = guest_of(request), came_from(request)
    setup = await setup_at(request, game, back)
    played = played_by(game, setup.edition, setup.options) if setup else None
    return site_of(request).page(
        request,
        guest,
        template,
        game=game,
        words=game.words(guest.language),
        over=wants_fragment(request),
        back=back,
        setup=setup,
        played=played,
        **context,
    )


async def setup_at(request: Request, game: Game, back: str) -> Setup | None:
    """Return how the table was set up that somebody came from, if it is one of this game."""
    try:
        setup = (await site_of(request).live_tables.get(back.split("/")[2])).stored.setup if back else None
    except InventoriumError:
        return None
    return setup if setup and setup.game == game.name else None


def came_from(request: Request) -> str:
    """Return the table or the invitation that somebody came from, to lead them back; nothing if it was another page."""
    asked = request.query_params.get("back")
    try:
        referer = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        referer = urlsplit("")
    path = own_path(asked or (referer.path if referer.netloc == request.headers.get("host") else ""))
    return path if path.startswith(("/table/", "/join/")) else ""


# ---------------------------------------------------------------- searching


def chapters(words: Words, find: str) -> dict[str, Any]:
    """Return the chapters of a rulebook with the paragraphs in which all that is searched for stands. `first` are the rules that
    no paragraph before has told: there links to them lead."""
    found: dict[str, Any] = {}
    told: set[str] = set()
    for key, chapter in words.get("book").items():
        for one in chapter["paragraphs"]:
            if has_all(find, chapter["title"], one["text"], one["rules"]):
                rules = one["rules"].split()
                found.setdefault(key, {"title": chapter["title"], "paragraphs": []})["paragraphs"].append(
                    {"text": one["text"], "rules": rules, "first": set(rules) - told}
                )
                told.update(rules)
    return found


def sections(words: Words, find: str) -> dict[str, Any]:
    """Return the numbered rules, section by section, in which all that is searched for stands."""
    found = {
        key: {rule: text for rule, text in section["rules"].items() if has_all(find, rule, text)}
        for key, section in words.get("sections", {}).items()
    }
    return {key: {"title": words(f"sections.{key}.title"), "rules": kept} for key, kept in found.items() if kept}


def has_all(find: str, *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in find.casefold().split())
