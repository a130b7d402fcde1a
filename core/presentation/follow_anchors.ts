import type { Clock } from "../../base/clock.ts";
import type { Result } from "../../base/result.ts";
import type { TrustRules } from "../policy/trust.ts";
import type { ManifestFollower } from "../publications/follow_manifest.ts";
import type { UpdateRefusal } from "../publications/ports.ts";
import { revocationLoss } from "./anchor_revocations.ts";
import { anchorLoss, type AnchorsInForce } from "./anchors_in_force.ts";
import type { TrustAnchor } from "./trust_anchors.ts";

/** Anchors as their source has them now. */
export interface ReadAnchors {
  readonly anchors: readonly TrustAnchor[];
  /** Names the bytes that they were read from: equal ones need no second judgement. */
  readonly version: string;
  /** Times of issue of the signed lists among them, by their places; Unix time, seconds. */
  readonly issuedAt: ReadonlyMap<string, number>;
  /** Unix time, seconds, at which the first of these lists is past its next update; null: none is. */
  readonly nextUpdate: number | null;
}

/**
 * Reads all that the operator has put down.
 *
 * @param known the version that the caller has; what is read then is null while it is that one
 */
export type ReadAnchorSource = (
  known: string,
) => Promise<Result<ReadAnchors | null, UpdateRefusal>>;

/**
 * Follows the operator's anchors: a set that cannot be read whole or that lost too many is refused, and
 * what is in force stays.
 *
 * @param first what is in force at the start
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

/** A signed list that was issued before the one of its place that is in force; null: there is none. */
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
