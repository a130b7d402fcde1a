import type { Audit } from "../audit/ports.ts";
import type { Clients } from "../access/ports.ts";
import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { Lists } from "../lists_in_force/ports.ts";
import type { Matcher } from "../matching/ports.ts";
import type { VerificationRules } from "../policy/verification.ts";
import type { PresentationPorts } from "../presentation/ports.ts";
import type { ScreeningRules } from "../screening/gates.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { VerificationKind } from "./session_schema.ts";

/** The ports that verification needs. */
export interface VerificationPorts extends PresentationPorts<VerificationKind> {
  readonly audit: Audit;
  readonly clients: Clients;
  readonly lists: Lists;
  readonly matcher: Matcher;
  /** Gates and hashes that a screening pins. */
  readonly rules: ScreeningRules;
  readonly telemetry: Telemetry;
  readonly verification: VerificationSettings;
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
