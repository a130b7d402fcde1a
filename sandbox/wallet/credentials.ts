import { importJWK } from "jose";
import { Buffer } from "node:buffer";
import type { CredentialQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import {
  digitalSessionTranscript,
  sessionTranscript,
} from "../../standards/mdoc/session_transcript.ts";
import type { WalletIssuer } from "./ports.ts";
import type { Circumstances } from "./breaking.ts";
import type { Random } from "../../base/random.ts";
import {
  answerKeyThumbprint,
  type AuthorizationRequest,
} from "../../core/presentation/authorization_request.ts";
import { tagged, tdate } from "./cbor.ts";
import { makeHolderKey } from "./holder_keys.ts";
import { coseKey, type Item, type MdocMaking } from "./make_mdoc.ts";
import type { DigitalRequest } from "./wallet_request.ts";
import { digestOf, makeDisclosure } from "../../standards/sd_jwt/disclosure.ts";
import type { SdJwtMaking } from "./make_sd_jwt.ts";

/** The issuer, claims and request for making a credential. */
export interface Issuing extends Circumstances {
  /** All certified claims, of which the wallet discloses the requested ones. */
  readonly claims: Readonly<Record<string, Json>>;
  readonly random: Random;
  /**
   * The key to which the credential is bound. Absent: a new one, so that presentations cannot be
   * linked to one wallet.
   */
  readonly holderKey?: CryptoKeyPair;
}

type SdJwtQuery = Extract<CredentialQuery, { format: "dc+sd-jwt" }>;
type MdocQuery = Extract<CredentialQuery, { format: "mso_mdoc" }>;

const daySeconds = 24 * 60 * 60;

/**
 * Makes an SD-JWT VC that was issued a day ago, discloses the requested claims, and is bound to its
 * request.
 */
export async function issueSdJwt(
  { meta, claims: asked = [] }: SdJwtQuery,
  { request: { client_id, nonce }, issuers: { issuer }, random, claims, now, holderKey }: Issuing,
): Promise<SdJwtMaking> {
  const keys = holderKey ?? await makeHolderKey();
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", keys.publicKey);
  const disclosures = new Map(
    Object.entries(claims).map((
      [name, value],
    ) => [name, makeDisclosure(salt(random), name, value)]),
  );
  const shown = new Set(asked.map(({ path: [name] }) => name));
  return {
    payload: {
      iss: "https://issuer.sandbox.example",
      vct: meta.vct_values[0],
      iat: Math.floor(now) - daySeconds,
      exp: Math.floor(now) + 90 * daySeconds,
      cnf: { jwk: { kty, crv, x, y } },
      _sd_alg: "sha-256",
      // In an order that says nothing of the claims (RFC 9901 §4.2.4.1).
      _sd: [...disclosures.values()].map(digestOf).toSorted(),
    },
    header: { x5c: [Buffer.from(issuer.certificate).toString("base64")] },
    issuerKey: await signingKey(issuer),
    disclosures: [...disclosures].flatMap(([name, text]) => shown.has(name) ? [text] : []),
    binding: { iat: Math.floor(now), nonce, aud: client_id },
    walletKey: keys.privateKey,
  };
}

/** Makes a mobile document in the same way. */
export async function issueMdoc(
  { meta: { doctype_value: docType }, claims: asked = [] }: MdocQuery,
  { request, issuers: { issuer }, random, claims, now, holderKey }: Issuing,
): Promise<MdocMaking> {
  const keys = holderKey ?? await makeHolderKey();
  const items = Object.entries(claims).map(([name, value], id): Item => ({
    id,
    name,
    value: cborOf(value),
    random: random.bytes(32),
  }));
  const shown = new Set(asked.map(({ path }) => path.at(-1)));
  const nameSpace = asked[0]?.path[0];
  return {
    docType,
    nameSpace: typeof nameSpace === "string" ? nameSpace : docType,
    signedItems: items,
    items: items.filter(({ name }) => shown.has(name)),
    validity: {
      signed: tdate(now - daySeconds),
      validFrom: tdate(now - daySeconds),
      validUntil: tdate(now + 90 * daySeconds),
    },
    issuerSigner: await signingKey(issuer),
    issuerCertificates: [issuer.certificate],
    deviceKey: await coseKey(keys.publicKey),
    deviceSigner: keys.privateKey,
    transcript: transcriptOf(request),
  };
}

/** The session transcript of a request, which the device signs (OpenID4VP 1.0, Appendix B.2.6). */
export function transcriptOf(
  request:
    | Pick<
      AuthorizationRequest,
      "client_id" | "nonce" | "response_uri" | "response_mode" | "client_metadata"
    >
    | DigitalRequest,
): Uint8Array {
  if ("origin" in request) {
    const { origin, nonce } = request;
    return digitalSessionTranscript({
      origin,
      nonce,
      jwkThumbprint: answerKeyThumbprint(request),
    });
  }
  return sessionTranscript({
    clientId: request.client_id,
    nonce: request.nonce,
    responseUri: request.response_uri,
    jwkThumbprint: answerKeyThumbprint(request),
  });
}

/** The issuer's key for signing. */
export async function signingKey({ privateKey }: WalletIssuer): Promise<CryptoKey> {
  const key = await importJWK({ ...privateKey }, "ES256");
  if (key instanceof Uint8Array) throw new Error("The issuer's key is a shared secret");
  return key;
}

/** A value in the form of a document: a whole date is a `full-date` (RFC 8943). */
function cborOf(value: Json): unknown {
  if (typeof value === "string") {
    return /^\d{4}-\d\d-\d\d$/.test(value) ? tagged(1004, value) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Array) return value.map(cborOf);
  return new Map(Object.entries(value).map(([name, member]) => [name, cborOf(member)]));
}

function salt(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("base64url");
}
