import assert from "node:assert/strict";
import { fallsFrom, type Figures } from "../../../quality/evaluation/figures.ts";

const found = { found: 0.99, first: 0.98, unbeaten: 0.99 };
const figures: Figures = {
  slices: { persons: { f1: 0.8, averagePrecision: 0.9, recallAtPrecision: 0.7 } },
  listed: { un: { nameOnly: found, withEvidence: found } },
  strangers: { us: { nameOnly: 0.003, withEvidence: 0 } },
  families: { "run together": { found: 0.9, unbeaten: 0.8 } },
  others: { "another number": { taken: 0.1, confirmed: 0 } },
  strangersOnAll: {
    us: { flagged: 0.01, confirmed: 0, flaggedWithEvidence: 0, confirmedWithEvidence: 0 },
  },
  valley: { persons: { "4": 0.95 } },
  innocents: { firms: 0.003 },
  means: { "kinds held out": 0.7 },
  customers: { "by name": 0.03 },
};

Deno.test("fallsFrom() lists what became worse by more than is allowed", async (t) => {
  const persons = figures.slices["persons"];
  assert(persons !== undefined);
  const withPersons = (changes: Partial<typeof persons>): Figures => ({
    ...figures,
    slices: { persons: { ...persons, ...changes } },
  });
  const flagged = (nameOnly: number): Figures => ({
    ...figures,
    strangers: { us: { nameOnly, withEvidence: 0 } },
  });
  const cases: readonly { why: string; after: Figures; falls: readonly string[] }[] = [
    { why: "nothing", after: figures, falls: [] },
    { why: "half a point itself", after: withPersons({ f1: 0.795 }), falls: [] },
    {
      why: "more",
      after: withPersons({ f1: 0.794, recallAtPrecision: 0.9 }),
      falls: ["slices.persons.f1: 0.8, now 0.794"],
    },
    {
      why: "fewer names beside words",
      after: { ...figures, valley: { persons: { "4": 0.9 } } },
      falls: ["valley.persons.4: 0.95, now 0.9"],
    },
    {
      why: "a lower mean over kinds",
      after: { ...figures, means: { "kinds held out": 0.69 } },
      falls: ["means.kinds held out: 0.7, now 0.69"],
    },
    {
      why: "more innocents",
      after: { ...figures, innocents: { firms: 0.009 } },
      falls: ["innocents.firms: 0.003, now 0.009"],
    },
    {
      why: "more strangers",
      after: flagged(0.009),
      falls: ["strangers.us.nameOnly: 0.003, now 0.009"],
    },
    {
      why: "fewer of a family",
      after: { ...figures, families: { "run together": { found: 0.89, unbeaten: 0.8 } } },
      falls: ["families.run together.found: 0.9, now 0.89"],
    },
    {
      why: "more strangers on all lists",
      after: {
        ...figures,
        strangersOnAll: {
          us: { flagged: 0.01, confirmed: 0.01, flaggedWithEvidence: 0, confirmedWithEvidence: 0 },
        },
      },
      falls: ["strangersOnAll.us.confirmed: 0, now 0.01"],
    },
    {
      why: "more customers",
      after: { ...figures, customers: { "by name": 0.04 } },
      falls: ["customers.by name: 0.03, now 0.04"],
    },
    { why: "fewer strangers", after: flagged(0), falls: [] },
    {
      why: "a slice that is gone",
      after: { ...figures, strangers: {} },
      falls: [
        "strangers.us.nameOnly: 0.003, and now not there",
        "strangers.us.withEvidence: 0, and now not there",
      ],
    },
  ];
  for (const { why, after, falls } of cases) {
    await t.step(why, () => assert.deepEqual(fallsFrom(figures, after, 0.005), falls));
  }
});
