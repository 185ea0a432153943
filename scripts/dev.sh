#!/usr/bin/env bash
# Rebuilds and restarts the server whenever its source changes, with the front end through Vite.
set -eu
cd "$(dirname "$0")/.."

export FOUNDFIRST_VITE=http://127.0.0.1:5173
# The style guide, at /_styleguide, is in development builds only.
export VITE_STYLEGUIDE=1
target=${CARGO_TARGET_DIR:-target}
server=
vite=
stop() { kill $server $vite 2>/dev/null || true; }
trap stop EXIT INT TERM

# The server embeds its front-end bundle, so there must be one.
[ -e web/dist/server/entry-server.js ] || (cd web && npm run --silent build)
(cd web && exec npx vite --host 127.0.0.1 --port 5173 --strictPort) &
vite=$!

last=
while kill -0 "$vite" 2>/dev/null; do
  now=$(find crates server/src server/migrations server/demo server/Cargo.toml site.toml -type f -printf '%T@ %p\n' | sort | cksum)
  if [ "$now" != "$last" ]; then
    last=$now
    if cargo build --package foundfirst; then
      [ -z "$server" ] || { kill "$server" && wait "$server" || true; }
      "$target/debug/foundfirst" demo --if-empty
      "$target/debug/foundfirst" serve &
      server=$!
    fi
  fi
  sleep 1
done
