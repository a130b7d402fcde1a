import type { LinkedPep, PepFunction, PepRole } from "../../../core/matching/ports.ts";
import { pepCategory, type PepPolicy } from "../pep_category.ts";
import { countryCode } from "../../../standards/country/country.ts";
import { type FtmEntity, valuesOf } from "./ftm_entity.ts";

/** An office that somebody holds or held. */
interface Office {
  readonly post: string;
  readonly status: string;
  readonly end: string;
}

/** An office as such. */
interface Post {
  readonly topics: readonly string[];
  readonly country: string | null;
  readonly name: string;
}

/** A relation between two entities, by their ids. */
export interface Relation {
  /** The other one. */
  readonly id: string;
  readonly relation: LinkedPep["relation"];
}

/** What other entities of an export say of persons and bodies. */
export interface Links {
  /** Takes an entity that links others; false when it is none. */
  add(entity: FtmEntity): boolean;
  /** Programmes by which an entity is sanctioned; null when it is not. */
  sanctionsOf(id: string): readonly string[] | null;
  /** Relatives and associates, each once. */
  relationsOf(id: string): readonly Relation[];
  /** The office that counts most, or null when none is known. */
  officeOf(id: string, policy: PepPolicy): Omit<PepRole, "linked"> | null;
}

/** Opens links with nothing in them. */
export function openLinks(): Links {
  const offices = new Map<string, Office[]>();
  const posts = new Map<string, Post>();
  const relations = new Map<string, Map<string, Relation>>();
  const sanctions = new Map<string, string[]>();

  function relate(from: string, to: string, relation: LinkedPep["relation"]): void {
    if (from === to) return;
    const known = relations.get(from) ?? new Map<string, Relation>();
    if (!known.has(to)) known.set(to, { id: to, relation });
    relations.set(from, known);
  }

  function addRelations(entity: FtmEntity, ends: readonly [string, string]): void {
    const relation = entity.schema === "Family" ? "FAMILY" : "ASSOCIATE";
    for (const one of valuesOf(entity, ends[0])) {
      for (const other of valuesOf(entity, ends[1])) {
        relate(one, other, relation);
        relate(other, one, relation);
      }
    }
  }

  return {
    add(entity) {
      const values = (...names: readonly string[]) => valuesOf(entity, ...names);
      switch (entity.schema) {
        case "Position": {
          const [country = ""] = values("country");
          posts.set(entity.id, {
            topics: values("topics"),
            // A part of a country is written after it: `us-ca`.
            country: countryCode(country.split("-")[0] ?? ""),
            name: values("name")[0] ?? entity.caption ?? "",
          });
          return true;
        }
        case "Occupancy":
          for (const holder of values("holder")) {
            const held = offices.get(holder) ?? [];
            const statuses = values("status");
            const status = ["current", "ended"].find((one) => statuses.includes(one)) ?? "unknown";
            const [end = ""] = values("endDate");
            for (const post of values("post")) held.push({ post, status, end });
            offices.set(holder, held);
          }
          return true;
        case "Family":
          addRelations(entity, ["person", "relative"]);
          return true;
        case "Associate":
          addRelations(entity, ["person", "associate"]);
          return true;
        case "Sanction":
          for (const id of values("entity")) {
            const programs = sanctions.get(id) ?? [];
            const told = values("programId");
            programs.push(...(told.length > 0 ? told : values("program", "authority").slice(0, 1)));
            sanctions.set(id, programs);
          }
          return true;
        default:
          return false;
      }
    },
    sanctionsOf: (id) => sanctions.get(id) ?? null,
    relationsOf: (id) => [...(relations.get(id)?.values() ?? [])],
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
 * positions), in the order in which one outweighs another. The title tells what topics leave open.
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

/** Offices held now first, then those of which it is not known, then former ones. */
function rankOf({ status, functionalCategory }: Omit<PepRole, "linked">): number {
  const held = status === "CURRENT" ? 0 : status === null ? 1 : 2;
  return held * order.length + order.indexOf(functionalCategory);
}
