#!/usr/bin/env bash
# Installs missing tools of the benchmarks, other than the binary and Node: Lighthouse, wrk, nginx, chromium, PostgreSQL.
set -eu -o pipefail
cd "$(dirname "$0")"

[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

wanted=()
command -v wrk >/dev/null || wanted+=(wrk)
PATH="$PATH:/usr/sbin" command -v nginx >/dev/null || wanted+=(nginx-light)
command -v chromium >/dev/null || wanted+=(chromium)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || wanted+=(postgresql)
[ ${#wanted[@]} = 0 ] && exit 0

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The packages would start nginx and PostgreSQL as services; the benchmarks start their own.
install() {
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${wanted[@]}"
}
install >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
