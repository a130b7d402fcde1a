import { isObject, type JsonObject } from "../../../base/json.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { EcJwk } from "../../../standards/jose/ec_jwk.ts";
import { issueSdJwt } from "../../../standards/sd_jwt/issue.ts";
import type { StatusEntry, StudentRow } from "../batch_schema.ts";
import type { IssuancePorts } from "../issuance_ports.ts";
import type { AcademicIssuerSigner } from "../ports.ts";
import { statusListUri } from "../status/status_list_uri.ts";
import { type CredentialTemplate, credentialTypes } from "../template_schema.ts";

/** The data of one credential. */
export interface CredentialMaking {
  readonly template: CredentialTemplate;
  readonly row: StudentRow;
  readonly signer: AcademicIssuerSigner;
  readonly status: StatusEntry;
  /** The wallet's. */
  readonly holder: EcJwk;
}

/**
 * Makes and signs a credential from the claim values of a row by the template's frame, and from
 * nothing else in the row (decisions-2.md part 15).
 *
 * @returns a refusal when the claim values contain a name that the service itself sets, such as
 *   `iss`
 */
export async function makeCredential(
  { clock, credentialIssuance: { issuer, rules }, random }: Pick<
    IssuancePorts,
    "clock" | "credentialIssuance" | "random"
  >,
  { template, row, signer, status, holder }: CredentialMaking,
): Promise<Result<string, { readonly code: "claim_name_reserved" }>> {
  const { credentialType, sdJwtDisclosureFrame } = template;
  if (!isObject(row.claimValues)) return refuse({ code: "claim_name_reserved" });
  const iat = Math.floor(clock.now().epochMilliseconds / 1000);
  const { kty, crv, x, y } = holder;
  const clear: JsonObject = {
    iss: issuer,
    vct: credentialTypes[credentialType],
    iat,
    exp: credentialType === "ENROLMENT"
      ? Math.min(iat + rules.enrolmentDays * 86_400, signer.notAfter)
      : signer.notAfter,
    cnf: { jwk: { kty, crv, x, y } },
    status: {
      status_list: { idx: status.idx, uri: statusListUri(issuer, status.listId) },
    },
  };
  const claims = row.claimValues;
  const issued = await issueSdJwt(
    { clear, claims, frame: sdJwtDisclosureFrame, random },
    { key: signer.key, chain: signer.chain },
  );
  return issued.ok ? ok(issued.value) : issued;
}
