import { z } from "zod";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { EntityType } from "../../core/matching/ports.ts";

/** FollowTheMoney's name of each kind of party that can be compared, and ours. */
const entityTypes = {
  Person: "INDIVIDUAL",
  LegalEntity: "ORGANISATION",
  Organization: "ORGANISATION",
  Company: "ORGANISATION",
  PublicBody: "ORGANISATION",
  Vessel: "VESSEL",
  Airplane: "AIRCRAFT",
} as const satisfies Record<string, EntityType>;

/** Reads FollowTheMoney's name of a kind of party as our entity type. */
const PartyType = z.enum(
  Object.keys(entityTypes) as (keyof typeof entityTypes)[],
  {
    error: () => `expected one of ${Object.keys(entityTypes).join(", ")}`,
  },
).transform((schema): EntityType => entityTypes[schema]);

/** A name that is not longer than a screening accepts. */
const Name = z.string().max(defaultPolicy.limits.nameCharactersMax);

/** Two names to compare: a queried and a listed one. */
export const NamedPair = z.object({
  id: z.string(),
  schema: PartyType,
  left: Name,
  right: Name,
}).readonly();
export type NamedPair = z.infer<typeof NamedPair>;

/** Two names, labelled whether they name the same party. */
export const LabelledPair = NamedPair.unwrap().extend({
  source: z.string(),
  /**
   * Group of pairs that were made together, from one document. A calibration puts all pairs of a
   * group into the same fold.
   */
  group: z.string().default(""),
  /** `latin` or `xscript` states whether both names of an EU pair are in Latin script. */
  kind: z.string(),
  match: z.boolean(),
}).readonly();
export type LabelledPair = z.infer<typeof LabelledPair>;

/** A screening, labelled with the answer that it must give. */
export const QueryCase = z.object({
  id: z.string(),
  source: z.string(),
  name: Name,
  dob: z.string().nullable(),
  nationality: z.string().nullable(),
  /** `match`: the party named must be found. `clear`: a stranger. */
  label: z.enum(["match", "clear"]),
  /** OFAC's number of the party that must be found; null when it is on other lists only. */
  ofac_ent_num: z.int().nullable(),
  /** The same party's reference number at the United Nations. */
  un_ref: z.string().nullable().default(null),
  /** The same party's entry in the biographical directory of the US Congress. */
  pep_bioguide: z.string().nullable().default(null),
}).readonly();
export type QueryCase = z.infer<typeof QueryCase>;
