import { SDJwtInstance } from "@sd-jwt/core";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { compactVerify, exportJWK, generateKeyPair, importX509 } from "jose";
import type { JsonObject } from "../../base/json.ts";
import { signingKey } from "../../sandbox/wallet/credentials.ts";
import { sandboxIssuer } from "../../sandbox/invented/credentials.ts";
import type { WalletRequest } from "../../sandbox/wallet/wallet_request.ts";

/** Claims of a PID in the tests' form. */
export interface PidClaims {
  readonly given_name: string;
  readonly family_name: string;
  readonly birthdate: string;
  readonly nationalities: readonly string[];
  readonly document_number: string;
}

const claimNames: (keyof PidClaims)[] = [
  "given_name",
  "family_name",
  "birthdate",
  "nationalities",
  "document_number",
];

/** An SD-JWT VC that @sd-jwt issues with the sandbox's key, and presents. */
export async function libraryPid(
  { client_id, nonce }: Pick<WalletRequest, "client_id" | "nonce">,
  claims: PidClaims,
  { shown, now, nationalitiesAt }: {
    readonly shown: readonly string[];
    readonly now: Temporal.Instant;
    /** Indices of nationalities to show if they are disclosed one by one; absent: all at once. */
    readonly nationalitiesAt?: readonly number[];
  },
): Promise<string> {
  const keys = await generateKeyPair("ES256", { extractable: true });
  const iat = Math.floor(now.epochMilliseconds / 1000);
  const library = new SDJwtInstance({
    signer: signerOf(await signingKey(sandboxIssuer())),
    signAlg: "ES256",
    ...sha256,
    saltGenerator: () => crypto.randomUUID(),
    kbSigner: signerOf(keys.privateKey),
    kbSignAlg: "ES256",
  });
  const x5c = [Buffer.from(sandboxIssuer().certificate).toString("base64")];
  const payload = {
    iss: "https://issuer.example",
    vct: "urn:eudi:pid:1",
    iat,
    exp: iat + 3600,
    cnf: { jwk: await exportJWK(keys.publicKey) },
    ...claims,
  };
  const elements = Array.from(claims.nationalities, (_, index) => index);
  const hidden = {
    _sd: claimNames,
    _sd_decoy: 2,
    ...(nationalitiesAt === undefined ? {} : { nationalities: { _sd: elements } }),
  };
  const issued = await library.issue<typeof payload>(payload, hidden, {
    header: { typ: "dc+sd-jwt", x5c },
  });
  const frame: Record<string, boolean | Record<number, boolean>> = Object.fromEntries(
    shown.map((name) => [name, true]),
  );
  if (nationalitiesAt !== undefined) {
    frame["nationalities"] = Object.fromEntries(nationalitiesAt.map((index) => [index, true]));
  }
  return await library.present(issued, frame, { kb: { payload: { iat, aud: client_id, nonce } } });
}

/** Presents these claims of a credential, with a proof by the holder's key, using @sd-jwt. */
export async function presentByLibrary(
  credential: string,
  { client_id, nonce }: Pick<WalletRequest, "client_id" | "nonce">,
  { shown, key, now }: {
    readonly shown: readonly string[];
    readonly key: CryptoKey;
    readonly now: Temporal.Instant;
  },
): Promise<string> {
  const library = new SDJwtInstance<Record<string, unknown>>({
    ...sha256,
    kbSigner: signerOf(key),
    kbSignAlg: "ES256",
  });
  const iat = Math.floor(now.epochMilliseconds / 1000);
  return await library.present(credential, Object.fromEntries(shown.map((name) => [name, true])), {
    kb: { payload: { iat, aud: client_id, nonce } },
  });
}

const sha256 = {
  hasher: (data: string | ArrayBuffer) =>
    createHash("sha256").update(typeof data === "string" ? data : new Uint8Array(data)).digest(),
  hashAlg: "sha-256" as const,
};

/**
 * Verifies a credential by @sd-jwt.
 *
 * @param signer certificate of the signer, DER
 * @returns its payload, with every claim in its place
 * @throws SDJWTException if @sd-jwt refuses it
 */
export async function verifyByLibrary(
  credential: string,
  signer: Uint8Array,
  now: Temporal.Instant,
): Promise<JsonObject> {
  const pem = `-----BEGIN CERTIFICATE-----\n${
    Buffer.from(signer).toString("base64")
  }\n-----END CERTIFICATE-----`;
  const key = await importX509(pem, "ES256");
  const library = new SDJwtInstance<Record<string, unknown>>({
    ...sha256,
    verifier: async (data, signature) => {
      await compactVerify(`${data}.${signature}`, key);
      return true;
    },
  });
  const currentDate = Math.floor(now.epochMilliseconds / 1000);
  const { payload } = await library.verify(credential, { currentDate });
  return JSON.parse(JSON.stringify(payload));
}

function signerOf(key: CryptoKey) {
  return async (data: string) => {
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(data));
    return Buffer.from(signature).toString("base64url");
  };
}
