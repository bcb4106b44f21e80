"""`make bench`: random play of our games and of peers, and the ratios."""
import json
import platform
import sys

from rich.console import Console
from rich.table import Table

from benchmarks import ours, peers

PEER = "OpenSpiel C++: gin_rummy"


def main() -> None:
    console = Console()
    results: dict[str, float | None] = {}
    for name, measure in {**ours.measures(), **peers.MEASURES}.items():
        console.print(f"measuring {name} ...", style="dim")
        results[name] = measure()
    if "--json" in sys.argv:
        print(json.dumps(results, indent=2))
        return
    peer = results[PEER]
    table = Table("measured", "per second", f"times {PEER}", title=f"One core of {platform.processor() or platform.machine()}")
    for name, speed in results.items():
        if speed is None:
            table.add_row(name, "not installed", "-")
        else:
            table.add_row(name, f"{speed:,.0f}", f"{speed / peer:,.1f}" if peer else "-")
    console.print(table)


main()
