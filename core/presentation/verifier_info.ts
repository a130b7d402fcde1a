import { z } from "zod";
import { hasRepeatedMember, type Json, parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { DcqlQuery } from "../../standards/dcql/query.ts";

/**
 * Maximum attestations about one verifier: registrars issue one, or one for each requested
 * credential.
 */
const attestationsMax = 16;

/** An attestation about the verifier, such as its registration certificate (OpenID4VP 1.0 §5.1 and §5.11). */
const Attestation = z.strictObject({
  format: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  /** The attestation, as issued. */
  data: z.union([
    z.string().min(1),
    z.record(z.string(), z.json()).refine((members) => Object.keys(members).length > 0),
  ]),
  /** The credentials that the attestation covers; absent: all. */
  credential_ids: z.array(z.string().min(1)).min(1).readonly().optional(),
}).readonly();

const Attestations = z.array(Attestation).min(1).max(attestationsMax).readonly();

/** The verifier's attestations in every signed request; empty: none. */
export type VerifierInfo = readonly z.infer<typeof Attestation>[];

/** The reason why attestations cannot be used, for the operator. */
export interface VerifierInfoRefusal {
  readonly code: "invalid_verifier_info";
  /** A message without a full stop; names only members and credentials of the input. */
  readonly message: string;
}

/**
 * Parses attestations from JSON. Only wallets read their content.
 *
 * @param knownIds credentials of any query
 */
export function parseVerifierInfo(
  text: string,
  knownIds: ReadonlySet<string>,
): Result<VerifierInfo, VerifierInfoRefusal> {
  const value = parseJson(text);
  if (value === undefined) return unusable("is no JSON");
  if (hasRepeatedMember(text, value)) return unusable("names a member twice");
  const parsed = Attestations.safeParse(value);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path.join(".") || "the array"));
    return unusable(
      `expected a JSON array of 1 to ${attestationsMax} objects with "format", "data" and, optionally, "credential_ids": see ${
        [...wrong].slice(0, 5).join(", ")
      }`,
    );
  }
  const ids = parsed.data.flatMap(({ credential_ids = [] }) => credential_ids);
  const unknown = ids.find((id) => !knownIds.has(id));
  return unknown === undefined ? ok(parsed.data) : unusable(
    `no request asks for a credential ${JSON.stringify(unknown)}; known are: ${
      [...knownIds].join(", ")
    }`,
  );
}

/**
 * The attestations in a request for these credentials, without ids that its query does not have
 * (§5.1).
 */
export function verifierInfoFor(
  info: VerifierInfo,
  { credentials }: Pick<DcqlQuery, "credentials">,
): { readonly verifier_info?: Json } {
  const asked = new Set(credentials.map(({ id }) => id));
  const relevant = info.flatMap(({ credential_ids, ...attestation }) => {
    if (credential_ids === undefined) return [attestation];
    const ids = credential_ids.filter((id) => asked.has(id));
    return ids.length === 0 ? [] : [{ ...attestation, credential_ids: ids }];
  });
  // An empty array is none (§5.1).
  return relevant.length === 0 ? {} : { verifier_info: relevant };
}

function unusable(message: string): Result<never, VerifierInfoRefusal> {
  return refuse({ code: "invalid_verifier_info", message });
}
