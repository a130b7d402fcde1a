/** Fields with several names, a repeated name, or a name next to other text. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import gates from "../../core/screening/gates.json" with { type: "json" };
import { classify } from "../../core/screening/classify.ts";
import { loadList, screenOn } from "./small_list.ts";

const filler = Array.from(
  { length: 40 },
  (_, at) => entity(100 + at, [[`Filler ${at}`, "primary"]]),
);
const list = loadList([
  entity(1, [["ORLENKOVSKY, Taras Bohdanovych", "primary", "ORLENKOVSKY"]], {
    births: ["1960-09-07"],
  }),
  entity(2, [["ОРЛЕНКОВСКИЙ, Тарас Богданович", "primary", "ОРЛЕНКОВСКИЙ"]]),
  entity(3, [["KALVINTRABANK", "primary"]], { entityType: "ORGANISATION" }),
  entity(4, [["ZORVEX", "primary"]], { entityType: "ORGANISATION" }),
  entity(5, [["PELLWORTH MARITIME TRADING COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  entity(6, [["AMBER TIDE", "primary"]], { entityType: "VESSEL" }),
  entity(7, [["QUILLON", "primary"]], { entityType: "VESSEL" }),
  entity(8, [["MIRALDA", "primary"]], { entityType: "VESSEL" }),
  entity(9, [["Q47", "primary"]], { entityType: "ORGANISATION" }),
  entity(10, [["SAFDARI, Mohammad Javad", "primary", "SAFDARI"]]),
  entity(12, [["Zorbanek", "primary"]]),
  entity(13, [["MEHRDAVI, Orlan", "primary", "MEHRDAVI"]]),
  entity(11, [["HALVORSEN STEEL", "primary"]], { entityType: "ORGANISATION" }),
  entity(14, [["ТВЕРЦА-Ч", "primary"], ["Tvertsa-Ch", "strong"]], { entityType: "ORGANISATION" }),
  entity(15, [["TVERCA I", "primary"]], { entityType: "VESSEL" }),
  entity(16, [["UR-ZQV", "primary"]], { entityType: "AIRCRAFT" }),
  entity(17, [["HUSSAIN, Omar", "primary", "HUSSAIN"]]),
  entity(18, [["QAVRAZ, Qavrazy", "primary", "QAVRAZ"]]),
  entity(19, [["ROSEWIND II", "primary"]], { entityType: "VESSEL" }),
  ...filler,
]);

const found = (name: string) => screenOn(list, name).candidates.filter(({ score }) => score >= 70);
const refs = (name: string) => found(name).map(({ listRef }) => listRef).sort();

/** Queries each field, and asserts which entries it matches. */
function expects(kind: string, cases: Readonly<Record<string, readonly string[]>>) {
  Deno.test(`match() finds ${kind}`, async (t) => {
    for (const [name, expected] of Object.entries(cases)) {
      await t.step(name, () => assert.deepEqual(refs(name), expected));
    }
  });
}

const person = ["1", "2"];

expects("each of several names in a field", {
  "Taras Orlenkovsky and Jane Miller": person,
  "Jane Miller or Taras Orlenkovsky": person,
  "Jane Miller oder Taras Orlenkovsky": person,
  "Taras Orlenkovsky e Jane Miller": person,
  "Тарас Орленковский и Мария Петрова": person,
  "Тарас Орленковский или Мария Петрова": person,
  "Taras Orlenkovsky, Jane Miller": person,
  "Taras Orlenkovsky - Jane Miller": person,
  "Taras Orlenkovsky [Jane Miller]": person,
  "Jane Miller a.k.a. Taras Orlenkovsky": person,
  "Jane Miller a/k/a Taras Orlenkovsky": person,
  "Jane Miller (formerly Taras Orlenkovsky)": person,
  "Jane Miller also known as Taras Orlenkovsky": person,
  "Taras and Jane Orlenkovsky": person,
  "Kalvintrabank and Zorvex": ["3", "4"],
  "Kalvintrabank / Zorvex": ["3", "4"],
  "Kalvintrabank, Zorvex": ["3", "4"],
  "Kalvintrabank and Petersen Logistics": ["3"],
  "Petersen Logistics / Pellworth Maritime Trading Company": ["5"],
  "Taras Orlenkovsky, Zorvex": ["1", "2", "4"],
});

expects("names by initials, in whatever script, alone and beside others", {
  "Orlenkovsky T.B.": person,
  "Орленковский Т.Б.": person,
  "Т. Б. Орленковский": person,
  "ИП Орленковский Т. Б.": person,
  "Орленковский Т. Б. и Шевчук Ю.": person,
  "Шевчук Ю. И. и Орленковский Т.": person,
  "T. Orlenkovsky and J. Miller": person,
  "J. Miller i T. Orlenkovsky": person,
  "Jane Miller & T.B. Orlenkovsky": person,
});

expects("two persons who share a family name, in either order", {
  "Orlenkovsky Taras and Jane": person,
  "ORLENKOVSKY Taras and Jane": person,
  "Mr Taras and Mrs Jane Orlenkovsky": person,
  "T. and J. Orlenkovsky": person,
});

expects("the names of a numbered list", {
  "1. Taras Orlenkovsky 2. Jane Miller": person,
  "1) Jane Miller 2) Taras Orlenkovsky 3) Kalvintrabank": ["1", "2", "3"],
  "1. Zorvex": ["4"],
});

expects("names that stand in a field on lines of their own", {
  "Taras\nOrlenkovsky": person,
  "Taras Orlenkovsky\nSeaview Road 4": person,
  "Jane Miller\nTaras Orlenkovsky": person,
});

expects("a name that stands in a field twice", {
  "Zorvex Zorvex": ["4"],
  "Zorvex / ZORVEX": ["4"],
  "Зорвекс Zorvex": ["4"],
  "Taras Orlenkovsky ORLENKOVSKY TARAS": person,
});

expects("a name beside a remark or a label", {
  "Taras Orlenkovsky (born 1960)": person,
  "Taras Orlenkovsky, born 1960": person,
  "Taras Orlenkovsky 07.09.1960": person,
  "Taras Orlenkovsky (DOB: 07/09/1960)": person,
  "Taras Orlenkovsky (deceased)": person,
  "Account holder Taras Orlenkovsky": person,
  "ИНН 771234567890 Орленковский Тарас Богданович": person,
  "Zorvex in liquidation": ["4"],
  "Kalvintrabank (in liquidation)": ["3"],
  "Amber Tide (Panama flag)": ["6"],
  "Quillon (ex Blue Heron)": ["7"],
  "Blue Heron ex Quillon": ["7"],
});

expects("a ship of one word behind a word for a ship, in a text", {
  "5000 MT wheat in bulk shipped per MV Quillon laycan 12 Nov": ["7"],
  "B/L no. ABC123 Vessel Miralda voyage no. 12W port of loading Varna": ["8"],
  "Ocean vessel/voy. no. QUILLON/12E POL Varna POD Lome": ["7"],
  "on board the vessel QUILLON at the port of Varna 480 containers": ["7"],
  "FREIGHT QUILLON KERCH/SAMSUN 3000 MT UREA IN BAGS CP DD 2024-03-19": ["7"],
  "DEMURRAGE MIRALDA VOY 318 VARNA INV 0984": ["8"],
  "bunkers supplied to Quillon at Varna 2024-05-01 VLSFO 450 MT": ["7"],
  "payment for 3000 mt urea discharged from Miralda at VARNA": ["8"],
  "payment for 3000 mt urea supplied to Miralda at VARNA": [],
  "FREIGHT QUILLON PETERSEN KERCH/SAMSUN 3000 MT UREA": [],
  "FREIGHT QUILLON 3000 MT UREA IN BAGS": ["7"],
  "FREIGHT QUILLON/SAMSUN 3000 MT UREA": [],
  "on board the vessel QUILLON PETERSEN at the port of Varna": [],
  "5000 MT wheat in bulk Quillon Varna 12 Nov": [],
});

expects("a ship or aircraft called by a word and a letter, beside a word", {
  "Tverca I boarding": ["15"],
  "Tverca X boarding": [],
  "Maria I boarding": [],
  "quay UR-ZQV": ["16"],
  "-ORBI0230 DCT UL425 DCT -REG/URZQV DOF/250213 OPR/PRIVATE": ["16"],
});

expects("a name in the keys and values of another system", {
  "first_name=Taras&last_name=Orlenkovsky&country=PL": person,
  "id: 12173; last_name: Orlenkovsky; first_name: Taras; city: Riga": person,
  "CN=Taras Orlenkovsky, OU=External, L=Berlin, C=DE": person,
  "fname=Taras|lname=Orlenkovsky|ctry=LV|dt=2019-04-21": person,
  "C=DE, L=Berlin, O=Petersen, OU=Orlenkovsky, CN=mail": [],
  // A word that a blank stands before is no key.
  "Taras Orlenkovsky=1": person,
  "Petersen Taras Orlenkovsky=ok": person,
});

expects("a name that has a word or sign between names", {
  "Northern cargo Amber [Tide] quay": ["6"],
  "freight Amber Tide und Kohle rental quay": ["6"],
});

expects("a name in the message of a payment", {
  "payment for services to Taras Orlenkovsky invoice 4411": person,
  "Zahlung an Taras Orlenkovsky Rechnung 44": person,
  "Payment to Kalvintrabank for invoice 22": ["3"],
  "Оплата по счету 44 Орленковский Тарас Богданович": person,
});

expects("a person behind a trader's form, a label or an office", {
  "ИП Орленковский Тарас Богданович": person,
  "IP Orlenkovsky Taras Bohdanovych": person,
  "ТОО Орленковский Тарас Богданович": person,
  "МИД Орленковский Тарас Богданович": person,
  "Orlenkovsky Taras Bohdanovych CO": person,
  "Vympel chief Taras Orlenkovsky": person,
  "Vympel-Chef Taras Orlenkovsky": person,
  "billionaire Taras Orlenkovsky": person,
  "Taras Orlenkovsky, head of Vympel": person,
  "Taras Orlenkovsky, Vympel CEO": person,
});

expects("a body by its number, and compounds in Arabic letters", {
  "The Q47": ["9"],
  "Q47 Group": ["9"],
  "Q47 movement": ["9"],
  "محمدجواد صفدری": ["10"],
  "محمد\u200cجواد صفدری": ["10"],
  "«محمدجواد» صفدری": ["10"],
  // A body called by a letter, in letters whose romanisation has two.
  "Тверца-Ч": ["14"],
  "ООО Тверца Ч": ["14"],
});

expects("a name of two words that are alike, in either order", {
  "32618 QAVRAZY QAVRAZ Director LB Table 7": ["18"],
  "32618 QAVRAZ QAVRAZY Director LB Table 7": ["18"],
  "32618 QAVRAZ MILLER Director LB Table 7": [],
});

expects("a word that is written apart, its end before the name", {
  "Kovsky, Taras Orlen": person,
  "Kovsky Taras Orlen": person,
  "vex Zor": [],
});

expects("an initial behind a word or before letters that are no name's", {
  "T. Orlenkovsky a.k.a. Smith, invoice 55 Berlin goods": person,
  "a.k.a. T. Orlenkovsky Berlin goods invoice": person,
  "Payment to T. Orlenkovsky invoice 55 Berlin goods Miller": person,
});

expects("names whose letters are spaced out", {
  "T a r a s  O r l e n k o v s k y": person,
  "T a r a s / O r l e n k o v s k y": person,
  "T A R A S O R L E N K O V S K Y": person,
  "Т а р а с  О р л е н к о в с к и й": person,
  "Q U I L L O N": ["7"],
  "O r l e n k o v s k y, T a r a s": person,
  "J a n e  M i l l e r": [],
});

expects("a ship by its number, and no other", {
  "Rosewind No. 2": ["19"],
  "Rosewind № 2": ["19"],
  "Rosewind nr 2": ["19"],
  "Rosewind No. 3": [],
});

expects("a person in the fields of a transfer (IVMS 101), and a name that is a key", {
  '{"primaryIdentifier":"Orlenkovsky","secondaryIdentifier":"Taras"}': person,
  '{"name":[{"nameIdentifier":[{"primaryIdentifier":"Orlenkovsky","secondaryIdentifier":"Taras","nameIdentifierType":"LEGL"}]}],"countryOfResidence":"HK"}':
    person,
  '"Zorvex": "payment"': ["4"],
  '{"Kalvintrabank":{"share":50}}': ["3"],
});

expects("nobody in the name of a stranger", {
  "Zorvak and Kalvin": [],
  "Miralda Petersen and Jane Miller": [],
  // Two words are a name, whatever they mean.
  "Zorbanek Born": [],
  "Born, Zorbanek": [],
  "Alias Zorbanek": [],
  // Spellings of one word are no name.
  "Kestrel (a.k.a. Mehrdavi, Mehrdavy, Mehrdawi) Halden": [],
  // One word of a firm's name is no ship.
  "Quillon & Petersen": [],
  "Tide / Amber": ["6"],
  "Jane Miller (born 1960)": [],
  "Jane Miller also known as Miralda": [],
  "Halvorsen & Sons Steel": ["11"],
  "Halvorsen (Norway) Timber": [],
  "Orlenkovsky Bank chief Jane Miller": [],
  // Both initials are another's.
  "Orlenkovsky V.M.": [],
  "Орленковский В.М.": [],
  "Орленковский В. М. и Шевчук Ю.": [],
});

expects("a name of common words beside words that are no names", {
  // It competes with the field's common names, of which there are none.
  "tyres lantai kira quarter Omar Hussain barang urea zapchasti postavka gastos": ["17"],
  "rue de quarter Omar Hussain de barang de urea": ["17"],
  // A known name beside it is a part of the name, however rare.
  "Omar Hussain Tariq": [],
  "Omar Hussain Azizullah": [],
  "Karim Yusuf Omar Hussain Khan Reza": [],
});

Deno.test("match() says which part of a field a name was compared with", () => {
  const readings = ["Taras Orlenkovsky and Jane Miller", "Taras Orlenkovsky (born 1960)"]
    .map((name) => found(name)[0]?.readAs);
  assert.deepEqual(readings, ["one_of_several_names", "without_remarks"]);
});

Deno.test("a date of birth that stands for none clears nobody", () => {
  const scoreOf = (dob: string | null) =>
    screenOn(list, "Taras Orlenkovsky", dob === null ? {} : { dob }).candidates
      .find(({ listRef }) => listRef === "1")?.score ?? 0;
  for (const dob of ["1900-01-01", "1970-01-01", "1339-06-16", "0001-01-01"]) {
    assert.equal(scoreOf(dob), scoreOf(null), dob);
  }
  assert(scoreOf("1970-01-02") < 70);
  assert(scoreOf("1960-09-07") > scoreOf(null));
});

Deno.test("a date of birth contradicts none of several names, and clears no name behind a label", () => {
  const ofNamed = (name: string) => {
    const { candidates } = screenOn(list, name, { dob: "1985-05-05" });
    const judged = candidates.map((one) => [one.listRef, classify(gates, one).classification]);
    return judged.find(([ref]) => ref === "1");
  };
  for (
    const name of [
      "Taras Bohdanovych Orlenkovsky",
      "Taras Bohdanovych Orlenkovsky and Jane Miller",
      "Account holder: Taras Bohdanovych Orlenkovsky",
      "Taras Bohdanovych Orlenkovsky (deceased)",
    ]
  ) {
    assert.deepEqual(ofNamed(name), ["1", "POSSIBLE_MATCH"], name);
  }
});

expects("a name beside contact data, labels of its parts, or words of other fields", {
  "Taras Orlenkovsky <t.orlenkovsky@example.com>": person,
  "Taras Orlenkovsky info@example.com": person,
  "Taras Orlenkovsky Tel.: +49 170 1234567": person,
  "Taras Orlenkovsky +49 170 1234567": person,
  "Surname: Orlenkovsky Given names: Taras": person,
  "Nachname: Orlenkovsky, Vorname: Taras": person,
  "Name: Taras Orlenkovsky, Passport No: C123456, Nationality: Austria, Sex: M": person,
  "Taras Bohdanovych Orlenkovsky SWIFT": person,
  "KABUL Taras Bohdanovych Orlenkovsky": person,
  "Taras Orlenkovsky MALE": person,
  "Taras Orlenkovsky FNU": person,
  "Taras Orlenkovsky Family Trust": person,
  "Taras Orlenkovsky ITF Jane Miller": person,
  "Taras Orlenkovsky épouse Dupont": person,
  "Amber Tide voyage 012E": ["6"],
  "Amber Tide ETA Rotterdam 12 Nov": ["6"],
  "Quillon nka Blue Heron": ["7"],
  "Northwind Ceramics, a subsidiary of Kalvintrabank": ["3"],
});

expects("a nickname in quotation marks within a name", {
  'Taras "The Baker" Orlenkovsky': person,
  "Taras “ZORRO” Orlenkovsky": person,
  "Taras 'Tio Beto' Orlenkovsky": person,
  'Bank "Kalvintrabank"': ["3"],
});

expects("initials that stand together without full stops, in either place", {
  "Orlenkovsky TB": person,
  "TB Orlenkovsky": person,
  "ORLENKOVSKY TB": person,
  "Орленковский ТБ": person,
  "Orlenkovsky TX": [],
});

expects("names whose letters another system escaped, decoded wrongly or lost", {
  "Taras%20Orlenkovsky": person,
  "&#1054;рленковский&nbsp;Тарас": person,
  "\\u0422арас Орленковский": person,
  [new TextDecoder("windows-1252").decode(new TextEncoder().encode("Тарас Орленковский"))]: person,
  "ᴛᴀʀᴀꜱ ᴏʀʟᴇɴᴋᴏᴠꜱᴋʏ": person,
  "Taras Orl?nkovsky": person,
  "T@ras Orlenkov$ky": person,
  "100%20 Petersen": [],
});

expects("a body by its site", {
  "kalvintrabank.com": ["3"],
  "www.kalvintrabank.com.tr": ["3"],
  "https://www.kalvintrabank.io/en/about": ["3"],
  "kalvintra.com": [],
  "jane@kalvintrabank.com": [],
});
