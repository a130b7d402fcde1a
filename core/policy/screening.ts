import type { z } from "zod";
import { group, real } from "./setting.ts";

/**
 * The scores at which the classes of a screening begin. The defaults are those of
 * `core/screening/gates.json`; settings here are part of `gatesHash`. `deno task evaluate` prints
 * the cost of each `possibleAtPoints`.
 */
export const ScreeningGates = group({
  possibleAtPoints: real({
    value: 70,
    min: 60,
    max: 80,
    reason: "Score from which a person must review: higher flags fewer strangers and misses more",
  }),
  confirmedAtPoints: real({
    value: 92,
    min: 85,
    max: 100,
    reason: "Score from which an agreeing day of birth confirms",
  }),
  exactRarityMin: real({
    value: 12,
    min: 10,
    max: 40,
    reason: "How rare an exact name must be to confirm by itself: borne by one of e to this power",
  }),
});
export type ScreeningGates = z.infer<typeof ScreeningGates>;
