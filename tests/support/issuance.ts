import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import type { JsonObject } from "../../base/json.ts";
import { openIssuerMetadata } from "../../core/credentials/issuance/issuer_metadata.ts";
import type { CredentialTemplate } from "../../core/credentials/template_schema.ts";
import type { IssuancePorts } from "../../core/credentials/ports.ts";
import { credentialIssuanceRoutes } from "../../routes/api/credential_issuance.ts";
import type { Ports } from "../../routes/http/ports.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { certifyUniversity, standIns, templateOf } from "./issuance_stand_ins.ts";
import { routesOver } from "./login_redeeming.ts";
import { serviceInMemory, type TestServiceOptions } from "./service.ts";

/** Issuer identifier of the tests. */
export const ISSUER = "https://aval.example/v1/credentials";

/** The key of the tests' wallet. */
export const walletKeys = await generateKeyPair("ES256", { extractable: true });
/** Its public key. */
export const walletJwk = await exportJWK(walletKeys.publicKey);

const certified = await certifyUniversity();

/** The institution's certificate and key. */
export const university = certified;

/** A service that issues for one institution, whose areas yet to come are stood in for. */
export async function issuing(
  { templates = [templateOf()], overPorts = {}, ...options }: TestServiceOptions & {
    readonly templates?: readonly CredentialTemplate[];
    readonly overPorts?: Partial<IssuancePorts>;
  } = {},
) {
  const late: Partial<IssuancePorts> = {};
  const service = await serviceInMemory({
    ...options,
    env: { AVAL_BASE_URL: "https://aval.example", ...options.env },
    routes: routesOver(credentialIssuanceRoutes(), late as Partial<Ports>),
  });
  const { store, clock } = service;
  const { mode = "sandbox" } = options;
  const stood = standIns({ store, clock, mode, certified, templates });
  const issuer = `${options.env?.["AVAL_BASE_URL"] ?? "https://aval.example"}/v1/credentials`;
  Object.assign(late, {
    ...stood.ports,
    issuerMetadata: openIssuerMetadata({
      clock,
      ...stood.ports,
      credentialIssuance: { issuer, rules: {} as never },
    }),
    ...overPorts,
  });
  const post = async (
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
  const exchange = (code: string, over: object = {}) =>
    post("/v1/credentials/token", {
      grant_type: preAuthorizedCodeGrant,
      "pre-authorized_code": code,
      ...over,
    });
  return {
    ...service,
    ...stood,
    post,
    exchange,
    /** An access token of a new offer, with the nonce that came with it. */
    token: async (...offered: Parameters<typeof stood.offer>) => {
      const offer = await stood.offer(...offered);
      const { status, body, text } = await exchange(offer.code);
      if (status !== 200) throw new Error(text);
      return { offer, token: body.access_token as string, nonce: body.c_nonce as string };
    },
    nonce: async () => (await post("/v1/credentials/nonce", null)).body.c_nonce as string,
    redeem: (token: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      post("/v1/credentials", body, { authorization: `Bearer ${token}`, ...headers }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** A key proof, so that each part of it can be wrong. */
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
