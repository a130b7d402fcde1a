import type { AccessPorts } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
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
  readonly subjects: Subjects;
  readonly verification: VerificationSettings;
  readonly verificationSessions: PresentationSessions<VerificationKind>;
}

/** Pseudonyms of persons who log in. */
export interface Subjects {
  /**
   * Returns the pseudonym of a wallet's holder for one client, which never changes (OpenID Connect
   * Core §8.1, pairwise).
   *
   * @param pair a client, and the RFC 7638 thumbprint of the holder's key
   * @throws Error when either is empty
   */
  subjectOf(
    pair: { readonly clientId: ClientId; readonly thumbprint: string },
  ): Promise<string>;
}

/** A deployment's settings for verification. */
export interface VerificationSettings {
  /** The key for a sandbox's packs, if the client registered none. */
  readonly sandboxPackKey: EvidenceEncryptionKey | null;
  readonly rules: Pick<VerificationRules, "callbackDetail" | "credentialQueries"> & {
    /** Minutes for which a session waits for its answer. */
    readonly sessionMinutes: number;
  };
}
