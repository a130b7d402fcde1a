import { z } from "zod";
import { DecisionClass } from "../audit/decision_class.ts";

/** Maximum days of a usage report's window (Screening §4, rule 12). */
export const windowDaysMax = 366;
/** Default days of a usage report's window. */
export const windowDaysDefault = 90;

const Day = z.iso.date().refine((date) => date >= "1970-01-01", "a date from 1970-01-01 on");
const Count = z.int().nonnegative();

/** Query of a usage report. @param ending description of the default of `to` */
function usageQuery(ending: string) {
  return z.object({
    from: Day.optional().meta({
      description: "First UTC day; default: 90 days before `to`. At most 366 days before it",
      examples: ["2026-03-01"],
    }),
    to: Day.optional().meta({
      description: `UTC day after the last; default: ${ending}`,
      examples: ["2026-04-01"],
    }),
  });
}

/** Query of screening's report (Screening §4, rule 12). */
export const ScreeningUsageQuery = usageQuery("today, which is then left out");
/** Query of verification's report (Verification §4, rule 14). */
export const VerificationUsageQuery = usageQuery("tomorrow, so that today counts");
/** Query of either report. */
export type UsageQuery = z.infer<typeof ScreeningUsageQuery>;

/** Requests of a client by time. */
const RequestVolume = z.object({
  total: Count,
  byDay: z.array(z.object({ date: z.iso.date(), count: Count })).meta({
    description: "Every UTC day of the window, including days without requests",
  }),
  byMonth: z.array(z.object({ month: z.string().meta({ examples: ["2026-03"] }), count: Count }))
    .meta({ description: "Every UTC month that the window touches; only its days count" }),
});
export type RequestVolume = z.infer<typeof RequestVolume>;

/** GET /v1/screen/usage (Screening §2, decisions.md part 2). */
export const ScreeningUsage = z.object({
  from: z.iso.date(),
  to: z.iso.date().meta({ description: "Not part of the window" }),
  requestVolume: RequestVolume.meta({ description: "Authenticated requests, replays too" }),
  decisions: z.object({ CLEAR: Count, POSSIBLE_MATCH: Count, CONFIRMED_MATCH: Count }).meta({
    description: "Screening decisions, as in the audit log; a replay does not count",
  }),
}).meta({ id: "ScreeningUsage" });
export type ScreeningUsage = z.infer<typeof ScreeningUsage>;

/** GET /v1/verify/usage (Verification §4, rule 14). */
export const VerificationUsage = z.object({
  from: z.iso.date(),
  to: z.iso.date().meta({ description: "Not part of the window; by default tomorrow" }),
  requestVolume: RequestVolume.meta({ description: "Authenticated requests, replays too" }),
  decisions: z.record(DecisionClass, Count).meta({
    description: "Verification decisions, as in the audit log; a replay does not count",
  }),
}).meta({ id: "VerificationUsage" });
export type VerificationUsage = z.infer<typeof VerificationUsage>;
