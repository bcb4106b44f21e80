"""Chat messages, and what people do beside the game: sit down, undo, let a bot play, come back."""

from dataclasses import dataclass, replace

from inventorium.table.entries import CHANGES, CHAT, SEAT, UNDO, Entry
from inventorium.table.table import Table
from inventorium.table.turn_log import is_open

SAID, TOOK_BACK = "said", "took-back"


@dataclass(frozen=True)
class ChatMessage:
    """One line of the talk."""

    number: int  # of its entry, the last one where it stands for several
    seat: int
    what: str  # SAID, TOOK_BACK or one of CHANGES
    text: str = ""  # what was said
    times: int = 1  # how many answers were taken back


def chat_messages(table: Table, seat: int) -> list[ChatMessage]:
    """Return the talk as a seat may hear it (-1: a spectator). Answers that somebody took back one after the other are counted;
    whoever took them back knows it. Where there are secrets, the others must not: it would tell of a sheet."""
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
