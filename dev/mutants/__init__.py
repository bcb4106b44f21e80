"""Break one rule at a time: a scenario that carries its id must notice. An hour.

`tests/<game>/mutants.toml` declares the mutants, one a line: in which function of rules.py which text is replaced by what. A
mutant that plays exactly like the right rules says why in `equivalent`; then no scenario may notice it. A second run continues
where the first one stopped. Nothing is compiled (NUMBA_DISABLE_JIT=1).
"""

import argparse
import os
import sys
from collections.abc import Iterable

import numba

from dev.mutants.mutant import Mutant, Stale, declared
from dev.mutants.progress import Progress
from dev.mutants.scenarios import failing_unbroken, noticed_by, stories
from inventorium.core import library


def main(wanted: argparse.Namespace) -> None:
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        os.execve(sys.executable, sys.orig_argv, os.environ | {"NUMBA_DISABLE_JIT": "1"})  # in plain Python, from the start
    mutants = [
        mutant for game in wanted.games or library.names() for mutant in declared(game) if wanted.rule in (None, mutant.rule)
    ]
    if wanted.some:
        mutants = mutants[:: max(1, len(mutants) // wanted.some)][: wanted.some]
    if failing := [
        f"{story.path}:{story.line}: {story.name}"
        for game in {mutant.game for mutant in mutants}
        for story in failing_unbroken(game, stories(game, wanted.rule)[: 1 if wanted.some else None])
    ]:
        sys.exit("with the right rules these scenarios do not come true:\n" + "\n".join(failing))
    complaints = list(run(mutants, None if wanted.fresh or wanted.some else Progress()))
    print(
        f"{len(mutants)} mutants, {sum(bool(mutant.equivalent) for mutant in mutants)} of them equivalent; "
        f"{len(complaints)} complaints"
    )
    sys.exit("\n".join(complaints) or None)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--rule", metavar="ID", help="only the mutants of this rule")
    parser.add_argument("--some", type=int, metavar="N", help="only N of them, from all over the files")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have found out")


def run(mutants: list[Mutant], progress: Progress | None) -> Iterable[str]:
    """Print every mutant's result, and return the complaints."""
    for number, mutant in enumerate(mutants, 1):
        try:
            outcome, complaint = judge(mutant, progress)
        except Stale as stale:
            outcome, complaint = "STALE", str(stale)
        print(f"[{number:3}/{len(mutants)}] {mutant.game} {mutant}: {outcome}", flush=True)
        if complaint:
            yield complaint


def judge(mutant: Mutant, progress: Progress | None) -> tuple[str, str]:
    """What became of a mutant, and the complaint if it should not have."""
    candidates = stories(mutant.game, None if mutant.equivalent else mutant.rule)
    noticer = progress.known(mutant, candidates) if progress else None
    if noticer is None:
        noticer = noticed_by(mutant, candidates)
        if progress and noticer:
            progress.note(mutant, noticer)
    if noticer is None:
        return (
            (f"equivalent, {mutant.equivalent}", "")
            if mutant.equivalent
            else (
                "SURVIVES",
                f"{mutant.game}: {mutant}: none of the {len(candidates)} scenarios that carry {mutant.rule} notices it",
            )
        )
    outcome = f"noticed by {noticer.path.name}: {noticer.name}"
    return outcome, f"{mutant.game}: {mutant}: said to be equivalent, but {outcome}" if mutant.equivalent else ""
