import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { AcademicIssuerId } from "../../../core/credentials/issuer_schema.ts";
import { openInstitutions } from "../../../service/credentials/academic_issuers.ts";
import { parseConfig } from "../../../service/config/config.ts";
import { openAcademicAnchors } from "../../../service/credentials/credentials_trust.ts";
import {
  sandboxAcademicAuthority,
  sandboxInstitutionId,
} from "../../../sandbox/invented/academic.ts";
import { sandboxAuthority } from "../../../sandbox/invented/credentials.ts";
import { operating } from "../../support/institutions.ts";
import { liveEnvironment } from "../../support/service.ts";
import { storeInMemory } from "../../support/store.ts";
import { trustIn } from "../../support/trust.ts";

function configOf(environment: Readonly<Record<string, string>>) {
  const config = parseConfig({ AVAL_KV: ":memory:", ...environment });
  assert(config.ok, JSON.stringify(config));
  return config.value;
}

const ES256 = { name: "ECDSA", hash: "SHA-256" };

Deno.test("a sandbox issues as its published institution, whose authority is believed about academic credentials alone", async () => {
  await using service = await storeInMemory();
  const { store, clock } = service;
  const config = configOf({});
  const issuers = await openInstitutions(config, store);
  const issuer = await issuers.find(sandboxInstitutionId);
  assert.deepEqual([issuer?.name, issuer?.country], ["Example University", "AT"]);
  assert.match(issuer?.logo ?? "", /^data:image\/png;base64,/);
  const signer = await issuers.signer(sandboxInstitutionId);
  assert(signer !== null);
  const anchors = await openAcademicAnchors(config, { store, clock });
  const trust = trustIn(await anchors());
  const believed = await trust.credentialIssuer(signer.chain, clock.now());
  assert(believed.ok);
  assert(believed.value.isTrustedFor("urn:academic:degree-award:1"));
  assert(!believed.value.isTrustedFor("urn:eudi:pid:1"));
  const text = new TextEncoder().encode("a degree");
  const signed = await crypto.subtle.sign(ES256, signer.key, text);
  assert(await crypto.subtle.verify(ES256, believed.value.key, signed, text));
  // Degrees last as long as their certificate: twenty years of today's and of tomorrow's.
  assert(signer.notAfter > Date.parse("2056-01-01T00:00:00Z") / 1000);
  const { subject, ca } = new X509Certificate(signer.chain[0]!);
  assert.deepEqual([subject, ca], ["C=AT\nO=Example University\nCN=Example University", false]);
  assert.equal(await anchors(), await anchors());
  const wallets = trustIn([sandboxAuthority()]);
  assert(!(await wallets.credentialIssuer(signer.chain, clock.now())).ok);
});

Deno.test("live knows neither the sandbox's institution nor its authority", async () => {
  await using service = await storeInMemory();
  const { store, clock } = service;
  const config = configOf(await liveEnvironment());
  const issuers = await openInstitutions(config, store);
  assert.equal(await issuers.find(sandboxInstitutionId), null);
  assert.equal(await issuers.signer(sandboxInstitutionId), null);
  const anchors = await openAcademicAnchors(config, { store, clock });
  assert.deepEqual(await anchors(), []);
});

Deno.test("an authority that an operator makes is believed by servers that run, in either mode", async () => {
  await operating(async ({ admin, clock, secret, withStore }) => {
    await admin("client", "put", "acme");
    const key = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: secret.toBase64() };
    const sandbox = configOf(key);
    const live = configOf({
      ...key,
      ...await liveEnvironment(),
      AVAL_SECRET_KEY: key.AVAL_SECRET_KEY,
    });
    await withStore(async (store) => {
      const openedIn = [sandbox, live].map((config) =>
        openAcademicAnchors(config, { store, clock })
      );
      const [ofSandbox, ofLive] = await Promise.all(openedIn);
      assert(ofSandbox !== undefined && ofLive !== undefined);
      assert.deepEqual([(await ofSandbox()).length, (await ofLive()).length], [1, 0]);
      const put = await admin("issuer", "put", "vienna", "--name", "Wien");
      assert.equal(put.status, 0, put.err);
      clock.advance({ seconds: 5 });
      const own = sandboxAcademicAuthority().fingerprint;
      const anchors = await ofLive();
      assert.equal(anchors.length, 1);
      assert.notEqual(anchors[0]?.fingerprint, own);
      assert.equal(await ofLive(), anchors);
      assert.deepEqual((await ofSandbox()).map(({ fingerprint }) => fingerprint), [
        own,
        anchors[0]?.fingerprint,
      ]);
      const issuers = await openInstitutions(live, store);
      const vienna = AcademicIssuerId.parse("vienna");
      const signer = await issuers.signer(vienna);
      assert(signer !== null);
      assert.equal(await issuers.signer(vienna), signer);
      await admin("issuer", "renew", "vienna");
      assert.notEqual(await issuers.signer(vienna), signer);
      const trust = trustIn(anchors);
      for (const { chain } of [signer, (await issuers.signer(vienna))!]) {
        assert((await trust.credentialIssuer(chain, clock.now())).ok);
      }
    });
  });
});
