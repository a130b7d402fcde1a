/** Number of entities of a list. */
export interface ListSize {
  readonly source: string;
  readonly entities: number;
}

/** A list that lost more entities than the policy accepts. */
export interface Shrunken extends ListSize {
  /** Number of entities before the loss. */
  readonly before: number;
}

/**
 * Returns lists that lost a larger share of their entities than the policy accepts, including
 * missing lists (decisions.md part 6): a truncated file is more likely than a delisting.
 *
 * @param accepted sources whose loss the operator accepted
 */
export function shrunkenLists(
  before: readonly ListSize[],
  after: readonly ListSize[],
  { shrinkPercentMax, accepted }: {
    readonly shrinkPercentMax: number;
    readonly accepted: readonly string[];
  },
): readonly Shrunken[] {
  return before.flatMap((old) => {
    if (accepted.includes(old.source)) return [];
    const { entities } = after.find(({ source }) => source === old.source) ?? { entities: 0 };
    const fewest = old.entities * (1 - shrinkPercentMax / 100);
    return entities < fewest ? [{ source: old.source, entities, before: old.entities }] : [];
  });
}
