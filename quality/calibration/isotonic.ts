/** One observation: position, value, and weight. */
export interface Observation {
  readonly at: number;
  readonly value: number;
  readonly weight: number;
}

/**
 * Isotonic regression: the rising steps that are closest to the observations in the weighted mean of
 * squares, by pooling adjacent violators.
 *
 * @returns blocks in rising order, each with its weighted means
 * @see Barlow, Bartholomew, Bremner, Brunk, "Statistical Inference under Order Restrictions", 1972
 */
export function isotonic(observations: readonly Observation[]): readonly Observation[] {
  const blocks: Observation[] = [];
  for (const one of observations.toSorted((a, b) => a.at - b.at)) {
    let block = one;
    for (;;) {
      const before = blocks.at(-1);
      if (before === undefined || (before.value < block.value && before.at < block.at)) break;
      blocks.pop();
      block = pooled(before, block);
    }
    blocks.push(block);
  }
  return blocks;
}

/** The value of rising blocks at a place, linear between their middles and level outside. */
export function valueAt(blocks: readonly Observation[], at: number): number {
  const above = blocks.findIndex((block) => block.at >= at);
  const high = above < 0 ? blocks.at(-1) : blocks[above];
  const low = above > 0 ? blocks[above - 1] : undefined;
  if (high === undefined) return 0;
  if (low === undefined || above < 0) return high.value;
  return low.value + (high.value - low.value) * (at - low.at) / (high.at - low.at);
}

function pooled(a: Observation, b: Observation): Observation {
  const weight = a.weight + b.weight;
  const mean = (of: (one: Observation) => number) => (of(a) * a.weight + of(b) * b.weight) / weight;
  return { at: mean(({ at }) => at), value: mean(({ value }) => value), weight };
}
