/**
 * Returns the known name that was most likely meant, or null when none is close: at most a third of
 * the letters differ, and at most three. Two swapped neighbours count as one difference.
 */
export function nearestName(typed: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.min(3, Math.floor(typed.length / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - typed.length) >= least) continue;
    const edits = distance(typed.toLowerCase(), name.toLowerCase());
    if (edits < least) [best, least] = [name, edits];
  }
  return best;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      ));
    }
    [before, above] = [above, current];
  }
  return above[to.length] ?? 0;
}
