import type { z } from "zod";
import { group, real, whole } from "./setting.ts";

/**
 * When a list snapshot is too old, and when a new one is not believed (decisions.md part 6). Bounds
 * of the files that snapshots are made of stand in `list_files.ts`: no operator sets them.
 */
export const ListRules = group({
  staleHours: whole({
    value: 48,
    min: 1,
    max: 8_760,
    reason: "Age at which health says stale: publishers issue on working days, a weekend passes",
  }),
  shrinkPercentMax: real({
    value: 5,
    min: 0,
    max: 100,
    reason: "A list that lost more than this is refused: a cut-off download, not a delisting",
  }),
});
/** See {@link ListRules}. */
export type ListRules = z.infer<typeof ListRules>;
