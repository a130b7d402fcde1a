/** Names in the letters of a wrong code page or keyboard, and run together with other words. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const list = loadList([
  entity(1, [["KESTRELOV, Dorian Anatolevich", "primary", "KESTRELOV"]]),
  entity(2, [
    ["AL-QASIRI, Munir Hamdan", "primary", "AL-QASIRI"],
    ["منير القصيري", "strong"],
  ]),
  entity(3, [["ΚΑΛΛΙΔΡΩΝ, Θεοφάνης", "primary", "ΚΑΛΛΙΔΡΩΝ"]]),
]);

const found = (name: string) =>
  screenOn(list, name).candidates.find(({ score }) => score >= 70)?.listRef;

Deno.test("match() reads Cyrillic letters of another code page", async (t) => {
  const name = "Дориан Кестрелов";
  const all = new Map(
    ["koi8-r", "windows-1251", "ibm866", "iso-8859-5", "x-mac-cyrillic", "windows-1252"].map(
      (label) => [label, new TextDecoder(label)],
    ),
  );
  for (const [written, decoder] of all) {
    const letters = decoder.decode(Uint8Array.from({ length: 256 }, (_, at) => at));
    const bytes = Uint8Array.from([...name].map((letter) => letters.indexOf(letter)));
    for (const [read, other] of all) {
      // Capitals become control characters, or signs before capitals that are taken for brackets.
      const isLost = read === "iso-8859-5" && ["ibm866", "x-mac-cyrillic"].includes(written) ||
        read === "koi8-r" && written === "x-mac-cyrillic";
      if (written === "windows-1252" || written === read || isLost) continue;
      await t.step(
        `${written} as ${read}`,
        () => assert.equal(found(other.decode(bytes)), "1"),
      );
    }
  }
});

Deno.test("match() reads UTF-8 that was read as Latin-1 several times", () => {
  const asLatin1 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));
  assert.equal(found(asLatin1(asLatin1("Дориан Кестрелов"))), "1");
  assert.equal(found(asLatin1(asLatin1(asLatin1("Дориан Кестрелов")))), "1");
});

Deno.test("match() reads names typed on an English keyboard", async (t) => {
  const cases = [
    ["Ljhbfy Rtcnhtkjd", "1"],
    ["LJHBFY RTCNHTKJD", "1"],
    ["Ueofanhw Kallidrvn", "3"],
    ["lkdv hgrwdvd", "2"],
  ] as const;
  for (const [typed, ref] of cases) await t.step(typed, () => assert.equal(found(typed), ref));
});

const besideNames: Readonly<Record<string, readonly string[]>> = {
  "the title and number of a booking": [
    "KESTRELOV/DORIANMR",
    "1.1KESTRELOV/DORIANMSTR",
    "KESTRELOV/DORIAN ANATOLEVICHMR",
    "KESTRELOV/DORIANANATOLEVICHMR",
    "M1KESTRELOV/DORIANANATEXKLQ7T ISTSVO",
    "M1KESTRELOV/DORIAN   EXKLQ7T ISTSVO",
    "1.KESTRELOV/DORIANMR 2 SU2131 Y 06NOV SVOIST HK1",
  ],
  "the account beside it": [
    "40817810000000000001Dorian Kestrelov",
    "LV44HABA70258164074DORIAN KESTRELOV",
    "DORIAN KESTRELOV40817810000000000001",
    "Dorian KestrelovDE66315263078253908503",
    "DORIAN KESTRELOVDE66315263078253908503",
  ],
  "the digits that set namesakes apart": [
    "dorian.kestrelov71@example.com",
    "kestrelov_dorian1971@example.com",
    "doriankestrelov71",
    "@DorianKestrelov1971",
  ],
};

for (const [beside, names] of Object.entries(besideNames)) {
  Deno.test(`match() parts a name from ${beside}`, async (t) => {
    for (const name of names) await t.step(name, () => assert.equal(found(name), "1"));
  });
}
