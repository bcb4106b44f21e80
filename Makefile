# make play    sets up everything, opens the table   make test   sets up everything and tests
# make quick   the tests that take a minute          make lint   style and types
# make rules   which rules have a test               make bench  speed, beside its peers
# make pages   the pages in a real browser           make load   moves a second, beside boardgame.io
# make long    what is too long for make test         make mutants  one rule broken at a time
# make crash   a server killed hundreds of times     make race   two servers, eight clients a table
# make attack  an attack on a running server         make strength  how strong the bots are (hours)
# make luck    luck of many games, measured          make docs   the documentation as a site
# make wheels  the package, tried in empty environments  make release VERSION=x  builds, tries and tags one
# make training  the tests of training, with PyTorch   make ratings  whether ratings are honest
# make sweep   all tables at all sizes, measured     make starting  what a stranger waits for
# make teaching  guided games and lessons in a real browser, all of them
# make busy    the suite five times beside four busy processes
PYTHON ?= python3
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: play test quick pages sweep teaching lint audit bench rules long busy mutants crash race attack load strength luck starting ratings docs wheels release training browser clean

play: .venv/web.ready
	@$(BIN)/inventorium serve

# What a change must pass: some minutes on two cores. What only repeats it in more games, languages or numbers is in `make long`.
test: .venv/test.ready browser
	$(BIN)/inventorium compile
	$(BIN)/python -m pytest -n 3 --dist worksteal
	$(BIN)/python -m pytest examples/games/tests

# One game, what all games share, and no browser, server or strong bot: an answer in under a minute.
quick: .venv/test.ready
	$(BIN)/python -m pytest -n 2 tests/test_architecture.py tests/test_contract.py tests/test_core.py tests/genies \
	    -m "not slow and not browser and not long"

rules: .venv/core.ready
	@$(BIN)/inventorium rules --coverage tests

lint: .venv/lint.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

# The tests of training need PyTorch, which is large and which nothing else needs: `make test` skips them.
training: .venv/test.ready .venv/learn.ready
	$(BIN)/python -m pytest tests/learning/test_training.py

# Known weaknesses of what we depend on; needs the package index's advisories.
audit: .venv/lint.ready
	@$(BIN)/python -m tests.audit

bench: .venv/bench.ready
	$(BIN)/python -m benchmarks

# Only the pages, in a real browser.
pages: .venv/test.ready browser
	$(BIN)/python -m pytest -m browser tests/web

# Tables of all games at many widths, in both languages and themes: what leaves its box? PICTURES=folder takes pictures.
sweep: .venv/test.ready browser
	$(BIN)/python -m tests.web.sweep $(if $(PICTURES),--pictures $(PICTURES))

# Every guided game and every lesson by clicking, in both languages, with something wrong tried at every step.
teaching: .venv/test.ready browser
	$(BIN)/python -m pytest -o addopts=--strict-markers tests/web/test_teaching.py

# The long forms of the tests, which a release runs: random games by the hundred thousand, bounds-checked, every answer asked about in
# hundreds, every event added up in thousands; and the tests that are marked as long.
long: .venv/test.ready browser
	NUMBA_BOUNDSCHECK=1 INVENTORIUM_GAMES=100000 INVENTORIUM_RULINGS=500 INVENTORIUM_EVENTS=2000 \
	    $(BIN)/python -m pytest -n 2 -k "random_games or why_not or account_for"
	INVENTORIUM_LUCK=20 $(BIN)/python -m pytest -n 2 -m "long or not long" -k "adds_up"
	$(BIN)/python -m pytest -n 2 -m long

# What is outrun by a bot, a process or a clock fails here: python -m tests.busy --help.
busy: .venv/test.ready browser
	$(BIN)/python -m tests.busy 5

# Rules with one rule broken each: a scenario that carries its id must notice. It goes on where it was when it is started again.
mutants: .venv/test.ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.mutants

# A server is killed with SIGKILL 200 times over SQLite, then over PostgreSQL; what it acknowledged is compared with what is there.
crash: .venv/test.ready
	$(BIN)/python -m tests.web.crash

# Two servers on one PostgreSQL, eight clients a table that answer the same questions, 1,000 tables.
race: .venv/test.ready
	$(BIN)/python -m tests.web.race

# Damaged files, races, heavy requests, forged notices, bad connections: what an attack from outside tried, in its long form.
attack: .venv/test.ready
	$(BIN)/python -m tests.web.attack

# Moves a second and live streams, beside the server of boardgame.io where node and npm are there. See docs/performance.md.
load: .venv/test.ready
	$(BIN)/python -m benchmarks.load

# How strong the bots are, as docs/how-strong.md tells it: hours on one core. It goes on where it was when it is started again.
strength: .venv/test.ready
	$(BIN)/python -m benchmarks.strength

# How often the intervals of ratings hold, for a thousand people, and how long 100,000 games take.
ratings: .venv/test.ready
	$(BIN)/python -m tests.arena.ratings

# Luck adds up, is nothing on average, and saves games, as docs/how-much-luck.md tells it: hours for the whole of it.
luck: .venv/test.ready
	INVENTORIUM_LUCK=1000 $(BIN)/python -m pytest -n 2 tests/analysis -k "adds_up"
	$(BIN)/python -m benchmarks.luck

# From `make play` in a fresh clone with an empty home to the first click in every game, three times.
starting: .venv/test.ready
	$(BIN)/python -m benchmarks.starting

# The documentation as a site, with the reference of the public interface: a running server shows it at /docs.
docs: .venv/docs.ready
	$(BIN)/python -m tools.site

# Wheel and sdist, tried in an empty environment of every Python that is named: make wheels PYTHONS="python3.12 python3.13".
wheels: .venv/release.ready
	$(BIN)/python -m tools.wheels $(PYTHONS)

# A release: builds, tries, writes the CHANGELOG's section, commits and tags; publishes nothing. make release VERSION=0.2.0
release: .venv/release.ready
	$(BIN)/python -m tools.release $(VERSION) $(OPTIONS)

# Chromium for the browser tests: as root, as on a machine of CI, Debian's is installed; nobody else's system is touched.
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
	    >/dev/null 2>&1 || echo "There is no chromium: the browser tests will be skipped. Install it to run them."

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
