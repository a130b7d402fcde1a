import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import { SingleSignOn } from "../../core/login/schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { loginNameKey, NamedLogin, nameLogin } from "./login_index.ts";
import { defineKey } from "../store/define_key.ts";
import { type Encrypted, encrypted } from "../store/encrypted.ts";
import { ExpiresAt } from "../store/lifetime.ts";
import { create, type Operation, type Store } from "../store/store.ts";

/** Key of a single sign-on: the hash of its cookie. */
export const loginSingleSignOns = defineKey({
  name: "login_sso",
  parts: ["hex SHA-256 of cookie"],
  value: "client, subject, `authTime`, encrypted",
  lifetime: "8 h (`loginSsoHours`), or a replayed code",
  personal: "yes: a pseudonym of the wallet's holder",
  protected: "encrypted, cookie by its hash",
});

/** A stored single sign-on. */
const StoredSingleSignOn = z.object({ singleSignOn: SingleSignOn, expiresAt: ExpiresAt })
  .readonly();
type StoredSingleSignOn = z.infer<typeof StoredSingleSignOn>;

/** Reads and writes single sign-ons under a data key. @param atRest the `at-rest` data keys */
export function storedSingleSignOn(atRest: KeyRing): Encrypted<StoredSingleSignOn> {
  return encrypted(StoredSingleSignOn, atRest);
}

/** Stores a single sign-on under the hash of its cookie, once. */
export function addSingleSignOn(
  atRest: KeyRing,
  hash: string,
  { singleSignOn, expiresAt }: StoredSingleSignOn,
): readonly Operation[] {
  const { clientId } = singleSignOn;
  return [
    ...create(storedSingleSignOn(atRest), loginSingleSignOns.key(hash), {
      singleSignOn,
      expiresAt,
    }),
    nameLogin({ clientId, what: "single_sign_on", hash }, expiresAt),
  ];
}

/** Reads the operations that end a single sign-on, of which nothing remains. */
export async function endingSingleSignOn(
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
  { clientId, hash }: { readonly clientId: ClientId; readonly hash: string },
): Promise<readonly Operation[]> {
  const name = loginNameKey({ clientId, what: "single_sign_on", hash });
  const ended = [
    await store.get(storedSingleSignOn(atRest), loginSingleSignOns.key(hash)),
    await store.get(NamedLogin, name),
  ];
  return ended.flatMap((entry) => entry === null ? [] : [entry.delete]);
}
