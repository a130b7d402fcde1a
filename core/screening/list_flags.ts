import type { SnapshotHandle } from "../matching/ports.ts";
import type { Candidate } from "./candidate_schema.ts";

/** The kinds of lists on which candidates stand, of those that a name was compared with. */
export interface ListFlags {
  /** Keys of the lists that hold names, in the order of the snapshot. */
  readonly listsChecked: readonly string[];
  /** Whether a candidate is politically exposed; null where no list in force has such persons. */
  readonly pepFlag: boolean | null;
  /** Whether a candidate is listed for something else; null where no list of sanctions is in force. */
  readonly sanctionedFlag: boolean | null;
}

/**
 * Says of a screening on which kinds of lists its candidates stand. A list of addresses alone was
 * compared with no name, and no list says nothing about a kind that it does not hold.
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
