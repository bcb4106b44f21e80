"""The table on a phone: what is asked is in view, the opening of the bids gives nothing away, the dock covers nothing."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from inventorium.core import library
from inventorium.core.game import load_game
from tests.tiers import in_tiers
from tests.web.clicks import PHONE, Page, click_something, new_table, wait_for_question, wait_until

pytestmark = pytest.mark.browser
THUMB: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# How many things on the board are asked about, and how many of them can be seen between the bar and the dock.
IN_VIEW = """() => {
    const [dock, bar] = [".prompt", ".phonebar"].map(one => document.querySelector(one).getBoundingClientRect());
    const asked = [...document.querySelectorAll(".board :is(.legal, .bid, .play)")].filter(one => one.checkVisibility());
    const boxes = asked.map(one => one.getBoundingClientRect());
    return [asked.length, boxes.filter(box => box.bottom > bar.bottom + 8 && box.top < dock.top - 8).length];
}"""
# Of the steps of others that touched something on the board, those of which nothing can be seen, as they are shown.
STEPS = """window.unseen = []; window.steps = 0;
document.addEventListener("board-view", () => setTimeout(() => {
    const touched = [...document.querySelectorAll("[data-watched] .board .touched")].filter(one => one.checkVisibility());
    if (!touched.length || document.getElementById("moment")) return;
    const [dock, bar] = [".prompt", ".phonebar"].map(one => document.querySelector(one).getBoundingClientRect());
    const boxes = touched.map(one => one.getBoundingClientRect());
    window.steps += 1;
    if (!boxes.some(box => box.bottom > bar.bottom + 8 && box.top < dock.top - 8)) window.unseen.push(location.search);
}))"""
# How far the end of the page is above the dock.
END = """() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    const shown = [...document.querySelectorAll(".margin > *")].filter(one => one.checkVisibility());
    return document.querySelector(".prompt").getBoundingClientRect().top - shown.at(-1).getBoundingClientRect().bottom;
}"""
# Everything on the page but the dialog, in bytes.
OUTSIDE = """() => {
    const copy = document.getElementById("board-view").cloneNode(true), icon = document.querySelector("link[rel=icon]").href;
    copy.querySelector("#moment")?.remove();
    return [document.title, icon, document.getElementById("news").textContent, copy.innerHTML.replaceAll(' style=""', "")].join();
}"""
# How far the end of the last row of the opening is above the buttons below it.
LAST_ROW = """() => document.querySelector("#moment .acts").getBoundingClientRect().top
    - [...document.querySelectorAll(".reveal > li")].at(-1).getBoundingClientRect().bottom"""
ROOM = """() => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--dock"))
    - document.querySelector(".prompt").offsetHeight"""

HEIGHT = "document.querySelector('.prompt').offsetHeight"
BEHIND = """() => document.activeElement.getBoundingClientRect().bottom
    - document.querySelector(".prompt").getBoundingClientRect().top"""


@pytest.mark.parametrize("game", in_tiers(library.names(), "genies"))
def test_what_is_asked_is_in_view_all_through_a_game(visit: Callable[..., Page], game: str) -> None:
    page, chance, questions = visit(pace="fast", **THUMB), random.Random(5), 0
    page.add_init_script(STEPS)
    new_table(page, game, "me", *["random"] * (load_game(game).players[0] - 1))
    while wait_for_question(page):
        wait_until(page, lambda: in_view(page))
        questions += 1
        click_something(page, chance)
        if questions == 3:
            assert page.evaluate(END) >= 0, "the dock leaves room for the last line"
    assert questions > 10
    assert page.evaluate("window.steps") > 5 or load_game(game).type.sealed  # sealed moves have no steps on the board
    assert not page.evaluate("window.unseen"), "what others do is in view"


def in_view(page: Page) -> bool:
    asked, seen = page.evaluate(IN_VIEW)
    return bool(seen or not asked or page.locator("#confirm").count())


def test_the_opening_gives_nothing_away(visit: Callable[..., Page]) -> None:
    """From the seal to the last envelope the page around the dialog stays as it is, byte by byte and pixel by pixel."""
    page = visit(pace="fast", reduced_motion="no-preference", **THUMB)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # the first envelope waits until we have looked, however slow we are
    new_table(page, "genies", "me", "random", "random")
    page.wait_for_selector(".bid")
    strip = page.locator(".stand").inner_text()
    page.locator("#bid-a").fill("5")
    page.locator("#seal").click()
    page.wait_for_selector("#moment.staged")
    before, pixels, first = page.evaluate(OUTSIDE), outside(page), page.locator("#moment").inner_text()
    page.clock.resume()
    while page.locator("#show-all").is_visible():
        assert page.evaluate(OUTSIDE) == before
    assert page.evaluate(OUTSIDE) == before and outside(page) == pixels
    assert strip == page.locator(".stand").inner_text() and "leads" not in before
    assert page.locator(".stake .cameo.p0").count() == page.locator(".stake .cameo").count() > 0, "nobody's colour on a portrait"
    assert "leads" not in first and "leads" in page.locator("#moment").inner_text()
    assert page.evaluate("document.querySelector('#moment').matches(':modal')")
    assert not page.locator(".sealed >> visible=true").count(), "no envelope is left when all are open"
    wait_until(page, lambda: page.evaluate(LAST_ROW) >= 0)  # it scrolls with itself
    assert not page.locator(".prompt .acts").count(), "there is one way on, in the dialog"
    page.locator("#next-step").click()
    page.locator("#seal").click()
    page.wait_for_selector(".reveal.opened")
    assert not page.locator(".sealed").count(), "the settlement begins with open bids"
    wait_until(page, lambda: page.evaluate(LAST_ROW) >= 0)


def outside(page: Page) -> bytes:
    """The picture of the page above the dialog."""
    box = page.locator("#moment").bounding_box()
    return bytes(page.screenshot(clip={"x": 0, "y": 0, "width": PHONE["width"], "height": max(1, int(box["y"]) - 1)}))


def test_the_dock_folds_and_takes_the_room_that_it_has(visit: Callable[..., Page]) -> None:
    page = visit(**THUMB)
    new_table(page, "genies", "me", "random")
    page.wait_for_selector(".bid")
    wait_until(page, lambda: page.evaluate(ROOM) == 0)
    tall = page.evaluate(HEIGHT)
    page.locator(".fold").click()
    wait_until(page, lambda: page.evaluate(HEIGHT) < min(60, tall / 2) and page.evaluate(ROOM) == 0)
    for letter in "abcde":
        page.locator(f"#bid-{letter}").focus()
        assert page.evaluate(BEHIND) <= 0, "nothing focused is behind the dock"


def test_a_bid_grows_while_one_holds_the_button_or_the_key(visit: Callable[..., Page]) -> None:
    page = visit(**THUMB)
    new_table(page, "genies", "me", "random")
    page.wait_for_selector(".bid")
    bid = page.locator("#bid-a")
    bid.focus()  # holding takes the focus from the field, which ends nothing
    page.locator(".pm[data-by='1']").first.hover()
    page.mouse.down()
    wait_until(page, lambda: int(bid.input_value()) >= 6)
    page.mouse.up()
    held = int(bid.input_value())
    bid.press("PageDown")
    assert int(bid.input_value()) == held - 5
    bid.press("ArrowUp")
    assert int(bid.input_value()) == held - 4
    page.reload()
    wait_until(page, lambda: page.locator("#bid-a").input_value() == str(held - 4))
