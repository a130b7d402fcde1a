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

/** An event that waits for its position and that the service cannot have recorded. */
export interface BadPending {
  readonly code:
    /** It does not have the form of an event, or of its kind. */
    | "outbox_schema"
    /** Its key names another time or event than it does. */
    | "outbox_key"
    /** Another one has its id. */
    | "outbox_doubled"
    /** It was recorded in the future. */
    | "outbox_from_future"
    /** It stands on the chain already. */
    | "outbox_on_chain"
    /** It has no seal, or another event's. */
    | "outbox_unsealed";
  /** Its place among those that wait, from 1. */
  readonly seq: number;
}

/** Events whose ids are compared with the chain at once: more of them take another walk. */
const idsMax = 10_000;
/** Minutes that clocks of servers may differ. */
const skewMinutes = 10;
/** Names an event: 16 random bytes in hex. */
const idForm = /^[0-9a-f]{32}$/;
const kinds: ReadonlySet<string> = new Set(
  AuditEvent.options.map((option) => option.unwrap().shape.kind.value),
);

/** An event that waits, with its place in the outbox. */
interface Waiting {
  readonly key: Key;
  readonly seq: number;
}

/** What to verify, and by what. */
export interface VerifyOutbox {
  readonly store: Store;
  readonly clock: Clock;
  /** Verifies the seals of events; null: nothing does, and no key is at hand. */
  readonly sealing: AuditSealing | null;
  /** Whether older servers may have recorded events without a seal. */
  readonly isUpgrading: boolean;
}

/**
 * Verifies what waits for its position on the chain: its seal, and what the service cannot have
 * recorded.
 *
 * @returns how many wait, or the first that does not hold
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

/** An event leaves the outbox in the commit that puts it onto the chain. */
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
