import assert from "node:assert/strict";
import type { Json } from "../../base/json.ts";
import { readDigitalRequest } from "../../core/wallet/read_digital_request.ts";
import type { DigitalRequest } from "../../core/wallet/wallet_request.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import type { DigitalSessionInitiated } from "../../core/verification/schema.ts";
import type { Answer, TestClient, TestService } from "./service.ts";

/** A page of the client `acme`. */
export const PAGE = "https://shop.example";

/** Asks for a session that the browser of a page answers, whatever the service says. */
export async function askDigital(
  client: TestClient,
  checkType: CheckType = "age-verification",
  members: Readonly<Record<string, Json>> = { origin: PAGE },
): Promise<Answer> {
  const body = { clientId: client.id, checkType, countryCode: "DE", channel: "dc_api", ...members };
  return await client.post("/v1/verify/sessions", body);
}

/** A session that the browser of a page answers, and its request as the wallet reads it there. */
export interface DigitalStart {
  readonly started: DigitalSessionInitiated;
  readonly request: DigitalRequest & { readonly state: string };
}

/** Starts one. @throws Error with what was answered, when that is not 200 */
export async function startDigital(
  client: TestClient,
  checkType: CheckType = "age-verification",
  origin: string = PAGE,
): Promise<DigitalStart> {
  const answer = await askDigital(client, checkType, { origin });
  assert.equal(answer.status, 200, answer.text);
  const started: DigitalSessionInitiated = answer.body;
  const { digitalCredentialRequest, state } = started;
  const read = await readDigitalRequest(JSON.parse(JSON.stringify(digitalCredentialRequest)), origin);
  assert(read.ok, read.ok ? "" : read.refusal.message);
  return { started, request: { ...read.value, state } };
}

/** Posts what a browser has given to the page, as the page's server does: with the state, no token. */
export async function sendData(
  service: Pick<TestService, "fetch">,
  { responseUri, state }: Pick<DigitalSessionInitiated, "responseUri" | "state">,
  data: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const answer = await service.fetch(new URL(responseUri).pathname, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ state, ...data }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
