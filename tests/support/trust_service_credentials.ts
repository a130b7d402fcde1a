import "reflect-metadata";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type X509Certificate,
} from "@peculiar/x509";
import { type Certified, certify } from "./certificates.ts";
import type { RawKey } from "./raw_signatures.ts";

/** A fake trust service's data about a credential. */
export interface FakeCredential {
  readonly id: string;
  readonly key: RawKey;
  readonly certificate: X509Certificate;
  /** DER, the signer's first. */
  readonly chain: readonly Uint8Array[];
  /** The algorithms, `key.algo`. */
  readonly algorithms: readonly string[];
  readonly curve: "P-256" | "P-384" | null;
  readonly keyStatus: "enabled" | "disabled";
  readonly certificateStatus: "valid" | "expired" | "revoked" | "suspended" | null;
  readonly qualifier: string | null;
  readonly mode: "implicit" | "explicit" | "oauth2code";
  readonly objects: readonly ("PIN" | "OTP")[];
  /** How many times `authorizeCheck` answers 202 first; null: `authorize` answers at once. */
  readonly polls: number | null;
  /** Whether signatures are r and s of equal length instead of DER. */
  readonly rawEcdsa: boolean;
}

/** The PIN of every credential that has one; tests search logs for it. */
export const SIGNING_PIN = "7309-pin-4418";

const ecdsa = "1.2.840.10045.4.3.2";
const rsaAlgorithms = ["1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10", "1.2.840.113549.1.1.11"];

interface Described extends Partial<FakeCredential> {
  readonly kind?: "P-256" | "P-384" | "RSA" | "weak";
  readonly notAfter?: string;
}

const seal = { qualifier: "eu_eidas_qeseal" };
const sign = { qualifier: "eu_eidas_qes" };
const pin = { mode: "explicit", objects: ["PIN"] } as const;

/** Credentials by ID, as differences from an unattended one with a P-256 key. */
const described = {
  "seal-p256": seal,
  "seal-p384": { ...seal, kind: "P-384", rawEcdsa: true },
  "seal-rsa": { ...seal, kind: "RSA" },
  "seal-pss": { ...seal, kind: "RSA", algorithms: ["1.2.840.113549.1.1.10"] },
  "seal-bare-rsa": { ...seal, kind: "RSA", algorithms: ["1.2.840.113549.1.1.1"] },
  "seal-pending": { ...seal, polls: 2 },
  "seal-asks-for-ever": { ...seal, polls: Infinity },
  "seal-unqualified": { qualifier: null, certificateStatus: null },
  "seal-pin": { ...seal, ...pin },
  "sign-p256-pin": { ...sign, ...pin },
  "sign-rsa-pin": { ...sign, ...pin, kind: "RSA" },
  "sign-pin-pending": { ...sign, ...pin, polls: 1 },
  "sign-p256": sign,
  "sign-p256-second": sign,
  "sign-p256-third": sign,
  "sign-otp": { ...sign, mode: "explicit", objects: ["PIN", "OTP"] },
  "sign-browser": { ...sign, mode: "oauth2code" },
  "seal-disabled": { ...seal, keyStatus: "disabled" },
  "seal-suspended": { ...seal, certificateStatus: "suspended" },
  "seal-revoked": { ...seal, certificateStatus: "revoked" },
  "seal-called-expired": { ...seal, certificateStatus: "expired" },
  "seal-out-of-date": { ...seal, notAfter: "2025-12-31T00:00:00Z" },
  "seal-weak": { ...seal, kind: "weak", algorithms: rsaAlgorithms },
  "seal-sha512": { ...seal, algorithms: ["1.2.840.10045.4.3.4"] },
} as const satisfies Readonly<Record<string, Described>>;

/** The ID of a credential of every fake trust service. */
export type FakeCredentialId = keyof typeof described;
/** The IDs of all these credentials. */
export const fakeCredentialIds = Object.keys(described) as readonly FakeCredentialId[];

const keyKinds = {
  "P-256": { name: "ECDSA", namedCurve: "P-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384" },
  RSA: rsaOf(2_048),
  weak: rsaOf(1_024),
};

function rsaOf(modulusLength: number) {
  const publicExponent = Uint8Array.of(1, 0, 1);
  return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength, publicExponent };
}

/**
 * The certificate authority of every fake trust service, with its credentials. Made once per
 * process.
 */
export interface TestTrust {
  readonly root: Certified;
  readonly credentials: ReadonlyMap<string, FakeCredential>;
}

let made: Promise<TestTrust> | null = null;

/** A root, an issuing authority and the credentials. */
export function testTrust(): Promise<TestTrust> {
  return made ??= makeTrust();
}

const dates = {
  notBefore: new Date("2025-01-01T00:00:00Z"),
  notAfter: new Date("2035-01-01T00:00:00Z"),
};

async function makeTrust(): Promise<TestTrust> {
  const extensions = (pathLength: number) => [
    new BasicConstraintsExtension(true, pathLength, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
  const root = await certify({ ...dates, name: "Test Root", extensions: extensions(1) });
  const issuer = await certify({
    ...dates,
    name: "Test Issuing Authority",
    issuer: root,
    extensions: extensions(0),
  });
  const keys = new Map<string, CryptoKeyPair>();
  for (const [kind, parameters] of Object.entries(keyKinds)) {
    const pair = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
    if ("publicKey" in pair) keys.set(kind, pair);
  }
  const credentials = new Map<string, FakeCredential>();
  for (const [id, given] of Object.entries<Described>(described)) {
    credentials.set(id, await makeCredential(id, given, { issuer, root, keys }));
  }
  return { root, credentials };
}

async function makeCredential(
  id: string,
  { kind = "P-256", notAfter, ...given }: Described,
  { issuer, root, keys }: {
    readonly issuer: Certified;
    readonly root: Certified;
    readonly keys: ReadonlyMap<string, CryptoKeyPair>;
  },
): Promise<FakeCredential> {
  const pair = keys.get(kind)!;
  const certified = await certify({
    ...dates,
    ...(notAfter === undefined ? {} : { notAfter: new Date(notAfter) }),
    name: `Holder of ${id}`,
    organization: "Example Trading Ltd",
    country: "EE",
    issuer,
    keys: pair,
    extensions: [new KeyUsagesExtension(KeyUsageFlags.nonRepudiation, true)],
  });
  const isEc = kind === "P-256" || kind === "P-384";
  return {
    id,
    key: await crypto.subtle.exportKey("jwk", pair.privateKey),
    certificate: certified.certificate,
    chain: [certified.der, issuer.der, root.der],
    algorithms: isEc ? [ecdsa] : rsaAlgorithms,
    curve: isEc ? kind : null,
    keyStatus: "enabled",
    certificateStatus: "valid",
    qualifier: null,
    mode: "implicit",
    objects: [],
    polls: null,
    rawEcdsa: false,
    ...given,
  };
}
