import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import { defineKey } from "../store/define_key.ts";
import type { Backend, RawCommit } from "../store/backend.ts";
import { encodeValue } from "../store/codec.ts";
import { timestamp } from "../store/lifetime.ts";
import { type RetryDependencies, retryWhileBusy } from "../store/retry.ts";

/**
 * Marks a store while a restore or a copy fills it. The mark is written first and removed after
 * everything was read back, so that no server opens an incomplete store. A repeated filling writes
 * a new mark, and every commit of a filling checks its mark: of two that fill one store, the later
 * one continues alone.
 */
export const incompleteMark = defineKey({
  name: "incomplete",
  parts: [],
  value: "`{ since }`: a restore or copy fills the store",
  lifetime: "until what was copied is verified",
  personal: "no",
  protected: null,
});

/** Key of the mark. */
export const incompleteKey = incompleteMark.key();

const Incomplete = z.object({ since: Timestamp }).readonly();

/** Dependencies of marking. */
export interface Marking extends RetryDependencies {
  readonly clock: Clock;
}

/** The mark of one filling, as a check of its commits. */
export type Mark = RawCommit["checks"][number];

/** Dependencies of filling a marked store. */
export interface Filling extends Marking {
  readonly mark: Mark;
}

/** Returns the mark of an unfinished filling; null when there is none. */
export async function findMark(backend: Backend, retry: RetryDependencies): Promise<Mark | null> {
  const [found] = await retryWhileBusy(retry, () => backend.read([incompleteKey]));
  return found ? { key: incompleteKey, versionstamp: found.versionstamp } : null;
}

/** Whether the store is only partly filled. */
export async function isIncomplete(backend: Backend, retry: RetryDependencies): Promise<boolean> {
  return await findMark(backend, retry) !== null;
}

/**
 * Refuses a partly filled store.
 *
 * @throws Error with the remedy
 */
export async function assertComplete(backend: Backend, retry: RetryDependencies): Promise<void> {
  if (!await isIncomplete(backend, retry)) return;
  throw new Error(
    "This store was restored or copied in part only: run admin store restore or copy into it again",
  );
}

/**
 * Marks the store, on condition that no other process did so since.
 *
 * @param before the mark of an interrupted filling; null if there was none
 * @returns null when another process began to fill the store
 */
export async function markIncomplete(
  backend: Backend,
  before: Mark | null,
  marking: Marking,
): Promise<Mark | null> {
  const { clock, random } = marking;
  const value = { since: timestamp(clock.now()) };
  const bytes = encodeValue(Incomplete, { key: incompleteKey, value, random });
  const versionstamp = await retryWhileBusy(marking, () =>
    backend.commit({
      checks: [before ?? { key: incompleteKey, versionstamp: null }],
      puts: [{ key: incompleteKey, bytes, expireIn: null }],
      removes: [],
      adds: [],
    }));
  return versionstamp === null ? null : { key: incompleteKey, versionstamp };
}

/**
 * Writes into a store that is being filled.
 *
 * @throws Error when another process began to fill the store, without having written
 */
export async function commitMarked(
  backend: Backend,
  writes: Omit<RawCommit, "checks">,
  { mark, ...retry }: RetryDependencies & { readonly mark: Mark },
): Promise<void> {
  const commit = { ...writes, checks: [mark] };
  if (await retryWhileBusy(retry, () => backend.commit(commit)) !== null) return;
  throw new Error("Another restore or copy has begun to fill this store: this one has ended");
}

/** Removes the mark, so that servers may open the store. */
export async function markComplete(backend: Backend, filling: Filling): Promise<void> {
  await commitMarked(backend, { puts: [], removes: [incompleteKey], adds: [] }, filling);
}
