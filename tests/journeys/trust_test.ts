import assert from "node:assert/strict";
import { type Certified, certify } from "../support/certificates.ts";
import { folderOf } from "../support/folder.ts";
import { issuerBelow } from "../support/issuer.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { type Claims, publishedIssuer, type TestIssuer } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { present, start } from "../support/verifying.ts";

const root = await certify({ name: "Issuers", ...always });
const other = await certify({ name: "Others", ...always });

const birthdate = "1984-08-12";
/** Claims of an age check answered by a mobile document. */
const document = { av_age_over_18: { age_over_18: true } };

/** The outcome of an age check answered by a credential of this issuer. */
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
    [[tlsServer], "certificate_usage_unaccepted"],
    [[mdlReader], "certificate_usage_unaccepted"],
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

Deno.test("a CA that was renewed is believed by whichever of its certificates holds", async () => {
  const { keys } = root;
  const old = await certify({ name: "Issuers", keys, notAfter: new Date("2021-01-01T00:00:00Z") });
  for (const [first, second] of [[old, root], [root, old]] as const) {
    await using folder = await folderOf({
      "1.pem": certificatesPem(first),
      "2.pem": certificatesPem(second),
    });
    const env = { AVAL_TRUST_ANCHORS: folder.path };
    await using service = await serviceInMemory({ mode: "live", env });
    assert.equal(await checkWith(service, await issuerBelow(root)), accepted);
  }
});

Deno.test("a driving licence is of its issuer's country, where the certificates name one", async () => {
  const licence = (issuing_country: string) => ({
    mdl_mobile_driving_licence: {
      driving_privileges: [],
      document_number: "T22000129",
      issuing_country,
      expiry_date: "2040-03-01",
    },
  });
  const below = async (ofRoot: Certified, country?: string): Promise<TestIssuer> => {
    const named = country === undefined ? {} : { country };
    const { der, keys } = await certify({ name: "DS", issuer: ofRoot, ...named, ...always });
    return { chain: [der], key: keys.privateKey };
  };
  const german = await certify({ name: "IACA", country: "DE", ...always });
  const env = { AVAL_TRUST_ANCHORS: certificatesPem(german, root) };
  await using service = await serviceInMemory({ mode: "live", env });
  const cases = [
    [await below(german, "DE"), "DE", 200],
    [await below(german), "DE", 200],
    [await below(root), "FR", 200],
    [await below(root, "FR"), "FR", 200],
    [await below(german, "DE"), "FR", 400],
    [await below(german), "FR", 400],
    [await below(german, "FR"), "FR", 400],
    [await below(root, "FR"), "DE", 400],
  ] as const;
  for (const [issuer, country, expected] of cases) {
    const started = await start(service.as("acme"), "mobile-driving-licence");
    const { status, body } = await present(service, started, licence(country), { issuer });
    assert.equal(status, expected, body.message);
    if (status === 400) assert.match(body.message, /: issuer_country_differs \(/);
  }
});

Deno.test("two certificates of one key are each believed about their own type", async () => {
  const twin = await certify({ name: "Issuers", keys: root.keys, ...always });
  await using folder = await folderOf({
    "eu.europa.ec.av.1/1.pem": certificatesPem(root),
    "urn:eudi:pid:1/2.pem": certificatesPem(twin),
  });
  const env = { AVAL_TRUST_ANCHORS: folder.path };
  await using service = await serviceInMemory({ mode: "live", env });
  assert.equal(await checkWith(service, await issuerBelow(root)), accepted);
});
