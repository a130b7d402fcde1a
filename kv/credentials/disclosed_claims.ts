import { z } from "zod";
import type { JsonObject } from "../../base/json.ts";
import {
  type Deliveries,
  type DeliveryDependencies,
  openDeliveries,
} from "../presentation/deliveries.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { ExpiresAt } from "../store/lifetime.ts";

/** Claims that wait for their only delivery. */
const Waiting = z.strictObject({ claims: z.custom<JsonObject>(), expiresAt: ExpiresAt });
type Waiting = z.infer<typeof Waiting>;

/** Key of the undelivered claims of an employer's session; a restore omits them. */
export const disclosedClaims = defineKey({
  name: "disclosed_claims",
  parts: ["sessionId"],
  value: "what a student's wallet showed an employer, encrypted",
  lifetime: "until delivered; 30 days (`disclosedClaimsDays`)",
  personal: "yes: the claims of the check",
  protected: "encrypted",
});

/** The dependencies of {@link openDisclosedClaims}. */
export interface DisclosedClaimsDependencies extends DeliveryDependencies {
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  /** Days for which claims wait for their delivery. */
  readonly claimsDays: number;
}

/** Opens the undelivered claims of sessions, each delivered at most once. */
export function openDisclosedClaims(
  { atRest, claimsDays: days, ...dependencies }: DisclosedClaimsDependencies,
): Deliveries {
  return openDeliveries<Waiting>(dependencies, {
    key: disclosedClaims,
    stored: encrypted(Waiting, atRest),
    days,
    valueOf: (delivered, expiresAt) => {
      if (delivered.kind !== "claims") throw new Error("Only claims wait among claims");
      return { claims: delivered.claims, expiresAt };
    },
    deliveredOf: ({ claims }) => ({ kind: "claims", claims }),
  });
}
