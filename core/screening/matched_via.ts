import type { TokenAccount } from "../matching/explanation.ts";
import type { MatchCandidate } from "../matching/ports.ts";
import { bearsIdentifier } from "./classify.ts";
import type { Candidate } from "./candidate_schema.ts";

/** One of the ways in which a candidate is found. */
type Way = Candidate["matchedVia"][number];

/** Why a candidate was found, by how the query accounts for a listed token. */
const wayOf: Readonly<Record<TokenAccount, Way | null>> = {
  same: "fts",
  respelled: "fts",
  same_meaning: "fts",
  nickname: "fts",
  edited: "trigram",
  stands_for: "trigram",
  joined: "trigram",
  split: "trigram",
  sounds_alike: "phonetic",
  initial: "initials",
  missing: null,
};
/** The order in which an answer shows them. */
const order: readonly Way[] = ["exact", "fts", "trigram", "phonetic", "initials"];

/**
 * The ways in which a candidate was found; never empty for a candidate in an answer. First the
 * layers of the matching core. If no layer found it, how the query accounts for the listed tokens:
 * initials or a particle alone can find a name. Last, a requested identifier.
 *
 * @see Screening §2, matchedVia; decisions-3.md part 20
 */
export function matchedVia(candidate: MatchCandidate): readonly Way[] {
  const { layers, alignment } = candidate;
  const accounted = new Set(alignment.map(({ how }) => wayOf[how]));
  const ways = layers.length > 0 ? layers : order.filter((way) => accounted.has(way));
  return bearsIdentifier(candidate) ? [...ways, "identifier"] : ways;
}
