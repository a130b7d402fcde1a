import type { Clock } from "../../base/clock.ts";
import type { Attempt, KeptDelivery, KeptEndpoint } from "./endpoint_schema.ts";

/**
 * Seconds between a failed try and the next one. The delivery is given up after the last
 * (decisions-3.md part 21).
 */
const gapSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Maximum tries of a delivery. */
const triesMax = gapSeconds.length + 1;

/** The delivery after a try: delivered, due for another try, or given up. */
export function nextOf(
  { clock }: { readonly clock: Clock },
  delivery: KeptDelivery,
  attempt: Attempt | null,
): KeptDelivery {
  if (attempt === null) return { ...delivery, state: "FAILED", nextAttemptAt: null };
  const attempts = [...delivery.attempts, attempt];
  if (attempt.outcome === "delivered") {
    return { ...delivery, attempts, state: "DELIVERED", nextAttemptAt: null };
  }
  const seconds = gapSeconds[attempts.length - 1];
  if (attempt.status === 410 || seconds === undefined) {
    return { ...delivery, attempts, state: "FAILED", nextAttemptAt: null };
  }
  const nextAttemptAt = clock.now().add({ seconds }).toString({ smallestUnit: "millisecond" });
  return { ...delivery, attempts, state: "PENDING", nextAttemptAt };
}

/** The endpoint after a try; the same object if nothing changes. */
export function endpointAfter(
  endpoint: KeptEndpoint,
  { attempts }: KeptDelivery,
  attempt: Attempt,
): KeptEndpoint {
  if (attempt.outcome === "delivered") {
    return endpoint.failingSince === null ? endpoint : { ...endpoint, failingSince: null };
  }
  if (!endpoint.enabled) return endpoint;
  if (attempt.status === 410) return { ...endpoint, enabled: false, disabledBy: "gone" };
  const failingSince = endpoint.failingSince ?? attempt.at;
  const first = attempts[0]?.at ?? attempt.at;
  // Nothing has succeeded since the first try of this delivery.
  const isFailing = attempts.length >= triesMax && failingSince <= first;
  if (isFailing) return { ...endpoint, failingSince, enabled: false, disabledBy: "failing" };
  return failingSince === endpoint.failingSince ? endpoint : { ...endpoint, failingSince };
}
