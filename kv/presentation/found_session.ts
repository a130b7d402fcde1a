import type { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Unit } from "../../base/unit.ts";
import type { FoundSession } from "../../core/presentation/ports.ts";
import {
  type Outcome,
  type Session,
  type SessionId,
  type SessionKind,
  statusOf,
} from "../../core/presentation/schema.ts";
import type { AnswerKeys } from "./answer_keys.ts";
import type { Deliveries, DeliveryState } from "./deliveries.ts";
import { type ExpiresAt, timestamp } from "../store/lifetime.ts";
import type { Entry, Operation, Store } from "../store/store.ts";
import { addTo, openUnits } from "../store/unit.ts";

/** A stored session: with a lifetime until it is decided, and without one afterwards. */
export type StoredSession<Kind extends SessionKind> = Session<Kind> & {
  readonly expiresAt?: z.infer<typeof ExpiresAt> | undefined;
};

/** The dependencies of {@link foundSession}. */
export interface FoundSessionDependencies<Kind extends SessionKind> {
  readonly store: Store;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  readonly answerKeys: AnswerKeys;
  /** Reads the current state of a session. */
  readonly read: (id: SessionId) => Promise<Entry<StoredSession<Kind>> | null>;
  /** Makes the session's entry in the client's index permanent. */
  readonly nameForEver: (session: Session<Kind>) => Operation;
}

/** Makes the changes of a session that was read. */
export function foundSession<Kind extends SessionKind>(
  dependencies: FoundSessionDependencies<Kind>,
  entry: Entry<StoredSession<Kind>>,
): FoundSession<Kind> {
  const { store, clock, deliveries, answerKeys, read, nameForEver } = dependencies;
  const { expiresAt: _, ...session } = entry.value;
  const endedAt = () => timestamp(clock.now());
  return {
    session,
    findAnswerKey: () => answerKeys.find(session.id),
    complete: (unit, { decision, delivery, subject }, { responseCodeHash }) => {
      const outcome: Outcome<Kind["decision"]> = {
        status: "completed",
        endedAt: endedAt(),
        decision,
        ...(subject === null ? {} : { subject }),
        pack: delivery.kind === "none" ? "none" : "ready",
        ...(responseCodeHash === null ? {} : { responseCodeHash }),
      };
      addTo(unit, [
        entry.check,
        entry.set({ ...session, outcome }),
        ...answerKeys.removalOf(session),
      ]);
      addTo(unit, [nameForEver(session)]);
      if (delivery.kind !== "none") deliveries.keep(unit, session.id, delivery);
    },
    fail: (unit, error, { responseCodeHash }) => {
      const outcome = {
        status: "failed",
        endedAt: endedAt(),
        error,
        ...(responseCodeHash === null ? {} : { responseCodeHash }),
      } as const;
      addTo(unit, [
        entry.check,
        entry.set({ ...entry.value, outcome }),
        ...answerKeys.removalOf(session),
      ]);
    },
    noteFailure: (error, failuresMax, ended) =>
      noteFailure(dependencies, entry, { error, failuresMax, ended }),
    noteFetch: async () => {
      const { requestObject } = session;
      if (requestObject === undefined) return false;
      const fetched = { ...requestObject, fetches: requestObject.fetches + 1 };
      return await store.commit([
        entry.check,
        entry.set({ ...entry.value, requestObject: fetched }),
      ]);
    },
    claimDelivery: async () => {
      const first = deliveryOf(entry);
      if (first === null) return null;
      const again = async () => deliveryOf(await read(session.id));
      return await deliveries.claim({ id: session.id, first, read: again });
    },
  };
}

async function noteFailure<Kind extends SessionKind>(
  { store, clock, answerKeys, read }: FoundSessionDependencies<Kind>,
  entry: Entry<StoredSession<Kind>>,
  { error, failuresMax, ended }: {
    readonly error: string;
    readonly failuresMax: number;
    readonly ended: (unit: Unit) => void;
  },
): Promise<void> {
  const units = openUnits(store);
  // Each round that is lost was another's: a failure of its own, or the end.
  for (
    let seen: Entry<StoredSession<Kind>> | null = entry;
    seen !== null;
    seen = await read(entry.value.id)
  ) {
    const { outcome } = seen.value;
    if (outcome.status !== "pending" || statusOf(seen.value, clock.now()) !== "pending") return;
    const failures = outcome.failures + 1;
    const next: Outcome<never> = failures < failuresMax
      ? { status: "pending", failures }
      : { status: "failed", endedAt: timestamp(clock.now()), error };
    const removed = next.status === "pending" ? [] : answerKeys.removalOf(seen.value);
    const written = seen.set({ ...seen.value, outcome: next });
    const unit = units.begin();
    addTo(unit, [seen.check, written, ...removed]);
    if (next.status === "failed") ended(unit);
    if ((await units.commit(unit)).kind === "committed") return;
  }
}

function deliveryOf<Kind extends SessionKind>(
  entry: Entry<StoredSession<Kind>> | null,
): DeliveryState | null {
  const outcome = entry?.value.outcome;
  if (entry === null || outcome?.status !== "completed") return null;
  return {
    state: outcome.pack,
    claim: outcome.claim,
    check: entry.check,
    deliverTo: (claim) =>
      entry.set({ ...entry.value, outcome: { ...outcome, pack: "delivered", claim } }),
  };
}
