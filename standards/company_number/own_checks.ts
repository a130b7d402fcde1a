/**
 * Check digits implemented here, each with the reason why `stdnum` 1.12 is not used. Each function
 * takes a number in its normal form, whose form was checked before.
 */

/**
 * Belgium, KBO/BCE: the first eight digits and the last two add up to a multiple of 97. Implemented
 * here because `stdnum` accepts only the check digits 01 to 97.
 */
export function belgianNumber(number: string): boolean {
  return (Number(number.slice(0, 8)) + Number(number.slice(8))) % 97 === 0 && Number(number) > 0;
}

/**
 * Bulgaria, EIK of 9 digits, or 13 for a branch: modulo 11, with other weights when the remainder
 * is 10. Implemented here because `stdnum` refuses numbers that begin with 4 to 8, and branches.
 */
export function bulgarianNumber(number: string): boolean {
  const digits = digitsOf(number);
  const main = bulgarianDigit(digits.slice(0, 8), [[1, 2, 3, 4, 5, 6, 7, 8], [
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
  ]]);
  if (main !== digits[8]) return false;
  if (digits.length === 9) return true;
  return bulgarianDigit(digits.slice(8, 12), [[2, 7, 3, 5], [4, 9, 5, 7]]) === digits[12];
}

function bulgarianDigit(
  digits: readonly number[],
  [first, second]: readonly [readonly number[], readonly number[]],
): number {
  const remainder = weighted(digits, first) % 11;
  return remainder < 10 ? remainder : weighted(digits, second) % 11 % 10;
}

/**
 * Slovenia, matična številka: modulo 11 of the first six digits; no number has the remainder 0.
 * Implemented here because `stdnum` lacks it.
 */
export function slovenianNumber(number: string): boolean {
  const digits = digitsOf(number);
  const remainder = weighted(digits.slice(0, 6), [7, 6, 5, 4, 3, 2]) % 11;
  return remainder !== 0 && (11 - remainder) % 10 === digits[6];
}

/**
 * Slovakia, IČ DPH: a multiple of 11. A third digit that no company's number has may mark a sole
 * trader, whose number is a person's number. Implemented here because `stdnum` refuses some valid
 * numbers (6022608328) and accepts some invalid ones.
 */
export function slovakTaxNumber(number: string): boolean | null {
  // A birth number ends in 0 where the remainder of the rest is 10.
  const isBirthNumber = Number(number.slice(0, 9)) % 11 === 10 && number.endsWith("0");
  if (Number(number) % 11 !== 0) return isBirthNumber ? null : false;
  return /^[1-9][0-9][234789]/.test(number) ? true : null;
}

/**
 * Russia, ОГРН of 13 digits and ОГРНИП of 15: the last digit is the last digit of the remainder of
 * the other digits by 11 or 13. Implemented here because `stdnum` lacks it.
 */
export function russianNumber(number: string): boolean {
  const [rest, last] = [BigInt(number.slice(0, -1)), BigInt(number.slice(-1))];
  return rest % (number.length === 15 ? 13n : 11n) % 10n === last;
}

/**
 * Legal Entity Identifier (ISO 17442): ISO 7064 MOD 97-10, letters counted from 10. Implemented
 * here because `stdnum` lacks it.
 */
export function legalEntityIdentifier(number: string): boolean {
  let remainder = 0;
  for (const character of number) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder === 1;
}

function digitsOf(number: string): readonly number[] {
  return Array.from(number, Number);
}

function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);
}
