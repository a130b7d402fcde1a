import type { Clock } from "../../base/clock.ts";
import type { Result } from "../../base/result.ts";
import type { TrustRules } from "../policy/trust.ts";
import type { ManifestFollower } from "../publications/follow_manifest.ts";
import type { UpdateRefusal } from "../publications/ports.ts";
import { revocationLoss } from "./anchor_revocations.ts";
import { anchorLoss, type AnchorsInForce } from "./anchors_in_force.ts";
import type { TrustAnchor } from "./trust_anchors.ts";

/** Anchors as currently read from their source. */
export interface ReadAnchors {
  readonly anchors: readonly TrustAnchor[];
  /** Identifies the bytes that were read: an equal version needs no second check. */
  readonly version: string;
  /** Issue times of the signed lists by their places; Unix time, seconds. */
  readonly issuedAt: ReadonlyMap<string, number>;
  /**
   * Unix time, seconds, at which the first of these lists is after its next update; null without
   * lists.
   */
  readonly nextUpdate: number | null;
}

/**
 * Reads the operator's anchors.
 *
 * @param known the version that the caller has; the result is null if it is unchanged
 */
export type ReadAnchorSource = (
  known: string,
) => Promise<Result<ReadAnchors | null, UpdateRefusal>>;

/**
 * Follows changes of the operator's anchors: a set that is incomplete or lost too many anchors is
 * refused, and the current set stays.
 *
 * @param first the anchors in force at the start
 */
export function followAnchors({ read, rules, clock, first }: {
  readonly read: ReadAnchorSource;
  readonly rules: TrustRules;
  readonly clock: Clock;
  readonly first: Pick<ReadAnchors, "version" | "issuedAt" | "nextUpdate">;
}): ManifestFollower<AnchorsInForce> {
  let last = first;
  const refused = ({ code, message }: UpdateRefusal) =>
    ({ outcome: { kind: "refused", reason: code }, next: null, message }) as const;
  return {
    poll: async (inForce) => {
      const now = clock.now().epochMilliseconds / 1000;
      // A list that has come to be overdue is judged again, though its bytes are the same.
      const isOverdue = last.nextUpdate !== null && now >= last.nextUpdate;
      const had = await read(isOverdue ? "" : last.version);
      if (!had.ok) return refused(had.refusal);
      const readAt = clock.now();
      if (had.value === null) {
        const next = inForce === null ? null : { ...inForce, readAt };
        return { outcome: { kind: "unchanged" }, next, message: null };
      }
      const { anchors } = had.value;
      const older = olderList(had.value, last);
      if (older !== null) return refused(older);
      const loss = inForce === null
        ? null
        : anchorLoss(rules, anchors, inForce.anchors) ?? revocationLoss(anchors, inForce.anchors);
      if (loss !== null) return refused(loss);
      last = had.value;
      return { outcome: { kind: "taken" }, next: { anchors, readAt }, message: null };
    },
  };
}

/**
 * Returns a signed list that was issued before the current one of its place; null if there is none.
 */
function olderList(
  next: Pick<ReadAnchors, "issuedAt">,
  before: Pick<ReadAnchors, "issuedAt">,
): UpdateRefusal | null {
  for (const [place, at] of next.issuedAt) {
    if (at >= (before.issuedAt.get(place) ?? at)) continue;
    return { code: "older", message: `${place} was issued before the list in force` };
  }
  return null;
}
