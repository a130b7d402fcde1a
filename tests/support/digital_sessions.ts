import assert from "node:assert/strict";
import type { Json } from "../../base/json.ts";
import { readDigitalRequest } from "../../sandbox/wallet/read_digital_request.ts";
import type { DigitalRequest } from "../../sandbox/wallet/wallet_request.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import type { DigitalSessionInitiated } from "../../core/verification/schema.ts";
import { putRecord } from "./clients.ts";
import { encryptingEnvironment } from "./encrypting.ts";
import { makeVerifier } from "./pem.ts";
import { type Answer, serviceInMemory, type TestClient, type TestService } from "./service.ts";

/** A page of the client `acme`. */
export const PAGE = "https://shop.example";
/** Another page, which does not belong to the client. */
export const OTHER_PAGE = "https://other.example";

/** The verifier that signs requests. */
export const digitalVerifier = await makeVerifier("P-256", ["verifier.example"]);

const AVAL_BASE_URL = "https://verifier.example";

/**
 * Environments of services: each with its client id prefix, and with or without required
 * encryption.
 */
export const digitalEnvironments = {
  "unsigned dc_api": { AVAL_BASE_URL },
  "unsigned dc_api, verifier redirect_uri": { AVAL_BASE_URL, AVAL_VERIFIER_ID: "redirect_uri" },
  "unsigned dc_api.jwt": encryptingEnvironment,
  "signed dc_api": { AVAL_BASE_URL, ...digitalVerifier.env },
  "signed dc_api, verifier x509_san_dns": {
    AVAL_BASE_URL,
    ...digitalVerifier.env,
    AVAL_VERIFIER_ID: "x509_san_dns",
  },
  "signed dc_api.jwt": { ...encryptingEnvironment, ...digitalVerifier.env },
} as const;
/** The name of such an environment. */
export type DigitalKind = keyof typeof digitalEnvironments;

/** Starts a service whose client `acme` has two pages. */
export async function serviceWithPages(kind: DigitalKind): Promise<TestService> {
  const service = await serviceInMemory({ env: digitalEnvironments[kind] });
  await putRecord(service, "acme", { returnOrigins: [PAGE, OTHER_PAGE] });
  return service;
}

/** Requests a session for a page's browser and returns any answer, refusals included. */
export async function askDigital(
  client: TestClient,
  checkType: CheckType = "age-verification",
  members: Readonly<Record<string, Json>> = { origin: PAGE },
): Promise<Answer> {
  const body = { clientId: client.id, checkType, countryCode: "DE", channel: "dc_api", ...members };
  return await client.post("/v1/verify/sessions", body);
}

/** A session for a page's browser, with its request as the wallet reads it. */
export interface DigitalStart {
  readonly started: DigitalSessionInitiated;
  readonly request: DigitalRequest & { readonly state: string };
}

/**
 * Starts a session.
 *
 * @throws Error with the answer, if that is not 200
 */
export async function startDigital(
  client: TestClient,
  checkType: CheckType = "age-verification",
  origin: string = PAGE,
): Promise<DigitalStart> {
  const answer = await askDigital(client, checkType, { origin });
  assert.equal(answer.status, 200, answer.text);
  const started: DigitalSessionInitiated = answer.body;
  const { digitalCredentialRequest, state } = started;
  const read = await readDigitalRequest(
    JSON.parse(JSON.stringify(digitalCredentialRequest)),
    origin,
  );
  assert(read.ok, read.ok ? "" : read.refusal.message);
  return { started, request: { ...read.value, state } };
}

/** Posts a browser's answer as the page's server does, with the state and without a token. */
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
