import assert from "node:assert/strict";
import type { AuditEvent } from "../../core/audit/event.ts";
import { authorizePath, type Browser, logIn, openBrowser } from "./login_journey.ts";
import { type RelyingParty, relyingParty } from "./login_relying_party.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";
import { recordingBackend, type Written } from "./written.ts";

/** A service with a relying party and a logged-in browser. */
export interface LoggedIn extends TestService {
  readonly acme: RelyingParty;
  readonly browser: Browser;
  /** The login's code, not redeemed yet. */
  readonly code: string;
  /** Everything that was ever written to the store. */
  readonly written: Written;
  /** Whether the browser can still log in without a wallet. Each call issues another code. */
  isKnown(): Promise<boolean>;
  /** Audited replays of codes. */
  replays(): Promise<readonly AuditEvent[]>;
}

/** Starts a service and logs in with a wallet. */
export async function loggedIn(options: TestServiceOptions = {}): Promise<LoggedIn> {
  const written = recordingBackend();
  const service = await serviceInMemory({ ...options, wrapBackend: written.wrapBackend });
  const acme = await relyingParty(service);
  const browser = openBrowser(service);
  const { code } = await logIn(service, browser);
  assert(code !== undefined);
  return {
    ...service,
    acme,
    browser,
    code,
    written,
    isKnown: async () => (await browser.get(authorizePath())).status === 302,
    replays: async () =>
      (await service.auditEvents()).filter(({ kind }) => kind === "LOGIN_CODE_REPLAYED"),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Status and `error` of an answer, without its text. */
export function outcome(
  { status, body }: { readonly status: number; readonly body: { readonly error?: string } },
): readonly unknown[] {
  return [status, body.error];
}

/** Outcomes of the token route. */
export const invalidGrant = [400, "invalid_grant"];
/** The token route's refusal `invalid_client`. */
export const invalidClient = [401, "invalid_client"];
/** The token route's refusal `invalid_request`. */
export const invalidRequest = [400, "invalid_request"];
