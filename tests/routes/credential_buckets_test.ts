import assert from "node:assert/strict";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { BATCHES } from "../support/credential_batches.ts";
import { employerSessionsPath } from "../support/employing.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { templatesPath } from "../support/templates.ts";

/** Number of requests that these buckets permit at once. */
const capacity = 3;
const small = { capacity, refillPerSecond: 1 };

const withBucket = (bucket: string) =>
  serviceInMemory({ policy: { rateLimits: { [bucket]: small } } });

/** Sends a wallet's request from an address. */
async function send(service: TestService, path: string, peer: string, body?: unknown) {
  const answer = await service.fetch(path, {
    peer,
    ...(body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const token = "/v1/credentials/token";
const unknownCode = { grant_type: preAuthorizedCodeGrant, "pre-authorized_code": "A".repeat(43) };

Deno.test("the routes of wallets answer 429 to a source that empties their bucket, and to no other", async (t) => {
  const [one, other] = ["192.0.2.1", "192.0.2.2"];
  const cases = [
    { bucket: "credentialToken", path: token, body: unknownCode, allowed: 400 },
    { bucket: "credentialToken", path: "/v1/credentials/offers/unknown", allowed: 404 },
    { bucket: "credential", path: "/v1/credentials/nonce", body: {}, allowed: 200 },
    { bucket: "credential", path: "/v1/credentials", body: { proof: {} }, allowed: 401 },
    { bucket: "demoOffer", path: "/v1/credentials/sandbox/demo-offer", allowed: 200 },
  ];
  for (const { bucket, path, body, allowed } of cases) {
    await t.step(`${path}: ${bucket}`, async () => {
      await using service = await withBucket(bucket);
      for (let sent = 0; sent < capacity; sent++) {
        const { status, headers } = await send(service, path, one, body);
        const left = capacity - sent - 1;
        assert.equal(status, allowed);
        assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"${bucket}";r=${left};`));
      }
      const refused = await send(service, path, one, body);
      assert.deepEqual([refused.status, refused.body.error], [429, "rate_limit_exceeded"]);
      assert.equal(refused.headers.get("retry-after"), `${refused.body.retryAfterSeconds}`);
      assert.match(refused.headers.get("ratelimit-policy") ?? "", new RegExp(`^"${bucket}";q=3;`));
      assert.equal((await send(service, path, other, body)).status, allowed);
      service.clock.advance({ seconds: 1 });
      assert.equal((await send(service, path, one, body)).status, allowed);
    });
  }
});

Deno.test("a code that is refused by its bucket is used by nobody", async () => {
  await using service = await withBucket("credentialToken");
  const offered = await send(service, "/v1/credentials/sandbox/demo-offer", "192.0.2.1");
  const grant = offered.body.credentialOffer.grants[preAuthorizedCodeGrant];
  for (let sent = 0; sent < capacity; sent++) await send(service, token, "192.0.2.1", unknownCode);
  const body = { grant_type: preAuthorizedCodeGrant, ...grant };
  assert.equal((await send(service, token, "192.0.2.1", body)).status, 429);
  assert.equal((await send(service, token, "192.0.2.2", body)).status, 200);
});

Deno.test("the routes of institutions and employers share a client's bucket, which is no other client's", async () => {
  await using service = await serviceInMemory({
    mode: "live",
    policy: { rateLimits: { credentials: small } },
  });
  const roles = ["credentials-api-client", "credentials-api-verifier"];
  const acme = service.as("acme", { roles });
  const isLimited = ({ status }: Answer) => status === 429;
  const answers = [
    await acme.get(templatesPath),
    await acme.get(`${BATCHES}/unknown`),
    await acme.get(`${employerSessionsPath}?clientId=acme`),
    await acme.get(templatesPath),
  ];
  assert.deepEqual(answers.map(isLimited), [false, false, false, true]);
  assert(!isLimited(await service.as("globex", { roles }).get(templatesPath)));
});

Deno.test("metadata and status lists have no bucket: every verifier may ask", async () => {
  await using service = await serviceInMemory({
    policy: {
      rateLimits: Object.fromEntries(
        ["credential", "credentialToken", "credentials", "demoOffer"].map((name) => [name, small]),
      ),
    },
  });
  const paths = [
    "/v1/credentials/.well-known/openid-credential-issuer",
    "/.well-known/oauth-authorization-server/v1/credentials",
    "/v1/credentials/status-lists/unknown",
  ];
  for (const path of paths) {
    for (let sent = 0; sent < 3 * capacity; sent++) {
      const { status, headers } = await send(service, path, "192.0.2.1");
      assert.deepEqual([status === 429, headers.get("ratelimit")], [false, null], path);
    }
  }
});
