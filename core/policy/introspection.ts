import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { flag, group, whole } from "./setting.ts";

/** Rules for the introspection of bearer tokens (decisions.md part 4). */
export const Introspection = group({
  activeCacheSeconds: whole({
    value: 10,
    min: 0,
    max: 60,
    reason: "Cache of an active answer of the provider: a revoked token works so long",
  }),
  inactiveCacheSeconds: whole({
    value: 5,
    min: 0,
    max: 60,
    reason: "Cache of an inactive answer of the provider",
  }),
  timeoutSeconds: whole({
    value: 2,
    min: 1,
    max: 30,
    reason: "A slower provider counts as down: 503",
  }),
  cacheEntriesMax: whole({
    value: 10_000,
    min: 1,
    max: 1_000_000,
    reason: "Active answers that an isolate caches, and as many inactive ones",
  }),
  answerBytesMax: whole({
    value: 64 * 1_024,
    min: 1_024,
    max: 1_024 * 1_024,
    reason: "A longer answer is not read",
  }),
  totalRequestsMax: whole({
    value: 64,
    min: 1,
    max: 1_024,
    reason: "Tokens looked up at one time",
  }),
  sourceRequestsMax: whole({
    value: 16,
    min: 1,
    max: 1_024,
    reason: "Tokens of one source looked up at one time",
  }),
  waitingRequestsMax: whole({
    value: 1_024,
    min: 0,
    max: 10_000,
    reason: "Look-ups that wait for their turn; others get 503",
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
    "A token's aud must name this service",
  ),
  issuerChecked: flag(
    true,
    "An iss in the answer must be the realm's address; off if AVAL_AUTH_URL is another name of it",
  ),
});
export type Introspection = z.infer<typeof Introspection>;
