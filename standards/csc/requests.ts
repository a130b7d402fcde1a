import { pssParams, sha256Oid, signAlgos } from "./algorithm.ts";
import { type CredentialDescription, parseCredentialV1, parseCredentialV2 } from "./credential.ts";
import type { Dialect } from "./info.ts";

/** An authorization of one hash, with the PIN if the credential requires one. */
export interface Authorizing {
  readonly credentialId: string;
  /** SHA-256. */
  readonly hash: Uint8Array;
  readonly pin: { readonly objectId: string; readonly value: string } | null;
}

/** The hash to sign and its algorithms. */
export interface SigningHash {
  readonly credentialId: string;
  readonly hash: Uint8Array;
  readonly sad: string;
  /** Object identifier of an algorithm that the key supports. */
  readonly signAlgo: string;
}

/** The body of a call, as JSON. */
export type CallBody = Readonly<Record<string, unknown>>;

/** The requests of one version of the API. Both versions carry the same information. */
export interface Speech {
  readonly parseCredential: (json: unknown) => CredentialDescription | null;
  readonly authorize: (asked: Authorizing) => CallBody;
  readonly signHash: (asked: SigningHash) => CallBody;
}

/** CSC API v2: `hashes`, `hashAlgorithmOID`, `authData`. */
const v2: Speech = {
  parseCredential: parseCredentialV2,
  // The hash is sent whether or not the credential is of SCAL 2: then it can be used for no other.
  authorize: ({ credentialId, hash, pin }) => ({
    credentialID: credentialId,
    numSignatures: 1,
    hashes: [hash.toBase64()],
    hashAlgorithmOID: sha256Oid,
    authData: pin === null ? [] : [{ id: pin.objectId, value: pin.value }],
  }),
  signHash: ({ credentialId, hash, sad, signAlgo }) => ({
    credentialID: credentialId,
    SAD: sad,
    hashes: [hash.toBase64()],
    hashAlgorithmOID: sha256Oid,
    signAlgo,
    ...parametersOf(signAlgo),
  }),
};

/** CSC API v1.0.4: `hash`, `hashAlgo`, `PIN`. */
const v1: Speech = {
  parseCredential: parseCredentialV1,
  authorize: ({ credentialId, hash, pin }) => ({
    credentialID: credentialId,
    numSignatures: 1,
    hash: [hash.toBase64()],
    ...(pin === null ? {} : { PIN: pin.value }),
  }),
  signHash: ({ credentialId, hash, sad, signAlgo }) => ({
    credentialID: credentialId,
    SAD: sad,
    hash: [hash.toBase64()],
    hashAlgo: sha256Oid,
    signAlgo,
    ...parametersOf(signAlgo),
  }),
};

/** The requests of each version. */
export const speeches: Readonly<Record<Dialect, Speech>> = { v1, v2 };

function parametersOf(signAlgo: string): CallBody {
  return signAlgo === signAlgos.rsaPss ? { signAlgoParams: pssParams } : {};
}
