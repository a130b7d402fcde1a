import assert from "node:assert/strict";
import degree from "../../fixtures/credentials/templates/degree_award.json" with { type: "json" };
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import {
  assertionOf,
  batchBody,
  BATCHES,
  DEAN,
  INSTITUTION,
  REGISTRAR,
  student,
} from "./credential_batches.ts";
import type { InstitutionTokens } from "./put_institution.ts";
import {
  type Answer,
  serviceInMemory,
  type TestClient,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";
import { templatesPath } from "./templates.ts";

/** Clients through which an institution, an employer and a reviewer send requests to a service. */
export interface Institution {
  /** A client with the roles for preparing and issuing. */
  readonly registry: TestClient;
  readonly reviewer: TestClient;
  readonly employer: TestClient;
  /** Makes a new assertion of the dean with a second factor. */
  readonly assertion: () => Promise<string>;
}

/** A service with an institution. */
export interface InstitutionAt extends Institution, AsyncDisposable {
  readonly service: TestService;
  /** Makes the identity provider stop answering; in a sandbox there is none. */
  readonly loseProvider: () => void;
}

/** The sandbox's institution, for which everyone may act. */
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

/** Makes a client that sends these headers with each request. */
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

/**
 * Returns the answer unless it is a refusal.
 *
 * @throws AssertionError with the refusal's text
 */
export function good(answer: Answer): Answer {
  assert(answer.status < 300, answer.text);
  return answer;
}

/**
 * The institution of a service in another process.
 *
 * @param tokens of the live clients; a sandbox needs none
 */
export function institutionAt(
  url: string,
  tokens: InstitutionTokens | null = null,
): Institution {
  const sending = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);
  const client = (id: keyof InstitutionTokens) =>
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

/** Software that acts for an institution; by default the sandbox's, as its registrar. */
export interface Registry {
  readonly registry: TestClient;
  readonly academicIssuerId?: string;
  readonly preparedBy?: string;
}

/**
 * Makes an approved template of degrees with only selectively disclosable claims.
 *
 * @returns its id
 */
export async function approvedDegree(
  { registry, reviewer, academicIssuerId = INSTITUTION }:
    & Registry
    & Pick<Institution, "reviewer">,
): Promise<string> {
  const { credentialType, claimsSchema, sdJwtDisclosureFrame } = degree;
  const { body: { templateId } } = good(
    await registry.post(templatesPath, {
      academicIssuerId,
      credentialType,
      claimsSchema,
      sdJwtDisclosureFrame,
    }),
  );
  good(await registry.post(`${templatesPath}/${templateId}/submit`, undefined));
  good(await reviewer.post(`${templatesPath}/${templateId}/review`, { decision: "APPROVED" }));
  return templateId;
}

/** Creates and submits a batch that waits for approval. @returns its id @returns its id */
export async function submittedBatch(
  { registry, academicIssuerId = INSTITUTION, preparedBy = REGISTRAR }: Registry,
  templateId: string,
  rows: readonly unknown[] = [student(1)],
): Promise<string> {
  const by = { academicIssuerId, preparedBySignatoryId: preparedBy };
  return good(await registry.post(BATCHES, batchBody(templateId, rows, by))).body.batchId;
}

/** Approves a batch as the dean. */
export async function approveBatch(
  { registry, assertion }: Institution,
  batchId: string,
): Promise<Answer> {
  return await approveBy(registry, `${BATCHES}/${batchId}`, await assertion(), { by: DEAN });
}

/**
 * Approves a batch.
 *
 * @param assertion null: without the header
 */
export async function approveBy(
  client: TestClient,
  batch: string,
  assertion: string | null,
  { by, headers = {} }: {
    readonly by: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Answer> {
  return await client.post(`${batch}/approve`, { approvedBySignatoryId: by }, {
    ...(assertion === null ? {} : { "x-credentials-step-up-assertion": assertion }),
    ...headers,
  });
}

/** An item of a batch, with the offer for the student's wallet. */
export interface OfferedItem {
  readonly itemId: string;
  readonly path: string;
  readonly offerUri: string;
}

/** The items of a batch in row order. */
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

/** Offers to students, from a batch that it creates and approves. */
export async function offersTo(
  institution: Institution,
  rows: readonly unknown[],
): Promise<readonly OfferedItem[]> {
  const batchId = await submittedBatch(institution, await approvedDegree(institution), rows);
  good(await approveBatch(institution, batchId));
  return await itemsOf(institution, batchId);
}

/** Reads the pre-authorized code from an offer by reference, as a wallet does. */
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
