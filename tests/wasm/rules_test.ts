/**
 * Every rule of a score has an id, which is its step in `explain`, and numbers in `weights.json` that
 * switch it off. Without the rule an answer changes: a rule for which that is not so can be deleted.
 */

import assert from "node:assert/strict";
import { MatcherStep } from "../../core/matching/explanation.ts";
import type { MatchQuery } from "../../core/matching/ports.ts";
import { defaultWeights, type Weights } from "../../core/matching/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { entity } from "../support/entity.ts";
import { bytesOf } from "./small_list.ts";

const bytes = bytesOf([
  entity(1, [["MADURO MOROS, Nicolas", "primary", "MADURO MOROS"]], {
    births: ["1962-11-23"],
    nationalities: ["VE"],
  }),
  entity(2, [["JI SONG 6", "primary"]], { entityType: "VESSEL" }),
  entity(3, [["AL-RAWI, Muhammad bin Salman", "primary", "AL-RAWI"]]),
  entity(4, [["GADDAFI, Muammar", "primary", "GADDAFI"]]),
  entity(5, [["QUILLFEATHER, Osric", "primary", "QUILLFEATHER"], ["ABU ZEBULON KUSHWEYB", "weak"]]),
  entity(6, [["AL-HUMAYQANI, Abd al-Wahhab Muhammad Abd al-Rahman", "primary", "AL-HUMAYQANI"]]),
  entity(7, [["Ivan Petrovich KUSHWEYBOV", "primary", "KUSHWEYBOV"]]),
  entity(8, [["Paul R. BARNSTABLE", "primary", "BARNSTABLE"]]),
  entity(9, [["ZELBROOK SYRIA", "primary"]], { entityType: "ORGANISATION" }),
  entity(10, [["MOHAMMED Ahmed HASSAN", "primary", "HASSAN"]]),
  entity(11, [["김정은", "primary"]]),
  entity(12, [["Julia PALMERSTONE", "primary", "PALMERSTONE"]]),
  entity(13, [["DAGALOV, Mohamed Hamdan", "primary", "DAGALOV"], ["Hemedtiz", "strong"]]),
]);

type Group = "penalties" | "similarity" | "birth" | "nationality" | "tokens";

/** Asked names that each step changes, and the numbers by which the step changes nothing. */
const rules: readonly (readonly [
  step: string,
  asked: string | Partial<MatchQuery>,
  group: Group,
  off: Readonly<Record<string, number>>,
])[] = [
  ["tokens_differ", "Nikolas Maduro Moros", "similarity", { folded: 1 }],
  ["listed_missing", "Nicolas Maduro", "penalties", { extraListed: 0 }],
  ["query_unaccounted", "Nicolas Maduro Moros Zebulon", "penalties", {
    ...{ extraQuery: 0, extraQueryCovered: 0, extraQueryBody: 0 },
  }],
  ["numbers_differ", "Ji Song 8", "penalties", { numbersDiffer: 1 }],
  ["names_differ", "Zelbrook Barnstable", "penalties", {
    ...{ bodyDiffers: 1, givenDiffers: 1, wordsDiffer: 1 },
  }],
  ["places_differ", "Zelbrook Iran", "penalties", { placesDiffer: 1 }],
  ["family_name_missing", "Abd al-Wahhab Muhammad Abd al-Rahman", "penalties", {
    familyMissing: 1,
  }],
  ["family_names_differ", "Muhammad Salman ZUPPOLO", "penalties", { familyDiffers: 1 }],
  ["given_names_differ", "Abd al-Wahhab Zebulon Abd al-Rahman al-Humayqani", "penalties", {
    ...{ knownGivenDiffers: 1 },
  }],
  ["patronymics_differ", "Ivan Sergeyevich Kushweybov", "penalties", { patronymicDiffers: 1 }],
  ["parts_differ", "Gaddafi MUAMMAR", "penalties", { partDiffers: 1 }],
  ["initial_beside_name", "Gary J. Palmerstone", "penalties", { initialBeside: 1 }],
  ["initials_differ", "Paul T. Barnstable", "penalties", { initialsDiffer: 1 }],
  ["weak_alias", "Abu Zebulon Kushweyc", "penalties", { weakLikeMost: 100 }],
  ["parentage_reversed", "Salman bin Muhammad al-Rawi", "penalties", { parentageReversed: 1 }],
  ["few_words", "Gaddafi", "penalties", { oneWordMost: 100, oneRareWordMost: 100 }],
  ["common_in_part", "Mohammed Hassan", "penalties", { commonPartMost: 100 }],
  ["syllable_left", "김정은호", "penalties", { syllableLeftMost: 100 }],
  ["lone_word", "Muammar", "penalties", { oneRareWordMost: 0 }],
  ["other_name", "Hemedtiz Dagalov", "penalties", { inTextMost: 0 }],
  ["within_text", `${"zuppolo ".repeat(40)}Nicolas Maduro Moros`, "penalties", {
    inTextMost: 100,
  }],
  ["one_of_several_names", "Zebulon Barnstable Quill and Nicolas Maduro Moros", "penalties", {
    inTextMost: 100,
  }],
  ["date_of_birth", { name: "Nicolas Maduro", dob: "1962-11-23" }, "birth", {
    ...{ boost: 0, penalty: 0 },
  }],
  ["nationality", { name: "Nicolas Maduro", nationalities: ["VE"] }, "nationality", {
    ...{ boost: 0, penalty: 0 },
  }],
];
/** The candidates of a query, however low they score. */
function ask(weights: Weights, query: MatchQuery) {
  const limits = { ...weights.limits, floor: 1, evidenceFrom: 1 };
  const matcher = openMatcher({ ...weights, limits });
  return matcher.match(matcher.load(bytes), query).candidates;
}

Deno.test("every step of a score but its start is a rule of this table", () => {
  const all = MatcherStep.unwrap().shape.step.options;
  const steps = new Set(["full_agreement", ...rules.map(([step]) => step)]);
  assert.deepEqual([...steps].toSorted(), [...all].toSorted());
});

Deno.test("an answer changes when a rule is switched off", async (t) => {
  for (const [step, asked, group, off] of rules) {
    await t.step(step, () => {
      const rest = typeof asked === "string" ? { name: asked } : asked;
      const query = { name: null, dob: null, nationalities: [], addresses: [], ...rest };
      const without: Weights = {
        ...defaultWeights,
        [group]: { ...defaultWeights[group], ...off },
      };
      const having = (weights: Weights) =>
        ask(weights, query).filter(({ steps }) => steps.some((one) => one.step === step));
      assert.notEqual(having(defaultWeights).length, 0);
      assert.equal(having(without).length, 0);
    });
  }
});
