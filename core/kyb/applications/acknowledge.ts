import { ok, refuse, type Result } from "../../../base/result.ts";
import type { KybApplication } from "../application_schema.ts";
import { findingTopics } from "../finding_topics.ts";
import type { FindingCode } from "../rules.ts";

/** The reason why an acknowledgement is refused, with every code that prevents it. */
export interface AcknowledgeRefusal {
  readonly code: "findings_not_acknowledged" | "findings_unknown";
  readonly findings: readonly string[];
}

/**
 * Returns the findings of registers and owners that an approval must acknowledge, each once, in the
 * order of the rule table. Findings of lists are judged by their checks; findings of persons need
 * no acknowledgement.
 */
export function findingsToAcknowledge(
  { flags }: Pick<KybApplication, "flags">,
): readonly FindingCode[] {
  const codes = flags.map(({ code }) => code).filter((code) =>
    ["register", "owners"].includes(findingTopics[code].about)
  );
  return [...new Set(codes)];
}

/**
 * Compares an operator's acknowledgements with the findings: each finding must be named, and no
 * other code.
 *
 * @see decisions-3.md part 20
 */
export function acknowledge(
  application: Pick<KybApplication, "flags">,
  named: readonly string[],
): Result<readonly FindingCode[], AcknowledgeRefusal> {
  const found = findingsToAcknowledge(application);
  const unknown = [...new Set(named)].filter((code) => !found.some((one) => one === code));
  if (unknown.length > 0) return refuse({ code: "findings_unknown", findings: unknown });
  const missing = found.filter((code) => !named.includes(code));
  return missing.length > 0
    ? refuse({ code: "findings_not_acknowledged", findings: missing })
    : ok(found);
}
