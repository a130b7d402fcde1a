import type { Clock } from "../../base/clock.ts";
import type { Certificate } from "../../standards/x509/certificate.ts";
import { mergeAnchors, type TrustAnchor } from "./trust_anchors.ts";

/** Reads whose credentials are believed now. */
export type AnchorSource = () => Promise<readonly TrustAnchor[]>;

/** The dependencies of {@link openGrowingAnchors}. */
export interface GrowingAnchorDependencies {
  /** Believed as long as the process runs. */
  readonly fixed: readonly TrustAnchor[];
  /** Reads the authorities that issue here: one may be made while the process runs. */
  readonly authorities: () => Promise<readonly Certificate[]>;
  /** Types (`vct`) that these authorities are believed about, and no others. */
  readonly types: readonly string[];
  /** Seconds for which what was read is good enough. */
  readonly keptSeconds: number;
  readonly clock: Clock;
}

/** The anchors as they were read at a time. */
interface ReadAnchors {
  readonly at: Temporal.Instant;
  readonly anchors: Promise<readonly TrustAnchor[]>;
}

/**
 * Opens anchors that grow while the process runs: those that are configured, and the authorities of
 * this deployment's own credentials, which are read again every few seconds.
 */
export function openGrowingAnchors(
  { fixed, authorities, types, keptSeconds, clock }: GrowingAnchorDependencies,
): AnchorSource {
  let last: ReadAnchors | null = null;

  async function readAnchors(): Promise<readonly TrustAnchor[]> {
    const own = (await authorities()).map((certificate) => ({ ...certificate, types }));
    return mergeAnchors([...fixed, ...own]);
  }

  /** A clock that is set back must not make it last longer. */
  function isKept({ at }: ReadAnchors): boolean {
    const age = clock.now().epochMilliseconds - at.epochMilliseconds;
    return age >= 0 && age < keptSeconds * 1000;
  }

  return async () => {
    if (last !== null && isKept(last)) return await last.anchors;
    const read: ReadAnchors = { at: clock.now(), anchors: readAnchors() };
    last = read;
    try {
      return await read.anchors;
    } catch (fault) {
      // Whoever asks next reads again.
      if (last === read) last = null;
      throw fault;
    }
  };
}
