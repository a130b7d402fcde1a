/**
 * Deals items to folds so that items of one group stay together: the largest group first, each to
 * the fold with the fewest items. What is fitted on some folds has then never seen the others'
 * groups, only their kind.
 *
 * @param groups the group of each item
 * @returns the fold of each item, from 0
 */
export function dealGroups(groups: readonly string[], folds: number): readonly number[] {
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const largestFirst = [...sizes].toSorted(([a, many], [b, more]) =>
    more - many || (a < b ? -1 : 1)
  );
  const held = new Array<number>(folds).fill(0);
  const foldOf = new Map<string, number>();
  for (const [group, size] of largestFirst) {
    const lightest = held.indexOf(Math.min(...held));
    held[lightest] = (held[lightest] ?? 0) + size;
    foldOf.set(group, lightest);
  }
  return groups.map((group) => foldOf.get(group) ?? 0);
}
