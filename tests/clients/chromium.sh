#!/usr/bin/env bash
# Finds a Chromium for the tests that AVAL_TEST_CHROMIUM switches on. Where there is none, Debian's is
# installed by root, and unpacked into a cache by anybody else. Nothing is written into the checkout.
#
# usage: tests/clients/chromium.sh
#   Prints the path of the program on one line; the rest is standard error.
#   export AVAL_TEST_CHROMIUM=<path>
# needs: chromium on the path, or a Debian
# env:   AVAL_TEST_CHROMIUM_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/chromium
set -euo pipefail

cache="${AVAL_TEST_CHROMIUM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/chromium}"
unpacked="$cache/root/usr/lib/chromium/chromium"

say() { echo "chromium: $*" >&2; }
fail() { say "$*"; exit 1; }
# Runs a step of the installation; its output is shown only when it fails.
step() {
  local log="$cache/step.log"
  "$@" >"$log" 2>&1 || { tail -20 "$log" >&2; fail "failed: $*"; }
}
find_it() {
  command -v chromium || command -v chromium-browser || command -v google-chrome ||
    { [ -x "$unpacked" ] && echo "$unpacked"; }
}

if ! find_it >/dev/null; then
  command -v apt-get >/dev/null || fail "there is no chromium on this machine, and no Debian to get it from"
  mkdir -p "$cache"
  exec 9>"$cache/.lock"
  flock 9 # one installer at a time
  if [ "$(id -u)" = 0 ]; then
    say "installing Debian's chromium (once)"
    step apt-get update
    step env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium
  elif [ ! -x "$unpacked" ]; then
    say "unpacking Debian's chromium into $cache (once)"
    rm -rf "$cache/packages" "$cache/root"
    mkdir -p "$cache/packages" "$cache/root"
    step sh -c 'cd "$1" && apt-get download chromium chromium-common' - "$cache/packages"
    for package in "$cache"/packages/*.deb; do step dpkg-deb -x "$package" "$cache/root"; done
    rm -rf "$cache/packages"
  fi
fi

program="$(find_it)" || fail "the package brought no chromium"
"$program" --version >/dev/null 2>&1 ||
  fail "$program does not start; libraries may be missing: apt-get install chromium"
echo "$program"
