#!/usr/bin/env bash
# Checks the spelling of everything that people read: pages, emails, demo articles, documents. Add correct words that it
# does not know to dictionary.txt.
cd "$(dirname "$0")/../.." || exit
exec web/node_modules/.bin/cspell lint --no-progress --no-summary --show-suggestions \
  --config scripts/words/cspell.json --root . "$@" \
  'web/src/{content,features,layout,pages,seo,ui}/**/*.{ts,tsx}' \
  'server/src/**/emails.rs' 'server/src/http/discovery/*.rs' 'server/demo/**' \
  site.toml '*.md' '{docs,crates,e2e}/**/*.md'
