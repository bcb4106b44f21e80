"""Measure speed beside peers in the same run, because machines differ and are noisy.

A section is a file of this folder with `UNIT`, `PEER` (the row that the others are compared with, if any) and `measures()`: for
every row a function that returns a number, or None where a peer is not installed.
"""

import argparse
import importlib
import json
import platform

from rich.console import Console
from rich.table import Table

SECTIONS = ("play", "search", "evaluation", "threads", "pages", "adapters", "batch")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sections", nargs="*", metavar="SECTION", default=SECTIONS, help=", ".join(SECTIONS))
    parser.add_argument("--json", action="store_true")


def main(wanted: argparse.Namespace) -> None:
    console, found = Console(stderr=wanted.json), {}
    for section in wanted.sections:
        module = importlib.import_module(f"dev.bench.{section}")
        results: dict[str, float | None] = {}
        for name, measure in module.measures().items():
            console.print(f"measuring {name} ...", style="dim")
            results[name] = measure()
        found[section] = results
        console.print(as_table(section, results, module.UNIT, module.PEER))
    if wanted.json:
        print(json.dumps(found, indent=2))


def as_table(section: str, results: dict[str, float | None], unit: str, peer: str | None) -> Table:
    table = Table(section, unit, *([f"times {peer}"] if peer else []), title=f"On {platform.processor() or platform.machine()}")
    beside = results.get(peer) if peer else None
    for name, number in results.items():
        ratio = [f"{number / beside:,.2f}" if number and beside else "-"] if peer else []
        shown = "not installed" if number is None else f"{number:,.0f}" if number >= 100 else f"{number:,.2f}"
        table.add_row(name, shown, *ratio)
    return table
