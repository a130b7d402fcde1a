import type { Unit } from "../../base/unit.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { VerificationRules } from "../policy/verification.ts";
import {
  beginDigitalSession,
  type BeginSession,
  beginSession,
} from "../presentation/begin_session.ts";
import type { StartedFor } from "../presentation/schema.ts";
import type { CheckType } from "./check_type.ts";
import { checkToAsk } from "./checks.ts";
import { enginePorts } from "./engine_ports.ts";
import type { VerificationPorts } from "./ports.ts";
import type { VerificationKind, VerificationSession } from "./session_schema.ts";

/** Path of verification's sessions. */
const sessionsPath = "/v1/verify/sessions";

/** A session to begin, of one check. */
export interface BeginVerification {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly startedFor: StartedFor;
  readonly checkType: CheckType;
  readonly countryCode: string | null;
  /** Whom the pack is encrypted to, of a check that keeps one; null by default. */
  readonly packKey?: EvidenceEncryptionKey | null;
  /** Where the wallet sends the browser back to; null or absent: nowhere. */
  readonly returnUrl?: string | null;
  /** Minutes that it waits for an answer. */
  readonly pendingMinutes: number;
  /** Which form of the check is asked for; by default the specified one. */
  readonly credentialQueries?: VerificationRules["credentialQueries"];
}

/**
 * Begins a session in the unit, for the API or for a login. `requestUriOf` gives what its wallet is
 * shown.
 *
 * @throws Error for a check that keeps a pack where no key to encrypt it is known
 */
export function beginVerification(
  ports: BeginPorts,
  asked: BeginVerification,
): VerificationSession {
  return beginSession(enginePorts(ports), asSession(ports, asked));
}

/** The same for a page's browser. @param origin the page's */
export async function beginDigitalVerification(
  ports: BeginPorts,
  asked: BeginVerification,
  origin: string,
): Promise<VerificationSession> {
  return await beginDigitalSession(enginePorts(ports), { ...asSession(ports, asked), origin });
}

type BeginPorts = Pick<
  VerificationPorts,
  "verificationSessions" | "sessionTokens" | "clock" | "random" | "presentation"
>;

function asSession(
  ports: Pick<VerificationPorts, "sessionTokens">,
  { checkType, packKey = null, credentialQueries = "specified", ...begun }: BeginVerification,
): BeginSession<VerificationKind> {
  const { templateVersion, check: { query, delivers } } = checkToAsk(checkType, credentialQueries);
  if (delivers === "pack" && packKey === null) {
    throw new Error(`${checkType} keeps a pack and has no key`);
  }
  return {
    ...begun,
    service: "verification",
    path: sessionsPath,
    checkType,
    templateVersion,
    query,
    packKey,
    // A login's has none: only its page asks for it.
    tokenKeyId: begun.startedFor === "login" ? null : ports.sessionTokens.keyId,
  };
}
