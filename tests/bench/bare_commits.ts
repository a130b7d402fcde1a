import { percentile } from "./load.ts";
import { sharing } from "./sharing.ts";

/** The rate at which a disk takes the commits of requests. */
export interface CommitRate {
  /** Commits per second, counted by the requests that need them. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
/** Milliseconds for which the audit log collects entries before it moves them. */
const gatherMilliseconds = 25;

/**
 * Makes the commits of a request with an idempotency key, in their sizes, over bare Deno KV and
 * from equally many lanes: one takes from a token bucket, shared by all waiting requests; then the
 * reservation; then the answer with its decision, counter and audit entry. Meanwhile entries move
 * to the audit chain in batches.
 */
export async function bareCommits(
  { path, lanes, seconds }: {
    readonly path: string;
    readonly lanes: number;
    readonly seconds: number;
  },
): Promise<CommitRate> {
  const kv = await Deno.openKv(path);
  const latencies: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  const take = sharing(() => compareAndSet(kv, ["bucket"]));
  const chain = moveOntoChain(kv, () => performance.now() >= end);
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (performance.now() < end) {
      const at = performance.now();
      await take();
      await answer(kv);
      latencies.push(performance.now() - at);
    }
  }));
  const elapsed = (performance.now() - began) / 1000;
  await chain;
  kv.close();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

async function answer(kv: Deno.Kv): Promise<void> {
  const id = crypto.randomUUID();
  const key = ["idempotency", "bench", id];
  await kv.atomic().check({ key, versionstamp: null }).set(key, bytes(200)).commit();
  const { versionstamp } = await kv.get(key);
  await kv.atomic().check({ key, versionstamp }).set(key, bytes(600))
    .set(["decision", id], bytes(1_200)).set(["outbox", id], bytes(450))
    .mutate({ type: "sum", key: ["decisions"], value: new Deno.KvU64(1n) }).commit();
}

async function compareAndSet(kv: Deno.Kv, key: Deno.KvKey): Promise<void> {
  const { versionstamp } = await kv.get(key);
  await kv.atomic().check({ key, versionstamp }).set(key, bytes(80)).commit();
}

async function moveOntoChain(kv: Deno.Kv, ended: () => boolean): Promise<void> {
  for (let seq = 0; !ended();) {
    await new Promise((resolve) => setTimeout(resolve, gatherMilliseconds));
    const { versionstamp } = await kv.get(["head"]);
    const commit = kv.atomic().check({ key: ["head"], versionstamp }).set(["head"], bytes(120));
    for await (const { key } of kv.list({ prefix: ["outbox"] }, { limit: 100 })) {
      seq++;
      commit.delete(key).set(["entry", seq], bytes(700)).set(["of_client", seq], bytes(40));
    }
    await commit.commit();
  }
}
