import { z } from "zod";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SpanAttributes } from "../telemetry/schema.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { queueRow, unsaid } from "./queue/row.ts";
import { markDecided } from "./cleared/mark_decided.ts";
import { isToCome } from "./birth_date.ts";
import { decide, type Decided, type DecideRefusal } from "./decide.ts";
import { decisionEvent, decisionOf } from "./decision_of.ts";
import { raiseMatch } from "./raise_match.ts";
import type { ScreeningRequest } from "./request_schema.ts";
import { DecisionId, type ScreeningDecision, type ScreeningResponse } from "./decision_schema.ts";

/** Input of {@link screen}. */
export interface Screen {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly request: ScreeningRequest;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
  /** Default: a new one. */
  readonly decisionId?: DecisionId;
  /** Set for a monitored customer. */
  readonly origin?: ScreeningDecision["origin"];
}

/**
 * Screens a name and wallet addresses and records the decision: it, its audit entry and its replay
 * become durable together.
 *
 * @see Screening §4, rule 1
 */
export async function screen(
  ports: ScreeningPorts,
  input: Screen,
): Promise<Result<ScreeningResponse, DecideRefusal>> {
  const screened = await screenPinned(ports, input);
  return screened.ok ? ok(screened.value.response) : screened;
}

/** Like {@link screen}, with the digests of the entries if a `subjectRef` was sent. */
export async function screenPinned(
  ports: ScreeningPorts,
  { unit, client, decisionId = DecisionId.parse(uuidV7(ports)), origin, ...asked }: Screen,
): Promise<Result<Decided, DecideRefusal>> {
  const { mode, request } = asked;
  const { dob, subjectRef } = request;
  if (dob !== undefined && isToCome(dob, ports.clock.now())) {
    return refuse({ code: "bad_request", message: 'Field "dob" lies in the future' });
  }
  const [rules, pairs] = await Promise.all([
    ports.reviewRules.get(client, { fresh: false }),
    subjectRef === undefined
      ? null
      : ports.clearedPairs.ofSubject({ owner: client, mode, subjectRef }),
  ]);
  const decided = ports.telemetry.span("match", (span) => {
    const found = decide(ports, { decisionId, ...asked });
    span.set({ "aval.mode": mode, ...(found.ok ? outcomeOf(found.value.response) : {}) });
    return found;
  });
  if (!decided.ok) return decided;
  const decidedAt = ports.clock.now();
  const marked = pairs === null
    ? { response: decided.value.response }
    : await markDecided(ports, { unit, client, request, decidedAt, decided: decided.value, pairs });
  const decision = decisionOf(marked, {
    ...{ clientId: client, decidedAt, rules },
    ...(origin === undefined ? {} : { origin }),
  });
  const row = queueRow(decision, unsaid, null);
  ports.decisions.add(unit, decision, row);
  ports.audit.record(unit, decisionEvent(decision));
  raiseMatch(ports, unit, { decision, row });
  const { response } = decision;
  const listed = response.candidates.map((one) => one.classifyResult.explain.matchedName);
  if (listed.length > 0 && request.name.trim() !== "") {
    ports.shadow.note(unit, { decisionId, name: request.name, listed });
  }
  return ok({ ...decided.value, response });
}

/** Attributes of a screening's span. */
function outcomeOf({ classification, candidates }: ScreeningResponse): SpanAttributes {
  return { "aval.classification": classification, "aval.candidates": candidates.length };
}

/** Reference that a replay of a screening keeps: the decision has its body. */
const ScreenReference = z.strictObject({ decisionId: DecisionId }).readonly();

/** The reference from which {@link restoreScreening} makes the same answer again. */
export function screenReference({ meta }: ScreeningResponse): z.infer<typeof ScreenReference> {
  return { decisionId: meta.decisionId };
}

/** Restores the answer of an earlier screening from its decision, without later reviews. */
export async function restoreScreening(
  { decisions }: Pick<ScreeningPorts, "decisions">,
  reference: unknown,
): Promise<ScreeningResponse> {
  const { decisionId } = ScreenReference.parse(reference);
  const decision = await decisions.findUnscoped(decisionId);
  if (decision === null) throw new Error("A decision that a replay names is not on file");
  return decision.response;
}
