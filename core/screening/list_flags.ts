import type { SnapshotHandle } from "../matching/ports.ts";
import type { Candidate } from "./candidate_schema.ts";

/** The kinds of lists that contain candidates, of those with which a name was compared. */
export interface ListFlags {
  /** Keys of the lists that hold names, in the order of the snapshot. */
  readonly listsChecked: readonly string[];
  /** Whether a candidate is politically exposed; null where no list in force has such persons. */
  readonly pepFlag: boolean | null;
  /** Whether a candidate is listed for something else; null where no list of sanctions is in force. */
  readonly sanctionedFlag: boolean | null;
}

/**
 * Returns on which kinds of lists a screening's candidates are. A list of addresses only was
 * compared with no name, and a list has no statement about kinds that it does not contain.
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
