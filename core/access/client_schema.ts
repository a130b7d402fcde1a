import { z } from "zod";
import { FourEyes, Uuid } from "../nouns.ts";
import { RateLimits } from "../policy/rate_limits.ts";
import { EvidenceEncryptionKey } from "./evidence_encryption_key.ts";
import { LoginRegistration, StoredLoginRegistration } from "./login_client_schema.ts";
import { parseAllowedDomain } from "./request_domain.ts";
import { parseNetworks } from "../../standards/ip_address/networks.ts";
import { isSubjectUrlTemplate, subjectUrlCharactersMax } from "./subject_url.ts";
import { isHttpsOrigin } from "./web_origin.ts";

/** Maximum networks of one allowlist, since each request is compared with all of them. */
const networksMax = 1_000;

/** Maximum persons with a signing credential, as many as an application may declare. */
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

/** Maximum origins of one client's pages (decisions-2.md part 19). */
const returnOriginsMax = 20;

const ReturnOrigin = z.string().refine(
  isHttpsOrigin,
  "expected an https origin, such as https://shop.example",
);

/** An id assigned by another party: a name in their files, never of a person. */
const ForeignId = z.string().regex(
  /^[\x21-\x7e]{1,255}$/,
  "expected 1 to 255 visible ASCII characters",
);

/** Maximum hours within which a match must be reviewed: a year. */
const dueHoursMax = 8_784;

/** Limits of a bucket as in the policy; an override must set both numbers. */
const policyBucket = RateLimits.unwrap().shape.screening.unwrap().unwrap().shape;
const BucketOverride = z.strictObject({
  capacity: policyBucket.capacity.removeDefault(),
  refillPerSecond: policyBucket.refillPerSecond.removeDefault(),
}).readonly();

/**
 * Settings that operators make for one client (decisions.md part 4). Every member has a default, so
 * that a client without a record equals a client with an empty one. Unknown members are refused: a
 * misspelled restriction would otherwise have no effect.
 */
export const ClientRecord = z.strictObject({
  /** `SUSPENDED`: every bearer route refuses the client. */
  status: z.enum(["ACTIVE", "SUSPENDED"]).default("ACTIVE"),
  /** Reasons for the suspension; a `SUSPENDED` client without any was suspended by an operator. */
  suspendedBy: z.array(z.enum(["KYB", "OFFBOARDING", "OPERATOR"])).readonly().default([]),
  /** Addresses and CIDRs that may send the client's requests; empty: any address. */
  ipAllowlist: z.array(Network)
    .refine(({ length }) => length <= networksMax, `expected at most ${networksMax} entries`)
    .readonly().default([]),
  /** Domain that its requests must name (`Origin`, else `Referer`); null: no restriction. */
  allowedDomain: AllowedDomain.nullable().default(null),
  /** The client's own token buckets, which replace the policy's, by service. */
  rateLimits: z.strictObject({
    screening: BucketOverride.optional(),
    batchItems: BucketOverride.optional(),
    verification: BucketOverride.optional(),
    credentials: BucketOverride.optional(),
  }).readonly().default({}),
  /** The academic issuer for which the client acts. */
  academicIssuerId: ForeignId.nullable().default(null),
  /** The KYB application that admitted the client. */
  kybApplicationId: ForeignId.nullable().default(null),
  /** The client's own qualified seal at the trust service provider. */
  sealCredential: z.strictObject({
    /** Qualified signing credentials, each of one person declared in the client's application. */
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
  /** The key to which its evidence packs are encrypted. */
  evidenceEncryptionKey: EvidenceEncryptionKey.nullable().default(null),
  /** Its registration as a relying party of the login; the secret is stored separately. */
  loginClient: LoginRegistration.nullable().default(null),
  /**
   * Origins of the client's own pages, to which a wallet's holder is redirected and which may call
   * from a browser.
   */
  returnOrigins: z.array(ReturnOrigin)
    .refine(
      ({ length }) => length <= returnOriginsMax,
      `expected at most ${returnOriginsMax} entries`,
    )
    .readonly().default([]),
  /** Review outcomes that need a second person. */
  fourEyes: FourEyes.default("none"),
  review: z.strictObject({
    /** Hours after a decision within which it must be reviewed. */
    dueHours: z.int().min(1).max(dueHoursMax).default(72),
    /** Whether a confirmed match must be reviewed too. */
    confirmed: z.boolean().default(false),
  }).readonly().prefault({}),
  /** Whether the client may store and monitor its customers here. */
  monitoring: z.boolean().default(false),
  /** The client's page about a customer, to which the desk links; null if it has none. */
  subjectUrlTemplate: z.string().max(subjectUrlCharactersMax).refine(
    isSubjectUrlTemplate,
    "expected an https address with one {subjectRef} behind its host",
  ).nullable().default(null),
}).readonly();
export type ClientRecord = z.infer<typeof ClientRecord>;

/**
 * A record as read from the store. Members that restrict the client, and targets of its login, are
 * unparsed text here: an unreadable restriction must deny requests instead of making the record
 * unreadable.
 */
export const StoredClientRecord = z.object({
  ...ClientRecord.unwrap().shape,
  ipAllowlist: z.array(z.string()).readonly().default([]),
  allowedDomain: z.string().nullable().default(null),
  loginClient: StoredLoginRegistration.nullable().default(null),
  returnOrigins: z.array(z.string()).readonly().default([]),
  subjectUrlTemplate: z.string().nullable().default(null),
}).readonly();

/** Defaults for clients without a record, and for callers that are not clients. */
export const defaultClientRecord: ClientRecord = ClientRecord.parse({});
