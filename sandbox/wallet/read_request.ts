import { createHash } from "node:crypto";
import { decodeJson, isObject, type JsonObject, parseJson } from "../../base/json.ts";
import type { Random } from "../../base/random.ts";
import { makeSecret } from "../../base/secret.ts";
import { certificatesOf, importPublicKey, openJws, verifyJws } from "../../standards/jose/jws.ts";
import { ok, type Result } from "../../base/result.ts";
import {
  answerKeyIn,
  AuthorizationRequest,
} from "../../core/presentation/authorization_request.ts";
import type { DecryptionKey } from "../../standards/jose/decrypt_jwe.ts";
import { makeDecryptionKey } from "../../standards/jose/encryption_key.ts";
import { parseCertificate } from "../../standards/x509/certificate.ts";
import { dnsNamesOf } from "../../standards/x509/dns_names.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";
import { decryptRequest, walletMetadata } from "./encrypted_request.ts";
import { requestRefused, type WalletRefusal } from "./refusal.ts";

/** Sends a request and waits for its answer, or rejects. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type Read = Result<AuthorizationRequest, WalletRefusal>;

const prefix = {
  redirectUri: "redirect_uri:",
  x509Hash: "x509_hash:",
  x509SanDns: "x509_san_dns:",
} as const;
const objectType = "oauth-authz-req+jwt";

/**
 * Reads an authorization request of OpenID4VP 1.0, by value or by the `request_uri` of a signed
 * one, and checks it as a wallet must: that its verifier is the named one, as far as the request
 * proves it.
 *
 * @param uri `openid4vp://authorize?…`, of any scheme
 * @param random source of a nonce and a key for a verifier that accepts them; absent: none is sent
 */
export async function readRequest(uri: string, fetch: Fetch, random?: Random): Promise<Read> {
  if (!URL.canParse(uri)) {
    return requestRefused("URI is not an authorization request: it is not a URI");
  }
  const parameters = new URL(uri).searchParams;
  const requestUri = parameters.get("request_uri");
  return requestUri === null ? readUnsigned(parameters) : await readSigned(
    requestUri,
    parameters.get("client_id"),
    openFetching(parameters, fetch, random),
  );
}

function readUnsigned(parameters: URLSearchParams): Read {
  const members = [...parameters].map(([name, text]) => [name, valueOf(name, text)]);
  const request = parse(Object.fromEntries(members));
  if (!request.ok) return request;
  const { client_id, response_uri } = request.value;
  if ([prefix.x509Hash, prefix.x509SanDns].some((signed) => client_id.startsWith(signed))) {
    return requestRefused("The request must be signed and is not");
  }
  const isItself = !client_id.startsWith(prefix.redirectUri) ||
    client_id === `${prefix.redirectUri}${response_uri}`;
  return isItself
    ? request
    : requestRefused("The verifier would have the answer sent to another party");
}

/** Members that are JSON in the query. */
const structured = ["dcql_query", "client_metadata"];

function valueOf(name: string, text: string): unknown {
  const value = structured.includes(name) ? parseJson(text) : undefined;
  return value === undefined ? text : value;
}

/** Reads a request object (RFC 9101), signed by the certificate of the verifier's name (§5.9.3). */
async function readSigned(
  uri: string,
  clientId: string | null,
  fetching: Fetching,
): Promise<Read> {
  const fetched = await fetchText(uri, fetching);
  if (!fetched.ok) return fetched;
  const { key } = fetching;
  const text = key === null ? fetched : await decryptRequest(fetched.value, key);
  if (!text.ok) return text;
  const opened = await openRequestObject(text.value, clientId ?? "");
  if (!opened.ok) return opened;
  const claims = opened.value;
  if (fetching.nonce !== null && claims["wallet_nonce"] !== fetching.nonce) {
    return requestRefused(
      "The request object was made for another wallet: it does not contain this wallet's nonce",
    );
  }
  const request = parse(claims);
  if (!request.ok) return request;
  if (request.value.client_id !== clientId) {
    return requestRefused("The request object is another verifier's");
  }
  const { hostname } = new URL(request.value.response_uri);
  return clientId.startsWith(prefix.x509SanDns) && clientId !== `${prefix.x509SanDns}${hostname}`
    ? requestRefused("The verifier would have the answer sent to another host than its own")
    : request;
}

/**
 * Verifies a request object by the certificate in it, which must be its verifier's.
 *
 * @param clientId the client id in a link; null if only the object names its verifier
 * @returns its claims
 */
export async function openRequestObject(
  text: string,
  clientId: string | null,
): Promise<Result<JsonObject, WalletRefusal>> {
  const opened = openJws(text, objectType);
  if (!opened.ok) return requestRefused(`The request object is refused: ${opened.refusal.code}`);
  const [der = new Uint8Array()] = certificatesOf(opened.value.header);
  const certificate = parseCertificate(der);
  if (certificate === null) return requestRefused("The request object has no certificate");
  const claims = decodeJson(text.split(".")[1] ?? "");
  if (!isObject(claims)) return requestRefused("The request object contains no request");
  const hash = createHash("sha256").update(der).digest("base64url");
  const names: readonly unknown[] = [
    `${prefix.x509Hash}${hash}`,
    ...dnsNamesOf(certificate).map((name) => `${prefix.x509SanDns}${name}`),
  ];
  if (!names.includes(clientId ?? claims["client_id"])) {
    return requestRefused("The certificate of the request object is not the verifier's");
  }
  const jwk = ecKeyOf(certificate);
  const verified = jwk === null ? null : await verifyJws(opened.value, await importPublicKey(jwk));
  return verified?.ok === true
    ? verified
    : requestRefused("The signature of the request object is invalid");
}

/** How a request object is fetched. */
interface Fetching {
  readonly fetch: Fetch;
  /** The nonce that it must contain (OpenID4VP 1.0 §5.10); null: fetched by GET. */
  readonly nonce: string | null;
  /** The key to which it may be encrypted; null: fetched by GET. */
  readonly key: DecryptionKey | null;
}

function openFetching(
  parameters: URLSearchParams,
  fetch: Fetch,
  random: Random | undefined,
): Fetching {
  const byPost = parameters.get("request_uri_method") === "post" && random !== undefined;
  return byPost
    ? { fetch, nonce: makeSecret(random), key: makeDecryptionKey(random) }
    : { fetch, nonce: null, key: null };
}

async function fetchText(
  uri: string,
  { fetch, nonce, key }: Fetching,
): Promise<Result<string, WalletRefusal>> {
  const accept = `application/${objectType}`;
  const posted = nonce === null || key === null ? { headers: { accept } } : {
    method: "POST",
    headers: { accept, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ wallet_nonce: nonce, wallet_metadata: walletMetadata(key) })
      .toString(),
  };
  try {
    const response = await fetch(uri, { ...posted, redirect: "error" });
    const text = await response.text();
    return response.ok ? ok(text) : requestRefused(`${uri} answers ${response.status}`);
  } catch (thrown) {
    return requestRefused(
      `${uri}: ${thrown instanceof Error ? thrown.message : "cannot be fetched"}`,
    );
  }
}

function parse(members: unknown): Read {
  const parsed = AuthorizationRequest.safeParse(members);
  if (parsed.success) {
    const { response_mode } = parsed.data;
    return response_mode === "direct_post.jwt" && answerKeyIn(parsed.data) === null
      ? requestRefused("The request requires an encrypted answer but names no key")
      : ok(parsed.data);
  }
  const wrong = new Set(parsed.error.issues.map(({ path }) => path.join(".")));
  return requestRefused(
    `URI is not an authorization request that is supported here: see ${[...wrong].join(", ")}`,
  );
}
