#!/usr/bin/env bash
# Starts certomancer-csc-dummy on loopback, a trust service by CSC API v1.0.4 that we did not write, for
# the tests that AVAL_TEST_CSC switches on. It is installed from PyPI once, in a cache outside of the
# checkout, and its keys are made there. Nothing is written into the checkout.
#
# usage: tests/csc.sh [PORT]    default 8190; 0 takes a free port
#   Prints its address and its process id on one line when it answers; the rest is standard error.
#   export AVAL_TEST_CSC=<address>; to stop it: kill <process id>
# needs: python3 with venv; setsid and flock (util-linux)
# env:   AVAL_TEST_CSC_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/csc
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/csc" && pwd)"
cache="${AVAL_TEST_CSC_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/csc}"
port="${1:-8190}"

fail() { echo "csc: $*" >&2; exit 1; }
taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
# Whether it is served on the port: its first line says 200.
answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$port" &&
    printf 'GET /info HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3 &&
    read -r -t 5 line <&3 && [[ "$line" == *" 200 "* ]]) 2>/dev/null
}

command -v python3 >/dev/null || fail "there is no python3 on this machine"
mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one installer at a time
venv="$cache/$(cat "$here/requirements.txt" "$here/pki.yml" "$here/make_keys.py" | sha256sum | cut -c1-16)"
if [ ! -e "$venv/.installed" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv" >&2 || fail "python3 has no venv; install python3-venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
    --requirement "$here/requirements.txt" >&2 9>&- || fail "could not install certomancer-csc-dummy"
  mkdir "$venv/pki"
  cp "$here/pki.yml" "$venv/pki/"
  "$venv/bin/python" "$here/make_keys.py" "$venv/pki" >&2 || fail "could not make its keys"
  touch "$venv/.installed"
fi

if [ "$port" = 0 ]; then
  for port in $(shuf -i 20000-32000 -n 20); do taken "$port" || break; done
elif taken "$port"; then
  fail "another process listens on port $port"
fi
cd "$venv/pki"
# In a session of its own, so that an interrupt of the terminal does not end it before its tests.
setsid nohup "$venv/bin/certomancer-csc" pki.yml "$port" 2 >"$venv/csc-$port.log" 2>&1 </dev/null 9>&- &
pid=$!
flock -u 9
for _ in $(seq 100); do
  if answers; then
    echo "http://127.0.0.1:$port $pid"
    exit 0
  fi
  kill -0 "$pid" 2>/dev/null || { tail -20 "$venv/csc-$port.log" >&2; fail "it ended before it answered"; }
  sleep 0.3
done
kill "$pid" 2>/dev/null || true
fail "did not answer within 30 s"
