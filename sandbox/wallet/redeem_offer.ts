import { SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ok, type Result } from "../../base/result.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { fetchJson, type JsonAnswer } from "./fetch_json.ts";
import { type HeldCredential, readCredential } from "./held_credential.ts";
import { makeHolderKey } from "./holder_keys.ts";
import type { OfferedCredential } from "./read_offer.ts";
import type { Fetch } from "./read_request.ts";
import { offerRefused, type WalletRefusal } from "./refusal.ts";

const Configuration = z.object({
  format: z.string(),
  vct: z.string(),
  credential_metadata: z.object({
    display: z.array(z.object({ name: z.string() })).optional(),
  }).optional(),
});

/** Issuer metadata (OpenID4VCI 1.0 §12.2), with the members for a wallet of one format. */
const IssuerMetadata = z.object({
  credential_issuer: z.string(),
  credential_endpoint: z.string(),
  nonce_endpoint: z.string().optional(),
  authorization_servers: z.array(z.string()).min(1).optional(),
  credential_configurations_supported: z.record(z.string(), z.unknown()),
});

const ServerMetadata = z.object({ issuer: z.string(), token_endpoint: z.string() });
const Token = z.object({ access_token: z.string(), c_nonce: z.string().optional() });
const Nonce = z.object({ c_nonce: z.string() });
const Issued = z.object({ credentials: z.array(z.object({ credential: z.string() })).length(1) });

type Asked<T> = Promise<Result<T, WalletRefusal>>;

/** Dependencies of redeeming. */
export interface RedeemTools {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/**
 * Redeems an offer as wallets do (OpenID4VCI 1.0, pre-authorized code flow): metadata, token,
 * nonce, key proof and credential, which is checked against the offer before it is stored.
 */
export async function redeemOffer(
  tools: RedeemTools,
  { issuer, configurationId, code }: OfferedCredential,
): Asked<HeldCredential> {
  const metadata = await readMetadata(tools, issuer);
  if (!metadata.ok) return metadata;
  const { credential_endpoint, nonce_endpoint, ...described } = metadata.value;
  const configuration = Configuration.safeParse(
    described.credential_configurations_supported[configurationId],
  );
  if (!configuration.success || configuration.data.format !== "dc+sd-jwt") {
    return offerRefused("The issuer does not describe its offer as dc+sd-jwt");
  }
  const token = await redeemCode(tools, described.authorization_servers?.[0] ?? issuer, code);
  if (!token.ok) return token;
  const nonce = await freshNonce(tools, nonce_endpoint, token.value.c_nonce);
  if (!nonce.ok) return nonce;
  const keys = await makeHolderKey();
  const proof = await makeProof(tools, keys, { audience: issuer, nonce: nonce.value });
  const issued = await ask(Issued, tools, credential_endpoint, {
    authorization: `Bearer ${token.value.access_token}`,
    "content-type": "application/json",
  }, JSON.stringify({ credential_configuration_id: configurationId, proofs: { jwt: [proof] } }));
  if (!issued.ok) return issued;
  const [{ credential } = { credential: "" }] = issued.value.credentials;
  const { vct, credential_metadata } = configuration.data;
  const checked = await checkIssued(tools, credential, { keys, vct, issuer });
  if (!checked.ok) return checked;
  const name = credential_metadata?.display?.[0]?.name ?? null;
  const receivedAt = tools.clock.now().toString({ smallestUnit: "millisecond" });
  return ok({ issuer, name, receivedAt, credential, keys });
}

/**
 * Reads the metadata at the inserted well-known path (§12.2.2), which must name the requested
 * issuer.
 */
async function readMetadata(tools: RedeemTools, issuer: string) {
  const url = wellKnown(issuer, "openid-credential-issuer");
  const metadata = await ask(IssuerMetadata, tools, url);
  if (!metadata.ok) return metadata;
  return metadata.value.credential_issuer === issuer
    ? metadata
    : offerRefused("The issuer's metadata is another issuer's");
}

async function redeemCode(
  tools: RedeemTools,
  server: string,
  code: string,
): Asked<z.infer<typeof Token>> {
  const metadata = await ask(
    ServerMetadata,
    tools,
    wellKnown(server, "oauth-authorization-server"),
  );
  if (!metadata.ok) return metadata;
  if (metadata.value.issuer !== server) {
    return offerRefused("The authorization server's metadata is another server's");
  }
  const fields = { grant_type: preAuthorizedCodeGrant, "pre-authorized_code": code };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields).toString();
  return await ask(Token, tools, metadata.value.token_endpoint, form, body);
}

async function freshNonce(
  tools: RedeemTools,
  endpoint: string | undefined,
  given: string | undefined,
): Asked<string | undefined> {
  if (endpoint === undefined) return ok(given);
  const nonce = await ask(Nonce, tools, endpoint, {}, "");
  return nonce.ok ? ok(nonce.value.c_nonce) : nonce;
}

/** A key proof of type `jwt` (appendix F.1). */
async function makeProof(
  { clock }: Pick<RedeemTools, "clock">,
  { privateKey, publicKey }: CryptoKeyPair,
  { audience, nonce }: { readonly audience: string; readonly nonce: string | undefined },
): Promise<string> {
  const { kty = "", crv = "", x = "", y = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const iat = Math.floor(clock.now().epochMilliseconds / 1000);
  return await new SignJWT({ aud: audience, iat, ...(nonce === undefined ? {} : { nonce }) })
    .setProtectedHeader({ alg: "ES256", typ: "openid4vci-proof+jwt", jwk: { kty, crv, x, y } })
    .sign(privateKey);
}

/**
 * Checks a credential against the offer: its type, its issuer, its time and the wallet's own key.
 */
async function checkIssued(
  { clock }: Pick<RedeemTools, "clock">,
  credential: string,
  { keys, vct, issuer }: {
    readonly keys: CryptoKeyPair;
    readonly vct: string;
    readonly issuer: string;
  },
): Asked<null> {
  const read = await readCredential(credential);
  if (!read.ok) return read;
  const { claims, holder: { jwk } } = read.value;
  const own = await crypto.subtle.exportKey("jwk", keys.publicKey);
  if (jwk.x !== own.x || jwk.y !== own.y) {
    return offerRefused("The credential is bound to another key than the wallet's");
  }
  if (claims["vct"] !== vct) return offerRefused("The credential is of another type than offered");
  // The certificate names the issuer; `iss` may be left out (SD-JWT VC).
  const { iss = issuer } = claims;
  if (iss !== issuer) return offerRefused("The credential is another issuer's");
  const now = clock.now().epochMilliseconds / 1000;
  const { exp } = claims;
  return typeof exp === "number" && exp <= now
    ? offerRefused("The credential has already expired")
    : ok(null);
}

/** The inserted well-known path of an identifier (RFC 8414 §3.1). */
function wellKnown(identifier: string, name: string): string {
  const { origin, pathname } = new URL(identifier);
  return `${origin}/.well-known/${name}${pathname === "/" ? "" : pathname}`;
}

/** Fetches JSON by a schema: by GET, or by POST with a body. */
async function ask<T>(
  schema: z.ZodType<T>,
  { fetch }: Pick<RedeemTools, "fetch">,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Asked<T> {
  const sent = body === undefined ? { headers } : { method: "POST", headers, body };
  const answered = await fetchJson(url, sent, fetch);
  if (!answered.ok) return answered;
  const parsed = schema.safeParse(answered.value.body);
  const isTaken = answered.value.status === 200 && parsed.success;
  return isTaken ? ok(parsed.data) : refusedBy(url, answered.value);
}

const Refused = z.object({ error: z.string(), error_description: z.string().optional() });

function refusedBy(url: string, { status, body }: JsonAnswer): Result<never, WalletRefusal> {
  const refused = Refused.safeParse(body);
  if (!refused.success) {
    return offerRefused(`${url} answers ${status} in another form than OpenID4VCI's`);
  }
  const { error, error_description = "" } = refused.data;
  return offerRefused(`${url} answers ${status}: ${error} ${error_description}`.trimEnd());
}
