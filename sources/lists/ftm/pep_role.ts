import { countryCode } from "../../../standards/country/country.ts";
import type { LinkedPep, PepRole } from "../../../core/matching/ports.ts";
import { pepCategory, type PepPolicy } from "../pep_category.ts";
import { type FtmEntity, valuesOf } from "./ftm_entity.ts";
import type { Links } from "./links.ts";

/**
 * Returns the reason why a person is politically exposed: an office, the topic `role.pep`, or
 * closeness to such a person (`role.rca`), which has no office of its own. If the office names no
 * country, the person's own country is used.
 */
export function pepOf(
  entity: FtmEntity,
  links: Pick<Links, "officeOf">,
  policy: PepPolicy,
  linked: readonly LinkedPep[],
): PepRole | null {
  const topics = valuesOf(entity, "topics");
  const office = links.officeOf(entity.id, policy);
  const isExposed = topics.some((topic) => /^role\.(?:pep|rca)\b/.test(topic));
  if (entity.schema !== "Person" || (office === null && !isExposed)) return null;
  const isClose = office === null && !topics.some((topic) => topic.startsWith("role.pep"));
  if (isClose) {
    return { category: null, functionalCategory: null, status: null, jurisdiction: null, linked };
  }
  const [own = null] = valuesOf(entity, "citizenship", "nationality", "country").flatMap((code) =>
    countryCode(code) ?? []
  );
  const jurisdiction = office?.jurisdiction ?? own;
  const isInternational = office?.category === "INTERNATIONAL_ORGANISATION" ||
    (office === null && topics.includes("role.pep.intl"));
  return {
    category: pepCategory(jurisdiction, isInternational, policy),
    functionalCategory: office?.functionalCategory ??
      (isInternational ? "INTERNATIONAL_ORGANISATION" : null),
    status: office?.status ?? (topics.includes("role.pep.frmr") ? "FORMER" : null),
    jurisdiction: isInternational ? office?.jurisdiction ?? null : jurisdiction,
    linked,
  };
}
