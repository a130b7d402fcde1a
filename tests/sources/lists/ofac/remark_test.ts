import fc from "fast-check";
import assert from "node:assert/strict";
import { parseRemark, type Remark } from "../../../../sources/lists/ofac/remark.ts";

const NOTHING: Remark = {
  births: [],
  birthPlaces: [],
  nationalities: [],
  citizenships: [],
  weakAliases: [],
  addresses: [],
  linkedTo: [],
  others: [],
  unread: [],
};

function whole(text: string): Remark {
  return parseRemark({ text, startsCut: false, endsCut: false });
}

Deno.test("parseRemark() reads remarks as OFAC writes them", async (t) => {
  const cases: readonly { why: string; text: string; expected: Partial<Remark> }[] = [
    { why: "nothing", text: "", expected: {} },
    { why: "one weak alias (306)", text: "a.k.a. 'BNC'.", expected: { weakAliases: ["BNC"] } },
    {
      why: "alternatives, a place with commas, quotes within quotes (6925)",
      text: "DOB 14 Mar 1974; alt. DOB 13 Apr 1974; POB Zanzibar, Tanzania; citizen Tanzania; " +
        "a.k.a. 'AHMED, A.'; a.k.a. ''FOOPIE''; a.k.a. ''AHMED THE TANZANIAN''.",
      expected: {
        births: ["1974-03-14", "1974-04-13"],
        birthPlaces: ["Zanzibar, Tanzania"],
        citizenships: ["Tanzania"],
        weakAliases: ["AHMED, A.", "'FOOPIE'", "'AHMED THE TANZANIAN'"],
      },
    },
    {
      why: "no blank after a semicolon (7940)",
      text: "nationality possibly Palestinian;arrested 23 Apr 2002; a.k.a. 'ABU ALI'.",
      expected: {
        nationalities: ["possibly Palestinian"],
        others: ["arrested 23 Apr 2002"],
        weakAliases: ["ABU ALI"],
      },
    },
    {
      why: "labels with a colon (11313)",
      text: "Alt. POB: Keren Eritrea; nationality: Eritrean; DOB: 10 October 1969",
      expected: {
        birthPlaces: ["Keren Eritrea"],
        nationalities: ["Eritrean"],
        births: ["1969-10-10"],
      },
    },
    {
      why: "wallets of several currencies (29703)",
      text: "Digital Currency Address - XBT 1Abc; alt. Digital Currency Address - XBT bc1qx; " +
        "Digital Currency Address - ETH 0x85; Linked To: INTERNET RESEARCH AGENCY LLC.",
      expected: {
        addresses: [
          { currency: "XBT", address: "1Abc" },
          { currency: "XBT", address: "bc1qx" },
          { currency: "ETH", address: "0x85" },
        ],
        linkedTo: ["INTERNET RESEARCH AGENCY LLC"],
      },
    },
    {
      why: "an apostrophe ends no alias",
      text: "a.k.a. 'O'BRIEN, Christopher'; f.k.a. 'Abu Hazza''; a.k.a. 'ABDEL' AZIZ BEN NARVAN'",
      expected: { weakAliases: ["O'BRIEN, Christopher", "Abu Hazza'", "ABDEL' AZIZ BEN NARVAN"] },
    },
    {
      why: "a semicolon in an alias",
      text: "a.k.a. 'A; B'; DOB 1969",
      expected: { weakAliases: ["A; B"], births: ["1969"] },
    },
    {
      why: "a bank code, a former name of a town, a card, a flag: no birth, alias or nationality",
      text: "SWIFT/BIC DOBADEF1; POB Saint-Petersburg (F.K.A. Leningrad); " +
        "Citizen's Card Number 1; Nationality of Registration Korea, North",
      expected: {
        birthPlaces: ["Saint-Petersburg (F.K.A. Leningrad)"],
        others: [
          "SWIFT/BIC DOBADEF1",
          "Citizen's Card Number 1",
          "Nationality of Registration Korea, North",
        ],
      },
    },
    {
      why: "an alias without its second quote takes nothing with it",
      text: "a.k.a. 'ABU; DOB 1969; a.k.a. 'ALI'",
      expected: {
        births: ["1969"],
        weakAliases: ["ALI"],
        unread: [{ reason: "alias_unreadable", text: "a.k.a. 'ABU" }],
      },
    },
    {
      why: "a birth in unknown words",
      text: "DOB about the war",
      expected: { unread: [{ reason: "birth_unreadable", text: "DOB about the war" }] },
    },
    {
      why: "a wallet with something behind it",
      text: "Digital Currency Address - XBT 1Abc (closed)",
      expected: {
        unread: [{
          reason: "address_unreadable",
          text: "Digital Currency Address - XBT 1Abc (closed)",
        }],
      },
    },
    {
      why: "a birth within a sentence",
      text: "(Data from a passport: Alt. DOB: 10 October 1969",
      expected: {
        unread: [{
          reason: "piece_suspicious",
          text: "(Data from a passport: Alt. DOB: 10 October 1969",
        }],
      },
    },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, () => assert.deepEqual(whole(text), { ...NOTHING, ...expected }));
  }
});

Deno.test("parseRemark() takes no fragment for a value", async (t) => {
  await t.step("the end is cut: Niger may be Nigeria", () => {
    const remark = parseRemark({
      text: "DOB 1969; nationality Niger",
      startsCut: false,
      endsCut: true,
    });
    assert.deepEqual(remark, {
      ...NOTHING,
      births: ["1969"],
      unread: [{ reason: "piece_cut", text: "nationality Niger" }],
    });
  });
  await t.step("the end may be cut and is not: a full stop", () => {
    const remark = parseRemark({ text: "nationality Niger.", startsCut: false, endsCut: true });
    assert.deepEqual(remark, { ...NOTHING, nationalities: ["Niger"] });
  });
  await t.step("the start is cut within an address (22985)", () => {
    const text = "4X3191Z8; alt. Digital Currency Address - USDT TE3m; a.k.a. 'KYONGYONG'.";
    assert.deepEqual(parseRemark({ text, startsCut: true, endsCut: false }), {
      ...NOTHING,
      addresses: [{ currency: "USDT", address: "TE3m" }],
      weakAliases: ["KYONGYONG"],
      unread: [{ reason: "piece_cut", text: "4X3191Z8" }],
    });
  });
  await t.step("the start is cut before a whole piece (42496)", () => {
    const text =
      " alt. Digital Currency Address - XBT 12jV; alt. Digital Currency Address - XBT 1J";
    assert.deepEqual(
      parseRemark({ text, startsCut: true, endsCut: false }).addresses.map((one) => one.address),
      ["12jV", "1J"],
    );
  });
  await t.step("the start is cut within the label of a wallet: the wallet is whole (43421)", () => {
    const text = "rency Address - XBT bc1qllm";
    assert.deepEqual(parseRemark({ text, startsCut: true, endsCut: false }), {
      ...NOTHING,
      addresses: [{ currency: "XBT", address: "bc1qllm" }],
      unread: [{ reason: "address_label_cut", text }],
    });
  });
  await t.step("what only looks like such a label is none", () => {
    const text = "Website - XBT bc1qllm";
    assert.deepEqual(parseRemark({ text, startsCut: true, endsCut: false }), {
      ...NOTHING,
      unread: [{ reason: "piece_cut", text }],
    });
  });
});

/** One piece of a remark, and its meaning. */
type Piece = readonly [text: string, says: Partial<Remark>];

const word = fc.stringMatching(/^[A-Z][A-Za-z]{0,11}$/);
const quotedWords = fc.stringMatching(/^[A-Za-z][A-Za-z ',;-]{0,20}[A-Za-z]$/)
  .filter((name) => !/['.]\s*;/.test(name) && !/k\.a\.|DOB|POB/.test(name));
const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
  fc.integer({ min: 1800, max: 2099 }).map((year): Piece => [
    `DOB ${year}`,
    { births: [String(year)] },
  ]),
  word.map((place): Piece => [`POB ${place}`, { birthPlaces: [place] }]),
  word.map((country): Piece => [`nationality ${country}`, { nationalities: [country] }]),
  word.map((country): Piece => [`citizen ${country}`, { citizenships: [country] }]),
  word.map((name): Piece => [`Linked To: ${name}`, { linkedTo: [name] }]),
  quotedWords.map((name): Piece => [`a.k.a. '${name}'`, { weakAliases: [name] }]),
  fc.tuple(fc.constantFrom("XBT", "ETH", "USDT"), fc.stringMatching(/^[A-Za-z0-9]{1,60}$/)).map((
    [currency, address],
  ): Piece => [
    `Digital Currency Address - ${currency} ${address}`,
    { addresses: [{ currency, address }] },
  ]),
  word.map((number): Piece => [`Passport ${number}`, { others: [`Passport ${number}`] }]),
);

Deno.test("parseRemark() reads back any remark made of known pieces, in order", () => {
  const remarks = fc.array(fc.tuple(anyPiece, fc.boolean()), { maxLength: 12 });
  fc.assert(fc.property(remarks, fc.boolean(), (pieces, hasStop) => {
    const written = pieces.map(([[text, says], isAlternative]) =>
      isAlternative && says.linkedTo === undefined && says.others === undefined
        ? `alt. ${text}`
        : text
    );
    const text = written.join("; ") + (hasStop && written.length > 0 ? "." : "");
    const expected = pieces.reduce<Remark>((all, [[, says]]) => merge(all, says), NOTHING);
    assert.deepEqual(whole(text), expected);
  }));
});

Deno.test("parseRemark() of a cut remark reads a beginning of what the whole one says", () => {
  const remarks = fc.array(anyPiece, { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(remarks, fc.nat(), (pieces, pick) => {
    const text = pieces.map(([piece]) => piece).join("; ");
    const full = whole(text);
    const cut = parseRemark({
      text: text.slice(0, pick % text.length),
      startsCut: false,
      endsCut: true,
    });
    for (const name of ["births", "nationalities", "weakAliases", "addresses"] as const) {
      assert.deepEqual(cut[name], full[name].slice(0, cut[name].length), name);
    }
  }));
});

Deno.test("parseRemark() takes any text, and time that grows with its length", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.boolean(), fc.boolean(), (text, a, b) => {
    parseRemark({ text, startsCut: a, endsCut: b });
  }));
  const hostile = ["a.k.a. 'x;", "a.k.a. '", "';", ";", "alt. ", "' ", "DOB circa ", "'.'.;"];
  for (const piece of hostile) {
    parseRemark({ text: piece.repeat(32_768 / piece.length), startsCut: true, endsCut: true });
  }
});

function merge(all: Remark, says: Partial<Remark>): Remark {
  return {
    births: [...all.births, ...says.births ?? []],
    birthPlaces: [...all.birthPlaces, ...says.birthPlaces ?? []],
    nationalities: [...all.nationalities, ...says.nationalities ?? []],
    citizenships: [...all.citizenships, ...says.citizenships ?? []],
    weakAliases: [...all.weakAliases, ...says.weakAliases ?? []],
    addresses: [...all.addresses, ...says.addresses ?? []],
    linkedTo: [...all.linkedTo, ...says.linkedTo ?? []],
    others: [...all.others, ...says.others ?? []],
    unread: [...all.unread, ...says.unread ?? []],
  };
}
