import { ok, refuse, type Result } from "../../base/result.ts";
import type { SigningAct } from "../../core/seal/attempt_schema.ts";
import type {
  CredentialProblem,
  ProviderRefusal,
  SigningCredential,
} from "../../core/seal/ports.ts";
import { chooseAlgorithm, type ChosenAlgorithm } from "../../standards/csc/algorithm.ts";
import type { CredentialDescription } from "../../standards/csc/credential.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";

/** A credential that cannot sign. */
export type UnusableRefusal = Extract<ProviderRefusal, { code: "signing_credential_unusable" }>;

/** The details of a usable credential. */
export type Usable =
  & Pick<SigningCredential, "certificates" | "authenticationObjectIds">
  & ChosenAlgorithm;

/** The qualifier of each act, for providers that state one. */
const qualifiers: Readonly<Record<SigningAct, string>> = {
  seal: "eu_eidas_qeseal",
  sign: "eu_eidas_qes",
};

/**
 * Checks that a credential is usable: an enabled key, a certificate valid by the service's
 * statement and by this clock, a flow without a browser, the qualifier of the act, a supported
 * algorithm.
 *
 * @returns `bad_answer` if the signer's certificate is malformed
 */
export function holdCredential(
  said: CredentialDescription,
  { act, now }: { readonly act: SigningAct; readonly now: Temporal.Instant },
): Result<Usable, UnusableRefusal | { readonly code: "bad_answer" }> {
  const [der] = said.certificates;
  const certificate = der === undefined ? null : parseCertificate(der);
  if (certificate === null) return refuse({ code: "bad_answer" });
  const chosen = chooseAlgorithm(certificate, said.algorithms);
  const problem = problemOf(said, certificate, act, now);
  if (problem !== null || chosen === null) {
    return refuse({
      code: "signing_credential_unusable",
      problem: problem ?? "no_supported_algorithm",
    });
  }
  return ok({
    certificates: said.certificates,
    authenticationObjectIds: said.objects.map(({ id }) => id),
    ...chosen,
  });
}

function problemOf(
  said: CredentialDescription,
  certificate: Certificate,
  act: SigningAct,
  now: Temporal.Instant,
): CredentialProblem | null {
  const { keyStatus, certificateStatus, mode, objects, qualifiers: given } = said;
  if (keyStatus !== "enabled") return "key_not_enabled";
  if (certificateStatus === "expired") return "certificate_out_of_date";
  if (certificateStatus !== null && certificateStatus !== "valid") return "certificate_not_valid";
  const seconds = now.epochMilliseconds / 1_000;
  if (seconds < certificate.notBefore || seconds > certificate.notAfter) {
    return "certificate_out_of_date";
  }
  if (given.length > 0 && !given.includes(qualifiers[act])) return "other_qualifier";
  if (mode !== "implicit" && mode !== "explicit") return "needs_browser";
  // One PIN is all that a caller can answer.
  const [first, second] = objects;
  if (second !== undefined || first?.isPassword === false) return "needs_second_factor";
  return null;
}
