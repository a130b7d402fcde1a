import { z } from "zod";
import { FourEyes, Uuid } from "../nouns.ts";
import { RateLimits } from "../policy/rate_limits.ts";
import { EvidenceEncryptionKey } from "./evidence_encryption_key.ts";
import { LoginRegistration, StoredLoginRegistration } from "./login_client_schema.ts";
import { parseAllowedDomain } from "./request_domain.ts";
import { parseNetworks } from "../../standards/ip_address/networks.ts";
import { isSubjectUrlTemplate, subjectUrlCharactersMax } from "./subject_url.ts";
import { isHttpsOrigin } from "./web_origin.ts";

/** Networks of one allowlist at most: a request is compared with all of them. */
const networksMax = 1_000;

/** Persons with a signing credential at most: an application declares no more. */
const signingCredentialsMax = 50;

const Network = z.string().refine(
  (text) => parseNetworks([text]).ok,
  "expected an address or a CIDR",
);

const AllowedDomain = z.string().transform((text, context) => {
  const domain = parseAllowedDomain(text);
  if (domain !== null) return domain;
  context.addIssue("expected a domain, such as app.example.com or *.example.com");
  return z.NEVER;
});

/** Origins of one client's pages at most (decisions-2.md part 19). */
const returnOriginsMax = 20;

const ReturnOrigin = z.string().refine(
  isHttpsOrigin,
  "expected an https origin, such as https://shop.example",
);

/** An id that others give out: a name in their files, never a person's. */
const ForeignId = z.string().regex(
  /^[\x21-\x7e]{1,255}$/,
  "expected 1 to 255 visible ASCII characters",
);

/** Hours in which a match is to be reviewed at most: a year. */
const dueHoursMax = 8_784;

/** Bounds of a bucket as the policy has them; an override says both numbers. */
const policyBucket = RateLimits.unwrap().shape.screening.unwrap().unwrap().shape;
const BucketOverride = z.strictObject({
  capacity: policyBucket.capacity.removeDefault(),
  refillPerSecond: policyBucket.refillPerSecond.removeDefault(),
}).readonly();

/**
 * What operators set for one client (decisions.md part 4). Every member has a default, so that a
 * client without a record is one whose record says nothing. Unknown members are refused: a
 * restriction that was misspelled would otherwise silently not hold.
 */
export const ClientRecord = z.strictObject({
  /** `SUSPENDED`: no bearer route answers it. */
  status: z.enum(["ACTIVE", "SUSPENDED"]).default("ACTIVE"),
  /** What suspends it; of a `SUSPENDED` one that names nothing it is an operator. */
  suspendedBy: z.array(z.enum(["KYB", "OFFBOARDING", "OPERATOR"])).readonly().default([]),
  /** Addresses and CIDRs that its requests may come from; empty: from anywhere. */
  ipAllowlist: z.array(Network)
    .refine(({ length }) => length <= networksMax, `expected at most ${networksMax} entries`)
    .readonly().default([]),
  /** Domain that its requests must name (`Origin`, else `Referer`); null: any, or none. */
  allowedDomain: AllowedDomain.nullable().default(null),
  /** Token buckets of its own, in place of the policy's, by the service that they limit. */
  rateLimits: z.strictObject({
    screening: BucketOverride.optional(),
    batchItems: BucketOverride.optional(),
    verification: BucketOverride.optional(),
    credentials: BucketOverride.optional(),
  }).readonly().default({}),
  /** The academic issuer that it acts for. */
  academicIssuerId: ForeignId.nullable().default(null),
  /** The KYB application that it was admitted by. */
  kybApplicationId: ForeignId.nullable().default(null),
  /** Its own qualified seal at the trust service provider. */
  sealCredential: z.strictObject({
    /** `credentialID` of CSC API v2.2. */
    credentialId: ForeignId,
  }).readonly().nullable().default(null),
  /** Qualified signing credentials of declared persons, each of one person of its application. */
  signingCredentials: z.array(
    z.strictObject({ personId: Uuid, credentialId: ForeignId }).readonly(),
  ).max(signingCredentialsMax)
    .refine(
      (own) =>
        [own.map(({ personId }) => personId), own.map(({ credentialId }) => credentialId)]
          .every((ids) => new Set(ids).size === ids.length),
      "expected one credential for each person, and of no other person",
    )
    .readonly().default([]),
  /** Whom its evidence packs are encrypted to. */
  evidenceEncryptionKey: EvidenceEncryptionKey.nullable().default(null),
  /** Its registration as a relying party of the login; the secret stands elsewhere. */
  loginClient: LoginRegistration.nullable().default(null),
  /** Origins of its own pages: where a wallet's holder is sent back to, and who may ask a browser. */
  returnOrigins: z.array(ReturnOrigin)
    .refine(
      ({ length }) => length <= returnOriginsMax,
      `expected at most ${returnOriginsMax} entries`,
    )
    .readonly().default([]),
  /** Outcomes of its reviews that need a second person. */
  fourEyes: FourEyes.default("none"),
  review: z.strictObject({
    /** Hours after a decision in which it is to be reviewed. */
    dueHours: z.int().min(1).max(dueHoursMax).default(72),
    /** Whether a confirmed match is to be reviewed too. */
    confirmed: z.boolean().default(false),
  }).readonly().prefault({}),
  /** Whether its customers may be kept here and monitored. */
  monitoring: z.boolean().default(false),
  /** Its own page about a customer, which the desk links; null: none. */
  subjectUrlTemplate: z.string().max(subjectUrlCharactersMax).refine(
    isSubjectUrlTemplate,
    "expected an https address with one {subjectRef} behind its host",
  ).nullable().default(null),
}).readonly();
export type ClientRecord = z.infer<typeof ClientRecord>;

/**
 * A record as the store gives it back. What restricts its client, and where a login leads, is text
 * here: one that can no longer be understood must deny its requests, not fail to be read.
 */
export const StoredClientRecord = z.object({
  ...ClientRecord.unwrap().shape,
  ipAllowlist: z.array(z.string()).readonly().default([]),
  allowedDomain: z.string().nullable().default(null),
  loginClient: StoredLoginRegistration.nullable().default(null),
  returnOrigins: z.array(z.string()).readonly().default([]),
  subjectUrlTemplate: z.string().nullable().default(null),
}).readonly();

/** Defaults of a client without a record, and of callers that are no client. */
export const defaultClientRecord: ClientRecord = ClientRecord.parse({});
