import { ChainHead, LinkedEntry } from "../../core/audit/entry.ts";
import { ScreeningDecision } from "../../core/screening/decision_schema.ts";
import { AccessToken } from "../../kv/access/token_keys.ts";
import { Outgoing, Position } from "../../kv/audit/audit_records.ts";
import type { Backend } from "../../kv/store/backend.ts";
import { encodeValue } from "../../kv/store/codec.ts";
import { createStore } from "../../kv/store/create_store.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { encrypted } from "../../kv/store/encrypted.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import type { Key } from "../../kv/store/key.ts";
import { StoredBucket } from "../../kv/rate_limit/stored_buckets.ts";
import { ReplayRecord } from "../../kv/idempotency/replay_records.ts";
import {
  absent,
  add,
  create,
  type Entry,
  put,
  type Store,
  type Stored,
} from "../../kv/store/store.ts";
import type { Samples } from "./store_samples.ts";

/**
 * The store operations of the service, one function each; a lane is one of several concurrent
 * callers.
 */
export interface StoreSubject {
  readonly get: (lane: number) => Promise<unknown>;
  readonly getMany: (lane: number) => Promise<unknown>;
  readonly bucket: (lane: number) => Promise<unknown>;
  /** Reserves an idempotency key, then writes the answer with all stored data. */
  readonly reserveAndAnswer: (lane: number) => Promise<unknown>;
  readonly chain: (lane: number) => Promise<unknown>;
}

/** Entries that one commit of the sequencer moves: those of 25 ms at 400 requests a second. */
const chainBatch = 10;
const tokenKey = (n: number): Key => ["access_token", hex(32, n)];
const readKeys = Array.from({ length: 10 }, (_, n) => tokenKey(n));
const ringKey: Key = ["data_key", "idempotency"];
const counterKey: Key = ["decision_day", "screening", "my-bank", "2026-11-21", "CLEAR"];

/** Dependencies of the store outside tests. */
export const tools = {
  clock: { now: () => Temporal.Now.instant() },
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  pause: (wait: number) => new Promise<void>((resolve) => setTimeout(resolve, wait)),
};

/** The operations through our store; if `sealed` is false, decisions are not encrypted. */
export async function throughStore(
  backend: Backend,
  samples: Samples,
  { sealed }: { readonly sealed: boolean },
): Promise<StoreSubject> {
  const store = createStore(backend, tools);
  const { idempotency, "at-rest": atRest } = await openDataKeys({
    ...tools,
    store,
    secrets: { current: new Uint8Array(32) },
  });
  await store.commit(readKeys.map((key) => put(AccessToken, key, samples.token)));
  const kind: Stored<ScreeningDecision> = decisionKind(atRest, sealed);
  const { entry } = samples.linked;
  const outgoing: Outgoing = { id: entry.id, at: entry.at, event: entry.event };
  const buckets = new Map<number, Entry<StoredBucket>>();
  return {
    get: (lane) => store.get(AccessToken, tokenKey(lane % readKeys.length)),
    getMany: () => store.getMany(AccessToken, readKeys),
    bucket: async (lane) => {
      const stands = buckets.get(lane);
      const key = bucketKey(lane);
      const next = stands?.set(samples.bucket) ?? put(StoredBucket, key, samples.bucket);
      buckets.set(lane, await written(store, next, stands?.check ?? absent(key)));
    },
    reserveAndAnswer: async () => {
      const key = replayKey();
      const held = await store.write(put(ReplayRecord, key, reserved(samples)), [
        idempotency.check,
        absent(key),
      ]);
      if (held === null) throw new Error("A reservation was lost");
      await mustHold(store.commit([
        held.check,
        ...create(kind, ["decision", crypto.randomUUID()], samples.decision),
        put(Outgoing, outboxKey(), outgoing),
        add(counterKey, 1),
        held.set(samples.kept),
      ]));
    },
    chain: async (lane) => {
      const key = headKey(lane);
      const found = await store.get(ChainHead, key);
      const head = headOf(samples);
      await mustHold(store.commit([
        found?.check ?? absent(key),
        ...Array.from({ length: chainBatch }, () => [
          { kind: "remove", key: outboxKey(), chunks: 0 } as const,
          put(LinkedEntry, entryKey(), samples.linked),
          put(Position, positionKey(), { seq: entry.seq }),
        ]).flat(),
        found?.set(head) ?? put(ChainHead, key, head),
      ]));
    },
  };
}

/** The same operations, keys and bytes over bare Deno KV; the bytes are made beforehand. */
export async function overBareKv(
  kv: Deno.Kv,
  samples: Samples,
  { atRest, sealed }: { readonly atRest: KeyRing; readonly sealed: boolean },
): Promise<StoreSubject> {
  const { entry } = samples.linked;
  const encode = <T>(stored: Stored<T>, value: T) =>
    encodeValue(stored, { key: ["bench"], value, random: tools.random });
  const token = await encode(AccessToken, samples.token);
  const bucket = await encode(StoredBucket, samples.bucket);
  const reservation = await encode(ReplayRecord, reserved(samples));
  const kept = await encode(ReplayRecord, samples.kept);
  const decision = await encode(decisionKind(atRest, sealed), samples.decision);
  const outgoing = await encode(Outgoing, { id: entry.id, at: entry.at, event: entry.event });
  const linked = await encode(LinkedEntry, samples.linked);
  const position = await encode(Position, { seq: entry.seq });
  const head = await encode(ChainHead, headOf(samples));
  for (const key of readKeys) await kv.set(key, token);
  const ring = await kv.set(ringKey, token);
  const buckets = new Map<number, string>();
  return {
    get: (lane) => kv.get(tokenKey(lane % readKeys.length)),
    getMany: () => kv.getMany([...readKeys]),
    bucket: async (lane) => {
      const key = bucketKey(lane);
      const committed = await kv.atomic().check({ key, versionstamp: buckets.get(lane) ?? null })
        .set(key, bucket, { expireIn: 60_000 }).commit();
      if (!committed.ok) throw new Error("A bare bucket was lost");
      buckets.set(lane, committed.versionstamp);
    },
    reserveAndAnswer: async () => {
      const key = replayKey();
      const held = await kv.atomic().check({ key: ringKey, versionstamp: ring.versionstamp })
        .check({ key, versionstamp: null }).set(key, reservation, { expireIn: 120_000 }).commit();
      if (!held.ok) throw new Error("A bare reservation was lost");
      const id = ["decision", crypto.randomUUID()];
      await mustBeOk(
        kv.atomic().check({ key, versionstamp: held.versionstamp })
          .check({ key: id, versionstamp: null }).set(id, decision)
          .set(outboxKey(), outgoing).sum(counterKey, 1n)
          .set(key, kept, { expireIn: 86_400_000 }).commit(),
      );
    },
    chain: async (lane) => {
      const key = headKey(lane);
      const { versionstamp } = await kv.get(key);
      const moving = kv.atomic().check({ key, versionstamp });
      for (let n = 0; n < chainBatch; n++) {
        moving.delete(outboxKey()).set(entryKey(), linked).set(positionKey(), position);
      }
      await mustBeOk(moving.set(key, head).commit());
    },
  };
}

function decisionKind(atRest: KeyRing, sealed: boolean): Stored<ScreeningDecision> {
  return sealed ? encrypted(ScreeningDecision, atRest) : ScreeningDecision;
}

async function written<T>(
  store: Store,
  value: ReturnType<Entry<T>["set"]>,
  check: Entry<T>["check"],
): Promise<Entry<T>> {
  const entry = await store.write(value, [check]);
  if (entry === null) throw new Error("A check of one lane alone was lost");
  return entry;
}

async function mustHold(commit: Promise<boolean>): Promise<void> {
  if (!await commit) throw new Error("A check of one lane alone was lost");
}

async function mustBeOk(commit: Promise<{ readonly ok: boolean }>): Promise<void> {
  if (!(await commit).ok) throw new Error("A bare check of one lane alone was lost");
}

function reserved({ kept }: Samples): ReplayRecord {
  const { fingerprint, expiresAt } = kept;
  return { state: "reserved", fingerprint, expiresAt, holder: hex(16, 0) };
}

function headOf({ linked: { entry: { seq }, hash } }: Samples): ChainHead {
  return { seq, hash };
}

const bucketKey = (lane: number): Key => ["rate_limit", "screening", "client", `my-bank-${lane}`];
const headKey = (lane: number): Key => ["audit_head", lane];
const replayKey = (): Key => ["replay", "screening", hex(22, 1), crypto.randomUUID()];
const outboxKey = (): Key => ["audit_outbox", Date.now(), 7, crypto.randomUUID()];
const entryKey = (): Key => ["audit_entry", randomSeq()];
const positionKey = (): Key => ["audit_of_client", "my-bank", randomSeq()];

function randomSeq(): number {
  return Math.floor(Math.random() * 2 ** 40);
}

function hex(length: number, seed: number): string {
  return seed.toString(16).padStart(length * 2, "a5");
}
