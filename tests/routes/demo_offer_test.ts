import assert from "node:assert/strict";
import { AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import { demoTemplateId } from "../../core/credentials/demo_offer.ts";
import { demoOfferRoutes } from "../../routes/api/demo_offer.ts";
import { qrPath } from "../../routes/pages/qr_path.ts";
import { routesOver } from "../support/login_redeeming.ts";
import { serviceInMemory } from "../support/service.ts";
import { standInDemo } from "../support/status_stand_ins.ts";

const path = "/v1/credentials/sandbox/demo-offer";
const grant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";

async function offering(policy = {}) {
  const demo = standInDemo({
    id: AcademicIssuerId.parse("sandbox-university"),
    name: "Example <University>",
    country: "AT",
    logo: null,
    colour: null,
  });
  const { demoCredentials } = demo;
  const routes = routesOver(demoOfferRoutes("sandbox"), { demoCredentials });
  const service = await serviceInMemory({ routes, policy });
  return { ...demo, service, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

Deno.test("GET and POST of the demo offer make an offer of their own each time", async () => {
  await using at = await offering();
  const { service, templates, batches } = at;
  const codes = new Set<string>();
  for (const method of ["GET", "POST", "GET", "POST"]) {
    const answer = await service.fetch(path, { method });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const { credentialOffer, credentialOfferUri, expiresAt, ...rest } = await answer.json();
    assert.deepEqual(rest, {});
    const { [grant]: { "pre-authorized_code": code } } = credentialOffer.grants;
    assert.deepEqual(credentialOffer, {
      credential_issuer: "https://aval.example/v1/credentials",
      credential_configuration_ids: [demoTemplateId],
      grants: { [grant]: { "pre-authorized_code": code } },
    });
    const address = new URL(credentialOfferUri).searchParams.get("credential_offer_uri")!;
    assert.match(
      credentialOfferUri,
      /^openid-credential-offer:\/\/\?credential_offer_uri=https%3A/,
    );
    assert.match(address, /^https:\/\/aval\.example\/v1\/credentials\/offers\/offer-of-/);
    const until = service.clock.now().add({ hours: 7 * 24 });
    assert.equal(expiresAt, until.toString({ smallestUnit: "millisecond" }));
    codes.add(code);
  }
  assert.deepEqual([codes.size, templates.size, batches.size], [4, 1, 4]);
  const [template] = [...templates.values()];
  assert.deepEqual([template?.status, template?.mode], ["APPROVED", "sandbox"]);
  for (const { batch, rows } of batches.values()) {
    assert.deepEqual([batch.status, batch.itemCount, rows.length], ["APPROVED", 1, 1]);
    assert.notEqual(batch.preparedBySignatoryId, batch.approvedBySignatoryId);
  }
});

Deno.test("HEAD and a browser's prefetch make no demo offer", async () => {
  await using at = await offering();
  const { service, templates, batches } = at;
  const head = await service.fetch(path, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, null]);
  const prefetch = await service.fetch(path, { headers: { "sec-purpose": "prefetch" } });
  assert.equal(prefetch.status, 400);
  assert.deepEqual([templates.size, batches.size], [0, 0]);
});

Deno.test("a browser gets a page with a link and a QR code of one offer, and no script", async () => {
  await using at = await offering();
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  const answer = await at.service.fetch(path, { headers: { accept } });
  assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  const policy = answer.headers.get("content-security-policy")!;
  assert.match(policy, /^default-src 'none'; style-src 'sha256-/);
  assert(!policy.includes("script-src"));
  const page = await answer.text();
  assert(!/<script|\son\w+=/i.test(page));
  assert(page.includes("Example &lt;University&gt;"));
  const [link] = [...page.matchAll(/href="(openid-credential-offer:[^"]*)"/g)];
  assert(link !== undefined);
  assert.equal(at.batches.size, 1);
  const [id] = at.batches.keys();
  assert(link[1]!.endsWith(`offer-of-${id}`));
  // The code is of what the link opens.
  assert(page.includes(qrPath(link[1]!.replaceAll("&amp;", "&"))!.path));
});

Deno.test("demo offers are limited by source", async () => {
  await using at = await offering({ rateLimits: { demoOffer: { capacity: 2 } } });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await at.service.fetch(path)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal(at.batches.size, 2);
});

Deno.test("live has no demo offer", async () => {
  assert.deepEqual(demoOfferRoutes("live"), []);
  await using service = await serviceInMemory({ mode: "live", routes: demoOfferRoutes("live") });
  for (const method of ["GET", "POST"]) {
    assert.equal((await service.fetch(path, { method })).status, 404);
  }
});

Deno.test("the header Link of a demo offer has the address to revoke it by", async () => {
  await using service = await serviceInMemory({});
  const made = await service.fetch(path);
  const [, address = ""] = /^<([^>]+)>; rel="related"; title="revoke"$/.exec(
    made.headers.get("link") ?? "",
  ) ?? [];
  const { credentialOffer: { grants: { [grant]: offered } } } = await made.json();
  const revoked = await service.fetch(new URL(address).pathname, { method: "POST" });
  assert.deepEqual([revoked.status, (await revoked.json()).status], [200, "REVOKED"]);
  const exchanged = await service.fetch("/v1/credentials/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: grant, ...offered }),
  });
  assert.deepEqual([exchanged.status, (await exchanged.json()).error], [400, "invalid_grant"]);
});
