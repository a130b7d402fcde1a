import type { AuditWitness, WitnessRefusal } from "../../core/audit/ports.ts";
import type { Log } from "../../base/log.ts";
import {
  checkpointKey,
  checkpointPrefix,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
} from "./audit_records.ts";
import type { Store } from "../store/store.ts";

/** Dependencies of sending signed heads. */
export interface OpenWitnessing {
  readonly store: Store;
  readonly witness: AuditWitness;
  readonly log: Log;
}

/** Sends signed heads to the witness. */
export interface Witnessing {
  /**
   * Sends heads that were signed since the last call, in order. Never rejects: failures are logged
   * and retried.
   */
  send(): Promise<void>;
}

/** Maximum heads of one call. */
const headsMax = 100;

/**
 * Opens the sending of signed heads. Signing never waits for it. A process starts with the newest
 * head, which covers all earlier ones, and compares it first: a witness with more entries than the
 * store proves that the store was reset to an earlier state.
 */
export function openWitnessing({ store, witness, log }: OpenWitnessing): Witnessing {
  let sent: number | null = null;

  const failed = ({ code, reason }: WitnessRefusal) =>
    log.error("audit_witness_failed", new Error("The witness has not taken a signed head"), {
      code,
      reason,
    });

  /** @returns the size after which to continue; null if the witness may disagree */
  async function begin(): Promise<number | null> {
    const known = await witness.read();
    if (!known.ok) {
      failed(known.refusal);
      return null;
    }
    const newest = Math.max(0, ...known.value.map(sizeOf));
    const last = await readLast(store);
    if (newest <= last) return Math.max(0, last - 1);
    log.error("audit_chain_broken", new Error("The store is behind its witness"), {
      code: "witness_ahead",
      seq: newest,
      action: "Keep the store as it is and run: deno task admin audit verify",
      runbook: "docs/runbooks.md#avalauditchainbroken-page",
    });
    return null;
  }

  async function sendAll(): Promise<void> {
    sent ??= await begin();
    if (sent === null) return;
    const range = { prefix: checkpointPrefix, start: checkpointKey(sent + 1) };
    for await (const { key, value } of store.list(StoredCheckpoint, range, { limit: headsMax })) {
      const size = Number(key.at(-1));
      const taken = await witness.send({ size, note: value.note });
      if (!taken.ok) return failed(taken.refusal);
      sent = size;
    }
  }

  return {
    send: async () => {
      try {
        await sendAll();
      } catch (cause) {
        log.error("audit_witness_failed", cause, { code: "store", reason: "read" });
      }
    },
  };
}

async function readLast(store: Store): Promise<number> {
  return (await store.get(LastCheckpoint, lastCheckpointKey))?.value.seq ?? 0;
}

/** The size that a note names. Does not verify its signature. */
function sizeOf(note: string): number {
  return Number(/^[^\n]+\n(\d{1,16})\n/.exec(note)?.[1] ?? 0);
}
