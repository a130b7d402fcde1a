import type { z } from "zod";
import { group, real, whole } from "./setting.ts";

/**
 * Rules for reading the trust anchors of `AVAL_TRUST_ANCHORS` again, and for refusing a new set.
 */
export const TrustRules = group({
  pollSeconds: whole({
    value: 300,
    min: 1,
    max: 86_400,
    reason: "How often the folder of trust anchors is read",
  }),
  staleHours: whole({
    value: 24,
    min: 1,
    max: 8_760,
    reason: "Age of the last successful read at which anchors are stale",
  }),
  shrinkPercentMax: real({
    value: 20,
    min: 0,
    max: 100,
    reason: "A larger loss of anchors of one type is refused, but by a restart",
  }),
  fileBytesMax: whole({
    value: 8_388_608,
    min: 1_024,
    max: 67_108_864,
    reason: "Largest file of trust anchors that is read",
  }),
});
export type TrustRules = z.infer<typeof TrustRules>;
