"""Open tables and pages at many widths and report what leaves its box, is covered or is hard to read.

A game is played once for each number of players; then its positions are only opened again and measured (`sweep.js`). `around` are
the pages around the tables. The coach is on, as for every new guest.
"""

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.web.routes import pages as tables
from tests.web.browser import Visitor, serving
from tests.web.clicks import CHROMIUM, FLAGS
from tests.web.test_playback import played

HEIGHTS = {360: 740, 390: 844, 820: 1180, 1024: 768, 1280: 800, 1440: 900, 1920: 1080, 2560: 1440}
WIDEST_TOUCHED = 820  # wider screens have a mouse and, as the worst case, show their key caps
MEASURE = (Path(__file__).parent / "sweep.js").read_text(encoding="utf-8")
CONTRAST = (Path(__file__).parents[1] / "tests" / "web" / "contrast.js").read_text(encoding="utf-8")
LANGUAGES, THEMES = ("en", "de"), ("light", "dark")
AROUND = "around"
PAGES = (
    *("/", "/lobby", "/puzzles", "/daily", "/you", "/identity", "/notifications", "/ratings", "/people", "/clubs", "/cups"),
    *("/replay", "/credits", "/api", "/offline", "/table/none"),
)
GAME_PAGES = (
    *("/new/{}", "/learn/{}", "/learn/{}/lessons", "/puzzles/{}"),
    *("/rules/{}", "/rules/{}/all", "/rules/{}/legend", "/rules/{}/card"),
)


class Finding(NamedTuple):
    kind: str
    what: str
    words: str
    pixels: int


# ---------------------------------------------------------------- positions


def positions(visitor: Visitor, game: str, players: int) -> dict[str, str]:
    """Return the addresses of the pages to check, in a game of bots with a person taking over: the opening, decisions in the
    middle with their previews, each kind of moment, a past turn, the end."""
    table = played(game, players, 10_000)
    asked = [
        (place, one.entry.seat) for place, one in enumerate(table.history) if one.entry.seat >= 0 and not one.entry.automatic
    ]
    visitor.post("/replay", {"record": table.record()})
    record = visitor.response.url.path

    def go_on(share: float) -> str:
        place, seat = asked[int(share * (len(asked) - 1))]
        visitor.post(f"{record}/play-on", {"at": place, "seat": seat, "bot": "easy"})
        return visitor.response.url.path

    found = {"opening": visitor.new_table(game, ["me", *["easy"] * (players - 1)])}
    for share in (0.3, 0.5, 0.7):
        found[f"middle-{share}"] = middle = go_on(share)
        for name, query in (("trying", r"\?(choose=\d+)"), ("refused", r"\?(why=[^\"&]+)\"")):
            if looks := re.search(query, visitor.page):
                found.setdefault(name, f"{middle}?{looks[1]}")
    whole = go_on(1)
    play(visitor, whole)
    visitor.get(f"{whole}?log=all")
    moments = {name: at for at, name in re.findall(r"at=(\d+)&amp;moment=([\w-]+)", visitor.page)}
    return (
        found
        | {f"moment-{name}": f"{whole}?at={at}&moment={name}" for name, at in moments.items()}
        | {"past": f"{whole}?at={len(table.history) // 2}", "end": whole}
    )


def pages_around(visitor: Visitor) -> dict[str, str]:
    """Return the addresses of the pages around the tables, of guided games and of lessons."""
    found = {path: path for path in PAGES}
    for game in library.names():
        found |= {path.format(game): path.format(game) for path in GAME_PAGES}
        visitor.get(f"/learn/{game}/lessons")
        for path in (f"/learn/{game}/play", visitor.links(rf'action="(/learn/{game}/lessons/[^"]+)"')[0]):
            visitor.post(path)
            found[path] = visitor.response.url.path
    return {name.strip("/").replace("/", "-") or "home": path for name, path in found.items()}


def play(visitor: Visitor, path: str) -> None:
    """Move at random until the game is over."""
    chance = random.Random(1)
    while actions := visitor.wait_for_turn(path) or visitor.sealed_moves(chance):
        if isinstance(actions, dict):
            visitor.post(f"{path}/answer", {"seat": visitor.seat, "number": visitor.number, **actions})
        else:
            visitor.answer(path, chance.choice(actions))


# ---------------------------------------------------------------- looking


def opened(browser: Browser, visitor: Visitor, address: str, language: str, touch: bool) -> Page:
    """Open a page of the same guest, at once where others would see steps."""
    context = browser.new_context(locale=language, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
    cookies = {"guest": visitor.http.cookies["guest"], "language": language, "pace": "once"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    if not touch:
        context.add_init_script("localStorage.setItem('keys', '1')")
    return context.new_page()


def look(page: Page, address: str, widths: list[int], touch: bool, picture: Path | None) -> Iterator[tuple[int, list[Finding]]]:
    """Open one position and yield its layout errors at each width; save screenshots in both themes."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => 0)")
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        found = [Finding(*one) for one in page.evaluate(MEASURE, touch)]
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            if width in (widths[0], widths[-1]):
                for what, words, ratio in page.evaluate(CONTRAST):
                    found.append(Finding(f"contrast in the {theme} theme", what, f"{words} ({ratio})", 0))
            if picture:
                page.screenshot(path=f"{picture}-{width}-{theme}.jpg", type="jpeg", quality=60, full_page=True)
        yield width, found
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


def sweep(games: list[str], players: list[int], widths: list[int], pictures: Path | None) -> dict[Finding, list[str]]:
    """Return every finding with where it was seen."""
    found: dict[Finding, list[str]] = defaultdict(list)
    tables.GRACE = 0.0  # there is no undo, so bots need not wait
    by_hand = {touch: [width for width in widths if (width <= WIDEST_TOUCHED) == touch] for touch in (True, False)}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/tables.db") as address,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games:
            for number in [0] if game == AROUND else [one for one in players if one in load_game(game).players]:
                began, visitor, looked = time.monotonic(), Visitor(address), 0
                places = pages_around(visitor) if game == AROUND else positions(visitor, game, number)
                played = time.monotonic()
                for language in LANGUAGES:
                    for touch, some in by_hand.items():
                        page = opened(browser, visitor, address, language, touch)
                        for name, path in places.items() if some else ():
                            label = f"{game}-{number}-{name}-{language}"
                            for width, findings in look(page, address + path, some, touch, pictures and pictures / label):
                                looked += 1
                                for one in findings:
                                    found[one].append(f"{label}-{width}")
                        page.context.close()
                print(
                    f"{game}, {number} players: {len(places)} positions ({played - began:.0f} s), {looked} pages "
                    f"({time.monotonic() - played:.0f} s), {len(found)} findings so far",
                    flush=True,
                )
        browser.close()
    return found


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", default=[*library.names(), AROUND])
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--widths", default=",".join(map(str, HEIGHTS)))
    parser.add_argument("--pictures", type=Path, help="a folder for pictures; without one none are taken")


def main(wanted: argparse.Namespace) -> int:
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    players, widths = ([int(one) for one in text.split(",")] for text in (wanted.players, wanted.widths))
    found = sweep(wanted.games, players, widths, wanted.pictures)
    counts: Counter[Any] = Counter()
    examples: dict[Any, tuple[Finding, str]] = {}
    for one, seen in found.items():
        key = (one.kind, one.what)
        counts[key] += len(seen)
        examples.setdefault(key, (one, seen[0]))
    for key, times in sorted(counts.items(), key=lambda item: (item[0][0], -item[1])):
        one, where = examples[key]
        print(f"{times:5} {key[0]}: {key[1]} “{one.words}” {one.pixels} px, first at {where}")
    print(f"{sum(counts.values())} findings of {len(counts)} kinds")
    if wanted.pictures:
        (wanted.pictures / "findings.json").write_text(json.dumps([[*one, seen] for one, seen in found.items()], indent=0))
    return 1 if counts else 0
