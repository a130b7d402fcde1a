import { z } from "zod";
import {
  type KybApplicationDependencies,
  kybApplications,
  kybChecks,
  kybClientApplications,
  kybRecordEnds,
  RecordEnd,
} from "./kyb_applications.ts";
import { kybReviewDrafts } from "./kyb_review_drafts.ts";
import { encrypted } from "./store/encrypted.ts";
import { timestamp } from "./store/lifetime.ts";
import type { Operation, Remove } from "./store/store.ts";

/** Applications that one run removes. */
const applicationsMax = 100;
/** Review drafts that one commit removes. */
const removedAtOnce = 200;

/**
 * Removes KYB records whose retention is over, an application a commit: one has a few dozen checks.
 * Two instances may do the same, which removes nothing more.
 *
 * @returns how many applications were removed
 */
export async function removeOldKybRecords(
  { store, clock, atRest }: KybApplicationDependencies,
): Promise<number> {
  const sealed = encrypted(z.unknown(), atRest);
  const prefix = kybRecordEnds.key();
  const range = { prefix, end: kybRecordEnds.key(timestamp(clock.now())) };
  const over = await Array.fromAsync(store.list(RecordEnd, range, { limit: applicationsMax }));
  for (const { key, value: { clientId }, delete: end } of over) {
    const id = String(key.at(-1));
    await removeReviewDrafts({ store, atRest }, id);
    const removals: Operation[] = [end];
    const application = await store.get(sealed, kybApplications.key(id));
    const named = await store.get(z.unknown(), kybClientApplications.key(clientId, id));
    for (const entry of [application, named]) {
      if (entry !== null) removals.push(entry.delete);
    }
    for await (const entry of store.list(sealed, { prefix: kybChecks.key(id) })) {
      removals.push(entry.delete);
    }
    await store.commit(removals);
  }
  return over.length;
}

/** Before their application: it reads as not there, so nobody adds another one. */
async function removeReviewDrafts(
  { store, atRest }: Pick<KybApplicationDependencies, "store" | "atRest">,
  applicationId: string,
): Promise<void> {
  const sealed = encrypted(z.unknown(), atRest);
  let removals: Remove[] = [];
  const range = { prefix: kybReviewDrafts.key(applicationId) };
  for await (const entry of store.list(sealed, range)) {
    removals.push(entry.delete);
    if (removals.length < removedAtOnce) continue;
    await store.commit(removals);
    removals = [];
  }
  if (removals.length > 0) await store.commit(removals);
}
