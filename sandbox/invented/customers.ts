import type { ScreeningRequest } from "../../core/screening/request_schema.ts";

/**
 * Invented customers of a sandbox's client: ten for review by a person, with names and dates close
 * to those of entries, and one on the list.
 */
export const inventedCustomers: readonly ScreeningRequest[] = [
  { name: "Viktor Sandbegov", dob: "1961-04-21", nationality: "RU" },
  { name: "Pavlo Drovenchuk", nationality: "UA" },
  { name: "Mirzand Olpasev", dob: "1981-02-17", nationality: "KZ" },
  { name: "Esmeralda Quivarro", nationality: "MX" },
  { name: "Ngozika Abrelumu", nationality: "GH" },
  { name: "Bakhtor Zumranof", dob: "1999-01-30", nationality: "TJ" },
  { name: "Rashed al-Mutazhary", dob: "1980-02-02", nationality: "AE" },
  { name: "Goran Tesliwkovic", dob: "1978-03-05", nationality: "HR" },
  { name: "Orlagh Fennimarch", nationality: "IE" },
  { name: "Farzin Tabarkuhan", nationality: "IR" },
  { name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
].map((customer, at) => ({ ...customer, subjectRef: `invented-${at + 1}`, walletAddresses: [] }));

/** Those of them who are not monitored: the service does not keep their names. */
export const screenedOnce: ReadonlySet<string> = new Set([
  "invented-2",
  "invented-5",
  "invented-9",
  "invented-11",
]);
