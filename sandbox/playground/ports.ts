import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { AuditEntry } from "../../core/audit/entry.ts";
import type { WalletIssuers } from "../wallet/ports.ts";
import type { Fetch } from "../wallet/read_request.ts";
import type { StoredWallet } from "../wallet/wallet_schema.ts";

/** The wallets of a sandbox's prospects, each under the prospect's client id. */
export interface PlaygroundWallets {
  /** @returns null for an unknown or expired wallet */
  find(clientId: ClientId): Promise<StoredWallet | null>;
  /**
   * Replaces a wallet by the result of `change`, which runs again after a concurrent change.
   *
   * @returns the new wallet
   */
  change(
    clientId: ClientId,
    change: (found: StoredWallet | null) => Promise<StoredWallet>,
  ): Promise<StoredWallet>;
}

/** The relying party of the playground's login, with its published secret. */
export interface PlaygroundRelyingParty {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** The ports of the playground. */
export interface PlaygroundPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly issuers: WalletIssuers;
  readonly wallets: PlaygroundWallets;
  /** The base of the service's own URLs. */
  readonly baseUrl: string;
  readonly relyingParty: PlaygroundRelyingParty;
  /**
   * The sandbox's published key, which opens the evidence packs of clients without a registered
   * key.
   */
  readonly evidenceKey: Readonly<Record<"kty" | "crv" | "x" | "y" | "d", string>>;
  /** The latest audit entries of a client, newest first, once recorded events are on the chain. */
  readonly latestEntries: (clientId: string) => Promise<readonly AuditEntry[]>;
  /** Calls this service within this process for a source address; rejects for any other URL. */
  readonly fetchAs: (sourceAddress: string) => Fetch;
}
