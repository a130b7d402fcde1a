import type { RuleTable } from "../../core/kyb/rules.ts";
import type { ReviewTable } from "../../core/kyb/review/review_table.ts";

/** The rule table in the form of `docs/kyb.md`. */
export function ruleTableText({ groups }: RuleTable): string {
  const rows = groups.flatMap(({ recommendation, severity, rules }) =>
    rules.map(({ code, message }) =>
      `| ${recommendation} | \`${code}\` | ${severity} | ${message} |`
    )
  );
  return ["| Recommendation | Code | Severity | Finding |", "| --- | --- | --- | --- |", ...rows]
    .join("\n");
}

/** The rules of review drafts in the form of `docs/kyb.md`. */
export function reviewTableText({ reasons }: ReviewTable): string {
  const rows = reasons.map(({ rule, recommendation, code, sentence, flags }) =>
    `| ${rule} | ${recommendation} | \`${code}\` | ${sentence} | ${
      flags.map((flag) => `\`${flag}\``).join(", ") || "-"
    } |`
  );
  return [
    "| Rule | Recommendation | Reason | Sentence | Flags |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
