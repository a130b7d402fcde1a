import { type Draw, wordsOf } from "../family.ts";
import {
  bodyKind,
  digits,
  type HeldOutKind,
  inIcaoCapitals,
  isoDate,
  personKind,
  type PlainName,
  twoDigits,
} from "./kind.ts";
import { accountOf, addressOf } from "./places.ts";

/** Goods of trade finance; compiled by hand. */
const goods = wordsOf(
  `MILLING_WHEAT SUNFLOWER_OIL HOT_ROLLED_COILS UREA_46PCT STEEL_BILLETS BALL_BEARINGS CNC_SPARE_PARTS
  DIESEL_EN590 BITUMEN_60/70 LPG_MIX FRESH_DATES PISTACHIOS COTTON_YARN PVC_RESIN TRUCK_TYRES`,
);
const currencies = wordsOf("EUR USD AED TRY CNY RUB");
const months = wordsOf("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC");

/** Names in the fields of payment messages. */
export const payments: readonly HeldOutKind[] = [
  personKind("MT103 field 50F", field50F),
  bodyKind("MT103 field 59, the account first", field59),
  bodyKind("cut at 35 characters", ({ name }) => cutAt(35, name)),
  personKind("cut at 22 characters", ({ name }) => cutAt(22, name)),
  personKind("ISO 20022 party in one line", iso20022),
  bodyKind("remittance information of trade", tradeRemittance),
  personKind("remittance information of salaries", salaryRemittance),
  personKind("an account number glued to it", glued),
];

/** Letters of SWIFT's character set X. */
function inSetX(text: string): string {
  return inIcaoCapitals(text).replace(/[^A-Z0-9/\-?:().,'+ ]/g, " ").replace(/ +/g, " ").trim();
}

/** Words in lines of up to `width` characters. */
function linesOf(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word.slice(0, width));
  }
  return lines;
}

/** Account, then lines `1/` of the name, `2/` of the street and `3/` of country and town. */
function field50F({ name }: PlainName, draw: Draw): string {
  const { street, number, city, country } = addressOf(draw);
  const lines = [
    ...linesOf(inSetX(name), 33).slice(0, 2).map((line) => `1/${line}`),
    `2/${number} ${inSetX(street)}`.slice(0, 35),
    `3/${country}/${inSetX(city)}`,
  ];
  const first = draw.below(2) === 0 ? `/${accountOf(draw)}` : `CUST/${country}/${digits(8, draw)}`;
  return [first, ...lines].join(draw.pick(["\n", "\n", " "]));
}

/** Account, then up to two lines of the name, and the address. */
function field59({ name }: PlainName, draw: Draw): string {
  const { street, number, postcode, city, country } = addressOf(draw);
  return [
    `/${accountOf(draw)}`,
    ...linesOf(inSetX(name), 35).slice(0, 2),
    `${inSetX(street)} ${number}`.slice(0, 35),
    `${postcode} ${inSetX(city)} ${country}`,
  ].join(draw.pick(["\n", "\n", " "]));
}

/** The first characters, if they are two thirds of the name or more and end within a word. */
function cutAt(length: number, name: string): string | null {
  const whole = inIcaoCapitals(name);
  const isInWord = /^\p{L}{2}$/u.test(whole.slice(length - 1, length + 1));
  return isInWord && whole.length <= length * 1.5 ? whole.slice(0, length) : null;
}

/** Elements of a `PartyIdentification` with a structured address. */
function iso20022({ name }: PlainName, draw: Draw): string {
  const { street, number, postcode, city, country } = addressOf(draw);
  const elements = [
    ["Nm", name],
    ["StrtNm", street],
    ["BldgNb", number],
    ["PstCd", postcode],
    ["TwnNm", city],
    ["Ctry", country],
  ] as const;
  return draw.pick([
    elements.map(([tag, value]) => `<${tag}>${value}</${tag}>`).join(""),
    elements.map(([tag, value]) => `${tag}: ${value}`).join(", "),
    elements.map(([tag, value]) => `/${tag}/${value}`).join(""),
  ]);
}

function tradeRemittance({ name }: PlainName, draw: Draw): string {
  const [ware, currency] = [draw.pick(goods), draw.pick(currencies)];
  const [number, date] = [digits(5, draw), isoDate(draw)];
  const firm = name.toUpperCase();
  return draw.pick([
    `/RFB/INV ${number} DD ${date}//${ware} ${firm}`,
    `PYMT PROFORMA ${number} ${ware} CONTRACT ${firm} DD ${date} ${currency}`,
    `LC ${number} ${ware} CIF APPLICANT ${firm} EXPIRY ${date}`,
    `/INV/${number}/${firm}/${ware}/VO${digits(8, draw)}`,
    `30 PCT ADVANCE ${ware} SUPPLIER ${firm} PO ${number}`,
    `ZA ${ware} PO KONTRAKTU ${number} OT ${date} ${firm} V TOM CHISLE NDS`,
  ]);
}

function salaryRemittance({ name }: PlainName, draw: Draw): string {
  const [month, year] = [draw.pick(months), String(2019 + draw.below(7))];
  const [number, who] = [digits(4, draw), name.toUpperCase()];
  return draw.pick([
    `SALA/${number}/${who}/${month}${year}`,
    `PAYROLL ${month} ${year} EMP ${number} ${who} NET`,
    `LOHN GEHALT ${twoDigits(draw, 12)}/${year} PERS.NR. ${number} ${who}`,
    `WYNAGRODZENIE ZA ${twoDigits(draw, 12)}.${year} ${who}`,
    `VIREMENT SALAIRE ${month} ${who} MATRICULE ${number}`,
    `ZARPLATA ZA ${month} ${year} TAB. N ${number} ${who}`,
    `NOMINA ${month} ${year} ${who} NIF ${digits(8, draw)}K`,
  ]);
}

/** No blank between account and name, as forms of fixed columns give it. */
function glued({ name }: PlainName, draw: Draw): string {
  const [account, who] = [accountOf(draw), draw.pick([name, name.toUpperCase()])];
  return draw.pick([`${account}${who}`, `${who}${account}`]);
}
