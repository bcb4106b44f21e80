"""Genies in a terminal: what is on offer, the bid sheet, the standing in the disciplines, then every player."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from inventorium.core.boards import indented, seat_name
from inventorium.core.pages import player_colours
from inventorium.core.position import View
from inventorium.core.words import Words
from inventorium.games.genies.notation import card_text

STAR = "★"


def board(view: View, words: Words) -> RenderableType:
    picture = view.picture()
    phase = view.box.components["phases"][picture["phase"] - 1]["name"][words.language]
    parts: list[RenderableType] = [
        Text(words("board.round", round=picture["round"], phase=picture["phase"], name=phase), "bold"),
        offer(view, picture, words),
    ]
    if (sheet := bid_sheet(view, picture, words)).row_count:
        parts.append(sheet)
    parts.append(standing(view, picture, words))
    parts += [player(view, one, picture, words) for one in picture["players"]]
    parts += [scoring(view, one, words) for one in picture["scorings"][0 if view.over else -1 :]]
    return Group(*parts)


# ---------------------------------------------------------------- what is asked


def moves(view: View, words: Words) -> RenderableType | None:
    """The bids in one line: a list of them would be long. Other answers are listed."""
    bids = [move for move in view.moves() if move.startswith("bid")]
    if len(bids) < 2:
        return None
    highest = max(int(move.split()[1]) for move in bids if move != "bid -")
    text = words("board.bids", position=next_position(view).upper(), highest=highest)
    if "bid -" in bids:
        text += " " + words("board.no-bid")
    return Text(text)


def move_of_number(view: View, number: str) -> str | None:
    """A number that is typed where bids are asked for is the bid."""
    return f"bid {number}" if "bid 0" in view.moves() else None


def next_position(view: View) -> str:
    sheet = view.picture()["players"][view.seat]["sheet"]
    return "abcde"[sheet["answered"]]


# ---------------------------------------------------------------- the table


def offer(view: View, picture: dict[str, Any], words: Words) -> Table:
    """The geniuses at the positions; after a resolution, what is carried over to them."""
    table = Table.grid(padding=(0, 2))
    rows = picture["positions"]
    if not any(row["geniuses"] for row in rows):
        rows = picture["carried"]
    for row in rows:
        if row["geniuses"]:
            table.add_row(Text(f"  {row['id'].upper()}", "bold"), ", ".join(genius(view, one, words) for one in row["geniuses"]))
    if picture["removed"]:
        table.add_row(
            "", words("board.removed", names=", ".join(view.box.name(name, words.language) for name in picture["removed"]))
        )
    return table


def genius(view: View, one: dict[str, Any], words: Words) -> str:
    """Isaac Newton (Physics N ★★)"""
    return (
        f"{view.box.name(one['id'], words.language)} ({words('parts.' + one['discipline'])} "
        f"{field_letter(view, one['field'])} {stars(one)})"
    )


def field_letter(view: View, field: str) -> str:
    record = view.box.components.find(field)
    return str(record["letter"]) if record else field


def stars(one: dict[str, Any]) -> str:
    return STAR * one["stars"] + (f"+{STAR * one['added']}" if one["added"] else "")


def bid_sheet(view: View, picture: dict[str, Any], words: Words) -> Table:
    """The sheet as it lies before this seat: its own row of this round, and below the open rows of the round before."""
    table = titled(words("board.sheet"))
    table.add_column("")
    for row in picture["positions"]:
        table.add_column(row["id"].upper(), justify="right")
    mine = picture["players"][view.seat]["sheet"] if view.seat >= 0 else None
    if mine is not None and picture["question"] == "bids":
        written = ["·"] * 5
        for place in range(min(mine["answered"], 5)):
            written[place] = number(mine["bids"][place])
        table.add_row(words("board.own-row", round=picture["round"]), *written, style="bold")
    if picture["rounds"]:
        last = picture["rounds"][-1]
        for seat, bids in enumerate(last["bids"]):
            table.add_row(words("board.row", round=last["round"], seat=words("seat", seat=seat + 1)), *map(number, bids))
        if last["results"]:
            table.add_row(words("board.won"), *(result(one, words) for one in last["results"]), style="italic")
    return table


def number(bid: int | None) -> str:
    return "–" if bid is None else str(bid)


def result(one: dict[str, Any], words: Words) -> str:
    """Who won a position, and for how much."""
    return "–" if one["winner"] is None else words("board.result", seat=one["winner"] + 1, price=one["price"])


def standing(view: View, picture: dict[str, Any], words: Words) -> Table:
    """The disciplines with the points of the next scoring, and the stars of every seat: 5★ of 2 geniuses is 5/2."""
    table = titled(words("board.standing"))
    table.add_column("")
    table.add_column(words("board.points"))
    for head in seat_heads(view, words):
        table.add_column(head, justify="right")
    for discipline in view.box.components["disciplines"]:
        first, second = discipline["points"][picture["phase"] - 1]
        table.add_row(
            f"{words('parts.' + discipline['id'])} {field_letter(view, discipline['field'])}",
            f"{first}/{second}",
            *(strength(one, discipline["id"]) for one in picture["players"]),
        )
    return table


def titled(title: str) -> Table:
    return Table(
        title=f"\n{title}",
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )


def seat_heads(view: View, words: Words) -> list[Text]:
    return [Text(words("seat", seat=seat + 1), ink) for seat, ink in enumerate(player_colours(view))]


def strength(one: dict[str, Any], discipline: str) -> str:
    members = [genius for genius in one["academy"] if genius["discipline"] == discipline]
    if not members:
        return ""
    return f"{sum(genius['stars'] + genius['added'] for genius in members)}{STAR}/{len(members)}"


def scoring(view: View, one: dict[str, Any], words: Words) -> Table:
    """The points of a scoring by discipline, and the bonus points, of every seat."""
    table = titled(words("board.scoring", phase=one["phase"]))
    table.add_column("")
    for head in seat_heads(view, words):
        table.add_column(head, justify="right")
    for part, points in (*one["disciplines"].items(), ("bonus", one["bonus"])):
        if any(points):
            table.add_row(words(f"parts.{part}"), *(str(number or "") for number in points))
    return table


def player(view: View, one: dict[str, Any], picture: dict[str, Any], words: Words) -> RenderableType:
    language, seat = words.language, one["seat"]
    chips = "?" if one["chips"] is None else one["chips"]
    head = Text(
        f"\n{seat_name(view, seat, words)}: " + words("board.player", chips=chips, points=one["points"], cards=len(one["hand"])),
        player_colours(view)[seat],
    )
    if seat in picture["finished"]:
        head.append(f"  {words('board.finished')}", "bold")
    lines: list[RenderableType] = [head]
    if one["academy"]:
        lines.append(indented(", ".join(genius(view, member, words) for member in one["academy"])))
    for field, gain in one["patrons"].items():
        lines.append(indented(words("board.patron", chips=gain, field=view.box.name(field, language))))
    played = [card for card in picture["played"] if card["seat"] == seat and card["round"] == picture["round"]]
    if played:
        lines.append(indented(f"{words('board.played')}: " + ", ".join(played_card(view, card, language) for card in played)))
    lines += [
        indented(f"{words('board.card')}: {view.box.name(card, language)} ({card}): {card_text(view.box, card, language)}")
        for card in one["hand"]
        if card != "?"
    ]
    return Group(*lines)


def played_card(view: View, card: dict[str, Any], language: str) -> str:
    place = card["at"]
    if place is None:
        return view.box.name(card["card"], language)
    return f"{view.box.name(card['card'], language)} ({place.upper() if len(place) == 1 else view.box.name(place, language)})"
