import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { group, whole } from "./setting.ts";

/** Rules for fetching lists of revoked credentials from their issuers (Token Status List). */
export const StatusListRules = group({
  timeoutSeconds: whole({
    value: 3,
    min: 1,
    max: 30,
    reason: "A slower list counts as unavailable",
  }),
  answerBytesMax: whole({
    value: 1_024 * 1_024,
    min: 16 * 1_024,
    max: 8 * 1_024 * 1_024,
    reason: "A longer answer is not read; a million credentials have some 100 KiB",
  }),
  cacheSecondsMax: whole({
    value: 900,
    min: 0,
    max: 86_400,
    reason: "Cache of a list, never beyond its own ttl or exp",
  }),
  cacheEntriesMax: whole({
    value: 32,
    min: 1,
    max: 1_000,
    reason: "Lists kept by an isolate and mode, of up to 4 MiB each",
  }),
  refusedSeconds: whole({
    value: 10,
    min: 0,
    max: 600,
    reason: "Pause after a list that is missing or does not verify",
  }),
  totalFetchesMax: whole({
    value: 16,
    min: 1,
    max: 256,
    reason: "Lists fetched at one time",
  }),
  hostFetchesMax: whole({
    value: 4,
    min: 1,
    max: 256,
    reason: "Lists fetched from one host at one time",
  }),
  waitingFetchesMax: whole({
    value: 256,
    min: 0,
    max: 10_000,
    reason: "Fetches of lists that wait for their turn",
  }),
  ...breaker({
    noun: "host",
    article: "a",
    probe: "request",
    windowSeconds: 30,
    openSeconds: 15,
  }),
});
export type StatusListRules = z.infer<typeof StatusListRules>;
