# make play    sets up everything, opens the table   make test   sets up everything and tests
# make rules   which rules have a test               make bench  speed, beside its peers
# make lint    style and types                       make long   random games by the hundred thousand
# make pages   the pages in a real browser           make load   moves a second, beside boardgame.io
# make crash   a server killed hundreds of times     make race   two servers, eight clients a table
# make strength  how strong the bots are (hours)     make mutants  one rule broken at a time: a scenario notices
PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: play test pages lint bench rules long mutants crash race load strength browser clean

play: .venv/web.ready
	@$(BIN)/inventorium serve

test: .venv/test.ready browser
	$(BIN)/inventorium compile
	$(BIN)/python -m pytest -n 2

rules: .venv/core.ready
	@$(BIN)/inventorium rules --coverage tests

lint: .venv/lint.ready
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(BIN)/python -m tests.audit

bench: .venv/bench.ready
	$(BIN)/python -m benchmarks

# Only the pages, in a real browser.
pages: .venv/test.ready browser
	$(BIN)/python -m pytest -m browser tests/web

# The long forms of the tests: random games by the hundred thousand, bounds-checked, and every answer asked about in hundreds.
long: .venv/test.ready
	NUMBA_BOUNDSCHECK=1 INVENTORIUM_GAMES=100000 INVENTORIUM_RULINGS=500 $(BIN)/python -m pytest -n 2 -k "random_games or why_not"

# Rules with one rule broken each: a scenario that carries its id must notice. It goes on where it was when it is started again.
mutants: .venv/test.ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.mutants

# A server is killed with SIGKILL 200 times over SQLite, then over PostgreSQL; what it acknowledged is compared with what is there.
crash: .venv/test.ready
	$(BIN)/python -m tests.web.crash

# Two servers on one PostgreSQL, eight clients a table that answer the same questions, 1,000 tables.
race: .venv/test.ready
	$(BIN)/python -m tests.web.race

# Moves a second and live streams, beside the server of boardgame.io where node and npm are there. See docs/performance.md.
load: .venv/test.ready
	$(BIN)/python -m benchmarks.load

# How strong the bots are, as docs/bots.md tells it: hours on one core. It goes on where it was when it is started again.
strength: .venv/test.ready
	$(BIN)/python -m benchmarks.strength

# Debian's Chromium for the browser tests, where it can be had.
browser:
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 \
	    || echo "There is no chromium, and none can be installed here: the browser tests will be skipped."

clean:
	rm -rf .venv

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/core.ready: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv (once, a minute or so) ..."
	$(PIP) install -c constraints.txt -e .
	@touch $@

# Every other purpose is an extra of the package of the same name.
.venv/%.ready: pyproject.toml constraints.txt .venv/core.ready
	$(PIP) install -c constraints.txt -e '.[$*]'
	@touch $@
