"""Chat messages, and other actions of people: sit down, undo, let a bot play, come back."""

from dataclasses import dataclass, replace

from inventorium.table.entries import CHANGES, CHAT, SEAT, UNDO, Entry
from inventorium.table.table import Table
from inventorium.table.turn_log import is_open

SAID, TOOK_BACK = "said", "took-back"


@dataclass(frozen=True)
class ChatMessage:
    """One line of the chat."""

    number: int  # of its entry, the last one if it combines several
    seat: int
    what: str  # SAID, TOOK_BACK or one of CHANGES
    text: str = ""  # the message
    times: int = 1  # how many actions were undone


def chat_messages(table: Table, seat: int) -> list[ChatMessage]:
    """Return the chat as a seat may read it (-1: a spectator). Actions that a player undid in a row are counted, in games
    with secrets for that player only: the count would reveal sealed moves."""
    found: list[ChatMessage] = []
    for entry in table.entries:
        one = message_of(entry)
        if one is None or (one.what == TOOK_BACK and (entry.seat == seat or not is_open(table))):
            continue
        if found and one.what == TOOK_BACK == found[-1].what and found[-1].seat == one.seat:
            found[-1] = replace(one, times=found[-1].times + 1)
        else:
            found.append(one)
    return found


def message_of(entry: Entry) -> ChatMessage | None:
    if entry.kind == CHAT:
        return ChatMessage(entry.number, entry.seat, SAID, entry.text)
    if entry.kind == SEAT:
        return ChatMessage(entry.number, entry.seat, CHANGES[entry.action])
    return ChatMessage(entry.number, entry.seat, TOOK_BACK) if entry.kind == UNDO else None
