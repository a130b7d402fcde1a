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

/** Claims that wait for their one delivery. */
const Waiting = z.strictObject({ claims: z.custom<JsonObject>(), expiresAt: ExpiresAt });
type Waiting = z.infer<typeof Waiting>;

/** Where the claims of an employer's session wait for their delivery; a restore leaves them out. */
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
  /** Days that claims wait for their delivery. */
  readonly claimsDays: number;
}

/** Opens the claims that wait at sessions, each delivered once at most. */
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
