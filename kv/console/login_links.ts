import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type { LoginLinks } from "../../core/console/ports.ts";
import { linkMinutes, LoginLink } from "../../core/console/schema.ts";
import { Timestamp } from "../../core/nouns.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted, type EncryptionKeys } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { removeMeant } from "./remove_meant.ts";

/** Key of a link to the desk or the console, used or not: the hash of its token. */
export const loginLinks = defineKey({
  name: "console_link",
  parts: ["hex SHA-256 of token"],
  value: "`{ link, until, isUsed, expiresAt }`: whom a link logs in, encrypted",
  lifetime: "24 h, used ones too; good for 5 min",
  personal: "yes: the id of a reviewer or an operator",
  protected: "encrypted, token by its hash",
});

/** Hours for which an expired link stays known, so that its use is recorded. */
const knownHours = 24;

/** A stored link. */
const StoredLink = z.strictObject({
  link: LoginLink,
  /** Time from which it cannot be used. */
  until: Timestamp,
  isUsed: z.boolean(),
  expiresAt: ExpiresAt,
});

/** The dependencies of {@link openLoginLinks}. */
export interface LoginLinkDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: EncryptionKeys;
}

/** Opens the links of the desk and the console. */
export function openLoginLinks(
  { store, clock, random, atRest }: LoginLinkDependencies,
): LoginLinks {
  const stored = encrypted(StoredLink, atRest);
  const keyOf = (token: string) => loginLinks.key(secretHash(token));
  return {
    make: (unit, link) => {
      const token = makeSecret(random);
      const now = clock.now();
      const until = timestamp(now.add({ minutes: linkMinutes }));
      const expiresAt = timestamp(now.add({ hours: knownHours }));
      addTo(unit, create(stored, keyOf(token), { link, until, isUsed: false, expiresAt }));
      return token;
    },
    claim: async (unit, token) => {
      if (!isSecret(token)) return { kind: "unknown" };
      const found = await store.get(stored, keyOf(token));
      if (found === null || hasPassed(found.value.expiresAt, clock.now())) {
        return { kind: "unknown" };
      }
      const { link, until, isUsed } = found.value;
      if (isUsed || hasPassed(until, clock.now())) {
        // It is recorded once, however often it is shown.
        const isFirst = await store.commit([found.check, found.delete]);
        return isFirst ? { kind: "over", link } : { kind: "unknown" };
      }
      addTo(unit, [found.check, found.set({ ...found.value, isUsed: true })]);
      return { kind: "claimed", link };
    },
    removeAll: (of) =>
      removeMeant(store, store.list(stored, { prefix: loginLinks.key() }), {
        of,
        namedOf: ({ link }) => link,
      }),
  };
}
