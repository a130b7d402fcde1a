#!/usr/bin/env bash
# Gets a real OpenTelemetry Collector and a real Prometheus for the tests that AVAL_TEST_TELEMETRY
# switches on. The collector is built of the components that deploy/observability/collector names,
# once for each change of them: three minutes, and 2 GB of Go modules and build cache. Prometheus is
# Debian's package, unpacked and not installed. Nothing is written into the checkout.
#
# usage: tests/telemetry.sh
#   Prints the folder with aval-otelcol, prometheus and promtool on one line; the rest is standard
#   error. export AVAL_TEST_TELEMETRY=<folder>
# needs: go 1.25 or newer; apt-get and dpkg-deb, or prometheus and promtool on the path; flock
# env:   AVAL_TEST_TELEMETRY_CACHE  where they are kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/telemetry
set -euo pipefail

version=0.155.0
components="$(cd "$(dirname "${BASH_SOURCE[0]}")/../deploy/observability/collector" && pwd)/builder.yaml"
cache="${AVAL_TEST_TELEMETRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/telemetry}"

say() { echo "telemetry: $*" >&2; }
fail() { say "$*"; exit 1; }
# Runs a step of the installation; its output is shown only when it fails. Lets go of the lock.
step() {
  local log="$cache/step.log"
  "$@" 9>&- >"$log" 2>&1 || { tail -20 "$log" >&2; fail "failed: $*"; }
}

mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one installer at a time

tools="$cache/$(sha256sum "$components" | cut -c1-16)"
mkdir -p "$tools"

if [ ! -x "$tools/aval-otelcol" ]; then
  command -v go >/dev/null || fail "there is no Go on this machine; install 1.25 or newer"
  say "building the collector into $tools (once, some minutes)"
  source="$tools/source"
  rm -rf "$source"
  mkdir -p "$source"
  step env GOBIN="$tools/bin" go install "go.opentelemetry.io/collector/cmd/builder@v$version"
  # The builder writes the program. It would also fetch what the components' own tests need, some of
  # which no registry has; the program itself needs none of that.
  step sh -c 'cd "$1" && "$2" --config "$3" --skip-compilation --skip-get-modules' \
    - "$source" "$tools/bin/builder" "$components"
  {
    printf 'module aval-otelcol\n\ngo 1.25.0\n\nrequire (\n'
    sed -n 's/^ *- gomod: /\t/p' "$components"
    printf '\tgo.opentelemetry.io/collector/otelcol v%s\n)\n' "$version"
  } >"$source/built/go.mod"
  step sh -c 'cd "$1" && go build -mod=mod -trimpath -ldflags="-s -w" -o "$2" .' \
    - "$source/built" "$tools/aval-otelcol.new"
  mv "$tools/aval-otelcol.new" "$tools/aval-otelcol"
  rm -rf "$source" "$tools/bin"
fi

if [ ! -x "$tools/prometheus" ] || [ ! -x "$tools/promtool" ]; then
  if command -v prometheus >/dev/null && command -v promtool >/dev/null; then
    ln -sf "$(command -v prometheus)" "$(command -v promtool)" "$tools/"
  else
    command -v dpkg-deb >/dev/null || fail "needs prometheus and promtool, or a Debian to get them from"
    say "unpacking Debian's prometheus into $tools (once)"
    rm -rf "$tools/unpack"
    mkdir -p "$tools/unpack"
    download() { (cd "$tools/unpack" && apt-get -qq download prometheus); }
    # On a new machine the lists of packages are not there yet.
    download >/dev/null 2>&1 || { step apt-get -qq update && step download; }
    step sh -c 'dpkg-deb -x "$1"/*.deb "$1/all"' - "$tools/unpack"
    mv "$tools/unpack/all/usr/bin/prometheus" "$tools/unpack/all/usr/bin/promtool" "$tools/"
    rm -rf "$tools/unpack"
  fi
fi

echo "$tools"
