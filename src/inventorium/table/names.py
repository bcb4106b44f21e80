"""Names and chat, cleaned: one line of visible characters."""

import re
import unicodedata
from functools import cache

from inventorium.core.words import Words, languages, words_of

LONGEST_NAME, LONGEST_CHAT = 24, 300
FORGOTTEN = "…"  # replaces a deleted name, and the chat of that person
BLANK = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))  # letters and signs that show nothing
SEEN = "LNPS"  # categories: letters, numbers, punctuation, symbols


def clean_line(text: str, longest: int) -> str:
    """Return text as it can be shown and stored: one line, no control characters, not too long."""
    visible = "".join(c if unicodedata.category(c)[0] != "C" else " " if c.isspace() else "" for c in text.translate(BLANK))
    return " ".join(visible.split())[:longest].rstrip()


def clean_name(name: str) -> str:
    """Return a name that can be seen and that the table does not use itself; otherwise none, as if nothing had been said."""
    line = clean_line(name, LONGEST_NAME)
    is_seen = line != FORGOTTEN and any(unicodedata.category(c)[0] in SEEN for c in line)
    return line if is_seen and not spoken_for().fullmatch(unicodedata.normalize("NFKC", line).casefold()) else ""


def called(name: str, words: Words) -> str:
    """Return a name as it is shown."""
    return words("web.forgotten") if name == FORGOTTEN else name


@cache
def spoken_for() -> re.Pattern[str]:
    """Return what only the table says, in any language: the dealer, with or without an article, and a seat by its number."""
    ways = []
    for words in (words_of(None, language) for language in languages()):
        dealer, seat = words("dealer").casefold(), words("seat", seat="").casefold().strip()
        ways += [re.escape(dealer), re.escape(dealer.split()[-1]), re.escape(seat) + r"\s*\d+"]
    return re.compile("|".join(ways))
