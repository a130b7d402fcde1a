#!/usr/bin/env bash
# Makes a virtual environment with Authlib and the reference implementation of SD-JWT, once, in a
# cache outside of the checkout, and prints the path of its Python. Nothing is written into the
# checkout.
#
# usage: tests/clients/python.sh
# needs: python3 with venv; flock (util-linux)
# env:   AVAL_TEST_PYTHON_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/python-clients
set -euo pipefail
requirements="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/python/requirements.txt"
cache="${AVAL_TEST_PYTHON_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/python-clients}"
fail() { echo "python: $*" >&2; exit 1; }

command -v python3 >/dev/null || fail "there is no python3 on this machine"
mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one installer at a time
venv="$cache/$(sha256sum "$requirements" | cut -c1-16)"
if [ ! -e "$venv/.installed" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv" >&2 || fail "python3 has no venv; install python3-venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
    --requirement "$requirements" >&2 9>&- || fail "could not install $requirements"
  touch "$venv/.installed"
fi
echo "$venv/bin/python"
