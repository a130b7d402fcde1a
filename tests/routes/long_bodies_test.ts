import assert from "node:assert/strict";
import { ok } from "../../base/result.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { putRecord } from "../support/clients.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory } from "../support/service.ts";
import { standInSigning } from "../support/stand_in_signing.ts";

const document = new TextEncoder().encode("%PDF-1.7\n%%EOF\n").toBase64();
const largestBodyBytes = defaultPolicy.limits.documentBodyBytesMax;
// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const SEAL = { document, authorizingRepresentativeId: "0199a000-0004-7000-8000-000000000001" };

Deno.test("long bodies that are held leave no room for more: half of it for one client, and none once they are answered", async () => {
  const allowed = Promise.withResolvers<void>();
  const asked = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const signing = standInSigning({
    sign: async () => {
      asked.find((_, n) => signing.signed.length === n + 1)?.resolve();
      await allowed.promise;
      return ok(new Uint8Array(64));
    },
  });
  await using service = await serviceInMemory({
    signing: signing.service,
    policy: { ...roomyPolicy, limits: { longBodiesBytesMax: 4 * largestBodyBytes } },
  });
  await putRecord(service, "sandbox", { sealCredential: { credentialId: "seal-1" } });
  // No length is declared: each counts as the largest body.
  const seal = (client: string, headers = {}) => service.as(client).post("/v1/seal", SEAL, headers);
  const held = [seal("sandbox"), seal("sandbox")];
  await asked[1]?.promise;
  const over = await seal("sandbox");
  assert.deepEqual(
    [over.status, over.body.error, over.headers.get("retry-after")],
    [503, "upstream_unavailable", "1"],
  );
  // It was not read: neither its shape nor its media type is looked at.
  const unread = await service.as("sandbox").post("/v1/seal", { of: "another shape" });
  assert.equal(unread.body.error, "upstream_unavailable");
  const other = await seal("other");
  assert.notEqual(other.body.error, "upstream_unavailable", "another client waits for the first");
  const declared = new TextEncoder().encode(JSON.stringify({ ...SEAL, document: "" })).length;
  const short = await service.as("other").post("/v1/seal", { ...SEAL, document: "" }, {
    "content-length": String(declared),
  });
  assert.equal(short.status, 400);
  assert.equal((await service.fetch("/health")).status, 200);
  allowed.resolve();
  assert.deepEqual((await Promise.all(held)).map(({ status }) => status), [200, 200]);
  assert.equal((await seal("sandbox")).status, 200, "the room was not given back");
});

Deno.test("a body that is refused gives its room back", async () => {
  await using service = await serviceInMemory({
    policy: { ...roomyPolicy, limits: { longBodiesBytesMax: 2 * largestBodyBytes } },
  });
  const own = service.as("sandbox");
  for (let n = 0; n < 5; n++) {
    assert.equal((await own.post("/v1/seal", { of: "another shape" })).status, 400);
    const tooLong = await own.post("/v1/seal", SEAL, { "content-length": "999999999" });
    assert.equal(tooLong.status, 413);
  }
});
