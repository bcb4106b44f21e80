"""Era of Inventions in a terminal: the board with its rows of cards, then what every player has."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from inventorium.core.boards import by_seats, indented, seat_name
from inventorium.core.pages import player_colours
from inventorium.core.position import View
from inventorium.core.words import Words
from inventorium.games.era_of_inventions import notation
from inventorium.games.era_of_inventions.notation import VERSION_NAMES, card_for_people
from inventorium.games.era_of_inventions.tables import GOOD_IDS, PATENT_FIELDS


def board(view: View, words: Words) -> RenderableType:
    picture = view.picture()
    return Group(
        Text(words("board.round", round=picture["round"], rounds=picture["rounds"]), "bold"),
        beside(actions(view, picture, words), lots(view, picture, words)),
        factories(view, picture, words),
        cards(view, picture, words),
        inventions(view, picture, words),
        Text("\n" + words("board.supply", discs=picture["disc_supply"])),
        *(player(view, one, picture, words) for one in picture["players"]),
    )


def amounts(goods: dict[str, int], words: Words) -> str:
    """1 co 2 wd"""
    short = words.get("board.short")
    return " ".join(f"{number} {short[good]}" for good, number in goods.items() if number) or words("board.none")


def actions(view: View, picture: dict[str, Any], words: Words) -> Table:
    table = Table.grid(padding=(0, 2))
    for name, seats in picture["spaces"].items():
        table.add_row(words(f"actions.{name}"), by_seats(view, dict.fromkeys(seats, "")) if seats else words("board.none"))
    return titled(table, words("board.actions"))


def factories(view: View, picture: dict[str, Any], words: Words) -> Table:
    table = Table.grid(padding=(0, 2))
    for number, factory in enumerate(picture["factories"], 1):
        table.add_row(str(number), *(factory_row(view, factory, words) if factory else [words("board.none")]))
    return titled(table, words("board.factories"))


def factory_row(view: View, factory: str, words: Words) -> list[str]:
    record = view.box.components.find(factory)
    assert record is not None
    cost, gives = amounts(record["cost"], words), amounts({**record["output"], "influence": record["influence"]}, words)
    return [record["name"][words.language], f"{words('board.cost')} {cost}", f"{words('board.gives')} {gives}"]


def cards(view: View, picture: dict[str, Any], words: Words) -> Table:
    table, faces = Table.grid(padding=(0, 2)), notation.cards(view.box, view.state)
    for number, card in enumerate(picture["cards"], 1):
        if card is None:
            table.add_row(str(number), words("board.none"))
        else:
            face = faces[card]
            table.add_row(
                str(number),
                card_for_people(view.box, card, words),
                f"{words('board.cost')} {amounts(face['price'], words)}",
                f"{words('board.gives')} {amounts(face['yield'], words)}",
            )
    return titled(table, words("board.cards"))


def lots(view: View, picture: dict[str, Any], words: Words) -> Table:
    table = Table.grid(padding=(0, 2))
    for lot, load in picture["lots"].items():
        record = view.box.components.find(lot)
        assert record is not None
        table.add_row(record["name"][words.language], amounts({record["good"]: load}, words))
    return titled(table, words("board.lots"))


def inventions(view: View, picture: dict[str, Any], words: Words) -> Table:
    table = Table.grid(padding=(0, 2))
    for one in picture["inventions"]:
        table.add_row(view.box.name(one["id"], words.language), *(place(view, one[version], words) for version in VERSION_NAMES))
    table.show_header = True
    for column, head in zip(table.columns, ("inventions", *VERSION_NAMES), strict=True):
        column.header = Text(words(f"board.{head}"), "bold")
    return titled(table, "")


def place(view: View, one: dict[str, Any], words: Words) -> Text:
    line = Text(f"{one['cost']}  {one['influence']}  {amounts(one['royalty'], words)}")
    if one["maker"] is not None:
        made = by_seats(view, {one["maker"]: f" {words('board.patent')}" if one["patented"] else ""})
        line.append("  [").append_text(made).append("]")
    return line


def beside(left: Table, right: Table) -> Table:
    grid = Table.grid(padding=(0, 6))
    grid.add_row(left, right)
    return grid


def titled(table: Table, title: str) -> Table:
    table.title, table.title_justify, table.title_style = f"\n{title}", "left", "bold"
    return table


def player(view: View, one: dict[str, Any], picture: dict[str, Any], words: Words) -> RenderableType:
    box, language, seat = view.box, words.language, one["seat"]
    head = Text(
        f"\n{seat_name(view, seat, words)}: {one['influence'] + one['final_points']} {words('goods.influence')}",
        player_colours(view)[seat],
    )
    if picture["start_player"] == seat:
        head.append(f"  ({words('board.start')})", "bold")
    goods = amounts({good: one["goods"][good] for good in GOOD_IDS}, words)
    discs = words("board.new-discs" if one["new_discs"] else "board.discs", discs=one["bonus_discs"], new=one["new_discs"])
    patents = words("board.patents", patents=one["patents"])
    if one["patents"] < PATENT_FIELDS:
        field = box.components["patent_fields"][one["patents"]]
        price, influence = amounts({"coin": field["price"]}, words), amounts({"influence": field["influence"]}, words)
        patents += f" ({words('board.next', price=price, influence=influence)})"
    stones = words("board.stones", stones=one["invention_stones"])
    records = [notation.factory_record(box, factory) for factory in one["factories"]]
    own = ", ".join(f"{record['name'][language]} ({amounts(record['output'], words)})" for record in records)
    return Group(head, indented(goods), indented(f"{discs}; {patents}; {stones}"), indented(f"{words('board.own')}: {own}"))
