import assert from "node:assert/strict";
import fc from "fast-check";
import { checkCompanyNumber } from "../../../standards/company_number/check_company_number.ts";
import { schemesOf } from "../../../standards/company_number/schemes.ts";
import { runs } from "../../support/runs.ts";

interface Vector {
  readonly country: string;
  readonly scheme: string;
  readonly number: string;
  readonly checksumValid: boolean;
}

const vectors: readonly Vector[] = JSON.parse(
  await Deno.readTextFile(
    new URL("../../../fixtures/kyb/regnum-vectors.json", import.meta.url),
  ),
);

Deno.test("checkCompanyNumber() agrees with python-stdnum on all 196 vectors", () => {
  assert.equal(vectors.length, 196);
  const wrong = vectors.filter((vector) =>
    checkCompanyNumber(vector).checksumValid !== vector.checksumValid
  );
  assert.deepEqual(wrong, []);
});

Deno.test("checkCompanyNumber() finds the scheme of a right number by its form", () => {
  const wrong = vectors.filter(({ country, number, checksumValid }) =>
    checksumValid && checkCompanyNumber({ country, number }).checksumValid !== true
  );
  assert.deepEqual(wrong, []);
});

Deno.test("checkCompanyNumber() takes a right number however it is written", () => {
  const right = vectors.filter(({ checksumValid }) => checksumValid);
  const separators = fc.constantFrom("", " ", ".", "-", "\u2013", "\u00a0", "\u200b", "/");
  fc.assert(fc.property(fc.constantFrom(...right), fc.array(separators), (vector, between) => {
    const spaced = Array.from(vector.number).map((one, at) => one + (between[at] ?? "")).join("");
    for (const number of [spaced, spaced.toLowerCase(), ` ${spaced}\t`, wide(spaced)]) {
      assert.equal(checkCompanyNumber({ ...vector, number }).checksumValid, true, number);
    }
  }));
});

Deno.test("checkCompanyNumber() takes a right number behind the code of its country", () => {
  const right = vectors.filter(({ checksumValid, country }) => checksumValid && country !== "LEI");
  for (const { country, scheme, number } of right) {
    const prefixed = checkCompanyNumber({ country, scheme, number: `${country} ${number}` });
    assert.equal(prefixed.checksumValid, true, `${country} ${number}`);
  }
});

Deno.test("checkCompanyNumber() never throws, and its answer has a bounded size", () => {
  const countries = fc.oneof(fc.constantFrom(...Object.keys(schemesOf), "ZZ"), fc.string());
  const numbers = fc.oneof(
    fc.string({ unit: "binary", maxLength: 500 }),
    fc.stringMatching(/^[0-9A-Z ]+$/),
  );
  const schemes = fc.oneof(fc.constant(null), fc.string(), fc.constantFrom("constructor", "LEI"));
  fc.assert(
    fc.property(countries, schemes, numbers, (country, scheme, number) => {
      const checked = checkCompanyNumber({ country, scheme, number });
      assert(JSON.stringify(checked).length < 20_000);
      if (checked.formatValid !== true) assert.notEqual(checked.checksumValid, true);
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("checkCompanyNumber() ends with numbers whose words could be cut in many ways", () => {
  for (
    const written of ["a".repeat(80), `${"ab ".repeat(26)}1`, "HRB ".repeat(20), "1-".repeat(40)]
  ) {
    for (const country of ["NZ", "DE", "FR", "RU"]) {
      assert.notEqual(checkCompanyNumber({ country, number: written }).formatValid, true);
    }
  }
});

Deno.test("checkCompanyNumber() gives a number its normal form", async (t) => {
  const cases = [
    { country: "gb", number: "1403668", normalized: "01403668", scheme: "CRN", note: true },
    { country: "UK", number: "sc1234", normalized: "SC001234", scheme: "CRN", note: true },
    { country: "GB", number: "OE012345", normalized: "OE012345", scheme: "CRN", note: false },
    {
      country: "DE",
      number: "Amtsgericht München, HRB 6684",
      normalized: "HRB6684",
      scheme: "HRB",
      note: true,
    },
    { country: "DE", number: "HRB 12345 B", normalized: "HRB12345B", scheme: "HRB", note: false },
    { country: "DE", number: "HRB 77 AG Köln", normalized: "HRB77", scheme: "HRB", note: true },
    {
      country: "SE",
      number: "16556543-1193",
      normalized: "5565431193",
      scheme: "organisationsnummer",
      note: true,
    },
    {
      country: "SE",
      number: "SE556543119301",
      normalized: "5565431193",
      scheme: "organisationsnummer",
      note: true,
    },
    {
      country: "CH",
      number: "CHE-105.909.036 MWST",
      normalized: "CHE105909036",
      scheme: "UID",
      note: true,
    },
    {
      country: "NO",
      number: "NO 923 609 016 MVA",
      normalized: "923609016",
      scheme: "organisasjonsnummer",
      note: true,
    },
    {
      country: "BE",
      number: "403.170.701",
      normalized: "0403170701",
      scheme: "KBO/BCE",
      note: true,
    },
    { country: "EL", number: "EL094259216", normalized: "094259216", scheme: "AFM", note: true },
    { country: "LU", number: "b 191847", normalized: "B191847", scheme: "RCS", note: false },
    { country: "PL", number: "0000028860", normalized: "0000028860", scheme: "KRS", note: false },
    { country: "PL", number: "28860", normalized: "0000028860", scheme: "KRS", note: true },
    {
      country: "RO",
      number: "J40/372/2002",
      normalized: "J403722002",
      scheme: "ONRC",
      note: false,
    },
    {
      country: "US",
      number: "S000005113",
      normalized: "S000005113",
      scheme: "state file number",
      note: false,
    },
    {
      country: "FR",
      number: "542 107 651 00042",
      normalized: "542107651",
      scheme: "SIREN",
      note: true,
    },
  ];
  for (const { country, number, normalized, scheme, note } of cases) {
    await t.step(`${country} ${number}`, () => {
      const checked = checkCompanyNumber({ country, number });
      assert.deepEqual(
        [checked.normalized, checked.scheme, checked.formatValid, checked.notes.length > 0],
        [normalized, scheme, true, note],
      );
      assert.notEqual(checked.checksumValid, false);
    });
  }
});

Deno.test("checkCompanyNumber() reads a number among words, and loses none of its letters", () => {
  const cases = [
    ["PL", "KRS 0000012345", "0000012345"],
    ["PL", "REGON: 123456785", "123456785"],
    ["FR", "552 100 554 RCS Paris", "552100554"],
    ["LU", "R.C.S. Luxembourg B 12345", "B12345"],
    ["CZ", "IČO25123891", "25123891"],
    ["BG", "ЕИК 175074752", "175074752"],
    ["NL", "KvK-nummer 12345678", "12345678"],
    ["FI", "Y-tunnus 2077474-0", "20774740"],
    ["GB", "Company No. 01403668", "01403668"],
    ["GB", "Company number SC 123456", "SC123456"],
    ["GB", "Company No 123456", "00123456"],
    ["EE", "10000018 (äriregister)", "10000018"],
    ["AT", "FN 122119 m, HG Wien", "122119M"],
  ] as const;
  for (const [country, number, normalized] of cases) {
    const checked = checkCompanyNumber({ country, number });
    assert.deepEqual([checked.normalized, checked.formatValid], [normalized, true], number);
  }
  for (const number of ["10000018 and 10000020", "number 1000001", "KRS", "n/a"]) {
    assert.equal(checkCompanyNumber({ country: "EE", number }).formatValid, false, number);
  }
});

Deno.test("checkCompanyNumber() calls no Slovak sole trader's number wrong", () => {
  // Right by python-stdnum 2.2, whose rule takes birth numbers too (sk.dph, cz.rc).
  for (const number of ["1910010400", "7396079670", "9796165380", "1412030158"]) {
    assert.equal(checkCompanyNumber({ country: "SK", number }).checksumValid, null, number);
  }
});

Deno.test("checkCompanyNumber() says null where it knows no rule", () => {
  const cases = [
    { country: "NZ", number: "9429 0000 00000" },
    { country: "EE", scheme: "a number that nobody knows", number: "12345678" },
    { country: "", number: "1" },
  ];
  for (const written of cases) {
    const { scheme, formatValid, checksumValid } = checkCompanyNumber(written);
    assert.deepEqual([scheme, formatValid, checksumValid], [null, null, null]);
  }
  // No check digits: the form is all that can be wrong.
  const irish = checkCompanyNumber({ country: "IE", number: "24173" });
  assert.deepEqual([irish.formatValid, irish.checksumValid], [true, null]);
  const polish = checkCompanyNumber({ country: "PL", scheme: "KRS", number: "0000028860" });
  assert.deepEqual([polish.formatValid, polish.checksumValid], [true, null]);
});

Deno.test("checkCompanyNumber() refuses what has no form of its scheme", () => {
  const cases = [
    { country: "EE", scheme: "registrikood", number: "1234", checksumValid: false },
    { country: "EE", number: "1234", checksumValid: null },
    { country: "GB", number: "123456789", checksumValid: null },
    { country: "DE", number: "12345", checksumValid: null },
    { country: "AU", number: " - ", checksumValid: null },
    { country: "AU", number: "1".repeat(1_000), checksumValid: null },
    { country: "EE", scheme: "registrikood", number: "1".repeat(1_000), checksumValid: false },
  ];
  for (const { checksumValid, ...written } of cases) {
    const checked = checkCompanyNumber(written);
    assert.deepEqual([checked.formatValid, checked.checksumValid], [false, checksumValid]);
  }
});

Deno.test("checkCompanyNumber() takes an LEI in place of a register's number", () => {
  for (const country of ["GB", "AU"]) {
    const checked = checkCompanyNumber({ country, number: "213800FERQ5LE3H7WJ58" });
    assert.deepEqual([checked.scheme, checked.checksumValid], ["LEI ISO 17442", true]);
  }
});

/** A text in full-width characters, as typed on East Asian keyboards. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
}
