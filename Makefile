# Commands for people. Each works from a fresh clone; `make` alone lists them.

TARGET := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)
BIN := $(TARGET)/release/foundfirst

.PHONY: help run check test build dev bench audit sbom types stills format web-packages

help:
	@echo "make run     build everything and start the site on http://127.0.0.1:8080"
	@echo "make check   format, lint, types and words: what a commit must pass, in two minutes"
	@echo "make test    format, lint, type-check, and all tests; installs what they need"
	@echo "make build   build $(BIN)"
	@echo "make dev     server with reload, front end through Vite"
	@echo "make bench   benchmarks; writes docs/performance.md"
	@echo "make audit   Lighthouse on seven pages; fails where a target is missed"
	@echo "make sbom    every crate and npm package, as CycloneDX; writes $(TARGET)/sbom.cdx.json"
	@echo "make types   the front end's types from the server's"
	@echo "make stills  the images with the brand's colours, after tokens.css has changed"
	@echo "make format  format everything"

run: build
	@$(BIN) demo --if-empty
	@exec $(BIN) serve

build: web-packages
	cd web && npm run --silent build
	cargo build --release --package foundfirst

check:
	@scripts/test.sh check

test:
	@scripts/test.sh

dev: web-packages
	@scripts/dev.sh

bench: build
	@bench/setup.sh
	@node bench/run.mjs

audit: build
	@bench/setup.sh
	@node bench/run.mjs --only paint --strict

sbom:
	@node scripts/sbom.mjs $(TARGET)/sbom.cdx.json

# The server, which writes the description, is not built without a front end.
types: web-packages
	@[ -e web/dist/server/entry-server.js ] || (cd web && npm run --silent build)
	cargo xtask types
	cd web && npm run --silent types

stills: web-packages
	cd e2e && npm ci --silent
	@node scripts/stills.mjs

format: web-packages
	cargo fmt --all
	cd web && npm run --silent format
	cd e2e && npm ci --silent && npm run --silent format

# npm writes this file last: it is older than the lock file exactly when the packages are.
web-packages: web/node_modules/.package-lock.json

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --silent
	@touch $@
