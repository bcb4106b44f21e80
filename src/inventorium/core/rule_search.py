"""Search in the rules of a game: an index of one language, and the matching rules, best first.

Everything that depends on a language happens when the index is made: stems, parts of compounds, synonyms, and the weight of
each word for each rule (BM25 with weighted fields). A query only adds up, so the same index serves the browser without a
network (`static/search.js` ranks alike; `tests/search` compares them).
"""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypedDict

import snowballstemmer

from inventorium.core.game import Game
from inventorium.core.words import Words

NOT_FOR_PLAYERS = ("notation", "constraints", "invariants")  # for programs, and for authors of component files
WORD = re.compile(r"[^\W_]+")
TEXT, WORD_OR_SIGN = re.compile(r">[^<]+"), re.compile(r"&#?\w+;|[^\W_]+")  # of a page: the text between its tags
ID = re.compile(r"([a-z]{1,2})[ -]?(a?\d+)")  # as people type it: LI-48, li48, ge a10

FIELDS = {"asked": 3.0, "title": 0.7, "text": 1.0, "also": 0.8}  # the weight of a word by its place
SATURATION, LENGTH = 1.2, 0.5  # k1 and b of BM25
SHORTEST_PART, SHORTEST_START, SHORTEST_TYPO = 4, 3, 5
INFLECTED, PART, START, SPLIT, TYPO = 0.95, 0.4, 0.6, 0.8, 0.5  # what a word is worth that is only like one of the index
MISSING = 0.6  # how much of a rule's worth depends on the share of the words that it has
IN_RULEBOOK = 1.15  # the weight of a rule that the rulebook for people explains
MOST = 12  # results that are shown


class IndexedCard(TypedDict):
    """A card in the index: the words of its name, and the places of the rules about it."""

    name: str
    kind: str
    parts: list[str]
    rules: list[int]


class Found(NamedTuple):
    """A search result: the rule's place in the index, and the words of its text to mark."""

    rule: str
    worth: float
    terms: frozenset[str]


class Index:
    """What a search needs, as plain data: the JSON of it is what a browser reads."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.rules: list[str] = data["rules"]
        self.words: dict[str, list[str]] = data["words"]  # a word as it is written: its stem, then stems of its parts
        self.terms: dict[str, list[int]] = data["terms"]  # a stem: rule, worth, rule, worth ...
        self.stop, self.endings, self.links = set(data["stop"]), data["endings"], data["links"]
        self.by_id = {fold(rule).replace("-", ""): number for number, rule in enumerate(self.rules)}

    def search(self, asked: str) -> list[Found]:
        """Return the matching rules, best first."""
        worth: dict[int, float] = defaultdict(float)
        has: Counter[int] = Counter()
        marked: set[str] = set()
        words = self.asked_words(asked)
        for word in words:
            best: dict[int, float] = {}
            for term, likeness in self.like(word).items():
                marked |= {term, *self.data["same"].get(term, ())}
                postings = self.terms.get(term, [])
                for rule, there in zip(postings[::2], postings[1::2], strict=True):
                    best[rule] = max(best.get(rule, 0.0), there * likeness)
            for rule, value in best.items():
                worth[rule] += value
                has[rule] += 1
        for rule in worth:
            worth[rule] *= 1 - MISSING + MISSING * has[rule] / len(words)
        for number in self.named(asked):
            worth[number] = math.inf
        for card in self.cards(asked):
            worth |= {rule: 0 for rule in card["rules"] if rule not in worth}
        ranked = sorted(worth, key=lambda rule: (-worth[rule], rule))[:MOST]
        return [Found(self.rules[rule], worth[rule], frozenset(marked)) for rule in ranked]

    def cards(self, asked: str) -> list[IndexedCard]:
        """Return the cards that are asked for by name: what each is called, what it is, and the places of the rules about it."""
        words = [word for word in self.asked_words(asked) if len(word) >= SHORTEST_PART]
        known: list[IndexedCard] = self.data["cards"]
        return [card for card in known if any(part.startswith(word) for word in words for part in card["parts"])][:3]

    def asked_words(self, asked: str) -> list[str]:
        """Return the words of a question that say something; all, if none does."""
        found = WORD.findall(fold(asked))
        words = list[str]()
        while found:
            word = found.pop(0)
            words.append(word + found.pop(0) if found and word + found[0] in self.words else word)  # left over, tie break
        words = list(dict.fromkeys(words))
        return [word for word in words if word not in self.stop] or words

    def named(self, asked: str) -> list[int]:
        """Return the rules that are searched for by number."""
        found = (self.by_id.get("".join(parts)) for parts in ID.findall(fold(asked)))
        return [number for number in found if number is not None]

    def like(self, word: str) -> dict[str, float]:
        """Return the stems that a word may mean, and how surely: itself, inflected, its beginning, its parts, or a typo."""
        if word in self.words:
            return self.stems([word], 1)
        for ending in self.endings:
            stem = word.removesuffix(ending)
            if stem != word and stem in self.terms:
                return {stem: INFLECTED}
        if len(word) >= SHORTEST_START and (longer := [known for known in self.words if known.startswith(word)]):
            return self.stems(longer, START)
        if parts := self.split(word):
            return self.stems(parts, SPLIT)
        if len(word) >= SHORTEST_TYPO:
            return self.stems([known for known in self.words if is_typo(word, known)], TYPO)
        return {}

    def stems(self, words: Iterable[str], likeness: float) -> dict[str, float]:
        found: dict[str, float] = {}
        for word in words:
            for place, stem in enumerate(self.words.get(word, [word])):
                found[stem] = max(found.get(stem, 0), likeness * (PART if place else 1))
        return found

    def split(self, word: str) -> list[str]:
        """Return the words of the index of which a compound is made, with what links them: Gebotsblatt is Gebot, s, Blatt."""
        for end in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
            for link in self.links:
                first = word[:end].removesuffix(link)
                if word[:end].endswith(link) and len(first) >= SHORTEST_PART and self.knows(first):
                    rest = word[end:]
                    if self.knows(rest):
                        return [first, rest]
                    if more := self.split(rest):
                        return [first, *more]
        return []

    def knows(self, part: str) -> bool:
        return part in self.words or part in self.terms

    def marked(self, page: str, found: Found) -> str:
        """Return a result in which the search words are marked, except in its number."""

        def mark(word: re.Match[str]) -> str:
            stems = self.words.get(fold(word[0]), ())
            return f"<mark>{word[0]}</mark>" if stems and stems[0] in found.terms else word[0]

        number, div, rest = page.partition("<div>")
        return number + div + TEXT.sub(lambda text: WORD_OR_SIGN.sub(mark, text[0]), rest)


def fold(text: str) -> str:
    """Return a text without case and accents: Plättchen as plattchen."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))


def is_typo(word: str, known: str) -> bool:
    """Return whether two words differ by one letter more, less, other, or two swapped."""
    if len(known) < SHORTEST_TYPO - 1 or abs(len(word) - len(known)) > 1:
        return False
    start = next((place for place, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known)))
    a, b = word[start:], known[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def find_rules(game: Game, language: str, asked: str) -> list[dict[str, str]]:
    """Return the matching rules, best first: number, section and sentence of each."""
    sections = game.words(language).get("sections", {}).values()
    written = {rule: (section["title"], text) for section in sections for rule, text in section["rules"].items()}
    found = [one.rule for one in index_of(game, language).search(asked)]
    return [{"id": rule, "section": written[rule][0], "text": written[rule][1]} for rule in found]


# ---------------------------------------------------------------- making the index


@cache
def index_of(game: Game, language: str) -> Index:
    """Return the index of a game's rules in a language."""
    words = game.words(language)
    settings: dict[str, Any] = words.get("search", {})
    stemmer = snowballstemmer.stemmer(stemmer_of(words))
    same = dict(fold(pair).split("=") for pair in settings.get("same", "").split())
    endings = sorted((fold(ending) for ending in settings.get("endings", "").split()), key=len, reverse=True)
    links = ["", *settings.get("links", "").split()]
    rules, fields = documents(words)
    printed = {
        rule for chapter in words.get("book", {}).values() for one in chapter["paragraphs"] for rule in one["rules"].split()
    }
    stems: dict[str, str] = {}
    for texts in fields:
        for text in texts.values():
            for word in WORD.findall(text):
                folded = fold(word)
                stems.setdefault(folded, same.get(folded) or fold(stemmer.stemWord(word.casefold())))
    stems |= {word: stems.get(stem, stem) for word, stem in same.items()}
    simple = {word: [stem] for word, stem in stems.items()}
    known = Index({"rules": [], "words": simple, "terms": {}, "stop": [], "endings": [], "links": links, "cards": [], "same": {}})
    forms = {
        word: list(dict.fromkeys([stem, *(stems[part] for part in known.split(word))] if settings.get("links") else [stem]))
        for word, stem in stems.items()
    }
    also = synonyms(words, rules, fields, forms)
    for number, text in also.items():
        fields[number]["also"] = text
        for word in WORD.findall(text):
            folded = fold(word)
            forms.setdefault(folded, [same.get(folded) or fold(stemmer.stemWord(word.casefold()))])
    return Index(
        {
            "rules": rules,
            "words": forms,
            "terms": postings(fields, forms, [IN_RULEBOOK if rule in printed else 1 for rule in rules]),
            "stop": fold(settings.get("stop", "")).split(),
            "endings": endings,
            "links": links,
            "cards": list(cards(game, words, rules)),
            "same": own_words(words, forms),
        }
    )


def cards(game: Game, words: Words, rules: list[str]) -> Iterator[IndexedCard]:
    """Return the cards that are searched for by name: name, kind, and the places of the rules about each."""
    for group, about in words.get("search.cards", {}).items():
        for card in game.box().components[group]:
            name = card["name"][words.language]
            parts = WORD.findall(fold(name))
            yield {
                "name": name,
                "kind": about["name"],
                "parts": parts,
                "rules": [rules.index(rule) for rule in about["rules"].split()],
            }


def stemmer_of(words: Words) -> str:
    """Return the name of the stemmer for a language, as Snowball calls it: `german`; English where there is none."""
    name = str(words.locale.get_display_name("en")).partition(" ")[0].lower()
    return name if name in snowballstemmer.algorithms() else "english"


def documents(words: Words) -> tuple[list[str], list[dict[str, str]]]:
    """Return the rules for players, and what of each can be searched: what people ask, the title, the sentence."""
    asked: dict[str, str] = words.get("search.rules", {})
    rules, fields = [], []
    for key, section in words.get("sections", {}).items():
        if key in NOT_FOR_PLAYERS:
            continue
        for rule, text in section["rules"].items():
            rules.append(rule)
            usual = asked.get(rule, "").partition(",")[0]  # the first phrase counts twice
            fields.append({"asked": f"{usual} {asked.get(rule, '')}", "title": section["title"], "text": text})
    return rules, fields


def synonyms(words: Words, rules: list[str], fields: list[dict[str, str]], forms: dict[str, list[str]]) -> dict[int, str]:
    """Return for each rule what else its things are called: other rulebooks' words, and those of everyday speech."""
    found: dict[int, list[str]] = defaultdict(list)
    own = [{stem for word in WORD.findall(fold(texts["text"])) for stem in forms[word]} for texts in fields]
    for term, others in called(words):
        needed = {forms[word][0] for word in WORD.findall(fold(term)) if word in forms}
        for number, stems in enumerate(own):
            if needed and needed <= stems:
                found[number].append(others)
    return {number: " ".join(texts) for number, texts in found.items()}


def called(words: Words) -> Iterator[tuple[str, str]]:
    """Yield what the rules call a thing, and what else it is called: a line each, with a colon between."""
    for line in words.get("search.words", "").split("\n"):
        term, colon, others = line.partition(": ")
        if colon:
            yield term, others


def own_words(words: Words, forms: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return for each synonym the stems of the rules' own word, to be marked where the synonym is searched for."""
    found: dict[str, list[str]] = defaultdict(list)
    for term, others in called(words):
        for word in WORD.findall(fold(others)):
            if word in forms:
                found[forms[word][0]] += [forms[own][0] for own in WORD.findall(fold(term)) if own in forms]
    return {synonym: sorted(set(stems)) for synonym, stems in found.items()}


def postings(fields: list[dict[str, str]], forms: dict[str, list[str]], prior: list[float]) -> dict[str, list[int]]:
    """Return for each stem the rules that have it, and what it is worth there: BM25 with weighted fields, times 100."""
    counts = [{name: Counter(counted(text, forms)) for name, text in texts.items()} for texts in fields]
    lengths = {name: [sum(count.get(name, Counter()).values()) for count in counts] for name in FIELDS}
    usual = {name: sum(all_lengths) / max(1, sum(map(bool, all_lengths))) or 1 for name, all_lengths in lengths.items()}
    weight: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for number, count in enumerate(counts):
        for name, terms in count.items():
            scale = FIELDS[name] / (1 - LENGTH + LENGTH * lengths[name][number] / usual[name])
            for term, times in terms.items():
                weight[term][number] += scale * times
    found: dict[str, list[int]] = {}
    for term, rules in weight.items():
        rarity = math.log(1 + (len(fields) - len(rules) + 0.5) / (len(rules) + 0.5))
        for rule, w in rules.items():
            worth = rarity * w * (SATURATION + 1) / (SATURATION + w)
            found.setdefault(term, []).extend((rule, round(100 * prior[rule] * worth)))
    return found


def counted(text: str, forms: dict[str, list[str]]) -> Iterator[str]:
    """Yield the stems of a text, and those of the parts of its compounds."""
    for word in WORD.findall(fold(text)):
        yield from forms[word]
