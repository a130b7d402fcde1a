import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { group, whole } from "./setting.ts";

/** Rules for reading the identity provider's signing keys, which verify step-up assertions. */
export const ProviderKeys = group({
  cacheSeconds: whole({
    value: 300,
    min: 1,
    max: 86_400,
    reason: "Cache of keys: a withdrawn one verifies so long",
  }),
  unknownKeySeconds: whole({
    value: 60,
    min: 1,
    max: 3_600,
    reason: "Time between reads for unknown key ids",
  }),
  timeoutSeconds: whole({
    value: 2,
    min: 1,
    max: 30,
    reason: "A slower provider counts as down: 503",
  }),
  answerBytesMax: whole({
    value: 64 * 1_024,
    min: 1_024,
    max: 1_024 * 1_024,
    reason: "A longer answer is not read",
  }),
  ...breaker({
    noun: "provider",
    article: "the",
    probe: "request",
    windowSeconds: 10,
    openSeconds: 5,
  }),
});
export type ProviderKeys = z.infer<typeof ProviderKeys>;
