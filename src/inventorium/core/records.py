"""Game records: a header that says what is played, then one move per line (NO-01). Readable, editable, exact."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inventorium.core import options
from inventorium.core.dealer import Dealer, commitment
from inventorium.core.errors import BadRecord, InventoriumError

if TYPE_CHECKING:
    from inventorium.core.game import Game
    from inventorium.core.position import Position

FIRST_LINE = "inventorium record 1"
HEADS = ("game", "rules", "components", "players", "edition", "options", "commitment", "seed", "names", "result", "answers")
BETWEEN_NAMES = "|"


def write(position: "Position", seat: int | None = None, names: Sequence[str] = ()) -> str:
    """Return the record of a game. The seed is revealed only when the game is over; with a seat, secrets stay secret. `names`
    are the players, seat by seat."""
    game = position.game
    default = options.chosen(game.options, game.editions, position.edition, {}, lambda values: None)
    changed = [f"{name}={options.written(value)}" for name, value in position.options.items() if value != default[name]]
    notation = game.notation
    answers = notation.in_record_order(position.moves_played())
    if seat is not None and game.type.secrets and not position.over:
        answers = notation.moves_as_seen(position, answers, seat)
    head = {
        "game": game.name,
        "rules": str(game.tables.RULES_VERSION),
        "components": position.box.components.set_name,
        "players": str(position.players),
        "edition": position.edition,
        "options": " ".join(changed),
        "commitment": position.commitment or "",
        "seed": position.dealer.seed if position.dealer and position.over else "",
        "names": f" {BETWEEN_NAMES} ".join(name.replace("#", "").replace(BETWEEN_NAMES, "") for name in names),
        "result": " ".join(map(str, position.scores)) if position.over else "",
        "answers": str(len(answers)),
    }
    lines = [FIRST_LINE, *(f"{key}: {value}" for key, value in head.items() if value), ""]
    lines += [f"{'-' if who < 0 else who} {answer}" for who, answer, _ in answers]
    return "\n".join(lines) + "\n"


def read_head(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Return the head of a record, and its moves with their line numbers."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1] != FIRST_LINE:
        if lines and lines[0][1].startswith("inventorium record"):
            raise BadRecord(f"line {lines[0][0]}: this is '{lines[0][1]}'; this program reads '{FIRST_LINE}'")
        raise BadRecord(f"not a game record: it does not begin with '{FIRST_LINE}'")
    head: dict[str, str] = {}
    body = 1
    for number, line in lines[1:]:
        key, colon, value = line.partition(":")
        if not colon or " " in key:
            break
        if key not in HEADS:
            raise BadRecord(f"line {number}: unknown header '{key}'; the headers are {', '.join(HEADS)}")
        if key in head:
            raise BadRecord(f"line {number}: '{key}' appears twice")
        head[key] = value.strip()
        body += 1
    for key in ("game", "players"):
        if key not in head:
            raise BadRecord(f"the header '{key}' is missing")
    return head, lines[body:]


def read(game: "Game", text: str, components: str | Path | None = None) -> "Position":
    """Replay a record. Whatever does not fit is refused with its line."""
    head, lines = read_head(text)
    if head["game"] != game.name:
        raise BadRecord(f"this is a record of {head['game']}, not of {game.name}")
    version = str(game.tables.RULES_VERSION)
    if head.get("rules", version) != version:
        raise BadRecord(f"this record was played with version {head['rules']} of the rules, this program has {version}")
    if not is_small_number(head["players"]):
        raise BadRecord(f"'players: {head['players']}' is not a number")
    box = game.box(components)
    if not box.components.is_called(head.get("components", box.components.set_name)):
        raise BadRecord(
            f"this record was played with the components '{head['components']}', not with "
            f"'{box.components.set_name}'; name their component file"
        )
    changes = dict(pair.partition("=")[::2] for pair in head.get("options", "").split())
    position = game.new(
        int(head["players"]), head.get("edition", "default"), None, components, dealer=None, **game.known_options(changes)
    )
    unrecorded = game.notation.UNRECORDED
    for number, line in lines:
        who, _, answer = line.partition(" ")
        if who != "-" and not is_small_number(who):
            raise BadRecord(f"line {number}: '{line}' is not a move: expected a seat or '-', a space and the move")
        if answer.strip().lower() in unrecorded:
            raise BadRecord(f"line {number}: a record must leave out '{answer}' and what it takes back (NO-09)")
        try:
            position.play(answer, -1 if who == "-" else int(who))
        except InventoriumError as error:
            raise BadRecord(f"line {number}: {error}") from None
    check(position, head, len(lines))
    return position


def is_small_number(text: str) -> bool:
    """Return whether it is a number as people type it: Python also takes the digits of other scripts."""
    return text.isascii() and text.isdigit() and len(text) < 4


def check(position: "Position", head: dict[str, str], answers: int) -> None:
    """Check that what the head promises holds."""
    if "answers" in head and head["answers"] != str(answers):
        raise BadRecord(f"the header says {head['answers']} moves, but there are {answers}: the record was cut off or edited")
    if "result" in head:
        found = " ".join(map(str, position.scores)) if position.over else "a game that is not over"
        if head["result"] != found:
            raise BadRecord(f"the header says the result is {head['result']}, but the moves give {found}: the record was edited")
    position.commitment = head.get("commitment")
    if "seed" in head:
        position.dealer = Dealer(head["seed"])
        if position.commitment not in (None, position.dealer.commitment):
            raise BadRecord("the seed does not match the published commitment")


def check_deals(position: "Position") -> int:
    """Check that every deal of a finished game came from its seed, as promised; return the number of deals."""
    if position.dealer is None:
        raise BadRecord("this record has no seed, so its deals cannot be checked")
    if position.commitment != commitment(position.dealer.seed):
        raise BadRecord("the seed does not match the published commitment")
    dealer = Dealer(position.dealer.seed)
    game, earlier = position.game, position.at(0)
    buffer, deals = np.empty(game.actions, np.int64), 0
    earlier.dealer = None
    for number, (seat, action) in enumerate(position.log, 1):
        if seat < 0:
            deals += 1
            dealt = game.engine.next_outcome(earlier.states, position.box.array, dealer.stream, buffer)
            if dealt != action:
                raise BadRecord(
                    f"move {number}: '{earlier.write(-1, action)}' was recorded, but the seed deals '{earlier.write(-1, dealt)}'"
                )
        earlier._apply(seat, action)
    return deals
