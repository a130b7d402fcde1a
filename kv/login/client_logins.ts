import type { ClientId } from "../../core/access/schema.ts";
import type { ClientLogins } from "../../core/login/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { loginCodes, storedLoginCode } from "./login_codes.ts";
import { clientLogins, type LoginRecordName, NamedLogin } from "./login_index.ts";
import { eraseRequest, loginRequests, storedLoginRequest } from "./login_requests.ts";
import { loginSingleSignOns, storedSingleSignOn } from "./login_sso_records.ts";
import type { Check, Entry, Operation, Store } from "../store/store.ts";

/** The operations that erase a record; null if there is none. */
type Erasing = { readonly check: Check; readonly operation: Operation } | null;

/** Opens the logins of clients for their erasure. */
export function openClientLogins(
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
): ClientLogins {
  const removing = (entry: Entry<unknown> | null): Erasing =>
    entry === null ? null : { check: entry.check, operation: entry.delete };
  /**
   * The kinds of records in the order of erasure: a poll that issues meanwhile either fails its
   * check on the request, or has already made the records that are found next; the same holds for a
   * single sign-on that gives a code.
   */
  const find: Readonly<Record<LoginRecordName, (hash: string) => Promise<Erasing>>> = {
    request: async (hash) => {
      const entry = await store.get(storedLoginRequest(atRest), loginRequests.key(hash));
      return entry === null ? null : { check: entry.check, operation: eraseRequest(entry) };
    },
    single_sign_on: async (hash) =>
      removing(await store.get(storedSingleSignOn(atRest), loginSingleSignOns.key(hash))),
    code: async (hash) => removing(await store.get(storedLoginCode(atRest), loginCodes.key(hash))),
  };

  /** @returns false when the record does not exist any more, or another erasure deleted it */
  async function eraseOne(
    name: Entry<unknown>,
    findRecord: (hash: string) => Promise<Erasing>,
  ): Promise<boolean> {
    for (;;) {
      const found = await findRecord(String(name.key.at(-1)));
      const record = found === null ? [] : [found.check, found.operation];
      if (await store.commit([name.check, name.delete, ...record])) return found !== null;
      if (!await store.holds(name.check)) return false;
    }
  }

  return {
    erase: async (owner: ClientId) => {
      let erased = 0;
      for (const [what, findRecord] of Object.entries(find)) {
        const named = store.list(NamedLogin, { prefix: clientLogins.key(owner, what) });
        for await (const name of named) {
          if (await eraseOne(name, findRecord)) erased += 1;
        }
      }
      return erased;
    },
  };
}
