import { z } from "zod";
import { EntityType, PepCategory, PepFunction, PepRelation, PepStatus } from "../nouns.ts";

/** Kinds of identifiers that a request may name (decisions-2.md part 19). */
export const identifierTypes = [
  "passport",
  "national_id",
  "tax",
  "registration",
  "lei",
  "imo",
  "mmsi",
  "call_sign",
  "tail_number",
] as const;

/** A kind of identifier. */
export const IdentifierType = z.enum(identifierTypes).meta({ id: "IdentifierType" });
export type IdentifierType = z.infer<typeof IdentifierType>;

/** One identifier of a listed entity. */
export const ListedIdentifier = z.object({
  type: IdentifierType.nullable().meta({ description: "Null: of a kind that no request can name" }),
  label: z.string().meta({
    description: "What the publisher calls it",
    examples: ["Passport", "Vessel Registration Identification"],
  }),
  value: z.string().meta({ description: "As written" }),
  country: z.string().regex(/^[A-Z]{2}$/).nullable().meta({
    description: "Who issued it, ISO 3166-1 alpha-2, where the list says",
  }),
}).readonly().meta({ id: "ListedIdentifier" });
export type ListedIdentifier = z.infer<typeof ListedIdentifier>;

const listedOn = z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/).nullable().meta({
  description: "When it was listed, where the list says: ISO 8601, of reduced precision too",
  examples: ["2014-03-17"],
});
const sourceUrl = z.url().nullable().meta({
  description: "The publisher's own page about the entry, where there is one",
});

/** The person or entity that an entry describes, as a candidate shows it. */
export const entryFacts = {
  entityName: z.string().meta({ description: "The entry's primary name" }),
  programs: z.array(z.string()).readonly().meta({
    description: "Sanctions programmes by the publisher's tags",
    examples: [["SDGT"]],
  }),
  datesOfBirth: z.array(z.string()).readonly().meta({
    description: "All that are listed, EDTF (ISO 8601-2)",
    examples: [["1962-11-23"]],
  }),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).readonly().meta({
    description: "Nationalities and citizenships, ISO 3166-1 alpha-2",
  }),
  listedOn,
  sourceUrl,
};

const EntryFacts = z.object(entryFacts).readonly();
export type EntryFacts = z.infer<typeof EntryFacts>;

/** A whole entry of a list, as stored in the snapshot. */
export const ListEntry = z.object({
  entityId: z.uuid().meta({ description: "UUIDv5 of (source, listRef)" }),
  source: z.string().meta({ description: "Stable list key", examples: ["ofac-sdn"] }),
  listRef: z.string().meta({ description: "The publisher's own identifier of the entry" }),
  entityType: EntityType,
  ...entryFacts,
  names: z.object({
    primary: z.string(),
    strong: z.array(z.string()).readonly(),
    weak: z.array(z.string()).readonly(),
  }).readonly().meta({ description: "As published, by the strength that the publisher states" }),
  placesOfBirth: z.array(z.string()).readonly(),
  designations: z.array(z.string()).readonly().meta({
    description: "Titles, functions and offices, as published",
  }),
  identifiers: z.array(ListedIdentifier).readonly(),
  remarks: z.array(z.string()).readonly().meta({ description: "In the publisher's own words" }),
  walletAddresses: z.array(
    z.object({
      network: z.string().meta({ description: "OFAC's currency code, XBT written BTC" }),
      address: z.string().meta({ description: "Normalised; a key of several spellings has each" }),
    }).readonly(),
  ).readonly(),
  links: z.array(z.string()).readonly().meta({
    description: "Addresses of web pages that the list gives",
  }),
  isPep: z.boolean(),
  pepCategory: PepCategory.nullable(),
  pepFunctionalCategory: PepFunction.nullable(),
  pepStatus: PepStatus.nullable(),
  pepJurisdiction: z.string().regex(/^[A-Z]{2}$/).nullable(),
  linkedPeps: z.array(
    z.object({ entityId: z.uuid(), name: z.string(), relation: PepRelation }).readonly(),
  ).readonly(),
}).readonly().meta({ id: "ListEntry" });
export type ListEntry = z.infer<typeof ListEntry>;
