import assert from "node:assert/strict";
import degree from "../../fixtures/credentials/templates/degree_award.json" with { type: "json" };
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { assertionOf, batchBody, BATCHES, DEAN, INSTITUTION } from "./credential_batches.ts";
import {
  activeAnswer,
  type FakeProvider,
  fakeProvider,
  providerEnvironment,
  REALM,
} from "./identity_provider.ts";
import {
  type InstitutionTokens,
  registerInstitution,
  rolesOfInstitution as roles,
  subjectOf,
} from "./put_institution.ts";
import {
  type Answer,
  serviceInMemory,
  type TestClient,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";
import { assertionClaims, providerKey, signCompact } from "./step_up.ts";
import { templatesPath } from "./templates.ts";

/** An institution, an employer and a reviewer, as their requests reach a service. */
export interface Institution {
  /** Its key has the roles of preparing and issuing. */
  readonly registry: TestClient;
  readonly reviewer: TestClient;
  readonly employer: TestClient;
  /** A fresh assertion of the dean, who has just authenticated with a second factor. */
  readonly assertion: () => Promise<string>;
}

/** A service with an institution. */
export interface InstitutionAt extends Institution, AsyncDisposable {
  readonly service: TestService;
  /** From now on the identity provider does not answer; a sandbox has none. */
  readonly loseProvider: () => void;
}

/** A sandbox's institution, which everybody may act for. */
export async function sandboxInstitution(
  options: TestServiceOptions = {},
): Promise<InstitutionAt> {
  const service = await serviceInMemory(options);
  return {
    service,
    registry: service.as("registry"),
    reviewer: service.as("reviewer"),
    employer: service.as("employer"),
    assertion: () => assertionOf(service, DEAN),
    loseProvider: () => {},
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/**
 * A live service at an identity provider, with an institution of the sandbox's name under this
 * deployment's own authority: what tests send in a sandbox is sent in live too.
 */
export async function liveInstitution(options: TestServiceOptions = {}): Promise<InstitutionAt> {
  const key = await providerKey("provider-key");
  const provider = fakeProvider(() => new Response(null, { status: 500 }));
  const service = await serviceInMemory({
    ...options,
    mode: "live",
    env: { ...providerEnvironment(provider.url), ...options.env },
  });
  answerTokens(provider, key.jwk, service);
  await registerInstitution(service);
  // A new authority is believed within the minute.
  service.clock.advance({ minutes: 1 });
  let assertions = 0;
  const client = (id: keyof typeof roles): TestClient => {
    const bearer = { authorization: `Bearer ${id}.${roles[id].join(".")}` };
    return clientOf(service, id, bearer);
  };
  return {
    service,
    registry: client("registry"),
    reviewer: client("reviewer"),
    employer: client("employer"),
    assertion: async () => {
      const iss = `${provider.url}/realms/${REALM}`;
      const own = { iss, sub: subjectOf(DEAN), jti: `of-the-dean-${assertions++}` };
      return await signCompact(key, assertionClaims(service.clock.now(), own));
    },
    loseProvider: () => provider.says(() => new Response(null, { status: 503 })),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** The provider shows its key, and knows tokens that name their client and roles. */
function answerTokens(
  provider: FakeProvider,
  jwk: unknown,
  { clock }: Pick<TestService, "clock">,
): void {
  provider.says((token) => {
    if (token === "") return Response.json({ keys: [jwk] });
    const [client = "", ...granted] = token.split(".");
    const members = { client_id: client, azp: client, realm_access: { roles: granted } };
    return Response.json(activeAnswer(provider, clock.now(), members));
  });
}

/** Sends requests that carry these headers. */
export function clientOf(
  { fetch }: Pick<TestService, "fetch">,
  id: string,
  identity: Readonly<Record<string, string>>,
): TestClient {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(path, init);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const body = isJson && text !== "" ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, body };
  };
  return {
    id,
    get: (path, headers = {}) => send(path, { headers: { ...identity, ...headers } }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...identity, ...headers },
        body: JSON.stringify(body) ?? null,
      }),
  };
}

/** An answer that is no refusal. */
function good(answer: Answer): Answer {
  assert(answer.status < 300, answer.text);
  return answer;
}

/**
 * The institution of a process, as its requests reach it.
 *
 * @param tokens of the live clients; in a sandbox nobody needs one
 */
export function institutionAt(
  url: string,
  tokens: InstitutionTokens | null = null,
): Institution {
  const sending = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);
  const client = (id: keyof typeof roles) =>
    clientOf(
      { fetch: sending },
      id,
      tokens === null ? { "x-aval-sandbox-client": id } : { authorization: `Bearer ${tokens[id]}` },
    );
  return {
    registry: client("registry"),
    reviewer: client("reviewer"),
    employer: client("employer"),
    assertion: () => assertionOf({ clock: { now: () => Temporal.Now.instant() } }, DEAN),
  };
}

/** A template that is approved: of degrees, whose claims may all be withheld. @returns its id */
export async function approvedDegree({ registry, reviewer }: Institution): Promise<string> {
  const { credentialType, claimsSchema, sdJwtDisclosureFrame } = degree;
  const { body: { templateId } } = good(
    await registry.post(templatesPath, {
      academicIssuerId: INSTITUTION,
      credentialType,
      claimsSchema,
      sdJwtDisclosureFrame,
    }),
  );
  good(await registry.post(`${templatesPath}/${templateId}/submit`, {}));
  good(await reviewer.post(`${templatesPath}/${templateId}/review`, { decision: "APPROVED" }));
  return templateId;
}

/** A batch that waits for its approval. @returns its id */
export async function submittedBatch(
  { registry }: Institution,
  templateId: string,
  rows: readonly unknown[],
): Promise<string> {
  return good(await registry.post(BATCHES, batchBody(templateId, rows))).body.batchId;
}

/** Approves a batch by the dean. */
export async function approveBatch(
  { registry, assertion }: Institution,
  batchId: string,
): Promise<Answer> {
  return await registry.post(`${BATCHES}/${batchId}/approve`, { approvedBySignatoryId: DEAN }, {
    "x-credentials-step-up-assertion": await assertion(),
  });
}

/** An item of a batch, with the offer that its student's wallet opens. */
export interface OfferedItem {
  readonly itemId: string;
  readonly path: string;
  readonly offerUri: string;
}

/** The items of a batch, in the order of its rows. */
export async function itemsOf(
  { registry }: Institution,
  batchId: string,
): Promise<readonly OfferedItem[]> {
  const { body } = good(await registry.get(`${BATCHES}/${batchId}`));
  return body.items.map(({ itemId, offerUri }: OfferedItem) => ({
    itemId,
    path: `${BATCHES}/${batchId}/items/${itemId}`,
    offerUri,
  }));
}

/** Offers of students whose batch is approved. */
export async function offersTo(
  institution: Institution,
  rows: readonly unknown[],
): Promise<readonly OfferedItem[]> {
  const batchId = await submittedBatch(institution, await approvedDegree(institution), rows);
  good(await approveBatch(institution, batchId));
  return await itemsOf(institution, batchId);
}

/** The pre-authorized code of an offer by reference, as a wallet reads it. */
export async function codeOf(
  { service }: { readonly service: Pick<TestService, "fetch"> },
  { offerUri }: Pick<OfferedItem, "offerUri">,
): Promise<string> {
  const reference = new URL(offerUri).searchParams.get("credential_offer_uri") ?? "";
  const answer = await service.fetch(new URL(reference).pathname);
  const { grants } = await answer.json();
  return grants[preAuthorizedCodeGrant]["pre-authorized_code"];
}

/** Exchanges a code for an access token, as a wallet does. */
export async function exchangeCode(
  { service }: { readonly service: Pick<TestService, "fetch"> },
  code: string,
): Promise<Answer> {
  const body = { grant_type: preAuthorizedCodeGrant, "pre-authorized_code": code };
  return await clientOf(service, "wallet", {}).post("/v1/credentials/token", body);
}
