import type { RateLimiter } from "./ports.ts";
import type { Telemetry } from "../telemetry/ports.ts";

/** Returns a limiter that counts its refusals by bucket. */
export function countRefusals(limiter: RateLimiter, telemetry: Telemetry): RateLimiter {
  if (!telemetry.on) return limiter;
  return {
    take: async (bucket, size, amount) => {
      const take = await limiter.take(bucket, size, amount);
      if (!take.allowed) {
        telemetry.count("aval.rate_limit.refusals", { "aval.bucket": bucket.name });
      }
      return take;
    },
  };
}
