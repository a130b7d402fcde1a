/** Two decimals: what a person reads, and the same text everywhere. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
