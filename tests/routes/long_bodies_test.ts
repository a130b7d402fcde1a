import assert from "node:assert/strict";
import { ok } from "../../base/result.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { putRecord } from "../support/clients.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory } from "../support/service.ts";
import { standInSigning } from "../support/stand_in_signing.ts";

const largest = defaultPolicy.limits.documentBodyBytesMax;
// The least that the policy takes: the largest body of two clients, or two of half the size of one.
const policy = { ...roomyPolicy, limits: { longBodiesBytesMax: 2 * largest } };
// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const OWNER = "0199a000-0004-7000-8000-000000000001";

/** A request with a body of this many bytes. */
function sealOf(bodyBytes: number) {
  const asked = (document: string) => ({ document, authorizingRepresentativeId: OWNER });
  const room = bodyBytes - JSON.stringify(asked("")).length;
  return asked("A".repeat(room - room % 4));
}

const small = sealOf(1_000);

Deno.test("long bodies that are held leave no room for more: half of it for one client, and all once they are answered", async () => {
  const allowed = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const signing = standInSigning({
    sign: async () => {
      asked.resolve();
      await allowed.promise;
      return ok(new Uint8Array(64));
    },
  });
  await using service = await serviceInMemory({ signing: signing.service, policy });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "seal-1" } });
  const own = service.as("sandbox");
  const large = sealOf(largest * 3 / 4);
  const held = own.post("/v1/seal", large);
  await asked.promise;
  const over = await own.post("/v1/seal", large);
  assert.deepEqual(
    [over.status, over.body.error, over.headers.get("retry-after")],
    [503, "upstream_unavailable", "1"],
  );
  // By its length alone, without a byte of it; and where no length is declared, once it is over.
  const declared = { "content-length": String(largest * 3 / 4) };
  const unread = await own.post("/v1/seal", { of: "another shape" }, declared);
  assert.equal(unread.body.error, "upstream_unavailable");
  const other = await service.as("other").post("/v1/seal", large);
  assert.notEqual(other.body.error, "upstream_unavailable", "another client waits for the first");
  assert.notEqual((await own.post("/v1/seal", { ...small, document: "" })).status, 503);
  assert.equal((await service.fetch("/health")).status, 200);
  allowed.resolve();
  assert.equal((await held).status, 200);
  assert.equal((await own.post("/v1/seal", large)).status, 200, "the room was not given back");
});

Deno.test("a body that is refused gives its room back", async () => {
  await using service = await serviceInMemory({ policy });
  const own = service.as("sandbox");
  const unshaped = { of: "x".repeat(largest * 3 / 4) };
  for (let n = 0; n < 3; n++) {
    assert.equal((await own.post("/v1/seal", unshaped)).status, 400);
    const tooLong = await own.post("/v1/seal", small, { "content-length": "999999999" });
    assert.equal(tooLong.status, 413);
  }
});
