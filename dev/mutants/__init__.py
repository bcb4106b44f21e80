"""Runs the mutants: `make mutants`, or `NUMBA_DISABLE_JIT=1 python -m dev.mutants --help` for some of them."""

import argparse
import sys
from collections.abc import Iterable

import numba

from inventorium.core import library
from dev.mutants.mutant import Mutant, Stale, declared
from dev.mutants.progress import Progress
from dev.mutants.scenarios import failing_unbroken, noticed_by, stories


def main() -> None:
    options = read_options()
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        sys.exit("mutants run in plain Python, else each would be compiled: `make mutants`, or set NUMBA_DISABLE_JIT=1")
    mutants = [
        mutant for game in options.games or library.names() for mutant in declared(game) if options.rule in (None, mutant.rule)
    ]
    if options.some:
        mutants = mutants[:: max(1, len(mutants) // options.some)][: options.some]
    if failing := [
        f"{story.path}:{story.line}: {story.name}"
        for game in {mutant.game for mutant in mutants}
        for story in failing_unbroken(game, stories(game, options.rule)[: 1 if options.some else None])
    ]:
        sys.exit("with the right rules these scenarios do not come true:\n" + "\n".join(failing))
    complaints = list(run(mutants, None if options.fresh or options.some else Progress()))
    print(
        f"{len(mutants)} mutants, {sum(bool(mutant.equivalent) for mutant in mutants)} of them equivalent; "
        f"{len(complaints)} complaints"
    )
    sys.exit("\n".join(complaints) or None)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dev.mutants", description="Runs rules with one rule broken each.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--rule", metavar="ID", help="only the mutants of this rule")
    parser.add_argument("--some", type=int, metavar="N", help="only N of them, from all over the files")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have found out")
    return parser.parse_args()


def run(mutants: list[Mutant], progress: Progress | None) -> Iterable[str]:
    """Tells every mutant as it comes, and returns the complaints."""
    for number, mutant in enumerate(mutants, 1):
        try:
            told, complaint = judge(mutant, progress)
        except Stale as stale:
            told, complaint = "STALE", str(stale)
        print(f"[{number:3}/{len(mutants)}] {mutant.game} {mutant}: {told}", flush=True)
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
    told = f"noticed by {noticer.path.name}: {noticer.name}"
    return told, f"{mutant.game}: {mutant}: said to be equivalent, but {told}" if mutant.equivalent else ""


if __name__ == "__main__":
    main()
