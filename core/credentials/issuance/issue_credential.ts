import type { JsonObject } from "../../../base/json.ts";
import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { isSecret } from "../../../base/secret.ts";
import {
  type CredentialRequest,
  type CredentialRequestRefusal,
  readCredentialRequest,
} from "../../../standards/openid4vci/credential_request.ts";
import {
  type KeyProof,
  type KeyProofFault,
  verifyKeyProof,
} from "../../../standards/openid4vci/key_proof.ts";
import type { StudentRow } from "../batch_schema.ts";
import type { CredentialResponse } from "../issuance_schema.ts";
import type { FoundItem } from "../batch_ports.ts";
import type { CredentialGrant, IssuancePorts } from "../issuance_ports.ts";
import type { AcademicIssuerSigner } from "../ports.ts";
import { type CredentialTemplate, credentialTypes } from "../template_schema.ts";
import { offerHashOf } from "./exchange_code.ts";
import { makeCredential } from "./make_credential.ts";

/** The ports that issuing a credential needs. */
export type IssueCredentialPorts = Pick<
  IssuancePorts,
  | "academicIssuers"
  | "audit"
  | "clock"
  | "credentialBatches"
  | "credentialIssuance"
  | "credentialNonces"
  | "credentialStatuses"
  | "credentialTemplates"
  | "credentialTokens"
  | "events"
  | "log"
  | "random"
>;

/** A credential request as received. */
export interface IssueCredential {
  readonly unit: Unit;
  /** The access token; null if none was sent. */
  readonly token: string | null;
  readonly body: JsonObject;
}

/** The reason why no credential is issued (RFC 6750 §3.1; OpenID4VCI 1.0 §8.3.1). */
export interface IssueCredentialRefusal {
  readonly code:
    | CredentialRequestRefusal["code"]
    | "credential_request_denied"
    | "invalid_nonce"
    | "invalid_token"
    | "unknown_credential_configuration"
    | "unknown_credential_identifier";
  readonly message?: string;
}

/** The data from which a credential is issued. */
interface Issuable {
  readonly found: FoundItem;
  readonly row: StudentRow;
  readonly template: CredentialTemplate;
  readonly signer: AcademicIssuerSigner;
}

/**
 * Issues the credential of an access token, bound to the key of the request's proof. Token, nonce,
 * item, status and audit entry are one commit: of concurrent requests one gets the credential; the
 * units of the others fail, and they read `invalid_token` when they run again. A refusal uses up
 * nothing: a wallet whose proof failed tries again with the same token. A token ends with its
 * offer: a newer offer makes it `invalid_token`. An item that was revoked or removed is
 * `credential_request_denied`, since no other token would change that.
 *
 * @see Credentials §4, rule 2; OpenID4VCI 1.0 §8; decisions-2.md part 15
 */
export async function issueCredential(
  ports: IssueCredentialPorts,
  { unit, token: accessToken, body }: IssueCredential,
): Promise<Result<CredentialResponse, IssueCredentialRefusal>> {
  const token = accessToken !== null && isSecret(accessToken)
    ? await ports.credentialTokens.find(accessToken)
    : null;
  if (token === null) return refuse({ code: "invalid_token" });
  const issuable = await findIssuable(ports, token.value);
  if (!issuable.ok) return issuable;
  const request = readCredentialRequest(body);
  if (!request.ok) return request;
  const asked = checkAsked(request.value, issuable.value.template);
  if (!asked.ok) return asked;
  const proof = await verifyProof(ports, request.value.proof);
  if (!proof.ok) return proof;
  const nonce = await ports.credentialNonces.find(proof.value.nonce);
  if (nonce === null) return refuse({ code: "invalid_nonce" });
  const issued = await issue(ports, unit, { ...issuable.value, holder: proof.value.jwk });
  if (!issued.ok) return issued;
  token.spend(unit);
  nonce.spend(unit);
  const credential = issued.value;
  return ok({
    credentials: [{ credential }],
    ...(request.value.hasFormat ? { credential } : {}),
  });
}

async function findIssuable(
  { academicIssuers, clock, credentialBatches, credentialTemplates }: IssueCredentialPorts,
  { batchId, itemId, offerHash }: CredentialGrant,
): Promise<Result<Issuable, IssueCredentialRefusal>> {
  const denied = refuse({ code: "credential_request_denied" } as const);
  const batch = await credentialBatches.find(batchId);
  const found = await batch?.findItem(itemId) ?? null;
  if (found === null || found.item.state.kind === "revoked") return denied;
  const { item: { row, state } } = found;
  if (state.kind !== "exchanged" || await offerHashOf(found) !== offerHash) {
    return refuse({ code: "invalid_token" });
  }
  const { academicIssuerId, credentialTemplateId } = found.batch;
  const [approved, signer] = await Promise.all([
    credentialTemplates.find(credentialTemplateId),
    academicIssuers.signer(academicIssuerId),
  ]);
  if (row === null || approved === null || signer === null) return denied;
  const isOver = signer.notAfter * 1000 <= clock.now().epochMilliseconds;
  return isOver ? denied : ok({ found, row, template: approved.template, signer });
}

/** Whether the request names the credential that its token permits. */
function checkAsked(
  { configurationId, identifier, vct }: CredentialRequest,
  { id, credentialType }: CredentialTemplate,
): Result<null, IssueCredentialRefusal> {
  if (configurationId !== null && configurationId !== id) {
    return refuse({
      code: "unknown_credential_configuration",
      message: 'Field "credential_configuration_id" must be the one of the credential offer',
    });
  }
  if (identifier !== null && identifier !== id) {
    return refuse({ code: "unknown_credential_identifier" });
  }
  if (vct !== null && vct !== credentialTypes[credentialType]) {
    return refuse({
      code: "invalid_credential_request",
      message: 'Field "vct" must be the type of the credential that was offered',
    });
  }
  return ok(null);
}

const proofMessages: Readonly<Record<KeyProofFault, string>> = {
  malformed: "it must be a compact JWS of JSON claims",
  type_unsupported: "typ must be openid4vci-proof+jwt, without crit",
  algorithm_unsupported: "alg must be ES256",
  key_reference_unsupported: "the header must name the key by jwk alone, not by kid or x5c",
  key_unusable: "jwk must be a public key on P-256 that signs",
  signature_invalid: "its signature does not verify",
  issuer_unexpected: "iss must be absent, since no client_id was authenticated",
  audience_differs: "aud must be the credential issuer identifier, as a string",
  time_unaccepted: "iat must be the present time, and exp and nbf numbers",
  expired: "its exp has passed",
  not_yet_valid: "its nbf lies ahead",
  nonce_missing: "nonce must be a c_nonce of this service",
};

async function verifyProof(
  { clock, credentialIssuance: { issuer, rules } }: IssueCredentialPorts,
  proof: string,
): Promise<Result<KeyProof, IssueCredentialRefusal>> {
  const verified = await verifyKeyProof(proof, {
    audience: issuer,
    now: Math.floor(clock.now().epochMilliseconds / 1000),
    toleranceSeconds: rules.keyProofSeconds,
    skewSeconds: rules.clockSkewSeconds,
  });
  if (verified.ok) return verified;
  const message = `The key proof is refused: ${proofMessages[verified.refusal.code]}`;
  return refuse({ code: "invalid_proof", message });
}

async function issue(
  ports: IssueCredentialPorts,
  unit: Unit,
  { found, holder, row, signer, template }:
    & Issuable
    & Pick<
      Parameters<typeof makeCredential>[1],
      "holder"
    >,
): Promise<Result<string, IssueCredentialRefusal>> {
  const { audit, clock, credentialStatuses, events, log } = ports;
  const { batch: { id: batchId, academicIssuerId }, item: { id: itemId } } = found;
  const status = await credentialStatuses.allocate(unit, academicIssuerId);
  const made = await makeCredential(ports, { template, row, signer, status, holder });
  if (!made.ok) {
    log.warn("credential_not_issuable", { batchId, itemId, reason: made.refusal.code });
    return refuse({ code: "credential_request_denied" });
  }
  const at = clock.now().toString({ smallestUnit: "millisecond" });
  found.redeem(unit, { at, status });
  const { id: templateId, credentialType } = template;
  audit.record(unit, {
    kind: "CREDENTIAL_ISSUED",
    mode: found.batch.mode,
    batchId,
    itemId,
    academicIssuerId,
    templateId,
    credentialType,
  });
  const { clientId, mode } = found.batch;
  if (clientId !== undefined) {
    const data = { batchId, itemId, credentialTemplateId: templateId };
    events.raise(unit, { clientId, mode, type: "credential.redeemed", data });
  }
  return made;
}
