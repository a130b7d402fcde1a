import type { TrustRules } from "../policy/trust.ts";
import type { InForce, UpdateRefusal } from "../publications/ports.ts";
import type { TrustAnchor } from "./trust_anchors.ts";

/** The operator's anchors that are believed, and when they were last read. */
export interface AnchorsInForce {
  /** Each once; the same array for as long as nothing changes. */
  readonly anchors: readonly TrustAnchor[];
  /** Time of the last reading that was believed. */
  readonly readAt: Temporal.Instant;
}

/** The anchors of `AVAL_TRUST_ANCHORS`, which may be swapped while the process runs. */
export type TrustAnchors = InForce<AnchorsInForce>;

/** Whether two are of one reading. */
export function sameAnchors(a: AnchorsInForce, b: AnchorsInForce): boolean {
  return a.anchors === b.anchors;
}

/** Seconds since the anchors were last read and believed. */
export function secondsSinceRead({ readAt }: AnchorsInForce, now: Temporal.Instant): number {
  return Math.max(0, Math.floor((now.epochMilliseconds - readAt.epochMilliseconds) / 1_000));
}

/**
 * Compares anchors with those that they would follow, type by type: the loss of all that attest one
 * type must not hide behind many of another. A certificate that another takes the place of is no loss.
 *
 * @returns the reason for which they may not follow; null where they may
 */
export function anchorLoss(
  { shrinkPercentMax }: Pick<TrustRules, "shrinkPercentMax">,
  next: readonly TrustAnchor[],
  before: readonly TrustAnchor[],
): UpdateRefusal | null {
  const counts = countByType(next);
  for (const [type, had] of countByType(before)) {
    const has = counts.get(type) ?? 0;
    if (has >= had * (1 - shrinkPercentMax / 100)) continue;
    const about = type === everyType ? "every type" : type;
    const message = `the anchors for ${about} lost more than is believed: ${had} to ${has}`;
    return { code: "shrunken", message };
  }
  return null;
}

/** Stands for the anchors that no type limits. */
const everyType = "";

function countByType(anchors: readonly TrustAnchor[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { types = [everyType] } of anchors) {
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}
