import {
  belgianNumber,
  bulgarianNumber,
  legalEntityIdentifier,
  russianNumber,
  slovakTaxNumber,
  slovenianNumber,
} from "./own_checks.ts";
import type { Scheme } from "./scheme.ts";
import { stdnumChecks as stdnum } from "./stdnum_checks.ts";

/** The Legal Entity Identifier, which belongs to no country. */
export const leiScheme: Scheme = {
  name: "LEI ISO 17442",
  otherNames: ["LEI", "legal entity identifier", "ISO 17442"],
  form: /^[0-9A-Z]{18}[0-9]{2}$/,
  check: legalEntityIdentifier,
};

/**
 * The schemes of each country (ISO 3166-1 alpha-2), in the order in which a number without a scheme
 * is checked against them. A scheme without a `check` has no check digits, or no published rule for
 * them.
 */
export const schemesOf: Readonly<Record<string, readonly Scheme[]>> = {
  LEI: [leiScheme],
  AT: [
    {
      name: "Firmenbuchnummer",
      otherNames: ["FN"],
      form: /^[0-9]{1,6}[A-Z]$/,
      within: (text) => firstGroup(/^FN([0-9]{1,6}[A-Z])$/, text),
      check: stdnum.austrian,
    },
    // Associations.
    {
      name: "ZVR-Zahl",
      otherNames: ["ZVR", "Vereinsregisterzahl"],
      form: /^[0-9]{9,10}$/,
      check: null,
    },
  ],
  AU: [
    { name: "ACN", otherNames: ["ARBN"], form: /^[0-9]{9}$/, check: stdnum.australian },
    { name: "ABN", otherNames: [], form: /^[0-9]{11}$/, check: stdnum.australianBusiness },
  ],
  BE: [{
    name: "KBO/BCE",
    otherNames: ["KBO", "BCE", "CBE", "ondernemingsnummer", "numéro d'entreprise", "BTW", "TVA"],
    form: /^[01][0-9]{9}$/,
    padding: { from: 9, to: 10 },
    check: belgianNumber,
  }],
  BG: [{
    name: "EIK",
    otherNames: ["EIK (9)", "ЕИК", "UIC", "BULSTAT"],
    form: /^[0-9]{9}(?:[0-9]{4})?$/,
    padding: { from: 6, to: 9 },
    check: bulgarianNumber,
  }],
  CH: [
    {
      name: "UID",
      otherNames: ["IDE", "IDI"],
      form: /^CHE[0-9]{9}$/,
      within: (text) =>
        prefixed("CHE", firstGroup(/^(?:CHE)?([0-9]{9})(?:MWST|TVA|IVA|TPV|VAT|HR|RC)?$/, text)),
      check: stdnum.swiss,
    },
    { name: "CH-ID", otherNames: ["Firmennummer"], form: /^CH[0-9]{11}$/, check: null },
  ],
  CZ: [{
    name: "ICO",
    otherNames: ["IČO", "IČ", "DIČ"],
    form: /^[0-9]{8}$/,
    padding: { from: 4, to: 8 },
    check: stdnum.czech,
  }],
  DE: [{
    name: "HRB",
    otherNames: ["HRA", "HR", "Handelsregister", "Handelsregisternummer", "GnR", "PR", "VR", "GsR"],
    form: /^(?:HRA|HRB|GNR|PR|VR|GSR)[0-9]{1,6}[A-Z]{0,2}$/,
    check: null,
  }],
  DK: [{
    name: "CVR",
    otherNames: ["CVR-nummer"],
    form: /^[0-9]{8}$/,
    check: stdnum.danish,
  }],
  EE: [{
    name: "registrikood",
    otherNames: ["registry code", "äriregister", "reg. kood"],
    form: /^[0-9]{8}$/,
    check: stdnum.estonian,
  }],
  ES: [
    {
      name: "CIF",
      otherNames: ["NIF", "número de identificación fiscal"],
      form: /^[ABCDEFGHJNPQRSUVW][0-9]{7}[0-9A-J]$/,
      check: stdnum.spanishCompany,
    },
    // Sole traders have the number of a person: its letter is not the company's.
    {
      name: "DNI/NIE",
      otherNames: ["DNI", "NIE"],
      form: /^[0-9KLMXYZ][0-9]{7}[A-Z]$/,
      check: null,
    },
  ],
  FI: [{
    name: "Y-tunnus",
    otherNames: ["FO-nummer", "business ID"],
    form: /^[0-9]{8}$/,
    // Numbers before 2001 were written without their leading zero.
    padding: { from: 7, to: 8 },
    check: stdnum.finnish,
  }],
  FR: [
    {
      name: "SIREN",
      otherNames: ["SIRET", "RCS", "numéro SIREN", "TVA"],
      form: /^[0-9]{9}$/,
      within: (text) =>
        firstGroup(/^([0-9]{9})[0-9]{5}$/, text) ?? firstGroup(/^FR[0-9A-Z]{2}([0-9]{9})$/, text) ??
          firstGroup(/^(?:RCS|SIREN)[A-Z]*([0-9]{9})$/, text),
      check: stdnum.french,
    },
    // Associations: the second character after W is a letter in Corsica and overseas.
    {
      name: "RNA",
      otherNames: ["numéro RNA"],
      form: /^W[0-9][0-9A-Z][0-9]{7}$/,
      within: (text) => firstGroup(/^\P{N}*(W[0-9][0-9A-Z][0-9]{7})$/u, text),
      check: null,
    },
  ],
  GB: [{
    name: "CRN",
    otherNames: ["Companies House", "company number", "company registration number"],
    // Any two letters: the register has some forty prefixes and adds new ones (OE, 2022).
    // Registered societies have up to three letters in place of their last digits (IP000CUS).
    form:
      /^(?!GB|UK)(?:[0-9]{8}|[A-Z]{2}[0-9]{6}|R[0-9]{7}|[A-Z]{2}[0-9]{4,5}[A-Z]{1,2}|[A-Z]{2}[0-9]{3}[A-Z]{3})$/,
    padding: { from: 1, to: 8, behindLetters: true },
    check: null,
  }],
  GR: [
    {
      name: "AFM",
      otherNames: ["ΑΦΜ", "VAT"],
      form: /^[0-9]{9}$/,
      padding: { from: 8, to: 9 },
      check: stdnum.greek,
    },
    { name: "GEMI", otherNames: ["ΓΕΜΗ", "Γ.Ε.ΜΗ."], form: /^[0-9]{10,12}$/, check: null },
  ],
  HR: [
    {
      name: "OIB",
      otherNames: [],
      form: /^[0-9]{11}$/,
      padding: { from: 10, to: 11 },
      check: stdnum.croatian,
    },
    { name: "MBS", otherNames: ["matični broj subjekta"], form: /^[0-9]{8,9}$/, check: null },
  ],
  HU: [
    {
      name: "adószám",
      otherNames: ["adószám (first 8)", "ANUM"],
      form: /^[0-9]{8}$/,
      within: (text) => firstGroup(/^([0-9]{8})[1-5][0-9]{2}$/, text),
      check: stdnum.hungarian,
    },
    {
      name: "cégjegyzékszám",
      otherNames: ["Cg."],
      form: /^[0-9]{10}$/,
      padding: { from: 9, to: 10 },
      check: null,
    },
  ],
  IE: [
    { name: "CRO", otherNames: ["CRO number"], form: /^[0-9]{1,7}$/, check: null },
    // Charities.
    { name: "RCN", otherNames: ["charity number"], form: /^20[0-9]{6}$/, check: null },
  ],
  IT: [
    {
      name: "partita IVA",
      otherNames: ["P.IVA", "IVA", "codice fiscale"],
      form: /^[0-9]{11}$/,
      padding: { from: 7, to: 11 },
      check: stdnum.italian,
    },
    { name: "REA", otherNames: ["numero REA"], form: /^[A-Z]{2}[0-9]{1,7}$/, check: null },
  ],
  LT: [{
    name: "įmonės kodas",
    otherNames: ["company code", "JAR", "juridinio asmens kodas"],
    form: /^(?:[0-9]{7}|[0-9]{9})$/,
    check: null,
  }],
  LU: [
    { name: "RCS", otherNames: ["numéro RCS"], form: /^[A-K][0-9]{1,6}$/, check: null },
    { name: "TVA", otherNames: ["VAT"], form: /^[0-9]{8}$/, check: stdnum.luxembourgish },
  ],
  LV: [{
    name: "reg. number",
    otherNames: ["reg. number (same check as PVN)", "PVN", "reģistrācijas numurs", "reģ. nr."],
    form: /^[0-9]{11}$/,
    check: stdnum.latvian,
  }],
  NL: [
    {
      name: "KvK",
      otherNames: ["KvK-nummer", "Kamer van Koophandel", "CCI"],
      form: /^[0-9]{8}$/,
      // A branch is four digits behind the company's number in older papers, and twelve since, of which
      // the first are zeros: no company's number begins so.
      within: (text) => firstGroup(/^(?!0000)([0-9]{8})(?:[0-9]{4}|[0-9]{12})$/, text),
      padding: { from: 7, to: 8 },
      check: null,
    },
    {
      name: "btw",
      otherNames: ["btw (RSIN part)", "btw-id", "VAT"],
      form: /^[0-9]{9}B[0-9]{2}$/,
      check: stdnum.dutchTax,
    },
    { name: "RSIN", otherNames: [], form: /^[0-9]{9}$/, check: null },
  ],
  NO: [{
    name: "organisasjonsnummer",
    otherNames: ["orgnr", "org.nr.", "MVA"],
    form: /^[0-9]{9}$/,
    within: (text) => firstGroup(/^(?:NO)?([0-9]{9})(?:MVA)?$/, text),
    check: stdnum.norwegian,
  }],
  PL: [
    {
      name: "REGON",
      otherNames: [],
      form: /^[0-9]{9}(?:[0-9]{5})?$/,
      padding: { from: 8, to: 9 },
      check: stdnum.polish,
    },
    {
      name: "KRS",
      otherNames: ["numer KRS"],
      form: /^[0-9]{10}$/,
      padding: { from: 4, to: 10 },
      check: null,
    },
    {
      name: "NIP",
      otherNames: ["VAT"],
      form: /^[0-9]{10}$/,
      check: stdnum.polishTax,
      onlyNamed: true,
    },
  ],
  PT: [{
    name: "NIPC",
    otherNames: ["NIF"],
    form: /^[1-9][0-9]{8}$/,
    check: stdnum.portuguese,
  }],
  RO: [
    {
      name: "CUI",
      otherNames: ["CIF", "cod fiscal", "cod unic de înregistrare"],
      form: /^[1-9][0-9]{1,9}$/,
      check: stdnum.romanian,
    },
    {
      name: "ONRC",
      otherNames: ["J", "numar de ordine", "registrul comertului"],
      form: /^[JFC][0-9]{6,16}$/,
      check: null,
    },
  ],
  RU: [
    {
      name: "ОГРН",
      otherNames: ["OGRN", "ОГРНИП", "OGRNIP"],
      form: /^(?:[0-9]{13}|[0-9]{15})$/,
      check: russianNumber,
    },
    {
      name: "ИНН",
      otherNames: ["INN"],
      form: /^(?:[0-9]{10}|[0-9]{12})$/,
      check: stdnum.russianTax,
    },
  ],
  SE: [{
    name: "organisationsnummer",
    otherNames: ["orgnr", "org.nr."],
    form: /^[0-9]{10}$/,
    within: (text) => firstGroup(/^SE([0-9]{10})01$/, text) ?? firstGroup(/^16([0-9]{10})$/, text),
    check: stdnum.swedish,
  }],
  SI: [{
    name: "matična",
    otherNames: ["matična številka", "MŠ", "maticna"],
    form: /^[0-9]{7}$/,
    within: (text) => firstGroup(/^([0-9]{7})[0-9A-Z][0-9]{2}$/, text),
    check: slovenianNumber,
  }],
  SK: [
    {
      // The register's number. Not compared: no independent vectors of it are at hand.
      name: "IČO",
      otherNames: ["ICO"],
      form: /^[0-9]{8}$/,
      padding: { from: 5, to: 8 },
      check: null,
    },
    {
      name: "IC DPH",
      otherNames: ["IČ DPH", "DIČ"],
      form: /^[0-9]{10}$/,
      check: slovakTaxNumber,
    },
  ],
  // Each state has numbers of its own.
  US: [{
    name: "state file number",
    otherNames: ["EIN", "file number"],
    form: /^[0-9A-Z]{1,20}$/,
    check: null,
  }],
};

function firstGroup(pattern: RegExp, text: string): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

function prefixed(prefix: string, number: string | null): string | null {
  return number === null ? null : prefix + number;
}
