import { z } from "zod";
import type { BookRow } from "../../core/screening/batches/read_book.ts";
import { type Candidate, Classification } from "../../core/screening/candidate_schema.ts";

/** A candidate in results; the decision has all of its data. */
const FoundEntity = z.object({
  entityId: z.string(),
  source: z.string(),
  listRef: z.string(),
  matchedName: z.string(),
  entityType: z.string(),
  /** Score from 0 to 100. */
  score: z.number(),
  classification: Classification,
  matchedVia: z.array(z.string()).readonly(),
}).readonly();
export type FoundEntity = z.infer<typeof FoundEntity>;

/** The result for a customer, or the reason why there is none. */
export const Found = z.union([
  z.object({
    classification: Classification,
    /** Null without a decision recorded by a server. */
    decisionId: z.string().nullable(),
    candidates: z.array(FoundEntity).readonly(),
  }).readonly(),
  z.object({ problem: z.string() }).readonly(),
]);
export type Found = z.infer<typeof Found>;

/** Screens customers. */
export interface Screener {
  /** The rules that decide: a resumed run must have the same. */
  readonly basis: Readonly<Record<string, string>>;
  /** Number of customers to screen concurrently. */
  readonly atOnce: number;
  /**
   * @param key equal for the same customer of the same run
   * @throws Error when no answer is available
   */
  screen(row: BookRow, key: string): Promise<Found>;
}

/** The shown data of a candidate, from this process or a server. */
type NamedCandidate =
  & Pick<Candidate, "entityId" | "source" | "listRef" | "entityType" | "matchedVia">
  & {
    readonly classifyResult:
      & Pick<Candidate["classifyResult"], "score" | "classification">
      & { readonly explain: Pick<Candidate["classifyResult"]["explain"], "matchedName"> };
  };

/** The members of a candidate in results. */
export function entityOf(
  { classifyResult: { explain, score, classification }, ...candidate }: NamedCandidate,
): FoundEntity {
  const { entityId, source, listRef, entityType, matchedVia } = candidate;
  const { matchedName } = explain;
  return { entityId, source, listRef, matchedName, entityType, score, classification, matchedVia };
}
