import type { z } from "zod";
import { flag, group, whole } from "./setting.ts";

/** How bearer tokens are looked up (decisions.md part 4). */
export const Introspection = group({
  activeCacheSeconds: whole({
    value: 10,
    min: 0,
    max: 60,
    reason: "How long an active answer is believed: a revoked token works no longer than this",
  }),
  inactiveCacheSeconds: whole({
    value: 5,
    min: 0,
    max: 60,
    reason: "How long an inactive answer is believed: spares the provider a client's retries",
  }),
  timeoutSeconds: whole({
    value: 2,
    min: 1,
    max: 30,
    reason: "A slower identity provider counts as down: 503, never a pass and never a 401",
  }),
  audienceRequired: flag(
    true,
    "A token's aud must name this service: a token made for another is not ours to accept",
  ),
});
/** See {@link Introspection}. */
export type Introspection = z.infer<typeof Introspection>;
