import type { TrustRules } from "../policy/trust.ts";
import type { InForce, UpdateRefusal } from "../publications/ports.ts";
import type { TrustAnchor } from "./trust_anchors.ts";

/** The operator's trusted anchors, and the time of the last read. */
export interface AnchorsInForce {
  /** Distinct anchors; the same array as long as nothing changes. */
  readonly anchors: readonly TrustAnchor[];
  /** Time of the last accepted reading. */
  readonly readAt: Temporal.Instant;
}

/** The anchors of `AVAL_TRUST_ANCHORS`, which may be swapped while the process runs. */
export type TrustAnchors = InForce<AnchorsInForce>;

/** Whether two values are from the same read. */
export function sameAnchors(a: AnchorsInForce, b: AnchorsInForce): boolean {
  return a.anchors === b.anchors;
}

/** Seconds since the anchors were last read and accepted. */
export function secondsSinceRead({ readAt }: AnchorsInForce, now: Temporal.Instant): number {
  return Math.max(0, Math.floor((now.epochMilliseconds - readAt.epochMilliseconds) / 1_000));
}

/**
 * Compares new anchors with the current ones by type, so that the loss of all anchors for one type
 * is not hidden by many for another. A certificate that another one replaces is not a loss.
 *
 * @returns the reason why the new anchors are refused; null if they are accepted
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
    const message = `the anchors for ${about} lost more than the policy permits: ${had} to ${has}`;
    return { code: "shrunken", message };
  }
  return null;
}

/** The key of anchors without a restriction by type. */
const everyType = "";

function countByType(anchors: readonly TrustAnchor[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { types = [everyType] } of anchors) {
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}
