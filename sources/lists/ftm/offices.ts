import { countryCode } from "../../../standards/country/country.ts";
import type { PepFunction, PepRole } from "../../../core/matching/ports.ts";
import { pepCategory, type PepPolicy } from "../pep_category.ts";
import { type FtmEntity, valuesOf } from "./ftm_entity.ts";

/** An office that a person holds or held. */
interface Office {
  readonly post: string;
  readonly status: string;
  readonly end: string;
}

/** An office, independent of its holder. */
interface Post {
  readonly topics: readonly string[];
  readonly country: string | null;
  readonly name: string;
}

/** The offices of an export, with their holders. */
export interface Offices {
  /** Adds a `Position`: an office. */
  addPosition(entity: FtmEntity): void;
  /** Adds an `Occupancy`: an office that a person holds or held. */
  addOccupancy(entity: FtmEntity): void;
  /** The most important office of a person; null when none is known. */
  officeOf(id: string, policy: PepPolicy): Omit<PepRole, "linked"> | null;
}

/** Opens empty offices. */
export function openOffices(): Offices {
  const offices = new Map<string, Office[]>();
  const posts = new Map<string, Post>();
  return {
    addPosition(entity) {
      const [country = ""] = valuesOf(entity, "country");
      posts.set(entity.id, {
        topics: valuesOf(entity, "topics"),
        // A part of a country is written after it: `us-ca`.
        country: countryCode(country.split("-")[0] ?? ""),
        name: valuesOf(entity, "name")[0] ?? entity.caption ?? "",
      });
    },
    addOccupancy(entity) {
      const statuses = valuesOf(entity, "status");
      const status = ["current", "ended"].find((one) => statuses.includes(one)) ?? "unknown";
      const [end = ""] = valuesOf(entity, "endDate");
      for (const holder of valuesOf(entity, "holder")) {
        const held = offices.get(holder) ?? [];
        for (const post of valuesOf(entity, "post")) held.push({ post, status, end });
        offices.set(holder, held);
      }
    },
    officeOf(id, policy) {
      const roles = (offices.get(id) ?? []).map((office) => roleOf(office, posts, policy));
      return roles.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? null;
    },
  };
}

function roleOf(
  { post, status, end }: Office,
  posts: ReadonlyMap<string, Post>,
  policy: PepPolicy,
): Omit<PepRole, "linked"> {
  const { topics, country, name } = posts.get(post) ?? { topics: [], country: null, name: "" };
  const isInternational = topics.includes("gov.igo");
  return {
    category: pepCategory(country, isInternational, policy),
    functionalCategory: functionOf(topics, name),
    status: status === "current" ? "CURRENT" : status === "ended" || end !== "" ? "FORMER" : null,
    jurisdiction: country,
  };
}

/**
 * The kind of office by the topics of its position (OpenSanctions' taxonomy of political
 * positions), the most important first. The title decides if the topics do not.
 */
export function functionOf(topics: readonly string[], name: string): PepFunction | null {
  const has = (...some: readonly string[]) => some.some((topic) => topics.includes(topic));
  if (has("gov.igo")) return "INTERNATIONAL_ORGANISATION";
  if (has("gov.state", "gov.muni")) return "REGIONAL_OR_LOCAL";
  if (has("gov.head")) return "HEAD_OF_STATE_OR_GOVERNMENT";
  if (has("gov.legislative")) return "LEGISLATOR";
  if (has("gov.judicial")) return "JUDICIARY";
  if (has("gov.financial")) return "AUDIT_OR_CENTRAL_BANK";
  if (has("gov.security", "role.diplo", "mil")) return "DIPLOMAT_OR_MILITARY";
  if (has("gov.soe")) return "STATE_ENTERPRISE";
  if (has("pol.party")) return "PARTY_LEADERSHIP";
  if (/\bambassador\b|\bconsul\b|\bchargé/i.test(name)) return "DIPLOMAT_OR_MILITARY";
  if (/\bminister\b|\bsecretary of state\b/i.test(name)) return "MINISTER";
  if (has("gov.executive")) return "MINISTER";
  return null;
}

const order: readonly (PepFunction | null)[] = [
  "HEAD_OF_STATE_OR_GOVERNMENT",
  "MINISTER",
  "LEGISLATOR",
  "JUDICIARY",
  "AUDIT_OR_CENTRAL_BANK",
  "DIPLOMAT_OR_MILITARY",
  "INTERNATIONAL_ORGANISATION",
  "STATE_ENTERPRISE",
  "PARTY_LEADERSHIP",
  "REGIONAL_OR_LOCAL",
  null,
];

/** Ranks current offices first, then those with an unknown state, then former ones. */
function rankOf({ status, functionalCategory }: Omit<PepRole, "linked">): number {
  const held = status === "CURRENT" ? 0 : status === null ? 1 : 2;
  return held * order.length + order.indexOf(functionalCategory);
}
