import assert from "node:assert/strict";
import { uuidV7 } from "../../../base/uuid.ts";
import { SessionId } from "../../../core/presentation/schema.ts";
import { openSessionTokens } from "../../../kv/verification/session_tokens.ts";
import { storeInMemory } from "../../support/store.ts";

Deno.test("isTokenOf() knows the token of one session, whatever key is active since", async () => {
  await using at = await storeInMemory();
  const { "session-token": keys, idempotency } = at.dataKeys;
  const tokens = openSessionTokens(keys);
  const tokenKeyId = tokens.keyId;
  const [one, other] = [SessionId.parse(uuidV7(at)), SessionId.parse(uuidV7(at))];
  const token = await tokens.tokenOf({ id: one, tokenKeyId });
  const rotated = openSessionTokens({ ...keys, active: idempotency.active });
  assert.notEqual(rotated.keyId, tokenKeyId);
  for (const known of [tokens, rotated]) {
    assert(await known.isTokenOf(token, { id: one, tokenKeyId }));
    assert(!await known.isTokenOf(token, { id: other, tokenKeyId }));
    assert(!await known.isTokenOf(token, { id: one, tokenKeyId: null }), "it has no token");
  }
  await assert.rejects(tokens.tokenOf({ id: one, tokenKeyId: "of nobody" }));
});
