/** Rounds to two decimals, so that people and logs see the same text. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
