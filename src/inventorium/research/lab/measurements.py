"""What many games say about a game: plain numbers, every one with its 95 % interval, ready to be written as JSON."""

from collections import Counter

import numpy as np

from inventorium import bots
from inventorium.bots.levels import LEVELS, who_plays
from inventorium.core.game import Game, load_game
from inventorium.core.statistics import FEW, Mean, explained, mean, share
from inventorium.research.arena.variant import Variant
from inventorium.research.lab import schema
from inventorium.research.lab.arrays import (
    Samples,
    close_of,
    leader_wins,
    luck_of,
    margins_of,
    parts_of,
    scores_of,
    tallied,
    wins_of,
)
from inventorium.research.lab.component_values import things
from inventorium.research.lab.experiments import SEARCH
from inventorium.research.lab.inventory import SHARE
from inventorium.research.lab.sample import STEPS, THOUGHT

HARD = 0.02  # a hard decision: the best two actions differ by less in the chance to win


def measure(variant: Variant, bot: str, samples: Samples, rivals: dict[str, Samples] | None = None) -> schema.Report:
    """Return everything that a report says about one variant; what it is compared with comes later."""
    game = load_game(variant.game)
    players = len(samples[0]["seats"])
    found = things(variant, samples)
    return {
        "game": variant.game,
        "edition": variant.edition,
        "options": dict(variant.changes),
        "components": variant.box.components.set_name,
        "players": players,
        "bot": bot,
        "note": bots.note_on(bot, variant.box, variant.options),
        "slips": blunders_one_in(bot, variant),
        "games": len(samples),
        "seed": samples[0]["seed"],
        "faults": sum(sample["faults"] for sample in samples),
        "at_once": game.type.simultaneous,
        "seats": [standing(samples, [[seat] for _ in samples]) for seat in range(players)],
        "order": [standing(samples, [[(sample["first"] + place) % players] for sample in samples]) for place in range(players)],
        "sides": sides(variant, samples),
        "scores": scores(samples),
        "margins": margins(samples),
        "length": length(samples),
        "parts": parts(game, samples),
        "drama": drama(samples),
        "skill": skill(rivals or {}),
        "luck": luck(samples),
        "agony": agony(samples),
        "tally": tally(game, samples, found),
        "tried": sum(len(sample["tried"]) for sample in samples),
        "search": SEARCH.simulations or 0,
        "things": found,
        "compare": None,
    }


def blunders_one_in(bot: str, variant: Variant) -> int:
    return who_plays(bot, variant.box, variant.options)[1] if bot in LEVELS else 0


# ---------------------------------------------------------------- who wins


def standing(samples: Samples, seats: list[list[int]]) -> schema.Standing:
    """Return how those seats fared, a list of them for every game."""
    wins, points = wins_of(samples), scores_of(samples)
    chosen = [(game, seat) for game, some in enumerate(seats) for seat in some]
    return {"wins": share(float(sum(wins[one] for one in chosen)), len(chosen)), "score": mean([points[one] for one in chosen])}


def sides(variant: Variant, samples: Samples) -> schema.Sides | None:
    """Return the teams, where every seat has one."""
    inventory = load_game(variant.game).inventory
    kind = inventory.FACTIONS
    if kind is None:
        return None
    found: dict[str, schema.Side] = {}
    for side in inventory.items(variant.box)[kind]:
        seats = [[seat for thing, seat, _ in sample["gains"][kind] if thing == side and seat >= 0] for sample in samples]
        found[side] = {
            **standing(samples, seats),
            "taken_by": [
                share(
                    sum(
                        (sample["first"] + place) % len(sample["seats"]) in some
                        for sample, some in zip(samples, seats, strict=True)
                    ),
                    sum(map(len, seats)),
                )
                for place in range(len(samples[0]["seats"]))
            ],
        }
    return {"kind": kind, "sides": found}


# ---------------------------------------------------------------- points, margins, length


def scores(samples: Samples) -> schema.Scores:
    points = np.sort(scores_of(samples), axis=1)
    return {
        "all": mean(points.mean(axis=1)),
        "winner": mean(points[:, -1]),
        "last": mean(points[:, 0]),
        "quantiles": [round(float(q), 1) for q in np.quantile(points, (0.05, 0.25, 0.5, 0.75, 0.95))],
        "histogram": counted(points.ravel()),
        "winners": counted(points[:, -1]),
    }


def margins(samples: Samples) -> schema.Margins:
    points = scores_of(samples)
    shared = (np.array([sample["places"] for sample in samples]) == 1).sum(axis=1) > 1
    return {
        "mean": mean(margins_of(samples), 0),
        "spread": mean(points.max(axis=1) - points.min(axis=1), 0),
        "close": share(int(close_of(samples).sum()), len(samples)),
        "shared": share(int(shared.sum()), len(samples)),
        "histogram": counted(margins_of(samples)),
    }


def length(samples: Samples) -> schema.Length:
    decisions = np.array([sample["decisions"] for sample in samples], float)
    choices = np.array([sample["choices"] for sample in samples], float)
    turns = np.array([sample["turns"] for sample in samples], float)
    return {
        "turns": mean(turns, 0),
        "answers": mean([sample["answers"] for sample in samples], 0),
        "decisions": mean(decisions.sum(axis=1), 0),
        "decisions_of_a_player": mean(decisions.mean(axis=1), 0),
        "decisions_of_a_turn": mean(decisions.sum(axis=1) / turns, 0),
        "choices": mean(choices.sum(axis=1) / np.maximum(1, decisions.sum(axis=1)), 0),
        "histogram": counted(turns),
        "decision_histogram": counted(decisions.sum(axis=1)),
    }


def counted(values: np.ndarray) -> schema.Histogram:
    return [[int(value), number] for value, number in sorted(Counter(values.tolist()).items())]


def parts(game: Game, samples: Samples) -> list[schema.Part]:
    """Return the parts of the points: of all seats, of the winners, and how much more of it the winners have."""
    points, wins = parts_of(samples), wins_of(samples)
    total = points.sum()
    found: list[schema.Part] = []
    for part, name in enumerate(game.tables.SCORE_PARTS):
        of_winners = (points[:, :, part] * wins).sum(axis=1)
        found.append(
            {
                "part": name,
                "all": mean(points[:, :, part].mean(axis=1)),
                "winner": mean(of_winners),
                "more": mean(of_winners - points[:, :, part].mean(axis=1)),
                "share": round(float(points[:, :, part].sum() / total), 4) if total else 0.0,
            }
        )
    return found


# ---------------------------------------------------------------- drama, skill, agony


def drama(samples: Samples) -> schema.Drama:
    found: list[schema.LeadShare] = []
    for step in range(1, STEPS):
        right = leader_wins(samples, step)
        right = right[~np.isnan(right)]
        found.append({"at": step / STEPS, **share(float(right.sum()), len(right))})
    return {"leader_wins": found, "half": found[STEPS // 2 - 1], "chance": round(1 / len(samples[0]["seats"]), 4)}


def skill(rivals: dict[str, Samples]) -> list[schema.Rival]:
    """Return how often one bot of another level wins among equal ones, and its points compared with theirs."""
    found: list[schema.Rival] = []
    for rival, samples in rivals.items():
        alone = [sample["seats"].index(rival) for sample in samples]
        points = scores_of(samples)
        ahead = [points[game, seat] - np.delete(points[game], seat).mean() for game, seat in enumerate(alone)]
        found.append({"bot": rival, **standing(samples, [[seat] for seat in alone]), "ahead": mean(ahead)})
    return found


def luck(samples: Samples) -> schema.Luck | None:
    """Return the share of variance removed with the luck of the deals; None where some game has no measurable luck. A better
    evaluation would find more, so it is a lower bound."""
    if samples[0]["luck"] is None or not all(sample["luck"] for sample in samples):
        return None
    found = luck_of(samples)
    return {
        "evaluation": samples[0]["luck"]["evaluation"],
        "wins": explained(wins_of(samples), found[:, 0]),
        "points": explained(scores_of(samples), found[:, 1]),
    }


def agony(samples: Samples) -> schema.DecisionDifficulty:
    gaps = np.array([gap for sample in samples for gap in sample["closeness"]], float).reshape(-1, 2)
    return {
        "studied": len(gaps),
        "simulations": THOUGHT.simulations or 0,
        "gap": mean(gaps[:, 0], 0, 1),
        "points": mean(gaps[:, 1]),
        "close": share(int((gaps[:, 0] < HARD).sum()), len(gaps)),
        "histogram": counted(np.minimum(100 * gaps[:, 0], 30).round()),
    }


# ---------------------------------------------------------------- the game's own table


def tally(game: Game, samples: Samples, found: dict[str, list[schema.Thing]]) -> schema.Tally | None:
    """Return the rows that the game counts, and what things cost compared with what they are worth. The values of one game
    are correlated, so a row is a mean over games."""
    inventory = game.inventory
    if not inventory.TALLY:
        return None
    paid: dict[str, dict[str, list[float]]] = {}
    for sample in samples:
        for kind, thing, price in sample["prices"]:
            paid.setdefault(kind, {}).setdefault(thing, []).append(price)
    return {
        "rows": {row: mean(tallied(samples, row), 0, *([1] if form == SHARE else [])) for row, form in inventory.TALLY.items()},
        "prices": {
            kind: [price_of(thing, of_kind.get(thing["thing"], [])) for thing in found[kind]] for kind, of_kind in paid.items()
        },
    }


def price_of(thing: schema.Thing, paid: list[float]) -> schema.Price:
    """Return the price of a thing, where it was paid often enough. The interval of the points per ten paid is that of the
    worth, which is far less certain than the price."""
    price, worth = mean(paid if len(paid) >= FEW else [], 0), thing["worth"]
    per_ten: Mean | None = None
    if worth and worth["mean"] is not None and worth["interval"] and price["mean"]:
        tens = price["mean"] / 10
        per_ten = {
            "mean": round(worth["mean"] / tens, 4),
            "interval": [round(end / tens, 4) for end in worth["interval"]],
            "of": worth["of"],
        }
    return {"thing": thing["thing"], "price": price, "per_ten": per_ten}
