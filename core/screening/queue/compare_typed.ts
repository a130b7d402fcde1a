import type { Explanation } from "../../matching/explanation.ts";
import type { MatchCandidate } from "../../matching/ports.ts";
import type { Candidate } from "../candidate_schema.ts";
import type { ScreeningPorts } from "../ports.ts";

/** How a name accounts for a listed one. */
export type NameAccount = Pick<
  MatchCandidate,
  "matchedName" | "readAs" | "alignment" | "unaccounted"
>;

/** A name that a reviewer has typed. */
export interface TypedName {
  readonly name: string;
  /**
   * How the name accounts for each candidate, on the lists in force; null if it does not find the
   * candidate.
   */
  readonly accounts: readonly (NameAccount | null)[];
}

/**
 * Compares a name that a reviewer types with the candidates of a decision, which may have compared
 * another name. Records nothing.
 */
export function compareTyped(
  { lists, matcher }: Pick<ScreeningPorts, "lists" | "matcher">,
  { candidates, name }: {
    readonly candidates: readonly Pick<Candidate, "source" | "listRef">[];
    readonly name: string;
  },
): TypedName {
  const sources = [...new Set(candidates.map(({ source }) => source))];
  const query = { name, dob: null, nationalities: [], addresses: [], sources };
  const found = lists.use(({ snapshot }) => matcher.match(snapshot, query)).candidates;
  const accounts = candidates.map(({ source, listRef }) =>
    found.find((one) => one.source === source && one.listRef === listRef) ?? null
  );
  return { name, accounts };
}

/** Whether an account is the one that a decision explains. */
export function isExplained(account: NameAccount, explain: Explanation): boolean {
  return textOf(account) === textOf(explain);
}

function textOf(
  { matchedName, readAs, alignment, unaccounted = [] }:
    & Omit<NameAccount, "readAs" | "unaccounted">
    & Pick<Explanation, "readAs" | "unaccounted">,
): string {
  return JSON.stringify([
    ...[matchedName, readAs ?? "name"],
    alignment.map(({ listed, query, how, edits, points }) => [listed, query, how, edits, points]),
    unaccounted.map(({ query, points }) => [query, points]),
  ]);
}
