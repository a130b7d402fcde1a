/** Random choices that are the same in each run with one seed. */
export interface Chance {
  /** A whole number from 0 to below the limit. */
  below(below: number): number;
  /** True once in `times` calls on average. */
  oneIn(times: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** The items in random order. */
  shuffled<Item>(items: readonly Item[]): readonly Item[];
}

/**
 * Choices for one purpose. Each purpose has its own sequence, so that the number of choices for one
 * does not change another.
 */
export function chanceOf(seed: number, ...purpose: readonly (string | number)[]): Chance {
  const next = mulberry32(fnv1a(JSON.stringify([seed, ...purpose])));
  const below = (most: number) => Math.floor(next() / 0x1_0000_0000 * most);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from");
      return item;
    },
    shuffled: (items) => {
      const order = [...items];
      for (let last = order.length - 1; last > 0; last--) {
        const other = below(last + 1);
        const [one, two] = [order[last], order[other]];
        if (one !== undefined && two !== undefined) [order[last], order[other]] = [two, one];
      }
      return order;
    },
  };
}

/** The hash FNV-1a of 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Tommy Ettinger's generator Mulberry32: adjacent seeds give unrelated sequences. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
