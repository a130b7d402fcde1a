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

/** An answer that is no refusal. @throws AssertionError with what it says */
export function good(answer: Answer): Answer {
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

/** The software of an institution; default: of the sandbox's, by its registrar. */
export interface Registry {
  readonly registry: TestClient;
  readonly academicIssuerId?: string;
  readonly preparedBy?: string;
}

/** A template that is approved: of degrees, whose claims may all be withheld. @returns its id */
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

/** A batch that waits for its approval. @returns its id */
export async function submittedBatch(
  { registry, academicIssuerId = INSTITUTION, preparedBy = REGISTRAR }: Registry,
  templateId: string,
  rows: readonly unknown[] = [student(1)],
): Promise<string> {
  const by = { academicIssuerId, preparedBySignatoryId: preparedBy };
  return good(await registry.post(BATCHES, batchBody(templateId, rows, by))).body.batchId;
}

/** Approves a batch by the dean. */
export async function approveBatch(
  { registry, assertion }: Institution,
  batchId: string,
): Promise<Answer> {
  return await approveBy(registry, `${BATCHES}/${batchId}`, await assertion(), { by: DEAN });
}

/** Approves a batch. @param assertion null: without the header */
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
