"""The sheet of a table, drawn without a browser: whatever may be answered can be clicked, in every game and every phase."""

import random
import re
from dataclasses import replace
from itertools import cycle, product
from typing import Any

import pytest
from starlette.requests import Request

from inventorium import load
from inventorium.core import library
from inventorium.core.rulings import RULE_ID
from inventorium.server.live_tables import LiveTable
from inventorium.store.store import TableRow
from inventorium.table import turn_log
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.http.hosts import Hosts
from inventorium.web.http.rate_limit import Limits
from inventorium.web.http.sessions import Guest
from inventorium.web.http.site import Site
from inventorium.web.render.templates import make_environment
from inventorium.web.routes import play, table_view
from tests.languages import LANGUAGES
from tests.tiers import in_tiers

GUEST = Guest("a" * 32, name="Mira")
SITE = Site(None, None, None, make_environment(), Limits(), Hosts())  # type: ignore[arg-type]
LIST = re.compile(r'<details class="all-moves".*?</details>', re.DOTALL)
ANSWER = re.compile(r'name="action" value="(\d+)"|[?;&]choose=(\d+)')
NOT_DRAWN = re.compile(r'<svg class="(?:i|drawing [^"]*)"[^>]*>(?:<title>[^<]*</title>)?</svg>|<g clip-path="[^"]*"></g>')
PICK = re.compile(r'href="(\?[^"]*pick=[^"]*)"')


def room_of(table: Table) -> LiveTable:
    """A table at which the guest has the seat that is asked."""
    players, mine = table.position.players, max(0, *table.asked, 0)
    stored = TableRow(
        "table",
        table.setup,
        "",
        "",
        (Seat(PERSON, "Mira"),) * players,
        tuple(GUEST.owner if seat == mine else None for seat in range(players)),
        (None,) * players,
        GUEST.owner,
    )
    return LiveTable(stored, table)


def board_view(live_table: LiveTable, query: str = "", guest: Guest = GUEST) -> str:
    """The fragment that the page's script would get."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/table/table",
        "query_string": query.encode(),
        "headers": [(b"x-fragment", b"1")],
        "server": ("localhost", 80),
        "scheme": "http",
    }
    text = bytes(play.table_page(Request(scope), SITE, guest, live_table).body).decode()
    assert not NOT_DRAWN.search(text), "every icon and drawing is there"
    return text


def offered(text: str) -> set[int]:
    return {int(one or other) for one, other in ANSWER.findall(text)}


def on_the_board(live_table: LiveTable, guest: Guest) -> set[int]:
    """What can be clicked on the board or beside the question, at once or after picking one thing; the list of all moves at
    the foot of the page does not count."""
    text = LIST.sub("", board_view(live_table, guest=guest))
    found = offered(text)
    for link in set(PICK.findall(text)):
        found |= offered(LIST.sub("", board_view(live_table, link.replace("&amp;", "&")[1:], guest)))
    return found


def in_the_form(text: str, place: int) -> set[str]:
    """The moves that a form offers for one question of a sheet: to be chosen, to be written as a number, or the only one."""
    fields = re.findall(rf'<input[^>]*name="move\.{place}"[^>]*>', text)
    given = [(found[1] if (found := re.search(rf' {key}="([^"]*)"', tag)) else "") for tag in fields for key in ("max", "value")]
    most, values = next(filter(None, given[::2]), ""), given[1::2]
    return {f"{values[0]} {number}" for number in range(int(most) + 1)} if most else set(values)


def positions(game: str, players: int, chance: random.Random) -> list[Table]:
    """A game at random, question by question; the last of them is its end."""
    found = [Table.new(Setup(game, players, seed=f"{players:032x}"))]
    while not found[-1].over:
        seat = chance.choice(found[-1].asked)
        found.append(found[-1].play(seat, chance.choice(found[-1].view(seat).actions())))
    return found


@pytest.mark.parametrize("game", library.names())
def test_every_answer_has_a_place_on_the_board(game: str) -> None:
    chance, seen = random.Random(game), set()
    for players in load(game).players:
        tables = positions(game, players, chance)[:-1]
        one_of_each = {load(game).notation.question(table.position.state): table for table in tables}
        for table in [*one_of_each.values(), *chance.sample(tables, 2)]:
            live_table = room_of(table)
            seat = table_view.viewer_seat(live_table, live_table.seats_of(GUEST.owner), {})
            if 'name="move.' in (text := board_view(live_table)):  # a sheet, handed in as a whole
                for place, view in enumerate(table.sealed_views(seat)):
                    assert in_the_form(text, place) == set(view.moves()), table.record(seat)
                    seen |= set(view.actions())
                continue
            legal = set(table.view(seat).actions())
            assert on_the_board(live_table, replace(GUEST, confirm=chance.random() < 0.5)) == legal, table.record(seat)
            assert offered(LIST.search(board_view(live_table))[0]) == legal  # type: ignore[index]
            seen |= legal
    assert len(seen) > load(game).actions // 4, "much of the game was seen"


@pytest.mark.parametrize(
    ("game", "language"), in_tiers(product(library.names(), LANGUAGES), *zip(library.names(), cycle(LANGUAGES), strict=False))
)
def test_every_sheet_can_be_drawn(game: str, language: str) -> None:
    """Asked, watching, looking back, trying an answer, at the end: no word is missing, no style is written into the page."""
    chance, guest = random.Random(language), Guest("a" * 32, name="Mira", language=language)
    stranger = Guest("b" * 32, language=language)
    tables = positions(game, load(game).players[-1], chance)
    for table in [*chance.sample(tables, 12), tables[-1]]:
        live_table = room_of(table)
        answers = len(table.history)
        texts = [
            board_view(live_table, guest=guest),
            board_view(live_table, guest=stranger),
            board_view(live_table, f"at={answers // 2}", guest),
            *(
                board_view(live_table, f"choose={action}", guest)
                for action in sorted(offered(board_view(live_table, guest=guest)))[:3]
            ),
        ]
        for text in texts:
            assert f'data-table="{live_table.id}"' in text and " style=" not in text and "<script" not in text
            ids = re.findall(r' id="([^"]*)"', text)
            assert len(ids) == len(set(ids)), "every id is there once"
            pieces = re.findall(r' data-piece="([^"]*)"', text)
            assert len(pieces) == len(set(pieces)), "every piece is there once"
            assert all(re.fullmatch(r"[a-z][a-z0-9-]*", piece) for piece in pieces)


@pytest.mark.parametrize("game", library.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reference_on_the_rules_page_is_dead(game: str, language: str) -> None:
    words = load(game).words(language)
    text = SITE.templates.get_template("rules.html").render(
        game=load(game),
        words=words,
        lang=language,
        languages=LANGUAGES,
        csrf="",
        community=SITE.community,
        setup=None,
        played=None,
        label="",
        edition=next(iter(load(game).editions)),
        index_path="",
        cards=[],
        results=[],
        here="/",
        guest=GUEST,
        back="",
        over=False,
        find="",
        sections=words.get("sections"),
    )
    ids = set(re.findall(r' id="([^"]+)"', text))
    links = re.findall(r'href="#([^"]+)"', text)
    assert set(links) <= ids and len(links) > len(load(game).words(language).get("sections"))
    main = text.partition('<div class="rules">')[2]
    unlinked = re.sub(r"<a [^>]*>[^<]*</a>|<[^>]+>", "", main)
    assert not RULE_ID.findall(unlinked), "every rule that is named is a link"


def test_the_moves_of_a_form_are_in_the_order_of_their_questions() -> None:
    fields = {f"move.{place}": f"bid {place}" for place in (10, 2, 0, 11, 1)} | {"seat": "0", "number": "3"}
    assert play.moves_in(fields) == ["bid 0", "bid 1", "bid 2", "bid 10", "bid 11"]
    assert play.moves_in({"move": "pass"}) == ["pass"]


def test_whoever_is_called_like_another_seat_stays_who_he_is() -> None:
    """Names are values in the texts of the log, and of a program's stream."""
    table, names = positions("era-of-inventions", 3, random.Random(1))[-1], ("Mira", "Jonas", "Ines")
    for language, called in (("en", ("seat 2", "seat 3", "seat 1")), ("de", ("Platz 2", "Platz 3", "Platz 1"))):
        words, swap = load("era-of-inventions").words(language), dict(zip(names, called, strict=True))

        def renamed(text: str, swap: dict[str, str] = swap) -> str:
            return re.sub("|".join(names), lambda name: swap[name[0]], text)

        plain, odd = ([turn.text for turn in turn_log.turns(table, -1, words, who)] for who in (names, called))
        assert [renamed(text) for text in plain] == odd != plain
        heard, other = ([event.get("text", "") for event in turn_log.news(table, -1, words, who, 0)] for who in (names, called))
        assert [renamed(text) for text in heard] == other != heard


def test_the_log_calls_people_by_their_names() -> None:
    """Seats are numbers in the events; on a page they have names, and whoever looks is called by none."""
    tables = positions("era-of-inventions", 3, random.Random(1))
    live_table, names = room_of(tables[-1]), ("Mira", "Jonas", "Ines")
    live_table.stored = replace(live_table.stored, seats=tuple(Seat(PERSON, name) for name in names))
    mine = names[live_table.seats_of(GUEST.owner)[0]]
    for language, you in (("en", "You"), ("de", "Du")):
        log = board_view(live_table, "log=all", replace(GUEST, language=language)).partition('class="log"')[2]
        assert all(f"<b>{name}</b>" in log for name in names if name != mine)
        assert f"<b>{you}</b>" in log and f"<b>{mine}</b>" not in log
