/**
 * Token buckets over the embedded store, for one client and for fifty, compared with a bare
 * compare-and-set a request over Deno KV: the saving by shared commits. No client exceeds its
 * limit, so that every refusal is an error.
 *
 * Usage: deno task bench rate-limit [--seconds N]
 */
import "../../base/temporal.ts";

import { ClientId } from "../../core/access/schema.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { openRateLimiter } from "../../kv/rate_limit/rate_limiter.ts";
import { readOptions } from "../support/options.ts";
import { percentile } from "./load.ts";

const { seconds } = readOptions("bench rate-limit", { seconds: "4" });
const milliseconds = Number(seconds) * 1000;
const requesters = 64;
const size = { capacity: 1_000_000, refillPerSecond: 1_000_000 };

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const tools = {
  clock: { now: () => Temporal.Now.instant() },
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  pause: (wait: number) => new Promise<void>((resolve) => setTimeout(resolve, wait)),
};

console.log(`| ${requesters} requesters, ${seconds} s | takes/s | p50 ms | p99 ms | refused |
| --- | --: | --: | --: | --: |`);
for (const isolates of [1, 4]) {
  for (const clients of [1, 50]) {
    await report(
      `shared commits, ${isolates} isolates, ${clients} clients`,
      limiters(isolates),
      clients,
    );
  }
}
for (const clients of [1, 50]) {
  await report(`a commit a request, 1 isolate, ${clients} clients`, bare(), clients);
}
await Deno.remove(folder, { recursive: true });

/** Takes a token for a client; false if refused. */
type TakeFor = (client: string, requester: number) => Promise<boolean>;
interface Subject {
  readonly take: TakeFor;
  close(): void;
}

async function limiters(isolates: number): Promise<Subject> {
  const store = await openStore({
    ...tools,
    location: { kind: "file", path: `${folder}/${crypto.randomUUID()}.sqlite3` },
  });
  const keys = await openDataKeys({
    ...tools,
    store,
    secrets: { current: tools.random.bytes(32) },
  });
  const all = Array.from(
    { length: isolates },
    () => openRateLimiter({ ...tools, store, sources: keys.idempotency }),
  );
  return {
    take: async (client, requester) => {
      const owner = { kind: "client", clientId: ClientId.parse(client) } as const;
      const limiter = all[requester % isolates];
      return (await limiter?.take({ name: "screening", owner }, size))?.allowed === true;
    },
    close: () => store.close(),
  };
}

/** A limiter without a queue: five tries, then refused. */
async function bare(): Promise<Subject> {
  const kv = await Deno.openKv(`${folder}/bare.sqlite3`);
  return {
    take: async (client) => {
      const key = ["bucket", client];
      for (let tries = 0; tries < 5; tries++) {
        const { versionstamp } = await kv.get(key);
        const value = new Uint8Array(100);
        if ((await kv.atomic().check({ key, versionstamp }).set(key, value).commit()).ok) {
          return true;
        }
      }
      return false;
    },
    close: () => kv.close(),
  };
}

async function report(what: string, opening: Promise<Subject>, clients: number): Promise<void> {
  const { take, close } = await opening;
  const latencies: number[] = [];
  let refused = 0;
  const began = performance.now();
  await Promise.all(Array.from({ length: requesters }, async (_, requester) => {
    for (let n = requester; performance.now() < began + milliseconds; n += 7) {
      const at = performance.now();
      if (!await take(`client-${n % clients}`, requester)) refused++;
      latencies.push(performance.now() - at);
    }
  }));
  const perSecond = latencies.length / ((performance.now() - began) / 1000);
  close();
  latencies.sort((a, b) => a - b);
  console.log(
    `| ${what} | ${perSecond.toFixed(0)} | ${percentile(latencies, 0.5).toFixed(2)} | ${
      percentile(latencies, 0.99).toFixed(2)
    } | ${refused} |`,
  );
}
