import type { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import type { VerificationRules } from "../policy/verification.ts";
import type { VerifierIdentity } from "../verification/authorization_request.ts";
import type { RequestSigner } from "../verification/request_signer.ts";
import type { StatusReference } from "../verification/status_reference.ts";
import type { TrustAnchor } from "../verification/trust_anchors.ts";

/** What a deployment's verification stands on. */
export interface VerificationSettings {
  /** What the service calls itself in URLs; no slash at its end. */
  readonly baseUrl: string;
  readonly identity: VerifierIdentity;
  /** Signs requests; null where the identity asks for none. */
  readonly signer: RequestSigner | null;
  /** Whose credentials are believed; nobody's, where there are none. */
  readonly anchors: readonly TrustAnchor[];
  /** Whom a sandbox's packs are encrypted to, where the client has registered nobody. */
  readonly sandboxPackKey: EvidenceEncryptionKey | null;
  readonly rules: VerificationRules & {
    /** Minutes that a session waits for its answer. */
    readonly sessionMinutes: number;
    /** Hours that a session token lives past its session's end. */
    readonly tokenHours: number;
  };
}

/** What a status list says of a credential now. */
export type RevocationStatus = "valid" | "revoked" | "unknown";

/** Whether credentials still hold (Token Status List). */
export interface Revocations {
  /**
   * @param type `vct` or document type of the credential
   * @returns `unknown` when the list cannot be had, does not verify or has no such entry
   */
  look(reference: StatusReference, type: string): Promise<RevocationStatus>;
}
