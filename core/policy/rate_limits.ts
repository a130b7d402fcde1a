import { z } from "zod";
import { group, real, whole } from "./setting.ts";

const capacityMax = 1_000_000;
/** One token a day: a slower refill would block instead of limit. */
const refillMin = 1 / 86_400;
const refillMax = 1_000_000;

/** A token bucket: a burst of `capacity` requests, then a steady `refillPerSecond`. */
function bucket(capacity: number, refillPerSecond: number, reason: string) {
  return group({
    capacity: whole({
      value: capacity,
      min: 1,
      max: capacityMax,
      reason: `Burst. ${reason}`,
    }),
    refillPerSecond: real({
      value: refillPerSecond,
      min: refillMin,
      max: refillMax,
      reason: `Lasting rate. ${reason}`,
    }),
  }).prefault({});
}

/** The token buckets by name (decisions.md part 5). Each is keyed by client id, by person or by source address. */
export const RateLimits = group({
  screening: bucket(
    60,
    10,
    "By client; screening, wallet risk, seal and sign share it: a batch passes, 36,000 an hour",
  ),
  batchItems: bucket(
    100_000,
    100_000 / 86_400,
    "By client, and by items of batches of screenings: 100,000 a day",
  ),
  verification: bucket(30, 5, "By client; each request starts a session that a person answers"),
  credentials: bucket(30, 5, "By client; issuer and verifier routes, used by staff and batches"),
  onboarding: bucket(
    3,
    10 / 3_600,
    "By source; the caller is anonymous and each draft screens many names: 10 an hour",
  ),
  loginAuthorize: bucket(120, 10, "By source; an office behind one address logs in at nine"),
  loginStatus: bucket(1_200, 300, "By source; each open page polls about every 2 seconds"),
  loginToken: bucket(240, 40, "By source; one relying party's server redeems for all its users"),
  credentialToken: bucket(240, 40, "By source; wallets of a campus share one address"),
  credential: bucket(240, 40, "By source; wallets of a campus share one address"),
  demoOffer: bucket(30, 2, "By source; each demo offer writes a batch"),
  pages: bucket(240, 40, "By source; pages for people, and an office shares one address"),
  persons: bucket(60, 2, "By person; what is posted at the desk and in the console"),
  docsSearch: bucket(60, 10, "By source; each search of the documentation reads its whole index"),
  sandboxSessions: bucket(
    30,
    20 / 60,
    "By source, in a sandbox deployment alone; each browser is a client, of which a server deletes 20 a minute",
  ),
  sandboxReads: bucket(
    300,
    10,
    "By source, in a sandbox deployment alone; whatever has no other bucket there: each name that a caller makes up is counted",
  ),
});
export type RateLimits = z.infer<typeof RateLimits>;

/** The name of a token bucket, in routes and client overrides. */
export type BucketName = keyof RateLimits;

const clientBuckets = ["screening", "batchItems", "verification", "credentials"] as const;

/** A bucket that counts clients, whose size an operator may set for each client. */
export type ClientBucketName = typeof clientBuckets[number];

/** Whether a bucket counts clients; all others count sources. A sandbox counts only sources. */
export function countsClients(name: BucketName): name is ClientBucketName {
  return clientBuckets.some((bucket) => bucket === name);
}
