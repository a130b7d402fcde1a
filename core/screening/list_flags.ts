import type { SnapshotHandle } from "../matching/ports.ts";
import type { Candidate } from "./candidate_schema.ts";

/** On which kinds of lists the candidates of a screening are. */
export interface ListFlags {
  /** Keys of the lists that hold names, in the order of the snapshot. */
  readonly listsChecked: readonly string[];
  /**
   * Whether a candidate is politically exposed; null if no list in force contains politically
   * exposed persons.
   */
  readonly pepFlag: boolean | null;
  /** Whether a candidate is listed for another reason; null if no sanctions list is in force. */
  readonly sanctionedFlag: boolean | null;
}

/**
 * Returns on which kinds of lists a screening's candidates are. A list of addresses only does not
 * count, because no name was compared with it. A flag is null if no list of its kind was compared.
 *
 * @see Verification §2; decisions-3.md part 20, wallets' results
 */
export function listFlags(
  { lists, holds }: Pick<SnapshotHandle, "lists" | "holds">,
  candidates: readonly Pick<Candidate, "isPep">[],
): ListFlags {
  return {
    listsChecked: lists.filter(({ names }) => names > 0).map(({ source }) => source),
    pepFlag: holds.peps ? candidates.some(({ isPep }) => isPep) : null,
    sanctionedFlag: holds.sanctioned ? candidates.some(({ isPep }) => !isPep) : null,
  };
}
