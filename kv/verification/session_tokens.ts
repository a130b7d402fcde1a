import { isSameSecret } from "../../base/constant_time.ts";
import type { SessionTokens, TokenSession } from "../../core/presentation/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { macOf } from "../keys/mac.ts";

/** Tokens of sessions. @param keys the `session-token` data keys */
export function openSessionTokens(keys: KeyRing): SessionTokens {
  const tokenOf = async ({ id, tokenKeyId }: TokenSession) => {
    if (!keys.byId.has(tokenKeyId)) await keys.reload();
    const key = keys.byId.get(tokenKeyId);
    if (key === undefined) throw new Error("A session names a key of tokens that is not on file");
    return macOf(key.cryptoKey, ["verification session token", id]);
  };
  return {
    get keyId() {
      return keys.active.id;
    },
    tokenOf,
    isTokenOf: async (given, { id, tokenKeyId }) =>
      tokenKeyId !== null && isSameSecret(given, await tokenOf({ id, tokenKeyId })),
  };
}
