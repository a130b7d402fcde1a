/** One of several processes on one file: takes from one bucket until it was refused often enough. */
import "../../../base/temporal.ts";
import { ClientId } from "../../../core/access/schema.ts";
import type { BucketId } from "../../../core/rate_limit/ports.ts";
import type { BucketSize } from "../../../core/rate_limit/token_bucket.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { openRateLimiter } from "../../../kv/rate_limit/rate_limiter.ts";
import { fixedClock } from "../../support/clock.ts";
import { noPause, storeInMemory, TEST_SECRET } from "../../support/store.ts";
import { locationOf } from "../../support/store_location.ts";

/** A process's report at its end. */
export interface TakerReport {
  readonly allowed: number;
  readonly refused: number;
}

/** The bucket that the processes take from. */
export const sharedBucket: BucketId = {
  name: "screening",
  owner: { kind: "client", clientId: ClientId.parse("acme") },
};
/** Its capacity and refill. */
export const sharedSize: BucketSize = { capacity: 100, refillPerSecond: 1 / 86_400 };

/**
 * Takes the tokens that are left after the processes returned theirs.
 *
 * @returns their number
 */
export async function takeTheRest(location: string): Promise<number> {
  await using service = await storeInMemory(location);
  const { dataKeys: { idempotency: sources } } = service;
  const limiter = openRateLimiter({ ...service, pause: noPause, sources });
  let allowed = 0;
  while ((await limiter.take(sharedBucket, sharedSize)).allowed) allowed++;
  await limiter.giveBack();
  return allowed;
}

async function compete(location: string, takers: number, takes: number): Promise<TakerReport> {
  const tools = {
    clock: fixedClock(),
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  const store = await openStore({ ...tools, location: locationOf(location) });
  try {
    const { idempotency } = await openDataKeys({
      ...tools,
      store,
      secrets: { current: TEST_SECRET },
    });
    const limiter = openRateLimiter({ ...tools, store, sources: idempotency });
    let allowed = 0;
    await Promise.all(Array.from({ length: takers }, async () => {
      for (let n = 0; n < takes; n++) {
        if ((await limiter.take(sharedBucket, sharedSize)).allowed) allowed++;
      }
    }));
    await limiter.giveBack();
    return { allowed, refused: takers * takes - allowed };
  } finally {
    store.close();
  }
}

if (import.meta.main) {
  const [location = "", takers = "0", takes = "0"] = Deno.args;
  console.log(JSON.stringify(await compete(location, Number(takers), Number(takes))));
}
