import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Result } from "../../base/result.ts";
import type { NextTurn } from "../../base/turns.ts";
import type { Units } from "../../base/unit.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { AuditVerification, AuditVerifications } from "../../core/operators/ports.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { AuditRules } from "../../core/policy/audit.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { defineKey } from "../store/define_key.ts";
import { leasable, renewLease, takeLease } from "../store/lease.ts";
import { timestamp } from "../store/lifetime.ts";
import { create, type Entry, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { readOrigin, verifierKeysOf } from "./audit_checkpoint_reading.ts";
import { verifyStoredAudit } from "./audit_checkpoint_verification.ts";
import type { AuditSealing } from "./audit_sealing.ts";
import { readAuditState } from "./audit_state.ts";
import { doubtsOf, partOf } from "./audit_verdict.ts";

/** Key of the verification that the console requested last. */
export const auditVerifications = defineKey({
  name: "audit_verification",
  parts: [],
  value:
    "`{ askedAt, askedBy, entries, reached, ended, leasedUntil }`: how far it is, or its verdict",
  lifetime: "until another is asked for",
  personal: "yes: the id of an operator",
  protected: null,
});

const Verdict = z.literal("holds").or(z.literal("broken")).or(z.literal("failed"));

const StoredVerification = z.strictObject({
  askedAt: Timestamp,
  askedBy: z.string(),
  entries: z.int(),
  reached: z.int(),
  ended: z.strictObject({
    at: Timestamp,
    verdict: Verdict,
    words: z.array(z.string()).readonly(),
  }).readonly().nullable(),
  ...leasable,
}).readonly();
type StoredVerification = z.infer<typeof StoredVerification>;

/** Opens the verification requested last. */
export function openAuditVerifications(store: Store): AuditVerifications {
  const find = () => store.get(StoredVerification, auditVerifications.key());
  return {
    last: async () => (await find())?.value ?? null,
    ask: async (unit, { askedAt, askedBy }) => {
      const before = await find();
      if (before !== null && before.value.ended === null) return false;
      const { entries } = await readAuditState(store);
      const next = { askedAt, askedBy, entries, reached: 0, ended: null, leasedUntil: null };
      addTo(
        unit,
        before === null
          ? create(StoredVerification, auditVerifications.key(), next)
          : [before.check, before.set(next)],
      );
      return true;
    },
  };
}

/** The dependencies of {@link runAskedVerification}. */
export interface AskedVerification {
  readonly store: Store;
  readonly clock: Clock;
  readonly units: Units;
  readonly audit: Pick<Audit, "record">;
  readonly sealing: AuditSealing;
  readonly signing: KeyRing;
  readonly rules: AuditRules;
  /** Heads that were kept outside of the store; a refusal is why they cannot be read. */
  readKept(): Promise<Result<readonly string[], { readonly reason: string }>>;
  readonly nextTurn: NextTurn;
  readonly closing: AbortSignal;
}

/** Entries after which other requests get their turn. */
const entriesOfTurn = 100;
/** Parts of the log between two writes of the progress. */
const progressParts = 50;

/** Thrown if another server continues the verification, or the service closes. */
class Abandoned extends Error {}

/**
 * Runs the requested verification, unless another server does, and records its verdict. If its
 * server has died, it begins again after the lease.
 */
export async function runAskedVerification(dependencies: AskedVerification): Promise<void> {
  const { store, clock, closing } = dependencies;
  const found = await store.get(StoredVerification, auditVerifications.key());
  if (found === null || found.value.ended !== null) return;
  let held = await takeLease(dependencies, found);
  if (held === null) return;
  const { entries } = held.value;
  const step = Math.max(entriesOfTurn, Math.ceil(entries / progressParts));
  const progress = async (seq: number) => {
    if (seq % entriesOfTurn === 0) await dependencies.nextTurn();
    if (seq % step !== 0) return;
    if (closing.aborted || held === null) throw new Abandoned();
    held = await renewLease({ store, clock }, { ...held, value: { ...held.value, reached: seq } });
    if (held === null) throw new Abandoned();
  };
  try {
    const ended = await verdictOf(dependencies, progress);
    await recordVerdict(dependencies, held, ended);
  } catch (cause) {
    if (!(cause instanceof Abandoned)) throw cause;
  }
}

type Verified = Pick<NonNullable<AuditVerification["ended"]>, "verdict" | "words"> & {
  /** Entries that were verified. */
  readonly reached: number;
};

async function verdictOf(
  { store, clock, sealing, signing, rules, readKept }: AskedVerification,
  progress: (seq: number) => Promise<void>,
): Promise<Verified> {
  const kept = await readKept();
  if (!kept.ok) {
    const words = [`The witness cannot be read: ${kept.refusal.reason}`];
    return { verdict: "failed", words, reached: 0 };
  }
  let reached = 0;
  try {
    const verified = await verifyStoredAudit({
      ...{ store, clock, sealing, rules, kept: kept.value },
      verifierKeys: verifierKeysOf(await readOrigin(store), signing),
      progress: async (seq) => {
        reached = seq;
        await progress(seq);
      },
    });
    return verified.ok
      ? { verdict: "holds", words: doubtsOf(verified.value), reached: verified.value.head.seq }
      : broken(`${partOf(verified.refusal)}, ${verified.refusal.code}`, reached);
  } catch (thrown) {
    if (!(thrown instanceof DamagedValueError)) throw thrown;
    return broken(thrown.message, reached);
  }
}

function broken(words: string, reached: number): Verified {
  return { verdict: "broken", words: [words], reached };
}

async function recordVerdict(
  { clock, units, audit }: AskedVerification,
  held: Entry<StoredVerification>,
  { verdict, words, reached }: Verified,
): Promise<void> {
  const unit = units.begin();
  const ended = { at: timestamp(clock.now()), verdict, words };
  addTo(unit, [held.check, held.set({ ...held.value, reached, ended, leasedUntil: null })]);
  if (verdict !== "failed") {
    audit.record(unit, {
      kind: "AUDIT_VERIFIED",
      entries: reached,
      holds: verdict === "holds",
      operator: held.value.askedBy,
    });
  }
  // Lost where another server has taken it over: that one records its own.
  await units.commit(unit);
}
