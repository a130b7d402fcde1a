import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import type { Json } from "../../base/json.ts";
import {
  answerKeyIn,
  type AuthorizationRequest,
} from "../../core/presentation/authorization_request.ts";
import type { WalletRequest } from "../../core/wallet/wallet_request.ts";
import type { EcJwk } from "../../standards/jose/ec_jwk.ts";
import {
  type Answer,
  serviceInMemory,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";

/** Variables of a verifier whose wallets encrypt, and that signs nothing. */
export const encryptingEnvironment = {
  AVAL_BASE_URL: "https://verifier.example",
  AVAL_VERIFIER_ID: "redirect_uri",
  AVAL_RESPONSE_MODE: "direct_post.jwt",
};

/** A service that asks wallets to encrypt their answers. */
export function serviceEncrypting(options: TestServiceOptions = {}): Promise<TestService> {
  return serviceInMemory({ ...options, env: { ...encryptingEnvironment, ...options.env } });
}

/** How a JWE is made otherwise than a wallet should. */
export interface Encrypting {
  /** In place of the request's. */
  readonly key?: EcJwk;
  /** Over what is right; a member that is undefined is left out. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** The curve of the ephemeral key. */
  readonly curve?: "P-256" | "P-384";
  readonly enc?: "A128GCM" | "A256GCM" | "A192GCM";
  /** What is encrypted, in place of the members. */
  readonly payload?: string;
}

/** The key that a request asks to encrypt to. */
export function keyOf(request: WalletRequest) {
  const key = answerKeyIn(request);
  if (key === null) throw new Error("The request asks for no encryption");
  return key;
}

/**
 * Encrypts an answer by RFC 7518 §4.6 and §5.3, by hand: on WebCrypto, without what the service uses,
 * so that it can be wrong wherever a test wants it.
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

/** By a browser there is none. */
function stateOf(request: WalletRequest) {
  return "state" in request ? { state: request.state } : {};
}

async function agree(privateKey: CryptoKey, { kty, crv, x, y }: EcJwk): Promise<Uint8Array> {
  const exchange = { name: "ECDH", namedCurve: crv };
  const theirs = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, exchange, false, []);
  const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, privateKey, 256);
  return new Uint8Array(bits);
}

/** RFC 7518 §4.6.2, of one round: `enc`, no `apu`, no `apv`. */
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

/** Sends fields to where a request says: a form or, with `json`, JSON. */
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
