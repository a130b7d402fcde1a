import { z } from "zod";
import {
  type Deliveries,
  type DeliveryDependencies,
  openDeliveries,
} from "../presentation/deliveries.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt } from "../store/lifetime.ts";

/** A pack that waits for its only delivery: a JWE that only its client can decrypt. */
export const Pack = z.strictObject({ ciphertext: z.string(), expiresAt: ExpiresAt });
export type Pack = z.infer<typeof Pack>;

/** Key of a session's undelivered evidence pack; a restore omits packs. */
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
  /** Days for which a pack waits for its delivery. */
  readonly packDays: number;
}

/** Opens the evidence packs of sessions, each delivered at most once. */
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
