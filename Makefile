# make play   set up everything, open the table       make test     what a change must pass
# make quick  the tests that take a minute            make lint     style and types
# make long   what is too long for make test          make docs     the documentation as a site
# make clean  remove .venv                            make release VERSION=0.2.0
# Everything else that developers run is a command of dev/: .venv/bin/python -m dev lists them, CONTRIBUTING.md says when.
PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: play test quick lint long docs release clean browser

play: .venv/web.ready
	@$(BIN)/inventorium serve

test: .venv/test.ready browser
	$(BIN)/inventorium compile
	$(BIN)/python -m pytest -n 3 --dist worksteal
	$(BIN)/python -m pytest examples/games/tests

# One game and what all games share; no browser, server or strong bot.
quick: .venv/test.ready
	$(BIN)/python -m pytest -n 2 tests/test_architecture.py tests/test_contract.py tests/test_core.py tests/genies \
	    -m "not slow and not browser and not long"

lint: .venv/lint.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

# The long forms of the tests: random games by the hundred thousand, bounds-checked; every answer asked about in hundreds, every
# event added up in thousands; and the tests that are marked as long.
long: .venv/test.ready browser
	NUMBA_BOUNDSCHECK=1 INVENTORIUM_GAMES=100000 INVENTORIUM_RULINGS=500 INVENTORIUM_EVENTS=2000 \
	    $(BIN)/python -m pytest -n 2 -k "random_games or why_not or account_for"
	INVENTORIUM_LUCK=20 $(BIN)/python -m pytest -n 2 -m "long or not long" -k "adds_up"
	$(BIN)/python -m pytest -n 2 -m long

docs: .venv/docs.ready
	$(BIN)/python -m dev site

# Builds, tries, writes the CHANGELOG's section, commits and tags; publishes nothing. OPTIONS=--dry-run does it in a copy.
release: .venv/release.ready
	$(BIN)/python -m dev release $(VERSION) $(OPTIONS)

clean:
	rm -rf .venv

# Chromium for the browser tests: as root, as on a machine of CI, Debian's is installed; nobody else's system is touched.
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
	    >/dev/null 2>&1 || echo "There is no chromium: the browser tests will be skipped. Install it to run them."

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/core.ready: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv (once, a minute or so) ..."
	$(PIP) install -c constraints.txt -e .
	@touch $@

# .venv/NAME.ready installs an extra of the package: test, lint, docs, release, bench, learn ...
.venv/%.ready: pyproject.toml constraints.txt .venv/core.ready
	$(PIP) install -c constraints.txt -e '.[$*]'
	@touch $@
