import { arabic } from "./arabic.ts";
import { bodies } from "./bodies.ts";
import { capitals } from "./capitals.ts";
import { chinese } from "./chinese.ts";
import { craft } from "./craft.ts";
import type { Family } from "./family.ts";
import { fields } from "./fields.ts";
import { inGerman } from "./german.ts";
import { korean } from "./korean.ts";
import { legalForms } from "./legal_forms.ts";
import { otherScripts } from "./other_scripts.ts";
import { slavic } from "./slavic.ts";
import { spacing } from "./spacing.ts";
import { spellings } from "./spellings.ts";
import { titles } from "./titles.ts";
import { usual } from "./usual.ts";
import { writtenBySystems } from "./written_by_systems.ts";

/** Every family, in the order of the table. */
export const families: readonly Family[] = [
  ...usual,
  ...capitals,
  ...titles,
  ...fields,
  ...writtenBySystems,
  ...spacing,
  ...spellings,
  ...craft,
  ...korean,
  ...chinese,
  ...slavic,
  ...arabic,
  ...inGerman,
  ...otherScripts,
  ...bodies,
  ...legalForms,
];
