import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screen, screenOn } from "./small_list.ts";

/** Entries of OFAC, the EU and the UN, in addition to those of the small list. */
const more = loadList([
  entity(201, [["ELSHEIKH, El Shafee", "primary", "ELSHEIKH"]]),
  entity(202, [["JI SONG 6", "primary"]], { entityType: "VESSEL" }),
  entity(203, [["AL-RAWI, Muhammad bin Salman", "primary", "AL-RAWI"]]),
  entity(204, [["MAHAN TRADING COMPANY LTD", "primary"]], { entityType: "ORGANISATION" }),
  entity(205, [["GADDAFI, Muammar", "primary", "GADDAFI"]], { births: ["1942"] }),
  entity(206, [["HUSSEIN, Saddam", "primary", "HUSSEIN"]], {
    births: ["1937-04-28", "1939~", "1935/1936"],
    nationalities: ["IQ", "SY"],
  }),
  entity(207, [["AL-TIKRITI, Sab'awi Ibrahim Hasan", "primary", "AL-TIKRITI"]]),
  entity(208, [["AL-HUMAYQANI, Abd al-Wahhab Muhammad Abd al-Rahman", "primary", "AL-HUMAYQANI"]]),
]);

/** How the best candidate's listed tokens are accounted for. */
function accounts(name: string, list?: typeof more) {
  const { candidates: [best] } = list === undefined ? screen(name) : screenOn(list, name);
  assert(best !== undefined, `${name} finds nobody`);
  return new Map(best.alignment.map(({ listed, ...rest }) => [listed, rest]));
}

Deno.test("an alignment says how each listed token is accounted for", async (t) => {
  const cases = [
    { why: "the same", name: "Nicolas Maduro", token: "maduro", how: "same", query: [1] },
    { why: "one sound", name: "Wladimir Putin", token: "vladimir", how: "respelled", query: [0] },
    { why: "a slip", name: "Nicolas Madurp", token: "maduro", how: "edited", edits: 1, query: [1] },
    { why: "sounds", name: "Usama Laden", token: "ladin", how: "sounds_alike", query: [1] },
    { why: "an initial", name: "N. Maduro Moros", token: "nicolas", how: "initial", query: [0] },
    { why: "one word", name: "Bashar Alassad", token: "assad", how: "split", query: [1] },
    { why: "left out", name: "Nicolas Maduro", token: "moros", how: "missing", query: [] },
    { why: "two words", name: "El Sheikh El Shafee", token: "elsheikh", how: "joined", list: more },
    { why: "a legal form", name: "Mahan Trading Co Limited", token: "ltd", list: more },
  ];
  for (const { why, name, token, how, query, edits, list } of cases) {
    await t.step(why, () => {
      const account = accounts(name, list).get(token);
      if (how === undefined) assert.match(account?.how ?? "", /^same/);
      else assert.equal(account?.how, how);
      if (query !== undefined) assert.deepEqual(account?.query, query);
      if (edits !== undefined) assert.equal(account?.edits, edits);
    });
  }
});

Deno.test("an alignment says where the query is in another script, and no more than that", () => {
  const cyrillic = accounts("Владимир Путин");
  assert.deepEqual([...cyrillic.values()].map((one) => one.transliterated), [
    true,
    true,
    undefined,
  ]);
  for (const one of accounts("Vladimir Putin").values()) {
    assert.equal(one.transliterated, undefined);
  }
  const [arabic] = screen("بشار الأسد").candidates;
  assert.deepEqual([arabic?.matchedName, arabic?.matchedScript], ["بشار الأسد", "Arab"]);
  assert(arabic?.alignment.every((one) => one.transliterated === undefined));
});

Deno.test("what the list lacks is named by position and kind", () => {
  const [best] = screen("Mr Nicolas Zebulon Maduro Moros").candidates;
  assert.deepEqual(best?.unaccounted.map(({ query, kind }) => [query, kind]), [
    [0, "title"],
    [2, "word"],
  ]);
  assert(best.unaccounted.every(({ points }) => points < 0));
});

Deno.test("every penalty and cap that bites is a step", async (t) => {
  const cases = [
    { why: "another ship", name: "Ji Song 8", step: "numbers_differ" },
    { why: "a word too many", name: "Nicolas Maduro Moros Zebulon", step: "query_unaccounted" },
    { why: "fewer words", name: "Nicolas Maduro", step: "listed_missing" },
    {
      why: "another name",
      name: "Abd al-Wahhab Zebulon Abd al-Rahman al-Humayqani",
      step: "given_names_differ",
    },
    { why: "no family name", name: "Sab'awi Ibrahim Hasan", step: "family_name_missing" },
    { why: "father and son", name: "Salman bin Muhammad al-Rawi", step: "parentage_reversed" },
    { why: "one word of several", name: "Gaddafi", step: "few_words" },
    { why: "a text", name: `${"zuppolo ".repeat(40)}Saddam Hussein`, step: "within_text" },
  ];
  for (const { why, name, step } of cases) {
    await t.step(why, () => {
      const found = [...screen(name).candidates, ...screenOn(more, name).candidates];
      const steps = found.flatMap((one) => one.steps);
      assert(steps.some((one) => one.step === step && one.points < 0), JSON.stringify(steps));
    });
  }
});

Deno.test("one word raises whoever bears it, and that is a step", () => {
  const [best] = screenOn(more, "Muammar").candidates;
  assert(best?.steps.some(({ step, points }) => step === "lone_word" && points > 0));
});

Deno.test("evidence names the listed date that counts and the listed nationalities", async (t) => {
  const cases = [
    { why: "the day", dob: "1937-04-28", relation: "same_day", listed: "1937-04-28" },
    { why: "circa", dob: "1940", relation: "within_range", listed: "1939~" },
    { why: "a range", dob: "1935-05", relation: "within_range", listed: "1935/1936" },
    { why: "no date asked for", dob: null, relation: "absent", listed: null },
  ];
  for (const { why, dob, relation, listed } of cases) {
    await t.step(why, () => {
      const [best] = screenOn(more, "Saddam Hussein", dob === null ? {} : { dob }).candidates;
      assert.deepEqual([best?.birth.relation, best?.birth.listed], [relation, listed]);
      assert.deepEqual(best?.nationality.listed, []);
    });
  }
  const [best] = screenOn(more, "Saddam Hussein", { nationality: "SY" }).candidates;
  assert.deepEqual([best?.nationality.relation, best?.nationality.listed], [
    "agrees",
    ["IQ", "SY"],
  ]);
  const [year] = screenOn(more, "Muammar Gaddafi", { dob: "1942-06-07" }).candidates;
  assert.equal(year?.birth.listed, "1942");
});

Deno.test("a candidate says what of the query it was compared with", async (t) => {
  const cases = [
    { why: "all of it", name: "Nicolas Maduro", readAs: "name" },
    { why: "a text", name: `${"zuppolo ".repeat(40)}Nicolas Maduro`, readAs: "name_in_text" },
    {
      why: "two names",
      name: "Zebulon Quickwater Barnstable and Nicolas Maduro Moros",
      readAs: "one_of_several_names",
    },
    { why: "a slip", name: "Rosneft Oil Compny", readAs: "slips_mended" },
    { why: "words run together", name: "AymanMuhammadRabi alZawahiri", readAs: "words_apart" },
    { why: "digits for letters", name: "N1c0las Madur0", readAs: "digits_as_letters" },
    { why: "a Russian in Ukrainian letters", name: "Сергій Лавров", readAs: "other_spelling" },
  ];
  for (const { why, name, readAs } of cases) {
    await t.step(why, () => assert.equal(screen(name).candidates[0]?.readAs, readAs));
  }
});
