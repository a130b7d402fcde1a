import type { Json } from "../../base/json.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import type { SessionInitiated } from "../../core/verification/schema.ts";
import { sandboxAuthority } from "../../sandbox/invented/credentials.ts";
import { answerOf, type Claims, type Presenting } from "./sandbox_wallet.ts";
import { trustIn } from "./trust.ts";
import type { Answer, TestClient, TestService, VerifyingLive } from "./service.ts";

/** Makes a live test service trust the issuer that sandboxes trust. */
export const believingSandbox: VerifyingLive = { trust: trustIn([sandboxAuthority()]) };

/** Country of a purchase, for checks that need one. */
const country = "DE";

/**
 * Starts a session.
 *
 * @throws Error with the answer, if that is not 200
 */
export async function start(
  client: TestClient,
  checkType: CheckType,
  headers: Readonly<Record<string, string>> = {},
): Promise<SessionInitiated> {
  const body = { clientId: client.id, checkType, countryCode: country };
  const answer = await client.post("/v1/verify/sessions", body, headers);
  if (answer.status !== 200) throw new Error(`${checkType}: ${answer.text}`);
  return answer.body;
}

/** Members of a wallet's answer. */
export interface AnswerFields {
  /** Default: the request's state. */
  readonly state?: string;
  readonly vp_token?: Json;
  readonly error?: string;
  readonly error_description?: string;
}

/**
 * Sends an answer to the address in a request as wallets do, as a form or, with `json`, as JSON,
 * without a token.
 */
export async function sendAnswer(
  service: Pick<TestService, "fetch">,
  { state, response_uri }: Pick<AuthorizationRequest, "state" | "response_uri">,
  fields: AnswerFields,
  { json = false }: { readonly json?: boolean } = {},
): Promise<Answer> {
  const members = { state, ...fields };
  const texts = Object.entries(members).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const answer = await service.fetch(new URL(response_uri).pathname, {
    method: "POST",
    headers: { "content-type": json ? "application/json" : "application/x-www-form-urlencoded" },
    body: json ? JSON.stringify(members) : new URLSearchParams(texts).toString(),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

/** Answers a session with credentials made for it. */
export async function present(
  service: Pick<TestService, "fetch" | "clock">,
  started: Pick<SessionInitiated, "authorizationRequest">,
  claims: Readonly<Record<string, Claims>>,
  presenting: Omit<Presenting, "now" | "claims"> = {},
): Promise<Answer> {
  const asked = { now: service.clock.now(), claims, ...presenting };
  const { authorizationRequest: request } = started;
  return await sendAnswer(service, request, await answerOf(request, asked));
}

/** The path of a session. */
export function pathOf({ sessionId }: Pick<SessionInitiated, "sessionId">): string {
  return `/v1/verify/sessions/${sessionId}`;
}

/** The header in which a page sends a session's token. */
export function tokenHeader(token: string): Record<string, string> {
  return { "x-aval-verify-session-token": token };
}
