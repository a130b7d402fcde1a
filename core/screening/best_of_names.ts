import type { MatchCandidate, MatchResult } from "../matching/ports.ts";
import { classify, moreSevere } from "./classify.ts";
import type { Gates } from "./gates.ts";

/** A candidate of the matcher, and which of several names found it (0 is the first). */
export interface NamedCandidate extends MatchCandidate {
  readonly name?: number;
}

/** The matcher's result for one or several names. */
export interface FoundByNames extends MatchResult {
  readonly candidates: readonly NamedCandidate[];
}

/** The matcher's result for one name of a party. */
export interface FoundByName {
  /** Position of the name; 0 is `name`. */
  readonly at: number;
  /** The name; null if no name check was requested. */
  readonly text: string | null;
  readonly found: MatchResult;
}

/**
 * Joins the results for the names of one party. For each entity it keeps the best candidate: the
 * more severe class, then the higher score, then the earlier name. A name that could not be read
 * counts, whatever the other names found. `candidatesLeftOut` is a minimum: an entity left out for
 * one name may be a candidate for another.
 *
 * @param results results for at least one name, in the order of the names; the addresses are in the
 * first one
 * @param options `named` false: there is one name, and its result stays unchanged
 */
export function bestOfNames(
  gates: Gates,
  results: readonly FoundByName[],
  { named }: { readonly named: boolean },
): FoundByNames {
  const [first] = results;
  if (first === undefined) throw new Error("A party has a name, or null in its place");
  if (!named) return first.found;
  const best = new Map<string, NamedCandidate>();
  let total = 0;
  for (const { at, found } of results) {
    let judged = found.candidatesLeftOut;
    for (const candidate of found.candidates) {
      if (classify(gates, candidate).classification !== "CLEAR") judged++;
      const earlier = best.get(candidate.entityId);
      if (earlier === undefined || isBetter(gates, candidate, earlier)) {
        best.set(candidate.entityId, { ...candidate, name: at });
      }
    }
    total = Math.max(total, judged);
  }
  const candidates = [...best.values()];
  const shown = candidates.filter((one) => classify(gates, one).classification !== "CLEAR").length;
  const all = results.map(({ found }) => found);
  return {
    ...first.found,
    candidates,
    candidatesLeftOut: Math.max(0, total - shown),
    untransliterated: [...new Set(all.flatMap(({ untransliterated }) => untransliterated))],
    unread: [...new Set(all.flatMap(({ unread }) => unread))],
    tokensLeftOut: Math.max(...all.map(({ tokensLeftOut }) => tokensLeftOut)),
  };
}

function isBetter(gates: Gates, one: MatchCandidate, other: MatchCandidate): boolean {
  const [a, b] = [classify(gates, one), classify(gates, other)];
  return moreSevere(a.classification, b.classification) ||
    a.classification === b.classification && a.score > b.score;
}
