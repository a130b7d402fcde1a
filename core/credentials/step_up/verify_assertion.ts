import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { decodeBase64Url } from "../../../base/json.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { StepUpVerdict } from "../step_up_ports.ts";
import { type StepUpAlgorithm, stepUpAlgorithms, type StepUpKeys } from "../step_up_ports.ts";
import { reachesLevel } from "./acr.ts";

/** The required content of an assertion. */
export interface ExpectedAssertion {
  /** `iss`: the realm's address. */
  readonly issuer: string;
  /** This service's names, of which `aud` must contain one. */
  readonly audience: string | readonly string[];
  /** The authentication level that `acr` must reach. */
  readonly acr: string;
  /** Age of the authentication, `auth_time`. */
  readonly maxAgeSeconds: number;
  /** Seconds by which the provider's clock may differ; it makes no authentication younger. */
  readonly clockSkewSeconds: number;
}

/** Maximum characters of an assertion, which is ASCII. */
const charactersMax = 8 * 1_024;

/**
 * `typ` of an access token, in lower case (RFC 9068 §2.1); a token without `typ` is judged by its
 * claims.
 */
const headerTypes = [undefined, "jwt", "at+jwt", "application/at+jwt"];

const Header = z.object({ kid: z.string().min(1).max(255), typ: z.string().optional() });

const Claims = z.object({
  sub: z.string().min(1).max(255),
  jti: z.string().min(1).max(255),
  /** Unix time, seconds, not necessarily whole. */
  auth_time: z.number().min(0),
  exp: z.number().min(0),
  acr: z.string().min(1).max(255),
});
type Claims = z.infer<typeof Claims>;

/**
 * Verifies an assertion: an access token of the identity provider for this service (RFC 9068, RFC
 * 9470 §6.2), signed by a key that the provider publishes. The key is looked up by `kid` alone;
 * keys and key URLs in the header are ignored.
 */
export async function verifyAssertion(
  { keys, expected, now }: {
    readonly keys: StepUpKeys;
    readonly expected: ExpectedAssertion;
    readonly now: Temporal.Instant;
  },
  assertion: string | null,
): Promise<StepUpVerdict> {
  if (assertion === null) return insufficient("missing");
  const header = readHeader(assertion);
  if (!header.ok) return insufficient(header.refusal.code);
  const found = await keys.find(header.value);
  if (found.kind === "unknown") return insufficient("key_unknown");
  if (found.kind === "unavailable") return found;
  const { alg } = header.value;
  const claims = await readClaims(assertion, { alg, key: found.key, expected, now });
  return claims.ok ? judge(claims.value, expected, now) : insufficient(claims.refusal.code);
}

/** The rule that an assertion breaks. */
interface Broken {
  readonly code: string;
}

function insufficient(reason: string): StepUpVerdict {
  return { kind: "insufficient", reason };
}

interface AssertionHeader {
  readonly alg: StepUpAlgorithm;
  readonly kid: string;
}

function readHeader(assertion: string): Result<AssertionHeader, Broken> {
  if (assertion.length > charactersMax) return refuse({ code: "too_long" });
  const parts = assertion.split(".");
  if (parts.length !== 3 || parts.some((part) => decodeBase64Url(part) === null)) {
    return refuse({ code: "malformed" });
  }
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(assertion);
  } catch {
    return refuse({ code: "malformed" });
  }
  // No extension is understood (RFC 7515 §4.1.11).
  if (Object.hasOwn(header, "crit")) return refuse({ code: "critical" });
  const alg = stepUpAlgorithms.find((known) => known === header.alg);
  if (alg === undefined) return refuse({ code: "algorithm" });
  const read = Header.safeParse(header);
  if (!read.success) return refuse({ code: "malformed" });
  return headerTypes.includes(read.data.typ?.toLowerCase())
    ? ok({ alg, kid: read.data.kid })
    : refuse({ code: "not_an_access_token" });
}

/** Reads the claims of a signed assertion that is for this service and currently valid. */
async function readClaims(
  assertion: string,
  { alg, key, expected, now }: {
    readonly alg: StepUpAlgorithm;
    readonly key: CryptoKey;
    readonly expected: ExpectedAssertion;
    readonly now: Temporal.Instant;
  },
): Promise<Result<Claims, Broken>> {
  try {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: [alg],
      issuer: expected.issuer,
      audience: [expected.audience].flat(),
      clockTolerance: expected.clockSkewSeconds,
      currentDate: new Date(now.epochMilliseconds),
      requiredClaims: ["exp"],
    });
    if (!isBearer(payload)) return refuse({ code: "not_an_access_token" });
    const claims = Claims.safeParse(payload);
    return claims.success ? ok(claims.data) : refuse({ code: "malformed" });
  } catch (fault) {
    return refuse({ code: whyNot(fault) });
  }
}

/**
 * Whether the token is a bearer token: Keycloak names its kinds by `typ`, and a key in `cnf` would
 * require a proof (RFC 7800).
 */
function isBearer({ typ, cnf }: JWTPayload): boolean {
  return (typ === undefined || typ === "Bearer") && cnf === undefined;
}

/** Reasons of refusal by the violated claim rule. */
const brokenClaims: Readonly<Record<string, string>> = {
  iss: "another_issuer",
  aud: "another_audience",
  nbf: "not_yet_valid",
};

function whyNot(fault: unknown): string {
  if (fault instanceof errors.JWTExpired) return "expired";
  if (fault instanceof errors.JWTClaimValidationFailed) {
    return brokenClaims[fault.claim] ?? "malformed";
  }
  return fault instanceof errors.JWSSignatureVerificationFailed ? "signature" : "malformed";
}

function judge(
  { sub, jti, acr, auth_time: authTime, exp }: Claims,
  expected: ExpectedAssertion,
  now: Temporal.Instant,
): StepUpVerdict {
  const { maxAgeSeconds, clockSkewSeconds } = expected;
  const ageSeconds = now.epochMilliseconds / 1_000 - authTime;
  if (ageSeconds < -clockSkewSeconds) return insufficient("authenticated_in_the_future");
  if (ageSeconds > maxAgeSeconds) return insufficient("stale");
  if (!reachesLevel(acr, expected.acr)) return insufficient("below_the_level");
  // It is usable in the very second that both allow.
  const lastSecond = Math.min(exp + clockSkewSeconds, authTime + maxAgeSeconds);
  const usableUntil = Temporal.Instant.fromEpochMilliseconds(Math.ceil(lastSecond * 1_000) + 1);
  return { kind: "verified", subject: sub, jti, usableUntil };
}
