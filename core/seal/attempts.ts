import type { Unit } from "../../base/unit.ts";
import type { KeptAnswer } from "../idempotency/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SigningAttempt } from "./attempt_schema.ts";
import type { SealPorts } from "./ports.ts";

/** Maximum commits for the end of an attempt when concurrent changes fail them. */
const commitsMax = 20;

/** Ports of attempts. */
export type AttemptPorts = Pick<SealPorts, "audit" | "replays" | "signing">;

/** Another process ended the attempt: the provider's action is unknown. */
export interface EndedRefusal {
  readonly code: "signing_outcome_unknown";
}

/**
 * Ends an attempt in the unit, and stores the answer of its idempotency key.
 *
 * @param answer the answer for the key; null releases the key
 * @returns a refusal when the attempt has already ended
 */
export async function endAttempt(
  { replays, signing: { attempts } }: Pick<AttemptPorts, "replays" | "signing">,
  attempt: SigningAttempt,
  { unit, answer }: { readonly unit: Unit; readonly answer: KeptAnswer | null },
): Promise<Result<undefined, EndedRefusal>> {
  const end = await attempts.find(attempt);
  if (end === null) return refuse({ code: "signing_outcome_unknown" });
  end(unit);
  const { pledgedKey } = attempt;
  const pledge = pledgedKey === null ? null : await replays.findPledge(pledgedKey);
  if (answer === null) pledge?.giveBack(unit);
  else pledge?.keep(unit, answer);
  return ok(undefined);
}

/** The failure of an attempt. */
export interface FailAttempt {
  readonly outcome: "refused" | "failed" | "unknown";
  /** This service's code for the reason. */
  readonly code: string;
  /** The answer for repeats under its idempotency key; null releases the key. */
  readonly answer: KeptAnswer | null;
}

/** Ends an attempt without a result, with its audit event, in a commit of its own. */
export async function failAttempt(
  ports: AttemptPorts,
  attempt: SigningAttempt,
  { outcome, code, answer }: FailAttempt,
): Promise<void> {
  const { units } = ports.signing;
  for (let commit = 1; commit <= commitsMax; commit++) {
    const unit = units.begin();
    const ended = await endAttempt(ports, attempt, { unit, answer });
    if (!ended.ok) return;
    const { id: attemptId, act, begunAt: _, pledgedKey: __, ...named } = attempt;
    ports.audit.record(unit, {
      kind: act === "seal" ? "DOCUMENT_SEALED_FAILED" : "DOCUMENT_SIGNED_FAILED",
      attemptId,
      ...named,
      outcome,
      code,
    });
    if ((await units.commit(unit)).kind === "committed") return;
  }
  throw new Error("The end of an attempt to sign was lost again and again");
}

/**
 * Ends the attempts whose process died: the provider's action is unknown and stays so. Their
 * idempotency keys return that answer until they expire.
 *
 * @param before start time before which no act can still run
 * @param answer answer to a repeat under the key
 */
export async function endAbandonedAttempts(
  ports: AttemptPorts,
  { before, answer }: { readonly before: Temporal.Instant; readonly answer: KeptAnswer },
): Promise<void> {
  for await (const attempt of ports.signing.attempts.begunBefore(before)) {
    await failAttempt(ports, attempt, { outcome: "unknown", code: "abandoned", answer });
  }
}
