import assert from "node:assert/strict";
import type { CredentialProblem } from "../../../core/seal/ports.ts";
import {
  DIALECTS,
  find,
  findUsable,
  sign,
  trustServiceClient,
} from "../../support/trust_service_client.ts";
import { fakeCredentialIds } from "../../support/trust_service_credentials.ts";

const unusable = (problem: CredentialProblem) => ({
  ok: false,
  refusal: { code: "signing_credential_unusable", problem },
});
const unavailable = (fault: string) => ({
  ok: false,
  refusal: { code: "upstream_unavailable", fault },
});

for (const dialect of DIALECTS) {
  Deno.test(`findCredential() says why a credential cannot sign, ${dialect}`, async (t) => {
    await using client = await trustServiceClient({ dialect });
    const cases = [
      ["seal-disabled", "key_not_enabled"],
      ["seal-suspended", "certificate_not_valid"],
      ["seal-revoked", "certificate_not_valid"],
      ["seal-called-expired", "certificate_out_of_date"],
      ["seal-out-of-date", "certificate_out_of_date"],
      ["seal-weak", "no_supported_algorithm"],
      ["seal-sha512", "no_supported_algorithm"],
      ["sign-browser", "needs_browser"],
      ["sign-otp", "needs_second_factor"],
      ["seal-of-nobody", "unknown_credential"],
    ] as const;
    for (const [id, problem] of cases) {
      await t.step(id, async () => assert.deepEqual(await find(client, id), unusable(problem)));
    }
    await t.step(
      "a signature's credential seals nothing, where the service says what it is",
      async () => {
        const found = await find(client, "sign-p256", "seal");
        if (dialect === "v2") assert.deepEqual(found, unusable("other_qualifier"));
        else assert(found.ok);
      },
    );
    assert.equal(client.service.calls.get("credentials/authorize"), 0);
  });
}

Deno.test("findCredential() asks again for each act: a credential may have been revoked since", async () => {
  await using client = await trustServiceClient();
  await findUsable(client, "seal-p256");
  await findUsable(client, "seal-p256");
  assert.equal(client.service.calls.get("credentials/info"), 2);
  assert.equal(client.service.calls.get("info"), 1);
  client.clock.advance({ hours: 1 });
  await findUsable(client, "seal-p256");
  assert.equal(client.service.calls.get("info"), 2);
});

Deno.test("findCredential() takes a date by our clock, whatever the service says", async () => {
  await using client = await trustServiceClient();
  client.clock.advance({ hours: 24 * 3_500 });
  assert.deepEqual(await find(client, "seal-p256"), unusable("certificate_out_of_date"));
});

Deno.test("findCredential() asks without details of the certificate where there are none", async () => {
  await using client = await trustServiceClient({ dialect: "v1" });
  client.service.answerOnce("credentials/info", { status: 501, body: {} });
  await findUsable(client, "seal-p256");
  await findUsable(client, "seal-p256");
  const asked = client.service.bodies.filter(([call]) => call === "credentials/info")
    .map(([, body]) => JSON.parse(String(body)).certInfo);
  // Learned once.
  assert.deepEqual(asked, [true, undefined, undefined]);
});

Deno.test("a version or a service that lacks what is called is refused, and described all the same", async (t) => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["a later major version", { specs: "3.0.0.0" }],
    ["an older one", { specs: "0.1.7.9" }],
    ["no version", { specs: "latest" }],
    ["no signHash", { methods: ["credentials/info", "credentials/authorize"] }],
    ["no authorize", { methods: ["credentials/info", "signatures/signHash"] }],
  ];
  for (const [why, info] of cases) {
    await t.step(why, async () => {
      await using client = await trustServiceClient({ info });
      assert.deepEqual(await find(client, "seal-p256"), unavailable("unsupported_version"));
      const described = await client.provider.describe(client.signal);
      assert(described.ok && described.value.name === "Example Trust Services");
      assert.equal(client.service.calls.get("token"), 0);
    });
  }
});

Deno.test("a version is chosen by what info says, not by the address", async () => {
  await using client = await trustServiceClient({ info: { specs: "1.0.3.0" } });
  const found = await find(client, "seal-p256");
  // The service answers in v2, which v1 does not read.
  assert.deepEqual(found, unavailable("bad_answer"));
});

Deno.test("listCredentials() reads every page", async () => {
  await using client = await trustServiceClient();
  const listed = await client.provider.listCredentials(client.signal);
  assert.deepEqual(listed, { ok: true, value: fakeCredentialIds });
  assert.equal(client.service.calls.get("credentials/list"), 2);
});

Deno.test("describe() shows the service's name without what is not visible", async () => {
  const name = `Trust\u202e\u0000 ${"x".repeat(300)}`;
  await using client = await trustServiceClient({ info: { name } });
  const described = await client.provider.describe(client.signal);
  assert(described.ok);
  assert.equal(described.value.name, `Trust ${"x".repeat(194)}`);
  assert.equal(described.value.specs, "2.2.0.0");
});

Deno.test("a redirect is followed nowhere, and an answer without end is not read", async (t) => {
  await t.step("redirect", async () => {
    await using elsewhere = await trustServiceClient();
    await using client = await trustServiceClient();
    const headers = { location: `${elsewhere.service.url}/credentials/authorize` };
    const credential = await findUsable(client, "seal-p256");
    client.service.answer("credentials/authorize", { status: 307, body: {}, headers });
    const asked = { credential, hash: new Uint8Array(32), authorization: null };
    assert.deepEqual(
      await client.provider.signHash(asked, client.signal),
      unavailable("redirect"),
    );
    assert.equal(elsewhere.service.bodies.length, 0);
  });
  await t.step("length", async () => {
    await using client = await trustServiceClient({ rules: { answerBytesMax: 16 * 1_024 } });
    client.service.answer("credentials/info", { status: 200, body: "x".repeat(20_000) });
    assert.deepEqual(await find(client, "seal-p256"), unavailable("too_long"));
  });
});

Deno.test("an answer for a signature that comes later is none", async () => {
  await using client = await trustServiceClient();
  client.service.answer("signatures/signHash", { status: 200, body: { responseID: "later" } });
  assert.deepEqual(await sign(client, "seal-p256"), unavailable("bad_answer"));
  client.service.answer("signatures/signHash", { status: 202, body: { signatures: ["AAAA"] } });
  assert.deepEqual(await sign(client, "seal-p256"), unavailable("bad_answer"));
});
