import type { Unit } from "../../base/unit.ts";
import type { BatchPorts } from "./batch_ports.ts";
import type { BatchId, BatchItemId } from "./batch_schema.ts";
import type { CredentialIssuerMetadata } from "./issuance_schema.ts";
import type { FoundSecret } from "./ports.ts";

/** Access tokens of wallets, stored by hash; single use, five minutes. */
export interface CredentialTokens {
  /** @returns the token */
  add(unit: Unit, grant: CredentialGrant): string;
  find(token: string): Promise<FoundSecret<CredentialGrant> | null>;
}

/** The item that a wallet's access token permits to redeem. */
export interface CredentialGrant {
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
  /** SHA-256, hex, of the redeemed offer, with which the token ends. */
  readonly offerHash: string;
}

/** `c_nonce` values (OpenID4VCI 1.0 §7), stored by hash; single use, five minutes. */
export interface CredentialNonces {
  /** @returns the nonce */
  add(unit: Unit): string;
  find(nonce: string): Promise<FoundSecret<null> | null>;
}

/** A deployment's settings for the issuing of credentials. */
export interface IssuanceSettings {
  /** The credential issuer identifier: base URL with `/v1/credentials`. */
  readonly issuer: string;
  readonly rules: {
    readonly accessTokenMinutes: number;
    readonly nonceMinutes: number;
    readonly enrolmentDays: number;
    /** Seconds by which a wallet's clock may differ when it signs its key proof. */
    readonly keyProofSeconds: number;
    /** Seconds after `exp` or before `nbf` during which a key proof is accepted. */
    readonly clockSkewSeconds: number;
  };
}

/** The issuer metadata, whose description reads every template. */
export interface IssuerMetadata {
  /** Returns the metadata, cached for a moment. */
  read(): Promise<CredentialIssuerMetadata>;
}

/** The ports of the issuing of credentials. */
export interface IssuancePorts extends BatchPorts {
  readonly credentialIssuance: IssuanceSettings;
  readonly credentialNonces: CredentialNonces;
  readonly credentialTokens: CredentialTokens;
  readonly issuerMetadata: IssuerMetadata;
}
