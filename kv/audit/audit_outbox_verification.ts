import { z } from "zod";
import { AuditEvent } from "../../core/audit/event.ts";
import { LinkedEntry } from "../../core/audit/entry.ts";
import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { entryPrefix, outboxPrefix, Outgoing } from "./audit_records.ts";
import type { AuditSealing } from "./audit_sealing.ts";
import { exactJson } from "../store/codec.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Key } from "../store/key.ts";
import type { Store } from "../store/store.ts";

/** An event without a position that the service cannot have recorded. */
export interface BadPending {
  readonly code:
    /** It does not have the form of an event, or of its kind. */
    | "outbox_schema"
    /** Its key names another time or event than the value. */
    | "outbox_key"
    /** Another event has the same id. */
    | "outbox_doubled"
    /** Its recording time is in the future. */
    | "outbox_from_future"
    /** It is already on the chain. */
    | "outbox_on_chain"
    /** It has no seal, or another event's seal. */
    | "outbox_unsealed";
  /** Its place among the waiting events, from 1. */
  readonly seq: number;
}

/** Maximum events whose ids are compared with the chain at a time; more need another walk. */
const idsMax = 10_000;
/** Minutes by which the clocks of servers may differ. */
const skewMinutes = 10;
/** The id of an event: 16 random bytes in hex. */
const idForm = /^[0-9a-f]{32}$/;
const kinds: ReadonlySet<string> = new Set(
  AuditEvent.options.map((option) => option.unwrap().shape.kind.value),
);

/** A waiting event, with its place in the outbox. */
interface Waiting {
  readonly key: Key;
  readonly seq: number;
}

/** The data to verify, and the keys. */
export interface VerifyOutbox {
  readonly store: Store;
  readonly clock: Clock;
  /** Verifies the seals of events; null without a key. */
  readonly sealing: AuditSealing | null;
  /** Whether older servers may have recorded events without a seal. */
  readonly isUpgrading: boolean;
}

/**
 * Verifies the events without a position: their seals, and that the service can have recorded them.
 *
 * @returns the number of waiting events, or the first invalid one
 */
export async function verifyOutbox(
  { store, clock, sealing, isUpgrading }: VerifyOutbox,
): Promise<Result<number, BadPending>> {
  const latest = clock.now().add({ minutes: skewMinutes }).epochMilliseconds;
  let seq = 0;
  let waiting = new Map<string, Waiting>();
  try {
    for await (const { key, value } of store.list(exactJson, { prefix: outboxPrefix })) {
      const code = faultOf({ key, value, latest });
      seq++;
      if (code !== null) return refuse({ code, seq });
      const outgoing = value as Outgoing;
      const { id } = outgoing;
      if (waiting.has(id)) return refuse({ code: "outbox_doubled", seq });
      const holds = await sealing?.verifyEvent(key, outgoing) ?? (sealing === null || isUpgrading);
      if (!holds) return refuse({ code: "outbox_unsealed", seq });
      waiting.set(id, { key, seq });
      if (waiting.size < idsMax) continue;
      const linked = await findOnChain(store, waiting);
      if (linked !== null) return refuse(linked);
      waiting = new Map();
    }
  } catch (cause) {
    if (!(cause instanceof DamagedValueError)) throw cause;
    return refuse({ code: "outbox_schema", seq: seq + 1 });
  }
  const linked = await findOnChain(store, waiting);
  return linked === null ? ok(seq) : refuse(linked);
}

function faultOf(
  { key: [, milliseconds, , named], value, latest }: {
    readonly key: Key;
    readonly value: unknown;
    readonly latest: number;
  },
): BadPending["code"] | null {
  const parsed = z.strictObject(Outgoing.unwrap().shape).safeParse(value);
  if (!parsed.success) return "outbox_schema";
  const { id, at, event } = parsed.data;
  // A kind that this version does not know is of a newer one.
  if (!idForm.test(id) || kinds.has(event.kind) && !AuditEvent.safeParse(event).success) {
    return "outbox_schema";
  }
  const recordedAt = Temporal.Instant.from(at).epochMilliseconds;
  if (named !== id || milliseconds !== recordedAt) return "outbox_key";
  return recordedAt > latest ? "outbox_from_future" : null;
}

/**
 * Finds a waiting event on the chain: an event leaves the outbox in the commit that adds it to the
 * chain.
 */
async function findOnChain(
  store: Store,
  waiting: ReadonlyMap<string, Waiting>,
): Promise<BadPending | null> {
  if (waiting.size === 0) return null;
  for await (const { value: { entry } } of store.list(LinkedEntry, { prefix: entryPrefix })) {
    const found = waiting.get(entry.id);
    if (found === undefined || await store.get(z.unknown(), found.key) === null) continue;
    return { code: "outbox_on_chain", seq: found.seq };
  }
  return null;
}
