import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Dialect, dialectOf, Info } from "../../standards/csc/info.ts";
import type { ProviderInfo } from "../../core/seal/ports.ts";
import type { CallRefusal, MakeCall } from "./calls.ts";
import { singleFlight } from "./single_flight.ts";

/** A trust service's description of itself. */
export interface ServiceInfo {
  readonly shown: ProviderInfo;
  /** Null: an unknown version. */
  readonly dialect: Dialect | null;
  /** Base URL of its authorization server. */
  readonly oauth2: string | null;
}

/** Reads `info` or returns it from the cache; null if the caller's signal aborted. */
export type ReadInfo = (
  signal: AbortSignal,
) => Promise<Result<ServiceInfo, CallRefusal> | null>;

/** Seconds for which the answer of `info` is cached. */
const keptSeconds = 3_600;

/**
 * Opens `info`, which is fetched without a token, once an hour.
 *
 * @param url base URL of the service
 */
export function openServiceInfo(
  { url, call, clock }: {
    readonly url: string;
    readonly call: MakeCall;
    readonly clock: Clock;
  },
): ReadInfo {
  let kept: { readonly info: ServiceInfo; readonly until: Temporal.Instant } | null = null;

  const ask = singleFlight(async (_: null): Promise<Result<ServiceInfo, CallRefusal>> => {
    const answered = await call({
      name: "info",
      url: `${url}/info`,
      headers: { "content-type": "application/json" },
      body: "{}",
      held: [],
      // All callers that wait share it: none of them ends it.
      signal: new AbortController().signal,
    });
    if (!answered.ok) return answered;
    const info = readInfo(answered.value.json, url);
    if (info === null) return refuse(badAnswer);
    kept = { info, until: clock.now().add({ seconds: keptSeconds }) };
    return ok(info);
  });

  return async (signal) => {
    const isFresh = kept !== null && Temporal.Instant.compare(clock.now(), kept.until) < 0;
    return kept !== null && isFresh ? ok(kept.info) : await ask(null, signal);
  };
}

/** A complete answer in an unexpected form. */
export const badAnswer: CallRefusal = {
  code: "bad_answer",
  status: 200,
  error: "",
  isTokenInvalid: false,
  retryAfterSeconds: null,
};

function readInfo(json: unknown, url: string): ServiceInfo | null {
  const read = Info.safeParse(json);
  if (!read.success) return null;
  const { specs, methods, name, oauth2 } = read.data;
  return {
    shown: { name: name || new URL(url).hostname, specs, methods },
    dialect: dialectOf(specs),
    oauth2: oauth2 ?? null,
  };
}
