import { checkCompanyNumber } from "./check_company_number.ts";

/**
 * Returns a key that is equal for different spellings of one number of a country's register: the
 * normal form without leading zeros. For comparison only; registers do not accept it.
 */
export function registerKey(country: string, number: string): string {
  const checked = checkCompanyNumber({ country, number });
  const key = checked.normalized.replace(/^0+(?=.)/, "");
  return `${checked.country} ${key}`;
}
