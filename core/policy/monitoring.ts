import { z } from "zod";
import { group, whole } from "./setting.ts";

/**
 * Limits of a client's monitored customers, and the schedule of full runs (decisions-3.md part 21).
 */
export const MonitoringRules = group({
  subjectsMax: whole({
    value: 1_000_000,
    min: 1,
    max: 10_000_000,
    reason: "Monitored customers of a client",
  }),
  wholeAt: z.string().regex(
    /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/,
    "expected a time of the day in UTC, such as 02:00",
  ).default("02:00").meta({
    description: "Time of the day, UTC, of the run over all",
  }),
});
export type MonitoringRules = z.infer<typeof MonitoringRules>;
