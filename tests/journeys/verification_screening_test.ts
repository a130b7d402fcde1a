import assert from "node:assert/strict";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { putRecord } from "../support/clients.ts";
import { runCli } from "../support/cli.ts";
import { entity } from "../support/entity.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { excerpt } from "../support/lists.ts";
import { type Claims, ERIKA } from "../support/sandbox_wallet.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, pathOf, present, start } from "../support/verifying.ts";

const person = (
  given_name: string,
  family_name: string,
  birthdate: string,
  ...nationalities: string[]
) => ({
  given_name,
  family_name,
  birthdate,
  nationalities,
});

/** One nationality less than the permitted number. */
const elsewhere = ["FR", "ES", "PT", "IT", "GR", "PL", "SE", "FI", "DK", "IE", "LU"];

/** Starts an identity check and answers it by a wallet. */
async function check(service: TestService, claims: Claims) {
  const started = await start(service.as("acme"), "aml-identity");
  const { status, body } = await present(service, started, { pid_aml_identity: claims });
  assert.equal(status, 200, JSON.stringify(body));
  return { started, reply: body };
}

Deno.test("aml-identity screens whom the wallet proves against the sandbox's lists", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    { claims: ERIKA, found: ["CLEAR", false, false, false] },
    // Resembles somebody who is on both lists, and was born in another generation.
    {
      claims: person("Goran", "Teslivkov", "1990-10-18", "RS"),
      found: ["CLEAR", false, false, false],
    },
    {
      claims: person("Viktor", "Sandbergov", "1961-04-12", "RU"),
      found: ["CONFIRMED_MATCH", false, true, false],
    },
    {
      claims: person("Viktor", "Sandbergov", "1990-01-01", "RU"),
      found: ["POSSIBLE_MATCH", false, true, true],
    },
    {
      claims: person("Amelie", "Rochardine", "1964-09-17", "FR"),
      found: ["CONFIRMED_MATCH", true, false, false],
    },
    {
      claims: person("Amelie", "Rochardine", "1964-01-17", "FR"),
      found: ["POSSIBLE_MATCH", true, false, true],
    },
    {
      claims: person("Goran", "Teslivkovic", "1955-10-18", "RS"),
      found: ["CONFIRMED_MATCH", true, true, false],
    },
    {
      claims: person("Viktor", "Sandbergov", "1962-04-12", "FR"),
      found: ["POSSIBLE_MATCH", false, true, true],
    },
    // One that is listed is enough, as is one that nobody knows.
    {
      claims: person("Viktor", "Sandbergov", "1962-04-12", "FR", "RU"),
      found: ["CONFIRMED_MATCH", false, true, false],
    },
    {
      claims: person("Viktor", "Sandbergov", "1962-04-12", "FR", "QQ"),
      found: ["CONFIRMED_MATCH", false, true, false],
    },
    {
      claims: person("Viktor", "Sandbergov", "1962-04-12", ...elsewhere, "RU"),
      found: ["CONFIRMED_MATCH", false, true, false],
    },
  ];
  for (const { claims, found } of cases) {
    await t.step(Object.values(claims).flat().join(" "), async () => {
      const { reply } = await check(service, claims);
      assert.deepEqual(
        [reply.amlResult, reply.pepFlag, reply.sanctionedFlag, reply.humanReviewRequired],
        found,
      );
      assert.deepEqual(reply.booleanProofs, { claimsVerified: true });
      assert.deepEqual(reply.listsChecked, ["sandbox-sdn", "sandbox-pep"]);
      assert.deepEqual(reply.frozenDecisionArtifact.listSnapshotIds, []);
      const { engineVersion, gatesHash, ensembleWeightsHash } = reply.frozenDecisionArtifact;
      const { meta } = (await service.as("acme").post("/v1/screen", { name: "Erika" })).body;
      assert.deepEqual(
        [engineVersion, gatesHash, ensembleWeightsHash],
        [meta.engineVersion, meta.gatesHash, meta.ensembleWeightsHash],
      );
    });
  }
});

Deno.test("aml-identity clears nobody by a name that was compared with nothing, and says why", async () => {
  await using service = await serviceInMemory();
  const { started, reply } = await check(
    service,
    person("བསྟན་འཛིན་", "རྒྱ་མཚོ་", "1970-01-01", "IN"),
  );
  const nameCoverage = { untransliteratedScripts: ["Tibt"], unreadScripts: ["Tibt"] };
  const { decision } = (await service.as("acme").get(pathOf(started))).body;
  for (const decided of [reply, decision]) {
    assert.deepEqual(
      [decided.amlResult, decided.pepFlag, decided.sanctionedFlag, decided.humanReviewRequired],
      ["POSSIBLE_MATCH", false, false, true],
    );
    assert.deepEqual(decided.nameCoverage, nameCoverage);
  }
});

Deno.test("aml-identity refuses claims that nobody could be screened by", async (t) => {
  await using service = await serviceInMemory();
  const cases = {
    "a name of blanks": { ...ERIKA, family_name: "  " },
    "a name that is no text": { ...ERIKA, given_name: ["Erika"] },
    "a name of 30,000 characters": { ...ERIKA, given_name: "Erika ".repeat(5_000) },
    "a name without one character to compare": { ...ERIKA, given_name: "!!", family_name: "??" },
    "a year of birth": { ...ERIKA, birthdate: "1984" },
    "an impossible date": { ...ERIKA, birthdate: "1984-02-30" },
    "no nationality": { ...ERIKA, nationalities: [] },
    "a nationality that is no code": { ...ERIKA, nationalities: ["Germany"] },
    "nationalities that are no list": { ...ERIKA, nationalities: "DE" },
    "one nationality too many": {
      ...ERIKA,
      nationalities: [...elsewhere, "DE", "NL", "AT", "BE", "CZ", "EE"],
    },
    "5,000 nationalities": {
      ...ERIKA,
      nationalities: Array.from(
        { length: 5_000 },
        (_, n) => String.fromCharCode(65 + n % 26, 65 + Math.floor(n / 26) % 26),
      ),
    },
  };
  for (const [why, claims] of Object.entries(cases)) {
    await t.step(why, async () => {
      const started = await start(service.as("acme"), "aml-identity");
      const { status, body } = await present(service, started, { pid_aml_identity: claims });
      assert.deepEqual([status, body.error], [400, "invalid_presentation"]);
      assert.match(body.message, /claim_unusable/);
    });
  }
  assert.deepEqual(await service.auditEvents(), []);
});

async function liveService(options: Parameters<typeof serviceInMemory>[0] = {}) {
  const service = await serviceInMemory({ mode: "live", verifying: believingSandbox, ...options });
  const { publicJwk } = await evidenceKeys();
  await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
  return service;
}

/** A person as listed in the excerpt: OFAC SDN 7647. */
const LISTED = person("Xhevat", "Ademi", "1962-12-08", "MK");

Deno.test("in live an identity check pins the published snapshot, and another one changes no decision", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const decided: unknown[] = [];
  const path = { value: "" };
  {
    await using service = await liveService({ kv });
    const { started, reply } = await check(service, LISTED);
    path.value = pathOf(started);
    assert.deepEqual([reply.amlResult, reply.sanctionedFlag, reply.pepFlag], [
      "CONFIRMED_MATCH",
      true,
      null,
    ]);
    assert.deepEqual(reply.listsChecked, ["ofac-sdn"], "ofac-crypto holds no names");
    const { listSnapshotIds } = (await service.as("acme").get("/v1/lists")).body;
    assert.equal(listSnapshotIds.length, 1);
    assert.deepEqual(reply.frozenDecisionArtifact.listSnapshotIds, listSnapshotIds);
    assert.equal((await check(service, ERIKA)).reply.amlResult, "CLEAR");
    decided.push((await service.as("acme").get(`${path.value}?evidencePackDelivery=peek`)).body);
  }
  {
    const lists = `${folder}/later.bin`;
    const source = `ofac-crypto=${excerpt.pathname}crypto`;
    const built = await runCli("lists", [
      "build",
      "--source",
      source,
      "--as-of",
      "2026-03-02",
      "--out",
      lists,
    ]);
    assert.equal(built.code, 0, built.stderr);
    await using later = await liveService({ kv, seed: 8, env: { AVAL_LISTS: lists } });
    decided.push((await later.as("acme").get(`${path.value}?evidencePackDelivery=peek`)).body);
    // On the later list, which is smaller, nobody of that name stands.
    const { reply } = await check(later, LISTED);
    assert.equal(reply.amlResult, "CLEAR");
    assert.notDeepEqual(
      reply.frozenDecisionArtifact.listSnapshotIds,
      // deno-lint-ignore no-explicit-any -- as it was answered
      (decided[0] as any).decision.frozenDecisionArtifact.listSnapshotIds,
    );
  }
  assert.deepEqual(decided[0], decided[1]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a flag is null where no list in force could set it, and only lists with names were checked", async (t) => {
  const about = { title: "t", publisher: "p", licence: "l", asOf: "2026-01-01" };
  const listed = entity(1, [["Xhevat Ademi", "primary"]], { births: ["1962-12-08"] });
  const pep = {
    ...{ category: "FOREIGN", functionalCategory: "MINISTER", status: "CURRENT" } as const,
    ...{ jurisdiction: "MK", linked: [] },
  };
  // The words of a member of an exposed person, in a text of one who is none.
  const remarks = ['"isPep":true'];
  const details = {
    ...{ listedOn: null, sourceUrl: null, designations: [], identifiers: [], remarks, links: [] },
  };
  const sanctioned = { ...listed, details };
  const exposed = { ...entity(2, [["Xhevat Ademi", "primary"]]), source: "us-pep", pep };
  const crypto = { network: "ETH", address: "0x00", source: "ofac-crypto" };
  const cases = [
    { why: "sanctions alone", entities: [sanctioned], flags: [true, null], checked: ["ofac-sdn"] },
    { why: "exposed persons alone", entities: [exposed], flags: [null, true], checked: ["us-pep"] },
    {
      why: "both",
      entities: [sanctioned, exposed],
      flags: [true, true],
      checked: ["ofac-sdn", "us-pep"],
    },
    { why: "addresses alone", entities: [], flags: [null, null], checked: [] },
  ];
  for (const { why, entities, flags, checked } of cases) {
    await t.step(why, async () => {
      const builder = openSnapshotBuilder();
      builder.add(entities);
      builder.addAddresses([crypto]);
      const sources = ["ofac-crypto", ...entities.map(({ source }) => source)];
      const path = await Deno.makeTempFile();
      await Deno.writeFile(path, builder.finish(sources.map((source) => ({ source, ...about }))));
      await using service = await liveService({ env: { AVAL_LISTS: path } });
      const { reply } = await check(service, LISTED);
      assert.deepEqual([reply.sanctionedFlag, reply.pepFlag], flags);
      assert.deepEqual(reply.listsChecked, checked);
      await Deno.remove(path);
    });
  }
});

Deno.test("a session of a sandbox is none to a live deployment on the same store", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY };
  const opened = async () => {
    await using sandbox = await serviceInMemory({ kv, env });
    return await start(sandbox.as("acme"), "age-verification");
  };
  const started = await opened();
  await using live = await serviceInMemory({
    mode: "live",
    kv,
    seed: 8,
    verifying: believingSandbox,
  });
  const claims = { av_age_over_18: { age_over_18: true } };
  assert.equal((await present(live, started, claims)).status, 404);
  await Deno.remove(folder, { recursive: true });
});
