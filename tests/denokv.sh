#!/usr/bin/env bash
# Starts a denokv, the KV Connect server that one hosts oneself, on an empty file on loopback, for
# the tests that AVAL_TEST_DENOKV switches on. The first start builds it from crates.io (about 20
# minutes on 2 cores); later ones take no time. Nothing is written into the checkout.
#
# usage: tests/denokv.sh [PORT]    default 4512; 0 takes a free port
#   Prints its address, its access token and its process id on one line when it answers; the rest
#   is standard error. Each port is a server of its own:
#     read -r AVAL_TEST_DENOKV AVAL_TEST_DENOKV_TOKEN pid <<<"$(tests/denokv.sh 0)"
#     export AVAL_TEST_DENOKV AVAL_TEST_DENOKV_TOKEN
#   to stop it: kill <process id>; the next start removes its file.
# needs: cargo for the first start, setsid and flock (util-linux)
# env:   AVAL_TEST_DENOKV_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/denokv-VERSION
#        AVAL_TEST_DENOKV_FLAGS  of its `serve`, default the ones that the README recommends
#        AVAL_TEST_DENOKV_DATA   a file to go on with, instead of an empty one
#        AVAL_TEST_DENOKV_TOKEN  its access token, default a random one
set -euo pipefail

version=0.14.0
cache="${AVAL_TEST_DENOKV_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/denokv-$version}"
flags="${AVAL_TEST_DENOKV_FLAGS:---num-workers 2 --atomic-write-batch-timeout-ms 1}"
wait_seconds=20
port="${1:-4512}"
denokv="$cache/bin/denokv"

say() { echo "denokv: $*" >&2; }
fail() { say "$*"; exit 1; }
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one installer at a time
if [ ! -x "$denokv" ]; then
  command -v cargo >/dev/null || fail "there is no cargo on this machine to build it; install Rust"
  say "building $version into $cache (once, about 20 minutes)"
  cargo install denokv --version "$version" --locked --root "$cache" \
    --target-dir "$cache/target" >"$cache/build.log" 2>&1 9>&- ||
    { tail -20 "$cache/build.log" >&2; fail "cargo install failed"; }
  rm -rf "$cache/target"
fi

for old in "$cache"/run-*; do # of runs that have ended
  kill -0 "$(cat "$old/pid" 2>/dev/null)" 2>/dev/null || rm -rf "$old"
done
if [ "$port" = 0 ]; then
  for port in $(shuf -i 20000-32000 -n 20); do
    listens || [ -e "$cache/run-$port" ] || break
  done
elif listens; then
  fail "another process listens on port $port"
fi
run="$cache/run-$port"
mkdir -p "$run"
token="${AVAL_TEST_DENOKV_TOKEN:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}"

# In a session of its own, so that an interrupt of the terminal does not end it before its tests.
# shellcheck disable=SC2086 # the flags are words
DENO_KV_ACCESS_TOKEN="$token" setsid nohup "$denokv" \
  --sqlite-path "${AVAL_TEST_DENOKV_DATA:-$run/kv.sqlite3}" \
  serve --addr "127.0.0.1:$port" $flags >"$run/denokv.log" 2>&1 </dev/null 9>&- &
pid=$!
echo "$pid" >"$run/pid"
flock -u 9

deadline=$((SECONDS + wait_seconds))
while [ "$SECONDS" -lt "$deadline" ]; do
  if listens; then
    say "answers at http://127.0.0.1:$port; its log: $run/denokv.log"
    echo "http://127.0.0.1:$port $token $pid"
    exit 0
  fi
  kill -0 "$pid" 2>/dev/null || { tail -20 "$run/denokv.log" >&2; fail "it ended before it answered"; }
  sleep 0.1
done
kill "$pid" 2>/dev/null || true
fail "did not answer within $wait_seconds s"
