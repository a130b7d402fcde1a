import { ok, refuse, type Result } from "../../base/result.ts";
import type { Conclusion } from "../presentation/answer_session.ts";
import type { ClaimRefusal } from "../presentation/check_definition.ts";
import type { Proven } from "../presentation/prove_answer.ts";
import type { Proof } from "./check_definition.ts";
import { sealEvidence } from "./evidence_pack.ts";
import type { VerificationPorts } from "./ports.ts";
import type { VerificationDecision } from "./schema.ts";
import { notScreened, screenSubject } from "./screen_subject.ts";
import type { VerificationSession } from "./session_schema.ts";

/**
 * Decides by what a wallet has proved: screens its holder where the check asks for it, and seals the
 * evidence where the check keeps it. Records nothing.
 */
export async function concludeVerification(
  ports: Pick<VerificationPorts, "clock" | "random" | "matcher" | "lists" | "rules">,
  session: VerificationSession,
  { proof: { booleanProofs, subject }, credentials }: Proven<Proof>,
): Promise<Result<Conclusion<VerificationDecision>, ClaimRefusal>> {
  const screened = subject === null ? ok(notScreened) : screenSubject(ports, session.mode, subject);
  if (!screened.ok) return screened;
  const decision: VerificationDecision = {
    method: "eudi_wallet",
    booleanProofs,
    ...screened.value,
    templateVersion: session.templateVersion,
  };
  const verifiedAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  const { packKey } = session;
  if (packKey === null) return ok({ decision, pack: null });
  const pack = await sealEvidence({ session, credentials, decision, verifiedAt }, packKey);
  return pack === null ? refuse({ code: "claim_unusable" }) : ok({ decision, pack });
}
