import type { ClientId } from "../access/schema.ts";
import type { AuditEvent } from "../audit/event.ts";
import type { MarkedDecision } from "./cleared/mark_decided.ts";
import type { ReviewRules } from "./ports.ts";
import { unsaid } from "./queue/row.ts";
import { stateOf } from "./queue/state_of.ts";
import {
  type ScreeningBatchId,
  type ScreeningDecision,
  ScreeningResponse,
} from "./decision_schema.ts";

/** The members of a decision besides its result. */
export interface DecisionBasis {
  readonly clientId: ClientId;
  readonly decidedAt: Temporal.Instant;
  readonly rules: ReviewRules;
  /**
   * The batch of the decision, whose confirmed matches are reviewed; absent for a single request.
   */
  readonly batchId?: ScreeningBatchId;
  /** Set for a monitored customer, whose confirmed matches are reviewed too. */
  readonly origin?: ScreeningDecision["origin"];
}

/**
 * A decision in stored and answered form, with the state of its review if its client requires two
 * people.
 */
export function decisionOf(
  { response: found, compared }: MarkedDecision,
  { clientId, decidedAt, rules: { fourEyes, review }, batchId, origin }: DecisionBasis,
): ScreeningDecision {
  const isReviewed = found.classification === "CONFIRMED_MATCH" &&
    (review.confirmed || batchId !== undefined || origin !== undefined);
  const reviewed = isReviewed ? { confirmedIsReviewed: true as const } : {};
  const state = stateOf({ response: found, ...reviewed }, unsaid);
  // In the order of the schema, as a replay and a read-back will have it.
  const response = ScreeningResponse.parse(
    fourEyes === "none" ? found : { ...found, meta: { ...found.meta, review: { state } } },
  );
  return {
    ...{ id: response.meta.decisionId, clientId, response },
    decidedAt: decidedAt.toString({ smallestUnit: "millisecond" }),
    ...reviewed,
    ...(compared === undefined ? {} : { compared }),
    ...(batchId === undefined ? {} : { batchId }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** The audit event of a decision. */
export function decisionEvent({ id, clientId, response }: ScreeningDecision): AuditEvent {
  const { classification, meta } = response;
  return {
    kind: "SCREENING_DECISION",
    clientId,
    decisionId: id,
    mode: meta.mode,
    classification,
    engineVersion: meta.engineVersion,
    gatesHash: meta.gatesHash,
    ensembleWeightsHash: meta.ensembleWeightsHash,
    listSnapshotIds: meta.listSnapshotIds,
  };
}
