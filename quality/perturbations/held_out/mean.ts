/** A mean over kinds, each of which counts once, and its standard error. */
export interface MeanOfKinds {
  readonly kinds: number;
  readonly mean: number;
  /** The standard deviation of the kinds' shares over the root of their number. */
  readonly error: number;
}

/** The mean of the shares of kinds; those without cases are left out. */
export function meanOfKinds(
  counts: readonly { readonly cases: number; readonly count: number }[],
): MeanOfKinds {
  const shares = counts.filter(({ cases }) => cases > 0).map(({ cases, count }) => count / cases);
  const kinds = shares.length;
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const mean = kinds === 0 ? 0 : sumOf(shares) / kinds;
  const squares = sumOf(shares.map((share) => (share - mean) ** 2));
  return { kinds, mean, error: kinds < 2 ? 0 : Math.sqrt(squares / (kinds - 1) / kinds) };
}
