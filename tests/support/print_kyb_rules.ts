import type { RuleTable } from "../../core/kyb/rules.ts";

/** The rule table as `docs/kyb.md` has it. */
export function ruleTableText({ groups }: RuleTable): string {
  const rows = groups.flatMap(({ recommendation, severity, rules }) =>
    rules.map(({ code, message }) =>
      `| ${recommendation} | \`${code}\` | ${severity} | ${message} |`
    )
  );
  return ["| Recommendation | Code | Severity | Finding |", "| --- | --- | --- | --- |", ...rows]
    .join("\n");
}
