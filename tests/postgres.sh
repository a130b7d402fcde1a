#!/usr/bin/env bash
# Starts a real PostgreSQL 15 on loopback, for the tests that AVAL_TEST_POSTGRES switches on: a fresh
# cluster in a temporary folder, which a later start removes an hour after it was stopped. The Debian
# package is installed when there is none and the user may. Nothing is written into the checkout.
#
# usage: tests/postgres.sh [PORT]    default 5499; 0 takes a free port
#   Prints its address and its process id on one line when it answers; the rest is standard error.
#   export AVAL_TEST_POSTGRES=<address>; to stop it: kill -INT <process id>
# needs: Debian's postgresql-15 or the rights to install it, openssl, setsid and as root setpriv
#        (util-linux; PostgreSQL refuses to run as root), and pgrep (procps) for the tests
# env:   AVAL_TEST_POSTGRES_CACHE  where the clusters are, default ${TMPDIR:-/tmp}/aval-postgres
set -euo pipefail

port="${1:-5499}"
cache="${AVAL_TEST_POSTGRES_CACHE:-${TMPDIR:-/tmp}/aval-postgres}"

say() { echo "postgres: $*" >&2; }
fail() { say "$*"; exit 1; }
taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
find_bin() { ls -d /usr/lib/postgresql/15/bin 2>/dev/null || true; }

bin="$(find_bin)"
if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
  [ "$(id -u)" = 0 ] || fail "there is no PostgreSQL 15 on this machine: apt-get install postgresql-15"
  say "installing postgresql-15 (once)"
  log="$(mktemp)"
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-15; } \
    >"$log" 2>&1 || { tail -20 "$log" >&2; fail "it could not be installed"; }
  rm -f "$log"
  bin="$(find_bin)"
  [ -n "$bin" ] || fail "the package brought no PostgreSQL 15"
fi

# Not runuser, which stays as a parent: it stops with what it started, and is left over as a zombie.
as_user=()
if [ "$(id -u)" = 0 ]; then
  id postgres >/dev/null 2>&1 || fail "there is no user postgres to run it as"
  as_user=(setpriv --reuid postgres --regid postgres --init-groups --)
fi

if [ "$port" = 0 ]; then
  for port in $(shuf -i 20000-32000 -n 20); do taken "$port" || break; done
elif taken "$port"; then
  fail "another process listens on port $port"
fi

mkdir -p "$cache"
chmod 755 "$cache"
for old in "$cache"/run-*; do # of runs that have ended, and are not just being started
  [ -n "$(find "$old" -maxdepth 0 -mmin +60 2>/dev/null)" ] || continue
  kill -0 "$(head -1 "$old/data/postmaster.pid" 2>/dev/null)" 2>/dev/null || rm -rf "$old"
done
run="$(mktemp -d "$cache/run-XXXXXXXX")"
password="$(head -c 18 /dev/urandom | base64 | tr '+/' 'xy')"
(umask 077 && printf '%s\n' "$password" >"$run/password")
[ "$(id -u)" != 0 ] || chown -R postgres "$run"
"${as_user[@]}" "$bin/initdb" -D "$run/data" -U aval --pwfile="$run/password" --auth=scram-sha-256 \
  --encoding=UTF8 --locale=C >"$run/initdb.log" 2>&1 || { tail -20 "$run/initdb.log" >&2; fail "initdb failed"; }
rm -f "$run/password"
# A root of its own and a certificate of localhost; plain connections are taken as well.
(
  cd "$run/data"
  umask 077
  openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj "/CN=tests"
  openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj "/CN=localhost"
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 30 \
    -extfile <(echo "subjectAltName=DNS:localhost")
) >"$run/openssl.log" 2>&1 || { tail -20 "$run/openssl.log" >&2; fail "no certificate could be made"; }
rm -f "$run/data/ca.key"
[ "$(id -u)" != 0 ] || chown -R postgres "$run"
cat >>"$run/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = ''
ssl = on
ssl_ca_file = 'ca.pem'
ssl_cert_file = 'server.pem'
ssl_key_file = 'server.key'
max_connections = 200
fsync = on
synchronous_commit = on
full_page_writes = on
autovacuum = on
logging_collector = off
log_min_messages = warning
CONF

# In a session of its own, so that an interrupt of the terminal does not end it before its tests.
setsid nohup "${as_user[@]}" "$bin/postgres" -D "$run/data" >"$run/postgres.log" 2>&1 </dev/null &
launcher=$!
for _ in $(seq 1 200); do
  if [ "$(sed -n 8p "$run/data/postmaster.pid" 2>/dev/null | tr -d ' ')" = ready ]; then
    say "answers on port $port; its log: $run/postgres.log"
    echo "postgres://aval:$password@127.0.0.1:$port/postgres $(head -1 "$run/data/postmaster.pid")"
    exit 0
  fi
  kill -0 "$launcher" 2>/dev/null || { tail -20 "$run/postgres.log" >&2; fail "it ended before it answered"; }
  sleep 0.1
done
kill "$launcher" 2>/dev/null || true
tail -20 "$run/postgres.log" >&2
fail "it did not answer within 20 s"
