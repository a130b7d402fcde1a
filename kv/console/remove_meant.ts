import type { Ended } from "../../core/console/ports.ts";
import type { LoginLink } from "../../core/console/schema.ts";
import type { Entry, Store } from "../store/store.ts";

/**
 * Removes those of some records that belong to a person, or to a client's reviewers, each in a
 * commit of its own.
 *
 * @returns how many were removed
 */
export async function removeMeant<Value>(
  store: Store,
  records: AsyncIterable<Entry<Value>>,
  { of, namedOf }: {
    readonly of: Ended;
    readonly namedOf: (value: Value) => Pick<LoginLink, "personId" | "clientId">;
  },
): Promise<number> {
  let removed = 0;
  for await (const { value, delete: removal } of records) {
    const { personId, clientId } = namedOf(value);
    const isMeant = "personId" in of ? personId === of.personId : clientId === of.clientId;
    if (isMeant && await store.commit([removal])) removed++;
  }
  return removed;
}
