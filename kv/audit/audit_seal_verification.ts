import type { AuditRules } from "../../core/policy/audit.ts";
import type { Clock } from "../../base/clock.ts";
import { ok, type Result } from "../../base/result.ts";
import type { SealedState } from "../keys/audit_seal.ts";
import type { BadCheckpoint } from "./audit_checkpoint_reading.ts";
import { getExact } from "./audit_exact_reading.ts";
import { findGap, type JudgeEnd, readStanding } from "./audit_gaps.ts";
import { LastCheckpoint, lastCheckpointKey } from "./audit_records.ts";
import { type AuditSealing, type BadSeal, isSealedHead, isUpgrading } from "./audit_sealing.ts";
import type { Store } from "../store/store.ts";

/** Dependencies of verifying the seal. */
export interface SealVerification {
  readonly store: Store;
  readonly clock: Clock;
  /** Null: no secret is available, and nothing is verified. */
  readonly sealing: AuditSealing | null;
  readonly rules: AuditRules;
}

/** The verified content of the seal. */
export interface ReadSeals {
  /** Size of the last checkpoint; 0: there is none. */
  readonly last: number;
  /** Null: there is no seal, or it was not verified. */
  readonly sealed: SealedState | null;
  /** Whether servers of a version without seals may still write to the store. */
  readonly isUpgrading: boolean;
  /**
   * Verifies that the chain ends where the current seal states.
   *
   * @param size entries that were verified
   * @returns the number of entries that the seal covers; null: not verified
   */
  verifyEnd(size: number): Promise<Result<number | null, BadSeal | BadCheckpoint>>;
}

/** Reads the seal and its checkpoint. `verifyEnd` verifies them. */
export async function readSeals(
  { store, clock, sealing, rules }: SealVerification,
): Promise<ReadSeals> {
  if (sealing === null) {
    const last = await readLast(store);
    const verifyEnd = () => Promise.resolve(ok(null));
    return { last, sealed: null, isUpgrading: true, verifyEnd };
  }
  // Nothing is made here: the judge only looks.
  const random = { bytes: (length: number) => new Uint8Array(length) };
  const judging: JudgeEnd = { store, clock, random, sealing, rules, accepts: null };
  const read = await readStanding(judging);
  const found = read.ok ? read.value.end.sealed : null;
  const sealed = found?.value.state ?? null;
  const { upgradeHours } = rules;
  return {
    last: await readLast(store),
    sealed,
    isUpgrading: read.ok && isUpgrading(found, { sealing, clock, upgradeHours }),
    verifyEnd: async (size) => {
      const now = await readStanding(judging);
      if (!now.ok) return now;
      const { end, last } = now.value;
      const again = await findGap(judging, end, last?.value.seq ?? 0);
      if (!again.ok) return again;
      return ok(isSealedHead(end.sealed, end.head) ? size : sealed?.head.seq ?? 0);
    },
  };
}

async function readLast(store: Store): Promise<number> {
  return (await getExact(store, LastCheckpoint, lastCheckpointKey))?.seq ?? 0;
}
