import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { Words } from "./words.ts";

/** A catalogue for each language, the default first. */
export const catalogues: readonly Words[] = [en, de, fr, es, it];

/** Maximum ranges of `Accept-Language` that are read. */
const rangesMax = 20;

/**
 * Chooses the language of a page: the first of `ui_locales` (OpenID Connect Core §3.1.2.1) that there is
 * a catalogue of, else the one that `Accept-Language` weighs most (RFC 4647 §3.4), else English.
 */
export function chooseWords(acceptLanguage: string | null, uiLocales = ""): Words {
  const asked = uiLocales.split(" ").slice(0, rangesMax);
  const accepted = (acceptLanguage ?? "").split(",").slice(0, rangesMax).map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
    return {
      tag,
      weight: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
    };
  }).filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
  for (const tag of [...asked, ...accepted]) {
    const [primary] = tag.toLowerCase().split("-");
    const found = catalogues.find(({ language }) => language === primary);
    if (found !== undefined) return found;
  }
  return catalogues[0]!;
}

/** A text of a catalogue with values in place of its names in braces. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
