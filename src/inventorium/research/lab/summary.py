"""The certain findings of a report in sentences; and for the open questions, the number of games that would decide them."""

from collections.abc import Iterator
from math import ceil, floor, log10
from statistics import NormalDist

from markupsafe import Markup

from inventorium.core.statistics import SIGNIFICANT, Share, share
from inventorium.research.lab import schema
from inventorium.research.lab.component_values import ENOUGH, RARE
from inventorium.research.lab.text import Text, is_proved, mean_of

NEAR = 0.2  # a share closer than this part of the fair one counts as fair
NAMED = 3  # things that a sentence names

Question = tuple[Markup, int]  # an open question in words, and the games that would decide it


def summary(report: schema.Report, text: Text) -> list[Markup]:
    """Return the sentences at the top of a report; the last one lists what is undecided."""
    claims: list[Markup] = []
    questions: list[Question] = []
    for found in (*who_wins(report, text), *how_it_goes(report, text), *which_things(report, text)):
        if isinstance(found, Markup):
            claims.append(found)
        else:
            questions.append(found)
    if questions:
        claims.append(
            text.markup(
                "claims.undecided",
                questions=Markup("; ").join(
                    text.markup("undecided.question", question=question, games=text.count(games)) for question, games in questions
                ),
            )
        )
    return claims


# ---------------------------------------------------------------- findings


def is_decided(found: Share, fair: float) -> bool:
    """Return whether a share is certainly more or less than the fair one, or certainly near it."""
    if found["interval"] is None:
        return False
    low, high = found["interval"]
    return high < fair or fair < low or (fair * (1 - NEAR) <= low and high <= fair * (1 + NEAR))


def games_to_decide(found: Share, fair: float, games: int) -> int:
    """Return about how many games would decide it, if the share stays as it is."""
    assert found["share"] is not None
    cases = found["of"]
    while not is_decided(share(found["share"] * cases, cases), fair):
        cases += ceil(cases / 20)
    return rounded_up(games * cases / found["of"])


def rounded_up(number: float) -> int:
    """Two digits are enough for a guess.

    >>> rounded_up(1234), rounded_up(7)
    (1300, 7)
    """
    ten = 10 ** max(0, floor(log10(number)) - 1)
    return ceil(number / ten) * ten


# ---------------------------------------------------------------- who wins


def who_wins(report: schema.Report, text: Text) -> Iterator[Markup | Question]:
    fair, games = 1 / report["players"], report["games"]
    if report["at_once"]:
        seats = [seat["wins"] for seat in report["seats"]]
        if all(is_decided(seat, fair) for seat in seats):
            shares = [seat["share"] or 0.0 for seat in seats]
            yield text.markup("claims.at-once", low=text.percent(min(shares), 1), high=text.percent(max(shares), 1))
        else:
            yield text.markup("undecided.seats"), max(games_to_decide(seat, fair, games) for seat in seats)
    else:
        begins = report["order"][0]["wins"]
        if is_decided(begins, fair):
            yield text.markup(f"claims.begins-{beside(begins, fair)}", share=text.share(begins), fair=text.percent(fair))
        else:
            yield text.markup("undecided.begins"), games_to_decide(begins, fair, games)
    if report["sides"]:
        yield from which_side(report["sides"], text, fair, games)


def beside(found: Share, fair: float) -> str:
    assert found["interval"]
    return "well" if found["interval"][0] > fair else "badly" if found["interval"][1] < fair else "as-well"


def which_side(found: schema.Sides, text: Text, fair: float, games: int) -> Iterator[Markup | Question]:
    known = {side: entry["wins"] for side, entry in found["sides"].items() if entry["wins"]["of"]}
    if not known:
        return
    for key, wanted, choose in (("strong-side", "well", max), ("weak-side", "badly", min)):
        side = choose(known, key=lambda side: known[side]["share"] or 0.0)
        if beside(known[side], fair) == wanted:
            yield text.markup(f"claims.{key}", side=text.thing(found["kind"], side), share=text.share(known[side]))
        elif not is_decided(known[side], fair):
            yield text.markup(f"undecided.{key}", kind=text.kind(found["kind"])), games_to_decide(known[side], fair, games)


# ---------------------------------------------------------------- how it goes


def how_it_goes(report: schema.Report, text: Text) -> Iterator[Markup | Question]:
    games, fair = report["games"], 1 / report["players"]
    yield text.markup(
        "claims.scores",
        winner=text.number(report["scores"]["winner"]["mean"]),
        last=text.number(report["scores"]["last"]["mean"]),
        close=text.share(report["margins"]["close"]),
    )
    half, chance = report["drama"]["half"], report["drama"]["chance"]
    if is_decided(half, chance):
        yield text.markup("claims.drama", share=text.share(half), chance=text.percent(chance))
    elif half["of"]:
        yield text.markup("undecided.drama"), games_to_decide(half, chance, games)
    for rival in report["skill"]:
        if is_decided(rival["wins"], fair):
            yield text.markup(
                "claims.skill",
                bot=text.bot(rival["bot"]),
                others=text.bot(report["bot"]),
                number=report["players"] - 1,
                share=text.share(rival["wins"]),
            )
        else:
            yield text.markup("undecided.skill", bot=text.bot(rival["bot"])), games_to_decide(rival["wins"], fair, games)


# ---------------------------------------------------------------- things


def which_things(report: schema.Report, text: Text) -> Iterator[Markup | Question]:
    """Yield the strongest and the weakest things of their kinds, those hardly ever taken, and those not worth taking."""
    every = [(kind, entry) for kind, entries in report["things"].items() for entry in entries]
    if not every:
        return
    standing_out = sorted(
        ((entry["beside"]["mean"] or 0.0, kind, entry) for kind, entry in every if entry["beside"] and entry["beside"]["sure"]),
        key=lambda one: one[0],
    )
    strong = [(kind, entry) for by, kind, entry in reversed(standing_out) if by > 0 and not is_disproved(entry, by)]
    weak = [(kind, entry) for by, kind, entry in standing_out if by < 0 and not is_disproved(entry, by)]
    for key, some in (("strong", strong[:NAMED]), ("weak", weak[:NAMED])):
        if some:
            yield text.markup(f"claims.{key}", things=Markup(", ").join(text.worth(kind, entry) for kind, entry in some))
        else:
            yield text.markup(f"undecided.{key}"), games_to_tell_apart([entry for _, entry in every], key, report["games"])
    dead = [one for one in every if is_dead(one[1])]
    lost = [one for one in every if one[1]["verdict"] == "loses"]
    for key, some in (("dead", dead), ("lost", lost)):
        if some:
            names = [text.thing(kind, entry["thing"]) for kind, entry in some]
            yield text.markup(f"claims.{key}", things=text.some_of(names, 2 * NAMED))


def is_disproved(entry: schema.Thing, by: float) -> bool:
    """Return whether an experiment contradicts the correlation with having an item, which may have another cause."""
    return is_proved(entry) and mean_of(entry["trial"]) * by < 0


def is_dead(entry: schema.Thing) -> bool:
    """Return whether it is hardly ever taken, beyond doubt: few games without it say little."""
    interval = entry["taken"]["interval"]
    return entry["verdict"] in ("never", "rarely") and interval is not None and interval[1] < RARE


def games_to_tell_apart(entries: list[schema.Thing], side: str, games: int) -> int:
    """Return about how many games would show that the thing that is furthest above (`strong`) or below the mean of its kind
    really differs from it: the interval shrinks with the square root of their number."""
    effects = [entry["beside"] for entry in entries if entry["beside"]]
    off = [
        one["chance"]
        for one in effects
        if one["chance"] < 1 and not one["sure"] and ((one["mean"] or 0.0) > 0) == (side == "strong")
    ]
    if not off:  # too few have had anything
        return rounded_up(games * 2 * max(1, ENOUGH / max(1, *(entry["owners"] for entry in entries))))
    wanted, there = (NormalDist().inv_cdf(1 - chance / 2) for chance in (SIGNIFICANT / len(effects), min(off)))
    return rounded_up(games * max(1.1, (wanted / there) ** 2))
