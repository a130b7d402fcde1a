import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { UsedAssertions } from "../../core/credentials/step_up_ports.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a used step-up assertion. */
export const usedAssertions = defineKey({
  name: "used_assertion",
  parts: ["hex SHA-256 of iss and jti"],
  value: "`{ expiresAt }`: the assertion approves nothing more",
  lifetime: "5 min (`stepUpSeconds`)",
  personal: "no",
  protected: "named by hash",
});

const UsedAssertion = z.object({ expiresAt: ExpiresAt }).readonly();

/** Opens the used assertions of one issuer; ids are unique only within an issuer. */
export function openUsedAssertions(
  { store, clock, issuer }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly issuer: string;
  },
): UsedAssertions {
  const keyOf = (jti: string): Key =>
    usedAssertions.key(
      createHash("sha256").update(JSON.stringify([issuer, jti])).digest("hex"),
    );
  return {
    has: async (jti) => {
      const found = await store.get(UsedAssertion, keyOf(jti));
      return found !== null && !hasPassed(found.value.expiresAt, clock.now());
    },
    add: (unit, { jti, until }) =>
      addTo(unit, create(UsedAssertion, keyOf(jti), { expiresAt: timestamp(until) })),
  };
}
