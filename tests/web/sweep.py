"""Every table at every size: opens positions of all games at many widths, in both languages and themes, measures their boxes
(`measure.js`) and photographs them.

    python -m tests.web.sweep [GAME ...] [--players 2,5] [--widths 360,1280] [--pictures FOLDER]

A game is played once for each number of players; then its positions are only opened again. `make sweep` runs it.
"""
import argparse
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from inventorium.core import library
from inventorium.core.game import load_game
from tests.web.browser import Visitor, serving

FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
HEIGHTS = {360: 740, 390: 844, 820: 1180, 1024: 768, 1280: 800, 1440: 900, 1920: 1080}
WIDEST_TOUCHED = 820                                    # wider screens have a mouse and, as the worst case, show their key caps
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
LANGUAGES, THEMES = ("en", "de"), ("light", "dark")


class Finding(NamedTuple):
    kind: str
    what: str
    words: str
    pixels: int


# ---------------------------------------------------------------- positions

def positions(visitor: Visitor, game: str, players: int) -> dict[str, str]:
    """Play a game and return the addresses of what is to be looked at: the opening, two tables in the middle, each kind of moment,
    a past turn, the end."""
    seats = ["me", *["medium"] * (players - 1)]
    opening, whole = visitor.new_table(game, seats), visitor.new_table(game, seats)
    turns = play(visitor, whole, 10**6, 1)
    visitor.get(f"{whole}?log=all")
    moments = {name: at for at, name in re.findall(r"at=(\d+)&amp;moment=([\w-]+)", visitor.page)}
    answers = int(visitor.found(r'data-answers="(\d+)"'))
    found = {"opening": opening, "end": whole, "past": f"{whole}?at={answers // 2}"}
    for number, share in enumerate((0.3, 0.7)):
        middle = visitor.new_table(game, seats)
        play(visitor, middle, max(3, int(turns * share)), 2 + number)
        visitor.wait_for_turn(middle)
        found[f"middle-{number + 1}"] = middle
        if chosen := re.search(r"choose=\d+", visitor.page):
            found[f"trying-{number + 1}"] = f"{middle}?{chosen[0]}"
        if refused := re.search(r"\?(why=[^\"]+)", visitor.page):
            found[f"refused-{number + 1}"] = f"{middle}?{refused[1].replace('&amp;', '&')}"
    return found | {f"moment-{name}": f"{whole}?at={at}&moment={name}" for name, at in moments.items()}


def play(visitor: Visitor, path: str, most: int, seed: int) -> int:
    """Answer at random until the game is over, or so often; return how often."""
    chance = random.Random(seed)
    for answered in range(most):
        actions = visitor.wait_for_turn(path)
        if 'id="result-heading"' in visitor.page:
            return answered
        if sheet := visitor.sheet(chance):
            visitor.post(f"{path}/answer", {"seat": visitor.seat, "number": visitor.number, **sheet})
        else:
            visitor.answer(path, chance.choice(actions))
    return most


# ---------------------------------------------------------------- looking

def pages(browser: Browser, visitor: Visitor, address: str, language: str, touch: bool) -> Page:
    """Open a page of the same guest, at once where others would see steps."""
    context = browser.new_context(locale=language, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
    cookies = {"guest": visitor.http.cookies["guest"], "language": language, "pace": "once"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    if not touch:
        context.add_init_script("localStorage.setItem('keys', '1')")
    return context.new_page()


def look(page: Page, address: str, widths: list[int], touch: bool, picture: Path | None) -> Iterator[tuple[int, list[Finding]]]:
    """Open one position and yield what is wrong with it at each width; take its picture in both themes."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => 0)")
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        yield width, [Finding(*one) for one in page.evaluate(MEASURE, touch)]
        for theme in THEMES if picture else ():
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")         # type: ignore[arg-type]
            page.screenshot(path=f"{picture}-{width}-{theme}.jpg", type="jpeg", quality=60, full_page=True)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


def sweep(games: list[str], players: list[int], widths: list[int], pictures: Path | None) -> dict[Finding, list[str]]:
    """Return every finding with where it was seen."""
    found: dict[Finding, list[str]] = defaultdict(list)
    by_hand = {touch: [width for width in widths if (width <= WIDEST_TOUCHED) == touch] for touch in (True, False)}
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/tables.db") as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for game in games:
            for number in (number for number in players if number in load_game(game).players):
                began, visitor, looked = time.monotonic(), Visitor(address), 0
                places = positions(visitor, game, number)
                played = time.monotonic()
                for language in LANGUAGES:
                    for touch, some in by_hand.items():
                        page = pages(browser, visitor, address, language, touch)
                        for name, path in places.items() if some else ():
                            label = f"{game}-{number}-{name}-{language}"
                            for width, findings in look(page, address + path, some, touch, pictures and pictures / label):
                                looked += 1
                                for one in findings:
                                    found[one].append(f"{label}-{width}")
                        page.context.close()
                print(f"{game}, {number} players: {len(places)} positions ({played - began:.0f} s), {looked} pages "
                      f"({time.monotonic() - played:.0f} s), {len(found)} findings so far", flush=True)
        browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(library.names()))
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--widths", default=",".join(map(str, HEIGHTS)))
    parser.add_argument("--pictures", type=Path, help="a folder for pictures; without one none are taken")
    wanted = parser.parse_args()
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    numbers: list[list[int]] = [[int(one) for one in text.split(",")] for text in (wanted.players, wanted.widths)]
    found = sweep(wanted.games, *numbers, wanted.pictures)
    told: Counter[Any] = Counter()
    examples: dict[Any, tuple[Finding, str]] = {}
    for one, where in found.items():
        key = (one.kind, one.what)
        told[key] += len(where)
        examples.setdefault(key, (one, where[0]))
    for key, times in sorted(told.items(), key=lambda item: (item[0][0], -item[1])):
        one, where = examples[key]
        print(f"{times:5} {key[0]}: {key[1]} “{one.words}” {one.pixels} px, first at {where}")
    print(f"{sum(told.values())} findings of {len(told)} kinds")
    if wanted.pictures:
        (wanted.pictures / "findings.json").write_text(json.dumps([[*one, where] for one, where in found.items()], indent=0))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
