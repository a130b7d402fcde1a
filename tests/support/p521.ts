import { p521 } from "@noble/curves/nist.js";
import { Buffer } from "node:buffer";
import { importJWK } from "jose";
import type { Json } from "../../base/json.ts";
import type { Signer } from "../../sandbox/wallet/signer.ts";
import vector from "../../fixtures/vectors/x509/p521.json" with { type: "json" };
import type { Presenting, TestIssuer } from "./sandbox_wallet.ts";

const { root, large, small, wallet } = vector;

/** The root on P-521: DER. */
export const largeRoot = Uint8Array.fromBase64(root);

/** A P-256 signer below a P-521 root. */
export const belowLargeRoot: TestIssuer = {
  chain: [Uint8Array.fromBase64(small.certificate)],
  key: await importJWK(small.key, "ES256") as CryptoKey,
};

/** Signs with a key on P-521, also on runtimes without that curve. */
export function signerOf({ d }: { readonly d: string }): Signer {
  const secret = new Uint8Array(Buffer.from(d, "base64url"));
  return (bytes) => Promise.resolve(p521.sign(bytes, secret, { lowS: false }));
}

const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** Parts of a presentation whose issuer on P-521 signs by ES512; the wallet is on P-256. */
export const issuedByLarge: Pick<Presenting, "issuer" | "sdJwt" | "mdoc"> = {
  issuer: { chain: [Uint8Array.fromBase64(large.certificate)], key: belowLargeRoot.key },
  sdJwt: { issuerKey: signerOf(large.key), header: { alg: "ES512" } },
  mdoc: { issuerSigner: signerOf(large.key), issuerHeader: new Map([[1, -36]]) },
};

const { kty, crv, x, y } = wallet;

/** Parts of a presentation whose wallet on P-521 signs by ES512. */
export const heldByLarge: Pick<Presenting, "sdJwt" | "mdoc"> = {
  sdJwt: {
    payload: { cnf: { jwk: { kty, crv, x, y } as Json } },
    walletKey: signerOf(wallet),
    bindingHeader: { alg: "ES512" },
  },
  mdoc: {
    deviceKey: new Map<number, unknown>([[1, 2], [-1, 3], [-2, coordinate(x)], [
      -3,
      coordinate(y),
    ]]),
    deviceSigner: signerOf(wallet),
    deviceHeader: new Map([[1, -52]]),
  },
};
