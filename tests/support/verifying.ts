import type { CheckType } from "../../core/verification/check_type.ts";
import type { SessionInitiated } from "../../core/verification/schema.ts";
import { sandboxAuthority } from "../../core/sandbox/credentials.ts";
import { answerOf, type Claims, type Presenting, type WalletBody } from "./sandbox_wallet.ts";
import type { Answer, TestClient, TestService, VerifyingLive } from "./service.ts";

/** A live service of a test believes the issuer that sandboxes believe. */
export const believingSandbox: VerifyingLive = { anchors: [sandboxAuthority()] };

/** Country of a purchase, where a check needs one. */
const country = "DE";

/** Starts a session of `acme`. @throws Error with what was answered, when that is not 200 */
export async function start(
  client: TestClient,
  checkType: CheckType,
  headers: Readonly<Record<string, string>> = {},
): Promise<SessionInitiated> {
  const body = { clientId: "acme", checkType, countryCode: country };
  const answer = await client.post("/v1/verify/sessions", body, headers);
  if (answer.status !== 200) throw new Error(`${checkType}: ${answer.text}`);
  return answer.body;
}

/** Sends a body to a session's `response_uri`, as a wallet does: a form, and no token. */
export async function sendForm(
  service: Pick<TestService, "fetch">,
  { authorizationRequest: { response_uri } }: SessionInitiated,
  { state, vp_token }: WalletBody,
): Promise<Answer> {
  const form = new URLSearchParams({ state, vp_token: JSON.stringify(vp_token) });
  const answer = await service.fetch(new URL(response_uri).pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

/** Answers a session with credentials of the sandbox's issuer. */
export async function present(
  service: Pick<TestService, "fetch" | "clock">,
  started: SessionInitiated,
  claims: Readonly<Record<string, Claims>>,
  presenting: Omit<Presenting, "now" | "claims"> = {},
): Promise<Answer> {
  const asked = { now: service.clock.now(), claims, ...presenting };
  return await sendForm(service, started, await answerOf(started.authorizationRequest, asked));
}

/** Where a session is read. */
export function pathOf({ sessionId }: Pick<SessionInitiated, "sessionId">): string {
  return `/v1/verify/sessions/${sessionId}`;
}

/** Header in which a page shows the token of a session. */
export function tokenHeader(token: string): Record<string, string> {
  return { "x-aval-verify-session-token": token };
}
