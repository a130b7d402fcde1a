/** Names with words joined or split, or with letters, numbers and marks in other forms. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const list = loadList([
  entity(1, [["KESTRELOV, Dorian Anatolevich", "primary", "KESTRELOV"]]),
  entity(2, [["AL-QASIRI, Munir Hamdan", "primary", "AL-QASIRI"]]),
  entity(3, [["PELLWORTH MARITIME TRADING COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  entity(4, [["Q.V.R. SOLARIS LLC", "primary"]], { entityType: "ORGANISATION" }),
  entity(5, [["ZENTRA & FALK", "primary"]], { entityType: "ORGANISATION" }),
  entity(6, [["BUREAU 47", "primary"]], { entityType: "ORGANISATION" }),
  entity(7, [["AMBER TIDE", "primary"]], { entityType: "VESSEL" }),
  entity(8, [["QUILLON", "primary"]], { entityType: "VESSEL" }),
  entity(9, [["MISTRAL III", "primary"]], { entityType: "VESSEL" }),
  entity(10, [["XQ-BRT", "primary"]], { entityType: "AIRCRAFT" }),
  entity(11, [["XQ7314", "primary"]], { entityType: "AIRCRAFT" }),
  entity(12, [["BRIGADE 27", "primary"]], { entityType: "ORGANISATION" }),
  entity(13, [["QFLX", "primary"]], { entityType: "ORGANISATION" }),
]);

const found = (name: string) => screenOn(list, name).candidates.filter(({ score }) => score >= 70);

Deno.test("match() finds a name however its words are divided", async (t) => {
  const cases = [
    { ref: "1", names: ["doriankestrelov", "KestrelovDorian", "Dorian Kes trelov"] },
    { ref: "1", names: ["DorianAnatolevichKestrelov", "Dorian AnatolevichKestrelov"] },
    {
      ref: "2",
      names: ["MunirHamdanAlQasiri", "munirhamdan al-qasiri", "Mu nir Ham dan al Qasiri"],
    },
    { ref: "3", names: ["PellworthMaritimeTradingCompany", "Pell worth MaritimeTrading Company"] },
    { ref: "4", names: ["QVR Solaris", "Q V R Solaris LLC", "Q.V.R. Solaris"] },
    { ref: "5", names: ["Zentra and Falk", "ZENTRA&FALK", "Zentra + Falk", "Zentra und Falk"] },
    { ref: "6", names: ["Bureau47", "Bureau No. 47"] },
    { ref: "7", names: ["AMBERTIDE", "Am ber Tide"] },
    { ref: "10", names: ["XQBRT", "xq brt", "XQ.BRT", "X Q B R T"] },
    { ref: "11", names: ["XQ-7314", "XQ 7314", "xq7314"] },
  ];
  for (const { ref, names } of cases) {
    for (const name of names) {
      await t.step(name, () => assert.equal(found(name)[0]?.listRef, ref));
    }
  }
});

Deno.test("match() reads numbers in words, Roman numerals and digits as one", async (t) => {
  for (const name of ["Mistral 3", "Mistral Three", "MISTRALIII", "Mistral III"]) {
    await t.step(name, () => assert.equal(found(name)[0]?.listRef, "9"));
  }
  await t.step("another number", () => assert.deepEqual(found("Mistral Four"), []));
  const names = [
    "Brigade twenty-seven",
    "Brigade twenty seventh",
    "Brigade siebenundzwanzig",
    "Brigade veintisiete",
    "Brigade vingt-sept",
  ];
  for (const name of names) {
    await t.step(name, () => assert.equal(found(name)[0]?.listRef, "12"));
  }
  for (const name of ["Brigade twenty-eight", "Brigade seven", "Brigade twenty"]) {
    await t.step(name, () => assert.deepEqual(found(name), []));
  }
});

Deno.test("match() reads digits among letters as the letters that they look like", async (t) => {
  for (const name of ["D0rian Kestre1ov", "DOR14N K3STRELOV", "Dor1an Kes7relov"]) {
    await t.step(name, () => assert.equal(found(name)[0]?.listRef, "1"));
  }
});

Deno.test("match() reads letters that stand by themselves as an acronym, in their order", async (t) => {
  for (const name of ["Q.F.L.X.", "Q F L X", "q. f. l. x.", "Q-F-L-X", "QFLX"]) {
    await t.step(name, () => assert.equal(found(name)[0]?.listRef, "13"));
  }
  for (const name of ["X.L.F.Q.", "Q.F.L.", "Q. F. L. Xanders"]) {
    await t.step(name, () => assert.deepEqual(found(name), []));
  }
});

Deno.test("match() leaves out which kind of craft is meant, beside crafts alone", async (t) => {
  const cases = [
    { name: "crude oil tanker Quillon", ref: "8" },
    { name: "M/V Quillon", ref: "8" },
    { name: "super yacht Quillon", ref: "8" },
    { name: "Megayacht Quillon", ref: "8" },
    { name: "QUILLON (general cargo ship), IMO 9187629", ref: "8" },
    { name: "fishing vessel AmberTide", ref: "7" },
    { name: "aircraft XQ-BRT (Airbus A300)", ref: "10" },
    { name: "tail number XQBRT", ref: "10" },
  ];
  for (const { name, ref } of cases) {
    await t.step(name, () => {
      const [first] = found(name);
      assert.deepEqual([first?.listRef, first?.readAs], [ref, "class_left_out"]);
    });
  }
  await t.step("a firm", () => assert.deepEqual(found("Solaris Tanker Services"), []));
});

Deno.test("match() takes no stranger for two words that his one word happens to spell", async (t) => {
  for (const name of ["Dorian Wren", "Munirham Wren", "Kestrel Ovdorian"]) {
    await t.step(name, () => assert.deepEqual(found(name), []));
  }
});

Deno.test("match() finds a name that stands beside itself in another script", async (t) => {
  const cases = [
    { ref: "1", name: "Dorian Kestrelov (Дориан Кестрелов)", readAs: "without_remarks" },
    { ref: "1", name: "Кестрелов Дориан Kestrelov Dorian", readAs: "without_remarks" },
    { ref: "2", name: "Munir Qasiri منير القصيري", readAs: "one_of_several_names" },
    { ref: "1", name: "Marbella Quinze (Дориан Кестрелов)", readAs: "one_of_several_names" },
  ];
  for (const { ref, name, readAs } of cases) {
    await t.step(name, () => {
      const [first] = found(name);
      assert.deepEqual([first?.listRef, first?.readAs], [ref, readAs]);
    });
  }
  await t.step("one word in another script is a part of the same name", () => {
    assert.equal(found("Dorian Кестрелов")[0]?.readAs, "name");
  });
});
