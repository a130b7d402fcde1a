import type { Clock } from "../../base/clock.ts";
import { type Json, parseJson } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SealRules } from "../../core/policy/seal.ts";
import type { ProviderFault } from "../../core/seal/ports.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { type ErrorAnswer, readError } from "../../standards/csc/answers.ts";
import { post, type Posted, retryAfterOf } from "./post.ts";
import { withhold } from "./withhold.ts";

/** The calls by their names in CSC API; `token` is OAuth's. */
export type CallName =
  | "token"
  | "info"
  | "credentials/list"
  | "credentials/info"
  | "credentials/authorize"
  | "credentials/authorizeCheck"
  | "signatures/signHash";

/** One call. */
export interface Call {
  readonly name: CallName;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Values of the call that no log may contain: PIN, ids, hash, token, secret. */
  readonly held: readonly string[];
  readonly signal: AbortSignal;
}

/** An answer with status 200 and JSON, or status 202 with or without JSON. */
export interface CallAnswer {
  readonly status: 200 | 202;
  readonly json: Json;
}

/** The reason why a call failed. */
export interface CallRefusal {
  readonly code: Exclude<ProviderFault, "left_alone" | "unsupported_version">;
  /** Null: no answer. */
  readonly status: number | null;
  readonly error: string;
  /**
   * Whether the token is no longer accepted, according to the body or `WWW-Authenticate` (RFC 6750
   * §3.1).
   */
  readonly isTokenInvalid: boolean;
  readonly retryAfterSeconds: number | null;
}

/** Makes a call once, within its limits. */
export type MakeCall = (call: Call) => Promise<Result<CallAnswer, CallRefusal>>;

/** Dependencies of {@link openCalls}. */
export interface CallDependencies {
  readonly rules: SealRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/**
 * Opens the calls to a trust service. None is repeated here. Log record:
 * `trust_service_call_failed` with the call, this service's code, the status, and the trust
 * service's text about the error, without any data of the request.
 */
export function openCalls({ rules, clock, log, telemetry, deadline }: CallDependencies): MakeCall {
  return async ({ name, url, headers, body, held, signal }) => {
    const elapsed = telemetry.stopwatch();
    const posted = await post({
      url,
      headers: { accept: "application/json", ...headers },
      body,
      bytesMax: rules.answerBytesMax,
      late: deadline(rules.callSeconds * 1_000),
      signal,
    });
    const answer = posted.ok
      ? readAnswer(posted.value, clock.now())
      : refuse({ ...nothingSaid, code: posted.refusal.code });
    telemetry.measure("aval.trust_service.call.duration", elapsed(), {
      "aval.call": name,
      "aval.outcome": answer.ok ? "done" : answer.refusal.code,
    });
    if (answer.ok) return answer;
    const { said, ...refusal } = answer.refusal;
    log.warn("trust_service_call_failed", {
      call: name,
      reason: refusal.code,
      status: refusal.status,
      error: withhold(said.error, held),
      description: withhold(said.description, held),
    });
    return refuse(refusal);
  };
}

const nothingSaid = {
  status: null,
  error: "",
  isTokenInvalid: false,
  retryAfterSeconds: null,
  said: { error: "", description: "" },
};

function readAnswer(
  posted: Posted,
  now: Temporal.Instant,
): Result<CallAnswer, CallRefusal & { readonly said: ErrorAnswer }> {
  const { status, headers, body } = posted;
  const text = new TextDecoder().decode(body);
  const json = parseJson(text);
  if (status === 200 && json === undefined) {
    return refuse({ ...nothingSaid, code: "bad_answer", status });
  }
  // "Not yet" needs no more words than its status.
  if (status === 200 || status === 202) return ok({ status, json: json ?? null });
  const said = readError(text, json);
  const challenge = headers.get("www-authenticate") ?? "";
  return refuse({
    code: status === 429 ? "rate_limited" : status === 401 ? "not_logged_in" : "status",
    status,
    error: said.error,
    isTokenInvalid: status === 401 &&
      (said.error === ""
        ? /\berror="?invalid_token\b/i.test(challenge)
        : said.error === "invalid_token"),
    retryAfterSeconds: retryAfterOf(posted, now),
    said,
  });
}
