"""Legendary Inventors in a terminal: the inventions on the table, then every player's team."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from inventorium.core.boards import by_seats, indented, seat_name
from inventorium.core.pages import player_colours
from inventorium.core.position import View
from inventorium.core.words import Words


def board(view: View, words: Words) -> RenderableType:
    picture = view.picture()
    parts: list[RenderableType] = [Text(words("board.age", age=words.get("board.ages")[picture["age"] - 1]), "bold")]
    if picture["inventions"]:
        parts.append(inventions(view, picture, words))
    if picture["send"] and picture["send"]["inventor"]:
        parts.append(Text(send_on_its_way(view, picture["send"], words), "italic"))
    parts += [player(view, one, picture, words) for one in picture["players"]]
    return Group(*parts)


def inventions(view: View, picture: dict[str, Any], words: Words) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("invention", "class", "points", "spaces", "cubes", "tokens"):
        table.add_column(words(f"board.{column}"), no_wrap=column in ("class", "points"))
    for card in picture["inventions"]:
        table.add_row(
            view.box.name(card["id"], words.language),
            str(card["class"]),
            str(card["points"]),
            spaces(card, words),
            cubes(view, card["cubes"]),
            ", ".join(view.box.name(token, words.language) for token in card["tokens"]),
        )
    return table


def spaces(card: dict[str, Any], words: Words) -> str:
    """Covered spaces are filled, empty ones are not. Those of a discipline stay on one line."""
    short = words.get("board.short")
    return "  ".join(
        f"{short[d]}{'■' * (number - card['free'][d])}{'□' * card['free'][d]}" for d, number in card["spaces"].items() if number
    )


def cubes(view: View, numbers: list[int]) -> Text:
    """Who has how many: 2:3"""
    return by_seats(view, {seat: f":{number}" for seat, number in enumerate(numbers) if number})


def send_on_its_way(view: View, send: dict[str, Any], words: Words) -> str:
    short = words.get("board.short")
    return words(
        "board.placing",
        inventor=view.box.name(send["inventor"], words.language),
        invention=view.box.name(send["invention"], words.language),
        placed=", ".join(f"{short[d]} {number}" for d, number in send["placed"].items() if number) or "-",
    )


def player(view: View, one: dict[str, Any], picture: dict[str, Any], words: Words) -> RenderableType:
    language = words.language
    if one["team"] is None:
        return Text(f"\n{seat_name(view, one['seat'], words)}: {words('board.no-team')}")
    team = view.box.components.find(one["team"])
    assert team is not None
    head = Text(f"\n{seat_name(view, one['seat'], words)}: {team['name'][language]}", player_colours(view)[one["seat"]])
    if picture["figurine"] == one["seat"]:
        head.append(f"  ({words('board.figurine')})", "bold")
    table = Table.grid(padding=(0, 2))
    for inventor in one["inventors"]:
        table.add_row(
            "  " + view.box.name(inventor["id"], language),
            levels(inventor["levels"], words),
            words("board.busy" if inventor["busy"] else "board.available"),
            words("board.reached")
            if inventor["reached"]
            else words("board.target", levels=levels(inventor["target"], words), points=inventor["points"]),
        )
    lines: list[RenderableType] = [head, table]
    if one["tokens"]:
        lines.append(
            indented(
                f"{words('board.tokens')}: "
                + ", ".join(f"{number} × {view.box.name(token, language)}" for token, number in one["tokens"].items())
            )
        )
    if one["patents"]:
        lines.append(
            indented(f"{words('board.patents')}: " + ", ".join(patent_name(view, patent, language) for patent in one["patents"]))
        )
    return Group(*lines)


def patent_name(view: View, patent: str, language: str) -> str:
    card = view.box.components.find(patent)
    assert card is not None
    return f"{card['name'][language]} ({card['class']})"


def levels(by_discipline: dict[str, int], words: Words) -> str:
    short = words.get("board.short")
    return " ".join(f"{short[d]} {level}" for d, level in by_discipline.items() if level)
