import type { RuleTable } from "../../core/kyb/rules.ts";
import type { ReviewTable } from "../../core/kyb/review/review_table.ts";

/** The rules in the form of `docs/kyb.md`: a table for each recommendation. */
export function ruleTableText({ groups }: RuleTable): string {
  return groups.map(({ recommendation, severity, rules }) =>
    [
      `\`${recommendation}\`, severity ${severity}:`,
      "",
      "<!-- deno-fmt-ignore -->",
      "",
      "| Code | Finding |",
      "| --- | --- |",
      ...rules.map(({ code, message }) => `| \`${code}\` | ${message} |`),
    ].join("\n")
  ).join("\n\n");
}

/** The rules of review drafts in the form of `docs/kyb.md`. */
export function reviewTableText({ reasons }: ReviewTable): string {
  const rows = reasons.map(({ rule, recommendation, code, sentence, flags }) =>
    `| ${rule} | ${recommendation.replace("_RECOMMENDED", "")} | \`${code}\` | ${sentence} | ${
      flags.map((flag) => `\`${flag}\``).join(", ") || "-"
    } |`
  );
  return [
    "| Rule | Advice | Reason | Sentence | Flags |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
