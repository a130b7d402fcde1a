/** Words of the generator's state. */
const stateWords = 624;
/** Distance of the word with which each new one is mixed. */
const mixedWith = 397;

/**
 * MT19937 seeded by an array of words, like the generator of Python's `random`, so that the folds
 * of the shared Python scorer can be computed here too. Not for secrets.
 *
 * @returns a source of whole numbers from 0 to 2^32 - 1
 * @see Matsumoto and Nishimura, "Mersenne Twister", 1998, and their `mt19937ar.c`
 */
export function mersenneTwister(key: readonly [number, ...number[]]): () => number {
  const state = seededBy(key);
  let next = stateWords;
  return () => {
    if (next === stateWords) {
      renew(state);
      next = 0;
    }
    let word = state[next++]!;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
}

/** A whole number from 0 to below `limit` (at most 2^32), drawn like Python's `random`. */
export function drawBelow(limit: number, next: () => number): number {
  const unused = Math.clz32(limit);
  let drawn: number;
  do drawn = next() >>> unused; while (drawn >= limit);
  return drawn;
}

/** Shuffles as Python's `random.shuffle()` does: Fisher and Yates, from the end. */
export function shuffled<Item>(items: readonly Item[], next: () => number): readonly Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const pick = drawBelow(last + 1, next);
    [order[last], order[pick]] = [order[pick]!, order[last]!];
  }
  return order;
}

function seededBy(key: readonly number[]): Uint32Array {
  const state = new Uint32Array(stateWords);
  state[0] = 19650218;
  for (let at = 1; at < stateWords; at++) {
    state[at] = Math.imul(1812433253, stirred(state[at - 1]!)) + at;
  }
  let at = 1;
  for (let step = 0; step < Math.max(stateWords, key.length); step++) {
    const part = step % key.length;
    state[at] = (state[at]! ^ Math.imul(stirred(state[at - 1]!), 1664525)) + key[part]! + part;
    at = after(state, at);
  }
  for (let step = 1; step < stateWords; step++) {
    state[at] = (state[at]! ^ Math.imul(stirred(state[at - 1]!), 1566083941)) - at;
    at = after(state, at);
  }
  state[0] = 0x80000000;
  return state;
}

function stirred(word: number): number {
  return word ^ (word >>> 30);
}

/**
 * The next position to seed. After the last word it is the second one, and the first word gets the
 * value of the last.
 */
function after(state: Uint32Array, at: number): number {
  if (at + 1 < stateWords) return at + 1;
  state[0] = state[stateWords - 1]!;
  return 1;
}

function renew(state: Uint32Array): void {
  for (let at = 0; at < stateWords; at++) {
    const word = (state[at]! & 0x80000000) | (state[(at + 1) % stateWords]! & 0x7fffffff);
    const mixed = state[(at + mixedWith) % stateWords]! ^ (word >>> 1);
    state[at] = (word & 1) === 0 ? mixed : mixed ^ 0x9908b0df;
  }
}
