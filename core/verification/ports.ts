import type { AccessPorts } from "../access/ports.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { VerificationRules } from "../policy/verification.ts";
import type { PresentationPorts, PresentationSessions } from "../presentation/ports.ts";
import type { ScreeningPorts } from "../screening/ports.ts";
import type { VerificationKind } from "./session_schema.ts";

/** The ports that verification needs. */
export interface VerificationPorts
  extends
    AccessPorts,
    Omit<PresentationPorts, "sessions">,
    Pick<ScreeningPorts, "audit" | "lists" | "matcher" | "rules" | "telemetry"> {
  readonly verification: VerificationSettings;
  readonly verificationSessions: PresentationSessions<VerificationKind>;
}

/** A deployment's settings for verification. */
export interface VerificationSettings {
  /** Whom a sandbox's packs are encrypted to, where the client has registered nobody. */
  readonly sandboxPackKey: EvidenceEncryptionKey | null;
  readonly rules: Pick<VerificationRules, "callbackDetail"> & {
    /** Minutes that a session waits for its answer. */
    readonly sessionMinutes: number;
  };
}
