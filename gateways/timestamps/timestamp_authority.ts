import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SealRules } from "../../core/policy/seal.ts";
import type { ProviderFault, TimestampAuthority } from "../../core/seal/ports.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { post, type Posted, retryAfterOf } from "../csc/post.ts";
import { type Open, openCircuitBreaker } from "../http/circuit_breaker.ts";

/** Dependencies of {@link openTimestampAuthority}. */
export interface TimestampAuthorityDependencies {
  /** URL of the authority. */
  readonly url: string;
  readonly rules: SealRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

interface Refused {
  readonly code: ProviderFault;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * Opens a timestamp authority by HTTP (RFC 3161 §3.4). Each request is sent once; the caller reads
 * the answer. A circuit breaker pauses requests to a failing authority. Log records:
 * `timestamp_failed` with this service's code and the status; `timestamp_breaker` when the breaker
 * opens (`opened`) and closes (`closed`).
 */
export function openTimestampAuthority(
  { url, rules, clock, log, telemetry, deadline }: TimestampAuthorityDependencies,
): TimestampAuthority {
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => log.warn("timestamp_breaker", { state }),
  });
  const leftAlone = ({ retryAfterSeconds }: Open) =>
    ({ code: "upstream_unavailable", fault: "left_alone", retryAfterSeconds }) as const;

  return {
    findUnavailable: () => {
      const open = breaker.findOpen();
      return open === null ? null : leftAlone(open);
    },
    request: async (request, signal) => {
      const pass = breaker.admit();
      if (pass.kind === "open") return refuse(leftAlone(pass));
      const elapsed = telemetry.stopwatch();
      const posted = await post({
        url,
        headers: { accept: media.reply, "content-type": media.query },
        body: Uint8Array.from(request),
        bytesMax: rules.answerBytesMax,
        late: deadline(rules.callSeconds * 1_000),
        signal,
      });
      const answer = posted.ok
        ? readReply(posted.value, clock.now())
        : refuse({ ...posted.refusal, status: null, retryAfterSeconds: null });
      telemetry.measure("aval.trust_service.call.duration", elapsed(), {
        "aval.call": "timestamp",
        "aval.outcome": answer.ok ? "done" : answer.refusal.code,
      });
      // A caller who gave up says nothing about the authority.
      breaker.report(pass, answer.ok || (signal.aborted && !pass.probe));
      if (answer.ok) return answer;
      const { code: fault, status, retryAfterSeconds } = answer.refusal;
      log.warn("timestamp_failed", { reason: fault, status });
      const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
      return refuse({ code: "upstream_unavailable", fault, ...wait });
    },
  };
}

const media = {
  query: "application/timestamp-query",
  reply: "application/timestamp-reply",
} as const;

function readReply(posted: Posted, now: Temporal.Instant): Result<Uint8Array, Refused> {
  const { status, headers, body } = posted;
  if (status !== 200) {
    const code = status === 429 ? "rate_limited" : "status";
    return refuse({ code, status, retryAfterSeconds: retryAfterOf(posted, now) });
  }
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== media.reply || body.length === 0) {
    return refuse({ code: "bad_answer", status, retryAfterSeconds: null });
  }
  return ok(body);
}
