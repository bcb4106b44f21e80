"""How a person plays in a real browser: Debian's Chromium, driven by Playwright. Where there is none, such tests are skipped."""

import random
import re
import shutil
from collections.abc import Callable
from typing import Any

CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 120_000  # milliseconds: the machine may be busy
LARGE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
TABLET, ACROSS = {"width": 768, "height": 1024}, {"width": 1024, "height": 768}
Page = Any


def new_table(page: Page, game: str, *seats: str, **fields: str) -> None:
    """Fill in the form of a new table."""
    page.goto(base(page) + f"/new/{game}")
    page.locator(f"input[name=players][value='{len(seats)}']").check(force=True)
    for seat, who in enumerate(seats):
        page.locator(f"select[name='seat.{seat}']").select_option(who)
    for name, value in fields.items():
        page.locator(f"input[name='{name}'][value='{value}']").check()
    page.locator("button.primary").click()
    wait_for_table(page)


def wait_for_table(page: Page) -> None:
    """Wait until a page with a table is there and its scripts listen: a key that is pressed before is lost, and a click before
    leaves the page."""
    page.wait_for_selector("#board-view")
    page.wait_for_load_state("load")


def base(page: Page) -> str:
    return re.match(r"https?://[^/]+", page.url)[0]  # type: ignore[index]


def number(page: Page) -> int:
    return int(page.locator("#board-view").get_attribute("data-number"))


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something holds. (Our policy forbids what Playwright's own way of waiting does in the page.)"""
    for _ in range(PATIENCE // 25):
        if true():
            return
        page.wait_for_timeout(25)
    raise AssertionError("waited in vain")


def wait_until_after(page: Page, before: int) -> None:
    """Wait until the page shows a later number."""
    wait_until(page, lambda: number(page) > before)


CHOICES = "#confirm, .board .legal, .acts .legal"
ASKED = "#board-view[data-asked=yes]"
FIND = """chance => {
    const there = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
    const found = there("#confirm").concat(there("#confirm").length ? [] : there(".board .legal, .acts .legal"));
    const one = found[Math.floor(chance * found.length)];
    if (!one) return null;
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    return { x, y, hit: one.contains(hit) ? "" : `${one.outerHTML.slice(0, 200)} is under ${hit.outerHTML.slice(0, 200)}` };
}"""


def wait_for_question(page: Page) -> bool:
    """Wait until one is asked, and go on from the moments that wait on the way; false when the game is over. Whoever may only
    take a sheet back is not asked: what others do ends that at any moment."""
    while True:
        page.wait_for_selector(f"{ASKED} :is({CHOICES}), #result-heading, #next-step", state="attached")
        if not go_on(page):
            return page.locator("#result-heading").count() == 0


def go_on(page: Page) -> bool:
    """Go on from a moment that waits; false where there is none."""
    if not page.locator("#next-step").count():
        return False
    was = page.locator("#board-view").get_attribute("data-watched")
    if page.locator("#show-all").is_visible():
        page.locator("#show-all").click()
    page.locator("#next-step").click()
    wait_until(page, lambda: page.locator("#board-view").get_attribute("data-watched") != was)
    return True


def choices(page: Page) -> Any:
    return page.locator(CHOICES).locator("visible=true")


def click_something(page: Page, chance: random.Random) -> None:
    """One click of the mouse on something that is marked as possible; then wait until the sheet has answered. A form that is
    handed in as a whole is filled in before."""
    for field in page.locator(".bid input").all():
        field.fill(str(chance.randint(0, int(field.get_attribute("data-most")))))
    for name in page.eval_on_selector_all("input[type=radio][form]", "found => [...new Set(found.map(one => one.name))]"):
        group = page.locator(f"input[type=radio][name='{name}']").locator("visible=true")
        group.nth(chance.randrange(group.count())).check()
    which = chance.random()
    spot = page.evaluate(FIND, which)
    for _ in range(PATIENCE // 50):
        if not spot or not spot["hit"]:
            break
        page.wait_for_timeout(50)  # pieces may be on their way
        spot = page.evaluate(FIND, which)
    if spot is None:  # others answered meanwhile: there is something new to see
        return
    assert not spot["hit"], spot["hit"]
    page.mouse.click(spot["x"], spot["y"])
    wait_for_answer(page)


def wait_for_answer(page: Page) -> None:
    """Wait until the sheet that was asked for by a click or a key is there: the old one is busy until then."""
    page.wait_for_selector("#board-view:not([aria-busy])")
