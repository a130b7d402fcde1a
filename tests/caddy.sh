#!/usr/bin/env bash
# Builds the Caddy that tests/deploy/compose_long_test.ts starts with deploy/Caddyfile, where
# AVAL_TEST_CADDY names it. The first time it takes some minutes; nothing is written into the checkout.
#
# usage: export AVAL_TEST_CADDY=$(tests/caddy.sh)
# needs: Go
# env:   AVAL_TEST_CADDY_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/caddy
set -euo pipefail

version=2.10.2
cache="${AVAL_TEST_CADDY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/caddy}/$version"

if [ ! -x "$cache/caddy" ]; then
  command -v go >/dev/null || { echo "caddy: there is no Go on this machine" >&2; exit 1; }
  echo "caddy: building $version into $cache (once)" >&2
  mkdir -p "$cache"
  GOBIN="$cache" go install "github.com/caddyserver/caddy/v2/cmd/caddy@v$version" >&2
fi
echo "$cache/caddy"
