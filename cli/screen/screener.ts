import type { BookRow } from "../../core/screening/batches/read_book.ts";
import type { Candidate, Classification } from "../../core/screening/candidate_schema.ts";

/** A candidate as results show it; the whole of it has the decision. */
export interface FoundEntity {
  readonly entityId: string;
  readonly source: string;
  readonly listRef: string;
  readonly matchedName: string;
  readonly entityType: string;
  /** From 0 to 100. */
  readonly score: number;
  readonly classification: Classification;
  readonly matchedVia: readonly string[];
}

/** What was found of a customer, or why nothing was looked for. */
export type Found =
  | {
    readonly classification: Classification;
    /** Null where no server has recorded a decision. */
    readonly decisionId: string | null;
    readonly candidates: readonly FoundEntity[];
  }
  | { readonly problem: string };

/** Screens customers. */
export interface Screener {
  /** What decides: a run that is resumed must have the same. */
  readonly basis: Readonly<Record<string, string>>;
  /** Customers that are worth screening beside each other. */
  readonly atOnce: number;
  /**
   * @param key the same for the same customer of the same run
   * @throws Error where no answer can be had
   */
  screen(row: BookRow, key: string): Promise<Found>;
}

/** What is shown of a candidate, as this process or a server answers it. */
type NamedCandidate =
  & Pick<Candidate, "entityId" | "source" | "listRef" | "entityType" | "matchedVia">
  & {
    readonly classifyResult:
      & Pick<Candidate["classifyResult"], "score" | "classification">
      & { readonly explain: Pick<Candidate["classifyResult"]["explain"], "matchedName"> };
  };

/** The members of a candidate that results show. */
export function entityOf(
  { classifyResult: { explain, score, classification }, ...candidate }: NamedCandidate,
): FoundEntity {
  const { entityId, source, listRef, entityType, matchedVia } = candidate;
  const { matchedName } = explain;
  return { entityId, source, listRef, matchedName, entityType, score, classification, matchedVia };
}
