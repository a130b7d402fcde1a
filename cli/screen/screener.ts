import { z } from "zod";
import type { BookRow } from "../../core/screening/batches/read_book.ts";
import { type Candidate, Classification } from "../../core/screening/candidate_schema.ts";

/** A candidate as results show it; the whole of it has the decision. */
const FoundEntity = z.object({
  entityId: z.string(),
  source: z.string(),
  listRef: z.string(),
  matchedName: z.string(),
  entityType: z.string(),
  /** From 0 to 100. */
  score: z.number(),
  classification: Classification,
  matchedVia: z.array(z.string()).readonly(),
}).readonly();
export type FoundEntity = z.infer<typeof FoundEntity>;

/** What was found of a customer, or why nothing was looked for. */
export const Found = z.union([
  z.object({
    classification: Classification,
    /** Null where no server has recorded a decision. */
    decisionId: z.string().nullable(),
    candidates: z.array(FoundEntity).readonly(),
  }).readonly(),
  z.object({ problem: z.string() }).readonly(),
]);
export type Found = z.infer<typeof Found>;

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
