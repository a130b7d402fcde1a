import {
  type CallbackContext,
  clientAuthenticationAnonymous,
  setGlobalConfig,
} from "@openid4vc/oauth2";
import { Openid4vciClient } from "@openid4vc/openid4vci";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Clock } from "../../base/clock.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { presentByLibrary } from "./sd_jwt_library.ts";

// Services of tests have no certificate: their addresses are http.
setGlobalConfig({ allowInsecureUrls: true });

/** A student's wallet from other libraries: @openid4vc and @sd-jwt. */
export interface StudentWallet {
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /**
   * Redeems the offer of a link.
   *
   * @returns the credential, compact
   * @throws Error if the issuer refuses
   */
  redeem(link: string, by?: "nonce endpoint" | "token response"): Promise<string>;
  /**
   * Exchanges the code of an offer, without further steps.
   *
   * @throws Error if the issuer refuses
   */
  exchange(link: string): Promise<void>;
  /** Presents a credential with only these claims. */
  present(
    credential: string,
    names: readonly string[],
    request: AuthorizationRequest,
  ): Promise<string>;
}

/** Options for opening a wallet. */
export interface OpenWallet {
  readonly clock: Clock;
  /** Sends requests; over the network by default. */
  readonly fetch?: (path: string, init?: RequestInit) => Promise<Response>;
  readonly clientAuthentication?: CallbackContext["clientAuthentication"];
}

/** Opens a wallet with a new key. */
export async function openStudentWallet(
  { clock, fetch: ask, clientAuthentication = clientAuthenticationAnonymous() }: OpenWallet,
): Promise<StudentWallet> {
  const keys = await generateKeyPair("ES256", { extractable: true });
  const publicJwk = { ...await exportJWK(keys.publicKey), kty: "EC" };
  const client = new Openid4vciClient({
    callbacks: {
      hash: (data) => createHash("sha256").update(data).digest(),
      generateRandom: (length) => crypto.getRandomValues(new Uint8Array(length)),
      signJwt: async (_signer, { header, payload }) => ({
        jwt: await new SignJWT(payload as Record<string, unknown>)
          .setProtectedHeader(header as { alg: string }).sign(keys.privateKey),
        signerJwk: publicJwk,
      }),
      clientAuthentication,
      ...(ask === undefined ? {} : { fetch: onPathsOf(ask) }),
    },
  });
  const exchange = async (link: string) => {
    const credentialOffer = await client.resolveCredentialOffer(link);
    const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
    const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
      credentialOffer,
      issuerMetadata,
    });
    const credentialConfigurationId = credentialOffer.credential_configuration_ids[0]!;
    return { issuerMetadata, accessTokenResponse, credentialConfigurationId };
  };
  return {
    publicJwk,
    exchange: async (link) => void await exchange(link),
    redeem: async (link, by = "nonce endpoint") => {
      const { issuerMetadata, accessTokenResponse, credentialConfigurationId } = await exchange(
        link,
      );
      const { c_nonce: nonce } = by === "nonce endpoint"
        ? await client.requestNonce({ issuerMetadata })
        : accessTokenResponse;
      const { jwt } = await client.createCredentialRequestJwtProof({
        issuerMetadata,
        credentialConfigurationId,
        signer: { method: "jwk", alg: "ES256", publicJwk },
        issuedAt: new Date(clock.now().epochMilliseconds),
        nonce: String(nonce),
      });
      const { credentialResponse } = await client.retrieveCredentials({
        issuerMetadata,
        accessToken: accessTokenResponse.access_token,
        credentialConfigurationId,
        proofs: { jwt: [jwt] },
      });
      const [first] = credentialResponse.credentials ?? [];
      assert(typeof first === "object" && "credential" in first);
      return String(first.credential);
    },
    present: (credential, shown, request) =>
      presentByLibrary(credential, request, { shown, key: keys.privateKey, now: clock.now() }),
  };
}

/** Sends requests to a service by the paths of addresses and ignores their hosts. */
function onPathsOf(ask: (path: string, init?: RequestInit) => Promise<Response>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === "POST" ? await request.arrayBuffer() : null;
    return await ask(`${pathname}${search}`, { method, headers, body });
  };
}
