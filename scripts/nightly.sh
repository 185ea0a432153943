#!/usr/bin/env bash
# Checks for known vulnerabilities of crates and npm packages. Run it every night: unlike `make test`, it needs the
# network. Exit code 0 if there are none, 1 if there are any, 2 if a source could not be reached.
set -u -o pipefail
cd "$(dirname "$0")/.."

vulnerable=0
unknown=0
target=${CARGO_TARGET_DIR:-target}
PATH=$target/tools/bin:$PATH
log=$(mktemp)
trap 'rm -f "$log"' EXIT

found() { vulnerable=1; echo "VULNERABLE: $1"; }
unreachable() { unknown=1; echo "NOT CHECKED: $1"; }

# Uses cargo-deny or cargo-audit if installed; otherwise builds cargo-audit once.
advisories() {
  echo "== crates"
  if cargo deny --version >/dev/null 2>&1; then
    cargo deny check advisories 2>&1 | tee "$log"
  else
    if ! cargo audit --version >/dev/null 2>&1; then
      cargo install cargo-audit --locked --quiet --root "$target/tools" >"$log" 2>&1 ||
        { unreachable "crates: no cargo-deny, and cargo-audit cannot be installed: $(tail -n 1 "$log")"; return; }
    fi
    cargo audit 2>&1 | tee "$log"
  fi
  local status=${PIPESTATUS[0]}
  [ "$status" = 0 ] && return
  if grep -qiE "failed to fetch|couldn't fetch|could not resolve|error loading advisory|failed to load advisory|network|timed out" "$log"; then
    unreachable "crates: the advisory database cannot be reached"
  else
    found "crates"
  fi
}

# npm_audit DIRECTORY
npm_audit() {
  echo "== npm: $1"
  (cd "$1" && npm audit --json --package-lock-only) >"$log" 2>/dev/null
  case $(node -e '
    let report;
    try { report = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")); } catch { report = {}; }
    const counts = report.metadata?.vulnerabilities;
    if (!counts) console.log("unknown");
    else console.log(counts.total > 0 ? "vulnerable" : "fine");
  ' "$log") in
    fine) echo "no known vulnerability" ;;
    vulnerable) (cd "$1" && npm audit --package-lock-only); found "npm packages of $1" ;;
    *) unreachable "npm packages of $1: the registry does not respond to audits" ;;
  esac
}

advisories
for directory in web e2e bench; do npm_audit "$directory"; done
if [ "$vulnerable" = 1 ]; then exit 1; fi
if [ "$unknown" = 1 ]; then exit 2; fi
echo "nothing known to be vulnerable"
