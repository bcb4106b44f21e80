"""Run the suite five times beside four busy processes, to find tests that depend on speed.

    python -m dev busy --times 2 --beside 8 -- -n 2 tests/web

Each run has its own seed for random tests. A failure is printed with the line that runs it again alone.
"""

import argparse
import multiprocessing
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
LAST = re.compile(r"^\d+ (?:passed|failed|skipped|error).*$", re.MULTILINE)


def be_busy() -> None:
    parent = multiprocessing.parent_process()
    while parent and parent.is_alive():  # a killed parent ends none of its children
        sum(range(100_000))


def run(seed: int, options: list[str]) -> tuple[list[str], str]:
    """Run the suite once; return what failed, and pytest's last line."""
    command = [sys.executable, "-m", "pytest", "-n", "3", "--dist", "worksteal", f"--hypothesis-seed={seed}", "-rfE", *options]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    (HERE / ".busy").mkdir(exist_ok=True)
    (HERE / ".busy" / f"{seed}.log").write_text(done.stdout + done.stderr)
    failed = FAILED.findall(done.stdout)
    if done.returncode and not failed:
        failed = [f"pytest ended with status {done.returncode}"]
    return failed, (LAST.findall(done.stdout) or ["it said nothing"])[-1]


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pytest", nargs="*", metavar="PYTEST", help="what pytest is given, after `--`")
    parser.add_argument("--times", type=int, default=5, help="how often (5)")
    parser.add_argument("--beside", type=int, default=4, help="busy processes (4)")
    parser.add_argument("--seed", type=int, default=1, help="of the first run (1)")


def main(wanted: argparse.Namespace) -> None:
    others = [multiprocessing.Process(target=be_busy, daemon=True) for _ in range(wanted.beside)]
    for one in others:
        one.start()
    all_failed = list[str]()
    for seed in range(wanted.seed, wanted.seed + wanted.times):
        began = time.monotonic()
        failed, last = run(seed, wanted.pytest)
        print(f"run {seed}: {last} ({time.monotonic() - began:.0f} s)", flush=True)
        for test in failed:
            print(f"  seed {seed}: python -m pytest --hypothesis-seed={seed} '{test}'", flush=True)
        all_failed += failed
    for one in others:
        one.terminate()
    sys.exit(f"{len(all_failed)} failures in {wanted.times} runs; the whole of it is in .busy/" if all_failed else 0)
