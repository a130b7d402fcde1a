import assert from "node:assert/strict";
import { ok, refuse } from "../../../base/result.ts";
import { checkRegistry } from "../../../core/kyb/check_registry.ts";
import type {
  RegistryEntity,
  RegistryProvider,
  RegistryQuery,
} from "../../../core/kyb/registry_ports.ts";
import { type ClaimedCompany, RegistryCheck } from "../../../core/kyb/registry_schema.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { openRegisterBuilder } from "../../../sources/registers/build_registers.ts";
import { openRegisters } from "../../../sources/registers/open_registers.ts";
import { readRegisterFile } from "../../../sources/registers/read_registers.ts";
import { registerFileBounds } from "../../../sources/registers/register_file_bounds.ts";
import { openSnapshotProvider } from "../../../sources/registers/snapshot_provider.ts";
import { openMatcher } from "../../../wasm/matcher.ts";
import { fixedClock } from "../../support/clock.ts";

const matcher = openMatcher(defaultWeights);
const hash = "ab".repeat(32);

/** A register that answers with these entities, or is unavailable. */
function register(
  name: string,
  answer: readonly RegistryEntity[] | "unavailable",
  { isAuthoritative = false, supports = true } = {},
) {
  const asked: RegistryQuery[] = [];
  const provider: RegistryProvider = {
    name,
    isAuthoritative,
    supports: () => supports,
    find: (query) => {
      asked.push(query);
      return Promise.resolve(
        answer === "unavailable"
          ? refuse({ code: "unavailable" as const })
          : ok({ entities: answer, evidenceHash: hash }),
      );
    },
  };
  return { provider, asked };
}

async function check(claimed: ClaimedCompany, ...registries: readonly RegistryProvider[]) {
  const ports = {
    clock: fixedClock(),
    matcher,
    registries,
    registerRules: defaultPolicy.registers,
  };
  const checked = await checkRegistry(ports, claimed, new AbortController().signal);
  return RegistryCheck.parse(checked);
}

const dentsu = { country: "GB", number: "01403668", legalName: "Dentsu International Ltd" };
const active = (...names: readonly string[]): RegistryEntity => ({ names, status: "active" });

Deno.test("checkRegistry() judges a register's answer by name and status", async (t) => {
  const name = "DENTSU INTERNATIONAL LIMITED";
  const cases = [
    { why: "name and status", entities: [active(name)], expected: ["verified"] },
    {
      why: "another language's name",
      entities: [active("電通", name)],
      expected: ["verified"],
    },
    {
      why: "another company",
      entities: [active("GALAPAGOS CONSERVATION TRUST")],
      expected: ["mismatch", "legalName", false],
    },
    {
      why: "a longer name",
      entities: [active("DENTSU INTERNATIONAL ENERGY LIMITED")],
      expected: ["mismatch", "legalName", true],
    },
    {
      why: "gone",
      entities: [{ names: [name], status: "inactive" as const }],
      expected: ["inactive"],
    },
    {
      why: "another company that is gone",
      entities: [{ names: ["GALAPAGOS CONSERVATION TRUST"], status: "inactive" as const }],
      expected: ["mismatch", "legalName", false],
    },
    {
      why: "in administration",
      entities: [{ names: [name], status: "unknown" as const }],
      expected: ["mismatch", "status", false],
    },
    {
      why: "the right one of several",
      entities: [active("GALAPAGOS"), { names: [name], status: "inactive" as const }, active(name)],
      expected: ["verified"],
    },
    { why: "none", entities: [], expected: ["not_found"] },
  ];
  for (const { why, entities, expected } of cases) {
    await t.step(why, async () => {
      const checked = await check(dentsu, register("r", entities).provider);
      const [outcome, field, isMinor] = expected;
      assert.equal(checked.outcome, outcome);
      if (checked.outcome === "mismatch") {
        assert.deepEqual([checked.field, checked.isMinor], [field, isMinor]);
      }
      assert("evidenceHash" in checked && checked.evidenceHash === hash);
    });
  }
});

Deno.test("checkRegistry() folds legal forms in any language", async () => {
  const pairs = [
    ["Bolt Technology OÜ", "BOLT TECHNOLOGY OSAÜHING"],
    ["UAB „Vilniaus prekyba“", "Vilniaus prekyba, UAB"],
    ["Siemens AG", "Siemens Aktiengesellschaft"],
    ["ООО «Ромашка»", "Общество с ограниченной ответственностью «Ромашка»"],
    ["Foyer S.à r.l.", "FOYER SARL"],
    ["Budimex sp. z o.o.", "BUDIMEX SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ"],
    ["Rossmann, spol. s r.o.", "Rossmann s.r.o."],
    ["株式会社電通", "電通"],
    ["Ülker Anonim Şirketi", "ÜLKER A.Ş."],
    ["Všeobecná úverová banka, a.s.", "Vseobecna uverova banka a. s."],
    ["SIA Latvijas piens", 'Sabiedrība ar ierobežotu atbildību "Latvijas piens"'],
    ["Acme S.A.", "ACME SA"],
    ["Müller GmbH & Co. KG", "Mueller GmbH & Co KG"],
    ["Zabka Polska sp. z o.o.", "Żabka Polska spółka z ograniczoną odpowiedzialnością"],
  ] as const;
  for (const [legalName, registered] of pairs) {
    const claimed = { country: "AU", number: "106249852", legalName };
    const checked = await check(claimed, register("r", [active(registered)]).provider);
    assert.equal(checked.outcome, "verified", `${legalName} / ${registered}`);
  }
});

Deno.test("checkRegistry() asks nobody about a number that cannot be", async () => {
  const { provider, asked } = register("r", [active("Any")]);
  const checksum = await check({ country: "EE", number: "96365807", legalName: "Any" }, provider);
  assert.deepEqual(
    [checked(checksum), asked.length],
    [["format_invalid", "checksum"], 0],
  );
  const format = await check({ country: "GB", number: "123456789", legalName: "Any" }, provider);
  assert.deepEqual([checked(format), asked.length], [["format_invalid", "format"], 0]);
});

function checked(one: RegistryCheck) {
  return [one.outcome, one.outcome === "format_invalid" ? one.reason : null];
}

Deno.test("checkRegistry() never takes a register that is down for an answer", async (t) => {
  const down = register("down", "unavailable").provider;
  const empty = register("empty", []).provider;
  const sure = register("sure", [], { isAuthoritative: true }).provider;
  const knows = register("knows", [active("Dentsu International")]).provider;
  const cases = [
    { why: "alone", registries: [down], outcome: "unavailable", provider: "down" },
    {
      why: "another has nothing",
      registries: [empty, down],
      outcome: "unavailable",
      provider: "down",
    },
    { why: "another knows", registries: [down, knows], outcome: "verified", provider: "knows" },
    { why: "another is sure", registries: [down, sure], outcome: "not_found", provider: "sure" },
    { why: "none has it", registries: [empty, empty], outcome: "not_found", provider: "empty" },
    {
      why: "sure before another",
      registries: [sure, knows],
      outcome: "not_found",
      provider: "sure",
    },
  ];
  for (const { why, registries, outcome, provider } of cases) {
    await t.step(why, async () => {
      const one = await check(dentsu, ...registries);
      assert.deepEqual([one.outcome, "provider" in one ? one.provider : null], [outcome, provider]);
    });
  }
});

Deno.test("checkRegistry() says not_supported where there is no register to ask", async () => {
  assert.equal((await check(dentsu)).outcome, "not_supported");
  const { provider, asked } = register("r", [active("Any")], { supports: false });
  assert.equal((await check(dentsu, provider)).outcome, "not_supported");
  assert.equal(asked.length, 0);
});

/** A register of GLEIF's records, each of an active entity with this registration and date. */
function snapshotOf(...records: readonly (readonly [registration: string, updated: string])[]) {
  const builder = openRegisterBuilder();
  for (const [at, [registrationStatus, lastUpdate]] of records.entries()) {
    builder.take({
      lei: `213800FERQ5LE3H7WJ5${at}`,
      legalName: "DENTSU INTERNATIONAL LIMITED",
      otherNames: [],
      jurisdiction: "GB",
      legalForm: null,
      legalFormText: null,
      entityStatus: "ACTIVE",
      registrationStatus,
      registrationAuthority: "RA000585",
      registerNumber: at === 0 ? "01403668" : `0300411${at}`,
      lastUpdate,
    });
  }
  const snapshot = openRegisters(builder.finish().bytes);
  assert(snapshot.ok);
  return openSnapshotProvider(snapshot.value);
}

Deno.test("checkRegistry() takes no registration that has ended or lapsed for an active company", async (t) => {
  const others = ["ISSUED", "2023-04-25T13:18:00+02:00"] as const;
  const cases = [
    ["ISSUED", "verified", null],
    ["LAPSED", "mismatch", "status"],
    ["RETIRED", "inactive", null],
    ["MERGED", "inactive", null],
    // Made by mistake or twice: no word about the company.
    ["ANNULLED", "not_found", null],
    ["DUPLICATE", "not_found", null],
  ] as const;
  for (const [registration, outcome, field] of cases) {
    await t.step(registration, async () => {
      const gleif = snapshotOf([registration, "2018-05-01T00:00:00Z"], others);
      const one = await check(dentsu, gleif);
      assert.deepEqual([one.outcome, "field" in one ? one.field : null], [outcome, field]);
      assert("evidenceHash" in one);
      const recordUpdatedAt = outcome === "not_found" ? undefined : "2018-05-01T00:00:00.000Z";
      assert.deepEqual([one.recordUpdatedAt, one.snapshotAt], [
        recordUpdatedAt,
        "2023-04-25T11:18:00.000Z",
      ]);
    });
  }
});

Deno.test("checkRegistry() names no date that a register does not have", async () => {
  const named = [{ ...active("Dentsu International"), updatedAt: "some day" }];
  for (const entities of [named, [active("Dentsu International")]]) {
    const one = await check(dentsu, register("r", entities).provider);
    assert(!("recordUpdatedAt" in one) && !("snapshotAt" in one));
  }
});

Deno.test("checkRegistry() finds the companies of a GLEIF snapshot", async () => {
  const builder = openRegisterBuilder();
  for (const name of ["gleif-lei-data.json", "gleif-lei-updates-data2.json"]) {
    const bytes = await Deno.readFile(new URL(`../../../fixtures/kyb/${name}`, import.meta.url));
    assert(readRegisterFile({ name, bytes }, registerFileBounds, builder).ok);
  }
  const snapshot = openRegisters(builder.finish().bytes);
  assert(snapshot.ok);
  const gleif = openSnapshotProvider(snapshot.value);
  const outcome = async (claimed: ClaimedCompany) => (await check(claimed, gleif)).outcome;
  assert.equal(await outcome(dentsu), "verified");
  assert.equal(await outcome({ ...dentsu, number: "1403668" }), "verified");
  assert.equal(await outcome({ ...dentsu, number: "213800FERQ5LE3H7WJ58" }), "verified");
  assert.equal(await outcome({ ...dentsu, number: "03004112" }), "mismatch");
  assert.equal(await outcome({ ...dentsu, number: "99999999" }), "not_found");
  const swedish = { country: "SE", number: "5565431193", legalName: "Swedeit Italian AB" };
  assert.equal(await outcome(swedish), "verified");
  const first = await check(dentsu, gleif);
  assert.deepEqual(await check(dentsu, gleif), first);
  assert("provider" in first && first.provider.startsWith("gleif-snapshot:"));
});
