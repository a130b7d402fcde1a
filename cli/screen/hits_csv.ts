import { csvLine } from "../../standards/csv/csv_line.ts";
import type { RowResult } from "./results.ts";

const header = [
  ...["line", "subjectRef", "name", "classification", "decisionId", "score", "matchedName"],
  ...["source", "listRef", "entityType", "matchedVia", "candidateClassification"],
];

/**
 * Writes every customer who is not CLEAR as CSV, a row for each candidate, with a byte order mark
 * so that spreadsheets read it as UTF-8.
 */
export function hitsCsv(results: readonly RowResult[]): string {
  const rows = results.flatMap((result) => {
    if ("problem" in result || result.classification === "CLEAR") return [];
    const { line, subjectRef, name, classification, decisionId, candidates } = result;
    const asked = [line, subjectRef, name, classification, decisionId];
    // A name that could not be compared is a possible match without a candidate.
    if (candidates.length === 0) return [[...asked, "", "", "", "", "", "", ""]];
    return candidates.map((one) => [
      ...[...asked, one.score, one.matchedName, one.source, one.listRef, one.entityType],
      ...[one.matchedVia.join(" "), one.classification],
    ]);
  });
  return `\ufeff${[header, ...rows].map(csvLine).join("")}`;
}
