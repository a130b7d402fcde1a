import { createHash } from "node:crypto";

/** A decision of the sample. */
export interface SampledEntry {
  readonly decisionId: string;
  /** Position of its entry in the audit log. */
  readonly seq: number;
}

/** A sample in progress. */
export interface Sample {
  add(decisionId: string, seq: number): void;
  /** Returns the drawn decisions, in the order of the log. */
  drawn(): readonly SampledEntry[];
}

/**
 * Draws the decisions with the smallest SHA-256 over the seed, a colon and the decision id.
 * Everyone with the log and the seed draws the same ones, and neither side can influence the
 * choice.
 */
export function drawSample(
  { seed, sample }: { readonly seed: string; readonly sample: number },
): Sample {
  const kept: (SampledEntry & { readonly rank: string })[] = [];
  return {
    add: (decisionId, seq) => {
      const rank = createHash("sha256").update(`${seed}:${decisionId}`).digest("hex");
      const last = kept.at(-1);
      if (kept.length === sample && (last === undefined || rank >= last.rank)) return;
      const place = kept.findIndex((other) => rank < other.rank);
      kept.splice(place < 0 ? kept.length : place, 0, { decisionId, seq, rank });
      if (kept.length > sample) kept.pop();
    },
    drawn: () =>
      kept.map(({ decisionId, seq }) => ({ decisionId, seq })).toSorted((a, b) => a.seq - b.seq),
  };
}
