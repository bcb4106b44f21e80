# make play   sets up everything and plays          make test   sets up everything and tests
# make rules  which rules have a test               make bench  speed, beside its peers
PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: play test lint bench rules long clean

play: .venv/play.ready
	@$(BIN)/inventorium play legendary-inventors

test: .venv/test.ready
	$(BIN)/inventorium compile
	$(BIN)/python -m pytest -n 2

rules: .venv/play.ready
	@$(BIN)/inventorium rules --coverage tests

lint: .venv/lint.ready
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/bench.ready
	$(BIN)/python -m benchmarks

# The long forms of the tests: random games by the hundred thousand, bounds-checked.
long: .venv/test.ready
	NUMBA_BOUNDSCHECK=1 INVENTORIUM_GAMES=100000 $(BIN)/python -m pytest -n 2 -k random_games

clean:
	rm -rf .venv

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/play.ready: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv (once, a minute or so) ..."
	$(PIP) install -c constraints.txt -e .
	@touch $@

# Every other purpose is an extra of the package of the same name.
.venv/%.ready: pyproject.toml constraints.txt .venv/play.ready
	$(PIP) install -c constraints.txt -e '.[$*]'
	@touch $@
