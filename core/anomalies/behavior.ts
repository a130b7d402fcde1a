import type { Anomalies } from "../policy/anomalies.ts";
import type { Service } from "../nouns.ts";
import { type Mix, total } from "./baseline.ts";

/**
 * Distance of two mixes: half the sum of the differences of their shares, from 0 (equal) to 1
 * (disjoint). The distance to an empty mix is 0.
 */
export function totalVariationDistance(a: Mix, b: Mix): number {
  const [ofA, ofB] = [total(a), total(b)];
  if (ofA === 0 || ofB === 0) return 0;
  let differences = 0;
  for (const kind of new Set([...a.keys(), ...b.keys()])) {
    differences += Math.abs((a.get(kind) ?? 0) / ofA - (b.get(kind) ?? 0) / ofB);
  }
  // Shares are rounded: two mixes with nothing in common may differ by a hair more than 1.
  return Math.min(1, differences / 2);
}

/**
 * Kinds of requests that characterise a client's behaviour, by service; all kinds for a service
 * without an entry.
 */
export type BehaviorKinds = Partial<Readonly<Record<Service, readonly string[]>>>;

/** The part of a mix that characterises a client's behaviour. */
export function behaviorMix(kinds: BehaviorKinds, service: Service, mix: Mix): Mix {
  const own = kinds[service];
  return own === undefined ? mix : new Map([...mix].filter(([kind]) => own.includes(kind)));
}

/**
 * Computes how far this hour's mix of kinds is from that of the preceding hours.
 *
 * @returns the distance, or null when it is under the policy's or the numbers are too small
 * @see Screening §4, rule 5; decisions.md part 5
 */
export function behaviorShift(rules: Anomalies, thisHour: Mix, preceding: Mix): number | null {
  if (total(thisHour) < rules.shiftRequestsMin) return null;
  if (total(preceding) < rules.shiftBaselineRequestsMin) return null;
  const distance = totalVariationDistance(thisHour, preceding);
  return distance > rules.shiftDistanceMin ? distance : null;
}
