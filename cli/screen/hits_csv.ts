import type { RowResult } from "./results.ts";

const header = [
  ...["line", "subjectRef", "name", "classification", "decisionId", "score", "matchedName"],
  ...["source", "listRef", "entityType", "matchedVia", "candidateClassification"],
];

/**
 * Every customer who is not CLEAR as CSV (RFC 4180), a row for each candidate, with a byte order mark so
 * that spreadsheets read it as UTF-8. A cell that a spreadsheet would compute begins with an apostrophe.
 */
export function hitsCsv(results: readonly RowResult[]): string {
  const rows = results.flatMap((result) => {
    if ("problem" in result || result.classification === "CLEAR") return [];
    const { line, subjectRef, name, classification, decisionId, candidates } = result;
    const asked = [line, subjectRef, name, classification, decisionId];
    // A name that could not be compared is a possible match of nobody.
    if (candidates.length === 0) return [[...asked, "", "", "", "", "", "", ""]];
    return candidates.map((one) => [
      ...[...asked, one.score, one.matchedName, one.source, one.listRef, one.entityType],
      ...[one.matchedVia.join(" "), one.classification],
    ]);
  });
  return `\ufeff${[header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
