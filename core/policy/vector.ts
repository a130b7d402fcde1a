import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { group, whole } from "./setting.ts";

/** Rules for requests to the provider of the shadow vector layer (decisions.md part 6). */
export const Vector = group({
  timeoutSeconds: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "A slower provider counts as failed",
  }),
  underWayEntriesMax: whole({
    value: 8,
    min: 1,
    max: 1_000,
    reason: "Concurrent requests; further decisions are not compared",
  }),
  answerBytesMax: whole({
    value: 4 * 1_024 * 1_024,
    min: 1_024,
    max: 64 * 1_024 * 1_024,
    reason: "A longer answer is not read",
  }),
  ...breaker({
    noun: "provider",
    article: "the",
    probe: "question",
    windowSeconds: 60,
    openSeconds: 60,
  }),
});
export type Vector = z.infer<typeof Vector>;
