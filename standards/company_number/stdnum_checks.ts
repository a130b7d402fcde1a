/**
 * Check digits by `stdnum`, for the schemes in which it agrees with python-stdnum. Imported file by
 * file, since the package covers some 90 countries. `null` means that a number has no check digit.
 */

import { validate as austrian } from "stdnum/at/businessid.js";
import { validate as australianBusiness } from "stdnum/au/abn.js";
import { validate as australian } from "stdnum/au/acn.js";
import { validate as swiss } from "stdnum/ch/uid.js";
import { validate as czech } from "stdnum/cz/ico.js";
import { validate as danish } from "stdnum/dk/cvr.js";
import { validate as estonian } from "stdnum/ee/registrikood.js";
import { validate as spanishCompany } from "stdnum/es/cif.js";
import { validate as finnish } from "stdnum/fi/ytunnus.js";
import { validate as french } from "stdnum/fr/siren.js";
import { validate as greek } from "stdnum/gr/vat.js";
import { validate as croatian } from "stdnum/hr/oib.js";
import { validate as hungarian } from "stdnum/hu/anum.js";
import { validate as italian } from "stdnum/it/iva.js";
import { validate as luxembourgish } from "stdnum/lu/tva.js";
import { validate as latvian } from "stdnum/lv/pvn.js";
import { validate as dutchTax } from "stdnum/nl/btw.js";
import { validate as norwegian } from "stdnum/no/orgnr.js";
import { validate as polishTax } from "stdnum/pl/nip.js";
import { validate as polish } from "stdnum/pl/regon.js";
import { validate as portuguese } from "stdnum/pt/nif.js";
import { validate as romanian } from "stdnum/ro/cui.js";
import { validate as russianTax } from "stdnum/ru/inn.js";
import { validate as swedish } from "stdnum/se/orgnr.js";

/** Whether the check digits of a number are correct; null if the number has none. */
export type Check = (number: string) => boolean | null;

const by = (validate: (number: string) => { readonly isValid: boolean }): Check => (number) =>
  validate(number).isValid;

/** Checks by country and scheme. */
export const stdnumChecks = {
  austrian: by(austrian),
  australian: by(australian),
  australianBusiness: by(australianBusiness),
  swiss: by(swiss),
  czech: by(czech),
  danish: by(danish),
  estonian: by(estonian),
  spanishCompany: by(spanishCompany),
  finnish: by(finnish),
  french: by(french),
  greek: by(greek),
  croatian: by(croatian),
  hungarian: by(hungarian),
  italian: by(italian),
  luxembourgish: by(luxembourgish),
  /**
   * Numbers whose first digit is 0 to 3 are codes of persons; those issued since 2017 have no check
   * digit.
   */
  latvian: (number) => /^[0-3]/.test(number) ? null : latvian(number).isValid,
  dutchTax: by(dutchTax),
  norwegian: by(norwegian),
  polish: by(polish),
  polishTax: by(polishTax),
  portuguese: by(portuguese),
  romanian: by(romanian),
  russianTax: by(russianTax),
  swedish: by(swedish),
} as const satisfies Readonly<Record<string, Check>>;
