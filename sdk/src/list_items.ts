import { call, type Caller, type Input } from "./call.ts";
import { AvalError } from "./errors.ts";
import type { Operation } from "./operation.ts";

/**
 * Milliseconds to wait after a page without an item, doubled by each such page up to the maximum.
 */
const [waitFirst, waitLast] = [100, 5_000];

/**
 * Yields every item of a list, page after page; each page is a separate call. For a running batch
 * it waits for the next results.
 */
export async function* listItems(
  caller: Caller,
  name: string,
  operation: Operation,
  member: string,
  input: Input,
): AsyncGenerator<unknown, void, undefined> {
  let cursor: unknown = input.query?.["cursor"];
  const seen = new Set<unknown>();
  let wait = waitFirst;
  for (;;) {
    const query = { ...input.query, cursor };
    const page = await call(caller, name, operation, { ...input, query }) as
      | Readonly<Record<string, unknown>>
      | null;
    const items = page?.[member];
    cursor = page?.["nextCursor"] ?? null;
    // A cursor that comes again would go round for ever.
    if (!Array.isArray(items) || seen.has(cursor)) throw new AvalError(name, "unexpected_answer");
    yield* items;
    if (cursor === null) return;
    seen.add(cursor);
    if (items.length > 0) wait = waitFirst;
    else {
      await caller.runtime.pause(wait, input.options?.signal ?? new AbortController().signal);
      wait = Math.min(2 * wait, waitLast);
    }
  }
}
