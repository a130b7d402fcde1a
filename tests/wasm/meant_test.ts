/** Words that stand for words of the lists: cut, declined, without their vowels, misread by a scanner. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const body = { entityType: "ORGANISATION" } as const;
const begun = ["ado", "ari", "eno", "iba", "osti", "uvan", "yk", "aros"];
const ends = ["a", "e", "i", "o"];
const list = loadList([
  entity(1, [["KESTRELOVSKY, Dorian Anatolevich", "primary", "KESTRELOVSKY"]]),
  entity(2, [["QUILLFEATHER, Osric", "primary", "QUILLFEATHER"]]),
  entity(3, [["BRAMBLE, Munir Hamdan", "primary", "BRAMBLE"]]),
  entity(4, [["MARDOCLEN, Ivo", "primary", "MARDOCLEN"]]),
  entity(5, [["Zelbrook Radiotelemetry Development Combine", "primary"]], body),
  entity(6, [["Kushweyb Maritime Instruments Corporation", "primary"]], body),
  entity(7, [["MORZHINSKY, Grigory Anatolevich", "primary", "MORZHINSKY"]]),
  entity(8, [["FEATHERSTONEHAUGHSE, Gregor Alaric", "primary", "FEATHERSTONEHAUGHSE"]]),
  entity(9, [["QUILLF, Ana", "primary", "QUILLF"]]),
  entity(40, [["QMIG", "primary"]], body),
  entity(20, [["TALMAN, Osric", "primary", "TALMAN"]]),
  ...ends.map((end, at) => entity(30 + at, [[`Tolman${end} Talimane`, "primary"]], body)),
  ...begun.map((end, at) => entity(10 + at, [[`Tervo${end} Industries`, "primary"]], body)),
]);

const found = (name: string) =>
  screenOn(list, name).candidates.find(({ score }) => score >= 70)?.listRef;

const kinds: Readonly<
  Record<string, readonly (readonly [name: string, ref: string | undefined])[]>
> = {
  "words cut with a full stop": [
    ["Zelbrook Radiotel. Devel. Combine", "5"],
    ["ZELBROOK RADIOTELEM. DEVELOPM. COMB.", "5"],
    ["Kushweyb Marit. Instr. Corp.", "6"],
    ["Zelbrook Pharm. Combine", undefined],
    // Though a list has the word as it is cut.
    ["Osric Quillf.", "2"],
  ],
  "the last word of a field": [
    ["DORIAN ANATOLEVICH KES", "1"],
    ["Osric Quillfeath", "2"],
    ["Zelbrook Radiotelemetry Developm", "5"],
    ["Osric Qu", undefined],
    ["Dorian Quillf", undefined],
    // Of those that begin so, each is one of eight.
    ["Ana Tervo", undefined],
  ],
  "a field as long as a column, whatever stood behind it": [
    ["GRIGORY ANATOLEVICH MO", "7"],
    ["GRIGORY ANATOLEVICH MA", undefined],
    // A legal form begins no word of `QMIG`.
    ["QUENBURY MOTORS INSURANCE GMBH", undefined],
    // What it ends with may be initials, too.
    ["FEATHERSTONEHAUGHSE GA", "8"],
    ["ZELBROOK RADIOTELEMETR", "5"],
  ],
  "endings of languages in a sentence": [
    ["Доверенность выдана от имени Кестреловского Дориана Анатольевича на право подписи", "1"],
    ["Алименты с Моржинского Григория Анатольевича и/л 5224/26", "7"],
    ["Majątek Doriana Kestrelovskiego zajęty", "1"],
    ["razgovor sa Doriánom Kestrelovskim u zgradi", "1"],
    ["EFT Osric Quillfeather'in fatura 308164", "2"],
    ["Munir Bramble'den gelen havale iadesi", "3"],
    // One of another name, beside a word that may be declined.
    ["Доверенность от имени Кестреловского Игоря Петровича на право подписи", undefined],
    ["EFT Osrica Vane'in fatura 308164", undefined],
  ],
  "endings of languages": [
    ["Osric Quillfeathernek", "2"],
    ["Dorian Kestrelovskytól", "1"],
    ["Munir Bramblevel", "3"],
    ["Ivo Mardoclennel", "4"],
    ["Osric Quillfeather'in", "2"],
    ["Munir Bramble'ye", "3"],
    ["Osric Quillfeather'nixand", undefined],
    ["Osricas Quillfeatheras", "2"],
    ["Doriana Kestrelovskiego", "1"],
    ["Munirowi Hamdanowi Bramblemu", "3"],
    ["Дориана Анатольевича Кестреловского", "1"],
    ["Dorianem Kestrelovskim", "1"],
  ],
  "words without their vowels": [
    ["ZLBRK RADIOTELEMETRY DVLPMNT CMBNE", "5"],
    ["KSHWYB MRTME INSTRMNTS CRPRTN", "6"],
    ["ZLBRK RDTLMTRY DVLPMNT CMBNE", "5"],
    ["Kushweyb Mrtme Corporation", "6"],
    ["Kushweyb Mrtme Instrmnts Corprtn", "6"],
    ["Marbella Corprtn", undefined],
    // A word without any is none of those that lack a last one besides.
    ["Osrc Tlmn", "20"],
    ["ZLBRK MRTME CRPRTN", undefined],
  ],
  "letters that a scanner misreads": [
    ["Ivo Marcloden", "4"],
    ["Ivo Mardoden", "4"],
    ["Osric Quilifcather", "2"],
    ["Munir Brarnble", "3"],
    ["Munir 8ram6le", undefined],
  ],
};

for (const [kind, names] of Object.entries(kinds)) {
  Deno.test(`match() reads ${kind}`, async (t) => {
    for (const [name, ref] of names) await t.step(name, () => assert.equal(found(name), ref));
  });
}

Deno.test("match() confirms no name by a word that stands for another", () => {
  const [best] = screenOn(list, "Osric Quillfea").candidates;
  assert.equal(best?.exact, false);
  assert.deepEqual(best?.alignment.map(({ how }) => how), ["stands_for", "same"]);
});

Deno.test("match() states which word is taken for another, and how far that is from the listed one", () => {
  const cases = [
    ["Osric Quillfea", "quillfeather", "stands_for", undefined],
    ["Munir Bramblevel", "bramble", "stands_for", undefined],
    ["Munir Bramble", "bramble", "same", undefined],
    ["Munir Brambel", "bramble", "edited", 1],
    ["GRIGORY ANATOLEVICH MO", "morzhinsky", "stands_for", undefined],
  ] as const;
  for (const [name, token, how, edits] of cases) {
    const tokens = screenOn(list, name).candidates[0]?.alignment ?? [];
    const account = tokens.find(({ listed }) => listed === token);
    assert.deepEqual([account?.how, account?.edits], [how, edits], name);
  }
});
