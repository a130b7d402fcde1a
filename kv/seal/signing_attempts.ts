import { SigningAttempt } from "../../core/seal/attempt_schema.ts";
import type { SigningAttempts } from "../../core/seal/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of an act that has begun and not ended. */
export const signingAttempts = defineKey({
  name: "signing_attempt",
  parts: ["begunAt", "attemptId"],
  value: "act, client, person, credential, hash of the document, pledged key; encrypted",
  lifetime: "until it ends; at most two minutes on",
  personal: "yes: the id of the declared person who signs",
  protected: "encrypted",
});

/** Opens the unfinished acts. */
export function openSigningAttempts(
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
): SigningAttempts {
  const stored = encrypted(SigningAttempt, atRest);
  const keyOf = ({ begunAt, id }: SigningAttempt) => signingAttempts.key(begunAt, id);
  return {
    begin: (unit, attempt) => addTo(unit, create(stored, keyOf(attempt), attempt)),
    find: async (attempt) => {
      const open = await store.get(stored, keyOf(attempt));
      return open === null ? null : (unit) => addTo(unit, [open.check, open.delete]);
    },
    begunBefore: async function* (moment) {
      const range = {
        prefix: signingAttempts.key(),
        end: signingAttempts.key(timestamp(moment)),
      };
      for await (const { value } of store.list(stored, range)) yield value;
    },
  };
}
