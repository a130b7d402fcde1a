import { z } from "zod";
import type { PersonIdentity } from "../../access/person_identity.ts";
import type { TenantCaller } from "../../access/schema.ts";
import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import { openPairs } from "../cleared/settle_pairs.ts";
import { findDecision } from "../find_decision.ts";
import type { ReviewPorts } from "../review_decision.ts";
import type { ScreeningPorts } from "../ports.ts";
import { DecisionId } from "../decision_schema.ts";
import {
  DispositionId,
  type KeptDisposition,
  lastDisposedFirst,
  ReviewState,
  shownDisposition,
} from "../review_schema.ts";
import { queueRow, unsaid } from "./row.ts";
import type { DispositionRequest, DispositionResponse, QueueRow } from "../queue_schema.ts";
import { stateOf } from "./state_of.ts";

/** Input of {@link disposeDecision}. */
export interface DisposeDecision {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: DecisionId;
  readonly disposition: DispositionRequest;
  /** Maximum dispositions of a decision. */
  readonly dispositionsMax: number;
  /**
   * How the person at the desk was identified; absent if the client named the person by the API.
   */
  readonly identity?: PersonIdentity | undefined;
}

/**
 * The decision is unknown, belongs to another client, or is no confirmed match; or the maximum of
 * dispositions is reached.
 */
export type DispositionRefusal =
  | { readonly code: "not_found" | "screening_decision_not_disposable" }
  | { readonly code: "bad_request"; readonly message: string };

/**
 * Records the client's disposition of a confirmed match as a new immutable record; classification
 * and reviews stay unchanged.
 *
 * @returns every disposition of the decision, most recent first
 * @see decisions-3.md part 21
 */
export async function disposeDecision(
  ports: ReviewPorts,
  { unit, caller, id, disposition, dispositionsMax, identity }: DisposeDecision,
): Promise<Result<DispositionResponse, DispositionRefusal>> {
  const decision = await findDecision(ports, caller, id);
  if (decision === null) return refuse({ code: "not_found" });
  if (decision.response.classification !== "CONFIRMED_MATCH") {
    return refuse({ code: "screening_decision_not_disposable" });
  }
  const turn = await ports.queue.turn(decision.clientId, decision);
  const { fourEyes, authenticatedOnly } = await ports.reviewRules.get(decision.clientId, {
    fresh: true,
  });
  const earlier = await ports.decisions.dispositions(id);
  if (earlier.length >= dispositionsMax) {
    const message = `A decision has at most ${dispositionsMax} dispositions, and this one has them`;
    return refuse({ code: "bad_request", message });
  }
  const { reasonCode, reviewer } = disposition;
  const added: KeptDisposition = {
    dispositionId: DispositionId.parse(uuidV7(ports)),
    decision: disposition.decision,
    notes: disposition.notes ?? null,
    disposedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    reviewer,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(identity === undefined ? {} : { identity }),
    fourEyes,
    ...(authenticatedOnly === true ? { authenticatedOnly } : {}),
  };
  ports.decisions.addDisposition(unit, id, added);
  ports.audit.record(unit, {
    kind: "REVIEW_DISPOSED",
    clientId: decision.clientId,
    decisionId: id,
    dispositionId: added.dispositionId,
    decision: added.decision,
    ...(identity === undefined ? {} : { identity }),
  });
  const dispositions = [added, ...earlier].toSorted(lastDisposedFirst);
  const said = { ...unsaid, dispositions };
  const next = (standing: QueueRow | null) => queueRow(decision, said, standing?.assignee ?? null);
  await turn.change(unit, [{ decision, next }]);
  if (added.decision !== "false_positive") {
    const pairs = openPairs(ports, decision.clientId, { holdsTurn: false });
    const entityIds = decision.response.candidates.map(({ entityId }) => entityId);
    await pairs.read(decision);
    pairs.settle({ unit, decision, review: null, reviews: [], entityIds, isAgainst: true });
    await pairs.write(unit);
  }
  const state = stateOf(decision, said);
  const { mode, subjectRef = null } = decision.response.meta;
  const { dispositionId } = added;
  ports.events.raise(unit, {
    ...{ clientId: decision.clientId, mode, type: "screening.reviewed" },
    data: { decisionId: id, subjectRef, dispositionId, decision: added.decision, state },
  });
  return ok(disposed(id, state, dispositions));
}

/** The stored reference for a replay, instead of the body, whose notes are personal data. */
const DispositionReference = z.strictObject({
  decisionId: DecisionId,
  state: ReviewState,
  dispositionIds: z.array(DispositionId).readonly(),
}).readonly();

/** The reference from which {@link restoreDisposition} makes the same answer again. */
export function dispositionReference(
  { decisionId, state, dispositions }: DispositionResponse,
): z.infer<typeof DispositionReference> {
  const dispositionIds = dispositions.map(({ dispositionId }) => dispositionId);
  return { decisionId, state, dispositionIds };
}

/** Restores the answer of an earlier disposition, with exactly the dispositions that it showed. */
export async function restoreDisposition(
  { decisions }: Pick<ScreeningPorts, "decisions">,
  reference: unknown,
): Promise<DispositionResponse> {
  const { decisionId, state, dispositionIds } = DispositionReference.parse(reference);
  const shown = new Set<string>(dispositionIds);
  const kept = await decisions.dispositions(decisionId);
  const found = kept.filter(({ dispositionId }) => shown.has(dispositionId));
  if (found.length < shown.size) throw new Error("A disposition of an answer is not on file");
  return disposed(decisionId, state, found);
}

function disposed(
  decisionId: DecisionId,
  state: ReviewState,
  dispositions: readonly KeptDisposition[],
): DispositionResponse {
  return {
    decisionId,
    classification: "CONFIRMED_MATCH",
    state,
    dispositions: dispositions.map(shownDisposition),
  };
}
