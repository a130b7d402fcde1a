import assert from "node:assert/strict";
import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };
import { type Certified, certify, signerExtensions } from "../support/certificates.ts";
import { ExtendedKeyUsageExtension } from "@peculiar/x509";
import { always, certificatesPem, keyPem, makeVerifier, pemOf } from "../support/pem.ts";
import { type Claims, publishedIssuer, type TestIssuer } from "../support/sandbox_wallet.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../support/service.ts";
import { present, start } from "../support/verifying.ts";

const root = await certify({ name: "Issuers", ...always });
const other = await certify({ name: "Others", ...always });
const sandboxPem = pemOf("CERTIFICATE", Uint8Array.fromBase64(published.authority.certificate));

async function issuerBelow(issuer: Certified, ...usages: string[]): Promise<TestIssuer> {
  const extensions = usages.length === 0
    ? signerExtensions
    : [...signerExtensions, new ExtendedKeyUsageExtension(usages, true)];
  const { der, keys } = await certify({ name: "Signer", issuer, extensions, ...always });
  return { chain: [der], key: keys.privateKey };
}

const birthdate = "1984-08-12";
/** An age that is shown by a mobile document. */
const document = { av_age_over_18: { age_over_18: true } };

/** The outcome of an age check that is answered by a credential of this issuer. */
async function checkWith(
  service: TestService,
  issuer: TestIssuer,
  { claims = { pid_birthdate: { birthdate } }, vct = "urn:eudi:pid:1" }: {
    readonly claims?: Readonly<Record<string, Claims>>;
    readonly vct?: string;
  } = {},
): Promise<string> {
  const started = await start(service.as("acme"), "age-verification");
  const answer = await present(service, started, claims, { issuer, sdJwt: { payload: { vct } } });
  const { message, booleanProofs } = answer.body;
  return answer.status === 200
    ? `over 18: ${booleanProofs.ageOver18}`
    : message.replace(/^.*verify: (\w+) \(.*$/, "$1");
}

const accepted = "over 18: true";
const untrusted = "issuer_untrusted";

/** A folder with these files; names may have one folder in them. */
async function folderOf(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(`${path}/${name}`.replace(/\/[^/]+$/, ""), { recursive: true });
    await Deno.writeTextFile(`${path}/${name}`, text);
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

Deno.test("live believes nobody without trust anchors, and says so at its start", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  assert.equal(await checkWith(service, publishedIssuer), untrusted);
  assert.equal(await checkWith(service, await issuerBelow(root)), untrusted);
  assert.equal(await checkWith(service, publishedIssuer, { claims: document }), untrusted);
  assert(
    service.logLines.some((line) => line.includes('"level":"info","event":"no_trust_anchors"')),
  );
});

Deno.test("live believes its anchors alone, in a folder or in the variable", async () => {
  await using folder = await folderOf({
    "two.pem": `# both\n${certificatesPem(root)}`,
    ".hidden": "nothing",
  });
  for (const AVAL_TRUST_ANCHORS of [folder.path, certificatesPem(root)]) {
    await using service = await serviceInMemory({ mode: "live", env: { AVAL_TRUST_ANCHORS } });
    assert.equal(await checkWith(service, await issuerBelow(root)), accepted);
    assert.equal(await checkWith(service, await issuerBelow(other)), untrusted);
    assert.equal(await checkWith(service, publishedIssuer), untrusted);
    assert(!service.logLines.some((line) => line.includes("no_trust_anchors")));
  }
});

Deno.test("a sandbox believes the published authority beside its anchors", async () => {
  await using alone = await serviceInMemory();
  assert.equal(await checkWith(alone, publishedIssuer), accepted);
  assert.equal(await checkWith(alone, await issuerBelow(root)), untrusted);
  const env = { AVAL_TRUST_ANCHORS: certificatesPem(root) };
  await using both = await serviceInMemory({ env });
  assert.equal(await checkWith(both, publishedIssuer), accepted);
  assert.equal(await checkWith(both, await issuerBelow(root)), accepted);
});

Deno.test("who signs credentials has a certificate for that, or for nothing in particular", async () => {
  const env = { AVAL_TRUST_ANCHORS: certificatesPem(root) };
  await using service = await serviceInMemory({ mode: "live", env });
  const [tlsServer, mdlReader] = ["1.3.6.1.5.5.7.3.1", "1.0.18013.5.1.6"];
  const [mdl, mdoc, pid] = ["1.0.18013.5.1.2", "1.0.23220.4.1.2", "1.3.130.2.0.0.1.2"];
  const cases = [
    [[], accepted],
    [[mdl], accepted],
    [[mdoc], accepted],
    [[pid], accepted],
    // As the EU's reference issuer has them, and one for more.
    [[mdl, mdoc], accepted],
    [[tlsServer, mdl], accepted],
    [[tlsServer], untrusted],
    [[mdlReader], untrusted],
  ] as const;
  for (const [usages, expected] of cases) {
    const issuer = await issuerBelow(root, ...usages);
    assert.equal(await checkWith(service, issuer), expected, usages.join(" "));
  }
});

Deno.test("an anchor in a folder of a type's name is believed about that type alone", async () => {
  const ages = await certify({ name: "Ages", ...always });
  await using folder = await folderOf({
    "urn:eudi:pid:1/eu.pem": certificatesPem(root),
    "urn:eudi:pid:de:1/de.pem": certificatesPem(other),
    "eu.europa.ec.av.1/ages.pem": certificatesPem(ages),
  });
  const env = { AVAL_TRUST_ANCHORS: folder.path };
  await using service = await serviceInMemory({ mode: "live", env });
  const [eu, german] = [await issuerBelow(root), await issuerBelow(other)];
  // Whoever is believed about the EU's PID is about a member state's own, not the other way round.
  assert.equal(await checkWith(service, eu), accepted);
  assert.equal(await checkWith(service, eu, { vct: "urn:eudi:pid:de:1" }), accepted);
  assert.equal(await checkWith(service, german, { vct: "urn:eudi:pid:de:1" }), accepted);
  assert.equal(await checkWith(service, german), untrusted);
  assert.equal(await checkWith(service, german, { vct: "urn:eudi:pid:fr:1" }), untrusted);
  const ofAges = await issuerBelow(ages);
  assert.equal(await checkWith(service, ofAges, { claims: document }), accepted);
  assert.equal(await checkWith(service, ofAges), untrusted);
  for (const issuer of [eu, german]) {
    assert.equal(await checkWith(service, issuer, { claims: document }), untrusted);
  }
});

Deno.test("one authority in two folders is believed about both types", async () => {
  await using folder = await folderOf({
    "eu.europa.ec.av.1/root.pem": certificatesPem(root),
    "urn:eudi:pid:1/root.pem": certificatesPem(root),
  });
  const env = { AVAL_TRUST_ANCHORS: folder.path };
  await using service = await serviceInMemory({ mode: "live", env });
  const issuer = await issuerBelow(root);
  assert.equal(await checkWith(service, issuer), accepted);
  assert.equal(await checkWith(service, issuer, { claims: document }), accepted);
});

Deno.test("anchors and a verifier that cannot be used stop the start, one line a variable", async (t) => {
  const verifier = await makeVerifier();
  const signer = await certify({ name: "Signer", issuer: root, ...always });
  await using folder = await folderOf({
    "ok/root.pem": certificatesPem(root),
    "leaf/root.pem": certificatesPem(signer),
    "key/root.pem": `${certificatesPem(root)}${await keyPem(root)}`,
    "readme/README": "certificates",
    "deep/type/inside/root.pem": certificatesPem(root),
    "broken/root.pem": certificatesPem(root).replace("MII", "MIJ"),
    "sandbox/urn:eudi:pid:1/sandbox.pem": sandboxPem,
    "key.pem": await keyPem(verifier.own),
    "certificate.pem": certificatesPem(verifier.own, verifier.ca),
  });
  await Deno.mkdir(`${folder.path}/empty`);
  const live = { ...await liveEnvironment(), AVAL_KV: ":memory:" };
  const anchorsIn = (name: string) => ({ AVAL_TRUST_ANCHORS: `${folder.path}/${name}` });
  const ca = /^aval: AVAL_TRUST_ANCHORS: .*root\.pem holds a certificate that is no CA's$/m;
  const cases: readonly (readonly [string, Record<string, string>, readonly RegExp[]])[] = [
    ["no folder", anchorsIn("nowhere"), [/^aval: AVAL_TRUST_ANCHORS: expected a folder/m]],
    ["a file", anchorsIn("ok/root.pem"), [/^aval: AVAL_TRUST_ANCHORS: expected a folder/m]],
    ["nothing", anchorsIn("empty"), [/^aval: AVAL_TRUST_ANCHORS: the folder holds no cert/m]],
    ["no CA", anchorsIn("leaf"), [ca]],
    ["a key", anchorsIn("key"), [/^aval: AVAL_TRUST_ANCHORS: .*holds a private key/m]],
    ["no PEM", anchorsIn("readme"), [/^aval: AVAL_TRUST_ANCHORS: .*README holds no PEM/m]],
    ["deeper folders", anchorsIn("deep"), [/^aval: AVAL_TRUST_ANCHORS: expected a folder/m]],
    ["damage", anchorsIn("broken"), [/^aval: AVAL_TRUST_ANCHORS: .*is no X.509 certificate$/m]],
    ["the sandbox's", { ...live, ...anchorsIn("sandbox") }, [
      /^aval: AVAL_TRUST_ANCHORS: holds the published sandbox authority/m,
    ]],
    ["the sandbox's as text", { ...live, AVAL_TRUST_ANCHORS: sandboxPem }, [
      /^aval: AVAL_TRUST_ANCHORS: holds the published sandbox authority/m,
    ]],
    ["files that are not there, all at once", {
      AVAL_VERIFIER_ID: "x509_hash",
      AVAL_VERIFIER_KEY: "/nowhere/key.pem",
      AVAL_VERIFIER_CERT: "/nowhere/certificate.pem",
      ...anchorsIn("leaf"),
    }, [
      ca,
      /^aval: AVAL_VERIFIER_KEY: the file cannot be read$/m,
      /^aval: AVAL_VERIFIER_CERT: the file cannot be read$/m,
    ]],
    ["a key of somebody else", { ...verifier.env, AVAL_VERIFIER_KEY: await keyPem(root) }, [
      /^aval: AVAL_VERIFIER_CERT: is of another key than the verifier's$/m,
    ]],
    ["no signing identity", { AVAL_VERIFIER_KEY: `${folder.path}/key.pem` }, [
      /^aval: AVAL_VERIFIER_KEY: has no effect without/m,
    ]],
  ];
  for (const [why, env, says] of cases) {
    await t.step(why, async () => {
      await assert.rejects(startServer({ AVAL_KV: ":memory:", ...env }), ({ message }: Error) => {
        for (const line of says) assert.match(message, line);
        assert.equal(message.match(/^aval: /gm)?.length, says.length, message);
        assert.doesNotMatch(message, /BEGIN/);
        return true;
      });
    });
  }
  await t.step("and what can be used does not", async () => {
    await using server = await startServer({
      AVAL_KV: ":memory:",
      AVAL_VERIFIER_ID: "x509_hash",
      AVAL_VERIFIER_KEY: `${folder.path}/key.pem`,
      AVAL_VERIFIER_CERT: `${folder.path}/certificate.pem`,
      ...anchorsIn("ok"),
    });
    const started = await fetch(`${server.url}/v1/verify/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ clientId: "acme", checkType: "age-verification" }),
    });
    const { authorizationRequestUri } = await started.json();
    const address = new URL(authorizationRequestUri).searchParams.get("request_uri") ?? "";
    const request = await fetch(`${server.url}${new URL(address).pathname}`);
    assert.equal(request.headers.get("content-type"), "application/oauth-authz-req+jwt");
    await request.body?.cancel();
  });
});
