import { SDJwtInstance } from "@sd-jwt/core";
import { type CryptoKey, exportJWK, generateKeyPair } from "jose";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { makeSdJwt, type SdJwtMaking } from "../../sandbox/wallet/make_sd_jwt.ts";
import { digestOf, makeDisclosure } from "../../standards/sd_jwt/disclosure.ts";
import type { Json } from "../../base/json.ts";
import { ok } from "../../base/result.ts";
import type { SdJwtDemands } from "../../standards/sd_jwt/verify_presentation.ts";

/** Unix time, seconds, at which the tests of credentials run. */
export const presentedAt = 1_795_000_000;

/** Keys of an issuer and of a wallet. */
export const issuer = await generateKeyPair("ES256");
export const wallet = await generateKeyPair("ES256");

/** Default claims of a credential. */
export const credential = {
  iss: "https://issuer.example",
  vct: "urn:eudi:pid:1",
  iat: presentedAt - 3600,
  exp: presentedAt + 3600,
  given_name: "Erika",
  family_name: "Mustermann",
  birthdate: "1984-08-12",
  nationalities: ["DE", "FR"],
  address: { locality: "Köln", country: "DE" },
  cnf: { jwk: await exportJWK(wallet.publicKey) as Record<string, Json> },
};

/** What the tests' verifier requires. */
export const demands: SdJwtDemands = {
  binding: {
    nonce: "n-0S6_WzA2Mj",
    audience: "redirect_uri:https://verifier.example/responses",
    now: presentedAt,
    toleranceSeconds: 300,
  },
  accepts: (vct) => vct === "urn:eudi:pid:1",
  issuerKey: () => Promise.resolve(ok({ key: issuer.publicKey })),
  skewSeconds: 60,
};

/** The wallet's proof of possession for the request of {@link demands}. */
export const keyBinding = {
  iat: presentedAt,
  aud: demands.binding.audience,
  nonce: demands.binding.nonce,
};

/** A salted claim or array element in the issuers' form (RFC 9901 §4.2). */
export function disclosureOf(...members: readonly Json[]): string {
  return makeDisclosure("2GLC42sKQveCfGfryNRN9w", ...members);
}

/** Makes a presentation without a library, so that each part can be wrong. */
export async function makePresentation(making: Partial<SdJwtMaking> = {}): Promise<string> {
  return await makeSdJwt({
    payload: credential,
    issuerKey: issuer.privateKey,
    disclosures: [],
    walletKey: wallet.privateKey,
    ...making,
    binding: { ...keyBinding, ...making.binding },
  });
}

/** An independent library, as the issuer and the wallet. */
export const sdJwtLibrary: SDJwtInstance<typeof credential> = new SDJwtInstance({
  signer: signerOf(issuer.privateKey),
  signAlg: "ES256",
  hasher: (data: string | ArrayBuffer) =>
    createHash("sha256").update(typeof data === "string" ? data : new Uint8Array(data)).digest(),
  hashAlg: "sha-256",
  saltGenerator: () => digestOf(crypto.randomUUID()).slice(0, 22),
  kbSigner: signerOf(wallet.privateKey),
  kbSignAlg: "ES256",
});

function signerOf(key: CryptoKey) {
  return async (data: string) => {
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(data));
    return Buffer.from(signature).toString("base64url");
  };
}
