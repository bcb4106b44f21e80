"""Texts about a game: the introduction, the rulebook, each rule by number, and the legend.

Each of these can also open over a table: then only the content is sent (`X-Fragment`, see static/tips.js).
"""

import gzip
import hashlib
import json
from functools import cache
from typing import Any, TypedDict
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from inventorium import bots
from inventorium.core.editions import played_by
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.rule_search import index_of
from inventorium.core.words import Words, languages
from inventorium.server import table_bots
from inventorium.table.problems import Refused
from inventorium.table.table import Setup
from inventorium.web.http.sessions import edition_of, guest_of, remember, remember_edition, remember_learned
from inventorium.web.http.site import Site, game_named, own_path, read_form, redirect, site_of, wants_fragment

router = APIRouter(include_in_schema=False)
LONGEST_SEARCH = 60


@router.get("/learn/{game_name}")
async def learn(request: Request, game_name: str, play: str = "") -> Response:
    """A game in four panels. `play` is set for a guest who wanted to play and does not know the game yet."""
    guest, game = guest_of(request), game_named(game_name)
    if not game.words(guest.language).get("learn"):
        raise Refused("no-page")
    response = await show(
        request,
        game,
        "learn.html",
        first=bool(play),
        number=table_bots.default_number(game),
        level=bots.default_level(game),
    )
    remember_learned(response, request, guest, game.name)
    return response


@router.get("/rules/{game_name}")
async def book(request: Request, game_name: str, find: str = "") -> Response:
    """The rulebook for people; a game that has none yet shows its numbered rules. `find` asks for rules, for a browser without
    scripts."""
    game = game_named(game_name)
    words = game.words(guest_of(request).language)
    if not words.get("book"):
        return await all_rules(request, game_name, find)
    return await show(request, game, "book.html", find=find.strip()[:LONGEST_SEARCH], chapters=chapters(words))


@router.get("/rules/{game_name}/all")
async def all_rules(request: Request, game_name: str, find: str = "") -> Response:
    game = game_named(game_name)
    sections = game.words(guest_of(request).language).get("sections", {})
    return await show(request, game, "rules.html", find=find.strip()[:LONGEST_SEARCH], sections=sections)


@router.get("/rules/{game_name}/index/{language}/{edition}")
async def search_index(request: Request, game_name: str, language: str, edition: str) -> Response:
    """The index with which a browser searches the rules itself. The address contains its digest, so it can be cached for good."""
    game = game_named(game_name)
    if language not in languages() or edition not in game.editions:
        raise Refused("no-page")
    headers = {"cache-control": "public, max-age=31536000, immutable", "content-encoding": "gzip", "vary": "Accept-Encoding"}
    packed, text = index_file(site_of(request), game, language, edition)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        packed = text
        del headers["content-encoding"]
    return Response(packed, media_type="application/json", headers=headers)


@router.post("/rules/{game_name}/edition")
async def choose_edition(request: Request, game_name: str) -> Response:
    """`edition`: the guest's rulebook. The rulebook page, the guided game and new tables follow it."""
    guest, game = guest_of(request), game_named(game_name)
    fields = await read_form(request, guest)
    if fields.get("edition") not in game.editions:
        raise Refused("no-page")
    response = redirect(own_path(fields.get("back", "")) or f"/rules/{game.name}")
    remember_edition(response, request, guest, game, fields["edition"])
    remember(response, request, guest)
    return response


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
    written = game.words(guest_of(request).language).get("sections", {})
    found = next(((one["title"], one["rules"][rule]) for one in written.values() if rule in one["rules"]), None)
    if found is None:
        raise Refused("no-page")
    return await show(request, game, "rule.html", rule=rule, section=found[0], text=found[1])


async def show(request: Request, game: Game, template: str, find: str = "", **context: Any) -> Response:
    guest, back, site = guest_of(request), came_from(request), site_of(request)
    setup = await setup_at(request, game, back)
    edition = setup.edition if setup else edition_of(guest, game)
    changes = tuple(sorted(setup.options.items())) if setup else ()
    index = index_of(game, guest.language)
    found = index.search(find) if find else []
    shown = results_of(site, game, guest.language, edition, changes) if found else []
    return site.page(
        request,
        guest,
        template,
        game=game,
        words=game.words(guest.language),
        over=wants_fragment(request),
        back=back,
        setup=setup,
        edition=edition,
        played=played_by(game, edition, dict(changes)),
        label="rules.played-here" if setup else "rules.yours",
        find=find,
        cards=index.cards(find) if find else [],
        results=[Markup(index.marked(shown[index.rules.index(one.rule)], one)) for one in found],
        index_path="" if changes else index_path(site, game, guest.language, edition),
        **context,
    )


# ---------------------------------------------------------------- searching


@cache
def results_of(site: Site, game: Game, language: str, edition: str, changes: tuple[tuple[str, Any], ...] = ()) -> list[str]:
    """Return every rule for players as a search result, for the guest's rulebook or the options of a table."""
    words, played = game.words(language), played_by(game, edition, dict(changes))
    written = {rule: (one["title"], text) for one in words.get("sections", {}).values() for rule, text in one["rules"].items()}
    template = site.templates.get_template("result.html")
    return [
        template.render(
            game=game, words=words, rule=rule, section=written[rule][0], text=written[rule][1], played=played, label=""
        )
        for rule in index_of(game, language).rules
    ]


@cache
def index_file(site: Site, game: Game, language: str, edition: str) -> tuple[bytes, bytes]:
    """Return the index that a browser searches, with the rules as they are shown: packed, and as it is."""
    data = index_of(game, language).data | {"html": results_of(site, game, language, edition)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(text, mtime=0), text


@cache
def index_path(site: Site, game: Game, language: str, edition: str) -> str:
    digest = hashlib.sha256(index_file(site, game, language, edition)[1]).hexdigest()[:12]
    return f"/rules/{game.name}/index/{language}/{edition}?v={digest}"


class Paragraph(TypedDict):
    """`first` are the rules that no earlier paragraph has explained: links lead there."""

    text: str
    rules: list[str]
    first: set[str]


class Chapter(TypedDict):
    title: str
    paragraphs: list[Paragraph]


def chapters(words: Words) -> dict[str, Chapter]:
    """Return the chapters of the rulebook for people."""
    found: dict[str, Chapter] = {}
    explained: set[str] = set()
    for key, chapter in words.get("book").items():
        found[key] = {"title": chapter["title"], "paragraphs": []}
        for one in chapter["paragraphs"]:
            rules = one["rules"].split()
            found[key]["paragraphs"].append({"text": one["text"], "rules": rules, "first": set(rules) - explained})
            explained.update(rules)
    return found


# ---------------------------------------------------------------- the way back


async def setup_at(request: Request, game: Game, back: str) -> Setup | None:
    """Return the setup of the table that the guest came from, if it is one of this game."""
    try:
        setup = (await site_of(request).live_tables.get(back.split("/")[2])).stored.setup if back else None
    except InventoriumError:
        return None
    return setup if setup and setup.game == game.name else None


def came_from(request: Request) -> str:
    """Return the table or invitation that the guest came from, to link back; None if it was another page."""
    asked = request.query_params.get("back")
    try:
        referer = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        referer = urlsplit("")
    path = own_path(asked or (referer.path if referer.netloc == request.headers.get("host") else ""))
    return path if path.startswith(("/table/", "/join/")) else ""
