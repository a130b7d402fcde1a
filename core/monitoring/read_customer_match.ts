import type { Unit } from "../../base/unit.ts";
import { ok, type Result } from "../../base/result.ts";
import type { PersonId, TenantCaller } from "../access/schema.ts";
import { subjectUrlOf } from "../access/subject_url.ts";
import type { Mode } from "../nouns.ts";
import { subjectText } from "../screening/cleared/subject_text.ts";
import type { DecisionId } from "../screening/decision_schema.ts";
import { type Match, readMatch } from "../screening/queue/read_match.ts";
import type { MonitoringPorts } from "./ports.ts";
import type { MonitoredSubjectRead } from "./schema.ts";
import { showSubject } from "./show_subject.ts";

/** A match, and what the service has of its customer. */
export interface CustomerMatch extends Match {
  /** Null: the service does not have the customer's data. */
  readonly customer: {
    readonly subject: MonitoredSubjectRead;
    /** Whether the decision compared other data than these. */
    readonly isChanged: boolean;
  } | null;
  /** The client's own page about the customer; null: none is known. */
  readonly subjectUrl: string | null;
}

/** A match that a person looks at. */
export interface ReadCustomerMatch {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: DecisionId;
  readonly mode: Mode;
  readonly person: PersonId;
}

/**
 * Reads a match for the person who reviews it, with the customer's data where the customer is
 * monitored: that read has an audit entry. Rows of a batch are deleted as they are decided, so that
 * nothing is left of them to be shown.
 *
 * @see decisions-3.md part 22
 */
export async function readCustomerMatch(
  ports: MonitoringPorts,
  { unit, person, ...asked }: ReadCustomerMatch,
): Promise<Result<CustomerMatch, { readonly code: "not_found" }>> {
  const match = await readMatch(ports, asked);
  if (!match.ok) return match;
  const { decision: { meta: { decisionId, subjectRef } }, compared } = match.value;
  if (subjectRef === undefined) {
    return ok({ ...match.value, customer: null, subjectUrl: null });
  }
  const { caller, mode } = asked;
  const { clientId } = caller;
  const [subject, { subjectUrlTemplate: template }] = await Promise.all([
    showSubject(ports, { unit, caller, mode, subjectRef, person, decisionId }),
    ports.rememberedClients.get(clientId, { fresh: false }),
  ]);
  const isSame = (text: string) =>
    compared === null || ports.clearedPairs.isMacOf(compared.subject, clientId, text);
  return ok({
    ...match.value,
    customer: subject === null
      ? null
      : { subject, isChanged: !isSame(subjectText(subject.request)) },
    subjectUrl: template === null ? null : subjectUrlOf(template, subjectRef),
  });
}
