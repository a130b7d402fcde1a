import { ok } from "../../base/result.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { HeldCredentials } from "../wallet/held_credential.ts";
import { type HolderKeys, makeHolderKey } from "../wallet/holder_keys.ts";
import {
  credentialsIn,
  emptyWallet,
  keyIn,
  withCredential,
  withKey,
} from "../wallet/stored_wallet.ts";
import type { PlaygroundWallets } from "./ports.ts";

/** Maximum credentials in a prospect's wallet; the oldest are dropped. */
const credentialsMax = 8;

/** A prospect's wallet. */
export interface OpenedWallet {
  readonly holderKeys: HolderKeys;
  readonly heldCredentials: HeldCredentials;
}

/** Opens the wallet of a prospect. Its keys are made at their first use. */
export function openWallet(
  wallets: PlaygroundWallets,
  clientId: ClientId,
): OpenedWallet {
  return {
    holderKeys: {
      keyOf: async (person, format) => {
        const found = await wallets.find(clientId);
        const known = found === null ? null : await keyIn(found, person, format);
        if (known !== null) return ok(known);
        const made = await makeHolderKey();
        const changed = await wallets.change(clientId, async (now) => {
          const wallet = now ?? emptyWallet;
          // Another request of the same prospect may have made one meanwhile.
          const other = await keyIn(wallet, person, format);
          return other === null ? await withKey(wallet, { person, format, pair: made }) : wallet;
        });
        return ok(await keyIn(changed, person, format) ?? made);
      },
    },
    heldCredentials: {
      list: async () => ok(await credentialsIn(await wallets.find(clientId) ?? emptyWallet)),
      add: async (held) => {
        await wallets.change(clientId, async (now) => {
          const { credentials = [], ...wallet } = await withCredential(now ?? emptyWallet, held);
          return { ...wallet, credentials: credentials.slice(-credentialsMax) };
        });
        return ok(null);
      },
    },
  };
}
