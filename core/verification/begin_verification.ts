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

/** A session to begin, for one check. */
export interface BeginVerification {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly startedFor: StartedFor;
  readonly checkType: CheckType;
  readonly countryCode: string | null;
  /** The key to which the pack is encrypted, for a check that stores one; default null. */
  readonly packKey?: EvidenceEncryptionKey | null;
  /** The URL to which the wallet returns the browser; null or absent: none. */
  readonly returnUrl?: string | null;
  /** Minutes for which the session waits for an answer. */
  readonly pendingMinutes: number;
  /** The form of the check; default: the specified one. */
  readonly credentialQueries?: VerificationRules["credentialQueries"];
}

/**
 * Begins a session in the unit, for the API or for a login. `requestUriOf` returns the link for its
 * wallet.
 *
 * @throws Error for a check that stores a pack, when there is no key to encrypt it
 */
export function beginVerification(
  ports: BeginPorts,
  asked: BeginVerification,
): VerificationSession {
  return beginSession(enginePorts(ports), asSession(ports, asked));
}

/** Begins a session for a page's browser. @param origin the origin of the page */
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
