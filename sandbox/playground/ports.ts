import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { AuditEntry } from "../../core/audit/entry.ts";
import type { WalletIssuers } from "../wallet/ports.ts";
import type { Fetch } from "../wallet/read_request.ts";
import type { StoredWallet } from "../wallet/wallet_schema.ts";

/** The wallets of a sandbox's prospects, each under the prospect's client id. */
export interface PlaygroundWallets {
  /** @returns null where there is none, or it is over */
  find(clientId: ClientId): Promise<StoredWallet | null>;
  /**
   * Replaces a wallet by what `change` makes of it, which runs again when another change was quicker.
   *
   * @returns the wallet as it stands then
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
  /** The base of the service's own addresses. */
  readonly baseUrl: string;
  readonly relyingParty: PlaygroundRelyingParty;
  /** Opens the evidence packs of clients without a registered key: the sandbox's published one. */
  readonly evidenceKey: Readonly<Record<"kty" | "crv" | "x" | "y" | "d", string>>;
  /** The latest audit entries of a client, newest first, once what is recorded stands on the chain. */
  readonly latestEntries: (clientId: string) => Promise<readonly AuditEntry[]>;
  /**
   * Reaches this service in this process, on behalf of a source address; every other address rejects.
   */
  readonly fetchAs: (sourceAddress: string) => Fetch;
}
