"""Genies: answers in words (catalogue, section 7), what a seat may see of them, and a position in plain words and numbers."""

from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inventorium.core.box import Box
from inventorium.core.position import RecordedMove
from inventorium.core.words import Words, languages
from inventorium.games.genies import rules
from inventorium.games.genies.settlement import rank, settle
from inventorium.games.genies.tables import DEALER, GONE, NO_BID, NONE, OFFER, PILE, POSITIONS, SPACE, Act, Question, Sheet

if TYPE_CHECKING:
    from inventorium.core.position import Position

LETTERS = "abcde"  # the positions, left to right (GE-13)
WHERE = {"pile": PILE, "offer": OFFER, "gone": GONE}
WINDOWS = ("bids", "cards", "stars")  # questions that several seats answer at once
UNKNOWN = "?"
UNRECORDED = ("reopen",)  # 7.6: a record has none, nor what it made void
QUESTION = attrgetter("question")
OURS = Path(__file__).with_name("components.toml")
NOBODY_THERE: dict[str, Any] = {"stars": 0, "geniuses": 0, "points": 0, "ahead": None}


def question(state: Any) -> str:
    """The name of the question that is put now; its words are `questions.<name>`."""
    return Question(state.question).name.lower().replace("_", "-")


# ---------------------------------------------------------------- answers


def hand_of(box: Box, state: Any, seat: int) -> list[str]:
    """The cards in a hand, as far as they can be seen, in the order of their ids."""
    ids, holder, played_in = box.ids("action_cards"), state.holder.tolist(), state.played_in.tolist()
    return [
        ids[card] for card in box.array[0].card[state.round_now // 2].tolist() if holder[card] == seat and played_in[card] == NONE
    ]


# How every family of answers is written (7.2).
WRITTEN = {
    "bid": "bid {chips}",
    "bid_nothing": "bid -",
    "seal": "seal",
    "reopen": "reopen",
    "hold": "hold",
    "play_from": "play {card} {position}",
    "play_on": "play {card} {genius}",
    "deal_genius": "deal {genius}",
    "deal_card": "deal {card}",
}


def write(box: Box, state: Any, seat: int, action: int) -> str:
    """The line of an answer, word for word as in section 7.2."""
    family, parts = SPACE.split(action)
    words = {axis: word_for(box, axis, number) for axis, number in parts.items()}
    if family in ("play_from", "play_on"):
        words["card"] = hand_of(box, state, seat)[state.answered[seat]]
    return WRITTEN[family].format(**words)


def word_for(box: Box, axis: str, number: int) -> str:
    """The word for a thing on an axis of the action space."""
    if axis == "chips":
        return str(number)
    return LETTERS[number] if axis == "position" else box.ids({"genius": "geniuses", "card": "action_cards"}[axis])[number]


def say(box: Box, state: Any, seat: int, action: int, words: Words) -> str:
    """The same answer for people, in their language: what a button or the list of moves says."""
    if action <= Act.BID_NOTHING:
        position = LETTERS[state.answered[seat]].upper()
        chips = action - Act.BID if action < Act.BID_NOTHING else NO_BID
        nothing = chips == NO_BID or (chips == 0 and not state.zero_bids)
        return words("moves.bid-nothing" if nothing else "moves.bid", position=position, chips=chips)
    first, *rest = write(box, state, seat, action).split()
    if first == "play":
        card = box.name(rest[0], words.language)
        if action < Act.PLAY_ON:
            return words("moves.play-from", card=card, position=rest[1].upper())
        return words("moves.play-on", card=card, genius=box.name(rest[1], words.language))
    if first == "hold":
        return words("moves.hold", card=box.name(hand_of(box, state, seat)[state.answered[seat]], words.language))
    return words(f"moves.{first}", thing=box.name(rest[0], words.language)) if rest else words(f"moves.{first}")


def column(box: Box, state: Any, seat: int, action: int) -> tuple[str, str] | None:
    """The position and the chips of a bid."""
    if action > Act.BID_NOTHING:
        return None
    return LETTERS[state.answered[seat]].upper(), "\N{EN DASH}" if action == Act.BID_NOTHING else str(action - Act.BID)


def facts(box: Box, before: Any, after: Any, seat: int, action: int) -> dict[str, Any]:
    """What lay at the positions when the bids of a round were resolved, which bids were void and which tied; it is gone
    afterwards."""
    if before.question not in (Question.BIDS, Question.CARDS) or after.question in (Question.BIDS, Question.CARDS):
        return {}
    trial, ids = before.record.copy(), box.ids("geniuses")
    rules.write(trial, box.array[0], seat, action)  # the answer with which the last sheet is complete
    settled = list(settle(trial, box.array[0]))
    return {
        "open": {
            "round": before.round_now + 1,
            "offer": [[ids[genius] for genius in one.geniuses] for one in settled],
            "void": [one.void for one in settled],
            "tied": [one.tied for one in settled],
        }
    }


def card_text(box: Box, card: str, language: str) -> str:
    """What an action card does, as it is written on it. Our own cards say it in the game's words, so that a better sentence does
    not make another set of components, with which old records would not replay."""
    record = box.components.find(card)
    assert record is not None
    effect = next(effect for effect in box.components["effects"] if effect["id"] == record["effect"])
    ours = box.words(language).get(f"effects.{effect['id']}") if box.components.path == OURS else None
    field = box.name(record["field"], language) if "field" in record else ""
    return str((ours or effect["text"][language]).format(n=record.get("n"), m=record.get("m"), field=field))


def expand(position: "Position", seat: int, move: str) -> list[str]:
    """7.3: `bid 6 12 9 11 9` on an empty sheet is the whole sheet, sealed."""
    word, *bids = move.split() or [""]
    state = position.state
    if (
        word == "bid"
        and len(bids) == POSITIONS
        and seat != DEALER
        and state.question == Question.BIDS
        and state.sheet[seat] == Sheet.OPEN
        and state.answered[seat] == 0
    ):
        return [*(f"bid {bid}" for bid in bids), "seal"]
    return [move]


def in_record_order(answers: list[RecordedMove]) -> list[RecordedMove]:
    """7.6: the answers of a window seat by seat, without `reopen` and without what it made void."""
    ordered = []
    for _, window in groupby(answers, key=QUESTION):
        sheets: dict[int, list[RecordedMove]] = {}
        for answer in window:
            if answer.text in UNRECORDED:
                sheets[answer.seat] = []
            else:
                sheets.setdefault(answer.seat, []).append(answer)
        ordered += [answer for seat in sorted(sheets) for answer in sheets[seat]]
    return ordered


def moves_as_seen(position: "Position", answers: list[RecordedMove], seat: int) -> list[RecordedMove]:
    """7.7: the answers of a running game as a seat may see them, in the order of a record. Of a sheet that somebody else is still
    filling in there is nothing, of a complete one only that it is complete, and what was taken back never shows."""
    runs = [(name, list(run)) for name, run in groupby(in_record_order(answers), key=QUESTION)]
    state, players, seen = position.fields, position.players, list[RecordedMove]()
    for number, (name, run) in enumerate(runs, 1):
        is_open = number == len(runs) and name == question(state)
        if name == "genius" or (name == "bids" and not is_open):
            seen += run
            continue
        for place, answer in enumerate(run):
            if seat == (place % players if name == "action-card" else answer.seat):
                seen.append(answer)
            elif name == "action-card":
                seen.append(RecordedMove(answer.seat, f"deal {UNKNOWN}", name))
            elif not is_open or state.sheet[answer.seat] == Sheet.COMPLETE:
                text = UNKNOWN if name != "bids" else "seal" if answer.text == "seal" else f"bid {UNKNOWN}"
                seen.append(RecordedMove(answer.seat, text, name))
    return seen


def texts(box: Box) -> dict[str, dict[str, str]]:
    """What is written on every action card, by language."""
    return {card: {language: card_text(box, card, language) for language in languages()} for card in box.ids("action_cards")}


# ---------------------------------------------------------------- the position


def stage(state: Any, words: Words) -> str:
    """The phase: each ends with a scoring."""
    return words("page.phase", phase=int(state.round_now) // 2 + 1)


def picture(box: Box, state: Any) -> dict[str, Any]:
    """The position as far as it is known: of a view, what its seat may know. `?` is a card that cannot be seen."""
    geniuses, phase = geniuses_of(box), int(state.round_now) // 2
    where, added = state.where.tolist(), state.stars_added.tolist()
    return {
        "question": question(state),
        "round": int(state.round_now) + 1,
        "phase": phase + 1,
        "asked": asked(state),
        "finished": [seat for seat in range(state.players) if state.sheet[seat] == Sheet.COMPLETE],
        "positions": rows_picture(box, state.offer, added),
        "carried": rows_picture(box, state.carried, added),
        "removed": [one["id"] for one, place in zip(geniuses, where, strict=True) if place == GONE],
        "to_come": [one["id"] for one, place in zip(geniuses, where, strict=True) if place == PILE and one["phase"] == phase + 1],
        "players": [player_picture(box, state, seat, where, added) for seat in range(state.players)],
        "played": played_picture(box, state),
        "rounds": [round_picture(box, state, number) for number in range(state.round_now + 1) if is_revealed(state, number)],
        "standing": standing_picture(box, state),
        "scorings": [scoring_picture(box, state, number) for number in range(phase + 1) if is_scored(state, number)],
    }


def asked(state: Any) -> list[int]:
    if state.question == Question.OVER:
        return []
    return [seat for seat in range(state.players) if state.sheet[seat] == Sheet.OPEN] or [DEALER]


def rows_picture(box: Box, rows: Any, added: list[int]) -> list[dict[str, Any]]:
    """The positions A to E with the geniuses there."""
    return [
        {"id": letter, "geniuses": [genius_picture(box, genius, added) for genius in row if genius != NONE]}
        for letter, row in zip(LETTERS, rows.tolist(), strict=True)
    ]


def genius_picture(box: Box, genius: int, added: list[int]) -> dict[str, Any]:
    return {**geniuses_of(box)[genius], "added": added[genius]}


@cache
def geniuses_of(box: Box) -> list[dict[str, Any]]:
    """What is printed on every genius."""
    field = {one["id"]: one["field"] for one in box.components["disciplines"]}
    return [
        {
            "id": one["id"],
            "phase": one["phase"],
            "discipline": one["discipline"],
            "field": field[one["discipline"]],
            "stars": one["stars"],
        }
        for one in box.components["geniuses"]
    ]


def player_picture(box: Box, state: Any, seat: int, where: list[int], added: list[int]) -> dict[str, Any]:
    known = hand_of(box, state, seat)
    purse = int(state.purse[seat])
    return {
        "seat": seat,
        "chips": purse if purse != NONE else None,
        "points": int(state.points[:, seat].sum() + state.bonus[:, seat].sum()),
        "hand": known + [UNKNOWN] * (int(state.hand[seat]) - len(known)),
        "lost": int(state.lost[seat]),
        "patrons": {field: chips for field, chips in zip(box.ids("fields"), state.patron[seat].tolist(), strict=True) if chips},
        "academy": [genius_picture(box, genius, added) for genius, owner in enumerate(where) if owner == seat],
        "sheet": sheet_picture(box, state, seat),
    }


def sheet_picture(box: Box, state: Any, seat: int) -> dict[str, Any] | None:
    """The sheet of a seat in the window that is open: the answers on it, as far as they can be seen."""
    if state.sheet[seat] == Sheet.NOT_ASKED:
        return None
    sheet: dict[str, Any] = {"complete": bool(state.sheet[seat] == Sheet.COMPLETE), "answered": int(state.answered[seat])}
    if state.question == Question.BIDS:
        sheet["bids"] = [number_or_none(bid) for bid in state.bids[state.round_now, seat].tolist()]
        is_known, record, printed = state.purse[seat] != NONE, state.record, box.array[0]
        positions = range(POSITIONS) if is_known else ()
        sheet["highest"] = [int(rules.highest_bid(record, printed, seat, p)) for p in positions] or None
        sheet["patron_chips"] = [int(rules.patron_chips(record, printed, seat, p)) for p in positions] or None
    else:
        cards = box.ids("action_cards")
        sheet["named"] = {
            name: place_name(box, int(state.target[cards.index(name)]), state.question == Question.STARS)
            for name in hand_of(box, state, seat)[: state.answered[seat]]
        }
    return sheet


def played_picture(box: Box, state: Any) -> list[dict[str, Any]]:
    """Every action card played: by whom, in which round, where; in the order of rounds."""
    cards = box.components["action_cards"]
    played = [
        {
            "card": card["id"],
            "seat": int(state.holder[i]),
            "round": int(state.played_in[i]) + 1,
            "at": place_name(box, int(state.played_at[i]), card["effect"] == "stars"),
        }
        for i, card in enumerate(cards)
        if state.played_in[i] != NONE
    ]
    return sorted(played, key=lambda card: card["round"])


def place_name(box: Box, place: int, is_genius: bool) -> str | None:
    if place == NONE:
        return None
    return box.ids("geniuses")[place] if is_genius else LETTERS[place]


def is_revealed(state: Any, number: int) -> bool:
    return bool(number < state.round_now or state.question in (Question.CARDS, Question.STARS, Question.OVER))


def is_resolved(state: Any, number: int) -> bool:
    return bool(number < state.round_now or state.question in (Question.STARS, Question.OVER))


def is_scored(state: Any, phase: int) -> bool:
    return bool(phase < state.round_now // 2 or state.question == Question.OVER)


def round_picture(box: Box, state: Any, number: int) -> dict[str, Any]:
    """The open sheets of a round, a row for each seat, and what came of them."""
    return {
        "round": number + 1,
        "bids": [[number_or_none(bid) for bid in row] for row in state.bids[number].tolist()[: state.players]],
        "results": [
            {
                "id": letter,
                "winner": number_or_none(int(state.winner[number, p])),
                "price": int(state.price[number, p]),
                "patronage": int(state.patronage[number, p]),
            }
            for p, letter in enumerate(LETTERS)
        ]
        if is_resolved(state, number)
        else [],
    }


def scoring_picture(box: Box, state: Any, phase: int) -> dict[str, Any]:
    """The points of a scoring: for each discipline, and as a bonus, of every seat."""
    return {
        "phase": phase + 1,
        "disciplines": {name: state.points[phase, : state.players, d].tolist() for d, name in enumerate(box.ids("disciplines"))},
        "bonus": state.bonus[phase, : state.players].tolist(),
    }


def standing_picture(box: Box, state: Any) -> dict[str, list[dict[str, Any]]]:
    """The stars and geniuses of every seat in each discipline, and the points that they would bring if it were scored now; where
    stars are equal, whom it is ahead of, and by what."""
    found = {}
    for d, name in enumerate(box.ids("disciplines")):
        ranking = rank(state.record, box.array[0], d)
        ahead = {tie.one: {"of": tie.other, "by": tie.key, "rule": tie.rule} for tie in ranking.ties}
        found[name] = [
            {
                "stars": ranking.strengths[seat].stars,
                "geniuses": ranking.strengths[seat].geniuses,
                "points": ranking.points[seat],
                "ahead": ahead.get(seat),
            }
            if seat in ranking.order
            else NOBODY_THERE
            for seat in range(state.players)
        ]
    return found


def number_or_none(number: int) -> int | None:
    return number if number != NONE else None


def place_of(box: Box, state: Any, axis: str, word: str) -> int:
    """Which place a word means on an axis of the state (tables.FIELDS), or as a value of a field (FIELD_CONTENTS): the rounds are
    r1 to r6, the phases p1 to p3."""
    if axis in ("round", "phase") and word[0] == axis[0]:
        return int(word[1:]) - 1
    if axis == "position" or (axis == "target" and word in LETTERS):
        return LETTERS.index(word)
    if axis == "where" and word in WHERE:
        return WHERE[word]
    return box.ids({"card": "action_cards", "genius": "geniuses", "target": "geniuses"}.get(axis, f"{axis}s")).index(word)
