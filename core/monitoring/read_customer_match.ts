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

/** A match, and what the service has of its customer. */
export interface CustomerMatch extends Match {
  /** Null: the service does not have the customer's data. */
  readonly customer: {
    readonly subject: MonitoredSubjectRead;
    /** Whether the decision compared other data than these. */
    readonly isChanged: boolean;
  } | null;
  /** Of each candidate the clearing that marked it; null: none did, or a person has ended it since. */
  readonly clearings: readonly (ClearedPair | null)[];
  /** Other matches of the customer, the newest first; at most so many as {@link otherMatchesMax}. */
  readonly otherMatches: readonly QueueRow[];
  /** The client's own page about the customer; null: none is known. */
  readonly subjectUrl: string | null;
}

/** Matches of a customer beside the one that is shown, at most. */
export const otherMatchesMax = 8;

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
