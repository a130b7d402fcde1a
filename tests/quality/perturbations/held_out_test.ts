import assert from "node:assert/strict";
import type { ListedEntity } from "../../../core/matching/ports.ts";
import { seeded } from "../../../quality/perturbations/family.ts";
import { innocentNames } from "../../../quality/perturbations/held_out/innocents.ts";
import type { PlainName } from "../../../quality/perturbations/held_out/kind.ts";
import { heldOutKinds } from "../../../quality/perturbations/held_out/kinds.ts";
import { meanOfKinds } from "../../../quality/perturbations/held_out/mean.ts";
import { sealedKinds } from "../../../quality/perturbations/held_out/sealed.ts";
import { withCheck } from "../../../quality/perturbations/held_out/travel.ts";
import { listedParties } from "../../../quality/perturbations/listed_parties.ts";
import { entity } from "../../support/entity.ts";

const named = (name: string, family: string | null = null): PlainName => ({
  ...{ listed: name, name, family },
  words: name.split(" "),
});
const zdenka = named("Zdenka Brankovec", "Brankovec");
const works = named("Kalvintra Shipping Engineering and Construction Company");
const ivor = named("Ивор Колвастин", "Колвастин");

const examples: Readonly<Record<string, readonly [PlainName, string | RegExp]>> = {
  "persons: MT103 field 50F": [
    named("Jürgen Brankovec"),
    /^(\/|CUST\/[A-Z]{2}\/).+[\n ]1\/JUERGEN BRANKOVEC[\n ]2\/.+[\n ]3\/[A-Z]{2}\/[A-Z -]+$/,
  ],
  "organisations: MT103 field 59, the account first": [
    works,
    /^\/\w+[\n ]KALVINTRA SHIPPING ENGINEERING AND[\n ]CONSTRUCTION COMPANY[\n ]/,
  ],
  "organisations: cut at 35 characters": [
    named("Kalvintra Shipping and Constructions Company"),
    "KALVINTRA SHIPPING AND CONSTRUCTION",
  ],
  "persons: cut at 22 characters": [
    named("Zdenka Teresia Brankovec"),
    "ZDENKA TERESIA BRANKOV",
  ],
  "persons: ISO 20022 party in one line": [zdenka, /Nm\W+Zdenka Brankovec.+Ctry/],
  "organisations: remittance information of trade": [works, /.KALVINTRA SHIPPING ENGIN.+ COMPANY/],
  "persons: remittance information of salaries": [zdenka, /\d.*ZDENKA BRANKOVEC|ZDENKA.*\d/],
  "persons: an account number glued to it": [zdenka, /^\w*\d{4}zdenka b\w+$|^zdenka b\w+\d{4}$/i],
  "persons: machine-readable zone of a passport": [
    zdenka,
    /^P<[A-Z<]{3}BRANKOVEC<<ZDENKA<{22}(?:[\n ]?\w{10}[A-Z<]{3}\d{7}[MF]\d{7}<{14}0\d)?$/,
  ],
  "persons: a booking's SURNAME/GIVENMR": [zdenka, /BRANKOVEC\/ZDENKA/],
  "aircraft: in an ICAO flight plan": [named("EP-QQZ"), /(FPL-|REG\/)EPQQZ\b/],
  "persons: a row of fixed columns": [zdenka, /^\d{8,}.*(ZDENKA BRANKOVEC|BRANKOVEC +ZDENKA) {5}/],
  "persons: a row of a CSV file": [zdenka, /^"?\d{5}.*[,;|\t"](Zdenka|Brankovec|BRANKOVEC)\b/],
  "persons: keys and values": [zdenka, /[=:] ?"?Zdenka/],
  "persons: the CN of an LDAP entry": [zdenka, /CN=Zdenka Brankovec/i],
  "organisations: the O of a certificate's subject": [
    named("Kalvintra, Ltd"),
    /O=Kalvintra\\?, Ltd[,/]/,
  ],
  "persons: the local part of an e-mail address": [zdenka, /^(zdenka|brankovec)[._-]\w+@[\w.]*$/],
  "persons: a user name": [zdenka, /^(zdenka|brankovec)[._]?(zdenka|brankovec)\w*$/],
  "persons: in the name of a file": [zdenka, /(Zdenka|Brankovec)[_ -]\w+.*\.[a-z]{3,4}$/],
  "persons: a handle of Telegram or of a wallet": [
    zdenka,
    /^(@|(https:\/\/)?t\.me\/)\w+$|\.\w{3}$/,
  ],
  "organisations: in CamelCase": [named("Kalvintra shipping LTD"), "KalvintraShippingLtd"],
  "organisations: in snake_case": [named("Kalvintra shipping"), /^kalvintra_shipping(_\w+)?$/],
  "organisations: in kebab-case": [named("Kalvintra shipping"), /^kalvintra-shipping(-\w+)?$/],
  "persons: KOI8-R read as windows-1251": [ivor, "йЧПТ лПМЧБУФЙО"],
  "persons: UTF-8 read as windows-1251": [named("Ян Як"), "РЇРЅ РЇРє"],
  "persons: UTF-8 read as Latin-1 twice": [named("Zoë Ivorsen"), "Zo\xc3\x83\xc2\xab Ivorsen"],
  "persons: Cyrillic typed on an English keyboard": [named("Иванов Хью"), "Bdfyjd {m."],
  "persons: Latin typed on a Russian keyboard": [named("Ivor Kol"), "Шмщк Лщд"],
  "persons: a neighbouring key": [zdenka, /^(?!Zdenka Brankovec)Z\w{5} B\w{8}$/],
  "organisations: a neighbouring key": [named("Kalvintra Ltd"), /^(?!Kalvintra)K\w{8} Ltd$/],
  "persons: a letter doubled and one dropped": [zdenka, /^Z(\w{4} B\w{9}|\w{6} B\w{7})$/],
  "persons: as speech is written down": [named("Khazar Golubevsky"), "hazar goloobevskee"],
  "persons: misread by a scanner": [zdenka, /^(?!Zdenka Brankovec)\S+ \S+$/],
  "organisations: misread by a scanner": [named("Emwall Carnic"), /^(?!Emwall Carnic)\S+ \S+$/],
  "organisations: inner vowels dropped to fit 26 characters": [
    named("Kalvintra Shipping Industries"),
    "KALVINTRA SHIPPING INDSTRS",
  ],
  "persons: a word without its inner vowels": [zdenka, /^(Zdnka Brankovec|Zdenka Brnkvc)$/],
  "organisations: long words cut with a full stop": [
    named("Kalvintra Technologies"),
    /^kalvintra techn\w*\.$/i,
  ],
  "organisations: consonants of words of business": [
    named("Kalvintra Shipping"),
    "Kalvintra Shippng",
  ],
  "persons: Mr and Mrs": [zdenka, /^\S.+ (Zdenka Brankovec|ZDENKA BRANKOVEC)$/],
  "persons: with Lithuanian endings": [named("Sergey Golubevsky"), "Sergėjus Golubevskis"],
  "persons: with Latvian endings": [named("Mikhail Dolgov"), "Mihails Dolgovs"],
  "persons: with the feminine -ová of Czech and Slovak": [zdenka, "Zdenka Brankovecová"],
  "persons: with Finnish endings": [
    named("Ivor Dolgov"),
    /^Ivor Dolgovi(n|ll[ea]|lta|sta|n kanssa)$/,
  ],
  "persons: with Hungarian endings": [
    named("Ivor Dolgov"),
    /^Ivor Dolgov(nak|val|tól|ról|hoz|ért)$/,
  ],
  "persons: with Turkish suffixes": [named("Ivor Dolgov"), /^Ivor Dolgov'(un|a|u|dan|la)$/],
  "persons: Greek vocatives": [named("Ivos Tiropoulos"), /^Iv(e|ou) Tiropoul(e|ou)$/],
  "persons: Serbian vocatives and cases": [
    named("Dragan Koltic"),
    /^Dragan(e|a|u|om) Koltic(a|u|em)$/,
  ],
  "persons: marks written as digraphs": [named("Živa Jurgençe"), "Zhiva Jurgenche"],
  "persons: in the cases of Polish": [
    named("Ivor Golubevski"),
    /^Ivor(a|owi|em) Golubevski(ego|emu|m)$/,
  ],
  "persons: in the cases of Russian": [ivor, /^Ивор(а|у|ом) Колвастин(а|у|ым)$/],
  "organisations: with a city and a branch": [named("Kalvintra Bank"), /kalvintra bank/i],
  "organisations: translated word by word": [named("Kalvintra Oil Company"), /^Kalvintra (?!Oil)/],
  "vessels: in a text of trade": [named("Kalvintra"), /kalvintra .*|.* kalvintra/i],
  "vessels: in a bill of lading": [named("Kalvintra"), /(vessel|NO\.|:) KALVINTRA/i],
  "persons: Japanese names in kanji": [named("Ichiro Inagawa"), /^稲川 ?一郎$/],
};

Deno.test("a kind held out writes a name as it promises", async (t) => {
  assert.deepEqual(
    Object.keys(examples).toSorted(),
    heldOutKinds.map(({ name }) => name).toSorted(),
  );
  for (const kind of heldOutKinds) {
    const [party, expected] = examples[kind.name]!;
    await t.step(kind.name, () => {
      const { draw } = seeded(19, kind.name);
      for (let again = 0; again < 20; again += 1) {
        const asked = kind.perturb(party, draw);
        if (typeof expected === "string") assert.equal(asked, expected);
        else assert.match(asked ?? "", expected);
      }
    });
  }
});

Deno.test("a third of the kinds is sealed", () => {
  const names = heldOutKinds.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual([...sealedKinds].filter((name) => !names.includes(name)), []);
  assert.equal(sealedKinds.size, Math.floor(names.length / 3));
});

Deno.test("withCheck() has the check digits of the specimen in ICAO Doc 9303-4", () => {
  for (const text of ["L898902C36", "7408122", "1204159", "ZE184226B<<<<<1"]) {
    assert.equal(withCheck(text.slice(0, -1)), text);
  }
});

Deno.test("meanOfKinds() counts each kind once, whatever its size", () => {
  const counts = [{ cases: 2, count: 1 }, { cases: 200, count: 200 }, { cases: 0, count: 0 }];
  assert.deepEqual(meanOfKinds(counts), { kinds: 2, mean: 0.75, error: 0.25 });
  assert.deepEqual(meanOfKinds([]), { kinds: 0, mean: 0, error: 0 });
});

Deno.test("innocentNames() makes names of every kind of party that no list holds", () => {
  const listed: readonly ListedEntity[] = [entity(1, [["Ivan Golubkov", "primary"]])];
  const common = {
    forenames: new Map([["RU", ["Ivan", "Sergey"]], ["KR", ["Ji-woo"]]]),
    surnames: new Map([["RU", ["Golubkov"]], ["KR", ["Gwon"]]]),
  };
  const source = { parties: listedParties(listed), common, seed: 3, each: 30 };
  const made = innocentNames(source);
  assert.deepEqual(made, innocentNames(source));
  const persons = (made.get("INDIVIDUAL") ?? []).map(({ name, family }) => `${name}/${family}`);
  assert.deepEqual(persons.toSorted(), [
    "Gwon Ji-woo/Gwon",
    "Sergey Golubkov/Golubkov",
    "Иван Голубков/Голубков",
    "Сергей Голубков/Голубков",
  ]);
  for (const { name } of made.get("AIRCRAFT") ?? []) {
    assert.match(name, /^[A-Z0-9]{1,2}-[A-Z0-9]+$/);
  }
  for (const type of ["ORGANISATION", "VESSEL"] as const) {
    assert((made.get(type) ?? []).length > 10);
  }
});
