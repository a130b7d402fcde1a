import { ok, refuse, type Result } from "../../base/result.ts";
import type { ClaimRefusal } from "../presentation/check_definition.ts";
import type { Conclusion } from "../presentation/ports.ts";
import type { Proven } from "../presentation/prove_answer.ts";
import type { VerifiedCredential } from "../presentation/verify_answer.ts";
import type { Proof } from "./check_definition.ts";
import { sealEvidence } from "./evidence_pack.ts";
import type { VerificationPorts } from "./ports.ts";
import type { VerificationDecision } from "./schema.ts";
import { notScreened, screenSubject } from "./screen_subject.ts";
import type { VerificationSession } from "./session_schema.ts";

/**
 * Makes the decision from a wallet's proof: screens the holder if the check requires it, and seals
 * the evidence if the check stores it. For a login's session it also determines the person. Records
 * nothing.
 */
export async function concludeVerification(
  ports: Pick<VerificationPorts, "clock" | "random" | "matcher" | "lists" | "rules" | "subjects">,
  session: VerificationSession,
  proven: Proven<Proof>,
): Promise<Result<Conclusion<VerificationDecision>, ClaimRefusal>> {
  const { proof: { booleanProofs, subject }, credentials } = proven;
  const screened = subject === null ? ok(notScreened) : screenSubject(ports, session.mode, subject);
  const [credential] = credentials;
  if (!screened.ok) return unusable(credential, "given_name, family_name");
  const decision: VerificationDecision = {
    method: "eudi_wallet",
    booleanProofs,
    ...screened.value,
    templateVersion: session.templateVersion,
  };
  const verifiedAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  const { packKey } = session;
  const loggedIn = await subjectOfLogin(ports, session, proven);
  if (packKey === null) return ok({ decision, delivery: { kind: "none" }, subject: loggedIn });
  const ciphertext = await sealEvidence({ session, credentials, decision, verifiedAt }, packKey);
  return ciphertext === null
    ? unusable(credential, null)
    : ok({ decision, delivery: { kind: "pack", ciphertext }, subject: loggedIn });
}

function unusable(
  credential: Pick<VerifiedCredential, "id"> | undefined,
  claim: string | null,
): Result<never, ClaimRefusal> {
  return refuse({ code: "claim_unusable", credential: credential?.id ?? null, claim });
}

/**
 * The person that a login's session logs in: the holder of its only credential, by the key that
 * signed the key binding.
 *
 * @returns null for a session of the API, and for unverified claims
 */
async function subjectOfLogin(
  { subjects }: Pick<VerificationPorts, "subjects">,
  { startedFor, clientId }: VerificationSession,
  { proof: { booleanProofs }, credentials }: Proven<Proof>,
): Promise<string | null> {
  const isProved = "claimsVerified" in booleanProofs && booleanProofs.claimsVerified;
  if (startedFor !== "login" || !isProved) return null;
  const [credential, ...others] = credentials;
  if (credential === undefined || others.length > 0) {
    throw new Error("A login asks for one credential: two have two holders");
  }
  return await subjects.subjectOf({ clientId, thumbprint: credential.holderKeyThumbprint });
}
