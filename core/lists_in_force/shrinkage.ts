/** Number of entities of a list. */
export interface ListSize {
  readonly source: string;
  readonly entities: number;
}

/** A list that lost more than is believed. */
export interface Shrunken extends ListSize {
  /** Entities that it had before. */
  readonly before: number;
}

/**
 * Lists that lost a larger share of their entities than the policy believes, those that are gone
 * among them (decisions.md part 6): rather a file that was cut off than a delisting.
 *
 * @param accepted sources whose loss the operator has accepted
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
