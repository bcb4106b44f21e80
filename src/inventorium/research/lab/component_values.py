"""What things are worth: how often each is there and taken, what having it goes with, and what the experiment says."""

import numpy as np

from inventorium.core.game import load_game
from inventorium.core.statistics import Effect, Fit, correct, effect, mean, share, uncorrected, within_games
from inventorium.research.arena.variant import Variant
from inventorium.research.lab import schema
from inventorium.research.lab.arrays import Samples, had, scores_of, shown, wins_of
from inventorium.research.lab.inventory import Thing, measured

ENOUGH = 25  # seats that must have had a thing before anything is said of its worth,
#                                                     and decisions to take it that must have been tried
RARE = 0.02  # taken in fewer of the games in which it could be


def things(variant: Variant, samples: Samples) -> dict[str, list[schema.Thing]]:
    """Return, by kind, how often every item appears and is taken, when and by whom, and the worth of having one more of it."""
    inventory = load_game(variant.game).inventory
    every, tried = inventory.items(variant.box), trials(samples)
    found = {}
    for kind, names in measured(inventory, variant.box).items():
        instead = {other: every[other] for other in inventory.ALTERNATIVES.get(kind, ()) if other != kind}
        found[kind] = of_kind(samples, kind, names, instead, kind in inventory.ACTIONS_OF, tried)
    judge([entry for entries in found.values() for entry in entries])
    return found


def trials(samples: Samples) -> dict[Thing, schema.Trial]:
    """Return what the experiments say about every thing."""
    gains: dict[Thing, list[tuple[float, ...]]] = {}
    for sample in samples:
        for kind, thing, *rest in sample["tried"]:
            gains.setdefault((kind, thing), []).append(tuple(rest))
    found: dict[Thing, schema.Trial] = {}
    for what, of_thing in gains.items():
        if len(of_thing) >= ENOUGH:
            right, points, wins = np.array(of_thing, float).T
            found[what] = {
                **effect(points),
                "wins": mean(wins, -1, 1),
                "right": share(int(right.sum()), len(right)),
                "then": effect(points[right == 1]),
            }
    return found


def of_kind(
    samples: Samples, kind: str, names: list[str], instead: dict[str, list[str]], is_use: bool, tried: dict[Thing, schema.Trial]
) -> list[schema.Thing]:
    """The things of one kind."""
    counts, laid, wins = had(samples, kind, names), shown(samples, kind, names), wins_of(samples)
    players = counts.shape[1]
    owners = (counts > 0).sum(axis=(0, 1))
    known = [i for i in range(len(names)) if owners[i] >= ENOUGH and (counts[:, :, i].std(axis=1) > 0).sum() >= ENOUGH]
    worth = worth_of(samples, counts, known, [had(samples, other, some) for other, some in instead.items()], is_use)
    when: dict[str, list[float]] = {}
    for sample in samples:
        for thing, seat, turn in sample["gains"][kind]:
            if seat >= 0:
                when.setdefault(thing, []).append(turn / sample["turns"])
    found: list[schema.Thing] = []
    for i, name in enumerate(names):
        there = laid[:, i] > 0 if laid is not None else np.ones(len(samples), bool)
        taken = counts[:, :, i].sum(axis=1)
        owned = counts[:, :, i] > 0
        in_points, beside = worth.get(i, (None, None))
        found.append(
            {
                "thing": name,
                "appears": share(int(there.sum()), len(samples)) if laid is not None else None,
                "taken": share(int((taken[there] > 0).sum()), int(there.sum())),
                "a_game": mean(taken, 0),
                "when": round(float(np.mean(when[name])), 4) if name in when else None,
                "by": [
                    int(sum(counts[game, (sample["first"] + place) % players, i] for game, sample in enumerate(samples)))
                    for place in range(players)
                ],
                "owners": int(owners[i]),
                "owners_win": share(float(wins[owned].sum()), int(owned.sum())),
                "use": is_use,
                "worth": in_points,
                "beside": beside,
                "trial": tried.get((kind, name)),
                "verdict": None,
            }
        )
    return found


def worth_of(
    samples: Samples, counts: np.ndarray, known: list[int], instead: list[np.ndarray], is_use: bool
) -> dict[int, tuple[schema.Worth, Effect]]:
    """Return the effect of having one more of each item, and the same relative to the mean of the items that were had. It
    controls for items of other kinds. Uses of something that all seats have equally often are measured relative to the mean use
    only."""
    if not known:
        return {}
    columns = np.concatenate([counts[:, :, known], order_of_play(samples), *instead], axis=2)
    weights = np.concatenate([counts[:, :, known].sum(axis=(0, 1)), np.zeros(columns.shape[2] - len(known))])
    in_points, in_wins = within_games(scores_of(samples), columns), within_games(wins_of(samples), columns)
    beside = in_points.beside(weights)
    if is_use:
        in_points, in_wins = beside, in_wins.beside(weights)
    owners = (counts > 0).sum(axis=(0, 1))
    return {
        i: (
            {
                **effect_of(in_points, column, int(owners[i])),
                "wins": in_wins.effect(column),
                "wins_interval": in_wins.interval(column, -1, 1),
            },
            effect_of(beside, column, int(owners[i])),
        )
        for column, i in enumerate(known)
    }


def order_of_play(samples: Samples) -> np.ndarray:
    """[game, seat, place]: 1 where the seat plays second, third ...; who begins has nothing to do with what a thing is worth."""
    players = len(samples[0]["seats"])
    order = np.zeros((len(samples), players, players - 1))
    for game, sample in enumerate(samples):
        for place in range(1, players):
            order[game, (sample["first"] + place) % players, place - 1] = 1
    return order


def effect_of(fit: Fit, column: int, cases: int) -> Effect:
    return uncorrected({"mean": fit.effect(column), "interval": fit.interval(column), "of": cases}, fit.chance(column))


def judge(every: list[schema.Thing]) -> None:
    """Mark the effects that are significant when all comparisons of a kind are corrected together; and for every item whether
    it is `never` or `rarely` taken, or `loses` when it is."""
    tried = [entry["trial"] for entry in every if entry["trial"]]
    correct([entry["worth"] for entry in every if entry["worth"]])
    correct([entry["beside"] for entry in every if entry["beside"]])
    correct(tried)
    correct([trial["then"] for trial in tried])
    for entry in every:
        entry["verdict"] = verdict(entry)


def verdict(entry: schema.Thing) -> str | None:
    taken, interval = entry["taken"]["share"], entry["taken"]["interval"]
    if taken is None or interval is None:
        return "unseen"
    return "never" if taken == 0 else "loses" if is_lost(entry) else "rarely" if interval[1] < RARE else None


def is_lost(entry: schema.Thing) -> bool:
    """Return whether it is not worth taking: it loses for certain even where a search would take it. If a search hardly ever
    would, both must speak against it: it loses for certain where bots take it, and does not go with more points."""
    trial, worth = entry["trial"], entry["worth"]
    if trial is None:
        return False
    if trial["then"]["of"] >= ENOUGH:
        return is_below(trial["then"])
    return is_below(trial) and not is_above(worth)


def is_below(found: Effect | None) -> bool:
    return bool(found and found["sure"] and found["mean"] is not None and found["mean"] < 0)


def is_above(found: Effect | None) -> bool:
    return bool(found and found["sure"] and found["mean"] is not None and found["mean"] > 0)
