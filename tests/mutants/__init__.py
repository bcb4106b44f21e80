"""Mutants: rules with one rule broken, each of which a scenario that carries the id of that rule must notice (`make mutants`).

`tests/<game>/mutants.toml` declares them, one a line: in which function of rules.py which text is replaced by what. A mutant
that plays exactly like the right rules says why in `equivalent`; then no scenario at all may notice it.
"""
