"""What one reads before and beside a game: panels before the first one, the rulebook, the search, and the way back."""

import html
import re

import pytest

from inventorium import load
from inventorium.core import library
from tests.languages import LANGUAGES
from tests.web.browser import Visitor

GAMES = library.names()


def learned(visitor: Visitor) -> set[str]:
    return set((visitor.http.cookies.get("learned") or "").split(".")) - {""}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_game_one_is_told_what_it_is_about(address: str, game: str, language: str) -> None:
    """Once: then "Let's play" and "Skip" begin the game, and so does whoever comes back later."""
    mira, words = Visitor(address, language), load(game).words(language)
    mira.post(f"/play/{game}")
    assert mira.response.url.path == f"/learn/{game}" and learned(mira) == {game}
    for panel in words.get("learn").values():
        assert panel["title"] in mira.page and panel["text"] in mira.page.replace("&#39;", "'")
    buttons = re.findall(rf'<form method="post" action="/play/{game}">.*?</form>', mira.page, re.DOTALL)
    assert [words(f"teach.{key}") in form for key, form in zip(("skip", "lets-play"), buttons, strict=True)] == [True, True]
    mira.post(f"/play/{game}")
    assert mira.response.url.path.startswith("/table/"), "never twice unasked"
    assert f'href="/learn/{game}"' in mira.page, "but at any time at the table"
    other = next(name for name in GAMES if name != game)
    mira.post(f"/play/{other}")
    assert mira.response.url.path == f"/learn/{other}" and learned(mira) == {game, other}, "each game has its own"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_reference_card_tells_the_game_on_one_page(address: str, game: str, language: str) -> None:
    mira, words = Visitor(address, language), load(game).words(language)
    mira.get(f"/rules/{game}")
    mira.get(mira.found(r'href="(/rules/[^"]+/card)"'))
    told = html.unescape(mira.page)
    assert all(panel["text"] in told for panel in words.get("learn").values())
    assert all(meaning in told for meaning in words.get("legend").values())


def test_who_has_looked_before_plays_at_once(address: str) -> None:
    mira = Visitor(address)
    assert '/learn/genies"' in mira.page
    assert ">Skip<" not in mira.get("/learn/genies").text and 'action="/play/genies"' in mira.page
    mira.post("/play/genies")
    assert mira.response.url.path.startswith("/table/")


def test_the_first_page_says_what_is_next(address: str) -> None:
    """A game that one does not know, the quickest first; what waits for one; once all are known, the last one again."""
    mira, found = Visitor(address), list[str]()
    for _ in GAMES:
        found.append(mira.found(r'class="resume" href="/learn/([^"]+)"'))
        assert ("New here?" in mira.page) == (len(found) == 1)
        mira.get(f"/learn/{found[-1]}")
        mira.get("/")
    assert found == ["legendary-inventors", "genies", "era-of-inventions"] and not re.search(
        r'class="resume" href="/(learn|table)/', mira.page
    ), "only the deal and the puzzle of the day"
    path = mira.new_table("legendary-inventors", ["me", "here"])
    assert f'href="{path}"' in mira.get("/").text
    assert 'href="/daily/legendary-inventors/' in mira.page, "the deal of the day is of the game that one plays"
    assert len(re.findall("3 players, bots: (?:Casual|Medium)", mira.page)) == len(GAMES), "and what 'play now' begins"


def test_the_cookie_holds_games_and_nothing_else(address: str) -> None:
    mira = Visitor(address)
    mira.http.cookies.set("learned", "genies.../nothing.x%3Cb%3E")
    mira.get("/learn/era-of-inventions")
    assert mira.response.headers["set-cookie"].split(";")[0] == "learned=era-of-inventions.genies"


@pytest.mark.parametrize("game", GAMES)
def test_over_the_table_only_what_is_to_be_read_is_sent(address: str, game: str) -> None:
    mira = Visitor(address)
    for path in (f"/learn/{game}", f"/rules/{game}", f"/rules/{game}/legend", f"/rules/{game}/{first_rule(game)}"):
        whole, part = mira.get(path).text, mira.get(path, headers={"x-fragment": "1"}).text
        assert 'class="wordmark"' in whole and 'href="/"' in whole and "data-close" not in whole, path
        assert 'class="wordmark"' not in part and "data-close" in part and "<script" not in part, path


def first_rule(game: str) -> str:
    return str(load(game).words("en").get("learn.who.rules").split()[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_rule_leads_to_where_it_is_told(address: str, game: str) -> None:
    """On the rulebook where a paragraph tells it, once; on the page of all rules always; and each opens by itself."""
    mira, words = Visitor(address), load(game).words("en")
    book = mira.get(f"/rules/{game}").text
    anchors = re.findall(r'<span id="([^"]+)"', book)
    told = {rule for chapter in words.get("book").values() for one in chapter["paragraphs"] for rule in one["rules"].split()}
    assert len(anchors) == len(set(anchors)) and set(anchors) == told
    every = mira.get(f"/rules/{game}/all").text
    assert f'href="/rules/{game}/all"' in book and f'href="/rules/{game}"' in every
    for section in words.get("sections").values():
        assert all(f'<div id="{rule}">' in every for rule in section["rules"])
    assert mira.get(f"/rules/{game}/{anchors[0]}").status_code == 200
    assert f'href="/rules/{game}/all#{anchors[0]}"' in mira.page
    assert mira.get(f"/rules/{game}/XX-99").status_code == 404


def answers(visitor: Visitor) -> list[str]:
    return re.findall(r'<li><a class="id"[^>]*>([^<]+)</a>', visitor.page)


def test_the_rules_can_be_searched_without_scripts(address: str) -> None:
    mira = Visitor(address)
    texts = [one["text"] for one in load("genies").words("en").get("book.scoring.paragraphs")]
    assert all(text in mira.get("/rules/genies").text for text in texts)
    for path in ("/rules/genies", "/rules/genies/all"):
        mira.get(path, params={"find": "unspent CHIPS"})
        assert {"GE-105", "GE-109"} == set(answers(mira)[:2]) and "<mark>Chips</mark>" in mira.page
        assert re.search(r'<div class="book"[^>]* hidden>', mira.page), "only the answers"
        mira.get(path, params={"find": "GE-A10"})
        assert answers(mira)[0] == "GE-A10" and "Are chip holdings public?" in mira.page
        mira.get(path, params={"find": "<i>zqxw"})
        assert not answers(mira) and "&lt;i&gt;zqxw" in mira.page and "<i>zqxw" not in mira.page
    assert "Albert Einstein</b> Inventor" in mira.get("/rules/legendary-inventors", params={"find": "Einstein"}).text


def test_the_index_of_a_search_is_kept_for_good_and_holds_what_is_shown(address: str) -> None:
    mira = Visitor(address, "de")
    path = html.unescape(mira.get("/rules/legendary-inventors").text.partition('data-find="')[2].partition('"')[0])
    for headers in ({"accept-encoding": "identity"}, {"accept-encoding": "gzip"}):
        response = mira.get(path, headers=headers)
        assert "immutable" in response.headers["cache-control"] and len(response.json()["html"]) == len(response.json()["rules"])
    shown = dict(zip(response.json()["rules"], response.json()["html"], strict=True))
    assert shown["LI-48"].index("Deutsche Spielregel") < shown["LI-48"].index("Englische Spielregel")
    assert "Unsere Entscheidung" in shown["AM-05"] and "Quelle: Deutsche Spielregel" in shown["LI-28"]
    assert mira.get("/rules/legendary-inventors/index/xx/de").status_code == 404
    assert mira.get("/rules/legendary-inventors/index/de/xx").status_code == 404


def test_a_rulebook_is_chosen_once_and_everything_follows_it(address: str) -> None:
    """The rulebook, a quick game, the guided game and a new table; before, the rulebook in the language of the pages."""
    for language, usual in (("de", "de"), ("en", "en")):
        mira = Visitor(address, language)
        words = load("legendary-inventors").words(language)
        for chosen in (usual, "bn"):
            if chosen != usual:
                mira.get("/rules/legendary-inventors")
                mira.post("/rules/legendary-inventors/edition", {"edition": chosen, "back": "/rules/legendary-inventors"})
                assert mira.response.url.path == "/rules/legendary-inventors"
            called = words(f"editions.{chosen}.name").replace("'", "&#39;")
            assert f"{words('rules.yours')}: {called}" in mira.get("/rules/legendary-inventors").text
            assert called in mira.get("/").text
            assert re.search(rf'value="{chosen}" checked', mira.get("/new/legendary-inventors").text)
            mira.get("/learn/legendary-inventors")
            for begin in ("/play/legendary-inventors", "/learn/legendary-inventors/play"):
                mira.post(begin)
                assert f"{words('rules.played-here')}: {called}" in mira.page, begin
        mira.post("/rules/legendary-inventors/edition", {"edition": "xx"})
        assert mira.response.status_code == 404


def test_the_way_back_leads_to_the_table_and_nowhere_else(address: str) -> None:
    mira = Visitor(address)
    for path in ("/rules/genies", "/rules/genies/all", "/learn/genies", "/rules/genies/legend", "/rules/genies/GE-82"):
        assert "Back to the table" not in mira.get(path).text, path
        assert 'href="/table/abc">' in mira.get(path, headers={"referer": f"{address}/table/abc?at=3"}).text, path
        assert 'href="/table/abc?at=3">' in mira.get(path, params={"back": "/table/abc?at=3"}).text, path
        for elsewhere in ("https://example.org/table/abc", "//example.org/table/abc", "/credits"):
            assert "Back to the table" not in mira.get(path, params={"back": elsewhere}).text, path
        assert "Back to the table" not in mira.get(path, headers={"referer": "https://example.org/table/abc"}).text, path
    mira.get("/rules/genies", params={"back": "/table/abc"})
    assert 'href="/rules/genies/all?back=/table/abc"' in mira.page, "and the next page still knows it"


def test_an_invitation_says_what_it_is_about(address: str) -> None:
    mira, jonas = Visitor(address), Visitor(address)
    mira.new_table("genies", ["me", "open"], name="Mira")
    invitation = mira.found(r'value="[^"]*(/join/[^"]+)"')
    jonas.get(invitation)
    assert load("genies").words("en")("summary") in jonas.page
    jonas.get(jonas.found(r'href="(/learn/genies\?back=[^"]+)"'))
    assert f'href="{invitation}">' in jonas.page and "Back to the invitation" in jonas.page


def test_a_game_that_nobody_has_told_yet_shows_its_numbered_rules(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = load("genies").words("en")
    for key in ("learn", "book"):
        monkeypatch.setitem(words.found, key, None)
    mira = Visitor(address)
    assert 'href="/learn/genies"' not in mira.page and mira.get("/learn/genies").status_code == 404
    assert '<div id="GE-82">' in mira.get("/rules/genies").text
    mira.post("/play/genies")
    assert mira.response.url.path.startswith("/table/") and 'href="/learn/genies"' not in mira.page


@pytest.mark.parametrize(
    ("language", "name", "fewer"),
    [
        ("en", "German rulebook", "You may place fewer cubes than possible, but at least one."),
        ("de", "Deutsche Spielregel", "Du darfst weniger Spielsteine legen, als du könntest, aber mindestens einen."),
    ],
)
def test_the_rules_of_a_table_are_named_wherever_it_is_read_of(address: str, language: str, name: str, fewer: str) -> None:
    """At the table, on the invitation, above the rulebook and at the rule itself, where what is played comes first."""
    host, words = Visitor(address, language), load("legendary-inventors").words(language)
    path = host.new_table("legendary-inventors", ["me", "open"], edition="de")
    here = f"{words('rules.played-here')}: {name}"
    assert here in host.get(path).text and fewer in host.page
    link = host.found(r'(/join/[^"<]+)"')
    for page in (
        host.get(link),
        host.get(f"/rules/legendary-inventors?back={path}"),
        host.get(f"/rules/legendary-inventors/all?back={path}"),
    ):
        assert here in page.text
    host.get(f"/rules/legendary-inventors/LI-48?back={path}")
    assert re.search(rf"<b>{words('rules.played-here')}, {name}[^<]*:</b> {re.escape(fewer)}", host.page)
    host.get("/rules/legendary-inventors/LI-48")
    own = words(f"editions.{language}.name")
    other = next(words(f"editions.{key}.name") for key in ("de", "en") if key != language)
    assert words("rules.played-here") not in host.page and host.page.index(own) < host.page.index(other), "the reader's own first"
    assert words(f"editions.{language}.name") in host.get("/").text, "what 'Play now' plays by"
