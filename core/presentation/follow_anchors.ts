import type { Clock } from "../../base/clock.ts";
import type { Result } from "../../base/result.ts";
import type { TrustRules } from "../policy/trust.ts";
import type { ManifestFollower } from "../publications/follow_manifest.ts";
import type { UpdateRefusal } from "../publications/ports.ts";
import { anchorLoss, type AnchorsInForce } from "./anchors_in_force.ts";
import type { TrustAnchor } from "./trust_anchors.ts";

/** Anchors as their source has them now. */
export interface ReadAnchors {
  readonly anchors: readonly TrustAnchor[];
  /** Names the bytes that they were read from: equal ones need no second judgement. */
  readonly version: string;
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
 * @param first the version in force at the start
 */
export function followAnchors({ read, rules, clock, first }: {
  readonly read: ReadAnchorSource;
  readonly rules: TrustRules;
  readonly clock: Clock;
  readonly first: string;
}): ManifestFollower<AnchorsInForce> {
  let version = first;
  const refused = ({ code, message }: UpdateRefusal) =>
    ({ outcome: { kind: "refused", reason: code }, next: null, message }) as const;
  return {
    poll: async (inForce) => {
      const had = await read(version);
      if (!had.ok) return refused(had.refusal);
      const readAt = clock.now();
      if (had.value === null) {
        const next = inForce === null ? null : { ...inForce, readAt };
        return { outcome: { kind: "unchanged" }, next, message: null };
      }
      const { anchors } = had.value;
      const loss = inForce === null ? null : anchorLoss(rules, anchors, inForce.anchors);
      if (loss !== null) return refused(loss);
      version = had.value.version;
      return { outcome: { kind: "taken" }, next: { anchors, readAt }, message: null };
    },
  };
}
