import type { Random } from "../../base/random.ts";

/** Randomness that is the same in each run: xorshift128 from a seed. */
export function seededRandom(seed = 1): Random {
  const state = new Uint32Array([seed, 0x9e3779b9, 0x243f6a88, 0xb7e15162]);
  function next(): number {
    let t = state[0]! ^ (state[0]! << 11);
    t ^= t >>> 8;
    state.copyWithin(0, 1);
    state[3] = state[3]! ^ (state[3]! >>> 19) ^ t;
    return state[3]!;
  }
  for (let warmUp = 0; warmUp < 16; warmUp++) next();
  return { bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff) };
}
