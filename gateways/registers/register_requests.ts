import { anySignal } from "../../base/any_signal.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { RegisterRules } from "../../core/policy/registers.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
import { concernsOneRequest } from "../http/concerned_status.ts";
import type { Connect } from "../http/connect.ts";
import { httpGet } from "../http/http_get.ts";

/** Dependencies of the requests to a register. */
export interface RegisterRequestDependencies {
  readonly rules: RegisterRules;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly connect: Connect;
}

/** The parameters for one register. */
export interface AskedRegister {
  /** The register's name in records. */
  readonly name: string;
  readonly accept: string;
  /** Value of the header `authorization`. Never in a log. */
  readonly authorization?: string;
  readonly requestsPerMinuteMax: number;
}

/** An answer of a register: the body of a 200, or not found (404). */
export type RegisterAnswer =
  | { readonly kind: "found"; readonly body: Uint8Array }
  | { readonly kind: "absent"; readonly body: Uint8Array };

/** The register gave no answer about the company. */
export interface UnavailableRefusal {
  readonly code: "unavailable";
}

/** Gets one URL, within the remaining time of its look-up. */
export type LookUp = (url: URL) => Promise<Result<RegisterAnswer, UnavailableRefusal>>;

/** Requests to one register. */
export interface RegisterRequests {
  /**
   * Begins a look-up, whose requests share one deadline.
   *
   * @param signal ends running requests
   */
  begin(signal: AbortSignal): LookUp;
  /** Reports a complete answer that does not match the register's documentation. */
  reportMalformed(): void;
}

/**
 * Opens the requests: within the register's rate limit, none while it fails, each limited in time
 * and bytes. Refuses redirects, which may lead anywhere. Log records: `register_breaker` when the
 * breaker opens (`opened`) and closes (`closed`); `register_unavailable` with the reason. Neither
 * names a company.
 */
export function openRegisterRequests(
  { name, accept, authorization, requestsPerMinuteMax }: AskedRegister,
  { rules, clock, log, deadline, connect }: RegisterRequestDependencies,
): RegisterRequests {
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => log.warn("register_breaker", { state, provider: name }),
  });
  const mayAsk = atMostAMinute(requestsPerMinuteMax, clock);
  const unavailable = (reason: string) => {
    log.warn("register_unavailable", { provider: name, reason });
    return refuse({ code: "unavailable" } as const);
  };
  const get = async (url: URL, whole: AbortSignal, caller: AbortSignal) => {
    if (!mayAsk()) return unavailable("too_many");
    const pass = breaker.admit();
    if (pass.kind === "open") return unavailable("left_alone");
    const got = await httpGet(connect, {
      url,
      accept,
      ...(authorization === undefined ? {} : { authorization }),
      bytesMax: rules.answerBytesMax,
      signal: whole,
    });
    // A caller who gave up says nothing about the register.
    const isGivenUp = !got.ok && caller.aborted && !pass.probe;
    const isOfRequest = got.ok ? concernsOneRequest(got.value) : got.refusal.code === "too_long";
    const reason = got.ok ? reasonOfStatus(got.value.status) : got.refusal.code;
    breaker.report(pass, reason === null || isGivenUp || isOfRequest);
    if (!got.ok || reason !== null) return unavailable(reason ?? "connection");
    const { status, body } = got.value;
    return ok({ kind: status === 404 ? "absent" : "found", body } as const);
  };
  return {
    reportMalformed: () => void unavailable("bad_answer"),
    begin: (signal) => {
      const whole = anySignal([signal, deadline(rules.timeoutSeconds * 1_000)]);
      return (url) => get(url, whole, signal);
    },
  };
}

/** The reason why a status is not an answer; null if it is one. */
function reasonOfStatus(status: number): "status" | null {
  return status === 200 || status === 404 ? null : "status";
}

/** Whether another request may begin now: fewer than `most` began in the last minute. */
function atMostAMinute(most: number, clock: Clock): () => boolean {
  let begun: readonly number[] = [];
  return () => {
    const now = clock.now().epochMilliseconds;
    begun = begun.filter((at) => now - at < 60_000);
    if (begun.length >= most) return false;
    begun = [...begun, now];
    return true;
  };
}
