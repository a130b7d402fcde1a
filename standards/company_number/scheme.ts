import type { Check } from "./stdnum_checks.ts";

/** One kind of number that a country gives its companies. */
export interface Scheme {
  /** As the country calls it. */
  readonly name: string;
  /** Other names of it, in any case and punctuation. */
  readonly otherNames: readonly string[];
  /** The normal form: upper case, no separators. */
  readonly form: RegExp;
  /** Its check digits; null where it has none, or no rule for them is known. */
  readonly check: Check | null;
  /** The normal form within what else is written around it; null when there is none. */
  readonly within?: (text: string) => string | null;
  /** Lengths of a number whose leading zeros a spreadsheet may have removed, and of a whole one. */
  readonly padding?: {
    readonly from: number;
    readonly to: number;
    /** Two letters may stand before the zeros (`SC1234` is SC001234). */
    readonly behindLetters?: true;
  };
  /** Meant only where it is named: another scheme of the country has the same form. */
  readonly onlyNamed?: true;
}
