"""The attack from outside, tried again in its long form: on the tables and their store, on connections,
on notices and mail, on people.

    python -m dev.attack [store|connections|notices|people]         (`make attack`)
"""

import importlib
import sys

PARTS = ("store", "connections", "notices", "people")


def main() -> None:
    for part in sys.argv[1:] or PARTS:
        print(f"{part}:", flush=True)
        importlib.import_module(f"tests.web.attack_{part}").main()


if __name__ == "__main__":
    main()
