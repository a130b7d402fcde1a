import type { Unit } from "../../base/unit.ts";
import { ok, type Result } from "../../base/result.ts";
import type { PersonId, TenantCaller } from "../access/schema.ts";
import { findSubjectUrl } from "../access/find_subject_url.ts";
import type { Mode } from "../nouns.ts";
import { subjectText } from "../screening/cleared/subject_text.ts";
import type { ClearedPair } from "../screening/cleared_schema.ts";
import type { QueueRow } from "../screening/queue_schema.ts";
import type { DecisionId } from "../screening/decision_schema.ts";
import { type Match, readMatch } from "../screening/queue/read_match.ts";
import type { MonitoringPorts } from "./ports.ts";
import type { MonitoredSubjectRead } from "./schema.ts";
import { showSubject } from "./show_subject.ts";

/** A match, and the service's data of its customer. */
export interface CustomerMatch extends Match {
  /** Null if the service does not have the customer's data. */
  readonly customer: {
    readonly subject: MonitoredSubjectRead;
    /** Whether the decision was made on other data than these. */
    readonly isChanged: boolean;
  } | null;
  /**
   * For each candidate the clearing that marked it; null if there is none, or a person has ended it
   * since.
   */
  readonly clearings: readonly (ClearedPair | null)[];
  /** Other matches of the customer, the newest first, at most {@link otherMatchesMax}. */
  readonly otherMatches: readonly QueueRow[];
  /** The client's own page about the customer; null if unknown. */
  readonly subjectUrl: string | null;
}

/** Maximum of other matches that are shown with a match. */
export const otherMatchesMax = 8;

/** Input of {@link readCustomerMatch}. */
export interface ReadCustomerMatch {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: DecisionId;
  readonly mode: Mode;
  readonly person: PersonId;
}

/**
 * Reads a match for its reviewer. If the customer is monitored, it includes the customer's data and
 * records an audit entry of the read. Rows of a batch are deleted once decided, so their customer's
 * data are not available.
 *
 * @see decisions-3.md part 22
 */
export async function readCustomerMatch(
  ports: MonitoringPorts,
  { unit, person, ...asked }: ReadCustomerMatch,
): Promise<Result<CustomerMatch, { readonly code: "not_found" }>> {
  const match = await readMatch(ports, { ...asked, person });
  if (!match.ok) return match;
  const { decision: { candidates, meta }, compared } = match.value;
  const { decisionId, subjectRef } = meta;
  if (subjectRef === undefined) {
    const none = { customer: null, clearings: [], otherMatches: [], subjectUrl: null };
    return ok({ ...match.value, ...none });
  }
  const { caller, mode } = asked;
  const { clientId } = caller;
  const ofSubject = { owner: clientId, mode, subjectRef };
  const [subject, subjectUrl, matches, clearings] = await Promise.all([
    showSubject(ports, { unit, caller, mode, subjectRef, person, decisionId }),
    findSubjectUrl(ports, { clientId, subjectRef }),
    ports.queue.ofSubject(ofSubject, otherMatchesMax + 1),
    Promise.all(
      candidates.map(({ clearedBefore: mark }) =>
        mark === undefined ? null : ports.clearedPairs.find(clientId, mode, mark.pairId)
      ),
    ),
  ]);
  const isSame = (text: string) =>
    compared === null || ports.clearedPairs.isMacOf(compared.subject, clientId, text);
  return ok({
    ...match.value,
    customer: subject === null
      ? null
      : { subject, isChanged: !isSame(subjectText(subject.request)) },
    clearings,
    otherMatches: matches.filter((row) => row.decisionId !== decisionId).slice(0, otherMatchesMax),
    subjectUrl,
  });
}
