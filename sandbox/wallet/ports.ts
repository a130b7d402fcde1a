import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { HeldCredentials } from "./held_credential.ts";
import type { HolderKeys } from "./holder_keys.ts";

/** The ports that a wallet needs. */
export interface WalletPorts {
  readonly clock: Clock;
  /** Salts of claims. */
  readonly random: Random;
  readonly issuers: WalletIssuers;
  /** Absent: each credential is bound to a new key, which is not stored. */
  readonly holderKeys?: HolderKeys;
  /** Credentials from issuers, which take precedence over newly made ones. Absent: none. */
  readonly heldCredentials?: Pick<HeldCredentials, "list">;
}

/** An issuer of credentials, with its private key. */
export interface WalletIssuer {
  /** DER. */
  readonly certificate: Uint8Array<ArrayBuffer>;
  readonly privateKey: Readonly<Record<"kty" | "crv" | "x" | "y" | "d", string>>;
}

/** The issuers of the credentials that a wallet presents. */
export interface WalletIssuers {
  /** The issuer that verifiers trust. */
  readonly issuer: WalletIssuer;
  /** An untrusted issuer of the same name, under an authority of the same name. */
  readonly stranger: WalletIssuer;
  /** The certificate of the authority that issued the issuer's certificate; DER. */
  readonly authorityCertificate: Uint8Array<ArrayBuffer>;
}
