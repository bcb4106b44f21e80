"""What many games say about a game: plain numbers, every one with its 95 % interval, ready to be written as JSON."""
from collections import Counter
from typing import Any

import numpy as np

from inventorium.core.game import load_game
from inventorium.lab.playing import STEPS, THOUGHT, Table
from inventorium.lab.statistics import corrected, gain, mean, share, within_games
from inventorium.lab.whatif import SEARCH

Results = list[dict[str, Any]]

CLOSE = 0.1                                         # close: the second has 90 % of the winner's points or more
HARD = 0.02                                         # an agonising decision: the best two differ by less in the chance to win
ENOUGH = 25                                         # seats that must have had a thing before anything is said of its worth,
#                                                     and decisions to take it that must have been tried
RARE = 0.02                                         # taken in fewer of the games in which it could be
SIGNIFICANT = 0.05


def measure(table: Table, bot: str, results: Results, rivals: dict[str, Results] | None = None) -> dict[str, Any]:
    """Everything that a report says."""
    game = load_game(table.game)
    players = len(results[0]["seats"])
    return {
        "game": table.game, "edition": table.edition, "options": dict(table.changes),
        "components": game.box(table.components).components.set_name, "players": players, "bot": bot, "games": len(results),
        "seed": results[0]["seed"], "faults": sum(result["faults"] for result in results),
        "at_once": game.type.simultaneous,
        "seats": [standing(results, [[seat] for _ in results]) for seat in range(players)],
        "order": [standing(results, [[(result["first"] + place) % players] for result in results]) for place in range(players)],
        "sides": sides(table, results),
        "scores": scores(results), "margins": margins(results), "length": length(results), "parts": parts(game, results),
        "drama": drama(results), "skill": skill(rivals or {}), "agony": agony(results),
        "tried": sum(len(result["tried"]) for result in results), "search": SEARCH.simulations,
        "things": things(table, results),
    }


# ---------------------------------------------------------------- who wins

def wins_of(results: Results) -> np.ndarray:
    """[game, seat]: 1 for the winner; winners of one game share it."""
    first = np.array([result["places"] for result in results]) == 1
    return np.asarray(first / first.sum(axis=1, keepdims=True))


def scores_of(results: Results) -> np.ndarray:
    return np.array([result["scores"] for result in results], float)


def standing(results: Results, seats: list[list[int]]) -> dict[str, Any]:
    """How those seats fared, a list of them for every game."""
    wins, points = wins_of(results), scores_of(results)
    chosen = [(game, seat) for game, some in enumerate(seats) for seat in some]
    return {"wins": share(float(sum(wins[one] for one in chosen)), len(chosen)), "score": mean([points[one] for one in chosen])}


def sides(table: Table, results: Results) -> dict[str, Any]:
    """The teams, where every seat has one."""
    game = load_game(table.game)
    kind = game.things.SIDES if game.things else None
    if kind is None:
        return {}
    found = {}
    for side in game.things.things(game.box(table.components))[kind]:        # type: ignore[union-attr]
        seats = [[seat for thing, seat, _ in result["gains"][kind] if thing == side and seat >= 0] for result in results]
        found[side] = {**standing(results, seats),
                       "taken_by": [share(sum((result["first"] + place) % len(result["seats"]) in some
                                              for result, some in zip(results, seats, strict=True)), sum(map(len, seats)))
                                    for place in range(len(results[0]["seats"]))]}
    return {"kind": kind, "sides": found}


# ---------------------------------------------------------------- points, margins, length

def scores(results: Results) -> dict[str, Any]:
    points = np.sort(scores_of(results), axis=1)
    return {"all": mean(points.mean(axis=1)), "winner": mean(points[:, -1]), "last": mean(points[:, 0]),
            "quantiles": [round(float(q), 1) for q in np.quantile(points, (0.05, 0.25, 0.5, 0.75, 0.95))],
            "histogram": counted(points.ravel()), "winners": counted(points[:, -1])}


def margins_of(results: Results) -> np.ndarray:
    points = np.sort(scores_of(results), axis=1)
    return np.asarray(points[:, -1] - points[:, -2])


def close_of(results: Results) -> np.ndarray:
    return np.asarray(margins_of(results) <= CLOSE * scores_of(results).max(axis=1))


def margins(results: Results) -> dict[str, Any]:
    points = scores_of(results)
    shared = (np.array([result["places"] for result in results]) == 1).sum(axis=1) > 1
    return {"mean": mean(margins_of(results)), "spread": mean(points.max(axis=1) - points.min(axis=1)),
            "close": share(int(close_of(results).sum()), len(results)), "shared": share(int(shared.sum()), len(results)),
            "histogram": counted(margins_of(results))}


def length(results: Results) -> dict[str, Any]:
    decisions = np.array([result["decisions"] for result in results], float)
    choices = np.array([result["choices"] for result in results], float)
    turns = np.array([result["turns"] for result in results], float)
    return {"turns": mean(turns), "answers": mean([result["answers"] for result in results]),
            "decisions": mean(decisions.sum(axis=1)), "decisions_of_a_player": mean(decisions.mean(axis=1)),
            "decisions_of_a_turn": mean(decisions.sum(axis=1) / turns),
            "choices": mean(choices.sum(axis=1) / np.maximum(1, decisions.sum(axis=1))),
            "histogram": counted(turns), "decision_histogram": counted(decisions.sum(axis=1))}


def counted(values: np.ndarray) -> list[list[int]]:
    """[value, how often], the smallest first."""
    return [[int(value), number] for value, number in sorted(Counter(values.tolist()).items())]


def parts(game: Any, results: Results) -> list[dict[str, Any]]:
    """What the points are made of: for everybody, for the winners, and how much of it the winners have more."""
    points = np.array([result["parts"] for result in results], float)
    wins = wins_of(results)
    total = points.sum()
    found = []
    for part, name in enumerate(game.tables.PART_NAMES):
        of_winners = (points[:, :, part] * wins).sum(axis=1)
        found.append({"part": name, "all": mean(points[:, :, part].mean(axis=1)), "winner": mean(of_winners),
                      "more": mean(of_winners - points[:, :, part].mean(axis=1)),
                      "share": round(float(points[:, :, part].sum() / total), 4) if total else 0.0})
    return found


# ---------------------------------------------------------------- drama, skill, agony

def leader_wins(results: Results, step: int) -> np.ndarray:
    """[game]: whether who led after so many tenths of the game wins; where several led, the share of them that do. Where nobody
    had a point more than anybody else there was no leader: not a number."""
    points = np.array([result["curve"][step - 1] for result in results], float)
    leads = points == points.max(axis=1, keepdims=True)
    right = (leads * wins_of(results)).sum(axis=1) / leads.sum(axis=1)
    return np.asarray(np.where(leads.all(axis=1), np.nan, right))


def drama(results: Results) -> dict[str, Any]:
    found = []
    for step in range(1, STEPS):
        right = leader_wins(results, step)
        right = right[~np.isnan(right)]
        found.append({"at": step / STEPS, **share(float(right.sum()), len(right))})
    return {"leader_wins": found, "half": found[STEPS // 2 - 1], "chance": round(1 / len(results[0]["seats"]), 4)}


def skill(rivals: dict[str, Results]) -> list[dict[str, Any]]:
    """One bot of another level among equal ones: how often it wins, and its points beside theirs."""
    found = []
    for rival, results in rivals.items():
        alone = [result["seats"].index(rival) for result in results]
        points = scores_of(results)
        ahead = [points[game, seat] - np.delete(points[game], seat).mean() for game, seat in enumerate(alone)]
        found.append({"bot": rival, **standing(results, [[seat] for seat in alone]), "ahead": mean(ahead)})
    return found


def agony(results: Results) -> dict[str, Any]:
    gaps = np.array([gap for result in results for gap in result["closeness"]], float).reshape(-1, 2)
    return {"studied": len(gaps), "simulations": THOUGHT.simulations, "gap": mean(gaps[:, 0]), "points": mean(gaps[:, 1]),
            "close": share(int((gaps[:, 0] < HARD).sum()), len(gaps)),
            "histogram": counted(np.minimum(100 * gaps[:, 0], 30).round())}


# ---------------------------------------------------------------- things

def had(results: Results, kind: str, names: list[str]) -> np.ndarray:
    """[game, seat, thing]: how many of each thing everybody had."""
    counts = np.zeros((len(results), len(results[0]["seats"]), len(names)))
    column = {name: i for i, name in enumerate(names)}
    for game, result in enumerate(results):
        for thing, seat, _ in result["gains"][kind]:
            if seat >= 0:
                counts[game, seat, column[thing]] += 1
    return counts


def shown(results: Results, kind: str, names: list[str]) -> np.ndarray | None:
    """[game, thing]: how often each thing was laid out; None where nothing of the kind ever is, because it is always there."""
    counts = np.zeros((len(results), len(names)))
    column = {name: i for i, name in enumerate(names)}
    for game, result in enumerate(results):
        for thing, seat, _ in result["gains"][kind]:
            if seat < 0:
                counts[game, column[thing]] += 1
    return counts if counts.any() else None


def things(table: Table, results: Results) -> dict[str, list[dict[str, Any]]]:
    """How often every thing appears, is taken, when and by whom, and what having one more of it is worth."""
    game = load_game(table.game)
    account = game.things
    if account is None:
        return {}
    every, instead = account.things(game.box(table.components)), account.INSTEAD
    uses = account.USES
    found = {kind: of_kind(results, kind, names, {other: every[other] for other in instead.get(kind, ()) if other != kind},
                           kind in uses)
             for kind, names in every.items() if kind != account.SIDES}
    tried = trials(results)
    for kind, entries in found.items():
        for entry in entries:
            entry["trial"] = tried.get((kind, entry["thing"]))
    judge(found)
    return found


def trials(results: Results) -> dict[tuple[str, str], dict[str, Any]]:
    """What the experiments say of every thing: what taking it added to the lead and to the share of wins, in how many of these
    decisions a search would have taken it, and what it added there."""
    gains: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for result in results:
        for kind, thing, *rest in result["tried"]:
            gains.setdefault((kind, thing), []).append(tuple(rest))
    found = {}
    for what, of_thing in gains.items():
        if len(of_thing) >= ENOUGH:
            right, points, wins = np.array(of_thing, float).T
            found[what] = {**gain(points), "wins": mean(wins), "right": share(int(right.sum()), len(right)),
                           "then": gain(points[right == 1])}
    return found


def of_kind(results: Results, kind: str, names: list[str], instead: dict[str, list[str]],
            is_use: bool) -> list[dict[str, Any]]:
    """Of one kind; what a player could have had instead, of other kinds, is allowed for. Uses of something that everybody has
    equally many of are measured from the mean use."""
    counts, laid, wins = had(results, kind, names), shown(results, kind, names), wins_of(results)
    players = counts.shape[1]
    order = np.zeros((*counts.shape[:2], players - 1))          # who begins has nothing to do with what a thing is worth
    for game, result in enumerate(results):
        for place in range(1, players):
            order[game, (result["first"] + place) % players, place - 1] = 1
    owners = (counts > 0).sum(axis=(0, 1))
    known = [i for i in range(len(names)) if owners[i] >= ENOUGH and (counts[:, :, i].std(axis=1) > 0).sum() >= ENOUGH]
    others = [had(results, other, some) for other, some in instead.items()]
    columns = np.concatenate([counts[:, :, known], order, *others], axis=2)
    in_points, in_wins = within_games(scores_of(results), columns), within_games(wins, columns)
    if is_use and known:
        weights = np.concatenate([counts[:, :, known].sum(axis=(0, 1)), np.zeros(columns.shape[2] - len(known))])
        in_points, in_wins = in_points.beside(weights), in_wins.beside(weights)
    when: dict[str, list[float]] = {}
    for result in results:
        for thing, seat, turn in result["gains"][kind]:
            if seat >= 0:
                when.setdefault(thing, []).append(turn / result["turns"])
    found = []
    for i, name in enumerate(names):
        there = laid[:, i] > 0 if laid is not None else np.ones(len(results), bool)
        taken = counts[:, :, i].sum(axis=1)
        owned = counts[:, :, i] > 0
        entry: dict[str, Any] = {
            "thing": name, "appears": share(int(there.sum()), len(results)) if laid is not None else None,
            "taken": share(int((taken[there] > 0).sum()), int(there.sum())), "a_game": mean(taken),
            "when": round(float(np.mean(when[name])), 4) if name in when else None,
            "by": [int(sum(counts[game, (result["first"] + place) % players, i] for game, result in enumerate(results)))
                   for place in range(players)],
            "owners": int(owners[i]), "owners_win": share(float(wins[owned].sum()), int(owned.sum())), "use": is_use,
            "worth": None}
        if i in known:
            column = known.index(i)
            entry["worth"] = {"mean": round(float(in_points.effects[column]), 4), "interval": in_points.interval(column),
                              "chance": in_points.chance(column), "wins": round(float(in_wins.effects[column]), 4),
                              "wins_interval": in_wins.interval(column)}
        found.append(entry)
    return found


def judge(found: dict[str, list[dict[str, Any]]]) -> None:
    """Say what is sure when all comparisons of a kind in the report are corrected together; and of every thing whether it is
    `never` or `rarely` taken, or `loses` when it is."""
    every = [entry for entries in found.values() for entry in entries]
    tried = [entry["trial"] for entry in every if entry["trial"]]
    for some in ([entry["worth"] for entry in every if entry["worth"]], tried, [trial["then"] for trial in tried]):
        for one, q in zip(some, corrected([one.pop("chance") for one in some]), strict=True):
            one["corrected"] = round(q, 4)
            one["sure"] = q <= SIGNIFICANT
    for entry in every:
        taken = entry["taken"]["share"]
        entry["verdict"] = ("unseen" if taken is None else "never" if taken == 0 else "loses" if is_lost(entry)
                            else "rarely" if entry["taken"]["interval"][1] < RARE else None)


def is_lost(entry: dict[str, Any]) -> bool:
    """Not worth taking: it loses for certain even where a search would take it. If a search hardly ever would, both must speak
    against it: it loses for certain where bots take it, and does not go with more points."""
    trial, worth = entry["trial"], entry["worth"]
    if trial is None:
        return False
    if trial["then"]["of"] >= ENOUGH:
        return is_below(trial["then"])
    return is_below(trial) and not (worth and worth["sure"] and worth["mean"] > 0)


def is_below(effect: dict[str, Any]) -> bool:
    return bool(effect["sure"] and effect["mean"] < 0)
