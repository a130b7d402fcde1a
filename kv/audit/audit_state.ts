import { ChainHead } from "../../core/audit/entry.ts";
import type { AuditState } from "../../core/audit/ports.ts";
import {
  checkpointKey,
  checkpointPrefix,
  headKey,
  LastCheckpoint,
  lastCheckpointKey,
  outboxPrefix,
  Outgoing,
  StoredCheckpoint,
} from "./audit_records.ts";
import type { Store } from "../store/store.ts";

/** Maximum counted waiting events; a higher number makes no difference. */
const waitingMax = 1_000;

/** Reads the state of the audit log: three values, and the events in the outbox. */
export async function readAuditState(store: Store): Promise<AuditState> {
  const head = await store.get(ChainHead, headKey);
  const last = await store.get(LastCheckpoint, lastCheckpointKey);
  const made = last === null
    ? null
    : await store.get(StoredCheckpoint, checkpointKey(last.value.seq));
  let waiting = 0;
  let oldestAt: Temporal.Instant | null = null;
  const range = { prefix: outboxPrefix };
  for await (const { value: { at } } of store.list(Outgoing, range, { limit: waitingMax })) {
    waiting++;
    oldestAt ??= Temporal.Instant.from(at);
  }
  return {
    entries: head?.value.seq ?? 0,
    waiting,
    oldestAt,
    checkpoint: last === null || made === null
      ? null
      : { entries: last.value.seq, at: Temporal.Instant.from(made.value.at) },
  };
}

/** The hash of the last entry, hex; null: there is none. */
export async function readHead(store: Store): Promise<string | null> {
  return (await store.get(ChainHead, headKey))?.value.hash ?? null;
}

/** Sizes and times of the last checkpoints, the newest first. */
export async function listCheckpoints(
  store: Store,
  limit: number,
): Promise<readonly { readonly entries: number; readonly at: string }[]> {
  const range = { prefix: checkpointPrefix };
  return await Array.fromAsync(
    store.list(StoredCheckpoint, range, { limit, reverse: true }),
    ({ key, value: { at } }) => ({ entries: Number(key.at(-1)), at }),
  );
}
