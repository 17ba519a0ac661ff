# make up      install what is missing, start everything, print the address and the log-in; Ctrl-C stops it
# make test    linters, types and every test, on embedded servers of their own
# make lint    linters and types alone
# make bench DATA=DIR   predictions on a benchmark folder, and their figures by the scorer that lies with it
# make clean   remove the environment and ALL data of this checkout (not while it runs)
#
# PORT=8001 make up chooses another port; all settings are in docs/operations.md.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv/bin
DATA ?=
OUT ?= var/bench

.PHONY: up test test-product test-answers test-documents test-parts lint bench clean install install-dev

up: install
	@exec $(VENV)/python -m finrag_site.up

install:
	@$(PYTHON) scripts/install.py

install-dev: install
	@$(PYTHON) scripts/install.py requirements-dev.txt

lint: install-dev
	$(VENV)/ruff check .
	$(VENV)/ruff format --check .
	$(VENV)/lint-imports
	$(VENV)/mypy

# Tests that drive the running product mostly wait; two of the others fill two cores, and the last begins where one ends.
# Each part has a data folder of its own. Linters and types run beside them.
test: install-dev
	@$(MAKE) --no-print-directory --jobs=4 lint test-product test-answers test-parts test-documents

# What fails while all parts run is run once more, by itself; what fails twice fails the whole.
AGAIN := --last-failed --last-failed-no-failures=none
PYTEST = FINRAG_TEST_VAR=$(CURDIR)/var/test-$(1) $(VENV)/python -m pytest -o cache_dir=.pytest_cache/$(1)
ANSWERS := tests/answers tests/audit tests/learning tests/memory tests/questions
DOCUMENTS := tests/accounts tests/chat tests/connect tests/documents tests/evaluation
PRODUCT := tests/browser tests/faults
ELSEWHERE := $(addprefix --ignore=,$(ANSWERS) $(DOCUMENTS) $(PRODUCT))

test-answers:
	$(call PYTEST,answers) $(ANSWERS) || $(call PYTEST,answers) $(ANSWERS) $(AGAIN)

test-documents:
	$(call PYTEST,documents) $(DOCUMENTS) || $(call PYTEST,documents) $(DOCUMENTS) $(AGAIN)

test-parts:
	$(call PYTEST,parts) $(ELSEWHERE) || $(call PYTEST,parts) $(ELSEWHERE) $(AGAIN)

test-product:
	$(call PYTEST,product) $(PRODUCT) || $(call PYTEST,product) $(PRODUCT) $(AGAIN)

bench: install
	@test -n "$(DATA)" || { echo "Which data? make bench DATA=DIR"; exit 2; }
	@mkdir -p $(OUT)
	$(VENV)/python manage.py bench financebench --data $(DATA) --setting shared --out $(OUT)/shared.jsonl
	$(VENV)/python manage.py bench financebench --data $(DATA) --setting single --out $(OUT)/single.jsonl
	@for scorer in $(wildcard $(DATA)/score.py $(DATA)/../score.py); do for setting in shared single; do \
		echo "$$setting:"; $(VENV)/python $$scorer $(OUT)/$$setting.jsonl; done; done

clean:
	@$(PYTHON) scripts/clean.py
