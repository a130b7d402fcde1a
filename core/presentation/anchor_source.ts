import { mergeAnchors, type TrustAnchor } from "./trust_anchors.ts";

/** Reads the currently trusted anchors; returns the same array as long as nothing changes. */
export type AnchorSource = () => Promise<readonly TrustAnchor[]>;

/** The dependencies of {@link openGrowingAnchors}. */
export interface GrowingAnchorDependencies {
  /** The configured anchors; a different array after each swap. */
  readonly configured: () => readonly TrustAnchor[];
  /** Anchors that may be added while the process runs, each with its credential types. */
  readonly growing: AnchorSource;
}

/**
 * Opens anchors that grow while the process runs. An added anchor is trusted only for its own
 * types, even if an operator configured its certificate for every type.
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
