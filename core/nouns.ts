import { z } from "zod";

/** Which engine and data answer a request. */
export const Mode = z.enum(["sandbox", "live"]);
export type Mode = z.infer<typeof Mode>;

/** A service with its own rate limits, anomalies, usage and idempotency records. */
export const Service = z.enum(["screening", "verification", "credentials"]);
export type Service = z.infer<typeof Service>;

/** An id (RFC 9562 §4): accepted in either case; compared, stored and returned in lower case. */
export const Uuid = z.uuid().toLowerCase();

/** An id in a request, which may be any text: text that is not an id names no resource. */
export const UuidReference = z.string().toLowerCase();

/** An instant: RFC 3339, UTC, milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** SHA-256, lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The build of the matching engine. Decisions of versions up to 0.9 contain only the release. */
export const EngineVersion = z.string().meta({
  description:
    "The engine's release, `+`, and the first 8 hex digits of the SHA-256 of all that may change an answer: two builds that may answer differently never share it",
  examples: ["0.4.0+1f0c9a37"],
});

/** Versions and hashes that a decision of the matching engine pins (Verification §2). */
export const FrozenArtifact = z.object({
  engineVersion: EngineVersion,
  gatesHash: z.string(),
  ensembleWeightsHash: z.string(),
  listSnapshotIds: z.array(z.string()).readonly(),
}).readonly();
export type FrozenArtifact = z.infer<typeof FrozenArtifact>;

/** An optional member of a request; `null` counts as absent (decisions.md part 2). */
export function optionalMember<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().transform((value) => value ?? undefined).optional();
}

/** Results of a screening, the least severe first (Screening §3). */
export const classifications = ["CLEAR", "POSSIBLE_MATCH", "CONFIRMED_MATCH"] as const;

/**
 * The source of a list's date: its own files or publisher, the operator, or only the file system.
 */
export const AsOfFrom = z.enum(["publisher", "operator", "file"]);
export type AsOfFrom = z.infer<typeof AsOfFrom>;

/** Kinds of listed entities. */
export const EntityType = z.enum(["INDIVIDUAL", "ORGANISATION", "VESSEL", "AIRCRAFT"]);
export type EntityType = z.infer<typeof EntityType>;

/** Place of a politically exposed person's office, relative to the list's home country (FATF). */
export const PepCategory = z.enum(["FOREIGN", "DOMESTIC", "INTERNATIONAL_ORGANISATION"]);
export type PepCategory = z.infer<typeof PepCategory>;

/** The office that makes a person politically exposed (Directive (EU) 2015/849 art. 3(9)). */
export const PepFunction = z.enum([
  "HEAD_OF_STATE_OR_GOVERNMENT",
  "MINISTER",
  "LEGISLATOR",
  "PARTY_LEADERSHIP",
  "JUDICIARY",
  "AUDIT_OR_CENTRAL_BANK",
  "DIPLOMAT_OR_MILITARY",
  "STATE_ENTERPRISE",
  "INTERNATIONAL_ORGANISATION",
  "REGIONAL_OR_LOCAL",
]);
export type PepFunction = z.infer<typeof PepFunction>;

/** Whether the person currently holds the office. */
export const PepStatus = z.enum(["CURRENT", "FORMER"]);
export type PepStatus = z.infer<typeof PepStatus>;

/** Relation of a person to a politically exposed person. */
export const PepRelation = z.enum(["FAMILY", "ASSOCIATE"]);
export type PepRelation = z.infer<typeof PepRelation>;

/** Birth years of a living or recently listed person. Other years are typing errors. */
export const birthYears = { min: 1800, max: 2099 } as const;

/** Review outcomes for which a client requires two people. */
export const FourEyes = z.enum(["none", "confirmed", "all"]);
export type FourEyes = z.infer<typeof FourEyes>;
