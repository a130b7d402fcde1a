import { LinkedEntry } from "../../core/audit/entry.ts";
import { ScreeningDecision } from "../../core/screening/decision_schema.ts";
import { AccessToken } from "../../kv/access/token_keys.ts";
import { entryPrefix } from "../../kv/audit/audit_records.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { encrypted } from "../../kv/store/encrypted.ts";
import { StoredBucket } from "../../kv/rate_limit/stored_buckets.ts";
import { ReplayRecord } from "../../kv/idempotency/replay_records.ts";
import type { Store, Stored } from "../../kv/store/store.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";

/** The values that one screening stores, and their input. */
export interface Samples {
  readonly token: AccessToken;
  readonly bucket: StoredBucket;
  readonly kept: ReplayRecord;
  readonly decision: ScreeningDecision;
  readonly linked: LinkedEntry;
}

/** Screens one listed name, live and with an idempotency key, and reads back the stored values. */
export async function samplesOfAScreening(): Promise<Samples> {
  const env = await liveEnvironment();
  await using service = await serviceInMemory({ mode: "live", env });
  const { store, clock } = service;
  const answer = await service.as("my-bank").post("/v1/screen", { name: "Yinyin Tan" }, {
    "idempotency-key": "order-4711",
  });
  if (answer.status !== 200) throw new Error(`The screening answered ${answer.status}`);
  await service.auditEvents(); // moves the entry onto the chain
  const secrets = { current: Uint8Array.fromBase64(env["AVAL_SECRET_KEY"] ?? "") };
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const keys = await openDataKeys({ store, clock, random, secrets });
  return {
    token: await firstOf(store, AccessToken, "access_token"),
    bucket: await firstOf(store, StoredBucket, "rate_limit"),
    kept: await firstOf(store, ReplayRecord, "replay"),
    decision: await firstOf(store, encrypted(ScreeningDecision, keys["at-rest"]), "decision"),
    linked: await firstOf(store, LinkedEntry, String(entryPrefix[0])),
  };
}

async function firstOf<T>(store: Store, stored: Stored<T>, kind: string): Promise<T> {
  const [entry] = await Array.fromAsync(store.list(stored, { prefix: [kind] }, { limit: 1 }));
  if (entry === undefined) throw new Error(`A screening has left no ${kind}`);
  return entry.value;
}
