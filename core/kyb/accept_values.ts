import { advise } from "./advisory.ts";
import { cleanText, foldName, foldNumber } from "./clean_text.ts";
import type { ModelApplication } from "./model_schema.ts";
import { parseShare, shareOf } from "./percentages.ts";
import type { AdvisoryFlag, NormalizedApplication, NormalizedPerson, Share } from "./schema.ts";

/** An application, with the values of a model that the written text supports. */
export interface Accepted {
  readonly application: NormalizedApplication;
  readonly advisoryFlags: readonly AdvisoryFlag[];
}

/**
 * Accepts the values of a model's answer that can be derived from the written text: another
 * spelling of the same name. Every other value must equal the one that fixed rules read; otherwise
 * it is discarded with a flag.
 */
export function acceptValues(
  deterministic: NormalizedApplication,
  answered: ModelApplication,
): Accepted {
  const advisoryFlags: AdvisoryFlag[] = [];
  const reject = (path: string) => void advisoryFlags.push(advise("AI_VALUE_REJECTED", path));
  const hold = (isSame: boolean, path: string) => isSame || reject(path);
  const nameOf = (written: string, spelled: string, path: string) => {
    if (isSpelling(written, spelled)) return spelled;
    reject(path);
    return written;
  };
  const legalName = nameOf(deterministic.legalName, answered.legalName, "legalName");
  hold(deterministic.registryCountry === answered.registryCountry, "registryCountry");
  hold(
    isSameNumber(deterministic.registryNumber, answered.registryNumber),
    "registryNumber",
  );
  const { persons } = deterministic;
  if (answered.persons.length !== persons.length) {
    reject("persons");
    return { application: { ...deterministic, legalName }, advisoryFlags };
  }
  const spelled = persons.map((person, at): NormalizedPerson => {
    const path = `persons[${at}]`;
    const said = answered.persons[at];
    if (said === undefined) return person;
    hold(person.roles.some((role) => role === said.role), `${path}.role`);
    hold(
      said.nationalities.toSorted().join() === person.nationalities.join(),
      `${path}.nationality`,
    );
    hold(isSameShare(person.ownership, said.ownershipPercentage), `${path}.ownershipPercentage`);
    return { ...person, fullName: nameOf(person.fullName, said.fullName, `${path}.fullName`) };
  });
  return { application: { ...deterministic, legalName, persons: spelled }, advisoryFlags };
}

function isSpelling(written: string, spelled: string): boolean {
  const { text, hadHidden } = cleanText(spelled);
  return !hadHidden && text === spelled && foldName(spelled) === foldName(written);
}

function isSameNumber(written: string | null, said: string | null): boolean {
  if (written === null || said === null) return written === said;
  return foldNumber(written) === foldNumber(said);
}

function isSameShare(written: Share | null, said: string | null): boolean {
  if (written === null || said === null) return written === said;
  const share = parseShare(said);
  const read = share === null ? null : shareOf(share, false);
  return read !== null && read.minimum === written.minimum && read.maximum === written.maximum;
}
