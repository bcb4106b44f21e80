"""The pages in a real browser."""

import asyncio
import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inventorium.core import library
from inventorium.review.decisions import Decision
from inventorium.server.bot_runner import BotRunner
from tests.web.browser import serving
from tests.web.clicks import (
    ACROSS,
    CHOICES,
    FIND,
    LARGE,
    PATIENCE,
    PHONE,
    TABLET,
    Page,
    base,
    choices,
    click_something,
    go_on,
    new_table,
    number,
    wait_for_answer,
    wait_for_question,
    wait_for_table,
    wait_until,
    wait_until_after,
)

pytestmark = pytest.mark.browser
SHORTEST = "genies"  # of which whole games are clicked in every run


def is_blueprint(page: Page) -> bool:
    """Whether light lines stand on a dark ground."""
    ink, paper = (
        sum(map(int, re.findall(r"\d+", page.evaluate(f"getComputedStyle(document.body).{what}"))[:3]))
        for what in ("color", "backgroundColor")
    )
    return ink > 500 and paper < 250


def sideways(page: Page) -> int:
    """How far the page is wider than its screen. (A phone makes the window as wide as the page wants to be.)"""
    return int(page.evaluate("document.documentElement.scrollWidth")) - int(page.viewport_size["width"])


OUTSIDE = """width => [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > width + 1)
    .slice(0, 5).map(one => one.outerHTML.slice(0, 120))"""


SMALL = """found => found.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
    .map(one => one.outerHTML.slice(0, 120))"""  # for a finger


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == SHORTEST else pytest.mark.long) for game in library.names()]
)
def test_a_whole_game_by_clicking_against_bots(visit: Callable[..., Page], game: str) -> None:
    """With taking back on the way, and the end with its replay."""
    page, chance, taken_back = visit(), random.Random(game), 0
    new_table(page, game, *(["me"] + ["random"] * (2 if game_players(game)[0] > 2 else 1)))
    page.locator("#menu > summary").click()
    page.locator("form[action='/confirm'] button[value=off]").click()
    page.locator("form[action='/confirm'] button[value=off][aria-current]").wait_for(state="attached")
    wait_for_table(page)
    while wait_for_question(page):
        if taken_back < 3 and page.locator("button[form=undo]").count():
            taken_back += 1
            before = number(page)
            page.locator("button[form=undo]").click()
            wait_until_after(page, before)
            continue
        click_something(page, chance)
    assert taken_back or game == "genies", "something could be taken back"
    assert page.locator(".res:not(.moments) tbody tr").count() >= 2
    assert page.locator(".chart .curve").locator("visible=true").count() == page.locator(".res:not(.moments) tbody tr").count()
    watch_again(page)


def game_players(game: str) -> range:
    from inventorium import load

    return load(game).players


def watch_again(page: Page) -> None:
    """Arrows, the slider and the address all lead through the game; from the middle one can play on."""
    page.keyboard.press("Home")
    page.wait_for_selector("#board-view[data-live=no]")
    page.wait_for_url(re.compile("at=0&"))
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url(re.compile("at=[1-9]"))
    at = int(re.search(r"at=(\d+)", page.url)[1])  # type: ignore[index]
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(f"at={at + 1}&"))
    assert choices(page).count() == 0, "nothing can be clicked in the past"
    slider = page.locator("[data-slide]")
    slider.fill("30")
    slider.dispatch_event("change")
    page.wait_for_url(re.compile("at=30&"))
    page.goto(page.url)
    assert page.locator("[data-slide]").input_value() == "30", "the address shows the same moment"
    title, deck = (page.locator(f"#board-view > {part}").bounding_box() for part in (".title", ".replay-controls"))
    assert deck["y"] >= title["y"] + title["height"], "the deck has a place of its own"
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    assert page.locator("#board-view").get_attribute("data-live") == "yes"


def test_what_others_did_is_announced_where_it_is_not_shown_step_by_step(visit: Callable[..., Page]) -> None:
    """A sentence for each of their turns, once."""
    page, chance, done = visit(pace="once"), random.Random(8), set[str]()
    new_table(page, "legendary-inventors", "me", "random", "random")
    page.evaluate("""() => {
        const news = document.getElementById("news");
        window.announced = [];
        new MutationObserver(() => announced.push(news.textContent)).observe(news, { childList: true, subtree: true });
    }""")
    lines = "[...document.querySelectorAll('#recent li span')].map(one => one.firstChild.data.trim())"
    read = set(page.evaluate(lines))  # there when the page was opened
    while len(done) < 6 and wait_for_question(page):
        done |= set(page.evaluate(lines)) - read
        click_something(page, chance)
    announced = page.evaluate("announced")
    assert all(sum(text in one for one in announced) == 1 for text in done), (done, announced)


def test_two_browsers_play_each_other_and_a_third_watches(visit: Callable[..., Page]) -> None:
    mira, jonas, watcher = visit(), visit(language="de-DE"), visit()
    new_table(mira, "legendary-inventors", "me", "open")
    invitation = mira.locator(".invitation [data-copy]").get_attribute("data-copy")
    jonas.goto(base(jonas) + invitation)
    jonas.get_by_label("Dein Name").fill("Jonas")
    jonas.get_by_role("button", name="Hier Platz nehmen").click()
    jonas.wait_for_selector("#board-view")
    watcher.context.add_cookies([{"name": "name", "value": "Cleo", "url": base(mira)}])
    watcher.goto(mira.url)
    mira.wait_for_selector(".player .name:text('Jonas')")
    assert "Jonas sits down." in mira.locator("#news").text_content()
    mira.wait_for_selector("#here:text('Jonas is here. Cleo is watching.')")
    jonas.wait_for_selector("#here:text('Cleo sieht zu.')")
    chance, clicks = random.Random(2), 0
    while clicks < 40:
        for page in (mira, jonas, watcher):
            go_on(page)
        turn = next((page for page in (mira, jonas) if choices(page).count()), None)
        if turn is None:
            mira.wait_for_timeout(20)
            continue
        click_something(turn, chance)
        clicks += 1
    now = max(number(mira), number(jonas))
    for page in (mira, jonas, watcher):
        read_new(page, now)
    assert choices(watcher).count() == 0 and watcher.locator("form[data-fetch]").count() == 0
    assert watcher.locator("#board-view").get_attribute("data-seat") == "-1"
    watcher.locator(".log a.n").last.click()
    assert watcher.locator("#board-view").get_attribute("data-live") == "no", "a spectator may step back while it is live"


def read_new(page: Page, now: int) -> None:
    """Wait until a page shows a number; moments may still be on their way to it."""
    wait_until(page, lambda: not go_on(page) and number(page) >= now)


def test_the_keyboard_alone_plays(visit: Callable[..., Page]) -> None:
    page, chance = visit("/new/legendary-inventors"), random.Random(4)
    page.locator("input[name=players]:checked").focus()
    page.keyboard.press("ArrowLeft")  # two players
    page.locator("button.primary").focus()
    page.keyboard.press("Enter")
    wait_for_table(page)
    first = number(page)
    for _ in range(50):
        wait_for_question(page)
        keys = page.eval_on_selector_all(f":is({CHOICES})[data-key]", "found => found.map(one => one.ariaKeyShortcuts)")
        page.keyboard.press("Enter" if "Enter" in keys else chance.choice(keys))
        wait_for_answer(page)
    assert number(page) > first + 20
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_confirming_trying_and_asking_why_not(visit: Callable[..., Page]) -> None:
    page, chance = visit(), random.Random(6)
    new_table(page, "legendary-inventors", "me", "random")
    for _ in range(200):
        wait_for_question(page)
        if page.locator(".man.busy.off").count() and page.locator(".man.legal").count():
            break
        click_something(page, chance)
    page.locator(".man.busy.off").first.click()
    page.wait_for_selector(".because")
    assert re.search(r"LI-\d+", page.locator(".because").inner_text()), "the rule that forbids it"
    page.evaluate("document.querySelector('.because').remove()")
    page.keyboard.press(page.locator(".man.busy.off").first.get_attribute("data-key"))
    page.wait_for_selector(".because .id")  # its key says it, too
    page.locator(".man.legal").first.click()
    page.wait_for_selector(".man.chosen")
    assert page.locator(".inv .ghost").count(), "what each choice would place is shown"
    before = number(page)
    page.locator(".inv.legal").first.click()
    page.wait_for_selector("#confirm, .sharing")
    if page.locator("#confirm").count():
        assert number(page) == before, "nothing is done before it is confirmed"
        assert page.evaluate("document.activeElement.id") == "confirm", "the next Enter confirms"
        page.keyboard.press("Escape")
        page.wait_for_selector("#confirm", state="detached")
        assert number(page) == before
    page.keyboard.press("h")
    page.wait_for_selector(".prompt .hint")
    assert page.locator(".hinted").count(), "the hint is shown on the table too"


def test_news_wipes_nothing_away(visit: Callable[..., Page]) -> None:
    """Two tabs of one guest: while a click in the first is on its way, the second one plays on. A refusal and a hint stand, and
    what was begun, and why something is not possible."""
    page, chance, held = visit(), random.Random(3), list[Any]()
    new_table(page, "legendary-inventors", "me", "me")
    other = page.context.new_page()
    other.goto(page.url)
    other.set_default_timeout(PATIENCE)

    def play_on() -> None:
        before = number(other)
        while number(other) == before:
            click_something(other, chance)

    def read_new() -> None:
        wait_until(page, lambda: number(page) == number(other))

    play_on()
    read_new()
    page.route("**/answer", lambda route: held.insert(0, route))
    while not held:
        page.evaluate(f"document.querySelector('{CHOICES}').click()")
        wait_until(page, lambda: bool(held) or not page.locator("#board-view[aria-busy]").count())  # not twice
    play_on()
    held[0].continue_()
    page.wait_for_selector(".problem[role=alert]")
    play_on()
    read_new()
    assert page.locator(".problem").count() == 1
    page.keyboard.press("h")
    page.wait_for_selector(".prompt .hint")
    assert not page.locator(".problem").count()
    say(other, "a word")
    read_new()
    assert page.locator(".prompt .hint").count() == 1
    page.unroute("**/answer")
    page.locator(".man.legal").first.click()
    page.wait_for_selector(".man.chosen")
    say(other, "another word")
    read_new()
    assert page.locator(".man.chosen").count() and page.locator(".prompt .hint").count(), "a hint stays while one tries things"
    page.evaluate("document.querySelector('[data-wrong]').click()")
    page.wait_for_selector(".prompt .because")
    say(other, "the last word")
    read_new()
    assert page.locator(".prompt .because").count() == 1


def test_an_older_sheet_does_not_tell_who_is_here(visit: Callable[..., Page]) -> None:
    """It was made before somebody came, and arrives after that was told."""
    page, held = visit(), list[Any]()
    new_table(page, "legendary-inventors", "me", "me")
    other, watcher = page.context.new_page(), visit()
    other.goto(page.url)
    page.route(page.url, lambda route: held.append((route, route.fetch())))
    say(other, "a word")
    wait_until(page, lambda: bool(held))
    watcher.context.add_cookies([{"name": "name", "value": "Cleo", "url": base(page)}])
    watcher.goto(page.url)
    page.wait_for_selector("#here:text('Cleo is watching.')")
    before = number(page)
    route, sheet = held.pop()
    route.fulfill(response=sheet)
    wait_until_after(page, before)
    assert "Cleo is watching." in page.locator("#here").inner_text()


def test_who_asks_too_much_at_once_gets_it_a_moment_later(visit: Callable[..., Page]) -> None:
    """Without a click, and without losing the page."""
    page, refused = visit(), list[str]()
    new_table(page, "legendary-inventors", "me", "me")

    def refuse_once(route: Any) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=429, headers={"retry-after": "1"}, body="too many requests")

    page.route("**/*hint=1", refuse_once)
    page.evaluate("window.stayed = true")
    page.keyboard.press("h")
    page.wait_for_selector(".prompt .hint")
    assert refused and page.evaluate("window.stayed") is True


def say(page: Page, text: str) -> None:
    before = number(page)
    page.locator("#chat-text").fill(text)
    page.locator("#chat button").click()
    wait_until(page, lambda: number(page) > before)


def test_a_bid_sheet_is_written_and_sealed(visit: Callable[..., Page]) -> None:
    """Two people write at the same time: what one has written stays when the other seals, and only that is told."""
    mira, jonas = visit(), visit()
    new_table(mira, "genies", "me", "open")
    jonas.goto(base(jonas) + mira.locator(".invitation [data-copy]").get_attribute("data-copy"))
    jonas.get_by_label("Your name").fill("Jonas")
    jonas.get_by_role("button", name="Take this seat").click()
    mira.wait_for_selector(".player .name:text('Jonas')")  # that he sits down has a number, too
    write(mira, 20, 15, 0)
    before = number(mira)
    assert "so far: 35" in mira.locator("#sum").inner_text()
    assert mira.locator(".bay .left").all_inner_texts()[2] == "no bid"
    mira.locator("#bid-e").fill("99")
    mira.keyboard.press("Enter")
    most = mira.locator("#bid-e").get_attribute("data-most")
    assert mira.locator("#bid-e").input_value() == most, "no bid goes beyond what can be paid"
    assert mira.evaluate("document.activeElement.id") == "seal" and number(mira) == before, "Enter goes on, it does not seal"
    write(jonas, 1, 2, 3, 4, 5)
    jonas.locator("#seal").click()
    jonas.wait_for_selector(".mybid")
    mira.wait_for_selector(".player:nth-child(2) .state.ok")
    assert [mira.locator(f"#bid-{one}").input_value() for one in "abcde"] == ["20", "15", "0", "0", most]
    assert mira.locator(".bay .because").locator("visible=true").inner_text().endswith("GE-A03"), "and it is still said why"
    assert mira.locator(".player:nth-child(2) .state.ok").inner_text() == "sealed" and not mira.locator(".openbids").count()
    jonas.get_by_role("button", name="Change my bids").click()
    jonas.wait_for_selector(".bid")
    assert [jonas.locator(f"#bid-{one}").input_value() for one in "abcde"] == ["1", "2", "3", "4", "5"], "nothing typed is lost"
    mira.wait_for_selector(".player:nth-child(2) .state:not(.ok)")
    write(jonas, 7)
    jonas.reload()
    wait_until(jonas, lambda: jonas.locator("#bid-a").input_value() == "7")
    jonas.locator("#seal").click()
    jonas.wait_for_selector(".mybid")
    mira.locator("#seal").click()
    for page in (mira, jonas):
        page.wait_for_selector("#moment")
        assert not page.locator(".past").count(), "until they are opened nothing else shows them"
        go_on(page)
        row = page.locator(".past tbody tr:nth-child(2) td")
        row.first.wait_for()
        assert row.all_inner_texts() == ["7", "2", "3", "4", "5"], "all bids are open now"


def write(page: Page, *bids: int) -> None:
    for letter, bid in zip("abcde", bids, strict=False):
        page.locator(f"#bid-{letter}").fill(str(bid))


def test_what_one_reads_opens_over_the_table(visit: Callable[..., Page]) -> None:
    """The rulebook with its search, a rule on top of it, and back; the table stays where it is."""
    page = visit()
    new_table(page, "genies", "me", "random")
    there, over = page.url, page.locator("dialog[open]")
    page.locator(".tools a[href='/learn/genies']").click()
    over.locator(".panel").nth(3).wait_for()
    over.get_by_role("link", name="The rules").click()
    over.locator(".chapters").wait_for()
    over.get_by_role("searchbox").fill("skipped")
    over.locator(".results a[data-rule]").first.wait_for()
    assert over.locator(".chapters").is_hidden(), "the answers stand where the rulebook was"
    over.locator(".results a[data-rule]").first.click()
    over.locator("h2 .id").wait_for()
    for shown in (".results", ".panel"):
        over.locator("[data-close]").click()
        over.locator(shown).first.wait_for()
    over.locator("[data-close]").click()
    page.wait_for_selector("dialog:not([open])", state="attached")
    assert page.url == there


def test_a_link_to_a_rule_leads_to_the_rulebook_or_to_all_rules(visit: Callable[..., Page]) -> None:
    told, untold = visit("/rules/genies#GE-82"), visit("/rules/genies#GE-A10")
    assert told.locator("#GE-82:target").count() == 1 and told.url.endswith("/rules/genies#GE-82")
    untold.wait_for_url("**/rules/genies/all#GE-A10")
    assert untold.locator("#GE-A10:target").count() == 1


def test_a_bid_sheet_without_scripts(chromium: Any, address: str) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=LARGE)
    page = context.new_page()
    page.goto(f"{address}/new/genies")
    page.locator("select[name='seat.0']").select_option("me")
    page.locator("button.primary").click()
    page.wait_for_selector("#board-view")
    before = number(page)
    write(page, 4, 0, 2)
    page.locator("#seal").click()
    page.wait_for_selector("#board-view")
    assert number(page) >= before + 6 and not page.locator(".problem").count()
    context.close()


# ---------------------------------------------------------------- every page, for everybody

ROUND = [
    "/new/{game}",
    "/rules/{game}/legend",
    "/",
    "/learn/{game}",
    "/learn/{game}/lessons",
    "/rules/{game}",
    "/rules/{game}/all",
    "/credits",
    "/replay",
    "/api",
    "/notifications",
    "/identity",
    "/you",
    "/lobby",
    "/clubs",
    "/table/none",
]


def pages_of(page: Page, game: str, around: bool = True) -> Iterator[str]:
    """Every kind of page, one after the other; a table in several states. What stands around the tables is the same for all
    games: one of them is enough for that."""
    for path in ROUND if around and game == SHORTEST else ROUND[:2]:
        page.goto(base(page) + path.format(game=game))
        yield path
    new_table(page, game, *(["me"] + ["random"] * (game_players(game)[0] - 1)))
    chance = random.Random(8)
    for step in range(14):
        page.wait_for_selector(f"{CHOICES}, #result-heading, #next-step", state="attached")
        if page.locator("#next-step").count():
            yield f"a moment, step {step}"
        if not wait_for_question(page):
            break
        if step % 4 == 0 or page.locator("#confirm").count():
            yield f"table, step {step}"
        click_something(page, chance)
    table = page.url.partition("?")[0]  # a step that is shown has one more in its address
    page.locator("#menu > summary").press("Enter")
    yield "menu"
    page.goto(table + "?at=12")
    yield "replay"


@pytest.mark.parametrize(
    "game, look",
    [(game, "paper") for game in library.names()]
    + [pytest.param(game, "blueprint", marks=[] if game == SHORTEST else pytest.mark.long) for game in library.names()],
)
def test_axe_finds_nothing_serious(visit: Callable[..., Page], game: str, look: str) -> None:
    """The looks differ in colours alone, so the second one is asked only about these."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({} if look == "paper" else {"runOnly": ["color-contrast"]})
    page = visit(color_scheme="light" if look == "paper" else "dark")
    for where in pages_of(page, game, around=look == "paper"):
        found = axe.run(page, options=options).response["violations"]
        serious = [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, f"{where}: {serious}"


@pytest.mark.parametrize(
    "game, look",
    [(game, "light") for game in library.names()]
    + [pytest.param(game, "dark", marks=[] if game == SHORTEST else pytest.mark.long) for game in library.names()],
)
def test_what_one_reads_is_for_everybody(visit: Callable[..., Page], game: str, look: str) -> None:
    """On a phone and on a desk, on paper and as a blueprint: nothing serious, nothing beyond the edge, targets for a finger."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = visit(language="de-DE", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=look)
    for path in (f"/learn/{game}?play=yes", f"/rules/{game}", f"/rules/{game}?find=punkte", f"/rules/{game}/all", "/"):
        page.goto(base(page) + path)
        found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")], path
        for screen in (LARGE, TABLET, PHONE):
            page.set_viewport_size(screen)
            assert sideways(page) <= 0, (path, screen, page.evaluate(OUTSIDE, screen["width"]))
        small = page.eval_on_selector_all("main :is(.btn, input:not([type=hidden]), .resume)", SMALL)
        assert not small, (path, small)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == SHORTEST else pytest.mark.long) for game in library.names()]
)  # `python -m dev sweep` measures more
def test_no_screen_scrolls_sideways(visit: Callable[..., Page], game: str) -> None:
    page = visit(language="de-DE", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    for where in pages_of(page, game):
        for screen in (TABLET, ACROSS, PHONE):
            page.set_viewport_size(screen)
            assert sideways(page) <= 0, (where, screen, page.evaluate(OUTSIDE, screen["width"]))
            beyond = "found => found.filter(one => one.scrollWidth > one.clientWidth + 16).length"  # the gap between them
            assert not page.eval_on_selector_all(".board", beyond), (where, screen, "the board reaches into the margin")
        assert page.locator("html").get_attribute("lang") == "de"
    assert is_blueprint(page)


@pytest.mark.parametrize("game", library.names())
def test_a_decision_fits_on_one_screen(visit: Callable[..., Page], game: str) -> None:
    page, chance = visit(), random.Random(9)
    new_table(page, game, *(["me"] + ["random"] * (game_players(game)[-1] - 1)))
    heights = set()
    for _ in range(12):
        if not wait_for_question(page):
            break
        heights.add(page.evaluate("document.querySelector('.prompt').offsetHeight"))
        page.evaluate("scrollTo(0, 0)")
        outside = page.eval_on_selector_all(
            CHOICES,
            """(found, height) => found.filter(one => one.checkVisibility())
            .filter(one => one.getBoundingClientRect().bottom > height).map(one => one.innerText)""",
            LARGE["height"],
        )
        assert not outside
        click_something(page, chance)
    assert len(heights) == 1, "the prompt has one height, so the board stays where it is"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forced_colours_keep_levels_and_targets(visit: Callable[..., Page], theme: str) -> None:
    """In the colours of the system, whatever theme somebody has chosen for the page."""
    page = visit(forced_colors="active", color_scheme="dark")
    page.goto(f"{base(page)}/theme/{theme}")
    new_table(page, "legendary-inventors", "me", "random")
    wait_for_question(page)
    paper, known, unknown, target, plain = (
        page.evaluate(f"getComputedStyle(document.querySelector('{one}')).{what}")
        for one, what in (
            ("body", "backgroundColor"),
            (".pips .on", "backgroundColor"),
            (".pips i:not(.on)", "backgroundColor"),
            (".pips .tg:not(.on)", "borderTopColor"),
            (".pips i:not(.tg, .on)", "borderTopColor"),
        )
    )
    brightness = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (paper, known)]
    assert abs(brightness[0] - brightness[1]) > 380, (paper, known)
    assert known != unknown and target != plain


def test_language_and_theme_change_without_losing_the_place(visit: Callable[..., Page]) -> None:
    page = visit()
    new_table(page, "legendary-inventors", "me", "random")
    wait_for_question(page)  # until then the bot may still be answering
    there = number(page)
    page.get_by_role("link", name="DE, Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    wait_for_table(page)
    assert number(page) == there and "Du bist dran" in page.locator("#question").inner_text()
    assert not is_blueprint(page)
    with page.expect_response(re.compile("/theme/dark")):
        page.get_by_role("link", name="Darstellung").click()
    assert page.locator("html").get_attribute("data-theme") == "dark" and is_blueprint(page)
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark", "it is remembered"


def test_pieces_travel_unless_motion_is_reduced(visit: Callable[..., Page]) -> None:
    page, chance = visit(reduced_motion="no-preference"), random.Random(3)
    page.add_init_script(
        "const animate = Element.prototype.animate; window.travels = 0;"
        "Element.prototype.animate = function (...how) {"
        " window.travels += this.dataset.piece !== undefined; return animate.apply(this, how); };"
    )
    new_table(page, "legendary-inventors", "me", "random")
    for _ in range(12):
        wait_for_question(page)
        click_something(page, chance)
    assert page.evaluate("window.travels") > 0
    page.emulate_media(reduced_motion="reduce")
    before = page.evaluate("window.travels")
    for _ in range(6):
        wait_for_question(page)
        click_something(page, chance)
    assert page.evaluate("window.travels") == before


def test_everything_works_without_scripts(visit: Callable[..., Page]) -> None:
    page, chance = visit(java_script_enabled=False), random.Random(5)
    new_table(page, "legendary-inventors", "me", "here")
    first = number(page)
    for _ in range(12):
        found = choices(page)
        confirm = page.locator("#confirm")
        (confirm if confirm.count() else found.nth(chance.randrange(found.count()))).click()
        page.wait_for_load_state("load")  # all of the page is there before it is counted
    assert number(page) > first + 3


def test_the_first_page_is_light(visit: Callable[..., Page]) -> None:
    page = visit()
    requests: list[Any] = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108  (Playwright marks it)
    page.reload()
    page.wait_for_load_state("networkidle")
    fetched = [request for request in requests if not request.url.endswith(".woff2")]  # fonts come once and stay
    sizes = [request.sizes()["responseBodySize"] for request in fetched]
    assert 3 <= len(sizes) < 20 and sum(sizes) < 100_000, (len(sizes), sum(sizes))


def test_a_connection_that_is_lost_comes_back(chromium: Any, tmp_path: Path) -> None:
    """The server is killed in the middle of a turn and started again; the page goes on as if nothing had been."""
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    context = chromium.new_context(viewport=LARGE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page, chance = context.new_page(), random.Random(1)
    with serving(store) as address:
        page.goto(address)
        new_table(page, "legendary-inventors", "me", "random")
        for _ in range(6):
            wait_for_question(page)
            click_something(page, chance)
        wait_for_question(page)
        there = number(page)
    page.wait_for_selector("#lost:visible")
    with serving(store, port=int(address.rpartition(":")[2])):
        page.wait_for_selector("#lost", state="hidden")
        assert number(page) == there
        for _ in range(4):
            wait_for_question(page)
            click_something(page, chance)
        assert number(page) > there
        context.close()


# ---------------------------------------------------------------- what others did is played out


def new_auction(page: Page, *seats: str) -> None:
    """A table of Genies without action cards: the bids are settled as soon as all are sealed."""
    page.goto(base(page) + "/new/genies")
    page.locator(f"input[name=players][value='{len(seats)}']").check(force=True)
    for seat, who in enumerate(seats):
        page.locator(f"select[name='seat.{seat}']").select_option(who)
    page.locator("details.options:has(select[name^='option.']) summary").click()
    page.locator("select[name='option.action_cards']").select_option("false")
    page.locator("button.primary").click()
    wait_for_table(page)


def seal(page: Page, *bids: int) -> None:
    page.wait_for_selector(".bid")
    write(page, *bids)
    page.locator("#seal").click()


def test_the_reveal_waits_for_each_of_two_people_at_their_own_pace(visit: Callable[..., Page]) -> None:
    mira, jonas = visit(pace="slow", reduced_motion="no-preference"), visit()
    new_auction(mira, "me", "open")
    jonas.goto(base(jonas) + mira.locator(".invitation [data-copy]").get_attribute("data-copy"))
    jonas.get_by_label("Your name").fill("Jonas")
    jonas.get_by_role("button", name="Take this seat").click()
    seal(jonas, 7, 0, 0, 0, 0)
    seal(mira, 7, 9, 0, 0, 0)
    for page in (mira, jonas):
        page.wait_for_selector("#moment")
        assert page.evaluate("document.activeElement.id") == "moment-title"
        if page.locator("#show-all").is_visible():
            assert "9" not in page.locator("#moment").inner_text(), "one envelope after the other"
            page.locator("#show-all").click()
        assert "9" in page.locator("#moment").inner_text() and page.locator("#moment a[data-rule]").count()
        assert "Tie" in told_of(page), "a screen reader hears why nobody wins the first"
    shown = jonas.locator("#moment").inner_text()
    jonas.reload()
    assert jonas.locator("#moment").inner_text() == shown, "a reload comes back to it"
    jonas.keyboard.press("Enter")
    seal(jonas, 1, 2, 3, 0, 0)
    jonas.wait_for_selector(".mybid")
    assert mira.locator("#moment").count() == 1, "who is slow is not hurried, and holds up nobody"
    mira.locator("#next-step").click()
    seal(mira, 3, 2, 1, 0, 0)
    mira.wait_for_selector("#moment")
    names = list[str]()
    while go_on_naming(mira, names):
        pass
    assert names[:2] == ["The bids are opened", "The scoring"], names
    mira.locator(".log a[href*='moment=']").first.click()
    mira.wait_for_selector("#show-all:visible")
    mira.keyboard.press("Enter")
    mira.wait_for_selector("#next-step:visible")
    mira.keyboard.press("Enter")
    mira.wait_for_selector("#moment", state="detached")


def told_of(page: Page) -> str:
    """What a screen reader hears of a moment."""
    return str(page.locator("#moment-news").text_content())


def go_on_naming(page: Page, names: list[str]) -> bool:
    """Go on from the next moment, and note what it is called; false when one is asked again."""
    page.wait_for_selector("#moment-title, #board-view:not([data-watched]) .bid")
    if page.locator("#moment-title").count():
        names.append(page.locator("#moment-title").inner_text())
    return go_on(page)


def test_what_bots_do_is_told_step_by_step(visit: Callable[..., Page]) -> None:
    """Third person, what it touched is lit, the same words for a screen reader; a key steps, one skips, and nothing is lost."""
    page, chance = visit(pace="slow"), random.Random(8)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # a step stays until somebody goes on, however slow we are
    new_table(page, "legendary-inventors", "me", "random", "random")
    for _ in range(60):
        page.wait_for_selector(f"{CHOICES}, #board-view[data-watched]")
        if page.locator("#board-view[data-watched]").count() and page.locator(".player.touched, [data-thing].touched").count():
            break
        if choices(page).count():
            click_something(page, chance)
    told = page.locator("#question").inner_text()
    assert re.match(r"Lamplighter|Surveyor|Printer|You|The|New", told) and "you?" not in told
    assert told in page.locator("#news").inner_text()
    watched = page.url
    assert "after=" in watched
    page.keyboard.press(".")
    wait_until(page, lambda: page.url != watched)
    page.keyboard.press("Escape")
    wait_for_answer(page)  # not a moment of the step that is left
    assert wait_for_question(page)
    assert "after=" not in page.url
    page.locator("#recent summary").click()
    assert page.locator("#recent li").count() >= 1


def test_a_click_while_pieces_travel_is_not_lost(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference")
    new_table(page, "legendary-inventors", "me", "me")
    page.locator(".team.legal, .board .legal").first.click()
    page.wait_for_selector("#confirm")
    page.locator("#confirm").click()
    before = page.url
    page.wait_for_selector("#confirm", state="detached")
    spot = page.evaluate(FIND, 0.0)
    page.mouse.click(spot["x"], spot["y"])  # at once: the pieces are on their way
    wait_until(page, lambda: page.url != before or page.locator("#confirm, .chosen").count() > 0)


def test_news_that_comes_while_a_button_is_held_does_not_swallow_the_click(visit: Callable[..., Page]) -> None:
    page = visit()
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # nobody gives up waiting for the release, however slow we are
    new_table(page, "legendary-inventors", "me", "me")
    other = page.context.new_page()
    other.goto(page.url)
    spot = page.evaluate(FIND, 0.0)
    page.mouse.move(spot["x"], spot["y"])
    page.mouse.down()
    with page.expect_response(lambda response: response.request.headers.get("x-fragment") == "1"):
        say(other, "Take your time")
    page.mouse.up()
    wait_until(page, lambda: page.locator("#confirm, .chosen").count() > 0)
    page.wait_for_selector("#chat:has-text('Take your time')")


def test_signs_and_rules_explain_themselves(visit: Callable[..., Page]) -> None:
    page = visit()
    new_table(page, "legendary-inventors", "me", "random")
    page.keyboard.press("l")
    page.wait_for_selector("dialog.popover[open] .signs dt")
    assert page.locator(".signs dd").count() >= 8
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.popover[open]", state="detached")
    page.locator("[data-tip], [title]").locator("visible=true").first.hover()
    page.wait_for_selector("#tip:not([hidden])")
    assert page.locator("#tip").inner_text().strip()


TIP = """() => {
    const explained = document.querySelector("[aria-describedby=tip]");
    const [tip, own] = [document.getElementById("tip"), explained].map(one => one.getBoundingClientRect());
    return { x: tip.x + tip.width / 2, y: tip.y + tip.height / 2,
        covers: tip.x < own.right && tip.right > own.x && tip.y < own.bottom && tip.bottom > own.y };
}"""


def test_a_tip_covers_nothing_it_explains_and_stays_under_the_mouse(visit: Callable[..., Page]) -> None:
    """WCAG 1.4.13: it can be pointed at, and Escape closes it until the mouse comes again."""
    page = visit()
    new_table(page, "era-of-inventions", "me", "easy", "easy")
    wait_for_question(page)
    tip, spots = page.locator("#tip"), page.locator(".board [data-tip]").locator("visible=true").all()
    for one in spots[:: len(spots) // 6]:
        page.mouse.move(1, 1)
        tip.wait_for(state="hidden")
        one.hover(force=True)
        tip.wait_for()
        shown = page.evaluate(TIP)
        assert not shown["covers"], one.inner_text()
    text = tip.inner_text()
    page.mouse.move(shown["x"], shown["y"], steps=20)
    assert tip.is_visible() and tip.inner_text() == text
    one.hover(force=True)
    page.keyboard.press("Escape")
    box = one.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2 + 1, box["y"] + box["height"] / 2 + 1)
    assert tip.is_hidden()


def test_a_notice_that_arrives_is_shown_and_leads_to_its_table(visit: Callable[..., Page]) -> None:
    """The service worker of the site, which runs when no page is open; the browser hands it a message as a push service would."""
    page = visit("/notifications", service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=base(page))
    tools, workers = page.context.new_cdp_session(page), []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)")
    while not workers:
        page.wait_for_timeout(20)
    told = {"web_push": 8030, "notification": {"title": "Genies", "body": "It is your turn.", "tag": "x", "navigate": base(page)}}
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": base(page), "registrationId": workers[0]["registrationId"], "data": json.dumps(told)},
    )
    page.wait_for_function("""async () => {
        const shown = await (await navigator.serviceWorker.ready).getNotifications();
        return shown.length === 1 && shown[0].title === 'Genies' && shown[0].body === 'It is your turn.' && shown[0].tag === 'x';
    }""")


def test_a_page_says_whether_somebody_looks_at_it(visit: Callable[..., Page]) -> None:
    """In the address of its stream: a hidden page holds no notice back."""
    page = visit("/new/legendary-inventors")
    with page.expect_request(lambda one: "/events" in one.url) as first:
        page.locator("form[action^='/new/'] button.primary").first.click()
    assert first.value.url.endswith("/events?visible")
    for state, ending in (("hidden", "/events"), ("visible", "/events?visible")):
        with page.expect_request(lambda one: "/events" in one.url) as again:
            page.evaluate(
                """state => {
                Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
                state,
            )
        assert again.value.url.endswith(ending), state


LISTEN = """window.heard = [];
const silent = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
class Player {
  currentTime = 0; destination = {};
  createGain() { return { gain: silent, connect: (to) => to }; }
  createOscillator() {
    return { frequency: {}, connect: (to) => to, stop() {}, start() { heard.push(this.frequency.value); } };
  }
}
window.AudioContext = Player;"""


def test_sounds_are_off_until_somebody_wants_them(visit: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    """And a click shows at once, before anything has come from the server."""
    page, chance, real, go_on = visit(), random.Random(1), BotRunner.move, threading.Event()

    async def wait(*asked: Any) -> None:
        while not go_on.is_set():
            await asyncio.sleep(0.02)
        await real(*asked)

    monkeypatch.setattr(BotRunner, "move", wait)
    page.add_init_script(LISTEN)
    go_on.set()
    new_table(page, "legendary-inventors", "me", "random")
    wait_for_question(page)

    def turn() -> None:
        """Until the page has shown that the bot is asked, and then that one is asked again oneself."""
        go_on.clear()
        while not page.locator("#board-view[data-asked=no]").count():
            click_something(page, chance)
        go_on.set()
        wait_for_question(page)

    turn()
    assert page.evaluate("heard") == []
    page.locator("#menu > summary").click()
    page.locator("[data-setting=sounds] [value=on]").click()
    page.keyboard.press("Escape")
    turn()
    assert page.evaluate("heard.length") > 0
    page.reload()
    assert page.locator("#board-view").get_attribute("data-sounds") == "on"
    page.route("**/table/**", lambda route: None)  # nothing comes any more
    wait_for_question(page)
    page.locator(".board .legal").first.click()
    assert page.locator(".pressed").count() == 1


def test_a_passkey_brings_a_seat_back(visit: Callable[..., Page]) -> None:
    """With the virtual authenticator of the browser: the key is made, cookies are lost, the key is shown, the seat is there."""
    page = visit()
    tools, here = page.context.new_cdp_session(page), base(page).replace("127.0.0.1", "localhost")  # a key belongs to a name
    tools.send("WebAuthn.enable")
    tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    page.goto(here)
    new_table(page, "legendary-inventors", "me", "open")
    table = page.url
    assert page.locator("#board-view").get_attribute("data-seat") == "0"
    page.goto(f"{here}/identity")
    page.get_by_role("button", name="Save my place").click()
    assert len(page.locator(".recovery").inner_text().split()) == 8
    page.get_by_role("button", name="Add a passkey").click()
    page.wait_for_selector("text=Remove passkey")
    page.context.clear_cookies()
    page.goto(table)
    assert page.locator("#board-view").get_attribute("data-seat") == "-1"
    page.goto(f"{here}/identity")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_selector("text=Your place is saved.")
    page.goto(table)
    assert page.locator("#board-view").get_attribute("data-seat") == "0"


COUNT = """window.heard = window.fetched = 0;
const Stream = window.EventSource, real = window.fetch;
window.fetch = (...what) => { fetched++; return real(...what); };
window.EventSource = class extends Stream {
  addEventListener(kind, listener) {
    super.addEventListener(kind, (event) => { listener(event); if (kind === "news") heard = JSON.parse(event.data).number; });
  }
};"""  # the number that the page was told last, and what it asked for


def test_a_doubt_leaves_the_sheet_as_it_is(visit: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks again has all bids before them, is not asked a second time, and can go on; what a bot does waits for that."""
    real, go_on = BotRunner.move, threading.Event()

    async def wait(*asked: Any) -> None:
        while not go_on.is_set():
            await asyncio.sleep(0.02)
        await real(*asked)

    monkeypatch.setattr(BotRunner, "move", wait)
    monkeypatch.setattr("inventorium.server.review_compiler.ReviewCompiler.is_ready", lambda self, game: True)
    monkeypatch.setattr("inventorium.teaching.coach.PATIENCE", 60.0)
    monkeypatch.setattr(
        "inventorium.review.judge",
        lambda turn, simulations: Decision(turn.seat, turn.answers, ("a",), ("b",), (1,), True, 0.2, 0.0, 1.0),
    )
    page = visit()
    page.add_init_script(COUNT)
    page.context.add_cookies([{"name": "doubts", "value": "blunder", "url": page.url}])
    new_table(page, "genies", "me", "easy")
    page.locator(".bid input").first.fill("7")
    page.locator("#seal").click()
    page.wait_for_selector(".blunder-warning")
    assert page.locator(".bid input").first.input_value() == "7" and "20 " in page.locator(".blunder-warning p").inner_text()
    assert page.evaluate("document.activeElement.dataset.dismiss") == ""
    before, fetched = number(page), page.evaluate("fetched")
    go_on.set()
    wait_until(page, lambda: page.evaluate("heard") > before)
    assert page.locator(".blunder-warning").count() == 1 and number(page) == before and page.evaluate("fetched") == fetched
    page.keyboard.press("Enter")
    page.wait_for_selector(".blunder-warning", state="detached")
    wait_until_after(page, before)
    before = number(page)
    page.locator("#seal").click()
    wait_until_after(page, before)
