import { type Draw, type Family, personFamily, wordsOf } from "./family.ts";

/** Invented unlisted persons and firms in the same field. */
const strangers = wordsOf(
  `Jane_Miller Thomas_Petersen Lucia_Moretti Hanna_Lindqvist Peter_Baumann Claire_Dubois
  Tomasz_Kowalczyk Sinead_Gallagher Eva_Novotna Bruno_Tavares`,
);
const firms = wordsOf(
  `Petersen_Logistics Baumann_Maschinenbau_GmbH Lindqvist_Timber_AB Gallagher_Foods_Ltd
  Moretti_Ceramiche Dubois_Textiles Tavares_Conservas Novotna_Glass`,
);
/** Words between two names; compiled by hand. */
const joining = wordsOf(
  `_and_ _or_ _oder_ _und_ _et_ _ou_ _y_ _o_ _e_ _i_ _lub_ _ve_ _/_ _&_ ;_ _-_ _+_ _( ,_`,
);
const aliases = wordsOf(
  `a.k.a. aka a/k/a also_known_as formerly formerly_known_as previously alias alias: f.k.a. ex
  on_behalf_of c/o auch_bekannt_als genannt vormals alias_dictus conocido_como dit known_as`,
);
/** Remarks written next to a person's name. */
const remarks = wordsOf(
  `(born_1960) ,_born_1960 born_12_March_1960 (b._1960) 12.03.1960 1960-03-12 (DOB_12/03/1960) dob_1960
  (deceased) ,_deceased geb._1960 geboren_am_12.3.1960 né_le_12/03/1960 nacido_en_1960
  (year_of_birth:_1960) passport_C4411902 (ID_No._771234567) INN_771234567890`,
);
const bodyRemarks = wordsOf(
  `(in_liquidation) in_liquidation ,_in_liquidation (dissolved) i.L. (in_Liquidation)
  en_liquidation (struck_off) (inactive) w_likwidacji (reg._no._1027700) HRB_44119`,
);
const vesselRemarks = wordsOf(
  `(Panama_flag) (flag:_Liberia) Panama-flagged IMO_9187629 (IMO_9187629) IMO_No._9187629
  (ex_Blue_Heron) ex_Blue_Heron (formerly_Blue_Heron) (ex-Blue_Heron)`,
);
const labels = wordsOf(
  `Account_holder: Beneficiary: Attn: Name: Payee Customer Kontoinhaber: Empfänger: Titular:
  Beneficiaire: Bénéficiaire`,
);
/** Words before a name in a trader's registration or a file. */
const capitals = wordsOf("IP IE AG SA CO PAO TOO IIN INN FOP LLC GmbH");
const cyrillicCapitals = wordsOf("ИП ТОО ИИН ИНН МИД МО ФЛП ПАО ООО АО СПД ФОП");
const offices = wordsOf(
  `chief CEO leader boss founder chairman head director president owner spokesman`,
);
const bodies = wordsOf(
  `Petersen_Bank Vympel Northgate_Oil Kestrel Lindqvist_Steel Orion Baumann_Group`,
);

/** Fields with more than one name, or a name and other text. */
export const fields: readonly Family[] = [
  personFamily(
    "persons: beside another person",
    (name, draw) => besideAnother(name, strangers, draw),
  ),
  personFamily("persons: beside an alias", (name, draw) => {
    const [other, alias] = [draw.pick(strangers), draw.pick(aliases)];
    return draw.pick([
      `${name} ${alias} ${other}`,
      `${other} ${alias} ${name}`,
      `${other} (${alias} ${name})`,
    ]);
  }),
  personFamily("persons: beside a firm", (name, draw) => besideAnother(name, firms, draw)),
  {
    name: "persons: by one family name with another",
    of: "INDIVIDUAL",
    perturb: ({ words: [given = "", last = "", ...more], family }, draw) => {
      if (more.length > 0 || last !== family) return null;
      const sign = draw.pick(wordsOf("_and_ _und_ _et_ _y_ _&_ _or_"));
      return draw.pick([`${given}${sign}Maria ${family}`, `Peter${sign}${given} ${family}`]);
    },
  },
  personFamily(
    "persons: named twice",
    (name, draw) =>
      draw.pick([`${name} ${name}`, `${name} / ${name.toUpperCase()}`, `${name}, ${name}`]),
  ),
  personFamily("persons: with a remark", (name, draw) => beside(name, draw.pick(remarks))),
  personFamily("persons: behind a label", (name, draw) => `${draw.pick(labels)} ${name}`),
  {
    ...personFamily("persons: a form or label in capitals", (name, draw) => {
      const isCyrillic = /^[\p{Script=Cyrillic}\s.'’-]+$/u.test(name);
      return `${draw.pick(isCyrillic ? cyrillicCapitals : capitals)} ${name}`;
    }),
    anyScript: true,
  },
  personFamily("persons: in the message of a payment", inMessage),
  personFamily("persons: behind an office in a body", (name, draw) => {
    const [office, body] = [draw.pick(offices), draw.pick(bodies)];
    return draw.pick([
      `${body} ${office} ${name}`,
      `${name}, ${office} of ${body}`,
      `${name}, ${body} ${office}`,
    ]);
  }),
  body("organisations: beside another firm", (name, draw) => besideAnother(name, firms, draw)),
  body(
    "organisations: beside another person",
    (name, draw) => besideAnother(name, strangers, draw),
  ),
  body("organisations: beside an alias", (name, draw) => {
    const [other, alias] = [draw.pick(firms), draw.pick(aliases)];
    return draw.pick([`${name} ${alias} ${other}`, `${other} (${alias} ${name})`]);
  }),
  body(
    "organisations: named twice",
    (name, draw) =>
      draw.pick([`${name} ${name}`, `${name} / ${name.toUpperCase()}`, `${name} (${name})`]),
  ),
  body("organisations: with a remark", (name, draw) => beside(name, draw.pick(bodyRemarks))),
  body("organisations: in the message of a payment", inMessage),
  {
    name: "vessels: with a remark",
    of: "VESSEL",
    perturb: ({ name }, draw) => beside(name, draw.pick(vesselRemarks)),
  },
];

function body(name: string, made: (name: string, draw: Draw) => string): Family {
  return { name, of: "ORGANISATION", perturb: (party, draw) => made(party.name, draw) };
}

function besideAnother(
  name: string,
  others: readonly [string, ...string[]],
  draw: Draw,
): string {
  const other = draw.pick(others);
  const sign = draw.pick(joining);
  const close = sign === " (" ? ")" : "";
  return draw.pick([`${name}${sign}${other}${close}`, `${other}${sign}${name}${close}`]);
}

function beside(name: string, remark: string): string {
  return remark.startsWith(",") ? `${name}${remark}` : `${name} ${remark}`;
}

function inMessage(name: string, draw: Draw): string {
  const number = 1000 + draw.below(9000);
  return draw.pick([
    `payment to ${name} for invoice ${number}`,
    `payment for services to ${name} invoice ${number}`,
    `Zahlung an ${name} Rechnung ${number}`,
    `salary ${name} March`,
    `Rent for May, ${name}`,
    `loan repayment from ${name}`,
    `paiement facture ${number} pour ${name}`,
    `pago factura ${number} a ${name}`,
    `invoice ${number} ${name}`,
    `transfer from ${name}`,
  ]);
}
