import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { TokenAnswer } from "../../standards/csc/answers.ts";
import { clientSecretBasic } from "../identity_provider/introspection_request.ts";
import type { CallRefusal, MakeCall } from "./calls.ts";
import { badAnswer } from "./service_info.ts";
import { singleFlight } from "./single_flight.ts";
import { tokenAddress } from "./token_address.ts";

/** The service token of this process. */
export interface ServiceToken {
  /**
   * Returns a token that stays valid long enough, or a new one.
   *
   * @param oauth2 of `info`
   * @returns null if the caller's signal aborted
   */
  take(
    asked: { readonly oauth2: string | null; readonly seconds: number },
    signal: AbortSignal,
  ): Promise<Result<string, CallRefusal> | null>;
  /** Drops a token that the service refused; a newer one stays. */
  forget(token: string): void;
}

/** Seconds before its end from which a token is not used. */
const marginSeconds = 30;

/** One trust service, and this service's account there. */
export interface TrustServiceAccess {
  /** Base URL of the service, with its version. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly call: MakeCall;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Opens the service token (RFC 6749 §4.4, scope `service`): one login serves all acts. Id and
 * secret are form-encoded before they become a Basic header (§2.3.1). A changed secret requires a
 * restart. Log record: `trust_service_no_login` if `info` names no token route to which the secret
 * may be sent.
 */
export function openServiceToken(
  { url, clientId, clientSecret, call, clock, log }: TrustServiceAccess,
): ServiceToken {
  let kept: { readonly token: string; readonly until: Temporal.Instant } | null = null;
  const authorization = clientSecretBasic(clientId, clientSecret);

  const logIn = singleFlight(async (
    oauth2: string | null,
  ): Promise<Result<string, CallRefusal>> => {
    const address = await tokenAddress(oauth2, url);
    if (address === null) {
      log.warn("trust_service_no_login");
      return refuse({ ...badAnswer, code: "not_logged_in" });
    }
    const answered = await call({
      name: "token",
      url: address,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization,
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "service" }).toString(),
      held: [clientId, clientSecret, authorization.slice("Basic ".length)],
      signal: new AbortController().signal,
    });
    if (!answered.ok) {
      const { status } = answered.refusal;
      // 400 and 403 are of our own credentials too (RFC 6749 §5.2).
      const isOurs = status !== null && status >= 400 && status < 500 && status !== 429;
      return isOurs ? refuse({ ...answered.refusal, code: "not_logged_in" }) : answered;
    }
    const read = TokenAnswer.safeParse(answered.value.json);
    if (!read.success) return refuse(badAnswer);
    const { access_token: token, expires_in: seconds } = read.data;
    kept = { token, until: clock.now().add({ milliseconds: Math.floor(seconds * 1_000) }) };
    return ok(token);
  });

  return {
    take: async ({ oauth2, seconds }, signal) => {
      const left = kept === null ? 0 : clock.now().until(kept.until).total("seconds");
      if (kept !== null && left >= marginSeconds + seconds) return ok(kept.token);
      return await logIn(oauth2, signal);
    },
    forget: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}
