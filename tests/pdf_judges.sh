#!/usr/bin/env bash
# Installs those who judge signed PDFs, once, in a cache outside of the checkout: pyHanko from PyPI in
# a virtual environment, pdfsig (poppler-utils) and qpdf. The last two are taken from the machine, or
# else from Debian's packages, unpacked and not installed. Prints the folder in which bin/python,
# bin/pdfsig and bin/qpdf stand: export AVAL_TEST_PDF_JUDGES=<folder>. Nothing is written into the
# checkout.
#
# usage: tests/pdf_judges.sh
# needs: python3 with venv, flock (util-linux); pdfsig and qpdf, or a Debian with apt-get
# env:   AVAL_TEST_PDF_JUDGES_CACHE  where they are kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/pdf-judges
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/pdf_judges" && pwd)"
cache="${AVAL_TEST_PDF_JUDGES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/pdf-judges}"
fail() { echo "pdf_judges: $*" >&2; exit 1; }

command -v python3 >/dev/null || fail "there is no python3 on this machine"
mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one installer at a time
folder="$cache/$(cat "$here/requirements.txt" "${BASH_SOURCE[0]}" | sha256sum | cut -c1-16)"
if [ -e "$folder/.installed" ]; then
  echo "$folder"
  exit
fi

rm -rf "$folder"
python3 -m venv "$folder" >&2 || fail "python3 has no venv; install python3-venv"
"$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
  --requirement "$here/requirements.txt" >&2 9>&- || fail "could not install pyHanko"

# Debian's packages with what they need and the machine lacks.
unpack() {
  command -v apt-get >/dev/null || fail "install poppler-utils and qpdf"
  mkdir -p "$folder/packages" "$folder/root"
  apt-get update -qq >&2 9>&- || true
  local names
  names=$(apt-get install --simulate --no-install-recommends poppler-utils qpdf 2>/dev/null |
    sed -n 's/^Inst \([^ ]*\).*/\1/p')
  [ -n "$names" ] || fail "apt-get knows no poppler-utils and qpdf"
  # shellcheck disable=SC2086 # one name a word
  (cd "$folder/packages" && apt-get download -qq $names 2>/dev/null 9>&-) ||
    fail "could not download $names"
  for package in "$folder/packages"/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  rm -rf "$folder/packages"
}

if ! command -v pdfsig >/dev/null || ! command -v qpdf >/dev/null; then unpack; fi
for tool in pdfsig qpdf; do
  if [ -x "$folder/root/usr/bin/$tool" ]; then
    libraries=$(find "$folder/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' \
      "$libraries" "$folder/root/usr/bin/$tool" >"$folder/bin/$tool"
    chmod +x "$folder/bin/$tool"
  else
    ln -s "$(command -v "$tool")" "$folder/bin/$tool"
  fi
done
"$folder/bin/qpdf" --version >/dev/null && "$folder/bin/pdfsig" -v >/dev/null 2>&1 ||
  fail "pdfsig or qpdf does not run"
touch "$folder/.installed"
echo "$folder"
