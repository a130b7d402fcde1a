import { z } from "zod";
import type { Clock } from "../../core/ports/clock.ts";
import type { Backend } from "../backend.ts";
import { encodeValue } from "../codec.ts";
import type { Key } from "../key.ts";
import { timestamp } from "../lifetime.ts";
import { retryWhileBusy, type Waiting } from "../retry.ts";

/**
 * Marks a store that is being filled by a restore or a copy. It is written first and removed once
 * everything was read back, so that a store whose filling broke off is never served.
 *
 * | Key              | Value       | Lifetime                                |
 * | ---------------- | ----------- | --------------------------------------- |
 * | `["incomplete"]` | `{ since }` | until what was copied is verified       |
 */
export const incompleteKey: Key = ["incomplete"];

const Incomplete = z.object({ since: z.iso.datetime({ precision: 3 }) }).readonly();

/** What marking runs on. */
export interface Marking extends Waiting {
  readonly clock: Clock;
}

/** Whether the store was filled in part and not to its end. */
export async function isIncomplete(backend: Backend, waiting: Waiting): Promise<boolean> {
  const [found] = await retryWhileBusy(waiting, () => backend.read([incompleteKey]));
  return found !== null && found !== undefined;
}

/**
 * Refuses a store that was filled in part.
 *
 * @throws Error that says what to do
 */
export async function assertComplete(backend: Backend, waiting: Waiting): Promise<void> {
  if (!await isIncomplete(backend, waiting)) return;
  throw new Error(
    "This store was restored or copied in part only: run admin store restore or copy into it again",
  );
}

/**
 * Marks the store, on condition that nobody else has.
 *
 * @returns false when somebody has just begun to fill it
 */
export async function markIncomplete(backend: Backend, marking: Marking): Promise<boolean> {
  const { clock, random } = marking;
  const value = { since: timestamp(clock.now()) };
  const bytes = await encodeValue(Incomplete, { key: incompleteKey, value, random });
  const committed = await retryWhileBusy(marking, () =>
    backend.commit({
      checks: [{ key: incompleteKey, versionstamp: null }],
      puts: [{ key: incompleteKey, bytes, expireIn: null }],
      removes: [],
      adds: [],
    }));
  return committed !== null;
}

/** From now on the store may be served. */
export async function markComplete(backend: Backend, waiting: Waiting): Promise<void> {
  await retryWhileBusy(
    waiting,
    () => backend.commit({ checks: [], puts: [], removes: [incompleteKey], adds: [] }),
  );
}
