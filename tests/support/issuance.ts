import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, importX509, type JWTHeaderParameters, SignJWT } from "jose";
import { z } from "zod";
import type { JsonObject } from "../../base/json.ts";
import { ok } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import {
  BatchId,
  type BatchItemId,
  type CredentialBatch,
  type StudentRow,
} from "../../core/credentials/batch_schema.ts";
import { SignatoryId } from "../../core/credentials/issuer_schema.ts";
import type { FoundItem, OfferSecrets } from "../../core/credentials/batch_ports.ts";
import { type CredentialTemplate, TemplateId } from "../../core/credentials/template_schema.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { credentialIssuanceRoutes } from "../../routes/api/credential_issuance.ts";
import { credentialStatusListRoute } from "../../routes/api/credential_status_lists.ts";
import type { Ports } from "../../routes/http/ports.ts";
import { defineRoute, type Route } from "../../routes/http/route.ts";
import { sandboxInstitution, sandboxInstitutionId } from "../../sandbox/invented/academic.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";

/** Issuer identifier of the tests. */
export const ISSUER = "https://aval.example/v1/credentials";

/** The key of the tests' wallet. */
export const walletKeys = await generateKeyPair("ES256", { extractable: true });
/** The public key of the tests' wallet. */
export const walletJwk = await exportJWK(walletKeys.publicKey);

/** ID of the sandbox's institution. */
export const UNIVERSITY = sandboxInstitutionId;
/** Signer of the sandbox's institution. */
export const university = await sandboxInstitution();
/** The institution's certificate, DER in base64. */
export const universityCertificate = university.signer.chain[0]!.toBase64();
/** The public key of that certificate, read by a library. */
export const universityKey = await importX509(
  `-----BEGIN CERTIFICATE-----\n${universityCertificate}\n-----END CERTIFICATE-----`,
  "ES256",
);

/** The row of the tests' student; its personal members must never reach a credential. */
export const ROW: StudentRow = {
  studentFullName: "Öberg-Nilsson Rowname",
  studentEmail: "rowmail@student.example",
  studentDob: "2001-02-03",
  institutionStudentId: "rownumber-42",
  claimValues: {
    family_name: "Mustermann",
    given_name: "Erika",
    award_title: "BSc Physics",
    award_date: "2026-02-01",
    modules: ["Optics", "Mechanics"],
    institution: { city: "Graz", country: "AT" },
  },
};

/** A template of the tests, approved. */
export function templateOf(over: Partial<CredentialTemplate> = {}): CredentialTemplate {
  return {
    id: TemplateId.parse("01900000-0000-7000-8000-000000000001"),
    mode: "sandbox",
    academicIssuerId: UNIVERSITY,
    credentialType: "DEGREE_AWARD",
    claimsSchema: {
      type: "object",
      title: "Degree",
      required: ["family_name", "award_title", "institution"],
      properties: {
        family_name: { type: "string", title: "Family name" },
        given_name: { type: "string" },
        award_title: { type: "string", title: "Award" },
        award_date: { type: "string" },
        modules: { type: "array", items: { type: "string" } },
        institution: {
          type: "object",
          required: ["city"],
          properties: { city: { type: "string" }, country: { type: "string" } },
        },
      },
    },
    sdJwtDisclosureFrame: {
      _sd: ["family_name", "given_name", "award_date", "institution"],
      _sd_decoy: 2,
      modules: { _sd: [0, 1] },
      institution: { _sd: ["city"] },
    },
    status: "APPROVED",
    createdAt: "2026-03-01T09:00:00.000Z",
    submittedAt: "2026-03-01T09:00:00.000Z",
    reviewedAt: "2026-03-01T09:00:00.000Z",
    reviewNotes: null,
    ...over,
  };
}

/** Options for an offer to store. */
export interface Offering {
  readonly batch?: Partial<CredentialBatch>;
  readonly row?: StudentRow;
  readonly template?: CredentialTemplate;
}

/** IDs of an offer's item, with its secrets. */
export interface Offered extends OfferSecrets {
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
}

/** Provides the ports of the service under test. */
function capturing(): { readonly route: Route; readonly ports: () => Ports } {
  let captured: Ports | null = null;
  const route = defineRoute({
    method: "get",
    path: "/ports",
    summary: "Hands the ports out",
    service: "edge",
    kind: "ports",
    auth: "none",
    answers: { 200: z.object({}) },
    run: (ports) => {
      captured = ports;
      return ok({});
    },
  });
  return {
    route,
    ports: () => {
      assert(captured !== null);
      return captured;
    },
  };
}

/** A sandbox's service with approved templates, and ways to offer, exchange and redeem. */
export async function issuing(
  { templates = [templateOf()], ...options }: TestServiceOptions & {
    readonly templates?: readonly CredentialTemplate[];
  } = {},
) {
  const capture = capturing();
  const service = await serviceInMemory({
    ...options,
    env: { AVAL_BASE_URL: "https://aval.example", ...options.env },
    routes: [
      ...credentialIssuanceRoutes(),
      credentialStatusListRoute({ cacheSeconds: 60 }),
      capture.route,
    ],
  });
  await (await service.fetch("/ports")).body?.cancel();
  const ports = capture.ports();
  const units = openUnits(service.store);
  const commit = async <T>(write: (unit: Unit) => T | Promise<T>): Promise<T> => {
    const unit = units.begin();
    const written = await write(unit);
    assert.equal((await units.commit(unit)).kind, "committed");
    return written;
  };
  for (const template of templates) {
    await commit((unit) => ports.credentialTemplates.add(unit, template));
  }
  const offer = async (
    { row = ROW, template = templates[0]!, batch: over = {} }: Offering = {},
  ): Promise<Offered> => {
    const batch = batchOf(ports, template, over);
    const { add } = await ports.credentialBatches.prepare(batch, [row]);
    await commit(add);
    const found = await ports.credentialBatches.find(batch.id);
    for await (const item of found?.items() ?? []) {
      return { batchId: batch.id, itemId: item.item.id, ...await item.offer() };
    }
    throw new Error("The batch has no item");
  };
  const findItem = async ({ batchId, itemId }: Pick<Offered, "batchId" | "itemId">) =>
    await (await ports.credentialBatches.find(batchId))?.findItem(itemId) ?? null;
  const post = postTo(service);
  const exchange = (code: string, over: object = {}) =>
    post("/v1/credentials/token", {
      grant_type: preAuthorizedCodeGrant,
      "pre-authorized_code": code,
      ...over,
    });
  return {
    ...service,
    post,
    exchange,
    offer,
    findItem,
    /** Changes an item as its institution does. */
    change: async <T>(
      of: Pick<Offered, "batchId" | "itemId">,
      by: (item: FoundItem, unit: Unit) => T | Promise<T>,
    ): Promise<T> => {
      const item = await findItem(of);
      assert(item !== null);
      return await commit((unit) => by(item, unit));
    },
    /** Gets an access token for a new offer, with its nonce. */
    token: async (offering: Offering = {}) => {
      const offered = await offer(offering);
      const { status, body, text } = await exchange(offered.code);
      assert.equal(status, 200, text);
      return {
        offer: offered,
        token: body.access_token as string,
        nonce: body.c_nonce as string,
      };
    },
    nonce: async () => (await post("/v1/credentials/nonce", null)).body.c_nonce as string,
    redeem: (token: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      post("/v1/credentials", body, { authorization: `Bearer ${token}`, ...headers }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function batchOf(
  { clock, random, mode }: Pick<Ports, "clock" | "random" | "mode">,
  { id, academicIssuerId }: CredentialTemplate,
  over: Partial<CredentialBatch>,
): CredentialBatch {
  const at = clock.now().toString({ smallestUnit: "millisecond" });
  return {
    id: BatchId.parse(uuidV7({ clock, random })),
    mode,
    academicIssuerId,
    credentialTemplateId: id,
    submissionMethod: "API",
    preparedBySignatoryId: SignatoryId.parse("sandbox-registrar"),
    status: "APPROVED",
    createdAt: at,
    approvedAt: at,
    approvedBySignatoryId: SignatoryId.parse("sandbox-dean"),
    itemCount: 1,
    differing: [],
    recheckedBy: [],
    ...over,
  };
}

function postTo(service: Pick<TestService, "fetch">) {
  return async (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await service.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? null : JSON.parse(text),
    };
  };
}

/** Makes a key proof in which each part can be wrong. */
export async function proofOf(
  claims: { readonly nonce?: unknown } & JsonObject | Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
  key: Parameters<SignJWT["sign"]>[0] = walletKeys.privateKey,
): Promise<string> {
  const whole = {
    aud: ISSUER,
    iat: Date.parse("2026-03-02T09:00:00Z") / 1000,
    ...claims,
  };
  return await new SignJWT(whole)
    .setProtectedHeader(
      {
        alg: "ES256",
        typ: "openid4vci-proof+jwt",
        jwk: walletJwk,
        ...header,
      } as unknown as JWTHeaderParameters,
    )
    .sign(key, { crit: { "urn:example:extension": true } });
}

/** A credential request of OpenID4VCI 1.0. */
export function requestOf(proof: string, over: object = {}) {
  return {
    credential_configuration_id: templateOf().id,
    proofs: { jwt: [proof] },
    ...over,
  };
}
