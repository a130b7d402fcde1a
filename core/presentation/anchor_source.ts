import { mergeAnchors, type TrustAnchor } from "./trust_anchors.ts";

/** Reads whose credentials are believed now: the same array for as long as nothing changes. */
export type AnchorSource = () => Promise<readonly TrustAnchor[]>;

/** The dependencies of {@link openGrowingAnchors}. */
export interface GrowingAnchorDependencies {
  /** Those that are configured; another array once they are swapped. */
  readonly configured: () => readonly TrustAnchor[];
  /** Those that may be made while the process runs, each with the types that it is believed about. */
  readonly growing: AnchorSource;
}

/**
 * Opens anchors that grow while the process runs. One that grows is believed about its own types alone,
 * also where an operator has configured its certificate for every type.
 */
export function openGrowingAnchors(
  { configured, growing }: GrowingAnchorDependencies,
): AnchorSource {
  let last: {
    readonly fixed: readonly TrustAnchor[];
    readonly grown: readonly TrustAnchor[];
    readonly all: readonly TrustAnchor[];
  } | null = null;
  return async () => {
    const grown = await growing();
    const fixed = configured();
    if (last?.grown !== grown || last.fixed !== fixed) {
      last = { fixed, grown, all: allOf(fixed, grown) };
    }
    return last.all;
  };
}

function allOf(
  fixed: readonly TrustAnchor[],
  grown: readonly TrustAnchor[],
): readonly TrustAnchor[] {
  const own = new Set(grown.map(({ fingerprint }) => fingerprint));
  const revoking = new Map(fixed.map((anchor) => [anchor.fingerprint, anchor.revocations]));
  const revokingGrown = grown.map((anchor) => {
    const revocations = revoking.get(anchor.fingerprint);
    return revocations === undefined ? anchor : { ...anchor, revocations };
  });
  return mergeAnchors([
    ...fixed.filter(({ fingerprint }) => !own.has(fingerprint)),
    ...revokingGrown,
  ]);
}
