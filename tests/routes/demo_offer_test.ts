import assert from "node:assert/strict";
import { demoTemplateId } from "../../core/credentials/demo_offer.ts";
import { demoOfferRoutes } from "../../routes/api/demo_offer.ts";
import { qrPath } from "../../routes/pages/qr_path.ts";
import { BATCHES } from "../support/credential_batches.ts";
import { demoOfferPath as path, revocationOf } from "../support/demo_credential.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { templatesPath } from "../support/templates.ts";

const grant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";

async function templatesOf(service: TestService) {
  return (await service.as("anybody").get(templatesPath)).body.templates;
}

/** A sandbox, and the ids of its stored batches. */
async function offering(policy = roomyPolicy) {
  const batches = new Set<string>();
  const service = await serviceInMemory({
    policy,
    env: { AVAL_BASE_URL: "https://aval.example" },
    wrapBackend: (backend) => ({
      ...backend,
      commit: (writes) => {
        for (const { key: [kind, id] } of writes.puts) {
          if (kind === "credential_batch") batches.add(String(id));
        }
        return backend.commit(writes);
      },
    }),
  });
  return { service, batches, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** The offer to which a link points, as a wallet reads it. */
async function offerBehind(service: TestService, link: string) {
  const address = new URL(link).searchParams.get("credential_offer_uri")!;
  assert.match(address, /^https:\/\/aval\.example\/v1\/credentials\/offers\//);
  const answer = await service.fetch(new URL(address).pathname);
  assert.equal(answer.status, 200);
  return await answer.json();
}

Deno.test("GET and POST of the demo offer make an offer of their own each time", async () => {
  await using at = await offering();
  const { service, batches } = at;
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
    assert.match(
      credentialOfferUri,
      /^openid-credential-offer:\/\/\?credential_offer_uri=https%3A/,
    );
    assert.deepEqual(await offerBehind(service, credentialOfferUri), credentialOffer);
    const until = service.clock.now().add({ hours: 7 * 24 });
    assert.equal(expiresAt, until.toString({ smallestUnit: "millisecond" }));
    codes.add(code);
  }
  const [template, ...others] = await templatesOf(service);
  assert.deepEqual([template.templateId, template.status, others], [
    demoTemplateId,
    "APPROVED",
    [],
  ]);
  assert.deepEqual([codes.size, batches.size], [4, 4]);
  for (const id of batches) {
    const { body } = await service.as("anybody").get(`${BATCHES}/${id}`);
    assert.deepEqual([body.status, body.itemCount, body.items.length], ["APPROVED", 1, 1]);
    assert.notEqual(body.preparedBySignatoryId, body.approvedBySignatoryId);
  }
});

Deno.test("HEAD and a browser's prefetch make no demo offer", async () => {
  await using at = await offering();
  const { service, batches } = at;
  const head = await service.fetch(path, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, null]);
  const prefetch = await service.fetch(path, { headers: { "sec-purpose": "prefetch" } });
  assert.equal(prefetch.status, 400);
  assert.deepEqual([await templatesOf(service), batches.size], [[], 0]);
});

Deno.test("a browser gets a page with a link and a QR code of one offer, and no script", async () => {
  await using at = await offering();
  const { service, batches } = at;
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  const answer = await service.fetch(path, { headers: { accept } });
  assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  const policy = answer.headers.get("content-security-policy")!;
  assert.match(policy, /^default-src 'none'; style-src 'sha256-/);
  assert(!policy.includes("script-src"));
  const page = await answer.text();
  assert(!/<script|\son\w+=/i.test(page));
  assert(page.includes("Example University"));
  const [link] = [...page.matchAll(/href="(openid-credential-offer:[^"]*)"/g)];
  assert(link !== undefined);
  const opened = link[1]!.replaceAll("&amp;", "&");
  assert.equal(batches.size, 1);
  const { credential_configuration_ids } = await offerBehind(service, opened);
  assert.deepEqual(credential_configuration_ids, [demoTemplateId]);
  // The code is of what the link opens.
  assert(page.includes(qrPath(opened)!.path));
});

Deno.test("demo offers are limited by source", async () => {
  await using at = await offering({ rateLimits: { demoOffer: { capacity: 2 } } });
  const { service, batches } = at;
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await service.fetch(path)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal(batches.size, 2);
});

Deno.test("live has no demo offer", async () => {
  assert.deepEqual(demoOfferRoutes("live"), []);
  await using service = await serviceInMemory({ mode: "live" });
  for (const method of ["GET", "POST"]) {
    assert.equal((await service.fetch(path, { method })).status, 404);
  }
});

Deno.test("the header Link of a demo offer has the address to revoke it by", async () => {
  await using service = await serviceInMemory({});
  const made = await service.fetch(path);
  const { credentialOffer: { grants: { [grant]: offered } } } = await made.json();
  const revoked = await service.fetch(revocationOf(made), { method: "POST" });
  assert.deepEqual([revoked.status, (await revoked.json()).status], [200, "REVOKED"]);
  const exchanged = await service.fetch("/v1/credentials/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: grant, ...offered }),
  });
  assert.deepEqual([exchanged.status, (await exchanged.json()).error], [400, "invalid_grant"]);
});

Deno.test("a browser at an offer's address gets a page in its language, and a wallet what it got", async () => {
  await using at = await offering();
  const { service } = at;
  const { credentialOfferUri } = await (await service.fetch(path)).json();
  const address = new URL(credentialOfferUri).searchParams.get("credential_offer_uri")!;
  const { pathname } = new URL(address);
  const open = (path: string, language = "fr") =>
    service.fetch(path, { headers: { accept: "text/html", "accept-language": language } });
  const page = await open(pathname);
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src/);
  const html = await page.text();
  assert(html.includes('<html lang="fr">') && html.includes("Example University"));
  assert(html.includes(`href="${credentialOfferUri}"`) && html.includes("<svg"));
  const wallet = await service.fetch(pathname, { headers: { accept: "application/json" } });
  assert((await wallet.json()).grants, "reading the page takes nothing");
  const gone = await open(pathname.replace(/.$/, (last) => last === "A" ? "B" : "A"), "de");
  assert.equal(gone.status, 404);
  assert.match(gone.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src/);
  assert.match(await gone.text(), /Dieses Angebot wurde angenommen/);
  const unknown = await service.fetch("/v1/credentials/offers/none", {
    headers: { accept: "*/*" },
  });
  assert.deepEqual([unknown.status, (await unknown.json()).error], [404, "not_found"]);
});
