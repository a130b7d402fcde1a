import { z } from "zod";
import { describeServer } from "../../core/credentials/issuance/describe_issuer.ts";
import { exchangeCode } from "../../core/credentials/issuance/exchange_code.ts";
import { issueCredential } from "../../core/credentials/issuance/issue_credential.ts";
import { readOffer } from "../../core/credentials/issuance/read_offer.ts";
import {
  CredentialIssuerMetadata,
  CredentialOfferAnswer,
  CredentialRequestBody,
  CredentialResponse,
  CredentialServerMetadata,
  CredentialTokenRequest,
  CredentialTokenResponse,
  NonceResponse,
} from "../../core/credentials/issuance_schema.ts";
import type { JsonObject } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { chooseWords } from "../html/languages/choose_words.ts";
import { bearerToken } from "../http/bearer_token.ts";
import type { Ports } from "../http/ports.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";
import { renderGoneOfferPage, renderOfferPage } from "../pages/offer_page.ts";

/** The routes by which wallets get a credential (Credentials §4, rules 1 and 2; OpenID4VCI 1.0). */
export function credentialIssuanceRoutes(): readonly Route[] {
  return [
    issuerMetadataRoute({
      path: "/v1/credentials/.well-known/openid-credential-issuer",
      summary: "Credential issuer metadata",
      documentation: {
        operationId: "readCredentialIssuer",
        description:
          "One credential configuration for each approved template, by its id, as its institution shows itself.",
        tag,
      },
    }),
    issuerMetadataRoute({
      path: "/.well-known/openid-credential-issuer/v1/credentials",
      summary: "The issuer metadata where OpenID4VCI 1.0 looks for it (§12.2.2)",
      documentation: {
        operationId: "readCredentialIssuerInserted",
        description: outside("openid-credential-issuer"),
        tag,
      },
    }),
    serverMetadataRoute({
      path: "/v1/credentials/.well-known/oauth-authorization-server",
      summary: "Metadata of the token endpoint of credentials (RFC 8414)",
      documentation: {
        operationId: "readCredentialServer",
        description: "Anonymous access: wallets have no client id here.",
        tag,
      },
    }),
    serverMetadataRoute({
      path: "/.well-known/oauth-authorization-server/v1/credentials",
      summary: "The same where OAuth libraries look for it (RFC 8414 §3)",
      documentation: {
        operationId: "readCredentialServerInserted",
        description: outside("oauth-authorization-server"),
        tag,
      },
    }),
    offerRoute,
    tokenRoute,
    nonceRoute,
    credentialRoute,
  ];
}

function outside(name: string): string {
  return `Where \`AVAL_BASE_URL\` has a path, the address that wallets ask lies outside of it (\`/.well-known/${name}/PATH/v1/credentials\`): the proxy maps it to this one.`;
}

/**
 * Seconds for which metadata may be cached, short enough for the first wallet of a new template.
 */
const metadataSeconds = 10;

/** The common members of wallets' routes. */
const forWallets = { service: "edge", auth: "none" } as const;

const tag = "credentials";

type Described = Pick<Route, "path" | "summary" | "documentation">;

/** GET of the issuer metadata (Credentials §4; decisions.md part 11). */
const issuerMetadataRoute = (described: Described) =>
  defineRoute({
    ...forWallets,
    ...described,
    method: "get",
    kind: "credential_metadata",
    access: { cors: true },
    form: { cacheSeconds: metadataSeconds },
    answers: { 200: CredentialIssuerMetadata },
    run: async ({ issuerMetadata }) => ok(await issuerMetadata.read()),
  });

/** GET of the authorization server metadata (decisions.md part 11). */
const serverMetadataRoute = (described: Described) =>
  defineRoute({
    ...forWallets,
    ...described,
    method: "get",
    kind: "credential_metadata",
    access: { cors: true },
    form: { cacheSeconds: metadataSeconds },
    answers: { 200: CredentialServerMetadata },
    run: ({ credentialIssuance }) => ok(describeServer(credentialIssuance)),
  });

/** GET /v1/credentials/offers/{offerId} (OpenID4VCI 1.0 §4.1.3). */
const offerRoute = defineRoute({
  ...forWallets,
  method: "get",
  path: "/v1/credentials/offers/{offerId}",
  summary: "Read a credential offer by reference",
  documentation: {
    operationId: "readCredentialOffer",
    description:
      "The unguessable id authorizes it. With `Accept: text/html` it is a page with a link and a QR code. An offer that is used, replaced, expired or of a batch that is not approved reads as an unknown one.",
    tag,
  },
  kind: "credential_offer",
  limits: { bucket: "credentialToken" },
  params: z.object({ offerId: z.string() }),
  answers: {
    200: {
      json: CredentialOfferAnswer,
      page: { contentType: "text/html; charset=utf-8", description: "A page for a person" },
    },
    // For a browser; the same as JSON for a wallet is the refusal's.
    404: { contentType: "text/html; charset=utf-8", description: "A page for a person" },
  },
  refuses: ["not_found"],
  run: async (ports, { params: { offerId }, request: { wantsPage, acceptLanguage } }) => {
    const read = await readOffer(ports, offerId);
    if (!wantsPage) return read.ok ? reply(200, { json: read.value.answer }) : read;
    const words = chooseWords(acceptLanguage);
    const { html, contentSecurityPolicy } = read.ok
      ? renderOfferPage({ ...read.value.shown, isDemo: false }, words)
      : renderGoneOfferPage(words);
    const headers = {
      "content-security-policy": contentSecurityPolicy,
      "x-frame-options": "DENY",
      vary: "accept-language",
    };
    return read.ok ? reply(200, { page: html }, headers) : reply(404, html, headers);
  },
});

/** POST /v1/credentials/token (Credentials §4, rule 2). */
const tokenRoute = defineRoute({
  ...forWallets,
  method: "post",
  path: "/v1/credentials/token",
  summary: "Exchange a pre-authorized code for an access token",
  documentation: {
    operationId: "exchangePreAuthorizedCode",
    description:
      "A code is exchanged once. The token is for one credential and spent by it. `c_nonce` is for the key proof, as one of the nonce endpoint is.",
    tag,
  },
  kind: "credential_token",
  limits: { bucket: "credentialToken" },
  body: CredentialTokenRequest,
  form: { errors: "oauth", urlencoded: CredentialTokenRequest },
  answers: { 200: CredentialTokenResponse },
  refuses: ["invalid_grant", "invalid_request", "unsupported_grant_type"],
  run: async (ports, { unit, body }) => {
    const exchanged = countRefusal(ports, await exchangeCode(ports, { unit, request: body }));
    return exchanged.ok
      ? reply(200, exchanged.value, { "cache-control": "no-store", pragma: "no-cache" })
      : exchanged;
  },
});

/** POST /v1/credentials/nonce (OpenID4VCI 1.0 §7). */
const nonceRoute = defineRoute({
  ...forWallets,
  method: "post",
  path: "/v1/credentials/nonce",
  summary: "Get a fresh nonce for a key proof",
  documentation: {
    operationId: "makeCredentialNonce",
    description: "Each is for one credential, within minutes. Nothing need be sent.",
    tag,
  },
  kind: "credential_nonce",
  limits: { bucket: "credential" },
  form: { errors: "oauth" },
  answers: { 200: NonceResponse },
  run: ({ credentialNonces }, { unit }) => ok({ c_nonce: credentialNonces.add(unit) }),
});

/** POST /v1/credentials (Credentials §4, rule 2). */
const credentialRoute = defineRoute({
  ...forWallets,
  method: "post",
  path: "/v1/credentials",
  summary: "Issue the credential that an access token is for",
  documentation: {
    operationId: "issueCredential",
    description:
      "The token stands in `Authorization: Bearer`, never in the query. One key proof of type `jwt`, with `jwk` in its header, binds the credential to the wallet's key. A refusal uses neither token nor nonce up; a second credential for one token is 401. `credential` is answered beside `credentials` where `format` was asked for.",
    tag,
  },
  kind: "credential",
  limits: { bucket: "credential" },
  headers: z.object({ authorization: z.string().optional() }),
  body: CredentialRequestBody,
  form: { errors: "credential" },
  answers: { 200: CredentialResponse },
  refuses: [
    "credential_request_denied",
    "invalid_credential_request",
    "invalid_encryption_parameters",
    "invalid_nonce",
    "invalid_proof",
    "invalid_token",
    "unknown_credential_configuration",
    "unknown_credential_identifier",
    "unsupported_credential_format",
  ],
  run: async (ports, { unit, headers: { authorization }, body }) =>
    countRefusal(
      ports,
      await issueCredential(ports, {
        unit,
        token: bearerToken(authorization),
        body: body as JsonObject,
      }),
    ),
});

/** Counts refusals of wallets, without a commit, since they write nothing. */
function countRefusal<Value, Refusal extends { readonly code: string }>(
  { mode, telemetry }: Pick<Ports, "mode" | "telemetry">,
  result: Result<Value, Refusal>,
): Result<Value, Refusal> {
  if (!result.ok) {
    const attributes = { "aval.code": result.refusal.code, "aval.mode": mode };
    telemetry.count("aval.credentials.refusals", attributes);
  }
  return result;
}
