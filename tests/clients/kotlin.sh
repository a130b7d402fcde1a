#!/usr/bin/env bash
# Builds a wallet from the EUDI project's Kotlin library for OpenID4VCI, once, in a cache outside of
# the checkout, and prints the folder of its jars. Nothing is written into the checkout.
#
# usage: tests/clients/kotlin.sh
#   export AVAL_TEST_EUDI=<folder>
# needs: Java 17 or newer and mvn, which takes 60 MB from Maven Central; flock (util-linux)
# env:   AVAL_TEST_EUDI_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/eudi-wallet
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/kotlin"
cache="${AVAL_TEST_EUDI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/eudi-wallet}"
say() { echo "kotlin: $*" >&2; }
fail() { say "$*"; exit 1; }

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null || fail "there is no Java on this machine; install 17 or newer, or set JAVA_HOME"
command -v mvn >/dev/null || fail "there is no mvn on this machine"
mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one builder at a time
built="$cache/$(cat "$source"/* | sha256sum | cut -c1-16)"
if [ ! -e "$built/.built" ]; then
  say "building the wallet in $cache (once)"
  work="$cache/work"
  rm -rf "$built" "$work"
  cp -r "$source" "$work"
  (cd "$work" && mvn -B -q package "-Dmaven.repo.local=$cache/m2") >"$cache/mvn.log" 2>&1 9>&- ||
    { tail -20 "$cache/mvn.log" >&2; fail "mvn failed"; }
  (cd "$work/target/lib" && sha256sum --quiet --strict --check "$source/jars.sha256" >&2) ||
    fail "a library is not the pinned one"
  for jar in "$work/target/lib"/*; do
    grep -q "  $(basename "$jar")$" "$source/jars.sha256" || fail "$(basename "$jar") is not pinned"
  done
  mv "$work/target/lib" "$built"
  mv "$work/target/eudi-wallet-1.jar" "$built/"
  rm -rf "$work" "$cache/m2"
  touch "$built/.built"
fi
echo "$built"
