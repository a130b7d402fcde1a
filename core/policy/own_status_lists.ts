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
    reason: "`ttl` of a list",
  }),
  cacheSeconds: whole({
    value: 60,
    min: 1,
    max: 3_600,
    reason: "`max-age` of a list",
  }),
  purgeSeconds: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "Time for purging a list from a cache",
  }),
  tokenHours: whole({
    value: 12,
    min: 1,
    max: 720,
    reason: "From `iat` to `exp`, renewed at half",
  }),
  cacheEntriesMax: whole({
    value: 64,
    min: 1,
    max: 10_000,
    reason: "Signed lists kept by a server; others are signed at each read",
  }),
});
export type OwnStatusLists = z.infer<typeof OwnStatusLists>;
