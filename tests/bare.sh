#!/usr/bin/env bash
# Runs one of the README's two commands as somebody does who has Node and coreutils and nothing else:
# in a copy of the project with nothing beside it, with an empty HOME and so an empty cache, and with
# no variable but what reaches the registries (certificates, proxies, npm's configuration).
#   tests/bare.sh start   the service starts and answers; started again, it downloads nothing
#   tests/bare.sh test    the suite
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
started=
finish() {
  [ -z "$started" ] || kill -TERM -- "-$started" 2>/dev/null || true
  rm -rf "$place"
}
trap finish EXIT
mkdir "$place/home" "$place/bin" "$place/aval"

# As it stands here, committed or not; never what git ignores.
git ls-files -z --cached --others --exclude-standard |
  while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
  tar --create --null --files-from=- | tar --extract --directory "$place/aval"

# npx runs what it installs by sh.
for tool in node npm npx sh \
  '[' basename cat chmod cp cut date dd df dirname echo env expr false head id install ln ls mkdir mktemp mv \
  nproc od paste printf pwd readlink realpath rm rmdir seq sha256sum sleep sort split stat stty sync \
  tail tee test timeout touch tr true tty uname uniq wc whoami yes; do
  ln -s "$(type -P "$tool")" "$place/bin/$tool"
done

bare=("PATH=$place/bin" "HOME=$place/home")
for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR DENO_CERT DENO_TLS_CA_STORE \
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NPM_CONFIG_REGISTRY; do
  [ -z "${!name:-}" ] || bare+=("$name=${!name}")
done
[ ! -e ~/.npmrc ] || ln -s ~/.npmrc "$place/home/.npmrc"
cd "$place/aval"

if [ "${1:-}" = test ]; then
  env -i "${bare[@]}" npx -y deno@2.9.6 task test
  exit
fi
[ "${1:-}" = start ] || { echo "usage: tests/bare.sh start|test" >&2; exit 2; }

# The port of the README, or another one where somebody listens on that.
port=8000
is_free='require("net").createServer().on("error", () => process.exit(1)).listen(8000, () => process.exit(0))'
if ! node -e "$is_free"; then
  port=$((20000 + RANDOM % 10000))
  bare+=("PORT=$port")
fi

# What is asked of it: the README's first question, as soon as it answers.
cat >"$place/ask.mjs" <<'ASK'
const [port, seconds] = process.argv.slice(2).map(Number);
const until = Date.now() + seconds * 1000;
const ask = async () => {
  const answer = await fetch(`http://localhost:${port}/v1/screen`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Victor Sandburgov" }),
  });
  return [answer.status, (await answer.json()).classification].join(" ");
};
for (;;) {
  const said = await ask().catch((fault) => String(fault.cause ?? fault));
  if (said === "200 POSSIBLE_MATCH") break;
  if (Date.now() > until) throw new Error(`No right answer in ${seconds} s: ${said}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
ASK

# start_once LOG VARIABLE...: starts, asks, stops.
start_once() {
  local log=$1
  shift
  set -m
  env -i "${bare[@]}" "$@" npx -y deno@2.9.6 task start >"$log" 2>&1 &
  started=$!
  set +m
  node "$place/ask.mjs" "$port" 120 || { cat "$log"; return 1; }
  kill -TERM -- "-$started"
  wait "$started" || true
  # npx ends at once; the service drains.
  while ps -eo pgid=,stat= | grep -Eq "^ *$started +[^Z]"; do sleep 0.1; done
  started=
}

start_once "$place/first.log"
downloaded=$(grep -c 'Download.*\.tgz' "$place/first.log" || true)
# npm asks for news of itself, which it is not to wait for in vain.
start_once "$place/second.log" NPM_CONFIG_OFFLINE=true HTTPS_PROXY=http://127.0.0.1:9 HTTP_PROXY=http://127.0.0.1:9
if grep Download "$place/second.log"; then
  echo "The second start asks the network." >&2
  exit 1
fi
echo "The first start downloaded $downloaded packages and answered; the second answered without the network."
