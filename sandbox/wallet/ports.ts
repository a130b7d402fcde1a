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
  /** Absent: each credential is bound to a key of its own, which is forgotten. */
  readonly holderKeys?: HolderKeys;
  /** What issuers gave to the wallet: it stands before what is made on the spot. Absent: nothing. */
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
  /** The one that verifiers believe. */
  readonly issuer: WalletIssuer;
  /** One of the same name, under an authority of the same name, that is not trusted. */
  readonly stranger: WalletIssuer;
  /** The certificate of the authority that has issued the issuer's; DER. */
  readonly authorityCertificate: Uint8Array<ArrayBuffer>;
}
