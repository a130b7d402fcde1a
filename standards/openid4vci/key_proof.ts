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

/** What a key proof must be bound to. */
export interface KeyProofDemands {
  /** The credential issuer identifier. */
  readonly audience: string;
  /** Unix time, seconds. */
  readonly now: number;
  /** Seconds by which `iat` may differ, earlier or later. */
  readonly toleranceSeconds: number;
  /** Seconds past `exp`, and before `nbf`, for which it is taken. */
  readonly skewSeconds: number;
}

/** A key proof that holds but for its nonce, which its issuer judges. */
export interface KeyProof {
  /** On P-256; by the members that make it and no others. */
  readonly jwk: EcJwk;
  readonly nonce: string;
}

/** What is wrong with a key proof; one code for each rule, in the order in which they are tested. */
export type KeyProofFault =
  /** Too long, not a JWS in compact form, or its claims are no JSON object. */
  | "malformed"
  /** `typ` is not `openid4vci-proof+jwt`, or a header is critical. */
  | "type_unsupported"
  /** `alg` is not ES256. */
  | "algorithm_unsupported"
  /** Not by `jwk` alone: `kid`, `x5c` or `trust_chain` stands beside it or in its place. */
  | "key_reference_unsupported"
  /** `jwk` is private, not on P-256, or for another use. */
  | "key_unusable"
  | "signature_invalid"
  /** `iss` stands there, though the wallet is not authenticated. */
  | "issuer_unexpected"
  | "audience_differs"
  /** `iat` is no present time, or a time is no number. */
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

/** Characters of a proof: one with a key attestation and its certificates fits several times. */
const charactersMax = 32_768;

const jwsFaults: Readonly<Record<JwsRefusal["code"], KeyProofFault>> = {
  malformed: "malformed",
  type_unsupported: "type_unsupported",
  algorithm_unsupported: "algorithm_unsupported",
  signature_invalid: "signature_invalid",
};

/**
 * Verifies a key proof of type `jwt` of a wallet that is not authenticated (OpenID4VCI 1.0 §7.2.1
 * and appendix F.1, F.4): its key, signature, audience and age. A key attestation is not read.
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

/** Members of a private key of any type (RFC 7518 §6), and the value of a secret one. */
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
