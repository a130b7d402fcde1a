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
      reason: "Lasting rate",
    }),
  }).prefault({});
}

/** The token buckets by name (decisions.md part 5). Each is keyed by client id, by person or by source address. */
export const RateLimits = group({
  screening: bucket(
    60,
    10,
    "By client; screening, wallet risk, seal and sign share it",
  ),
  batchItems: bucket(
    100_000,
    100_000 / 86_400,
    "By client, for items of batches of screenings: 100,000 a day",
  ),
  verification: bucket(30, 5, "By client; starts of sessions"),
  credentials: bucket(30, 5, "By client; issuer and verifier routes"),
  onboarding: bucket(
    3,
    10 / 3_600,
    "By source: 10 an hour",
  ),
  loginAuthorize: bucket(120, 10, "By source: an office logs in at nine"),
  loginStatus: bucket(1_200, 300, "By source; each open page polls every 2 seconds"),
  loginToken: bucket(240, 40, "By source: a relying party's server"),
  credentialToken: bucket(240, 40, "By source: wallets of a campus share one address"),
  credential: bucket(240, 40, "By source: wallets of a campus share one address"),
  demoOffer: bucket(30, 2, "By source"),
  pages: bucket(240, 40, "By source; pages for people"),
  persons: bucket(60, 2, "By person; posts at desk and console"),
  docsSearch: bucket(60, 10, "By source"),
  sandboxSessions: bucket(
    30,
    20 / 60,
    "By source, in a sandbox alone; each browser is a client",
  ),
  sandboxReads: bucket(
    300,
    10,
    "By source, in a sandbox alone; whatever has no other bucket",
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
