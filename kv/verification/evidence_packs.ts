import { z } from "zod";
import {
  type Deliveries,
  type DeliveryDependencies,
  openDeliveries,
} from "../presentation/deliveries.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt } from "../store/lifetime.ts";

/** A pack that waits for its one delivery: a JWE that only its client opens. */
export const Pack = z.strictObject({ ciphertext: z.string(), expiresAt: ExpiresAt });
export type Pack = z.infer<typeof Pack>;

/** Where the evidence pack of a session waits for its delivery; a restore leaves packs out. */
export const evidencePacks = defineKey({
  name: "evidence_pack",
  parts: ["sessionId"],
  value: "`{ ciphertext, expiresAt }`: a JWE to the client",
  lifetime: "until delivered; 30 days (`evidencePackDays`)",
  personal: "yes: the claims of the check",
  protected: "encrypted to the client's own key",
});

/** The dependencies of {@link openEvidencePacks}. */
export interface EvidencePackDependencies extends DeliveryDependencies {
  /** Days that a pack waits for its delivery. */
  readonly packDays: number;
}

/** Opens the evidence packs of sessions, each delivered once at most. */
export function openEvidencePacks(
  { packDays: days, ...dependencies }: EvidencePackDependencies,
): Deliveries {
  return openDeliveries<Pack>(dependencies, {
    key: evidencePacks,
    stored: Pack,
    days,
    valueOf: (delivered, expiresAt) => {
      if (delivered.kind !== "pack") throw new Error("Only packs wait among packs");
      return { ciphertext: delivered.ciphertext, expiresAt };
    },
    deliveredOf: ({ ciphertext }) => ({ kind: "pack", ciphertext }),
  });
}
