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

/** Options for a page that reads its session. */
export interface SessionClientOptions {
  /** URL of the service, with its path if it has one and without `/v1`. */
  readonly baseUrl: string;
  /** `sessionToken` from the session's start, which reads only that session. */
  readonly sessionToken: string;
  /** Milliseconds for a call with all its retries. Default 30,000. */
  readonly deadlineMs?: number;
  /** Maximum retries of one call. Default 10. */
  readonly retriesMax?: number;
  /** For tests, or a `fetch` of your own. */
  readonly runtime?: Partial<Runtime>;
}

/** The operations of a session token. */
export interface SessionClient extends SessionOperations {
  /** Reads the session every two seconds until it is completed, failed or expired. */
  waitForSession(sessionId: string, options?: WaitOptions): Promise<VerificationSession>;
}

/**
 * Opens the operations that a page may call with a session token. No other credential belongs in a
 * page.
 *
 * @throws TypeError for an invalid URL, or one that ends in `/v1`
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
