import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { Mode } from "../nouns.ts";
import type { CheckDefinition, CheckRegistry, ClaimRefusal } from "./check_definition.ts";
import { findSession } from "./find_session.ts";
import type { Conclusion, FoundSession, PresentationPorts } from "./ports.ts";
import { type ProofRefusal, proveAnswer, type Proven } from "./prove_answer.ts";
import {
  type EncryptionFault,
  knowsRequest,
  readAnswer,
  type WalletAnswer,
} from "./read_answer.ts";
import { raiseEnd } from "./raise_end.ts";
import { makeWayBack } from "./return_url.ts";
import { type Session, type SessionId, type SessionKind, statusOf } from "./schema.ts";

/** A wallet's answer to a session. */
export interface AnswerSession {
  readonly unit: Unit;
  /** The mode of the deployment. */
  readonly mode: Mode;
  readonly id: SessionId;
  readonly answer: WalletAnswer;
}

/** A rule that an answer violates, in its content or in its encryption. */
export type AnswerRule = ProofRefusal["code"] | EncryptionFault;

/** A service's functions for deciding and recording by the answers to its sessions. */
export interface AnswerHandling<Kind extends SessionKind, Proof> {
  readonly checks: Pick<CheckRegistry<Kind["checkType"], CheckDefinition<Proof>>, "find">;
  /** Makes the decision from the proof; records nothing. */
  conclude(
    session: Session<Kind>,
    proven: Proven<Proof>,
  ): Promise<Result<Conclusion<Kind["decision"]>, ClaimRefusal>>;
  /** Records the decision in the unit that completes the session. */
  recordDecision(unit: Unit, session: Session<Kind>, decision: Kind["decision"]): void;
  /** Counts an answer that proves nothing, by the violated rule. */
  countRefusal(code: AnswerRule, mode: Mode): void;
}

/** The end of a session by its answer: a decision, or the error that the wallet sent. */
export type AnsweredSession<Decision> =
  & (
    | { readonly status: "completed"; readonly decision: Decision }
    | { readonly status: "failed"; readonly error: string }
  )
  & {
    /**
     * The target to which the wallet redirects the browser; null if the session has no return URL.
     */
    readonly redirectUri: string | null;
  };

/** The reason why a session refuses an answer. */
export type AnswerSessionRefusal =
  | { readonly code: "not_found" }
  | { readonly code: "verification_session_not_pending" }
  /** The session uses a version of its check that this server does not have. */
  | { readonly code: "verification_template_unknown" }
  | { readonly code: "bad_request" | "invalid_presentation"; readonly message: string };

/** The ports that taking an answer needs. */
export type AnswerPorts<Kind extends SessionKind = SessionKind> = Pick<
  PresentationPorts<Kind>,
  "sessions" | "clock" | "events" | "random" | "log" | "revocations" | "trust" | "presentation"
>;

/**
 * Accepts a wallet's answer: the decision, its record and the data to deliver become durable
 * together, once. A presentation that fails verification leaves the session pending, up to a
 * maximum; one whose revocation status is currently unknown does not count. Disclosed data are
 * stored only in that delivery.
 *
 * @see Verification §3 and §4, rule 7; decisions.md part 9
 */
export async function answerSession<Kind extends SessionKind, Proof>(
  ports: AnswerPorts<Kind>,
  handling: AnswerHandling<Kind, Proof>,
  { unit, mode, id, answer }: AnswerSession,
): Promise<Result<AnsweredSession<Kind["decision"]>, AnswerSessionRefusal>> {
  const found = await findSession(ports, { id, mode });
  if (found === null || !knowsRequest(answer, found.session)) return refuse({ code: "not_found" });
  const { session } = found;
  if (!isPending(ports, session)) return refuse({ code: "verification_session_not_pending" });
  const read = await readAnswer(answer, found);
  if (!read.ok) {
    const { refusal } = read;
    return "rule" in refusal
      ? await refuseAnswer(ports, handling, found, { code: refusal.rule, credential: null })
      : refuse(refusal);
  }
  if ("error" in read.value) return ok(endWithError(ports, unit, found, read.value.error));
  const check = handling.checks.find(session.templateVersion);
  if (check === null) return refuse({ code: "verification_template_unknown" });
  const proven = await proveAnswer(ports, { session, check, token: read.value.token });
  if (!proven.ok) return await refuseAnswer(ports, handling, found, proven.refusal);
  const concluded = await handling.conclude(session, proven.value);
  if (!concluded.ok) return await refuseAnswer(ports, handling, found, concluded.refusal);
  // Asked again: a status list takes seconds, in which a read may have said that it has expired.
  if (!isPending(ports, session)) return refuse({ code: "verification_session_not_pending" });
  const { decision } = concluded.value;
  const back = makeWayBack(session.returnUrl, ports);
  found.complete(unit, concluded.value, { responseCodeHash: back?.responseCodeHash ?? null });
  handling.recordDecision(unit, session, decision);
  raiseEnd(ports.events, unit, session, { status: "completed" });
  return ok({ status: "completed", decision, redirectUri: back?.redirectUri ?? null });
}

/** Whether a session is pending by the clock. */
function isPending({ clock }: Pick<PresentationPorts, "clock">, session: Session): boolean {
  return statusOf(session, clock.now()) === "pending";
}

/** Counts a presentation that proves nothing, and returns the violated rule. */
async function refuseAnswer<Kind extends SessionKind>(
  ports: Pick<PresentationPorts, "clock" | "events" | "log" | "presentation">,
  { countRefusal }: Pick<AnswerHandling<Kind, never>, "countRefusal">,
  found: FoundSession<Kind>,
  { code, credential, claim = null }: Omit<ProofRefusal, "code"> & { readonly code: AnswerRule },
): Promise<Result<never, AnswerSessionRefusal>> {
  const { id: sessionId, mode } = found.session;
  ports.log.info("presentation_refused", { sessionId, rule: code, credential, claim });
  countRefusal(code, mode);
  // An issuer whose list cannot be had now is no fault of the presentation.
  if (code !== "revocation_unknown") {
    const { failedPresentationsMax } = ports.presentation.rules;
    await found.noteFailure(code, failedPresentationsMax, (unit) => {
      raiseEnd(ports.events, unit, found.session, { status: "failed", error: code });
    });
  }
  if (!isPending(ports, found.session)) return refuse({ code: "verification_session_not_pending" });
  const places = [
    ...(credential === null ? [] : [`credential ${credential}`]),
    ...(claim === null ? [] : [`claim ${claim}`]),
  ];
  const of = places.length === 0 ? "" : ` (${places.join(", ")})`;
  return refuse({
    code: "invalid_presentation",
    message: `The presentation does not verify: ${code}${of}`,
  });
}

/**
 * Ends the session with the wallet's error; an unknown code is an error too (OpenID4VP 1.0 §8.5).
 */
function endWithError(
  { events, random }: Pick<PresentationPorts, "events" | "random">,
  unit: Unit,
  found: FoundSession,
  code: string,
): Extract<AnsweredSession<never>, { status: "failed" }> {
  const error = knownErrors.find((known) => known === code) ?? "unknown_error";
  const back = makeWayBack(found.session.returnUrl, { random });
  found.fail(unit, error, { responseCodeHash: back?.responseCodeHash ?? null });
  raiseEnd(events, unit, found.session, { status: "failed", error });
  return { status: "failed", error, redirectUri: back?.redirectUri ?? null };
}

/** Codes of OpenID4VP 1.0 §8.5 and RFC 6749 §4.1.2.1. Other text of a wallet is untrusted. */
const knownErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_scope",
  "unauthorized_client",
  "access_denied",
  "server_error",
  "temporarily_unavailable",
  "unsupported_response_type",
  "vp_formats_not_supported",
  "invalid_request_uri_method",
  "invalid_transaction_data",
  "wallet_unavailable",
];
