import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import type { Json } from "../../base/json.ts";
import {
  answerKeyIn,
  type AuthorizationRequest,
} from "../../core/presentation/authorization_request.ts";
import type { WalletRequest } from "../../sandbox/wallet/wallet_request.ts";
import type { EcJwk } from "../../standards/jose/ec_jwk.ts";
import {
  type Answer,
  serviceInMemory,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";

/** Environment of a verifier that requires encrypted answers and signs nothing. */
export const encryptingEnvironment = {
  AVAL_BASE_URL: "https://verifier.example",
  AVAL_VERIFIER_ID: "redirect_uri",
  AVAL_RESPONSE_MODE: "direct_post.jwt",
};

/** Starts a service that requires encrypted answers from wallets. */
export function serviceEncrypting(options: TestServiceOptions = {}): Promise<TestService> {
  return serviceInMemory({ ...options, env: { ...encryptingEnvironment, ...options.env } });
}

/** Deviations from a correct JWE. */
export interface Encrypting {
  /** Replaces the request's key. */
  readonly key?: EcJwk;
  /** Header members that replace the correct ones; undefined removes one. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** The curve of the ephemeral key. */
  readonly curve?: "P-256" | "P-384";
  readonly enc?: "A128GCM" | "A256GCM" | "A192GCM";
  /** A payload that replaces the members. */
  readonly payload?: string;
}

/** The key to which a request requires encryption. */
export function keyOf(request: WalletRequest) {
  const key = answerKeyIn(request);
  if (key === null) throw new Error("The request asks for no encryption");
  return key;
}

/**
 * Encrypts an answer by RFC 7518 §4.6 and §5.3 with WebCrypto only, without the service's code, so
 * that tests can make any part wrong.
 */
export async function encryptAnswer(
  request: WalletRequest,
  members: Readonly<Record<string, Json>>,
  { key = keyOf(request), header = {}, curve = "P-256", enc = "A128GCM", payload }: Encrypting = {},
): Promise<string> {
  const exchange = { name: "ECDH", namedCurve: curve };
  const ephemeral = await crypto.subtle.generateKey(exchange, true, ["deriveBits"]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", ephemeral.publicKey);
  const protectedHeader = {
    alg: "ECDH-ES",
    enc,
    kid: keyOf(request).kid,
    epk: { kty, crv, x, y },
    ...header,
  };
  const secret = curve === "P-256" ? await agree(ephemeral.privateKey, key) : new Uint8Array(32);
  const bits = Number(enc.slice(1, 4));
  const cek = await crypto.subtle.importKey(
    "raw",
    concatKdf(secret, { algorithm: enc, bits }),
    "AES-GCM",
    false,
    ["encrypt"],
  );
  const encoded = base64Url(JSON.stringify(protectedHeader));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = payload ?? JSON.stringify({ ...stateOf(request), ...members });
  const sealed = Buffer.from(
    await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(encoded) },
      cek,
      new TextEncoder().encode(text),
    ),
  );
  const [content, tag] = [sealed.subarray(0, -16), sealed.subarray(-16)];
  return [encoded, "", ...[iv, content, tag].map(base64Url)].join(".");
}

/** The state of a request; null for one through a browser. */
function stateOf(request: WalletRequest) {
  return "state" in request ? { state: request.state } : {};
}

async function agree(privateKey: CryptoKey, { kty, crv, x, y }: EcJwk): Promise<Uint8Array> {
  const exchange = { name: "ECDH", namedCurve: crv };
  const theirs = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, exchange, false, []);
  const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, privateKey, 256);
  return new Uint8Array(bits);
}

/** One round of RFC 7518 §4.6.2 with `enc`, without `apu` and `apv`. */
function concatKdf(
  secret: Uint8Array,
  { algorithm, bits }: { readonly algorithm: string; readonly bits: number },
): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(algorithm);
  const input = [uint32(1), secret, uint32(name.length), name, uint32(0), uint32(0), uint32(bits)];
  const digest = createHash("sha256").update(concatBytes(input)).digest();
  return new Uint8Array(digest.subarray(0, bits / 8));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function base64Url(value: string | Uint8Array): string {
  return Buffer.from(value as Uint8Array).toString("base64url");
}

/** Sends fields to the address in a request, as a form or, with `json`, as JSON. */
export async function sendFields(
  service: Pick<TestService, "fetch">,
  { response_uri }: Pick<AuthorizationRequest, "response_uri">,
  fields: Readonly<Record<string, string>>,
  { json = false }: { readonly json?: boolean } = {},
): Promise<Answer> {
  const answer = await service.fetch(new URL(response_uri).pathname, {
    method: "POST",
    headers: { "content-type": json ? "application/json" : "application/x-www-form-urlencoded" },
    body: json ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
