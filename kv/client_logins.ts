import type { ClientId } from "../core/access/schema.ts";
import type { ClientLogins } from "../core/login/ports.ts";
import type { KeyRing } from "./keys/key_ring.ts";
import { loginCodes, storedLoginCode } from "./login_codes.ts";
import { clientLogins, type LoginRecordName, NamedLogin } from "./login_index.ts";
import { eraseRequest, loginRequests, storedLoginRequest } from "./login_requests.ts";
import { loginSingleSignOns, storedSingleSignOn } from "./login_sso_records.ts";
import type { Check, Entry, Operation, Store } from "./store/store.ts";

/**
 * In this order: a poll that issues meanwhile loses its check on the request, or has made what is found
 * next; and so does a single sign-on that gives a code.
 */
const erasedInOrder: readonly LoginRecordName[] = ["request", "single_sign_on", "code"];

/** What erasing a record takes. */
interface Erasing {
  readonly check: Check;
  readonly operation: Operation;
}

/** Opens the logins of clients, for their erasure. */
export function openClientLogins(
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
): ClientLogins {
  const removing = (entry: Entry<unknown> | null): Erasing | null =>
    entry === null ? null : { check: entry.check, operation: entry.delete };

  async function find(what: LoginRecordName, hash: string): Promise<Erasing | null> {
    switch (what) {
      case "request": {
        const entry = await store.get(storedLoginRequest(atRest), loginRequests.key(hash));
        return entry === null ? null : { check: entry.check, operation: eraseRequest(entry) };
      }
      case "single_sign_on":
        return removing(await store.get(storedSingleSignOn(atRest), loginSingleSignOns.key(hash)));
      case "code":
        return removing(await store.get(storedLoginCode(atRest), loginCodes.key(hash)));
      default:
        return what satisfies never;
    }
  }

  /** @returns false when there is nothing left to erase, or another erasure has */
  async function eraseOne(name: Entry<unknown>, what: LoginRecordName): Promise<boolean> {
    for (;;) {
      const found = await find(what, String(name.key.at(-1)));
      const record = found === null ? [] : [found.check, found.operation];
      if (await store.commit([name.check, name.delete, ...record])) return found !== null;
      if (!await store.holds(name.check)) return false;
    }
  }

  return {
    erase: async (owner: ClientId) => {
      let erased = 0;
      for (const what of erasedInOrder) {
        for await (
          const name of store.list(NamedLogin, { prefix: clientLogins.key(owner, what) })
        ) {
          if (await eraseOne(name, what)) erased += 1;
        }
      }
      return erased;
    },
  };
}
