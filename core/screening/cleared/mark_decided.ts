import type { ClientId } from "../../access/schema.ts";
import type { Unit } from "../../../base/unit.ts";
import type { Decided } from "../decide.ts";
import type { ScreeningPorts, SubjectPairs } from "../ports.ts";
import type { ScreeningRequest } from "../request_schema.ts";
import type { ScreeningDecision } from "../decision_schema.ts";
import { subjectText } from "./subject_text.ts";
import { markCandidates } from "./mark_candidates.ts";

/** A screening of one customer. */
export interface MarkDecided {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly request: ScreeningRequest;
  readonly decidedAt: Temporal.Instant;
  readonly decided: Decided;
  readonly pairs: SubjectPairs;
}

/** The members of a decision about a customer. */
export type MarkedDecision = Pick<ScreeningDecision, "response" | "compared">;

/**
 * Marks the candidates of a customer by its cleared pairs, and records which pairs have ended
 * without a person. Of several concurrent screenings only one records an end. The classification
 * stays.
 *
 * @see decisions-3.md part 21, cleared pairs
 */
export async function markDecided(
  { audit, clearedPairs, events, queue }: Pick<
    ScreeningPorts,
    "audit" | "clearedPairs" | "events" | "queue"
  >,
  { unit, client, request, decidedAt, decided: { response, entries }, pairs }: MarkDecided,
): Promise<MarkedDecision> {
  if (response.candidates.length === 0) return { response };
  const text = subjectText(request);
  const { candidates, lapsed } = markCandidates({
    candidates: response.candidates,
    entries,
    pairs: pairs.standing,
    isOfSubject: (mac) => clearedPairs.isMacOf(mac, client, text),
    now: decidedAt,
  });
  if (lapsed.length > 0) {
    const { decisionId, mode, subjectRef = null } = response.meta;
    const at = decidedAt.toString({ smallestUnit: "millisecond" });
    const ended = new Set(lapsed.map(({ pair }) => pair.pairId));
    await pairs.change(unit, {
      standing: pairs.standing.filter(({ pairId }) => !ended.has(pairId)),
      changes: lapsed.map(({ pair: { pairId }, cause }) => ({
        kind: "lapse",
        pairId,
        lapse: { cause, at, decisionId },
      })),
      isChecked: true,
    });
    queue.breakTurn(unit, client);
    for (const { pair: { pairId, entityId }, cause } of lapsed) {
      audit.record(unit, {
        kind: "CLEARED_PAIR_ENDED",
        clientId: client,
        pairId,
        cause,
        decisionId,
      });
      events.raise(unit, {
        ...{ clientId: client, mode, type: "screening.cleared_pair_lapsed" },
        data: { pairId, subjectRef, entityId, lapsed: cause, decisionId },
      });
    }
  }
  return {
    response: { ...response, candidates },
    compared: { subject: clearedPairs.macOf(client, text), entries },
  };
}
