import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { entryHash, groupTexts, memberGroups } from "../../../core/matching/entry_hash.ts";
import type { ListEntry } from "../../../core/matching/ports.ts";

const entry: ListEntry = {
  entityId: "0195a0b0-0000-5000-8000-000000000001",
  source: "acme",
  listRef: "A-1",
  entityType: "INDIVIDUAL",
  entityName: "Ivan Petrov",
  programs: ["RUSSIA", "CYBER"],
  datesOfBirth: ["1962-11-23", "1963"],
  countries: ["RU", "CY"],
  listedOn: "2014-03-17",
  sourceUrl: null,
  names: { primary: "Ivan Petrov", strong: ["Иван Петров", "I. Petroff"], weak: ["Vanya"] },
  placesOfBirth: ["Omsk"],
  designations: ["Minister", "Deputy"],
  identifiers: [
    { type: "passport", label: "Passport", value: "12 345", country: "RU" },
    { type: null, label: "SVIFT", value: "XX", country: null },
  ],
  remarks: ["one", "two"],
  walletAddresses: [{ network: "BTC", address: "1abc" }],
  links: [],
  isPep: false,
  pepCategory: null,
  pepFunctionalCategory: null,
  pepStatus: null,
  pepJurisdiction: null,
  linkedPeps: [],
};

/** A change of each member, and the group whose hash changes. */
const changes: readonly (readonly [Partial<ListEntry>, string])[] = [
  [{ names: { ...entry.names, primary: "Petrov Ivan" } }, "names"],
  [{ names: { ...entry.names, strong: ["Иван Петров"] } }, "names"],
  [{ names: { ...entry.names, strong: [], weak: ["Vanya", ...entry.names.strong] } }, "names"],
  [{ datesOfBirth: ["1962-11-23"] }, "births"],
  [{ countries: ["RU"] }, "nationalities"],
  [{ identifiers: entry.identifiers.slice(1) }, "identifiers"],
  [{
    identifiers: entry.identifiers.map((one) => ({ ...one, country: "CY" })),
  }, "identifiers"],
  [{ programs: ["RUSSIA"] }, "programmes"],
  [{ entityType: "ORGANISATION" }, "other"],
  [{ listedOn: null }, "other"],
  [{ sourceUrl: "https://example.org/" }, "other"],
  [{ placesOfBirth: [] }, "other"],
  [{ designations: [] }, "other"],
  [{ remarks: ["one"] }, "other"],
  [{ walletAddresses: [] }, "other"],
  [{ links: ["https://example.org/"] }, "other"],
  [{ isPep: true }, "other"],
  [{ pepCategory: "FOREIGN" }, "other"],
  [{ pepFunctionalCategory: "LEGISLATOR" }, "other"],
  [{ pepStatus: "CURRENT" }, "other"],
  [{ pepJurisdiction: "RU" }, "other"],
  [{ linkedPeps: [{ entityId: entry.entityId, name: "X", relation: "FAMILY" }] }, "other"],
];

Deno.test("groupTexts() shows a change of any member in its own group, and in no other", () => {
  const before = groupTexts(entry);
  for (const [change, group] of changes) {
    const after = groupTexts({ ...entry, ...change });
    const changed = memberGroups.filter((one) => after[one] !== before[one]);
    assert.deepEqual(changed, [group], JSON.stringify(change));
  }
});

Deno.test("entryHash() changes with what a reviewer has compared, and with nothing else", () => {
  for (const [change, group] of changes) {
    const isSame = entryHash({ ...entry, ...change }) === entryHash(entry);
    assert.equal(isSame, group === "other", JSON.stringify(change));
  }
});

Deno.test("entryHash() is the same in whatever order a publisher writes several values", () => {
  const turned: ListEntry = {
    ...entry,
    programs: entry.programs.toReversed(),
    datesOfBirth: entry.datesOfBirth.toReversed(),
    countries: entry.countries.toReversed(),
    identifiers: entry.identifiers.toReversed(),
    designations: entry.designations.toReversed(),
    remarks: entry.remarks.toReversed(),
    names: { ...entry.names, strong: entry.names.strong.toReversed() },
  };
  assert.deepEqual(groupTexts(turned), groupTexts(entry));
  assert.equal(entryHash(turned), entryHash(entry));
});

Deno.test("entryHash() is kept in stores: it never changes for the same entry", () => {
  // The five texts by hand: primary, strong, weak; then each list, sorted by code units.
  const texts = [
    '["Ivan Petrov",["I. Petroff","Иван Петров"],["Vanya"]]',
    '["1962-11-23","1963"]',
    '["CY","RU"]',
    JSON.stringify([
      '["passport","Passport","12 345","RU"]',
      '[null,"SVIFT","XX",null]',
    ]),
    '["CYBER","RUSSIA"]',
  ];
  const expected = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  assert.equal(entryHash(entry), expected);
});
