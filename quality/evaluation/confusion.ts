/** The score of one pair and whether it names the same party. */
export interface Scored {
  /** Higher is more alike. */
  readonly score: number;
  readonly match: boolean;
}

/** Numbers of labelled scores that a threshold classifies correctly and incorrectly. */
export interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
}

/** Precision, recall and F1, each 0 to 1; 0 if its divisor is 0. */
export interface Quality {
  /** The share of true matches among those called a match. */
  readonly precision: number;
  /** The share of true matches that are called a match. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
}

/** Calls every score of at least `threshold` a match, and counts. */
export function confusionAt(scored: readonly Scored[], threshold: number): Confusion {
  const count = (called: boolean, match: boolean) =>
    scored.filter((one) => (one.score >= threshold) === called && one.match === match).length;
  return {
    truePositives: count(true, true),
    falsePositives: count(true, false),
    falseNegatives: count(false, true),
  };
}

/** Adds counts up. */
export function sumOf(parts: readonly Confusion[]): Confusion {
  const sum = (of: (part: Confusion) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    truePositives: sum((part) => part.truePositives),
    falsePositives: sum((part) => part.falsePositives),
    falseNegatives: sum((part) => part.falseNegatives),
  };
}

/** Computes precision, recall and F1 from counts. */
export function qualityOf({ truePositives, falsePositives, falseNegatives }: Confusion): Quality {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    precision: share(truePositives, truePositives + falsePositives),
    recall: share(truePositives, truePositives + falseNegatives),
    f1: share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
  };
}
