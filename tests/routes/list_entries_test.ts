import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { ListEntryResponse } from "../../core/lists_in_force/read_entry.ts";
import { ScreeningResponse } from "../../core/screening/decision_schema.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { entity } from "../support/entity.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";

const listed = { source: "sandbox-sdn", listRef: "SBX-0001" };
const passport = { type: "passport", value: "sb 000 1961" };

Deno.test("a candidate says whom it is about, and its entry answers the rest", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body } = await acme.post("/v1/screen", { name: "Viktor Sandbergov" });
  const [candidate] = body.candidates;
  const { entityName, programs, datesOfBirth, countries, listedOn, sourceUrl } = candidate;
  assert.deepEqual({ entityName, programs, datesOfBirth, countries, listedOn, sourceUrl }, {
    entityName: "Viktor Sandbergov",
    programs: ["SBX-CYBER"],
    datesOfBirth: ["1961-04-12"],
    countries: ["RU"],
    listedOn: "2022-03-09",
    sourceUrl: null,
  });
  const { status, body: entry } = await acme.get(
    `/v1/lists/${candidate.source}/entries/${candidate.listRef}`,
  );
  assert.equal(status, 200);
  assert.deepEqual(ListEntryResponse.parse(entry), entry, "no member beside the schema's");
  assert.equal(entry.entityId, candidate.entityId);
  assert.deepEqual(entry.names, {
    primary: "Viktor Sandbergov",
    strong: ["Viktor Orestovich Sandbergov", "Виктор Сандбергов"],
    weak: ["Ferryman of Tavrel"],
  });
  assert.deepEqual(entry.placesOfBirth, ["Murmansk"]);
  assert.equal(entry.identifiers[0].value, "SB 000-1961");
  assert.equal(entry.walletAddresses[0].network, "BTC");
  assert.deepEqual(entry.listSnapshotIds, [], "the sandbox's list is invented");
});

Deno.test("GET /v1/lists/{source}/entries/{listRef} answers 404 to an unknown list or entry", async () => {
  await using service = await serviceInMemory();
  const paths = [
    "sandbox-sdn/entries/SBX-9999",
    "sandbox-pep/entries/SBX-0001",
    "ofac-sdn/entries/SBX-0001",
    "sandbox-sdn/entries/Belarus%20%2F%201%2C%20Part%201%20%2F%2012",
  ];
  for (const path of paths) {
    const { status, body } = await service.as("acme").get(`/v1/lists/${path}`);
    assert.deepEqual([status, body.error], [404, "not_found"], path);
  }
});

Deno.test("in live an entry is read with a token, and counts in the bucket of screenings", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const path = "/v1/lists/ofac-sdn/entries/0";
  const without = await service.fetch(path);
  assert.equal(without.status, 401);
  await without.body?.cancel();
  const { status, headers } = await service.as("acme").get(path);
  assert.equal(status, 404);
  assert.match(headers.get("ratelimit-policy") ?? "", /screening/);
});

Deno.test("an entry is read by whatever its publisher calls it, in the snapshot that is in force", async () => {
  const listRef = "Belarus / 1, Part 1 / 12?ü%2F";
  const builder = openSnapshotBuilder();
  builder.add([{ ...entity(1, [["Oleg Invented", "primary"]]), listRef }]);
  const about = { title: "t", publisher: "p", licence: "l", asOf: "2026-01-01" };
  const bytes = builder.finish([{ source: "ofac-sdn", ...about }]);
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, bytes);
    await using service = await serviceInMemory({ mode: "live", env: { AVAL_LISTS: path } });
    const { status, body } = await service.as("acme").get(
      `/v1/lists/ofac-sdn/entries/${encodeURIComponent(listRef)}`,
    );
    assert.deepEqual([status, body.listRef, body.asOf], [200, listRef, "2026-01-01"]);
    assert.deepEqual(body.listSnapshotIds, [createHash("sha256").update(bytes).digest("hex")]);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("POST /v1/screen finds whoever bears an identifier, and says what each entry states", async () => {
  await using service = await serviceInMemory();
  const cases = [
    { why: "with another name", name: CLEAR_NAME, checksRun: ["name", "identifiers"] },
    { why: "without a name", name: "", checksRun: ["identifiers"] },
  ];
  for (const { why, name, checksRun } of cases) {
    const request = { name, dob: "1990-01-01", identifiers: [passport] };
    const { status, body } = await service.as("acme").post("/v1/screen", request);
    assert.equal(status, 200, why);
    assert.deepEqual(ScreeningResponse.parse(body), body, why);
    assert.equal(body.classification, "POSSIBLE_MATCH", why);
    assert.deepEqual(body.meta.checksRun, checksRun, why);
    const [{ listRef, matchedVia, classifyResult }] = body.candidates;
    assert.equal(listRef, listed.listRef, why);
    assert(matchedVia.includes("identifier"), why);
    assert.equal(classifyResult.floored, true, why);
    assert.deepEqual(classifyResult.explain.identifiers, [
      { query: 0, type: "passport", relation: "same", listed: "SB 000-1961" },
    ], why);
  }
});

Deno.test("an identifier finds its bearer however its characters are encoded", async (t) => {
  await using service = await serviceInMemory();
  const written = [
    ...["ＳＢ０００１９６１", "SB\u200B0001961", "SB 000\u22121961", "sb0001961\u00AD"],
    ...["S.B.000.1961", "sb/0001961", "ＳＢ．０００／１９６１"],
  ];
  for (const value of written) {
    await t.step(JSON.stringify(value), async () => {
      const identifiers = [{ type: "passport", value }];
      const { body } = await service.as("acme").post("/v1/screen", { name: "", identifiers });
      assert.equal(body.classification, "POSSIBLE_MATCH");
      assert.equal(body.candidates[0].listRef, listed.listRef);
    });
  }
});

Deno.test("an identifier that is not the same is a fact, and finds nobody", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    { why: "another number", asked: { type: "passport", value: "SB0001962" }, is: "different" },
    { why: "another type", asked: { type: "lei", value: "SB0001961" }, is: "absent" },
    { why: "another country", asked: { ...passport, country: "VE" }, is: "other_country" },
  ];
  for (const { why, asked, is } of cases) {
    await t.step(why, async () => {
      const ask = (name: string) =>
        service.as("acme").post("/v1/screen", { name, identifiers: [asked] });
      const { body } = await ask("Viktor Sandbergov");
      const [{ matchedVia, classifyResult }] = body.candidates;
      assert.equal(matchedVia.includes("identifier"), false);
      assert.equal(classifyResult.explain.identifiers[0].relation, is);
      assert.deepEqual((await ask(CLEAR_NAME)).body.candidates, []);
    });
  }
});

Deno.test("entityType and sources leave out other candidates and nothing else, and meta says so", async () => {
  await using service = await serviceInMemory();
  const ask = async (more: Readonly<Record<string, unknown>>) =>
    (await service.as("acme").post("/v1/screen", { name: "Viktor Sandbergov", ...more })).body;
  const all = await ask({});
  assert.equal("scope" in all.meta, false);
  for (
    const scope of [{ entityType: "INDIVIDUAL" }, { sources: ["sandbox-sdn"] }, {
      entityType: "INDIVIDUAL",
      sources: ["sandbox-pep", "sandbox-sdn"],
    }]
  ) {
    const { candidates, meta } = await ask(scope);
    assert.deepEqual(candidates, all.candidates);
    assert.deepEqual(meta.scope, scope);
  }
  assert.deepEqual((await ask({ entityType: "VESSEL" })).candidates, []);
  assert.deepEqual((await ask({ sources: ["sandbox-pep"] })).candidates, []);
  assert.deepEqual((await ask({ entityType: null, sources: null })).candidates, all.candidates);
});

Deno.test("a member that is known and cannot be read is a 400 that names it", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    { why: "an unknown list", member: { sources: ["ofac"] }, named: /sources/ },
    { why: "no list", member: { sources: [] }, named: /sources/ },
    { why: "an unknown type", member: { entityType: "PERSON" }, named: /entityType/ },
    {
      why: "an unknown kind",
      member: { identifiers: [{ type: "visa", value: "1" }] },
      named: /identifiers/,
    },
    {
      why: "no letter or digit",
      member: { identifiers: [{ type: "lei", value: "--" }] },
      named: /identifiers/,
    },
    {
      why: "no country",
      member: { identifiers: [{ ...passport, country: "Atlantis" }] },
      named: /identifiers/,
    },
    { why: "too many", member: { identifiers: Array(21).fill(passport) }, named: /identifiers/ },
    { why: "a birth to come", member: { dob: "2999-01-01" }, named: /dob/ },
    { why: "no such day", member: { dob: "1985-2-29" }, named: /dob/ },
  ];
  for (const { why, member, named } of cases) {
    await t.step(why, async () => {
      const { status, body } = await service.as("acme").post("/v1/screen", {
        name: "a",
        ...member,
      });
      assert.deepEqual([status, body.error], [400, "bad_request"]);
      assert.match(body.message, named);
    });
  }
});

Deno.test("a date of birth without its zeros says the same as with them", async () => {
  await using service = await serviceInMemory();
  const ask = async (dob: string) =>
    (await service.as("acme").post("/v1/screen", { name: "Viktor Sandbergov", dob })).body
      .candidates;
  assert.deepEqual(await ask("1961-4-12"), await ask("1961-04-12"));
  assert.deepEqual(await ask("1961-4"), await ask("1961-04"));
});
