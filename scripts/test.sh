#!/usr/bin/env bash
# Runs every check of the project, from a fresh clone. Ends with "N passed, N failed"; each check that is not a test
# runner counts as one. With the argument "check", it runs only static checks.
set -u -o pipefail
cd "$(dirname "$0")/.."

passed=0
failed=0
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
# Printing a backtrace takes longer than some tests wait for a thread that panics on purpose.
export CARGO_TERM_COLOR=never NO_COLOR=1 CI=1 RUST_BACKTRACE=0

# say LINE: prints a heading with the time since the start
say() { printf '\n== %s (%dm%02ds)\n' "$1" $((SECONDS / 60)) $((SECONDS % 60)); }

# check NAME COMMAND...: runs a command that counts as one check
check() {
  local name=$1
  shift
  say "$name"
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $name"; fi
}

# needed NAME COMMAND...: runs a command without which the rest cannot run
needed() {
  local name=$1
  shift
  say "$name"
  if ! "$@"; then
    echo "FAILED: $name"
    echo "$passed passed, $((failed + 1)) failed"
    exit 1
  fi
}

# count REPORT: adds the numbers that scripts/count.mjs reads from a test runner's report; a runner without tests or
# without a report counts as a failure
count() {
  local numbers ran
  numbers=$(node scripts/count.mjs "$@") || numbers="0 1"
  read -r ran missed <<<"$numbers"
  passed=$((passed + ran))
  failed=$((failed + missed))
  echo "$ran passed, $missed failed"
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Installs Debian's browser, database server and Python if they are missing.
packages() {
  local wanted=()
  command -v chromium >/dev/null || wanted+=(chromium)
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || wanted+=(postgresql)
  python3 -c 'import ensurepip, venv' 2>/dev/null || wanted+=(python3 python3-venv)
  [ ${#wanted[@]} = 0 ] && return 0
  as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${wanted[@]}" >"$logs/apt.log" 2>&1 ||
    { tail -n 20 "$logs/apt.log"; return 1; }
}

web_packages() { (cd web && npm ci --no-audit --no-fund --silent); }
e2e_packages() { (cd e2e && npm ci --no-audit --no-fund --silent); }
in_web() { (cd web && npm run --silent "$@"); }
in_e2e() { (cd e2e && npm run --silent "$@"); }

# Checks that the generated types and the list of allowed elements in the tree are current.
fresh_types() {
  in_web types:api -- --check &&
    (cd web && node scripts/page-modules.mjs | diff -u src/generated/page-modules.ts -) &&
    (cd web && node scripts/allowed-elements.mjs | diff -u src/generated/allowed-elements.ts -) &&
    (cd web && node scripts/field-limits.mjs | diff -u src/generated/limits.ts -)
}

target=${CARGO_TARGET_DIR:-target}

# Installs schemathesis in a virtual environment, once for each list of packages.
api_packages() {
  local list=scripts/api-fuzz/requirements.txt home=$target/api-fuzz
  cmp -s "$list" "$home/requirements.txt" && return 0
  rm -rf "$home"
  python3 -m venv "$home" &&
    "$home/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement "$list" &&
    cp "$list" "$home/requirements.txt"
}

# Checks that the rules find their own examples, then that they find nothing in the tree.
words_style() { node scripts/words/style.mjs --self-test && node scripts/words/style.mjs; }

# api_fuzz WHO: sends generated requests to the binary
api_fuzz() { "$target/api-fuzz/bin/python" scripts/api-fuzz/run.py "$target/debug/foundfirst" "$1"; }

# finished PID LOG: waits for a command in the background, and prints its output
finished() {
  local code=0
  wait "$1" || code=$?
  cat "$2"
  return "$code"
}

end() {
  say "done"
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
  exit
}

# Static checks come first, so that a formatting error is reported within two minutes.
needed "web packages" web_packages
needed "e2e: packages" e2e_packages
check "web: format" in_web format:check
check "web: lint" in_web lint
check "web: types" in_web typecheck
check "web: generated types are fresh" fresh_types
check "e2e: format" in_e2e format:check
check "e2e: lint" in_e2e lint
check "e2e: types" in_e2e typecheck
check "words: spelling" scripts/words/spelling.sh
check "words: style" words_style
check "server: format" cargo fmt --all --check
check "server: licences and versions of crates" node scripts/crates.mjs
needed "web: build" in_web build
check "server: lint" cargo clippy --workspace --all-targets --quiet -- -D warnings
[ "${1:-}" = check ] && end

needed "Debian packages" packages
check "bill of materials" node scripts/sbom.mjs "$target/sbom.cdx.json"
say "web: unit tests"
(cd web && npx vitest run --reporter=default --reporter=json --outputFile.json="$logs/vitest.json")
count vitest "$logs/vitest.json"

# Includes the binary that the checks below use. A build for release would compile everything once more, and has no
# checks of arithmetic overflow and no debug assertions.
needed "server: build" cargo test --workspace --no-run --quiet
say "server: tests"
# One thread more than there are processors, as tests wait for files, sockets and other programs.
RUST_TEST_THREADS=$(($(nproc) + 1)) cargo test --workspace --no-fail-fast 2>&1 | tee "$logs/cargo.log" | grep -Ev '^test .* ok$|^$'
count cargo "$logs/cargo.log"

check "api: packages" api_packages
# Both at once: each has its own server, and uses little more than one processor.
api_fuzz nobody >"$logs/nobody.log" 2>&1 &
nobody=$!
check "api: generated requests, administrator" api_fuzz admin
check "api: generated requests, signed out" finished "$nobody" "$logs/nobody.log"

say "e2e: browser tests"
(cd e2e && npm run --silent test)
count playwright e2e/test-results/results.json
end
