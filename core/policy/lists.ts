import type { z } from "zod";
import { group, real, whole } from "./setting.ts";

/**
 * The age at which a list snapshot is stale, and the losses at which a new one is refused
 * (decisions.md part 6). Limits of the files that snapshots are made of are in `list_files.ts`, and
 * operators cannot set them.
 */
export const ListRules = group({
  staleHours: whole({
    value: 48,
    min: 1,
    max: 8_760,
    reason: "Age at which health reports stale lists: spans a weekend",
  }),
  tagPacksStaleDays: whole({
    value: 90,
    min: 1,
    max: 3_650,
    reason: "Age at which a tag corpus is called stale",
  }),
  shrinkPercentMax: real({
    value: 5,
    min: 0,
    max: 100,
    reason: "A list that lost more than this is refused",
  }),
  pollSeconds: whole({
    value: 300,
    min: 1,
    max: 86_400,
    reason: "How often a manifest is read",
  }),
  changesKeptDays: whole({
    value: 400,
    min: 31,
    max: 4_000,
    reason: "Retention of list changes",
  }),
  answerSecondsMax: whole({
    value: 10,
    min: 1,
    max: 600,
    reason: "Time for a manifest's or snapshot's host to begin its answer",
  }),
  downloadSecondsMax: whole({
    value: 120,
    min: 1,
    max: 3_600,
    reason: "Time for fetching a manifest or snapshot",
  }),
  manifestBytesMax: whole({
    value: 65_536,
    min: 1_024,
    max: 1_048_576,
    reason: "Longest manifest that is read",
  }),
  snapshotBytesMax: whole({
    value: 536_870_912,
    min: 1_048_576,
    max: 1_073_741_824,
    reason: "Largest snapshot that is fetched; all lists of 2026 have some 25 MB",
  }),
});
export type ListRules = z.infer<typeof ListRules>;
