"""On the phone like an app: manifest, icons, and what is there without a network, in a real browser; the documentation."""

import re
import socket
from pathlib import Path

import httpx
import pytest

from dev.site import dead_links, inline_scripts
from inventorium.web.routes import installed_app
from tests.patience import wait_for
from tests.web.browser import Visitor, serving
from tests.web.clicks import CHROMIUM, FLAGS

playwright = pytest.importorskip("playwright.sync_api")
KEPT = "async () => (await (await caches.open('kept')).match('/kept-sheet'))?.headers.get('X-Path')"

KNOWN = "(await (await (await caches.open('kept')).match('/guest')).text()).startsWith(document.documentElement.dataset.guest)"


def test_the_manifest_names_icons_that_are_there(address: str) -> None:
    told = httpx.get(f"{address}/manifest.webmanifest")
    assert told.headers["content-type"] == "application/manifest+json" and told.json()["display"] == "standalone"
    for icon in told.json()["icons"]:
        found = httpx.get(address + icon["src"])
        assert found.status_code == 200 and found.headers["content-type"] == icon["type"]
    assert 'rel="manifest"' in Visitor(address).page and "worker.js" in httpx.get(f"{address}/sw.js").text


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_the_last_sheet_is_there_without_a_network_and_for_its_guest_alone(tmp_path: Path) -> None:
    database, port = f"sqlite:///{tmp_path / 'x.db'}", free_port()
    base = f"http://127.0.0.1:{port}"
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(locale="de-DE", reduced_motion="reduce")
        context.add_cookies([{"name": "learned", "value": "genies", "url": base}, {"name": "pace", "value": "once", "url": base}])
        page = context.new_page()
        with serving(database, port=port):
            page.goto(base)
            page.locator("form[action='/play/genies'] button.quick").click()
            page.wait_for_url("**/table/*")
            table = page.url
            page.wait_for_function(KEPT)
        page.goto(table)
        assert (
            page.locator("#offline-copy").is_visible()
            and "Kein Netz. Das ist der Tisch" in page.locator("#offline-copy").inner_text()
        )
        assert (
            re.search(r"\d\d:\d\d", page.locator("#offline-copy time").inner_text()) and page.locator("#board-view").is_visible()
        )
        page.goto(base)
        assert page.locator("h1").inner_text() == "Kein Netz"
        page.locator("a[data-last-table], a:has-text('zuletzt')").last.click()
        page.wait_for_url(table)
        with serving(database, port=port):
            page.wait_for_selector("#offline-copy", state="hidden")  # the sheet itself is back, without a click
            page.goto(base)
            page.locator("#name").fill("Kurt")
            page.locator("form.name button").click()
            page.get_by_role("heading", name="Kurt").wait_for()
            page.wait_for_function(f"async () => !(await ({KEPT})()) && {KNOWN}")
        page.goto(table)
        assert page.locator("h1").inner_text() == "Kein Netz", "another name: the sheet is gone"
        browser.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_a_rulebook_answers_without_a_network_once_it_was_read(tmp_path: Path) -> None:
    """Results under the field while one types, on a phone in German; then the same with the server gone."""
    port = free_port()
    address = f"http://127.0.0.1:{port}/rules/genies"
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(locale="de-DE", viewport={"width": 390, "height": 844}).new_page()

        def ask(question: str) -> list[str]:
            page.locator("#find").fill("")
            page.locator("#find").press_sequentially(question)
            page.wait_for_selector(f".results[data-asked='{question}']")
            field, first = (page.locator(one).first.bounding_box() for one in ("#find", ".results li"))
            assert field and first and 0 < first["y"] - field["y"] - field["height"] < 60, "right under the field"
            return page.locator(".results .id").all_inner_texts()

        with serving(f"sqlite:///{tmp_path / 'x.db'}", port=port):
            page.goto(address)
            online = ask("übrige Ressourcenchips")
            assert online[0] in ("GE-105", "GE-109") and page.locator(".results mark").count()
            assert page.locator(".book").is_hidden()
            wait_for(lambda: page.evaluate("async () => !!(await (await caches.open('books')).match('/rules/genies'))"))
        page.goto(address)
        assert ask("übrige Ressourcenchips") == online and ask("Patt in der letzten Runde")[0] == "GE-99"
        page.locator("#find").fill("")
        page.wait_for_selector(".results", state="hidden")
        assert page.locator(".book").is_visible()
        browser.close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# ---------------------------------------------------------------- the documentation


def test_the_documentation_is_served_with_its_scripts_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = '<a href="other.html#here">x</a><script>let a = 1</script><script src="a.js"></script>'
    for name, text in {"index.html": page, "other.html": '<p id="here">', "a.js": ""}.items():
        (tmp_path / name).write_text(text)
    assert not dead_links(tmp_path) and len(inline_scripts(tmp_path)) == 1
    (tmp_path / "scripts.txt").write_text("\n".join(inline_scripts(tmp_path)))
    monkeypatch.setattr(installed_app, "SITE", tmp_path)
    installed_app.policy.cache_clear()
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address:
        shown = httpx.get(f"{address}/docs/")
        assert shown.status_code == 200 and shown.text == page
        allowed = shown.headers["content-security-policy"]
        assert inline_scripts(tmp_path).pop() in allowed and "script-src 'self' 'sha256-" in allowed
        assert "sha256" not in httpx.get(address).headers["content-security-policy"]
    (tmp_path / "index.html").write_text('<a href="gone.html">x</a><a href="other.html#there">y</a>')
    assert dead_links(tmp_path) == {"index.html: gone.html", "index.html: other.html#there"}


def test_where_there_is_no_documentation_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_app, "SITE", tmp_path / "none")
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address:
        told = httpx.get(f"{address}/docs")
        assert told.status_code == 404 and "make docs" in told.text and told.text.count("\n") == 1
