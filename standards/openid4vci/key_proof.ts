import type { JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isOnItsCurve } from "../jose/curve.ts";
import { type EcJwk, readEcJwk } from "../jose/ec_jwk.ts";
import {
  importPublicKey,
  type JwsHeader,
  type JwsRefusal,
  openJws,
  verifyJws,
} from "../jose/jws.ts";

/** The values that a key proof must be bound to. */
export interface KeyProofDemands {
  /** The credential issuer identifier. */
  readonly audience: string;
  /** Unix time, seconds. */
  readonly now: number;
  /** Seconds by which `iat` may be earlier or later than now. */
  readonly toleranceSeconds: number;
  /** Seconds after `exp` and before `nbf` during which the proof is accepted. */
  readonly skewSeconds: number;
}

/** A verified key proof, except for its nonce, which the issuer checks. */
export interface KeyProof {
  /** A P-256 key with only the members that define it. */
  readonly jwk: EcJwk;
  readonly nonce: string;
}

/** The fault of a key proof: one code for each rule, in the order of the tests. */
export type KeyProofFault =
  /** Too long, not a compact JWS, or the claims are not a JSON object. */
  | "malformed"
  /** `typ` is not `openid4vci-proof+jwt`, or a header is critical. */
  | "type_unsupported"
  /** `alg` is not ES256. */
  | "algorithm_unsupported"
  /** The key is not given by `jwk` alone: `kid`, `x5c` or `trust_chain` is present. */
  | "key_reference_unsupported"
  /** `jwk` is private, not on P-256, or for another use. */
  | "key_unusable"
  | "signature_invalid"
  /** `iss` is present, although the wallet is not authenticated. */
  | "issuer_unexpected"
  | "audience_differs"
  /** `iat` is not a current time, or a time is not a number. */
  | "time_unaccepted"
  /** `exp` has passed. */
  | "expired"
  /** `nbf` lies ahead. */
  | "not_yet_valid"
  | "nonce_missing";

/** Refusal of a key proof. */
export interface KeyProofRefusal {
  readonly code: KeyProofFault;
}

/**
 * Maximum characters of a proof, several times the size of one with a key attestation and its
 * certificates.
 */
const charactersMax = 32_768;

const jwsFaults: Readonly<Record<JwsRefusal["code"], KeyProofFault>> = {
  malformed: "malformed",
  type_unsupported: "type_unsupported",
  algorithm_unsupported: "algorithm_unsupported",
  signature_invalid: "signature_invalid",
};

/**
 * Verifies the key, signature, audience and age of a key proof of type `jwt`, sent by an
 * unauthenticated wallet (OpenID4VCI 1.0 §7.2.1 and appendix F.1, F.4). Ignores key attestations.
 */
export async function verifyKeyProof(
  text: string,
  demands: KeyProofDemands,
): Promise<Result<KeyProof, KeyProofRefusal>> {
  if (text.length > charactersMax) return refuse({ code: "malformed" });
  const opened = openJws(text, "openid4vci-proof+jwt");
  if (!opened.ok) return refuse({ code: jwsFaults[opened.refusal.code] });
  if (opened.value.algorithm !== "ES256") return refuse({ code: "algorithm_unsupported" });
  const jwk = readKey(opened.value.header);
  if (!jwk.ok) return jwk;
  const verified = await verifyJws(opened.value, await importPublicKey(jwk.value));
  if (!verified.ok) return refuse({ code: jwsFaults[verified.refusal.code] });
  const nonce = readClaims(verified.value, demands);
  return nonce.ok ? ok({ jwk: jwk.value, nonce: nonce.value }) : nonce;
}

const otherReferences = ["kid", "x5c", "x5u", "jku", "trust_chain"];

/** Members of a private key of any type (RFC 7518 §6), and the value of a symmetric key. */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

function readKey(header: JwsHeader): Result<EcJwk, KeyProofRefusal> {
  const given = header as Readonly<Record<string, unknown>>;
  if (!("jwk" in given) || otherReferences.some((name) => name in given)) {
    return refuse({ code: "key_reference_unsupported" });
  }
  const unusable = refuse({ code: "key_unusable" } as const);
  const { jwk } = given as JsonObject;
  const key = readEcJwk(jwk);
  if (key === null || key.crv !== "P-256" || !isOnItsCurve(key)) return unusable;
  const members = jwk as JsonObject;
  if (privateMembers.some((name) => name in members)) return unusable;
  const { alg = "ES256", use = "sig" } = members;
  return alg === "ES256" && use === "sig" ? ok(key) : unusable;
}

/** @returns the nonce */
function readClaims(
  { iss, aud, iat, exp, nbf, nonce }: JsonObject,
  { audience, now, toleranceSeconds, skewSeconds }: KeyProofDemands,
): Result<string, KeyProofRefusal> {
  if (iss !== undefined) return refuse({ code: "issuer_unexpected" });
  if (aud !== audience) return refuse({ code: "audience_differs" });
  const [expiresAt, startsAt] = [exp ?? Infinity, nbf ?? -Infinity];
  if (typeof expiresAt !== "number" || typeof startsAt !== "number") {
    return refuse({ code: "time_unaccepted" });
  }
  if (now >= expiresAt + skewSeconds) return refuse({ code: "expired" });
  if (now < startsAt - skewSeconds) return refuse({ code: "not_yet_valid" });
  const isTimely = typeof iat === "number" && Math.abs(now - iat) <= toleranceSeconds;
  if (!isTimely) return refuse({ code: "time_unaccepted" });
  return typeof nonce === "string" && nonce !== "" ? ok(nonce) : refuse({ code: "nonce_missing" });
}
