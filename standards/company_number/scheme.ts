import type { Check } from "./stdnum_checks.ts";

/** One kind of number that a country gives its companies. */
export interface Scheme {
  /** The country's name for the scheme. */
  readonly name: string;
  /** Other names of the scheme; case and punctuation are ignored. */
  readonly otherNames: readonly string[];
  /** The normal form: upper case, no separators. */
  readonly form: RegExp;
  /** The check of the check digits; null if the scheme has none, or no rule for them is known. */
  readonly check: Check | null;
  /** Finds the normal form in text that surrounds it; null when there is none. */
  readonly within?: (text: string) => string | null;
  /** Lengths of a whole number, and of one whose leading zeros a spreadsheet may have removed. */
  readonly padding?: {
    readonly from: number;
    readonly to: number;
    /** Whether two letters may precede the zeros (`SC1234` is SC001234). */
    readonly behindLetters?: true;
  };
  /** Used only if the caller names the scheme: another scheme of the country has the same form. */
  readonly onlyNamed?: true;
}
