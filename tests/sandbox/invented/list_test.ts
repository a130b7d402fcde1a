import assert from "node:assert/strict";
import { countryCode } from "../../../standards/country/country.ts";
import { entityId } from "../../../sources/lists/entity_id.ts";
import {
  identifyEntities,
  parseSandboxList,
  type SandboxList,
} from "../../../sandbox/invented/list.ts";
import { isPartialDate } from "../../../core/screening/birth_date.ts";
import { normalizeAddress } from "../../../standards/wallet_address/normalize.ts";
import fixture from "../../../fixtures/lists/sandbox.json" with { type: "json" };
import { FORMS, syntheticAddress } from "./synthetic_address.ts";

function sandboxList(): SandboxList {
  const parsed = parseSandboxList(fixture);
  assert(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

/** The fixture with one change, as untyped JSON. */
// deno-lint-ignore no-explicit-any
function changed(change: (json: any) => void): unknown {
  const json = structuredClone(fixture);
  change(json);
  return json;
}

Deno.test("parseSandboxList() takes the fixture", () => {
  const { lists, entities } = sandboxList();
  assert.deepEqual(lists.map(({ source }) => source), ["sandbox-sdn", "sandbox-pep"]);
  assert(entities.length >= 40);
});

Deno.test("parseSandboxList() refuses a broken fixture", async (t) => {
  const cases = [
    {
      why: "two entities with one reference",
      json: changed((json) => json.entities[1].listRef = "SBX-0001"),
      expected: "SBX-0001 is there twice",
    },
    {
      why: "no primary name",
      json: changed((json) => json.entities[0].names[0].strength = "strong"),
      expected: "SBX-0001: exactly one name is primary and comes first",
    },
    {
      why: "a link to nobody",
      json: changed((json) =>
        json.entities.find((one: { pep: unknown }) => one.pep !== null).pep.linked = [
          { listRef: "SBX-0999", relation: "FAMILY" },
        ]
      ),
      expected: "SBX-0101: SBX-0999 is unknown",
    },
    {
      why: "a role on the sanctions list",
      json: changed((json) => json.entities[0].source = "sandbox-pep"),
      expected: "SBX-0001: pep and source differ",
    },
    {
      why: "a list that is not described",
      json: changed((json) => json.lists.splice(1, 1)),
      expected: "sandbox-pep is no described list",
    },
  ];
  for (const { why, json, expected } of cases) {
    await t.step(why, () => {
      const parsed = parseSandboxList(json);
      assert(!parsed.ok);
      assert(parsed.refusal.problems.includes(expected), parsed.refusal.problems.join("\n"));
    });
  }
  await t.step("a member that nobody reads", () => {
    const parsed = parseSandboxList(changed((json) => json.entities[3].dob = "1970"));
    assert(!parsed.ok && parsed.refusal.problems[0]?.startsWith("entities.3: "));
  });
});

Deno.test("every date and country of the sandbox list exists", () => {
  for (const { listRef, births, nationalities, pep } of sandboxList().entities) {
    for (const birth of births) {
      const [from = "", to] = birth.replace("~", "").split("/");
      assert(isPartialDate(from) && (to === undefined || from < to), `${listRef} ${birth}`);
    }
    for (const country of [...nationalities, ...(pep?.jurisdiction ? [pep.jurisdiction] : [])]) {
      assert.equal(countryCode(country), country, listRef);
    }
  }
});

Deno.test("every address of the sandbox list has a valid checksum and is in its normal form", () => {
  const { entities, orphanAddresses } = sandboxList();
  for (const { address } of [...entities.flatMap((one) => one.addresses), ...orphanAddresses]) {
    const normalized = normalizeAddress(address);
    assert.notEqual(normalized.family, null, address);
    assert.equal(normalized.address, address);
  }
});

Deno.test("every address of the sandbox list belongs to nobody: it is made from a label", () => {
  const { entities, orphanAddresses } = sandboxList();
  const holders = [
    ...entities.map(({ listRef }) => listRef),
    ...orphanAddresses.map((_, index) => `orphan-${index + 1}`),
  ];
  const made = new Set(
    holders.flatMap((holder) => FORMS.map((form) => syntheticAddress(holder, form))),
  );
  for (const { address } of [...entities.flatMap((one) => one.addresses), ...orphanAddresses]) {
    assert(made.has(address), address);
  }
});

Deno.test("the sandbox list has something for every outcome", () => {
  const { entities, orphanAddresses } = sandboxList();
  const distinct = <Value>(values: Iterable<Value>) => new Set(values);
  assert.deepEqual(
    distinct(entities.map(({ entityType }) => entityType)),
    new Set(["INDIVIDUAL", "ORGANISATION", "VESSEL", "AIRCRAFT"]),
  );
  const roles = entities.flatMap(({ pep }) => pep === null ? [] : [pep]);
  assert.equal(distinct(roles.map(({ category }) => category)).size, 3);
  assert.equal(distinct(roles.map(({ functionalCategory }) => functionalCategory)).size, 11);
  assert.deepEqual(
    distinct(roles.map(({ status }) => status)),
    new Set(["CURRENT", "FORMER", null]),
  );
  assert.deepEqual(
    distinct(roles.flatMap(({ linked }) => linked.map(({ relation }) => relation))),
    new Set(["FAMILY", "ASSOCIATE"]),
  );
  const names = entities.flatMap((entity) => entity.names);
  assert.equal(distinct(names.map(({ strength }) => strength)).size, 3);
  for (const script of [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Arabic}/u]) {
    assert(names.some(({ text }) => script.test(text)));
  }
  assert(names.some(({ text, strength }) => strength === "weak" && !text.includes(" ")));
  const networks = entities.flatMap((one) => one.addresses.map(({ network }) => network));
  assert.equal(distinct(networks).size, 8);
  assert(orphanAddresses.length > 0);
  const births = entities.flatMap((entity) => entity.births);
  for (const form of [/^\d{4}$/, /^\d{4}-\d\d$/, /^\d{4}-\d\d-\d\d$/, /~$/, /\//]) {
    assert(births.some((birth) => form.test(birth)), String(form));
  }
});

Deno.test("identifyEntities() gives every entity its own id and every link its name", () => {
  const { lists, entities, orphanAddresses } = identifyEntities(sandboxList(), entityId);
  assert.equal(new Set(entities.map((entity) => entity.entityId)).size, entities.length);
  const legislator = entities.find(({ listRef }) => listRef === "SBX-0101");
  assert.deepEqual(legislator?.pep?.linked, [
    {
      entityId: entityId("sandbox-pep", "SBX-0102"),
      name: "Bastien Rochardine",
      relation: "FAMILY",
    },
    {
      entityId: entityId("sandbox-pep", "SBX-0103"),
      name: "Odalric Fenstermaier",
      relation: "ASSOCIATE",
    },
  ]);
  assert.deepEqual({ lists, orphanAddresses }, {
    lists: fixture.lists,
    orphanAddresses: fixture.orphanAddresses,
  });
});
