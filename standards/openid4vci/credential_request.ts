import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** A credential request with one key proof, in either form. */
export interface CredentialRequest {
  /** `credential_configuration_id`; null: absent. */
  readonly configurationId: string | null;
  /** `credential_identifier`; null: absent. */
  readonly identifier: string | null;
  /** `vct` next to `format`, as sent by wallets before 1.0; null: absent. */
  readonly vct: string | null;
  /** Whether the request has `format`, the form before 1.0. */
  readonly hasFormat: boolean;
  /** The key proof, a JWT. */
  readonly proof: string;
}

/** The reason why a credential request cannot be read, as a code of OpenID4VCI 1.0 §8.3.1.2. */
export interface CredentialRequestRefusal {
  readonly code:
    | "invalid_credential_request"
    | "invalid_encryption_parameters"
    | "invalid_proof"
    | "unsupported_credential_format";
  readonly message: string;
}

/**
 * Reads a credential request: `{credential_configuration_id | credential_identifier, proofs}` of
 * OpenID4VCI 1.0, or `{format, proof}` of its drafts, or a mixture of both as some wallets send it.
 * Unknown members are ignored; a null member counts as absent.
 */
export function readCredentialRequest(
  sent: JsonObject,
): Result<CredentialRequest, CredentialRequestRefusal> {
  const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  if (body["credential_response_encryption"] !== undefined) {
    return refuse({
      code: "invalid_encryption_parameters",
      message: "Credentials are not encrypted here: leave out credential_response_encryption",
    });
  }
  const chosen = readChoice(body);
  if (!chosen.ok) return chosen;
  const proof = readProof(body);
  return proof.ok ? ok({ ...chosen.value, proof: proof.value }) : proof;
}

function readChoice(
  body: JsonObject,
): Result<Omit<CredentialRequest, "proof">, CredentialRequestRefusal> {
  const names = ["credential_configuration_id", "credential_identifier", "format", "vct"] as const;
  const malformed = names.find((name) => name in body && typeof body[name] !== "string");
  if (malformed !== undefined) return invalid(`Field "${malformed}" must be a string`);
  const [configurationId, identifier, format, vct] = names.map((name) => textOf(body[name]));
  if (configurationId != null && identifier != null) {
    return invalid("Name credential_configuration_id or credential_identifier, not both");
  }
  if (configurationId == null && identifier == null && format == null) {
    return invalid('Field "credential_configuration_id" is required');
  }
  if (format != null && format !== "dc+sd-jwt") {
    return refuse({
      code: "unsupported_credential_format",
      message: 'Field "format" must be dc+sd-jwt',
    });
  }
  return ok({
    configurationId: configurationId ?? null,
    identifier: identifier ?? null,
    vct: vct ?? null,
    hasFormat: format != null,
  });
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** Reads exactly one proof, since the metadata offers no batches (`batch_credential_issuance`). */
function readProof(
  { proof, proofs }: JsonObject,
): Result<string, CredentialRequestRefusal> {
  if (proof !== undefined && proofs !== undefined) return invalidProof("proof and proofs");
  if (proof !== undefined) {
    const isJwt = isObject(proof) && proof["proof_type"] === "jwt";
    return isJwt && typeof proof["jwt"] === "string" ? ok(proof["jwt"]) : invalidProof("proof");
  }
  if (!isObject(proofs)) return invalidProof("proofs");
  const types = Object.keys(proofs);
  const { jwt } = proofs;
  if (types.length !== 1 || !isArray(jwt) || jwt.length !== 1) return invalidProof("proofs");
  const [only] = jwt;
  return typeof only === "string" ? ok(only) : invalidProof("proofs");
}

function invalid(message: string): Result<never, CredentialRequestRefusal> {
  return refuse({ code: "invalid_credential_request", message });
}

function invalidProof(where: string): Result<never, CredentialRequestRefusal> {
  const message = `One key proof is needed, of type jwt: look at ${where}`;
  return refuse({ code: "invalid_proof", message });
}
