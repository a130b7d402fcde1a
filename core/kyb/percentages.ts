import type { Share } from "./schema.ts";

/** A fraction of whole numbers; the denominator is positive. */
interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * A written share: a plain number of 100 (`25`), a percentage (`25 %`), or a fraction of 1 (`1/3`).
 */
export interface WrittenShare {
  readonly form: "bare" | "percent" | "ratio";
  readonly low: Ratio;
  readonly high: Ratio;
  /** The missing limit: the low one in `>25`, the high one in `<25`. */
  readonly open: "low" | "high" | null;
}

/** Longest number that is read, and largest power of ten: far beyond any share. */
const charactersMax = 60;
const exponentMax = 30;
/** The whole, in units of 1/10,000. */
const whole = 10_000n;
/** Maximum share whose sums stay exact. */
const shareMax = 1_000_000_000_000n;

const number = String.raw`\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?`;
const single = new RegExp(`^(${number})$`);
const quotient = /^(\d+)\/(\d+)$/;
/**
 * A mixed number such as `33 1/3`, which NFKC also makes from `33⅓`: percent and a fraction of one
 * percent.
 */
const mixed = /^(\d{1,3})_(\d{1,4})\/(\d{1,4})$/;
const until = String.raw`-|to|bis|à|kuni|до|līdz|iki|till|\.\.\.?`;
/**
 * A range. Numbers with `and` between them are the shares of two owners, unless a word makes them
 * limits.
 */
const band = new RegExp(
  `^(?:(?:from|von|från|nuo|от)?(${number})%?(?:${until})(${number})|` +
    `(?:between|zwischen|entre|mellan|между)(${number})%?(?:${until}|and|und|et|y|e|och|и)(${number}))$`,
);
const over = new RegExp(
  `^(?:>|over|morethan|above|über|mehrals|üle|rohkemkui|plusde|másde|piùdi|ponad|vairāknekā|` +
    `vairākkā|daugiaukaip|yli|överän|meran|merän|более|больше|свыше|понад)(${number})$`,
);
const atLeast = new RegExp(
  `^(?:>=|≥|atleast|mindestens|vähemalt|aumoins|almenos|almeno|conajmniej|minst|vismaz|` +
    `mažiausiai|vähintään|неменее|неменше)(${number})$`,
);
const plus = new RegExp(
  `^(${number})%?(?:\\+|ormore|andmore|odermehr|võirohkem|илиболее|ибольше)$`,
);
const under = new RegExp(
  `^(?:<|under|lessthan|below|unter|alla|wenigerals|vähemkui|moinsde|menosde|menodi|mniejniż|` +
    `poniżej|mazāknekā|mažiaukaip|менее|меньше|менше)(${number})$`,
);
const atMost = new RegExp(
  `^(?:<=|≤|atmost|upto|höchstens|kuni|auplus|alpiù|hasta|najwyżej|högst|неболее)(${number})$`,
);

/**
 * Parses a share exactly, without floating point: `25`, `"25 %"`, `"25,5"`, `"1/3"`, `">25"`,
 * `"25-50"`.
 *
 * @returns null for other text; nothing is guessed
 */
export function parseShare(written: number | string): WrittenShare | null {
  if (typeof written === "string" && written.length > charactersMax) return null;
  const text = plainOf(String(written));
  const isPercent = text.includes("%");
  const bare = text.replace(/%(?=$|\+$|[^\d%]+$)/, "").replace(/^ownership-of-shares-/, "");
  const form = isPercent ? "percent" : "bare";
  const none: Ratio = { over: 0n, under: 1n };
  const all: Ratio = { over: 100n, under: 1n };
  const limits = limitsOf(bare);
  switch (limits?.kind) {
    case "exactly":
      return { form, low: limits.value, high: limits.value, open: null };
    case "ratio":
      return isPercent
        ? null
        : { form: "ratio", low: limits.value, high: limits.value, open: null };
    case "between":
      // A band without a width is the share of two owners: `50-50`.
      return !isLess(limits.low, limits.high)
        ? null
        : { form, low: limits.low, high: limits.high, open: null };
    case "from":
      return isLess(all, limits.value)
        ? null
        : { form: "percent", low: limits.value, high: all, open: limits.isOpen ? "low" : null };
    case "until":
      return {
        form: "percent",
        low: none,
        high: limits.value,
        open: limits.isOpen ? "high" : null,
      };
    case undefined:
      return null;
    default:
      return limits satisfies never;
  }
}

type Limits =
  | { readonly kind: "exactly" | "ratio"; readonly value: Ratio }
  | { readonly kind: "between"; readonly low: Ratio; readonly high: Ratio }
  | { readonly kind: "from" | "until"; readonly value: Ratio; readonly isOpen: boolean };

function limitsOf(text: string): Limits | null {
  const exact = decimalOf(single.exec(text)?.[1]);
  if (exact !== null) return { kind: "exactly", value: exact };
  const [, part, parts] = quotient.exec(text) ?? [];
  if (part !== undefined && parts !== undefined) {
    const value = { over: BigInt(part), under: BigInt(parts) };
    return isPartOfWhole(value) ? { kind: "ratio", value } : null;
  }
  const [, percent, above, below] = mixed.exec(text) ?? [];
  if (percent !== undefined && above !== undefined && below !== undefined) {
    const under = BigInt(below);
    return under === 0n
      ? null
      : { kind: "exactly", value: { over: BigInt(percent) * under + BigInt(above), under } };
  }
  const [from, to] = band.exec(text)?.slice(1).filter((limit) => limit !== undefined) ?? [];
  const [low, high] = [decimalOf(from), decimalOf(to)];
  if (low !== null && high !== null) return { kind: "between", low, high };
  for (
    const [form, kind, isOpen] of [
      [over, "from", true],
      [atLeast, "from", false],
      [plus, "from", false],
      [under, "until", true],
      [atMost, "until", false],
    ] as const
  ) {
    const value = decimalOf(form.exec(text)?.[1]);
    if (value !== null) return { kind, value, isOpen };
  }
  return null;
}

/**
 * Whether `a/b` is one owner's fraction of the whole, as `1/3` is. `50/50` and `20/80` list the
 * shares of two owners, and `10/10` is neither.
 */
function isPartOfWhole({ over, under }: Ratio): boolean {
  return over < under && over + under !== 100n;
}

/** Words for the percent sign after a share. */
const percentWords =
  /-?(?:percents?|prozent|procent(?:a|ai|ų|u|y)?|protsenti?|pct|proc|procenti?|pourcents?|porciento|porcento|percento|per100|prosenttia|prosent|százalék|процент(?:а|ов)?|проц|відсотк(?:а|и|ів)|τοιςεκατό)\.?$/u;

/** Converts digits, signs and words to ASCII without spaces. */
function plainOf(written: string): string {
  return written.replace(/(\d)\s*(?=[\u00bc-\u00be\u2150-\u215e])/gu, "$1 ")
    .normalize("NFKC").toLowerCase()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replaceAll("\u2044", "/").replaceAll("\u066a", "%").replaceAll("\u066b", ".")
    // Two numbers are not one: `33 1/3` is read, `2 5` is not.
    .replace(/(\d)\s+(?=\d)/gu, "$1_").replace(/(\d)_(?=000(?!\d))/gu, "$1")
    .replace(/\s+/gu, "")
    .replace(/[.,;]$/u, "")
    .replace(percentWords, "%")
    .replace(/-to-/u, "to");
}

/** A decimal number, exactly. */
function decimalOf(text: string | undefined): Ratio | null {
  if (text === undefined) return null;
  const [digits = "", exponent = "0"] = text.split("e");
  const [units = "", decimals = ""] = digits.split(/[.,]/);
  const power = Number(exponent) - decimals.length;
  if (Math.abs(power) > exponentMax) return null;
  const value = BigInt(units + decimals);
  return power >= 0
    ? { over: value * 10n ** BigInt(power), under: 1n }
    : { over: value, under: 10n ** BigInt(-power) };
}

function isLess(a: Ratio, b: Ratio): boolean {
  return a.over * b.under < b.over * a.under;
}

/**
 * Converts a written share to 1/10,000 of the whole, rounded outwards, so that rounding never hides
 * that it crosses a threshold.
 *
 * @param isFraction whether plain numbers are fractions of 1
 * @returns null for a share above the maximum
 */
export function shareOf(written: WrittenShare, isFraction: boolean): Share | null {
  const parts = written.form === "ratio" || (isFraction && written.form === "bare") ? 1n : 100n;
  const [low, high] = [scaled(written.low, parts), scaled(written.high, parts)];
  // More than 2,500 parts are 2,501 at least, and less than 2,500 are 2,499 at most.
  const minimum = written.open === "low" && low.isWhole ? low.floor + 1n : low.floor;
  const isBelow = written.open === "high" && high.isWhole && high.ceiling > 0n;
  const maximum = isBelow ? high.ceiling - 1n : high.ceiling;
  if (maximum > shareMax) return null;
  return { minimum: Number(minimum), maximum: Number(maximum > minimum ? maximum : minimum) };
}

function scaled({ over, under }: Ratio, parts: bigint) {
  const [top, bottom] = [over * whole, under * parts];
  const floor = top / bottom;
  const isWhole = top % bottom === 0n;
  return { floor, ceiling: isWhole ? floor : floor + 1n, isWhole };
}

/**
 * Whether plain numbers are fractions of 1, such as 0.25 for a quarter: only if no share is above 1
 * and all sum to about 1.
 *
 * @param shares all readable shares
 */
export function areFractions(shares: readonly WrittenShare[]): boolean {
  if (!shares.some(({ form }) => form === "bare")) return false;
  const one: Ratio = { over: 1n, under: 1n };
  let sum: Ratio = { over: 0n, under: 1n };
  for (const { form, low, high } of shares) {
    const isExact = !isLess(low, high);
    if (form === "percent" || !isExact || isLess(one, low)) return false;
    sum = { over: sum.over * low.under + low.over * sum.under, under: sum.under * low.under };
  }
  const [least, most] = [{ over: 98n, under: 100n }, { over: 1005n, under: 1000n }];
  return !isLess(sum, least) && !isLess(most, sum);
}
