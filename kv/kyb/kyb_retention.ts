import type { Clock } from "../../base/clock.ts";
import type { KybApplication } from "../../core/kyb/application_schema.ts";
import {
  kybApplications,
  kybChecks,
  kybClientApplications,
  kybRecordEnds,
  RecordEnd,
} from "./kyb_applications.ts";
import { kybReviewDrafts } from "./kyb_review_drafts.ts";
import { timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import type { Remove, Store } from "../store/store.ts";

/** Maximum applications that one run removes. */
const applicationsMax = 100;

/**
 * Removes KYB records whose retention is over, without reading them. Removes the end-of-retention
 * record last, so that the next run continues after a crash. Two instances may do the same without
 * harm.
 *
 * @returns the number of removed applications
 */
export async function removeOldKybRecords(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<number> {
  const prefix = kybRecordEnds.key();
  const range = { prefix, end: kybRecordEnds.key(timestamp(clock.now())) };
  const over = await Array.fromAsync(store.list(RecordEnd, range, { limit: applicationsMax }));
  for (const { key, value: { clientId }, delete: end } of over) {
    await removeAll(store, removalsOf(store, { id: String(key.at(-1)), clientId, end }));
  }
  return over.length;
}

/**
 * Removes applications before their retention is over, which is permitted only for the data of a
 * sandbox's browser.
 */
export async function removeKybRecords(
  store: Store,
  applications: readonly Pick<KybApplication, "id" | "clientId" | "keptUntil">[],
): Promise<void> {
  for (const { id, clientId, keptUntil } of applications) {
    const key = keptUntil === null ? [] : [kybRecordEnds.key(keptUntil, id)];
    const [end = null] = await store.removals(key);
    await removeAll(store, removalsOf(store, { id, clientId, end }));
  }
}

async function* removalsOf(
  store: Store,
  { id, clientId, end }: {
    readonly id: string;
    readonly clientId: string;
    /** The removal of the end-of-retention record; null if there is none. */
    readonly end: Remove | null;
  },
): AsyncGenerator<Remove> {
  // Before their application: it reads as not there, so that no other one is added.
  yield* store.removalsIn({ prefix: kybReviewDrafts.key(id) });
  yield* store.removalsIn({ prefix: kybChecks.key(id) });
  yield* await store.removals([kybApplications.key(id), kybClientApplications.key(clientId, id)]);
  if (end !== null) yield end;
}
