import { checkCompanyNumber } from "./check_company_number.ts";

/**
 * What two ways to write one number of a country's register have in common: the normal form without
 * leading zeros. Of comparison alone; it is no number that a register knows.
 */
export function registerKey(country: string, number: string): string {
  const checked = checkCompanyNumber({ country, number });
  const key = checked.normalized.replace(/^0+(?=.)/, "");
  return `${checked.country} ${key}`;
}
