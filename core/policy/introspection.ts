import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { flag, group, whole } from "./setting.ts";

/** Rules for the introspection of bearer tokens (decisions.md part 4). */
export const Introspection = group({
  activeCacheSeconds: whole({
    value: 10,
    min: 0,
    max: 60,
    reason: "Cache time of an active answer: a revoked token works no longer than this",
  }),
  inactiveCacheSeconds: whole({
    value: 5,
    min: 0,
    max: 60,
    reason: "Cache time of an inactive answer, which spares the provider a client's retries",
  }),
  timeoutSeconds: whole({
    value: 2,
    min: 1,
    max: 30,
    reason: "A slower identity provider counts as down: 503, never a pass and never a 401",
  }),
  cacheEntriesMax: whole({
    value: 10_000,
    min: 1,
    max: 1_000_000,
    reason: "Active answers cached by one isolate, and separately as many inactive ones",
  }),
  answerBytesMax: whole({
    value: 64 * 1_024,
    min: 1_024,
    max: 1_024 * 1_024,
    reason: "A longer answer is not read: a token with hundreds of roles has a few KiB",
  }),
  totalRequestsMax: whole({
    value: 64,
    min: 1,
    max: 1_024,
    reason: "Tokens that are looked up at one time: more would make the provider slow for all",
  }),
  sourceRequestsMax: whole({
    value: 16,
    min: 1,
    max: 1_024,
    reason: "Maximum per source: a source of invalid tokens does not delay other clients",
  }),
  waitingRequestsMax: whole({
    value: 1_024,
    min: 0,
    max: 10_000,
    reason:
      "Look-ups that wait for their turn, within the time of one, each source its share; others get 503",
  }),
  ...breaker({
    noun: "provider",
    article: "the",
    probe: "request",
    windowSeconds: 10,
    openSeconds: 5,
  }),
  audienceRequired: flag(
    true,
    "A token's aud must name this service: a token made for another is not ours to accept",
  ),
  issuerChecked: flag(
    true,
    "Whether an iss in the answer must be the realm's address; switch off if AVAL_AUTH_URL is another name of it",
  ),
});
export type Introspection = z.infer<typeof Introspection>;
