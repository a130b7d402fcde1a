import { openAccessTokens } from "./access_token.ts";
import type { ClientCredentials } from "./access_token.ts";
import { baseAddress, checkAddress } from "./address.ts";
import { bindOperations } from "./bind_operations.ts";
import type { Caller } from "./call.ts";
import type { ActOptions } from "./operation.ts";
import type {
  AvalOperations,
  CheckType,
  DigitalSessionInitiated,
  EmployerSession,
  InitiateRequest,
  SessionInitiated,
} from "./printed/client.ts";
import { operations } from "./printed/operations.ts";
import { platform, type Runtime } from "./runtime.ts";
import type { SessionId, SessionOf } from "./session_of.ts";
import { openServerClock } from "./server_clock.ts";
import { waitForEnd, type WaitOptions } from "./wait_for_end.ts";

export type { ClientCredentials } from "./access_token.ts";
export {
  AvalError,
  type AvalFailure,
  type ClientCode,
  type ErrorCode,
  isAvalError,
  type RefusedRow,
} from "./errors.ts";
export { type EvidenceKey, type EvidencePublicJwk, generateEvidenceKey } from "./evidence_key.ts";
export { type EvidencePack, openEvidencePack } from "./evidence_pack.ts";
export type { ActOptions, CallOptions } from "./operation.ts";
export type * from "./printed/client.ts";
export type { components } from "./printed/openapi.ts";
export type { Runtime } from "./runtime.ts";
export type { SessionId, SessionOf } from "./session_of.ts";
export { type EventHeaders, verifyEvent, type VerifyEventOptions } from "./verify_event.ts";
export type { WaitOptions } from "./wait_for_end.ts";

/** The caller's identity: a fetched token, a given token, or a name in a sandbox. */
export type Identity =
  | ClientCredentials
  | { readonly token: string | (() => string | Promise<string>) }
  | { readonly sandboxClient: string };

/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, with its path if it has one and without `/v1`. */
  readonly baseUrl: string;
  /** Without it, only operations without a token succeed, and those of a sandbox. */
  readonly identity?: Identity;
  /** Milliseconds for a call with all its retries. Default 30,000. */
  readonly deadlineMs?: number;
  /** Maximum retries of one call, including those of its token. Default 10. */
  readonly retriesMax?: number;
  /** For tests, or a `fetch` of your own. */
  readonly runtime?: Partial<Runtime>;
}

/** Checks that require a country; without it the service answers `bad_request`. */
type PurchaseCheck = Extract<InitiateRequest["checkType"], `restricted-purchase-${string}`>;

/** A session to start, with the country if its check requires one. */
export type SessionRequest =
  & InitiateRequest
  & (
    | { checkType: PurchaseCheck; countryCode: string }
    | { checkType: Exclude<InitiateRequest["checkType"], PurchaseCheck> }
  );

/** A method for each operation, and methods that combine several. */
export interface AvalClient extends Omit<AvalOperations, "startSession"> {
  /**
   * Starts a session for `navigator.credentials.get` of your page.
   *
   * `POST /v1/verify/sessions`; retried under its idempotency key.
   */
  startSession<Check extends CheckType>(
    body: SessionRequest & { checkType: Check; channel: "dc_api" },
    options?: ActOptions,
  ): Promise<DigitalSessionInitiated & { sessionId: SessionId<Check> }>;
  /**
   * Starts a session for a link or a QR code: show `authorizationRequestUri`.
   *
   * `POST /v1/verify/sessions`; retried under its idempotency key.
   */
  startSession<Check extends CheckType>(
    body: SessionRequest & { checkType: Check; channel?: "redirect" | null },
    options?: ActOptions,
  ): Promise<SessionInitiated & { sessionId: SessionId<Check> }>;
  /**
   * Reads a session of a wallet every two seconds until it is completed, failed or expired, and
   * continues through outages of the service. The last read takes the evidence pack, which is
   * delivered once, if there is one. The type of the decision's proofs follows from an id of
   * `startSession`; for another id pass `checkType`.
   */
  waitForSession<Check extends CheckType = CheckType>(
    sessionId: SessionId<Check>,
    options?: WaitOptions,
  ): Promise<SessionOf<Check>>;
  /** Reads a session of an employer until it has ended. The last read takes the claims. */
  waitForEmployerSession(
    sessionId: string,
    options?: Omit<WaitOptions, "responseCode">,
  ): Promise<EmployerSession>;
}

/**
 * Opens a client. It holds no connection and no timer, so that it need not be closed.
 *
 * @throws TypeError for an invalid URL, or one that ends in `/v1`
 */
export function openClient(options: ClientOptions): AvalClient {
  const { baseUrl, identity, deadlineMs = 30_000, retriesMax = 10 } = options;
  const runtime: Runtime = { ...platform, ...options.runtime };
  const clock = openServerClock();
  const caller: Caller = {
    baseUrl: baseAddress(baseUrl),
    deadlineMs,
    retriesMax,
    runtime,
    clock,
    ...identifying(identity, runtime),
  };
  const methods = bindOperations(caller, operations) as unknown as Omit<
    AvalClient,
    "waitForSession" | "waitForEmployerSession"
  >;
  return {
    ...methods,
    waitForSession: (sessionId, wait = {}) =>
      waitForEnd({
        name: "waitForSession",
        runtime,
        clock,
        // It is of the check that the id's type names.
        read: (query, each) => methods.readSession(sessionId, query, each) as Promise<never>,
      }, wait),
    waitForEmployerSession: (sessionId, wait = {}) =>
      waitForEnd({
        name: "waitForEmployerSession",
        runtime,
        clock,
        read: (_, each) => methods.readEmployerSession(sessionId, {}, each),
      }, wait),
  };
}

function identifying(
  identity: Identity | undefined,
  runtime: Runtime,
): Pick<Caller, "identify" | "refused"> {
  const refused = () => {};
  if (identity === undefined) return { identify: () => Promise.resolve({}), refused };
  if ("sandboxClient" in identity) {
    const named = { "x-aval-sandbox-client": identity.sandboxClient };
    return { identify: () => Promise.resolve(named), refused };
  }
  if ("token" in identity) {
    const { token } = identity;
    return {
      identify: async () => bearer(typeof token === "string" ? token : await token()),
      refused,
    };
  }
  checkAddress("tokenUrl", identity.tokenUrl);
  const tokens = openAccessTokens(identity, runtime);
  return {
    identify: async () => bearer(await tokens.get()),
    refused: ({ authorization = "" }) => tokens.forget(authorization.slice("Bearer ".length)),
  };
}

function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}
