import type { Reason } from "./reasons.ts";
import type { ReviewTable } from "./review_table.ts";

/**
 * Writes the rationale, one sentence a line: the reasons in their order, each with the ids of its
 * evidence, then the unchecked matters, then that a person decides. Equal reasons give equal text.
 */
export function writeRationale(table: ReviewTable, reasons: readonly Reason[]): string {
  return [
    ...reasons.map((reason) => sentenceOf(table, reason)),
    ...table.notChecked,
    table.closing,
  ].join("\n");
}

function sentenceOf({ reasons }: ReviewTable, { code, values, evidenceIds }: Reason): string {
  const rule = reasons.find((one) => one.code === code);
  if (rule === undefined) throw new Error("Every reason has a sentence");
  const text = rule.sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return `${rule.rule}: ${text} (evidence ${evidenceIds.join(", ")}).`;
}
