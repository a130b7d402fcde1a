/**
 * A wallet from other libraries: requests and answers by @openid4vc/openid4vp, JOSE by jose,
 * certificates by @peculiar/x509, credentials by @sd-jwt and @owf/mdoc.
 */

import "reflect-metadata";
import { type Openid4vpAuthorizationRequest, Openid4vpClient } from "@openid4vc/openid4vp";
import { SubjectAlternativeNameExtension, X509Certificate } from "@peculiar/x509";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import {
  compactDecrypt,
  CompactEncrypt,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  importX509,
  type JWK,
} from "jose";
import { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { WalletRequest } from "../../sandbox/wallet/wallet_request.ts";
import type { Certified } from "./certificates.ts";
import { owfPresentation } from "./owf_mdoc.ts";
import { libraryPid } from "./sd_jwt_library.ts";
import type { TestService } from "./service.ts";

/** A request as the library read it. */
export interface ReadByLibrary {
  readonly request: Openid4vpAuthorizationRequest;
  /** The client ID prefix as the library names it; null for a verifier known beforehand. */
  readonly prefix: string | null;
  /** How the request was fetched; with `post` it was encrypted to a key of the wallet. */
  readonly fetched: readonly string[];
}

/** The wallet, for a service in this process. */
export interface LibraryWallet {
  /** Reads the request that a link names. */
  read(uri: string): Promise<ReadByLibrary>;
  /**
   * Sends a presentation for a query of the request.
   *
   * @returns the service's reply
   */
  answer(read: ReadByLibrary, query: string, present: Presenting): Promise<Response>;
  /** Proves that the holder is of age. @returns the service's reply @returns the service's reply */
  proveAge(read: ReadByLibrary, format: "sd-jwt" | "mdoc"): Promise<Response>;
}

/** Issues and presents a credential for a request. */
export type Presenting = (request: WalletRequest, now: Temporal.Instant) => Promise<string>;

type Callbacks = ConstructorParameters<typeof Openid4vpClient>[0]["callbacks"];

const unused = () => Promise.reject(new Error("The wallet of the tests does not need it"));

/** The library's callbacks for a wallet that reaches no verifier and accepts no signed request. */
export const libraryCallbacks: Callbacks = {
  fetch: unused,
  hash: (data, algorithm) =>
    new Uint8Array(createHash(algorithm.replace("-", "")).update(data).digest()),
  verifyJwt: unused,
  getX509CertificateMetadata: (text) => ({
    sanDnsNames: new X509Certificate(Buffer.from(text, "base64"))
      .getExtension(SubjectAlternativeNameExtension)?.names.items
      .filter(({ type }) => type === "dns").map(({ value }) => value) ?? [],
    sanUriNames: [],
  }),
  decryptJwe: unused,
  encryptJwe: async (encryptor, data) => {
    assert(encryptor.method === "jwk");
    const { publicJwk, alg, enc } = encryptor;
    const { kid = "" } = publicJwk;
    const jwe = await new CompactEncrypt(new TextEncoder().encode(data))
      .setProtectedHeader({ alg, enc, kid })
      .encrypt(await importJWK(publicJwk as JWK, alg));
    return { jwe, encryptionJwk: publicJwk };
  },
  signJwt: unused,
};

/**
 * Opens the wallet.
 *
 * @param root trusted root of verifiers; without it no signed request is accepted
 */
export function openLibraryWallet(
  service: Pick<TestService, "fetch" | "clock">,
  root?: Certified,
): LibraryWallet {
  const callbacks: Callbacks = {
    ...libraryCallbacks,
    fetch: (input, init) => service.fetch(pathOf(input), init ?? {}),
    verifyJwt: verifyBelow(root),
  };
  const answer: LibraryWallet["answer"] = async ({ request }, query, present) => {
    const presentation = await present(AuthorizationRequest.parse(request), service.clock.now());
    return await sendBy(new Openid4vpClient({ callbacks }), request, { [query]: [presentation] });
  };
  return {
    read: (uri) => readBy(callbacks, uri),
    answer,
    proveAge: (read, format) => answer(read, ...ageProofs[format]),
  };
}

function pathOf(input: Request | URL | string): string {
  return new URL(input instanceof Request ? input.url : input).pathname;
}

/** Verifies a request object by its certificates, up to a root. */
function verifyBelow(root: Certified | undefined): Callbacks["verifyJwt"] {
  return async (signer, { compact }) => {
    assert(signer.method === "x5c" && root !== undefined);
    const chain = signer.x5c.map((der) => new X509Certificate(der));
    for (const [n, issued] of chain.entries()) {
      const { publicKey } = chain[n + 1] ?? root.certificate;
      assert(await issued.verify({ publicKey, signatureOnly: true }));
    }
    const pem = chain[0]?.toString("pem") ?? "";
    const key = await importX509(pem, signer.alg, { extractable: true });
    await compactVerify(compact, key);
    return { verified: true, signerJwk: await crypto.subtle.exportKey("jwk", key) as never };
  };
}

async function readBy(callbacks: Callbacks, uri: string): Promise<ReadByLibrary> {
  const fetched: string[] = [];
  const nonce = crypto.randomUUID();
  const reading = new Openid4vpClient({
    callbacks: {
      ...callbacks,
      fetch: async (input, init) => {
        const method = init?.method?.toLowerCase() ?? "get";
        const answer = method === "post"
          ? await fetchEncrypted(callbacks, input, nonce)
          : await callbacks.fetch?.(input, init) ?? assert.fail();
        fetched.push(method);
        return answer;
      },
    },
  });
  const parsed = reading.parseOpenid4vpAuthorizationRequest({ authorizationRequest: uri });
  const authorizationRequestPayload = parsed.params as Openid4vpAuthorizationRequest;
  const byPost = new URL(uri).searchParams.get("request_uri_method") === "post";
  const resolving = reading.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload,
    ...(byPost ? { wallet: { expectedNonce: nonce } } : {}),
  });
  // It takes a URL only of a verifier that it knows beforehand, whose name comes from elsewhere.
  if (/^https?:/.test(authorizationRequestPayload.client_id ?? "")) {
    await assert.rejects(resolving, /requires a signed/);
    return { request: authorizationRequestPayload, prefix: null, fetched };
  }
  const { authorizationRequestPayload: request, client } = await resolving;
  return { request: request as Openid4vpAuthorizationRequest, prefix: client.prefix, fetched };
}

/**
 * Fetches a request that is encrypted to a new key. The library itself would send metadata as
 * separate fields and reject a JWE without a wrapped key.
 */
async function fetchEncrypted(
  { fetch }: Callbacks,
  input: Parameters<NonNullable<Callbacks["fetch"]>>[0],
  wallet_nonce: string,
): Promise<Response> {
  const { publicKey, privateKey } = await generateKeyPair("ECDH-ES", { crv: "P-256" });
  const key = { ...await exportJWK(publicKey), use: "enc", kid: "wallet" };
  const wallet_metadata = JSON.stringify({ jwks: { keys: [key] } });
  const answer = await fetch?.(input, {
    method: "POST",
    headers: {
      accept: "application/oauth-authz-req+jwt",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ wallet_nonce, wallet_metadata }).toString(),
  });
  const { plaintext } = await compactDecrypt(await answer?.text() ?? "", privateKey);
  return new Response(new TextDecoder().decode(plaintext), { headers: answer?.headers ?? {} });
}

/** The holder's claims in the PID. */
export const libraryHolder = {
  given_name: "Öykü",
  family_name: "Öberg-Nilsson",
  birthdate: "1984-08-12",
  nationalities: ["SE"],
  document_number: "SE0000001",
};

/** Presents these claims of the holder's PID. */
export function showPid(...shown: readonly string[]): Presenting {
  return (request, now) => libraryPid(request, libraryHolder, { shown, now });
}

/** Proofs of age: the query for each, and its presentation. */
export const ageProofs: Readonly<Record<"sd-jwt" | "mdoc", readonly [string, Presenting]>> = {
  "sd-jwt": ["pid_birthdate", showPid("birthdate")],
  mdoc: ["av_age_over_18", (request, now) =>
    owfPresentation(request, {
      docType: "eu.europa.ec.av.1",
      nameSpace: "eu.europa.ec.av.1",
      elements: { age_over_18: true, age_over_21: true },
      shown: ["age_over_18"],
      now,
    })],
};

/** Settings of a wallet that prefers the stronger of HAIP's two encryption methods. */
export const libraryEncryption = {
  serverMetadata: {
    authorization_signing_alg_values_supported: [],
    authorization_encryption_alg_values_supported: ["ECDH-ES"],
    authorization_encryption_enc_values_supported: ["A256GCM", "A128GCM"],
  },
  encryption: { nonce: "wallet" },
};

async function sendBy(
  client: Openid4vpClient,
  request: Openid4vpAuthorizationRequest,
  vp_token: Record<string, [string]>,
): Promise<Response> {
  const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    authorizationResponsePayload: { vp_token },
    ...(request.response_mode === "direct_post.jwt" ? { jarm: libraryEncryption } : {}),
  });
  const { response } = await client.submitOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    authorizationResponsePayload,
    ...(jarm === undefined ? {} : { jarm: { responseJwt: jarm.responseJwt } }),
  });
  return response;
}
