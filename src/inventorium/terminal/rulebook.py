"""The rules as the program knows them, and which of them have a test."""

import re
import tomllib
from pathlib import Path
from typing import TypedDict

from rich.console import Console
from rich.table import Table

from inventorium.core import library
from inventorium.core.editions import lines, readings
from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.game import load_game
from inventorium.core.options import written
from inventorium.core.rule_search import MOST, find_rules
from inventorium.core.rulings import RULE_ID
from inventorium.core.words import words_of
from inventorium.terminal.language import language_of

console = Console()
CODE = re.compile("`([^`]*)`")


def rules_of(game: str | None, rule: str | None, language: str) -> list[dict[str, str]]:
    """Return the rules of a game with their sections, one of them, or the results of a search."""
    if game is None:
        raise InventoriumError(f"say which game: {', '.join(library.names())}")
    sections = words_of(library.folder_of(game), language_of(language)).get("sections", {})
    found = [
        {"id": name, "section": section["title"], "text": text}
        for section in sections.values()
        for name, text in section["rules"].items()
    ]
    if rule is None:
        return found
    if one := [entry for entry in found if entry["id"] == rule.upper()]:
        return one
    if RULE_ID.fullmatch(rule.upper()):
        raise UnknownName("rule", rule, [entry["id"] for entry in found])
    if not (answers := find_rules(load_game(game), language_of(language), rule)):
        raise InventoriumError(f"no rule of {game} answers '{rule}'; try other words, or --lang for another language")
    return answers


def show_rules(name: str, found: list[dict[str, str]], language: str) -> None:
    """Print rules with what the editions make of them; after all rules the editions, options and words of the game."""
    game, section = load_game(name), None
    words = game.words(language_of(language))
    for entry in found:
        if entry["section"] != section:
            section = entry["section"]
            console.print(f"\n[bold]{section}[/bold]")
        show_pairs([(entry["id"], "\n".join([CODE.sub(r"[cyan]\1[/cyan]", entry["text"]), *lines(game, words, entry["id"])]))])
    if len(found) > MOST:
        console.print(f"\n[bold]{words('rules.editions')}[/bold]")
        show_pairs(
            [
                (each["name"], f"{each['meaning']} [dim]--edition {edition}[/dim]")
                for edition in game.editions
                if (each := words.get(f"editions.{edition}"))
            ]
        )
        for option in game.options:
            console.print(
                f"\n{words(f'options.{option.name}.name')}: {words(f'options.{option.name}.meaning')} "
                f"[dim]--set {option.name}=...[/dim]"
            )
            show_pairs(
                [
                    (written(value), f"{each.editions}: {each.text}")
                    for value, each in zip(option.values, readings(game, words, option, None), strict=True)
                ]
            )
        console.print(f"\n[bold]{words('rules.glossary')}[/bold]")
        show_pairs([(one["term"], one["meaning"]) for one in words.get("glossary", {}).values()])


def show_pairs(pairs: list[tuple[str, str]]) -> None:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for left, right in pairs:
        table.add_row(left, right)
    console.print(table)


class Coverage(TypedDict):
    """The rules of a game: their number, how many have a test, those excused with the reason, and those that lack one."""

    total: int
    tested: int
    excused: dict[str, str]
    missing: list[str]


def coverage(tests: Path, game: str | None) -> dict[str, Coverage]:
    """Return the coverage of every game by its tests."""
    if not tests.is_dir():
        raise InventoriumError(f"{tests}: there is no such folder")
    report: dict[str, Coverage] = {}
    for name in [game] if game else library.names():
        total = numbered_rules(name)
        home = tests / library.folder_of(name).name
        tested = ids_in_tests(home)
        excuses = home / "excused.toml"
        excused = tomllib.loads(excuses.read_text(encoding="utf-8")) if excuses.exists() else {}
        report[name] = {
            "total": len(total),
            "tested": sum(rule in tested for rule in total),
            "excused": {rule: why for rule, why in excused.items() if rule in total and rule not in tested},
            "missing": [rule for rule in total if rule not in tested and rule not in excused],
        }
    return report


def numbered_rules(game: str) -> list[str]:
    """Return the rules proper, of the kind that the catalogue counts: the first kind in the texts."""
    found = [entry["id"] for entry in rules_of(game, None, "en")]
    return [rule for rule in found if re.fullmatch(found[0].split("-")[0] + r"-\d+", rule)] if found else []


def ids_in_tests(home: Path) -> set[str]:
    """Return the ids in the `rules:` heads of scenarios and in the `rules(...)` marks of tests."""
    found: set[str] = set()
    for file in home.rglob("*.scenario"):
        for line in re.findall(r"^rules:(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            found.update(RULE_ID.findall(line))
    for file in home.rglob("test_*.py"):
        for marks in re.findall(r"mark\.rules\(([^)]*)\)", file.read_text(encoding="utf-8")):
            found.update(RULE_ID.findall(marks))
    return found


def show_coverage(report: dict[str, Coverage]) -> None:
    for game, entry in report.items():
        covered = entry["tested"] + len(entry["excused"])
        console.print(
            f"{game}: {covered} of {entry['total']} covered ({entry['tested']} tested, {len(entry['excused'])} excused)",
            highlight=False,
        )
        for rule, why in entry["excused"].items():
            console.print(f"  {rule} excused: {why}", highlight=False)
        if entry["missing"]:
            console.print(f"  missing: {' '.join(entry['missing'])}", highlight=False)
