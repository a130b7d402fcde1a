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

/** The rules of review drafts as `docs/kyb.md` has them: a row for each rule and its advice. */
export function reviewTableText({ reasons }: ReviewTable): string {
  const rows = Map.groupBy(
    reasons,
    ({ rule, recommendation }) => `| ${rule} | ${recommendation.replace("_RECOMMENDED", "")} |`,
  );
  return [
    "| Rule | Advice | Reasons, and the flags that give them |",
    "| --- | --- | --- |",
    ...[...rows].map(([row, ofRow]) => `${row} ${ofRow.map(reasonText).join(", ")} |`),
  ].join("\n");
}

function reasonText({ code, flags }: ReviewTable["reasons"][number]): string {
  if (code === "INFORMATION_MISSING") return `\`${code}\` (every other flag)`;
  const others = flags.filter((flag) => flag !== code);
  const named = others.map((flag) => `\`${flag}\``).join(", ");
  return others.length === 0 ? `\`${code}\`` : `\`${code}\` (${named})`;
}
