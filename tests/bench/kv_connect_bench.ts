/**
 * `deno task bench kv-connect`: the duration of a commit over KV Connect by its size, with this
 * service's client and the runtime's own in turn, one commit at a time; and the sizes of a
 * screening's commits. Runs over a denokv of its own (`tests/denokv.sh`).
 */
import "../../base/temporal.ts";
import { openKvConnect } from "../../kv/backends/kv_connect.ts";
import { startDenokv } from "../support/denokv_process.ts";
import { startFaultProxy } from "../support/fault_proxy.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";
import { percentile } from "./load.ts";
import { readPlaces } from "../support/options.ts";

const sizes = [200, 600, 900, 1_200, 2_000, 4_000, 16_000, 60_000];
const commits = 100;
const screenings = 20;

async function timeCommits() {
  await using denokv = await startDenokv();
  Deno.env.set("DENO_KV_ACCESS_TOKEN", denokv.accessToken);
  const ours = await openKvConnect(denokv);
  const theirs = await Deno.openKv(denokv.url);
  console.log("| Bytes of the value | ours, p50 | p99 | the runtime's client, p50 | p99 |");
  console.log("| --: | --: | --: | --: | --: |");
  for (const size of sizes) {
    const bytes = crypto.getRandomValues(new Uint8Array(size));
    const put = { key: ["bench", "ours"] as const, bytes, expireIn: null };
    const times = await inTurns([
      () => ours.commit({ checks: [], puts: [put], removes: [], adds: [] }),
      () => theirs.set(["bench", "theirs"], bytes),
    ]);
    const cells = times.flatMap((each) => [percentile(each, 0.5), percentile(each, 0.99)]);
    console.log(`| ${size} | ${cells.map((time) => `${time.toFixed(1)} ms`).join(" | ")} |`);
  }
  ours.close();
  theirs.close();
}

/** Milliseconds of each run of each kind; the first ten are warm-up. */
async function inTurns(kinds: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const times = kinds.map((): number[] => []);
  for (let n = -10; n < commits; n++) {
    for (const [kind, run] of kinds.entries()) {
      const start = performance.now();
      await run();
      if (n >= 0) times[kind]?.push(performance.now() - start);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b));
}

/** First parts of keys that identify the kind of a commit by its content. */
const kinds: readonly [what: string, marks: readonly string[]][] = [
  ["the screening itself: decision, answer, audit event, counts", ["decision_day", "replay"]],
  ["entries that go onto the audit chain", ["audit_entry"]],
  ["token bucket", ["rate_limit"]],
  ["reservation of an idempotency key", ["replay"]],
  ["counts of requests", ["traffic_day"]],
];

async function measureScreenings() {
  await using denokv = await startDenokv();
  const seen = new Map<string, number[]>();
  await using proxy = startFaultProxy(denokv.url, ({ method, body }) => {
    if (method !== "atomic_write") return "pass";
    const [what = "others"] = kinds.find(([, marks]) =>
      marks.every((mark) => body.includes(`\x02${mark}\x00`))
    ) ?? [];
    seen.set(what, [...seen.get(what) ?? [], body.length]);
    return "pass";
  });
  {
    await using server = await startServer({
      AVAL_KV: proxy.url,
      DENO_KV_ACCESS_TOKEN: denokv.accessToken,
    });
    seen.clear();
    for (let n = 0; n < screenings; n++) {
      const answer = await fetch(`${server.url}/v1/screen`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `bench-${n}` },
        body: JSON.stringify({ name: n % 2 === 0 ? CLEAR_NAME : POSSIBLE_NAME }),
      });
      await answer.body?.cancel();
      if (answer.status !== 200) throw new Error(`A screening was answered ${answer.status}`);
    }
    await server.terminate();
  }
  console.log(`\n| Commit of ${screenings} screenings | commits | bytes, median | largest |`);
  console.log("| --- | --: | --: | --: |");
  for (const [what, all] of seen) {
    const bytes = all.toSorted((a, b) => a - b);
    console.log(`| ${what} | ${bytes.length} | ${percentile(bytes, 0.5)} | ${bytes.at(-1)} |`);
  }
}

if (import.meta.main) {
  readPlaces("bench kv-connect", []);
  await timeCommits();
  await measureScreenings();
}
