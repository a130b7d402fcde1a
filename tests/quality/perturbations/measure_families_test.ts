import assert from "node:assert/strict";
import type { ListedEntity } from "../../../core/matching/ports.ts";
import { partialDateOf } from "../../../quality/evaluation/evaluate_queries.ts";
import { customers } from "../../../quality/perturbations/customers.ts";
import { measureFamilies } from "../../../quality/perturbations/measure_families.ts";
import { sealedKinds } from "../../../quality/perturbations/held_out/sealed.ts";
import { type CommonNames, ordinaryNames } from "../../../quality/perturbations/ordinary_names.ts";
import { perturbationPolicy } from "../../../quality/perturbations/policy.ts";
import { renderFamilies, renderFamilyErrors } from "../../../quality/perturbations/report.ts";
import { openEngine } from "../../../service/screening/matching.ts";
import { entity } from "../../support/entity.ts";
import { bytesOf } from "../../wasm/small_list.ts";

const names = (...all: readonly string[]) => all;
const common: CommonNames = {
  forenames: new Map([
    ["DE", names("Anneliese", "Bertram", "Cordula", "Dietmar")],
    ["EG", names("Mahmoud", "Tarek", "Nadia", "Hossam")],
    ["KR", names("Ji-woo", "Ha-eun")],
    ["ZZ", names("Nobody")],
  ]),
  surnames: new Map([
    ["DE", names("Hollenbeck", "Viersen", "Trautwein", "Osterloh")],
    ["KR", names("Gwon", "Seong")],
  ]),
};

Deno.test("ordinaryNames() makes names as each culture does, of the countries at hand", () => {
  const made = ordinaryNames(common, { seed: 3, each: 4 });
  assert.deepEqual(made, ordinaryNames(common, { seed: 3, each: 4 }));
  const of = (country: string) => made.filter((one) => one.country === country);
  assert.deepEqual(of("ZZ"), []);
  for (const { name } of of("DE")) {
    assert.match(name, /^(Ann|Ber|Cor|Die)\w+ (Hol|Vie|Tra|Ost)\w+$/);
  }
  for (const { name } of of("KR")) assert.match(name, /^(Gwon|Seong) (Ji-woo|Ha-eun)$/);
  for (const { name } of of("EG")) assert.match(name, /^\w+ \w+( \w+)?$/);
  assert.equal(new Set(made.map(({ name }) => name)).size, made.length);
});

Deno.test("customers() draws the commonest names most often, each with a date of birth", () => {
  const made = customers(common, { seed: 3, each: 200 });
  assert.deepEqual(made, customers(common, { seed: 3, each: 200 }));
  const countries = Map.groupBy(made, ({ nationality }) => nationality);
  assert.deepEqual([...countries.keys()].toSorted(), ["DE", "EG", "KR"]);
  const german = countries.get("DE")!;
  assert.equal(german.length, 200);
  const of = (surname: string) => german.filter(({ name }) => name.endsWith(surname)).length;
  assert(of("Hollenbeck") > of("Viersen") && of("Viersen") > of("Osterloh"));
  for (const { dob } of made) {
    assert.match(String(dob), /^(19[4-9]\d|200[0-8])-\d\d-\d\d$/);
    assert.equal(partialDateOf(dob), dob);
  }
});

Deno.test("measureFamilies() counts who is found, who is taken for another, and what is left out", async () => {
  const entities: readonly ListedEntity[] = [
    {
      ...entity(1, []),
      names: [{
        text: "BRANKOVEC, Zdenka",
        strength: "primary",
        family: "BRANKOVEC",
        given: "Zdenka",
      }],
    },
    entity(2, [["KALVINTRA SHIPPING", "primary"]], { entityType: "ORGANISATION" }),
  ];
  const { rules, matcher } = await openEngine();
  const snapshot = matcher.load(bytesOf(entities));
  const figures = measureFamilies({
    ...{ matcher, rules, snapshot, entities, common, cases: [] },
    ...{
      leftOut: ["eu-fsf: no file"],
      policy: { ...perturbationPolicy, innocents: 90, heldOutInnocents: 30, customersEach: 8 },
    },
  });
  const family = (name: string) => figures.families.find((one) => one.family === name);
  const alone = family("family name alone");
  assert.deepEqual([alone?.cases, alone?.found, alone?.unbeaten, alone?.missed.length], [
    1,
    1,
    1,
    0,
  ]);
  assert.equal(family("vessels: a word split")?.cases, 0);
  assert.equal(figures.others.find((one) => one.family === "another family name")?.cases, 1);
  const beside = (count: number) =>
    figures.valley.cells.find(({ kind, beside }) =>
      kind === "persons of 2 words" && beside === count
    );
  assert.deepEqual([beside(0)?.cases, beside(0)?.found], [1, 1]);
  assert.equal(beside(4)?.cases, 1);
  const firms = figures.valley.innocents.find(({ kind }) => kind === "firms that were made up");
  assert.deepEqual([firms?.cases, firms?.bare, firms?.added], [90, 0, []]);
  assert(figures.strangers.some(({ source }) => source === "ordinary names, Arabic"));
  assert(figures.leftOut.includes("eu-fsf: no file"));
  const report = renderFamilies(figures);
  assert.match(report, /\| family name alone \| 1 \| 1\.000 \(1\) \| 1\.000 \(1\) \|/);
  assert.match(report, /LEFT OUT: eu-fsf: no file/);
  assert.match(report, /\| persons of 2 words \| 1 \| 1\.000 \|/);
  assert.match(report, /\| all \| 24 \| 0\.0 \| 0\.0 \|/);
  assert(!report.includes("vessels: a word split"));
  const errors = renderFamilyErrors(figures);
  assert.match(errors, /### Missed, family name alone: 0\n/);
  assert.match(report, /\| persons: a row of a CSV file \| 1 \| 1\.000 \(1\) \|/);
  assert.match(report, /Mean over the kinds of today's families .*: \d\.\d{3} ± .* \/ \d\.\d{3} ±/);
  assert.match(errors, /### Missed, persons: a row of a CSV file: 0\n/);
  for (const kind of sealedKinds) assert(!report.includes(kind) && !errors.includes(kind), kind);
});
