import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { group, real, whole } from "./setting.ts";

/**
 * Rules for looking companies up in registers, and the similarity at which a name counts as
 * registered (decisions-2.md part 16).
 */
export const RegisterRules = group({
  nameMatchPercent: real({
    value: 92,
    min: 0,
    max: 100,
    reason: "From this likeness on a name is the registered one",
  }),
  nameMinorPercent: real({
    value: 80,
    min: 0,
    max: 100,
    reason: "From this likeness on a difference is a slip",
  }),
  timeoutSeconds: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "A slower register counts as unavailable",
  }),
  answerBytesMax: whole({
    value: 2 * 1_024 * 1_024,
    min: 1_024,
    max: 64 * 1_024 * 1_024,
    reason: "A longer answer is not read",
  }),
  gleifMinuteRequestsMax: whole({
    value: 60,
    min: 1,
    max: 10_000,
    reason: "What GLEIF accepts; further look-ups count as unavailable",
  }),
  companiesHouseMinuteRequestsMax: whole({
    value: 120,
    min: 1,
    max: 10_000,
    reason: "What Companies House accepts; further look-ups count as unavailable",
  }),
  snapshotBytesMax: whole({
    value: 1_073_741_824,
    min: 1_048_576,
    max: 4_294_967_296,
    reason: "Largest register snapshot that is read; GLEIF's has about 600 MB",
  }),
  snapshotStaleDays: whole({
    value: 30,
    min: 1,
    max: 365,
    reason: "Age of its newest record from which a snapshot is stale",
  }),
  ...breaker({
    noun: "register",
    article: "a",
    probe: "request",
    windowSeconds: 60,
    openSeconds: 60,
  }),
});
export type RegisterRules = z.infer<typeof RegisterRules>;
