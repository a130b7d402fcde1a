import type { Unit } from "../../base/unit.ts";
import type { BatchPorts } from "./batch_ports.ts";
import type { BatchId, BatchItemId } from "./batch_schema.ts";
import type { CredentialIssuerMetadata } from "./issuance_schema.ts";
import type { FoundSecret } from "./ports.ts";

/** Access tokens of wallets, kept by hash; single use, five minutes. */
export interface CredentialTokens {
  /** @returns the token */
  add(unit: Unit, grant: CredentialGrant): string;
  find(token: string): Promise<FoundSecret<CredentialGrant> | null>;
}

/** The item that a wallet's access token is for. */
export interface CredentialGrant {
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
  /** SHA-256, hex, of the offer that was redeemed: the token ends with it. */
  readonly offerHash: string;
}

/** `c_nonce` values (OpenID4VCI 1.0 §7), kept by hash; single use, five minutes. */
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
    /** Seconds by which it may be past its `exp`, or before its `nbf`. */
    readonly clockSkewSeconds: number;
  };
}

/** The issuer metadata, which takes a read of every template to describe. */
export interface IssuerMetadata {
  /** As it was a moment ago at the oldest. */
  read(): Promise<CredentialIssuerMetadata>;
}

/** The ports of the issuing of credentials. */
export interface IssuancePorts extends BatchPorts {
  readonly credentialIssuance: IssuanceSettings;
  readonly credentialNonces: CredentialNonces;
  readonly credentialTokens: CredentialTokens;
  readonly issuerMetadata: IssuerMetadata;
}
