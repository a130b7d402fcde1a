import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import { defineKey } from "../store/define_key.ts";
import type { Backend, RawCommit } from "../store/backend.ts";
import { encodeValue } from "../store/codec.ts";
import { timestamp } from "../store/lifetime.ts";
import { type RetryDependencies, retryWhileBusy } from "../store/retry.ts";

/**
 * Marks a store that is being filled by a restore or a copy. It is written first and removed once
 * everything was read back, so that a store whose filling broke off is never served. Who fills the
 * store again writes it again, and every commit of a filling checks it: of two that fill one store
 * the later one goes on alone.
 */
export const incompleteMark = defineKey({
  name: "incomplete",
  parts: [],
  value: "`{ since }`: a restore or copy fills the store",
  lifetime: "until what was copied is verified",
  personal: "no",
  protected: null,
});

/** Where the mark stands. */
export const incompleteKey = incompleteMark.key();

const Incomplete = z.object({ since: Timestamp }).readonly();

/** What marking runs on. */
export interface Marking extends RetryDependencies {
  readonly clock: Clock;
}

/** The mark of one filling, as its commits check it. */
export type Mark = RawCommit["checks"][number];

/** What filling runs on once it has marked the store. */
export interface Filling extends Marking {
  readonly mark: Mark;
}

/** The mark of a process that has begun to fill the store and not come to the end; null when there is none. */
export async function findMark(backend: Backend, retry: RetryDependencies): Promise<Mark | null> {
  const [found] = await retryWhileBusy(retry, () => backend.read([incompleteKey]));
  return found ? { key: incompleteKey, versionstamp: found.versionstamp } : null;
}

/** Whether the store was filled in part and not to its end. */
export async function isIncomplete(backend: Backend, retry: RetryDependencies): Promise<boolean> {
  return await findMark(backend, retry) !== null;
}

/**
 * Refuses a store that was filled in part.
 *
 * @throws Error that says what to do
 */
export async function assertComplete(backend: Backend, retry: RetryDependencies): Promise<void> {
  if (!await isIncomplete(backend, retry)) return;
  throw new Error(
    "This store was restored or copied in part only: run admin store restore or copy into it again",
  );
}

/**
 * Marks the store, on condition that no other process has since.
 *
 * @param before the mark of a filling that broke off; null when there was none
 * @returns null when another process has just begun to fill it
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
 * @throws Error when another process has begun to fill it: then nothing was written
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

/** From now on the store may be served. */
export async function markComplete(backend: Backend, filling: Filling): Promise<void> {
  await commitMarked(backend, { puts: [], removes: [incompleteKey], adds: [] }, filling);
}
