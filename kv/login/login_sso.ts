import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type { SingleSignOns } from "../../core/login/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { addLoginCode } from "./login_codes.ts";
import { loginSingleSignOns, storedSingleSignOn } from "./login_sso_records.ts";
import { hasPassed } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Opens the single sign-ons. */
export function openSingleSignOns({ store, clock, random, atRest, codeSeconds }: {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  /** Seconds that a code lives. */
  readonly codeSeconds: number;
}): SingleSignOns {
  const stored = storedSingleSignOn(atRest);
  return {
    find: async (value) => {
      if (!isSecret(value)) return null;
      const hash = secretHash(value);
      const found = await store.get(stored, loginSingleSignOns.key(hash));
      if (found === null || hasPassed(found.value.expiresAt, clock.now())) return null;
      return {
        singleSignOn: found.value.singleSignOn,
        issueCode: (unit, grant) => {
          const code = makeSecret(random);
          // The check: a single sign-on that a replay or an erasure ends meanwhile gives none.
          addTo(unit, [found.check]);
          addTo(
            unit,
            addLoginCode({ clock, atRest, codeSeconds }, code, { grant, singleSignOn: hash }),
          );
          return code;
        },
      };
    },
  };
}
