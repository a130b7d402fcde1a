/** Additions to a name, and spellings of it, that must not hide a match. */

import assert from "node:assert/strict";
import fc from "fast-check";
import published from "../../core/screening/gates.json" with { type: "json" };
import { Gates } from "../../core/screening/gates.ts";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";
import { runs } from "../support/runs.ts";

const { possibleAt } = Gates.parse(published);

/** Unlisted persons, by family and given names. */
const persons = [
  ["KOLVASTIN", "Ivor Terentievich"],
  ["QUIVARRO LINDAZ", "Esmerald"],
  ["AL-ZUHAYRI", "Muntasir Fadil"],
  ["TERRAVOSA", "Lucan"],
  ["BRANKOVEC", "Zdenka"],
  ["OYELARANMI", "Babajide"],
  ["PARVANEHPUR", "Shahrokh"],
  ["VAN DER HOLMESTAD", "Geert"],
  ["MUKHTAROGLU", "Serkan"],
  ["DRZEWIANSKI", "Bogumil"],
] as const;
const bodies = [
  "KALVINTRA SHIPPING",
  "ZEMLYAVTOPROM",
  "QORVANEH PETROCHEMICAL INDUSTRIES",
  "BANCO OSTRAVELLA",
  "MERIDUNE GEOSPATIAL RESEARCH INSTITUTE",
];
const list = loadList([
  ...persons.map(([family, given], at) =>
    entity(at + 1, [[`${family}, ${given}`, "primary", family]])
  ),
  ...bodies.map((name, at) =>
    entity(at + 101, [[name, "primary"]], { entityType: "ORGANISATION" })
  ),
]);

/** The score of every candidate, by its number. */
function scoresOf(name: string): ReadonlyMap<string, number> {
  return new Map(screenOn(list, name).candidates.map(({ listRef, score }) => [listRef, score]));
}

/** Asserts that `after` finds every candidate that `before` finds. */
function assertFinds(before: string, after: string): void {
  const found = scoresOf(after);
  for (const [listRef, score] of scoresOf(before)) {
    if (score < possibleAt) continue;
    assert(
      (found.get(listRef) ?? 0) >= possibleAt,
      `${before}: ${score}; ${after}: ${found.get(listRef)}`,
    );
  }
}

function mixedCase(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => word[0] + word.slice(1).toLowerCase());
}

const somePerson = fc.constantFrom(...persons);
/**
 * The most common ones of each class; the families of `evaluate` report how many of all are known.
 */
const titles = [
  ...["Mr", "Mrs", "Ms", "Mr.", "Herr", "Frau", "Monsieur", "Madame", "Señor", "Señora"],
  ...["Sheikh", "Shaykh", "Imam", "Mullah", "Maulana", "Ayatollah", "Haji", "Rev.", "Bishop"],
  ...["Prince", "Princess", "Sir", "Lord", "Lady", "Don", "Sayyid", "HRH", "Baron"],
  ...["President", "Prime Minister", "Minister", "Senator", "Governor", "Ambassador", "Comrade"],
  ...["Judge", "Justice", "Prosecutor", "Attorney General", "Dr", "Dr.", "Prof.", "Professor"],
  ...["General", "Gen.", "Lt. Gen.", "Major General", "Colonel", "Col.", "Captain", "Admiral"],
];
const someTitle = fc.constantFrom(...titles);
/** A whole name in either order, or a family name alone. */
const somePersonName = fc.tuple(somePerson, fc.nat(2)).map(([[family, given], form]) =>
  [
    `${mixedCase(given)} ${mixedCase(family)}`,
    `${mixedCase(family)}, ${given}`,
    mixedCase(family),
  ][form]!
);
const someBody = fc.constantFrom(...bodies).map(mixedCase);
/** The consonants of a word, equal if they sound alike: `Kiryut` sounds like Geert. */
function soundOf(word: string): string {
  const letters = word.toLowerCase().replaceAll(/[^a-z]|[aeiouyhw]/g, "").replaceAll("x", "ks");
  const alike = { b: "p", c: "k", d: "t", g: "k", j: "s", q: "k", v: "f", z: "s" } as const;
  return letters.replaceAll(/[bcdgjqvz]/g, (letter) => alike[letter as keyof typeof alike])
    .replaceAll(/(.)\1+/g, "$1");
}
const listedSounds = new Set(
  [...persons.flat(), ...bodies].flatMap((name) => name.split(/[ -]/).map(soundOf)),
);
/** A word that is in no name of the list, and sounds like none. */
const someOther = fc.stringMatching(
  /^[b-df-hj-np-tv-z][aeiou][b-df-hj-np-tv-z]{2}[aeiou][a-z]{1,3}$/,
).filter((word) => !listedSounds.has(soundOf(word)));

Deno.test("a title or form of address hides nobody", () => {
  fc.assert(
    fc.property(somePersonName, someTitle, (name, title) => assertFinds(name, `${title} ${name}`)),
    { numRuns: runs(2_000) },
  );
});

Deno.test("a word in capitals beside a name in mixed case hides nobody", () => {
  // Ng is a family name of millions.
  const someCapitals = fc.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{2,4}$/).filter((word) =>
    word !== "NG"
  );
  fc.assert(
    fc.property(somePerson, someCapitals, ([family, given], word) => {
      const name = `${given} ${mixedCase(family)}`;
      assertFinds(name, `${name} ${word}`);
      assertFinds(name, `${name}, ${word}`);
    }),
    { numRuns: runs(500) },
  );
});

Deno.test("a legal form hides no body", () => {
  const forms = [
    "LLC",
    "Ltd",
    "Limited",
    "GmbH",
    "S.A.",
    "OOO",
    "JSC",
    "Inc.",
    "PJSC",
    "B.V.",
    "AG",
  ];
  fc.assert(
    fc.property(someBody, fc.constantFrom(...forms), fc.boolean(), (name, form, isFirst) => {
      assertFinds(name, isFirst ? `${form} ${name}` : `${name} ${form}`);
    }),
  );
});

Deno.test("a particle hides nobody", () => {
  const particles = [
    "al",
    "el",
    "bin",
    "ibn",
    "de",
    "del",
    "van",
    "von",
    "da",
    "di",
    "ben",
    "bint",
  ];
  fc.assert(
    fc.property(somePerson, fc.constantFrom(...particles), ([family, given], particle) => {
      const last = mixedCase(family);
      assertFinds(`${given} ${last}`, `${given} ${particle} ${last}`);
    }),
    { numRuns: runs(500) },
  );
});

Deno.test("letter case and order never matter", () => {
  fc.assert(fc.property(somePersonName, (name) => {
    const words = name.replace(",", "").split(" ");
    const plain = scoresOf(words.join(" "));
    for (const written of [words.join(" ").toLowerCase(), words.join(" ").toUpperCase()]) {
      assert.deepEqual(scoresOf(written), plain, written);
    }
    for (let turn = 1; turn < words.length; turn++) {
      const turned = [...words.slice(turn), ...words.slice(0, turn)].join(" ");
      assert.deepEqual(scoresOf(turned), plain, turned);
    }
  }));
});

Deno.test("a longer query never matches better than the part that matches", () => {
  const somePart = fc.oneof(somePersonName, someBody);
  fc.assert(
    fc.property(somePart, fc.array(someOther, { minLength: 1, maxLength: 3 }), (part, others) => {
      const alone = scoresOf(part);
      for (const longer of [[part, ...others], [...others, part]].map((words) => words.join(" "))) {
        for (const [listRef, score] of scoresOf(longer)) {
          const most = alone.get(listRef);
          assert(most === undefined || score <= most, `${part}: ${most}; ${longer}: ${score}`);
        }
      }
    }),
    { numRuns: runs(2_000) },
  );
});
