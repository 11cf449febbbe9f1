# Three commands do everything: `make play` sits you down at a table, `make demo` plays a season and tells the story, `make test` runs all checks and tests.
# The rest are the parts of these, and longer runs.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The package index is the one pip is configured for on this machine; requirements.lock pins every file by hash.
# Debian's own Python, where it is the 3.11 there is: it is built with optimisations that others lack, and saves a tenth of the tests' time.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3.11) python3)

# The tests start some thousand processes of the engine: each would compile it anew where Python is told to keep nothing it compiled.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup play tutorial demo test check pytest test-all bench crash dice fuzz mutants storm storm-fresh board-fresh test-pythons test-browser bless clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	test -x $(BIN)/pip3 || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(STAMP)

# A game in the folder `game` (GAME=... for another), in the browser of this machine; PLAYERS=ana,bo,cy seats these.
# PORT=8353 where another game is served already.
GAME ?= game
PLAYERS ?=
PORT ?= 8352

play: setup
	$(BIN)/nomic play "$(GAME)" --clock table --port $(PORT) $(if $(PLAYERS),--players "$(PLAYERS)")

# Five minutes with a teacher, who plays two friends of yours.
tutorial: setup
	$(BIN)/nomic play tutorial --tutorial --port $(PORT)

demo: setup
	$(BIN)/nomic demo

# The checks take turns with tests that wait for something.
test: setup
	$(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=line) check pytest

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/nomic check --no-examples

# The longest tests take turns by the commit (tests/longest.py); TURN= plays all of them.
TURN ?= $(shell git rev-parse HEAD 2>/dev/null || echo no-commit)

# Three at once on two cores: many tests wait for something.
pytest: setup
	NOMIC_TURN=$(TURN) $(BIN)/python -m pytest -n 3 --dist worksteal

# All of the longest tests, and the whole of the long tables of which `make test` plays a share (tests/shares.py).
test-all: setup
	NOMIC_TESTS=all $(BIN)/python -m pytest -n 3 --dist worksteal

bench: setup
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.curves
	$(BIN)/python -m tests.site.year

crash: setup
	NOMIC_CRASH=all $(BIN)/python -m pytest -q -s tests/proof/test_crash.py

# A million throws of each die from d2 to d100.
dice: setup
	NOMIC_DICE=all $(BIN)/python -m pytest -q -n 2 tests/game/test_dice.py

# So many examples for each property, and others each time.
FUZZ ?= 5000

fuzz: setup
	NOMIC_FUZZ=$(FUZZ) $(BIN)/python -m pytest -q -s tests/hostile/fuzz

# Changes of one place in the pure rooms, of which nine of ten must be noticed; ARGS="--seed 7 --list" says which ones.
MUTANTS ?= 100

mutants: setup
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements-mutants.lock
	$(BIN)/python -m tests.mutants --count $(MUTANTS) --jobs 2 $(ARGS)

# Seasons under faults; ARGS for whatever else `python -m tests.storms --help` offers.
SEEDS ?= 10000
SEED ?= 0

storm: setup
	$(BIN)/python -m tests.storms --seeds $(SEEDS) --seed $(SEED) --jobs 2 $(ARGS)

# Seasons that nobody has chosen: their seeds are drawn from the hash of the commit.
MINUTES ?= 10

storm-fresh: setup
	$(BIN)/python -m tests.storms --drawn-from "$$(git rev-parse HEAD)" --minutes $(MINUTES) --jobs 2

# Boards of seasons that nobody has chosen, read by program; by html5lib and icalendar, too, where they are installed.
board-fresh: setup
	$(BIN)/python -m tests.site.fresh $(ARGS)

# The pages in a real browser: Debian's Chromium, driven by Playwright; pictures of every page are left in .screenshots/.
test-browser: setup
	command -v chromium || (apt-get update && apt-get install --yes chromium)
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements-browser.lock
	NOMIC_BROWSER=all $(BIN)/python -m pytest -q -s tests/browser tests/rulesets/test_lesson.py

# Every Python from 3.11 to 3.14 that can be had here; WHOLE=1 runs all tests on each, ONLY="3.13 3.14" those alone.
test-pythons: setup
	WHOLE="$(WHOLE)" ONLY="$(ONLY)" $(BIN)/python -m tests.proof.pythons

bless: setup
	$(BIN)/python -m tests.playthroughs.bless
	$(BIN)/python -m tests.game.replies.bless
	$(BIN)/python -m tests.newgame.here
	$(BIN)/python -m tests.storms.bless

clean:
	rm -rf $(VENV) .pythons .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
