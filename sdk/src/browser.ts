import { baseAddress } from "./address.ts";
import { bindOperations } from "./bind_operations.ts";
import type { SessionOperations, VerificationSession } from "./printed/client.ts";
import { sessionOperations } from "./printed/session_operations.ts";
import { platform, type Runtime } from "./runtime.ts";
import { openServerClock } from "./server_clock.ts";
import { waitForEnd, type WaitOptions } from "./wait_for_end.ts";

export {
  AvalError,
  type AvalFailure,
  type ClientCode,
  type ErrorCode,
  isAvalError,
} from "./errors.ts";
export type { CallOptions } from "./operation.ts";
export type { SessionOperations, VerificationSession } from "./printed/client.ts";
export type { Runtime } from "./runtime.ts";
export type { WaitOptions } from "./wait_for_end.ts";

/** How a page reads its session. */
export interface SessionClientOptions {
  /** Address of the service, with its path if it has one and without `/v1`. */
  readonly baseUrl: string;
  /** `sessionToken` of the session's start: it reads that session alone. */
  readonly sessionToken: string;
  /** Milliseconds for a call with all its retries. Default 30,000. */
  readonly deadlineMs?: number;
  /** Retries of one call at most. Default 10. */
  readonly retriesMax?: number;
  /** For tests, or a `fetch` of your own. */
  readonly runtime?: Partial<Runtime>;
}

/** What a session token may call. */
export interface SessionClient extends SessionOperations {
  /** Reads the session every two seconds until it is completed, failed or expired. */
  waitForSession(sessionId: string, options?: WaitOptions): Promise<VerificationSession>;
}

/**
 * Opens what a page may call with a session token. No other credential belongs into a page.
 *
 * @throws TypeError for an address that is none, or that ends in `/v1`
 */
export function openSessionClient(options: SessionClientOptions): SessionClient {
  const { baseUrl, sessionToken, deadlineMs = 30_000, retriesMax = 10 } = options;
  const runtime: Runtime = { ...platform, ...options.runtime };
  const clock = openServerClock();
  const identity = { "x-aval-verify-session-token": sessionToken };
  const methods = bindOperations({
    baseUrl: baseAddress(baseUrl),
    deadlineMs,
    retriesMax,
    runtime,
    clock,
    identify: () => Promise.resolve(identity),
    refused: () => {},
  }, sessionOperations) as unknown as SessionOperations;
  return {
    ...methods,
    waitForSession: (sessionId, wait = {}) =>
      waitForEnd({
        name: "waitForSession",
        runtime,
        clock,
        read: (query, each) => methods.readSession(sessionId, query, each),
      }, wait),
  };
}
