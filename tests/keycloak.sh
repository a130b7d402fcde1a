#!/usr/bin/env bash
# Starts a real Keycloak with the realms of fixtures/keycloak on loopback, for the tests that
# AVAL_TEST_KEYCLOAK switches on. The first start installs it from Maven Central (176 MB) and takes
# a minute or two; later ones take seconds. Nothing is written into the checkout.
#
# usage: tests/keycloak.sh [PORT]    default 8180; 0 takes a free port
#   Prints its address and its process id on one line when it answers; the rest is standard error.
#   export AVAL_TEST_KEYCLOAK=<address>; to stop it: kill <process id>
# needs: Java 17 or newer, mvn or curl, and pgrep, setsid and flock (procps, util-linux)
# env:   AVAL_TEST_KEYCLOAK_CACHE  where it is kept, default ${XDG_CACHE_HOME:-~/.cache}/aval/keycloak
#        AVAL_TEST_KEYCLOAK_WAIT   seconds until it must answer, default 300
set -euo pipefail

version=26.7.3
sha256=77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47
realms="$(cd "$(dirname "${BASH_SOURCE[0]}")/../fixtures/keycloak" && pwd)"
cache="${AVAL_TEST_KEYCLOAK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/aval/keycloak}"
wait_seconds="${AVAL_TEST_KEYCLOAK_WAIT:-300}"
port="${1:-8180}"
artifact=keycloak-quarkus-dist
archive="$artifact-$version.tar.gz"

say() { echo "keycloak: $*" >&2; }
fail() { say "$*"; exit 1; }
# Whether the realm is served on the port: its first line says 200.
answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$port" &&
    printf 'GET /realms/platform HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$port" >&3 &&
    read -r -t 5 line <&3 && [[ "$line" == *" 200 "* ]]) 2>/dev/null
}
# Runs a step of the installation; its output is shown only when it fails. Lets go of the lock.
step() {
  local log="$cache/step.log"
  "$@" 9>&- >"$log" 2>&1 || { tail -20 "$log" >&2; fail "failed: $1"; }
}

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null || fail "there is no Java on this machine; install 17 or newer, or set JAVA_HOME"
major="$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -1)"
[ "${major:-0}" -ge 17 ] || fail "needs Java 17 or newer and found ${major:-none}; set JAVA_HOME"

# Every KC_* variable is an option of Keycloak's own, and an unknown one stops it.
for name in $(compgen -e | grep '^KC_' || true); do unset "$name"; done
export JAVA_OPTS_KC_HEAP="-Xms64m -Xmx512m"
export KC_BOOTSTRAP_ADMIN_USERNAME=admin KC_BOOTSTRAP_ADMIN_PASSWORD=admin

mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9 # one installer at a time

dist="$cache/$version"
if [ ! -e "$dist/.built" ]; then
  say "installing $version into $cache (once)"
  rm -rf "$dist" "$cache/unpack"
  mkdir -p "$cache/unpack"
  if command -v mvn >/dev/null; then
    step mvn -B -q dependency:copy "-Dartifact=org.keycloak:$artifact:$version:tar.gz" \
      "-DoutputDirectory=$cache/unpack" "-Dmaven.repo.local=$cache/m2"
  elif command -v curl >/dev/null; then
    step curl -fsSL --retry 3 -o "$cache/unpack/$archive" \
      "https://repo1.maven.org/maven2/org/keycloak/$artifact/$version/$archive"
  else
    fail "needs mvn or curl to get it"
  fi
  got="$(sha256sum "$cache/unpack/$archive" | cut -d' ' -f1)"
  [ "$got" = "$sha256" ] || fail "$archive is not the pinned one: SHA-256 $got"
  tar xzf "$cache/unpack/$archive" -C "$cache/unpack"
  mv "$cache/unpack/keycloak-$version" "$dist"
  rm -rf "$cache/unpack" "$cache/m2"
  step "$dist/bin/kc.sh" build --db=dev-file --cache=local --health-enabled=false --metrics-enabled=false
  touch "$dist/.built"
fi

# The database with the realms in it is made once for each form of the realm files, and copied for a run.
seed="$cache/seed-$(cat "$realms"/*-realm.json <(echo "$version") | sha256sum | cut -c1-16)"
if [ ! -d "$seed" ]; then
  say "importing the realms (once for each change of them)"
  rm -rf "$dist/data" "$cache"/seed-*
  mkdir -p "$dist/data/import"
  cp "$realms"/*-realm.json "$dist/data/import/"
  step "$dist/bin/kc.sh" import --optimized --dir "$dist/data/import"
  grep -q "Realm 'platform' imported" "$cache/step.log" || fail "the realm was not imported"
  mkdir "$seed.new"
  cp "$dist/data/h2/keycloakdb.mv.db" "$seed.new/"
  mv "$seed.new" "$seed"
  rm -rf "$dist/data"
fi

if [ "$port" = 0 ]; then
  for port in $(shuf -i 20000-32000 -n 20); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
elif (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  fail "another process listens on port $port"
fi
for old in "$cache"/run-*; do # of runs that have ended
  kill -0 "$(cat "$old/pid" 2>/dev/null)" 2>/dev/null || rm -rf "$old"
done
run="$cache/run-$port"
mkdir -p "$run/data/h2"
cp "$seed/keycloakdb.mv.db" "$run/data/h2/"
for part in bin lib providers themes conf; do cp -al "$dist/$part" "$run/$part"; done # hard links
cp "$dist/version.txt" "$run/"

url="http://127.0.0.1:$port"
# In a session of its own, so that an interrupt of the terminal does not end it before its tests.
setsid nohup "$run/bin/kc.sh" start --optimized --http-enabled=true --hostname-strict=false \
  --http-host=127.0.0.1 --http-port="$port" --cache=local >"$run/keycloak.log" 2>&1 </dev/null 9>&- &
launcher=$!
echo "$launcher" >"$run/pid"
flock -u 9
deadline=$((SECONDS + wait_seconds))
while [ "$SECONDS" -lt "$deadline" ]; do
  if answers; then
    pid="$(pgrep -P "$launcher" -x java || echo "$launcher")"
    say "answers at $url after $SECONDS s; its log: $run/keycloak.log"
    echo "$url $pid"
    exit 0
  fi
  kill -0 "$launcher" 2>/dev/null || { tail -20 "$run/keycloak.log" >&2; fail "it ended before it answered"; }
  sleep 0.3
done
tail -20 "$run/keycloak.log" >&2
kill -- "-$launcher" 2>/dev/null || true
fail "did not answer within $wait_seconds s"
