"""Attack a running server in long form: tables and their store, connections, notices and mail, people.

The short forms are tests (tests/web/test_attack.py, test_connections.py, test_notices.py).
"""

import argparse
import importlib

PARTS = ("store", "connections", "notices", "people")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))


def main(wanted: argparse.Namespace) -> None:
    for part in wanted.parts or PARTS:
        print(f"{part}:", flush=True)
        importlib.import_module(f"dev.attack.{part}").attack()
