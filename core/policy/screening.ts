import type { z } from "zod";
import { group, real } from "./setting.ts";

/**
 * Where the classes of a screening begin. The defaults are those of `core/screening/gates.json`; what
 * is set here is part of what `gatesHash` is of. `deno task evaluate` prints what each
 * `possibleAtPoints` costs.
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
    reason:
      "How rare an exact name must be, on the lists and among people, to confirm by itself: " +
      "a name of this rarity is borne by one of e to its power",
  }),
});
export type ScreeningGates = z.infer<typeof ScreeningGates>;
