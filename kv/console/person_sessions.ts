import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type { PersonSessions } from "../../core/console/ports.ts";
import { PersonSession } from "../../core/console/schema.ts";
import { Timestamp } from "../../core/nouns.ts";
import type { SessionRules } from "../../core/policy/sessions.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted, type EncryptionKeys } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { removeMeant } from "./remove_meant.ts";

/** Key of a person's session: the hash of the browser's cookie. */
export const personSessions = defineKey({
  name: "person_session",
  parts: ["hex SHA-256 of cookie"],
  value: "`{ session, seenAt, expiresAt }`: id, login, client and roles of a person, encrypted",
  lifetime: "8 h (`sessionHours`), or until it is left for 30 min or ended",
  personal: "yes: the id of a reviewer or an operator",
  protected: "encrypted, cookie by its hash",
});

/** A stored session. */
const StoredSession = z.strictObject({
  session: PersonSession,
  /** The last minute in which it was used. */
  seenAt: Timestamp,
  expiresAt: ExpiresAt,
});

/** Minimum seconds between two writes of a session that is used, so that not every page writes. */
const seenSeconds = 60;

/** The dependencies of {@link openPersonSessions}. */
export interface PersonSessionDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: EncryptionKeys;
  readonly rules: SessionRules;
}

/** Opens the sessions of the desk and the console. */
export function openPersonSessions(
  { store, clock, random, atRest, rules }: PersonSessionDependencies,
): PersonSessions {
  const stored = encrypted(StoredSession, atRest);
  const keyOf = (secret: string) => personSessions.key(secretHash(secret));
  return {
    begin: (unit, session) => {
      const secret = makeSecret(random);
      const now = clock.now();
      const hours = session.login === "sandbox" ? rules.sandboxHours : rules.sessionHours;
      const expiresAt = timestamp(now.add({ hours }));
      addTo(unit, create(stored, keyOf(secret), { session, seenAt: timestamp(now), expiresAt }));
      return secret;
    },
    find: async (secret) => {
      if (!isSecret(secret)) return null;
      const found = await store.get(stored, keyOf(secret));
      const now = clock.now();
      if (found === null || hasPassed(found.value.expiresAt, now)) return null;
      const { session, seenAt } = found.value;
      // A sandbox's browser has nothing to be kept from others by.
      if (session.login === "sandbox") return session;
      const unseen = now.since(Temporal.Instant.from(seenAt)).total("seconds");
      if (unseen >= rules.idleMinutes * 60) {
        await store.commit([found.check, found.delete]);
        return null;
      }
      // Where the commit is lost another request of the session has written it, or it was ended.
      if (unseen >= seenSeconds) {
        await store.commit([found.check, found.set({ ...found.value, seenAt: timestamp(now) })]);
      }
      return session;
    },
    end: async (unit, secret) => {
      if (!isSecret(secret)) return;
      const found = await store.get(stored, keyOf(secret));
      if (found !== null) addTo(unit, [found.delete]);
    },
    endAll: (of) =>
      removeMeant(store, store.list(stored, { prefix: personSessions.key() }), {
        of,
        namedOf: ({ session }) => session,
      }),
  };
}
