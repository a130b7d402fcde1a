import type { z } from "zod";
import { group, whole } from "./setting.ts";

/**
 * Rules for publishing the lists of revoked credentials that this deployment issued (Token Status
 * List).
 */
export const OwnStatusLists = group({
  ttlSeconds: whole({
    value: 300,
    min: 1,
    max: 86_400,
    reason: "`ttl` of a list: time for which a verifier may use it before fetching the next",
  }),
  cacheSeconds: whole({
    value: 60,
    min: 1,
    max: 3_600,
    reason: "`max-age` of a list: so long anybody between here and a verifier may keep it",
  }),
  purgeSeconds: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "Maximum time for purging a list from a cache; no revocation waits for it",
  }),
  tokenHours: whole({
    value: 12,
    min: 1,
    max: 720,
    reason: "From `iat` to `exp`, renewed at half: an outage may last so long before lists end",
  }),
  cacheEntriesMax: whole({
    value: 64,
    min: 1,
    max: 10_000,
    reason: "Signed lists kept by one server, each of some 30 KiB; others are signed at each read",
  }),
});
export type OwnStatusLists = z.infer<typeof OwnStatusLists>;
