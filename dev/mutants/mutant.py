"""A mutant as declared, and its source code."""

import ast
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from inventorium import games

TESTS = Path(__file__).parents[2] / "tests"


class Stale(Exception):
    """The declaration does not fit rules.py any more; the text says what would be right."""


@dataclass(frozen=True)
class Mutant:
    """One rule, broken in one function by another text."""

    game: str
    rule: str
    function: str
    text: str
    new: str
    equivalent: str = ""  # why it plays like the right rules

    def __str__(self) -> str:
        return f"{self.rule} in {self.function}: {shortened(self.text)} -> {shortened(self.new) or 'nothing'}"


def shortened(text: str) -> str:
    """On one line, and no longer than one can read in passing."""
    words = " ".join(text.split())
    return words if len(words) <= 60 else f"{words[:57]}..."


def rules_file(game: str) -> Path:
    return Path(games.__file__ or "").parent / game.replace("-", "_") / "rules.py"


def declared(game: str) -> list[Mutant]:
    """The mutants of a game, in the order of its file; none where it has no such file."""
    file = TESTS / game.replace("-", "_") / "mutants.toml"
    lines = tomllib.loads(file.read_text(encoding="utf-8"))["mutants"] if file.exists() else []
    return [Mutant(game, line["rule"], line["in"], line["text"], line["new"], line.get("equivalent", "")) for line in lines]


def broken_function(mutant: Mutant) -> tuple[str, str]:
    """The function as it is, and as the mutant has it. The text must be there exactly once."""
    functions = functions_of(mutant.game)
    if mutant.function not in functions:
        raise Stale(f"{mutant}: rules.py has no function '{mutant.function}'")
    right = functions[mutant.function]
    if (times := right.count(mutant.text)) != 1:
        raise Stale(f"{mutant}: the text is {times} times in '{mutant.function}'; it must be there once")
    wrong = right.replace(mutant.text, mutant.new)
    try:
        compile(wrong, mutant.function, "exec")
    except SyntaxError as error:
        raise Stale(f"{mutant}: '{mutant.function}' does not compile then: {error.msg}") from None
    return right, wrong


def broken_source(mutant: Mutant) -> str:
    """rules.py with the one function broken."""
    right, wrong = broken_function(mutant)
    return rules_file(mutant.game).read_text(encoding="utf-8").replace(right, wrong)


@cache
def functions_of(game: str) -> dict[str, str]:
    """The source of every function of rules.py, by its name."""
    source = rules_file(game).read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    return {
        node.name: "".join(lines[node.lineno - 1 : node.end_lineno])
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }
