import {
  CoseKey,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  ItemsRequest,
  type MdocContext,
  SessionTranscript,
  SignatureAlgorithm,
} from "@owf/mdoc";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, importJWK, type JWK } from "jose";
import { sandboxIssuer } from "../../sandbox/invented/credentials.ts";
import type { WalletRequest } from "../../sandbox/wallet/wallet_request.ts";

/** Hashes, random bytes and signatures, which the library requires from its users. */
const context: Pick<MdocContext, "cose" | "crypto"> = {
  crypto: {
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace("-", "")).update(bytes).digest()),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: async ({ toBeSigned, key }) => {
        const imported = await importJWK({ ...key.jwk }, "ES256");
        if (imported instanceof Uint8Array) throw new Error("expected a private key");
        const algorithm = { name: "ECDSA", hash: "SHA-256" };
        const bytes = new Uint8Array(toBeSigned);
        return new Uint8Array(await crypto.subtle.sign(algorithm, imported, bytes));
      },
      verify: unused,
    },
    mac0: { sign: unused, verify: unused },
  },
};

function unused(): never {
  throw new Error("The wallet of the tests does not need it");
}

/** A document issued by another library with the sandbox issuer's key, and presented by it. */
export interface OwfDocument {
  readonly docType: string;
  readonly nameSpace: string;
  readonly elements: Readonly<Record<string, unknown>>;
  /** The elements to disclose. */
  readonly shown: readonly string[];
  readonly now: Temporal.Instant;
}

/** A DeviceResponse of @owf/mdoc's, base64url. */
export async function owfPresentation(
  request: WalletRequest,
  { docType, nameSpace, elements, shown, now }: OwfDocument,
): Promise<string> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
  ]);
  const device = CoseKey.fromJwk({ ...await exportJWK(keys.privateKey), alg: "ES256" });
  const { certificate, privateKey } = sandboxIssuer();
  const at = (hours: number) => new Date(now.epochMilliseconds + hours * 3_600_000);
  const issuerSigned = await new Issuer(docType, context)
    .addIssuerNamespace(nameSpace, { ...elements })
    .sign({
      signingKey: { ...privateKey },
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm: "SHA-256",
      validityInfo: { signed: at(-24), validFrom: at(-24), validUntil: at(24) },
      deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...await exportJWK(keys.publicKey) }) },
      certificates: [certificate],
    });
  const itemsRequest = ItemsRequest.create({
    docType,
    namespaces: { [nameSpace]: Object.fromEntries(shown.map((name) => [name, false])) },
  });
  const response = await Holder.createDeviceResponseForDeviceRequest({
    deviceRequest: DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] }),
    sessionTranscript: await transcriptOf(request),
    issuerSigned: [issuerSigned],
    signature: { signingKey: device },
  }, context);
  return response.encodedForOid4Vp;
}

async function transcriptOf(request: WalletRequest): Promise<SessionTranscript> {
  const { nonce, client_metadata } = request;
  const key = client_metadata?.jwks?.keys[0];
  const bound = {
    nonce,
    ...(key === undefined ? {} : { jwkThumbprint: await thumbprintOf(key) }),
  };
  return "origin" in request
    ? await SessionTranscript.forOid4VpDcApi({ ...bound, origin: request.origin }, context)
    : await SessionTranscript.forOid4Vp({
      ...bound,
      clientId: request.client_id,
      responseUri: request.response_uri,
    }, context);
}

/** The thumbprint of a key, also from a library. */
async function thumbprintOf(key: JWK): Promise<Uint8Array> {
  return new Uint8Array(Buffer.from(await calculateJwkThumbprint(key), "base64url"));
}
