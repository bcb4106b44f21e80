"""Our own type, so that a page does not depend on what a visitor's machine has: two open fonts (SIL Open Font License), read from
the packages that bring them, cut down to the letters we write, and kept in the cache folder. `static/fonts.css` says which cuts
there are. Where the packages are not installed, pages use what the machine has (`look/tokens.css`)."""

import hashlib
import os
import re
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from inventorium.core.compiler import compiled_code_home

STYLES = Path(__file__).parents[1] / "static" / "fonts.css"
FACE = re.compile(r'url\("((\w+)\.woff2)"\)')
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2040), *range(0x2190, 0x2194), *map(ord, "€−≤≥")]
FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
NAMES = [0, 13, 14]  # what a cut font says of itself: copyright and licence; its name stays with the whole
FIRST = ("SourceSansPro.woff2", "SourceSansProSemibold.woff2", "SourceSerifProSemibold.woff2")  # what every page shows at once


@cache
def sources() -> dict[str, Path]:
    """Return the files that packages bring for our fonts, by the name under which we serve them; none, where one is missing."""
    try:
        import brotli  # noqa: F401
        import fontTools.subset  # noqa: F401
    except ImportError:
        return {}
    brought = {name: file for one in entry_points(group="fonts_ttf") for name, file in one.load().items()}
    faces = FACE.findall(STYLES.read_text(encoding="utf-8"))
    return {served: Path(brought[name]) for served, name in faces} if all(name in brought for _, name in faces) else {}


def version() -> str:
    """Return a short name of the served fonts; it changes with them and with how they are cut."""
    parts = [(name, file.stat().st_size) for name, file in sources().items()]
    return hashlib.sha256(repr((parts, LETTERS, FEATURES, NAMES)).encode()).hexdigest()[:16]


def cut(name: str) -> Path:
    """Return one of our fonts with the letters that we need; it is cut the first time."""
    from fontTools import subset

    target = compiled_code_home() / f"fonts-{version()}" / name
    if not target.exists():
        options = subset.Options(flavor="woff2", layout_features=FEATURES, name_IDs=NAMES, hinting=False)
        font, knife = subset.load_font(str(sources()[name]), options), subset.Subsetter(options)
        knife.populate(unicodes=LETTERS)
        knife.subset(font)
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_suffix(f".{os.getpid()}")  # another server may be at it, too
        subset.save_font(font, str(unfinished), options)
        unfinished.replace(target)
    return target


def cut_all() -> None:
    """Cut all fonts that are there, so that no guest waits for one."""
    for name in sources():
        cut(name)
