import { type Draw, wordsOf } from "../family.ts";
import {
  digits,
  type HeldOutKind,
  inIcaoCapitals,
  partsOf,
  personKind,
  type PlainName,
  twoDigits,
} from "./kind.ts";

/** States of passports (ISO 3166-1 alpha-3; `D<<` is Germany, Doc 9303-3 section 5). */
const states = wordsOf("RUS UKR BLR IRN IRQ SYR TUR CHN PRK D<< FRA GBR USA MEX COL SRB LBN");
/** Flights of a booking: airline, airports. */
const flights = wordsOf(
  `SU2131/SVO/IST TK0413/IST/SVO EK0134/DXB/DME LH1447/FRA/DME QR0230/DOH/SVO W50063/IKA/DXB
  A30881/ATH/BEY JU0652/BEG/SVO IB6740/MAD/CCS FZ0982/DXB/EVN`,
);

/** Names in documents and bookings of travellers, and tail numbers in flight plans. */
export const travel: readonly HeldOutKind[] = [
  personKind("machine-readable zone of a passport", passport),
  personKind("a booking's SURNAME/GIVENMR", booking),
  { name: "aircraft: in an ICAO flight plan", of: "AIRCRAFT", perturb: flightPlan },
];

/** Both lines of a passport (Doc 9303-4, section 4.2), or the first alone. */
function passport(party: PlainName, draw: Draw): string | null {
  const parts = partsOf(party);
  if (parts === null) return null;
  const filled = (text: string) =>
    inIcaoCapitals(text).replace(/['’.]/g, "").replace(/[^A-Z]+/g, "<").replace(/^<|<$/g, "");
  const state = draw.pick(states);
  const names = `${filled(parts.family)}<<${parts.given.map(filled).join("<")}`;
  const first = `P<${state}${names}`.slice(0, 44).padEnd(44, "<");
  const separator = draw.pick(["\n", " ", ""]);
  return draw.below(3) === 0 ? first : `${first}${separator}${secondLine(state, draw)}`;
}

function secondLine(state: string, draw: Draw): string {
  const number = withCheck(`${draw.pick(wordsOf("C7 75 AB X0"))}${digits(7, draw)}`);
  const birth = withCheck(`${5 + draw.below(5)}${draw.below(10)}${monthAndDay(draw)}`);
  const expiry = withCheck(`3${draw.below(4)}${monthAndDay(draw)}`);
  const personal = withCheck("<".repeat(14));
  const all = withCheck(number + birth + expiry + personal).at(-1)!;
  return `${number}${state}${birth}${draw.pick(["M", "F"])}${expiry}${personal}${all}`;
}

function monthAndDay(draw: Draw): string {
  return twoDigits(draw, 12) + twoDigits(draw, 28);
}

/** The text and its check digit: weights 7, 3 and 1, modulo 10 (Doc 9303-3, section 4.9). */
export function withCheck(text: string): string {
  const valueOf = (sign: string) => (sign === "<" ? 0 : Number.parseInt(sign, 36));
  const sum = [...text].reduce((total, sign, at) => total + valueOf(sign) * [7, 3, 1][at % 3]!, 0);
  return `${text}${sum % 10}`;
}

/** Surname, slash, given names run together and a title, alone or with number and segment. */
function booking(party: PlainName, draw: Draw): string | null {
  const parts = partsOf(party);
  if (parts === null) return null;
  const joined = (words: readonly string[]) =>
    inIcaoCapitals(words.join(" ")).replace(/[^A-Z]/g, "");
  const title = draw.pick(["MR", "MR", "MRS", "MS", " MR", "CHD", "MSTR", "DR", ""]);
  const [first = "", ...more] = parts.given;
  const given = draw.below(2) === 0
    ? joined(parts.given)
    : [first, ...more].map((word) => joined([word])).join(" ");
  const name = `${joined([parts.family])}/${given}${title}`;
  const [flight = "", from = "", to = ""] = draw.pick(flights).split("/");
  const day = `${twoDigits(draw, 28)}${draw.pick(wordsOf("JAN MAR JUN SEP NOV"))}`;
  return draw.pick([
    name,
    `1.1${name}`,
    `1.${name} 2 ${flight} Y ${day} ${from}${to} HK1`,
    `M1${name.slice(0, 20).padEnd(20)}E${draw.pick(wordsOf("XKLQ7T R5N2WA"))} ${from}${to}`,
  ]);
}

/** A filed plan (ICAO Doc 4444, appendix 3): the tail number flies as itself, or stands in `REG/`. */
function flightPlan({ listed }: PlainName, draw: Draw): string | null {
  const tail = listed.replace(/[^A-Z0-9]/g, "");
  if (tail.length < 4 || tail !== listed.replaceAll("-", "")) return null;
  const [from, to] = [
    draw.pick(wordsOf("OIIE OSDI UUEE ORBI SVMI")),
    draw.pick(wordsOf("OLBA OMDB UMMS LTFM MMMX")),
  ];
  const [off, dof] = [`${twoDigits(draw, 22)}30`, `DOF/25${monthAndDay(draw)}`];
  const type = draw.pick(wordsOf("A306/H A343/H B744/H IL76/H B738/M GLF5/M"));
  const route = `-N0460F350 DCT ALNAD UL425 DCT -${to}0230 OLBA`;
  return draw.pick([
    `(FPL-${tail}-IN -${type}-SDFGHIRWY/S -${from}${off} ${route} -PBN/B1D1 ${dof})`,
    `(FPL-${draw.pick(wordsOf("IRM CHM RFF"))}${digits(4, draw)}-IS -${type}-SDFGRWY/S ` +
    `-${from}${off} ${route} -PBN/A1B1 REG/${tail} ${dof} RMK/TCAS)`,
    `-${from}${off} ${route} -REG/${tail} ${dof} OPR/PRIVATE`,
  ]);
}
